"""The store of battles: what goes in comes back exactly, and a wrong request says what to do."""

from __future__ import annotations

import io
import json
import sqlite3
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.errors import Malformed, StoreError, TooBig
from tabletop_cli.core.keep import export as record
from tabletop_cli.core.keep.database import Database
from tabletop_cli.core.keep.export import canonical_json, read_export
from tabletop_cli.core.keep.store import MIGRATIONS, Store, snapshots_to_keep
from tests.core.keep.filled import HEADER, event, fill


def exported(store: Store, battle: str) -> bytes:
    file = io.BytesIO()
    store.export_battle(battle, file)
    return file.getvalue()


# Battles and events


def test_events_come_back_exactly_as_they_went_in(path: Path) -> None:
    odd = '{ "n": 1,  "text": "line\\u2028 \u2028 \\u00fc ü ☠" }'
    with Store(path) as store:
        store.create_battle(HEADER)
        store.append_event("f00d", 1, odd)
        store.append_event("f00d", 2, event(2))
    with Store(path) as store:
        assert store.event_lines("f00d") == [odd, event(2)]
        assert store.event_lines("f00d", after=1) == [event(2)]
        assert store.event_lines("f00d", after=2) == []
        assert store.count_events("f00d") == 2
        assert store.read_header("f00d") == HEADER
        assert store.check() == []


def test_the_file_is_private_and_its_folders_are_made(store: Store, path: Path) -> None:
    fill(store, 1)
    for file in path.parent.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_battles_are_listed_with_events_and_last_change(store: Store) -> None:
    fill(store, 3)
    store.create_battle(replace(HEADER, id="", name="second"))
    first, second = store.list_battles()
    assert (first.header, first.events) == (HEADER, 3)
    assert first.changed >= HEADER.created
    assert (second.header.name, second.events, second.changed) == ("second", 0, HEADER.created)
    assert len(second.header.id) == 8


def test_a_battle_is_found_by_id_or_name(store: Store) -> None:
    fill(store, 0)
    store.create_battle(replace(HEADER, id="cafe", name="Hill 42"))
    assert store.find_battle("f00d").id == store.find_battle("TRÜFFEL AM BACH").id == "f00d"
    assert store.find_battle("hill 42").id == "cafe"
    with pytest.raises(StoreError, match="no battle is called 'Hil 42'") as error:
        store.find_battle("Hil 42")
    assert "'Hill 42'" in error.value.hint
    assert error.value.code == "no-such-battle"


@pytest.mark.parametrize("name", ["nowhere", "\udc80", "", "'; DROP TABLE battles; --"])
def test_an_unknown_battle_is_said_to_be_unknown(store: Store, name: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: store.find_battle(name),
        lambda: store.read_header(name),
        lambda: store.count_events(name),
        lambda: store.event_lines(name),
        lambda: store.delete_battle(name),
        lambda: store.append_event(name, 1, event(1)),
        lambda: store.export_battle(name, io.BytesIO()),
        lambda: store.latest_snapshot(name, 1, "v1"),
        lambda: store.put_progress(name, 1, "{}"),
        lambda: store.read_progress(name),
        lambda: store.is_unchecked(name),
    ]
    for call in calls:
        with pytest.raises(StoreError) as error:
            call()
        assert error.value.code == "no-such-battle"


def test_names_and_ids_are_taken_once(store: Store) -> None:
    fill(store, 0)
    with pytest.raises(StoreError) as error:
        store.create_battle(replace(HEADER, id="cafe", name="trüffel AM bach"))
    assert error.value.code == "name-taken"
    with pytest.raises(StoreError) as error:
        store.create_battle(replace(HEADER, name="other"))
    assert error.value.code == "battle-exists"
    assert len(store.list_battles()) == 1


def test_delete_takes_everything_with_it(store: Store, path: Path) -> None:
    fill(store, 3)
    store.put_snapshot("f00d", 3, "v1", "{}")
    store.put_progress("f00d", 4, "{}")
    store.delete_battle("f00d")
    assert store.list_battles() == []
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM events").fetchone() == (0,)
        assert other.execute("SELECT count(*) FROM snapshots").fetchone() == (0,)
        assert other.execute("SELECT count(*) FROM progress").fetchone() == (0,)
    fill(store, 1)
    assert store.count_events("f00d") == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"id": "../x"}, "id"),
        ({"name": ""}, "1 to 100 characters"),
        ({"name": "   "}, "1 to 100 characters"),
        ({"name": "x" * 101}, "1 to 100 characters"),
        ({"name": "\x1b[31mred"}, "cannot be printed"),
        ({"name": "\udc80"}, "cannot be printed"),
        ({"system": "TD!"}, "system"),
        ({"version": ""}, "version"),
        ({"created": "yesterday"}, "UTC"),
        ({"setup": "[]"}, "JSON object"),
        ({"setup": "{"}, "not JSON"),
        ({"setup": '{"x": NaN}'}, "NaN is not a number"),
        ({"seed": "00" * 15}, "32 hex digits"),
        ({"commitment": "0" * 64}, "not fit its seal"),
        ({"kind": ""}, "kind"),
        ({"stream": 9}, "version 9, which this program does not know"),
    ],
)
def test_a_wrong_header_is_refused(store: Store, change: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        store.create_battle(replace(HEADER, **change))
    assert store.list_battles() == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "not JSON"),
        ("[]", "JSON object"),
        ('{"n":1}\n', "one line"),
        ('{"n":\r1}', "one line"),
        ('{"n":2}', "should be event 1, but its number is 2"),
        ('{"x":Infinity}', "Infinity is not a number"),
        ('{"x":1e999}', "not JSON that can be used"),
        ('{"x":"\\ud800"}', "half a character"),
        ('{"x":"\ud800"}', "half a character"),
        ('{"x":' + "[" * 100_000, "nested too deep"),
        ('{"x":' + "9" * 5000 + "}", "not JSON that can be used"),
    ],
)
def test_an_event_that_could_not_be_exported_is_refused(store: Store, line: str, said: str) -> None:
    store.create_battle(HEADER)
    with pytest.raises(Malformed, match=said):
        store.append_event("f00d", 1, line)
    assert store.count_events("f00d") == 0


def test_too_much_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.create_battle(HEADER)
    with pytest.raises(TooBig, match="1,048,576 bytes"):
        store.append_event("f00d", 1, event(1, text="x" * record.MAX_LINE))
    with pytest.raises(TooBig, match="1,048,576 bytes"):
        store.create_battle(replace(HEADER, id="", name="big", setup=canonical_json({"x": "y" * record.MAX_LINE})))
    monkeypatch.setattr(record, "MAX_EVENTS", 1)
    store.append_event("f00d", 1, event(1))
    with pytest.raises(TooBig, match="at most 1 events"):
        store.append_event("f00d", 2, event(2))


# The event that is under way


def test_what_is_under_way_comes_back_until_the_event_is_played(path: Path) -> None:
    with Store(path) as store:
        fill(store, 2)
        assert store.read_progress("f00d") is None
        store.put_progress("f00d", 3, '{"faces":[5]}')
        store.put_progress("f00d", 3, '{"faces":[5,1]}')
    with Store(path) as store:
        assert store.read_progress("f00d") == (3, '{"faces":[5,1]}')
        store.append_event("f00d", 3, event(3))
        assert store.read_progress("f00d") is None


def test_a_note_leaves_under_way_what_is(store: Store) -> None:
    fill(store, 2)
    store.put_progress("f00d", 3, '{"faces":[5]}')
    store.append_event("f00d", 3, event(3), finishes=False)
    assert store.read_progress("f00d") == (4, '{"faces":[5]}')


def test_what_is_under_way_goes_out_and_in_again(store: Store, tmp_path: Path) -> None:
    fill(store, 2)
    store.put_progress("f00d", 3, '{"faces":[5,1],"why":"Grüße"}')
    file = exported(store, "f00d")
    assert file.endswith('\n{"faces":[5,1],"why":"Grüße"}\n'.encode())
    with Store(tmp_path / "other.db") as other:
        other.take_in(read_export(io.BytesIO(file)))
        assert other.read_progress("f00d") == (3, '{"faces":[5,1],"why":"Grüße"}')
        assert exported(other, "f00d") == file


def test_what_is_under_way_is_a_line(store: Store) -> None:
    fill(store, 2)
    for text in ("[]", "{}\n", '{"n":4}'):
        with pytest.raises(Malformed):
            store.put_progress("f00d", 3, text)
    assert store.read_progress("f00d") is None


# Snapshots


def test_the_latest_snapshot_up_to_an_event(store: Store) -> None:
    fill(store, 5)
    assert store.latest_snapshot("f00d", 5, "v1") is None
    for number in (2, 4, 5):
        store.put_snapshot("f00d", number, "v1", f"state {number}")
    assert store.latest_snapshot("f00d", 5, "v1") == (5, "state 5")
    assert store.latest_snapshot("f00d", 3, "v1") == (2, "state 2")
    assert store.latest_snapshot("f00d", 1, "v1") is None
    store.put_snapshot("f00d", 4, "v1", "state 4 again")
    assert store.latest_snapshot("f00d", 4, "v1") == (4, "state 4 again")


def test_snapshots_of_another_version_are_dropped(store: Store) -> None:
    fill(store, 5)
    store.put_snapshot("f00d", 4, "v1", "old")
    assert store.latest_snapshot("f00d", 5, "v2") is None
    store.put_snapshot("f00d", 5, "v2", "new")
    assert store.latest_snapshot("f00d", 5, "v1") is None


def test_a_damaged_snapshot_is_not_used(path: Path, store: Store) -> None:
    fill(store, 1)
    store.put_snapshot("f00d", 1, "v1", "state")
    with sqlite3.connect(path) as other:
        other.execute("UPDATE snapshots SET text = 'stale'")
    assert store.latest_snapshot("f00d", 1, "v1") is None


def test_appends_are_durable_again_after_a_snapshot(store: Store) -> None:
    fill(store, 1)
    store.put_snapshot("f00d", 1, "v1", "state")
    assert store._database.fetch_all("PRAGMA synchronous") == [(3,)]
    assert store._database.fetch_all("PRAGMA busy_timeout") == [(5000,)]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=400))
def test_snapshots_are_few_and_near_however_far_back(gaps: list[int]) -> None:
    kept: set[int] = set()
    taken: list[int] = []
    for gap in gaps:
        taken.append((taken[-1] if taken else 0) + gap)
        kept = snapshots_to_keep(kept | {taken[-1]})
    newest = taken[-1]
    assert len(kept) <= 2 * newest.bit_length() + 6
    assert {*taken[-4:], taken[0]} <= kept
    for number in taken:
        near = max(n for n in kept if n <= number)
        assert number - near <= 2 * (newest - number) + 2 * max(gaps)


# Out and in


def test_export_and_import_bit_for_bit(store: Store, tmp_path: Path) -> None:
    fill(store, 25)
    file = exported(store, "f00d")
    lines = file.decode().split("\n")
    assert json.loads(lines[0])["tabletop"] == 2
    assert json.loads(lines[0])["setup"] == json.loads(HEADER.setup)
    assert lines[1:-1] == store.event_lines("f00d")
    with Store(tmp_path / "other.db") as other:
        assert other.take_in(read_export(io.BytesIO(file))) == HEADER
        assert exported(other, "f00d") == file
        other.append_event("f00d", 26, event(26))


def test_windows_line_ends_are_taken(store: Store, tmp_path: Path) -> None:
    fill(store, 2)
    file = exported(store, "f00d")
    with Store(tmp_path / "other.db") as other:
        other.take_in(read_export(io.BytesIO(file.replace(b"\n", b"\r\n").rstrip())))
        assert exported(other, "f00d") == file


def test_import_beside_the_original_needs_a_name_of_its_own(store: Store) -> None:
    fill(store, 2)
    file = exported(store, "f00d")
    with pytest.raises(StoreError) as error:
        store.take_in(read_export(io.BytesIO(file)))
    assert error.value.code == "battle-exists"
    with pytest.raises(StoreError) as error:
        store.take_in(read_export(io.BytesIO(file)), name=HEADER.name)
    assert error.value.code == "name-taken"
    with pytest.raises(Malformed, match="printed"):
        store.take_in(read_export(io.BytesIO(file)), name="\x1b[2J")
    copy = store.take_in(read_export(io.BytesIO(file)), name="the copy")
    assert copy.id != "f00d"
    assert store.event_lines(copy.id) == store.event_lines("f00d")
    assert len(store.list_battles()) == 2


def test_a_wrong_file_leaves_nothing(store: Store) -> None:
    fill(store, 3)
    file = exported(store, "f00d")
    store.delete_battle("f00d")
    with pytest.raises(Malformed) as error:
        store.take_in(read_export(io.BytesIO(file[:-9])))
    assert error.value.where == "line 4"
    assert store.list_battles() == []


def test_an_import_that_breaks_off_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store, 3)
    file = exported(store, "f00d")
    store.delete_battle("f00d")
    insert = Store._insert_event

    def fail_at_the_third(self: Store, row: int, number: int, line: str) -> None:
        if number == 3:
            raise sqlite3.OperationalError("interrupted")
        insert(self, row, number, line)

    monkeypatch.setattr(Store, "_insert_event", fail_at_the_third)
    with pytest.raises(StoreError):
        store.take_in(read_export(io.BytesIO(file)))
    assert store.list_battles() == []
    monkeypatch.undo()
    store.take_in(read_export(io.BytesIO(file)))
    assert exported(store, "f00d") == file


class FullDisk(io.BytesIO):
    def writelines(self, lines: object) -> None:
        raise OSError(28, "No space left on device")


def test_an_export_to_a_full_disk_is_said_clearly(store: Store) -> None:
    fill(store, 1)
    with pytest.raises(StoreError, match="No space left"):
        store.export_battle("f00d", FullDisk())


# Files of older versions, kinds of games


def test_a_file_of_the_first_version_is_brought_up_to_date(path: Path) -> None:
    old = Database(path, MIGRATIONS[:1])
    names = ("id", "name", "system", "version", "created", "setup", "seed", "commitment")
    values = [getattr(HEADER, name) for name in names]
    with old.transaction():
        marks = ", ".join("?" * 10)
        sql = f"INSERT INTO battles ({', '.join(names)}, name_key, crc) VALUES ({marks})"
        old.run(sql, *values, HEADER.name.casefold(), crc32(str(values).encode()))
        old.run("INSERT INTO events VALUES (1, 1, ?, ?, ?)", HEADER.created, crc32(event(1).encode()), event(1))
    old.close()
    with Store(path) as store:
        assert store.check() == []
        assert [(one.header, one.events, one.unchecked) for one in store.list_battles()] == [(HEADER, 1, False)]
        assert (store.find_battle("f00d").kind, store.find_battle("f00d").stream) == ("battle", 1)
        store.put_progress("f00d", 2, "{}")
        store.append_event("f00d", 2, event(2))
        assert store.event_lines("f00d") == [event(1), event(2)]
    with Store(path) as store:
        assert store._database.fetch_all("PRAGMA user_version") == [(len(MIGRATIONS),)]


def test_kind_and_stream_are_kept_and_watched_over(path: Path) -> None:
    season = replace(HEADER, id="cafe", name="season", kind="campaign", stream=2)
    with Store(path) as store:
        fill(store, 0)
        store.create_battle(season)
        assert store.find_battle("season") == season
        assert exported(store, "cafe").startswith(b'{"tabletop":2,"id":"cafe"')
    for change in ("kind = 'battle'", "stream = 1", "kind = 'battle', stream = 1"):
        with sqlite3.connect(path) as other:
            other.execute(f"UPDATE battles SET {change} WHERE id = 'cafe'")
        with Store(path) as store:
            assert len(store.check()) == 1
        with sqlite3.connect(path) as other:
            other.execute("UPDATE battles SET kind = 'campaign', stream = 2 WHERE id = 'cafe'")


def test_an_import_that_was_not_checked_is_marked(store: Store) -> None:
    fill(store, 1)
    found = read_export(io.BytesIO(exported(store, "f00d")))
    copy = store.take_in(found, "copy", unchecked=True)
    assert store.is_unchecked(copy.id)
    assert [one.unchecked for one in store.list_battles()] == [False, True]
    assert not store.is_unchecked("f00d")


def test_what_is_written_together_is_kept_as_one_or_not_at_all(store: Store) -> None:
    """Snapshots, which may be lost, do not take part."""
    first = store.create_battle(HEADER)
    with pytest.raises(KeyError), store.transaction():
        store.create_battle(replace(HEADER, id="cafe", name="other"))
        store.append_event(first, 1, event(1))
        store.put_snapshot(first, 1, "key", "{}")
        raise KeyError
    assert [one.header.id for one in store.list_battles()] == [first]
    assert (store.event_lines(first), store.latest_snapshot(first, 1, "key")) == ([], None)
    with store.transaction():
        second = store.create_battle(replace(HEADER, id="cafe", name="other"))
        store.append_event(first, 1, event(1))
    assert (store.count_events(first), store.count_events(second)) == (1, 0)

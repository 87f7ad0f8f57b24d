"""The store when things go wrong: nothing acknowledged is ever lost, and every failure says what to do."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli.core.dice.stream import commitment
from tabletop_cli.core.errors import StoreDamaged, StoreError, StoreLocked
from tabletop_cli.core.keep import database
from tabletop_cli.core.keep.export import BattleHeader, canonical
from tabletop_cli.core.keep.store import Store
from tests.needs import needs, without_privileges

HEADER = BattleHeader(
    id="f00d",
    name="Trüffel am Bach",
    system="td",
    version="0.1.0",
    created="2025-03-01T18:30:00Z",
    setup='{"sides":{"a":{"actions":4},"b":{"actions":3}}}',
    seed="00" * 16,
    commitment=commitment(bytes(16)),
)


def event(number: int, **more: object) -> str:
    return canonical({"n": number, "do": "move", **more})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "battles.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as opened:
        yield opened


def fill(store: Store, events: int, header: BattleHeader = HEADER) -> str:
    battle = store.create(header)
    for number in range(1, events + 1):
        store.append(battle, number, event(number, why="Grüße ☠"))
    return battle


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
    """Another process that runs the script against our package."""
    root = str(Path(database.__file__).parents[3])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    )


# Durability and two windows

APPENDING = """
import sys
from pathlib import Path
from tabletop_cli.core.keep.store import Store
with Store(Path(sys.argv[1])) as store:
    number = store.count("f00d")
    while True:
        number += 1
        store.append("f00d", number, '{"n":%d,"text":"%s"}' % (number, "x" * 600))
        store.put_snapshot("f00d", number, "v1", str(number))
        print(number, flush=True)
"""


def test_kill_in_the_middle_loses_nothing_that_was_acknowledged(path: Path) -> None:
    with Store(path) as store:
        store.create(HEADER)
    acknowledged = 0
    for pause in (0.01, 0.13, 0.05):
        process = start(APPENDING, path)
        assert process.stdout is not None
        for _ in range(5):
            process.stdout.readline()
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        rest = process.stdout.read().split("\n")
        acknowledged = max([acknowledged + 5, *(int(line) for line in rest[:-1])])
        with Store(path) as store:
            assert store.check() == []
            assert acknowledged <= store.count("f00d") <= acknowledged + 1
            assert [json.loads(line)["n"] for line in store.events("f00d")] == list(range(1, store.count("f00d") + 1))
            acknowledged = store.count("f00d")


ROLLING = """
import sys
from pathlib import Path
from tabletop_cli.core.keep.store import Store
with Store(Path(sys.argv[1])) as store:
    number = store.count("f00d")
    while True:
        number += 1
        for rolls in range(1, 4):
            store.put_progress("f00d", number, '{"n":%d,"rolls":%d,"text":"%s"}' % (number, rolls, "x" * 600))
            print(number, rolls, flush=True)
        store.append("f00d", number, '{"n":%d}' % number)
        print(number, 9, flush=True)
"""


def test_kill_in_the_middle_of_an_event_loses_no_roll_that_was_acknowledged(path: Path) -> None:
    with Store(path) as store:
        store.create(HEADER)
    for pause in (0.01, 0.13, 0.05, 0.002):
        process = start(ROLLING, path)
        assert process.stdout is not None
        seen = [process.stdout.readline() for _ in range(7)]
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        lines = [*seen, *process.stdout.read().split("\n")[:-1]]
        number, rolls = map(int, lines[-1].split())
        steps = [(number, 1), (number, 2), (number, 3), (number, 9), (number + 1, 1)]
        at = [1, 2, 3, 9].index(rolls)
        with Store(path) as store:
            assert store.check() == []
            under_way = store.progress("f00d")
            count = store.count("f00d")
            assert under_way is None or under_way[0] == count + 1
            found = (count, 9) if under_way is None else (under_way[0], json.loads(under_way[1])["rolls"])
            assert found in steps[at : at + 2]


def test_the_finished_event_and_the_end_of_what_was_under_way_are_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(store, 1)
    store.put_progress("f00d", 2, '{"faces":[5]}')
    with monkeypatch.context() as patch:
        patch.setattr(Store, "_insert_event", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.append("f00d", 2, event(2))
    assert store.progress("f00d") == (2, '{"faces":[5]}')


def test_what_is_under_way_is_refused_when_another_window_has_played_on(path: Path, store: Store) -> None:
    fill(store, 11)
    with Store(path) as other:
        other.append("f00d", 12, event(12))
    with pytest.raises(StoreLocked, match="another window has played event 12") as error:
        store.put_progress("f00d", 12, '{"by":"us"}')
    assert error.value.code == "conflict"
    assert store.progress("f00d") is None


def test_rolls_of_another_window_are_neither_written_over_nor_thrown_away(path: Path, store: Store) -> None:
    fill(store, 1)
    with Store(path) as other:
        other.put_progress("f00d", 2, '{"by":"other"}', known=None)
    for refused in (
        lambda: store.put_progress("f00d", 2, '{"by":"us"}', known=None),
        lambda: store.append("f00d", 2, event(2), known=None),
        lambda: store.append("f00d", 2, event(2), known='{"by":"us"}'),
    ):
        with pytest.raises(StoreLocked, match="another window has begun event 2") as error:
            refused()
        assert error.value.code == "conflict"
    assert store.progress("f00d") == (2, '{"by":"other"}')
    store.put_progress("f00d", 2, '{"by":"other","and":"us"}', known='{"by":"other"}')
    store.append("f00d", 2, event(2), known='{"by":"other","and":"us"}')
    assert store.progress("f00d") is None


def test_changed_rolls_are_noticed(path: Path, store: Store) -> None:
    fill(store, 1)
    store.put_progress("f00d", 2, '{"faces":[5]}')
    with sqlite3.connect(path) as other:
        other.execute("UPDATE progress SET text = '{\"faces\":[6]}'")
    with pytest.raises(StoreDamaged, match="under way in battle f00d is changed"):
        store.progress("f00d")
    assert len(store.check()) == 1


APPENDING_ONCE = """
import sys
from pathlib import Path
from tabletop_cli.core.keep import database
from tabletop_cli.core.errors import StoreLocked
from tabletop_cli.core.keep.store import Store
database.BUSY_SECONDS = 0.05
try:
    Store(Path(sys.argv[1])).append("f00d", 2, '{"n":2}')
except StoreLocked as error:
    print(error)
"""

RACING = """
import sys
from pathlib import Path
from tabletop_cli.core.errors import StoreLocked
from tabletop_cli.core.keep.store import Store
kept = refused = 0
with Store(Path(sys.argv[1])) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    while kept < 40:
        number = store.count("f00d") + 1
        try:
            store.append("f00d", number, '{"n":%d,"by":"%s"}' % (number, sys.argv[2]))
            kept += 1
        except StoreLocked as error:
            assert error.code == "conflict", error
            refused += 1
print(kept, refused)
"""


def test_two_windows_at_the_same_battle_lose_nothing(path: Path) -> None:
    with Store(path) as store:
        store.create(HEADER)
    windows = [start(RACING, path, name) for name in "ab"]
    results = [window.communicate("\n") for window in windows]
    assert [window.returncode for window in windows] == [0, 0], results
    with Store(path) as store:
        played = [json.loads(line) for line in store.events("f00d")]
        assert store.check() == []
    assert [line["n"] for line in played] == list(range(1, 81))
    assert sorted(line["by"] for line in played) == ["a"] * 40 + ["b"] * 40


def test_the_second_window_is_told_that_the_first_has_played(path: Path, store: Store) -> None:
    fill(store, 11)
    with Store(path) as other:
        other.append("f00d", 12, event(12, by="other"))
    with pytest.raises(StoreLocked, match="another window has played event 12") as error:
        store.append("f00d", 12, event(12, by="us"))
    assert (error.value.code, error.value.extra) == ("conflict", {"count": 12})
    assert "Nothing was written" in error.value.hint
    with pytest.raises(StoreLocked, match="event 14 cannot follow: this battle has 12 events"):
        store.append("f00d", 14, event(14))
    assert json.loads(store.events("f00d")[-1])["by"] == "other"
    store.append("f00d", 13, event(13))


def test_a_new_file_may_be_opened_by_many_at_once(path: Path) -> None:
    script = "import sys; from pathlib import Path; from tabletop_cli.core.keep.store import Store; "
    script += "Store(Path(sys.argv[1])).battles()"
    processes = [start(script, path) for _ in range(6)]
    errors = [process.communicate()[1] for process in processes]
    assert errors == [""] * 6
    with Store(path) as store:
        assert store.check() == []


def test_opening_a_file_twice_keeps_the_locks_of_the_first(path: Path) -> None:
    with Store(path) as store:
        fill(store, 1)
        with store._database.transaction():
            Store(path).close()
            assert "another program is using" in start(APPENDING_ONCE, path).communicate()[0]


def test_a_file_held_by_somebody_else(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with Store(path) as store:
        fill(store, 1)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreLocked, match=r"another program is using .*battles\.db") as error:
            store.append("f00d", 2, event(2))
        assert "Wait" in error.value.hint
        store.put_snapshot("f00d", 1, "v1", "{}")  # gives way without a word
        assert store.latest_snapshot("f00d", 1, "v1") is None
        assert len(store.events("f00d")) == 1  # reading needs no lock
        holder.close()
        store.append("f00d", 2, event(2))


def test_an_interrupted_append_leaves_no_transaction_open(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store, 1)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "_insert_event", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.append("f00d", 2, event(2))
    store.append("f00d", 2, event(2))
    assert store.count("f00d") == 2


# Damage, other people's files, trouble with the disk


def closed(path: Path, events: int = 40) -> Path:
    with Store(path) as store:
        fill(store, events)
    return path


@pytest.mark.parametrize("size", [1, 15, 100, 511])
def test_what_is_left_of_a_file_that_was_cut_off_is_not_taken_for_a_new_one(path: Path, size: int) -> None:
    content = closed(path).read_bytes()
    path.write_bytes(content[:size])
    with pytest.raises(StoreDamaged, match="cut off"):
        Store(path)
    assert path.stat().st_size == size


def test_garbage_is_no_file_of_battles(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"Dear diary, this is no database. " * 100)
    with pytest.raises(StoreDamaged, match=r"battles\.db is damaged") as error:
        Store(path)
    assert "move it away" in error.value.hint
    assert error.value.where == str(path)
    assert path.read_bytes().startswith(b"Dear diary")


@pytest.mark.parametrize("part", [0.02, 0.5, 0.9])
def test_a_truncated_file_is_damaged(path: Path, part: float) -> None:
    closed(path, 60)
    os.truncate(path, int(path.stat().st_size * part))
    with pytest.raises(StoreDamaged), Store(path) as store:
        store.events("f00d")


def test_an_empty_file_beside_a_log_is_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    path.with_name("battles.db-wal").write_bytes(b"the last events")
    with pytest.raises(StoreDamaged, match="empty"):
        Store(path)
    assert path.with_name("battles.db-wal").read_bytes() == b"the last events"


def test_overwritten_pages_never_give_wrong_events(path: Path) -> None:
    content = closed(path).read_bytes()
    with Store(path) as store:
        right = store.events("f00d")
    for position in range(0, len(content) - 64, 509):
        path.write_bytes(content[:position] + b"\xa5" * 64 + content[position + 64 :])
        try:
            with Store(path) as store:
                assert store.header("f00d") == HEADER
                assert store.events("f00d") == right
        except StoreError as error:
            assert error.hint


def test_a_changed_letter_is_noticed(path: Path) -> None:
    content = closed(path, 3).read_bytes()
    assert content.count(b'"n":2') == 1
    path.write_bytes(content.replace(b'"n":2', b'"n":7'))
    with Store(path) as store:
        with pytest.raises(StoreDamaged, match="event 2 of battle f00d is lost or changed"):
            store.events("f00d")
        assert store.events("f00d", after=2) == [event(3, why="Grüße ☠")]
        assert len(store.check()) == 1


def test_a_missing_event_is_noticed(path: Path) -> None:
    with sqlite3.connect(closed(path, 3)) as other:
        other.execute("DELETE FROM events WHERE number = 2")
    with Store(path) as store, pytest.raises(StoreDamaged, match="event 2"):
        store.events("f00d")


def test_a_changed_header_is_noticed(path: Path) -> None:
    with sqlite3.connect(closed(path, 1)) as other:
        other.execute("UPDATE battles SET seed = 'no hex'")
    with Store(path) as store:
        with pytest.raises(StoreDamaged, match="header of battle f00d"):
            store.header("f00d")
        assert len(store.check()) == 1


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreDamaged, match="another program"):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    with sqlite3.connect(closed(path, 1)) as other:
        other.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer version") as error:
        Store(path)
    assert error.value.code == "store-newer"
    assert "Update" in error.value.hint


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file" / "battles.db", tmp_path):
        with pytest.raises(StoreError, match="cannot be used") as error:
            Store(path)
        assert "--home" in error.value.hint


@needs("file modes")
@pytest.mark.parametrize("folder", [0o500, 0o700])
def test_a_store_that_may_not_be_written_is_read(path: Path, folder: int) -> None:
    closed(path, 1)
    path.chmod(0o400)
    path.parent.chmod(folder)

    def opened() -> None:
        with Store(path) as store:
            assert store.count("f00d") == 1
            with pytest.raises(StoreError, match="readonly"):
                store.append("f00d", 2, event(2))

    try:
        without_privileges(opened)
    finally:
        path.parent.chmod(0o700)


def test_a_database_that_may_not_be_written(path: Path) -> None:
    with Store(path) as store:
        fill(store, 1)
        store._database.all("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="readonly") as error:
            store.append("f00d", 2, event(2))
        assert "may be read but not written" in error.value.hint


def test_a_full_disk_loses_nothing(path: Path) -> None:
    with Store(path) as store:
        fill(store, 1)
        store._database.all("PRAGMA max_page_count = 1")
        number = 1
        with pytest.raises(StoreError, match="full") as error:
            while True:
                store.append("f00d", number + 1, event(number + 1, text="x" * 3000))
                number += 1
        assert "Make room" in error.value.hint
        store.put_snapshot("f00d", number, "v1", "x" * 9000)  # does without
        assert store.count("f00d") == number
    with Store(path) as store:
        assert store.check() == []
        store.append("f00d", number + 1, event(number + 1, text="x" * 3000))


def test_a_file_deleted_while_in_use_is_not_written_in_vain(path: Path) -> None:
    with Store(path) as store:
        fill(store, 1)
        os.rename(path, path.with_name("elsewhere.db"))
        with pytest.raises(StoreError, match="moved, deleted or replaced"):
            store.append("f00d", 2, event(2))
        path.touch()
        with pytest.raises(StoreError, match="moved, deleted or replaced"):
            store.append("f00d", 2, event(2))


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.battles()

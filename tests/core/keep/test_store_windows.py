"""Several windows at one store, and kills: nothing acknowledged is ever lost."""

from __future__ import annotations

import json
import signal
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.errors import StoreDamaged, StoreLocked
from tabletop_cli.core.keep import database
from tabletop_cli.core.keep.database import Database
from tabletop_cli.core.keep.store import Store
from tests.core.keep.filled import HEADER, event, fill, start

# Durability and two windows

APPENDING = """
import sys
from pathlib import Path
from tabletop_cli.core.keep.store import Store
with Store(Path(sys.argv[1])) as store:
    number = store.count_events("f00d")
    while True:
        number += 1
        store.append_event("f00d", number, '{"n":%d,"text":"%s"}' % (number, "x" * 600))
        store.put_snapshot("f00d", number, "v1", str(number))
        print(number, flush=True)
"""


def test_kill_in_the_middle_loses_nothing_that_was_acknowledged(path: Path) -> None:
    with Store(path) as store:
        store.create_battle(HEADER)
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
            assert acknowledged <= store.count_events("f00d") <= acknowledged + 1
            assert [json.loads(line)["n"] for line in store.event_lines("f00d")] == list(
                range(1, store.count_events("f00d") + 1)
            )
            acknowledged = store.count_events("f00d")


ROLLING = """
import sys
from pathlib import Path
from typing import Any
from tabletop_cli.core.keep.database import Database
from tabletop_cli.core.keep.store import Store
with Store(Path(sys.argv[1])) as store:
    number = store.count_events("f00d")
    while True:
        number += 1
        for rolls in range(1, 4):
            store.put_progress("f00d", number, '{"n":%d,"rolls":%d,"text":"%s"}' % (number, rolls, "x" * 600))
            print(number, rolls, flush=True)
        store.append_event("f00d", number, '{"n":%d}' % number)
        print(number, 9, flush=True)
"""


def test_kill_in_the_middle_of_an_event_loses_no_roll_that_was_acknowledged(path: Path) -> None:
    with Store(path) as store:
        store.create_battle(HEADER)
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
            under_way = store.read_progress("f00d")
            count = store.count_events("f00d")
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
            store.append_event("f00d", 2, event(2))
    assert store.read_progress("f00d") == (2, '{"faces":[5]}')


def test_what_is_under_way_is_refused_when_another_window_has_played_on(path: Path, store: Store) -> None:
    fill(store, 11)
    with Store(path) as other:
        other.append_event("f00d", 12, event(12))
    with pytest.raises(StoreLocked, match="another window has played event 12") as error:
        store.put_progress("f00d", 12, '{"by":"us"}')
    assert error.value.code == "conflict"
    assert store.read_progress("f00d") is None


def test_rolls_of_another_window_are_neither_written_over_nor_thrown_away(path: Path, store: Store) -> None:
    fill(store, 1)
    with Store(path) as other:
        other.put_progress("f00d", 2, '{"by":"other"}', known=None)
    for refused in (
        lambda: store.put_progress("f00d", 2, '{"by":"us"}', known=None),
        lambda: store.append_event("f00d", 2, event(2), known=None),
        lambda: store.append_event("f00d", 2, event(2), known='{"by":"us"}'),
    ):
        with pytest.raises(StoreLocked, match="another window has begun event 2") as error:
            refused()
        assert error.value.code == "conflict"
    assert store.read_progress("f00d") == (2, '{"by":"other"}')
    store.put_progress("f00d", 2, '{"by":"other","and":"us"}', known='{"by":"other"}')
    store.append_event("f00d", 2, event(2), known='{"by":"other","and":"us"}')
    assert store.read_progress("f00d") is None


def test_changed_rolls_are_noticed(path: Path, store: Store) -> None:
    fill(store, 1)
    store.put_progress("f00d", 2, '{"faces":[5]}')
    with sqlite3.connect(path) as other:
        other.execute("UPDATE progress SET text = '{\"faces\":[6]}'")
    with pytest.raises(StoreDamaged, match="under way in battle f00d is changed"):
        store.read_progress("f00d")
    assert len(store.check()) == 1


APPENDING_ONCE = """
import sys
from pathlib import Path
from typing import Any
from tabletop_cli.core.keep import database
from tabletop_cli.core.errors import StoreLocked
from tabletop_cli.core.keep.database import Database
from tabletop_cli.core.keep.store import Store
database.BUSY_SECONDS = 0.05
try:
    Store(Path(sys.argv[1])).append_event("f00d", 2, '{"n":2}')
except StoreLocked as error:
    print(error)
"""

RACING = """
import sys
from pathlib import Path
from typing import Any
from tabletop_cli.core.errors import StoreLocked
from tabletop_cli.core.keep.database import Database
from tabletop_cli.core.keep.store import Store
kept = refused = 0
with Store(Path(sys.argv[1])) as store:
    print("ready", flush=True)
    sys.stdin.readline()
    while kept < 40:
        number = store.count_events("f00d") + 1
        try:
            store.append_event("f00d", number, '{"n":%d,"by":"%s"}' % (number, sys.argv[2]))
            kept += 1
        except StoreLocked as error:
            assert error.code == "conflict", error
            refused += 1
print(kept, refused)
"""


def test_two_windows_at_the_same_battle_lose_nothing(path: Path) -> None:
    with Store(path) as store:
        store.create_battle(HEADER)
    windows = [start(RACING, path, name) for name in "ab"]
    results = [window.communicate("\n") for window in windows]
    assert [window.returncode for window in windows] == [0, 0], results
    with Store(path) as store:
        played = [json.loads(line) for line in store.event_lines("f00d")]
        assert store.check() == []
    assert [line["n"] for line in played] == list(range(1, 81))
    assert sorted(line["by"] for line in played) == ["a"] * 40 + ["b"] * 40


def test_the_second_window_is_told_that_the_first_has_played(path: Path, store: Store) -> None:
    fill(store, 11)
    with Store(path) as other:
        other.append_event("f00d", 12, event(12, by="other"))
    with pytest.raises(StoreLocked, match="another window has played event 12") as error:
        store.append_event("f00d", 12, event(12, by="us"))
    assert (error.value.code, error.value.extra) == ("conflict", {"count": 12})
    assert "Nothing was saved" in error.value.hint
    with pytest.raises(StoreLocked, match="event 14 cannot follow: this battle has 12 events"):
        store.append_event("f00d", 14, event(14))
    assert json.loads(store.event_lines("f00d")[-1])["by"] == "other"
    store.append_event("f00d", 13, event(13))


def test_a_new_file_may_be_opened_by_many_at_once(path: Path) -> None:
    script = "import sys; from pathlib import Path; from tabletop_cli.core.keep.store import Store; "
    script += "Store(Path(sys.argv[1])).list_battles()"
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
            store.append_event("f00d", 2, event(2))
        assert "Wait" in error.value.hint
        store.put_snapshot("f00d", 1, "v1", "{}")  # gives way without a word
        assert store.latest_snapshot("f00d", 1, "v1") is None
        assert len(store.event_lines("f00d")) == 1  # reading needs no lock
        holder.close()
        store.append_event("f00d", 2, event(2))


def test_an_interrupted_append_leaves_no_transaction_open(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(store, 1)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "_insert_event", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.append_event("f00d", 2, event(2))
    store.append_event("f00d", 2, event(2))
    assert store.count_events("f00d") == 2


# Damage, other people's files, trouble with the disk


def test_a_new_file_that_another_window_fills_just_now_is_ours(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path.with_name("other.db")) as other:
        made = [sql for (sql,) in other._database.fetch_all("SELECT sql FROM sqlite_master WHERE sql NOT NULL")]
    read, asked = Database.fetch_all, []

    def meanwhile(database: Database, sql: str, *values: object) -> list[Any]:
        found = read(database, sql, *values)
        if sql == "PRAGMA user_version" and not asked:
            asked.append(sql)
            with closing(sqlite3.connect(path, timeout=0)) as window, suppress(sqlite3.OperationalError), window:
                window.execute(made[0])
        return found

    monkeypatch.setattr(Database, "fetch_all", meanwhile)
    with Store(path) as store:
        assert asked and store.list_battles() == []

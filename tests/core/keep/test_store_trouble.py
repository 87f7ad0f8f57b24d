"""The store when things go wrong: nothing acknowledged is ever lost, and every failure says what to do."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from tabletop_cli.core.errors import StoreDamaged, StoreError
from tabletop_cli.core.keep import database
from tabletop_cli.core.keep.store import Store
from tests.core.keep.filled import HEADER, event, fill
from tests.needs import needs, without_privileges


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
        store.event_lines("f00d")


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
        right = store.event_lines("f00d")
    for position in range(0, len(content) - 64, 509):
        path.write_bytes(content[:position] + b"\xa5" * 64 + content[position + 64 :])
        try:
            with Store(path) as store:
                assert store.read_header("f00d") == HEADER
                assert store.event_lines("f00d") == right
        except StoreError as error:
            assert error.hint


def test_a_changed_letter_is_noticed(path: Path) -> None:
    content = closed(path, 3).read_bytes()
    assert content.count(b'"n":2') == 1
    path.write_bytes(content.replace(b'"n":2', b'"n":7'))
    with Store(path) as store:
        with pytest.raises(StoreDamaged, match="event 2 of battle f00d is lost or changed"):
            store.event_lines("f00d")
        assert store.event_lines("f00d", after=2) == [event(3, why="Grüße ☠")]
        assert len(store.check()) == 1


def test_a_missing_event_is_noticed(path: Path) -> None:
    with sqlite3.connect(closed(path, 3)) as other:
        other.execute("DELETE FROM events WHERE number = 2")
    with Store(path) as store, pytest.raises(StoreDamaged, match="event 2"):
        store.event_lines("f00d")


def test_a_changed_header_is_noticed(path: Path) -> None:
    with sqlite3.connect(closed(path, 1)) as other:
        other.execute("UPDATE battles SET seed = 'no hex'")
    with Store(path) as store:
        with pytest.raises(StoreDamaged, match="header of battle f00d"):
            store.read_header("f00d")
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
            assert store.count_events("f00d") == 1
            with pytest.raises(StoreError, match="readonly"):
                store.append_event("f00d", 2, event(2))

    try:
        without_privileges(opened)
    finally:
        path.parent.chmod(0o700)


def test_a_database_that_may_not_be_written(path: Path) -> None:
    with Store(path) as store:
        fill(store, 1)
        store._database.fetch_all("PRAGMA query_only = ON")
        with pytest.raises(StoreError, match="readonly") as error:
            store.append_event("f00d", 2, event(2))
        assert "may read it but not write" in error.value.hint


def test_a_full_disk_loses_nothing(path: Path) -> None:
    with Store(path) as store:
        fill(store, 1)
        store._database.fetch_all("PRAGMA max_page_count = 1")
        number = 1
        with pytest.raises(StoreError, match="full") as error:
            while True:
                store.append_event("f00d", number + 1, event(number + 1, text="x" * 3000))
                number += 1
        assert "Make room" in error.value.hint
        store.put_snapshot("f00d", number, "v1", "x" * 9000)  # does without
        assert store.count_events("f00d") == number
    with Store(path) as store:
        assert store.check() == []
        store.append_event("f00d", number + 1, event(number + 1, text="x" * 3000))


def test_a_file_deleted_while_in_use_is_not_written_in_vain(path: Path) -> None:
    with Store(path) as store:
        fill(store, 1)
        os.rename(path, path.with_name("elsewhere.db"))
        with pytest.raises(StoreError, match="moved, deleted or replaced"):
            store.append_event("f00d", 2, event(2))
        path.touch()
        with pytest.raises(StoreError, match="moved, deleted or replaced"):
            store.append_event("f00d", 2, event(2))


def test_a_closed_store_says_so(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.list_battles()


@pytest.mark.parametrize(
    ("free", "said", "hint"),
    [
        (0, "the disk is full", "The disk is full. Make room and try again"),
        (10**9, "disk I/O error", "The disk does not work"),
    ],
)
def test_a_disk_without_room_is_told_from_one_that_does_not_answer(
    free: int, said: str, hint: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "free_bytes", lambda path: free)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = "SQLITE_IOERR_SHMSIZE"  # as on a full disk, where a file of locks cannot grow
    with pytest.raises(StoreError) as wrong, database.translate_errors(path):
        raise error
    assert wrong.value.message == f"{path} cannot be used: {said}"
    assert wrong.value.hint.startswith(hint)


def test_the_room_on_a_disk_is_asked(tmp_path: Path) -> None:
    assert database.free_bytes(tmp_path / "battles.db") > 0

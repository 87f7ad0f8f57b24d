"""A backup on a medium that nobody can write to: what is kept there can be read, and says so when it cannot."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import StoreError
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle

HMGS = {"units": [{"type": "hmg"}]}
SETUP = {"sides": {"a": {"army": HMGS, "actions": 50}, "b": {"army": HMGS, "actions": 50}}}
NOW = "2026-05-01T12:00:00Z"


@pytest.fixture
def backup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with one battle, in a folder that cannot be written any more."""
    path = tmp_path / "backup" / "battles.sqlite"
    with Store(path) as store:
        Battle.create(store, registry.load("td"), "friday", SETUP, NOW).write_note("the pond counts as forest", NOW)
    asked = os.access
    monkeypatch.setattr(os, "access", lambda at, mode: asked(at, mode) and Path(at) != path.parent)
    return path


def test_it_can_be_read_and_nothing_is_written(backup: Path) -> None:
    before = sorted(one.name for one in backup.parent.iterdir())
    with Store(backup) as store:
        battle = Battle.open(store, "friday")
        assert [entry.note for entry in battle.entries()] == ["the pond counts as forest"]
        assert store.check() == battle.verify().problems == []
        with pytest.raises(StoreError, match="readonly"):
            battle.write_note("no", NOW)
    assert sorted(one.name for one in backup.parent.iterdir()) == before


def test_the_newest_entries_in_a_log_beside_it_are_not_left_out_silently(backup: Path) -> None:
    backup.with_name("battles.sqlite-wal").write_bytes(b"entries that were not put into the file yet")
    with pytest.raises(StoreError, match=r"battles\.sqlite-wal belongs to it") as wrong:
        Store(backup)
    assert "Copy the folder" in wrong.value.hint


def test_an_older_file_has_to_be_copied_first(backup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabletop_cli.core.keep import store

    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, ("SELECT 1",)))
    with pytest.raises(StoreError, match="is older and cannot be written"):
        Store(backup)

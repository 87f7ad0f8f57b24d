"""Several programs write into one battle at once: each one waits its turn, and nothing is lost or written twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_cli.cli.battle.store import retry_on_conflict
from tabletop_cli.core import registry
from tabletop_cli.core.errors import No, StoreLocked
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle

HMGS = {"units": [{"type": "hmg"}]}
SETUP = {"sides": {"a": {"army": HMGS, "actions": 50}, "b": {"army": HMGS, "actions": 50}}}
NOW = "2026-05-01T12:00:00Z"


def test_what_another_program_wrote_meanwhile_is_read_and_then_it_is_tried_again(tmp_path: Path) -> None:
    with Store(tmp_path / "battles.db") as store, Store(tmp_path / "battles.db") as other_store:
        battle = Battle.create(store, registry.load("td"), "friday", SETUP, NOW)
        other = Battle.open(other_store, "friday")
        other.write_note("theirs", NOW)
        with pytest.raises(StoreLocked):
            battle.write_note("ours", NOW)
        entry = retry_on_conflict(battle, lambda: battle.write_note("ours", NOW))
        other.refresh()
        assert (entry.n, [one.note for one in other.entries()]) == (2, ["theirs", "ours"])


def test_what_is_refused_for_another_reason_is_not_tried_again(tmp_path: Path) -> None:
    with Store(tmp_path / "battles.db") as store:
        battle = Battle.create(store, registry.load("td"), "friday", SETUP, NOW)
        tries = []

        def undo() -> object:
            tries.append(1)
            return battle.undo(NOW)

        with pytest.raises(No):
            retry_on_conflict(battle, undo)
        assert len(tries) == 1

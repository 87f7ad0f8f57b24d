"""What battles are tried with: a store of their own, a battle at a hedge, and the same dice every time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tests.hedge import NOW, SEED, SETUP, TD


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "battles.db") as opened:
        yield opened


@pytest.fixture
def battle(store: Store) -> Battle:
    return Battle.create(store, TD, "At the hedge", SETUP, NOW)


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every battle has the same seed: with it the first shots leave their target on the table."""
    monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: SEED)

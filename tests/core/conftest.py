"""The worked example of docs/dev/games.md, for tests that break it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_cli.core.system import System

COIN_DUEL = Path(__file__).parents[2] / "docs" / "coin_duel"


@pytest.fixture
def coin(monkeypatch: pytest.MonkeyPatch) -> System:
    """Coin Duel, not installed."""
    monkeypatch.syspath_prepend(str(COIN_DUEL))
    from coin_duel import SYSTEM  # type: ignore[import-not-found]

    assert isinstance(SYSTEM, System)
    return SYSTEM

"""What every game system must keep, asked of this one."""

from pathlib import Path
from typing import Any

import pytest
from my_game import SYSTEM

from tabletop_cli.core.testing import check_armies, check_system, load_list, play_evening, play_out

FOLDER = Path(__file__).parents[1] / "armies"
LANTERNS, WARDENS = (load_list(SYSTEM, FOLDER / f"{name}.toml") for name in ("lanterns", "wardens"))
WRONG = {"system": SYSTEM.id, "budget": 1, "units": [{"type": "no such unit"}, {"type": "scouts", "count": 0}]}


def set_up(kind: str) -> dict[str, Any]:
    """A set-up of one of the games; add yours when you write another."""
    return {"battle": {"armies": {"a": LANTERNS, "b": WARDENS}, "catalogue": WARDENS["catalogue"]}}[kind]


def test_the_system() -> None:
    check_system(SYSTEM)


def test_the_lists() -> None:
    check_armies(SYSTEM, [LANTERNS, WARDENS, WRONG])


@pytest.mark.parametrize("kind", SYSTEM.games)
@pytest.mark.parametrize("seed", range(3))
def test_games_at_random(kind: str, seed: int) -> None:
    assert play_out(SYSTEM, set_up(kind), seed=seed, events=40, game=kind)


@pytest.mark.parametrize("kind", SYSTEM.games)
def test_an_evening(kind: str) -> None:
    assert play_evening(SYSTEM, set_up(kind), seed=1, kind=kind).events

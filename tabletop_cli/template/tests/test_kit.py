"""What every game system must keep, asked of this one."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
from my_game import SYSTEM

from tabletop_cli.core.testing import check_armies, check_system, play_evening, play_out

FOLDER = Path(__file__).parents[1] / "armies"


def army(name: str) -> dict[str, Any]:
    """A list of the folder, with the catalogue that it names in its place."""
    data = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    if "catalogue" in data:
        data["catalogue"] = tomllib.loads((FOLDER / data["catalogue"]).read_text(encoding="utf-8"))
    return data


WRONG = {"system": SYSTEM.id, "budget": 1, "units": [{"type": "no such unit"}, {"type": "scouts", "count": 0}]}


def set_up(kind: str) -> dict[str, Any]:
    """A set-up of one of the games; add yours when you write another."""
    armies = {"a": army("lanterns"), "b": army("wardens")}
    return {"battle": {"armies": armies, "catalogue": armies["b"]["catalogue"]}}[kind]


def test_the_system() -> None:
    check_system(SYSTEM)


def test_the_lists() -> None:
    check_armies(SYSTEM, [army("lanterns"), army("wardens"), WRONG])


@pytest.mark.parametrize("kind", SYSTEM.games)
@pytest.mark.parametrize("seed", range(3))
def test_games_at_random(kind: str, seed: int) -> None:
    assert play_out(SYSTEM, set_up(kind), seed=seed, events=40, game=kind)


@pytest.mark.parametrize("kind", SYSTEM.games)
def test_an_evening(kind: str) -> None:
    assert play_evening(SYSTEM, set_up(kind), seed=1, kind=kind).events

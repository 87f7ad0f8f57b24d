"""tgf keeps what every game system promises, and so do whole battles of two and three at random."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.system import System
from tests.seated import seat_armies

FOLDER = Path(__file__).parents[3] / "armies" / "tgf"
ARMIES = sorted(FOLDER.glob("*.toml"))
HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"cc": "simultaneous", "hide": "ld-check", "fall-over-54": {"dam": 20, "hits": 2}},
    {"suppression-hit": "count", "suppression-dam": 8, "overwatch-actions": 2, "initiative-multi": "winner-chooses"},
    {"fo-actions": "paid", "fo-ld": "own", "morale-multiple": "each", "recovery-cost": "strict-three"},
)


@pytest.fixture(scope="module")
def tgf() -> System:
    return registry.load("tgf")


SHOT: dict[str, Any] = {"level": "veteran", "weapon": "assault-rifle", "distance": 35, "armor": 6}
# Where the example rolls more dice than brute force can, a smaller situation has the odds judged.
SMALLER: dict[str, dict[str, Any]] = {
    "fire": {**SHOT, "cover_type": "soft"},
    "volley": {"start": 1, "actions": [{**SHOT, "count": 1}]},
    "climb": {"height": 5, "armor": 7},
}


@pytest.mark.slow
def test_the_conformance_kit(tgf: System) -> None:
    """And the odds of every resolver that has some are judged by brute force, face by face."""
    judged = testing.check_system(tgf, rolls=9_000, smaller=SMALLER)
    assert judged.keys() == {one.id for one in tgf.resolvers.values() if one.odds is not None}
    assert {name for name, share in judged.items() if share < 1} <= {"recover", "initiative"}


def setup(tgf: System, players: int, seed: int) -> dict[str, Any]:
    """A battle of example armies, with loaded guns and house rules by turns."""
    names = ["triangle-red", "triangle-blue", "triangle-grey", "gun-line", "thunder-battery"]
    paths = [FOLDER / f"{names[(seed + at) % len(names)]}.toml" for at in range(players)]
    armies = [tomllib.loads(path.read_text(encoding="utf-8")) for path in paths]
    seated = dict(seat_armies(tgf.game, {"house": HOUSES[seed % len(HOUSES)]}, armies))
    units = [unit for player in seated["players"] for unit in player["army"]["units"]]
    return {**seated, "loaded": [unit["id"] for unit in units if unit["kind"] == "gun-crew"]}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_battles_at_random(tgf: System, seed: int) -> None:
    """What is offered is accepted, and a machine with the same dice comes to the same state."""
    avoid = ("end-battle", "leave-area", *(("shot-at", "end-activation") if seed % 2 else ()))
    played = testing.play_out(tgf, setup(tgf, 2 + seed % 2, seed), seed=seed, events=30, avoid=avoid)
    assert len(played) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_battles_of_home_made_rows_at_random(tgf: System, seed: int) -> None:
    wardens, catalogue = (
        tomllib.loads((FOLDER / f"reed-wardens{ending}.toml").read_text(encoding="utf-8"))
        for ending in ("", ".catalogue")
    )
    printed = tomllib.loads((FOLDER / "triangle-red.toml").read_text(encoding="utf-8"))
    seated = seat_armies(tgf.game, {"loaded": ["rw3"]}, [{**wardens, "catalogue": catalogue}, printed])
    played = testing.play_out(tgf, {**seated, "catalogue": catalogue}, seed=seed, events=40, avoid=("end-battle",))
    assert len(played) >= 12


@pytest.mark.slow
def test_battles_at_random_reach_every_event(tgf: System) -> None:
    """A walk that never comes to a reaction would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(100, 140):
        avoid = ("end-battle", "leave-area", "drop", "end-activation") if seed % 4 else ()
        if seed % 4 > 1:  # where hits are reported, squads go whole, and others witness it
            avoid = (*avoid, "shot-at")
        seen.update(one["do"] for one in testing.play_out(tgf, setup(tgf, 2, seed), seed=seed, events=40, avoid=avoid))
        if seen.keys() >= tgf.game.events.keys():
            return
    assert sorted(tgf.game.events.keys() - seen.keys()) == []

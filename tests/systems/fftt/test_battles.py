"""The battle of FFTT keeps what every game promises: whole battles at random, under many house rules."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.system import System

ARMIES = Path(__file__).parents[3] / "armies" / "fftt"
MARINES = ("hq", "engineer", "grunt", "medic", "grenadier", "sniper")
MACHINA = ("hq", "tank", "missile-tank", "scanner", "terminator", "sentinel")
INSECTOIDS = ("queen", "stinger", "acid-spitter", "razor-dog", "drone", "bomb-bug")
MACHINES = {"credit"}  # people have said it before the step was left
ENDS = ("surrender", "end", "retreat")  # of a battle, or of most of it

Setup = dict[str, Any]


@pytest.fixture(scope="module")
def fftt() -> System:
    return registry.load("fftt")


def setup(*armies: tuple[str, ...], edit: dict[str, Setup] | None = None, **more: Any) -> Setup:
    """A battle of these units: a1, a2, ... against b1, b2, ..."""
    sides = "abcd"[: len(armies)]
    figures: dict[str, Setup] = {
        f"{side}{at}": {"side": side, "unit": unit}
        for side, army in zip(sides, armies, strict=True)
        for at, unit in enumerate(army, 1)
    }
    for one, changes in (edit or {}).items():
        figures[one] |= changes
    return {"figures": figures, "sides": list(sides), **more}


FLANKS = {"a3": {"flank": "left"}, "b5": {"flank": "right"}, "b6": {"flank": "left"}}
HEROES = {
    "a2": {"abilities": ["storm-bringer", "full-metal-jacket"], "xp": 33},
    "a5": {"abilities": ["storm-bringer", "lucky-bastard"], "elite": True},
    "b4": {"abilities": ["full-metal-jacket", "glimmering"]},
}
WOUNDED = {"a3": {"suffered": 1}, "b1": {"suffered": 1}}
OTHERWISE = {
    "action-points": "per-phase",
    "light-fire": "first-phase-only",
    "light-fire-eligibility": "remaining",
    "shots-per-step": "unlimited",
    "moves-per-step": "one",
    "opportunity-fire-cost": "two",
    "opportunity-fire-declaration": "reserved",
    "first-mover-choice": "phase",
    "attacker-roll": "1d6",
    "hth-timing": "after-casualties",
    "engaged-fire": "forbidden",
    "opportunity-in-contact": "no",
    "lone-victim": "beaten-opponent",
    "heal-hq": "yes",
    "goo-roll": "once-per-turn",
    "goo-exception": "immune",
    "acid-impact": "grenade-wounds",
    "storm-bringer-hit": "grenade",
    "arrival-roll": "per-player",
    "corpses": "all-figures",
    "off-table-counts": "no",
}
KINDS: tuple[Setup, ...] = (
    {},
    {"campaign": True, "edit": HEROES},
    {"start": "attacker", "edit": FLANKS},
    {"edit": FLANKS, "house": OTHERWISE},
    {"edit": HEROES, "house": {**OTHERWISE, "engaged-fire": "free", "storm-bringer-hit": "missile"}},
    {"ends": {"other": True, "turns": 3, "third": True, "hqs": True}},
)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "kind"), [*enumerate(KINDS * 2)])
def test_battles_at_random(fftt: System, seed: int, kind: Setup) -> None:
    """What is offered is accepted, and the log leads to the same state."""
    foes = INSECTOIDS if seed % 2 else MACHINA
    avoid = ENDS if seed % 3 else ("end",)
    testing.play_out(fftt, setup(MARINES, foes, **kind), seed=seed, events=70, avoid=avoid)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_example_armies_at_random(fftt: System, seed: int) -> None:
    """Lists with flanks and generals, of one budget."""
    files = sorted(ARMIES.glob("*.toml"))
    armies = [tomllib.loads(path.read_text(encoding="utf-8")) for path in files]
    armies = [army for army in armies if army.get("budget") == 15 and army.get("mode", "battle") == "battle"]
    battle = {"armies": {"a": armies[seed % len(armies)], "b": armies[(seed + 1) % len(armies)]}}
    assert len(testing.play_out(fftt, battle, seed=seed, events=40, avoid=ENDS)) == 40


@pytest.mark.slow
def test_four_sides_at_random(fftt: System) -> None:
    armies = (MARINES[:4], INSECTOIDS[:4], MACHINA[1:4], ("bomb-bug", "drone", "queen"))
    battle = setup(*armies, alliances=[["a", "c"], ["b", "d"]], campaign=True)
    assert len(testing.play_out(fftt, battle, seed=5, events=60, avoid=ENDS)) == 60


@pytest.mark.slow
def test_battles_at_random_reach_every_event(fftt: System) -> None:
    """A walk that never comes to a healer would prove little: there are wounded, and what was played is avoided."""
    seen: set[str] = set()
    quiet = ("interact", "grant-reloads", "ability", "fire", "move", "opportunity-fire", "reserve")
    for seed in range(72):
        kind = KINDS[seed % len(KINDS)]
        avoid = ((*quiet, *ENDS), (*seen, *ENDS[:2]), ("next", *ENDS), ENDS[:2])[seed // 2 % 4]
        foes = (INSECTOIDS, INSECTOIDS) if seed % 2 else (MARINES, INSECTOIDS)
        edit = WOUNDED | {one: WOUNDED.get(one, {}) | changes for one, changes in kind.get("edit", {}).items()}
        battle = setup(*foes, **(kind | {"edit": edit, "campaign": seed % 3 < 2, "ends": {"other": True}}))
        seen |= {event["do"] for event in testing.play_out(fftt, battle, seed=seed, events=90, avoid=avoid)}
        if seen >= fftt.game.events.keys() - MACHINES:
            return
    assert sorted(fftt.game.events.keys() - MACHINES - seen) == []

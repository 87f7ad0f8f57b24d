"""td keeps what every game system promises: the conformance kit on its declarations, and whole battles at random."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import merged_references, resolve_references
from tabletop_cli.core.rule.resolve import odds_of, outcome_name
from tabletop_cli.core.system import System
from tabletop_cli.systems.td.fighting import FightOdds
from tabletop_cli.systems.td.melee import Pool

FOLDER = Path(__file__).parents[3] / "armies" / "td"
ARMIES = sorted(path for path in FOLDER.glob("*.toml") if not path.stem.endswith(".catalogue"))


@pytest.fixture(scope="module")
def td() -> System:
    return registry.load("td")


# Where the example rolls more dice than brute force can, a smaller situation has the odds judged.
SMALLER: dict[str, dict[str, Any]] = {
    "group-fire": {"weapons": ["infantry", "infantry"], "target": {"terrain": "rough"}},
    "cc-fight": {"attacker": {"cc": 1}, "defender": {"cc": 1}},
}


@pytest.mark.slow
def test_the_conformance_kit(td: System) -> None:
    """And the odds of every resolver that has some are judged by brute force: all faces, but of endless fights."""
    judged = testing.check_system(td, rolls=8_000, smaller=SMALLER)
    assert judged.keys() == {one.id for one in td.resolvers.values() if one.odds is not None}
    assert {name for name, share in judged.items() if share < 1} == {"cc-fight"}


HOUSE: dict[str, Any] = {
    "guns": {
        "light-gun": {"armour_penetration": 2, "direct_fire_dice": 3, "kill_potential": 2, "reload": 1},
        "hand-held-gun": {"armour_penetration": 3, "reload": 1},
    }
}

SITUATIONS: list[tuple[str, dict[str, Any]]] = [
    ("direct-fire", {"weapon": "hmg", "target": {"terrain": "rough", "status": "pinned"}}),
    ("direct-fire", {"weapon": "light-gun", "nearby": 3, "house": HOUSE}),
    ("direct-fire", {"weapon": "light-gun"}),
    ("group-fire", {"weapons": ["hmg", "infantry"], "target": {"terrain": "rough", "status": "suppressed"}}),
    ("anti-vehicle", {"weapon": "hand-held-gun", "vehicle": {"armour": 4}, "house": HOUSE}),
    ("rally", {"experience": "green", "status": "pinned", "bonuses": [1, 0]}),
    ("cc-round", {"attacker": {"cc": 2, "tokens": 1}, "defender": {"cc": 1, "armour": 1}}),
    ("cc-round", {"attacker": {"cc": 0}, "defender": {"cc": 2}}),
    ("cc-fight", {"attacker": {"cc": 1, "tokens": 1}, "defender": {"cc": 1, "armour": 1}}),
    (
        "cc-fight",
        {"attacker": {"cc": 1, "tokens": 2}, "defender": {"cc": 1, "armour": 1}, "house": {"armour_hold": "saves"}},
    ),
    ("cc-fight", {"attacker": {"cc": 2, "tokens": 1}, "defender": {"cc": 1}, "house": {"close_combat": "variant-2"}}),
    ("cc-fight", {"attacker": {"cc": 1, "armour": 1}, "defender": {"cc": 1}, "house": {"close_combat": "variant-2"}}),
    ("cc-fight", {"attacker": {"cc": 0}, "defender": {"cc": 0}}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("resolver", "facts"), SITUATIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_situations_beside_the_examples(td: System, resolver: str, facts: dict[str, Any]) -> None:
    testing.check_situation(td, td.find_resolver(resolver), facts, rolls=8_000)


class WithAllTokens(FightOdds):
    """The odds of a fight that forgets no token."""

    tells_tokens = True


@pytest.mark.slow
@pytest.mark.parametrize("saves", ["wins", "saves"])
def test_forgotten_tokens_change_no_odds(td: System, saves: str) -> None:
    """Odds leave out tokens that can never count: with them they are the same, only dearer."""
    pools = [Pool(cc=cc, armour=armour, tokens=tokens) for cc in (1, 3) for armour in (0, 2) for tokens in (0, 1, 2, 4)]
    house = td.reference.house.read({"armour_hold": saves})
    for one, two in product(pools, pools):
        lean = FightOdds(house=house, attacker=one, defender=two, detail=True)
        full = WithAllTokens(house=house, attacker=one, defender=two, detail=True)
        resolver = td.find_resolver("cc-fight")
        assert odds_of(td, resolver, lean) == odds_of(td, resolver, full), (one, two)


@pytest.mark.parametrize("attempts", [2, 3])
def test_odds_of_several_attempts(td: System, attempts: int) -> None:
    """Facts that only odds have: judged by brute force too."""
    resolver = td.find_resolver("rally")
    facts = {"experience": "regular", "status": "suppressed", "bonuses": [1], "attempts": attempts}
    situation = td.read_situation(resolver.odds_situation(), facts)
    odds = odds_of(td, resolver, situation)
    testing.check_distribution(odds)
    testing.check_brute_force(odds, lambda dice: outcome_name(resolver, situation, dice), 60_000)


def setup(one: Path, two: Path, **house: Any) -> dict[str, Any]:
    """A battle of two example armies, with the house rules and the home-made rows of both."""
    system = registry.load("td")
    armies = [resolve_references(system, load_file(path)) for path in (one, two)]
    sides = {side: {"army": army, "actions": 40} for side, army in zip("ab", armies, strict=True)}
    rules = {**armies[0].get("house", {}), **armies[1].get("house", {}), **house}
    return {"sides": sides, "house": rules, **merged_references(system, armies)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_battles_at_random(td: System, seed: int) -> None:
    """What is offered is accepted, and the log leads to the same state, under both variants of close combat."""
    one, two = ARMIES[seed % len(ARMIES)], ARMIES[(3 * seed + 1) % len(ARMIES)]
    house = {"close_combat": "variant-2"} if seed % 3 == 2 else {}
    played = testing.play_out(td, setup(one, two, **house), seed=seed, events=40, avoid=("goal",))
    assert len(played) >= 30  # a side may be wiped out before the last


@pytest.mark.slow
def test_battles_at_random_reach_every_event(td: System) -> None:
    """A walk that never comes to close combat would prove little."""
    seen: Counter[str] = Counter()
    for seed in range(100, 124):
        pair = ARMIES[seed % len(ARMIES)], ARMIES[(seed // 3) % len(ARMIES)]
        avoid = ("goal",) if seed % 4 else ()  # the goal ends a battle
        seen.update(event["do"] for event in testing.play_out(td, setup(*pair), seed=seed, events=50, avoid=avoid))
        if seen.keys() >= td.game.events.keys():
            return
    assert sorted(td.game.events.keys() - seen.keys()) == []


def test_the_armies_that_are_played_are_the_example_armies(td: System) -> None:
    assert len(ARMIES) >= 6
    assert all(load_file(path).data["system"] == "td" for path in ARMIES)

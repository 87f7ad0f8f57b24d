"""Every ruling and every odds table of fftt against the independent judge, over situations that nobody thought of."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.rule.resolve import exact_odds
from tabletop_cli.systems.fftt.shooting import outcome_words
from tests.examples import examples

from .judge import OUTCOMES
from .judge_chances import ODDS
from .judge_figures import ABILITIES, ROWS, Man

Situations = st.SearchStrategy[tuple[dict[str, Any], dict[str, Any]]]
UNITS = tuple(ROWS)


def house(**switches: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {}, optional={key.replace("_", "-"): st.sampled_from(v) for key, v in switches.items()}
    )


def figures(units: tuple[str, ...] = UNITS, **more: Any) -> st.SearchStrategy[Any]:
    """Figures that live, as a word or a table."""
    gifts = ("crack-shooter", "iron", "chameleon", "full-metal-jacket", "lucky-bastard", "berserk", "glimmering")
    facts = {
        "suffered": st.integers(0, 3),
        "wounded": st.booleans(),
        "elite": st.booleans(),
        "xp": st.sampled_from((0, 7, 8, 15, 16, 20, 24, 40)),
        "veteran": st.booleans(),
        "abilities": st.lists(st.sampled_from(gifts), max_size=2),
        **more,
    }
    table = st.fixed_dictionaries({"unit": st.sampled_from(units)}, optional=facts)
    alive = table.filter(lambda one: Man(one).suffered < Man(one).wounds)
    return alive if more else st.one_of(st.sampled_from(units), alive)


CM = st.one_of(st.integers(0, 72), st.sampled_from((0.5, 4.5, 5, 5.5, 10, 20, 30, 40, 50, 60, 70, 70.5)))
SHOT = {
    "cover": st.booleans(),
    "indirect": st.booleans(),
    "mode": st.sampled_from(("light", "general", "opportunity")),
    "both_inside": st.booleans(),
}
DIRECT = ("engineer", "sniper", "grunt", "medic", "tank", "terminator", "sentinel", "stinger")
BLASTS = ("grenadier", "missile-tank", "acid-spitter")
RULES = {
    "light_fire_eligibility": ("profile", "remaining"),
    "range_boundary": ("short", "long"),
    "full_metal_tank": ("two", "four"),
    "deviation_cap": ("16", "none"),
    "acid_impact": ("goo-only", "grenade-wounds"),
}


def shots(units: tuple[str, ...], **more: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Shots, most of them in range; few are not allowed."""
    needed = {"shooter": figures((*units, *units, *UNITS)), "distance": st.one_of(st.integers(0, 20), CM)}
    needed |= {key: more.pop(key) for key in ("target",) if key in more}
    return st.fixed_dictionaries(needed, optional={**SHOT, **more})


AIMED = {"target": figures(), "into_melee": st.booleans()}
FIGHTER = figures(ap=st.integers(0, 4))
MELEE = st.tuples(
    st.fixed_dictionaries(
        {"lone": FIGHTER, "group": st.lists(FIGHTER, min_size=1, max_size=3)}, optional={"campaign": st.booleans()}
    ),
    house(hth_low_totals=("plain", "floor-at-one")),
)
WHOLE = st.integers(0, 40)
SITUATIONS: dict[str, Situations] = {
    "initiative": st.tuples(st.fixed_dictionaries({}, optional={"players": st.integers(2, 4)}), house()),
    "attacker": st.tuples(st.just({}), house(attacker_roll=("2d6", "1d6"))),
    "turn-order": st.tuples(st.fixed_dictionaries({"players": st.integers(2, 12)}), house()),
    "deployment": st.tuples(
        st.fixed_dictionaries(dict.fromkeys(("width", "depth"), st.sampled_from((80, 80, 100, 120, 90)))),
        house(deployment_by=("depth", "shortest-side")),
    ),
    "flank-limit": st.tuples(st.fixed_dictionaries({"fp": WHOLE}), house(flank_quarter=("fp", "figures"))),
    "flank-placement": st.tuples(
        st.fixed_dictionaries(
            {"from_edge": st.sampled_from((0, 7.5, 10, 10.5, 40))},
            optional={
                "in_enemy_zone": st.booleans(),
                "in_own_zone": st.booleans(),
                "scanner_distances": st.lists(st.sampled_from((29.5, 30, 31, 200)), max_size=2),
            },
        ),
        house(),
    ),
    "flank-arrival": st.tuples(st.fixed_dictionaries({"turn": st.integers(1, 10)}), house()),
    "flank-wait": st.tuples(st.fixed_dictionaries({"turn": st.integers(1, 10)}), house()),
    "move": st.tuples(
        st.fixed_dictionaries(
            {
                "figure": st.builds(
                    lambda unit, gifts: {"unit": unit, "abilities": gifts},
                    st.sampled_from(UNITS),
                    st.lists(st.sampled_from(("road-runner", "glimmering", "iron")), max_size=3),
                ),
                "terrain": st.lists(st.booleans(), max_size=5),
            }
        ),
        house(terrain_cost=("whole-action", "per-cm")),
    ),
    "los-over": st.tuples(
        st.fixed_dictionaries({"shooter_higher": st.booleans(), "shooter_to_obstacle": CM, "target_to_obstacle": CM}),
        house(),
    ),
    "shot": st.tuples(shots(DIRECT, **AIMED), house(**RULES)),
    "blast-shot": st.tuples(shots(BLASTS, **AIMED), house(**RULES)),
    "deviation": st.tuples(shots(BLASTS, **AIMED), house(**RULES)),
    "blast-wounds": st.tuples(
        st.fixed_dictionaries(
            {
                "kind": st.sampled_from(("grenade", "missile")),
                "distance": st.sampled_from((0, 1.5, 1.6, 3, 3.1, 6, 6.5, 9, 9.1)),
            }
        ),
        house(),
    ),
    "storm-bringer": st.tuples(
        st.fixed_dictionaries({"shooter": figures((*DIRECT, *BLASTS, *BLASTS, "queen"))}),
        house(storm_bringer_hit=("own-weapon", "grenade", "missile"), acid_impact=("goo-only", "grenade-wounds")),
    ),
    "volley": st.tuples(
        st.fixed_dictionaries(
            {
                "target": figures(),
                "shots": st.lists(
                    st.builds(
                        lambda shot, n: {**shot, "count": n},
                        st.fixed_dictionaries(
                            {"shooter": figures((*DIRECT, *BLASTS)), "distance": st.integers(0, 20)},
                            optional={"cover": st.booleans(), "mode": st.sampled_from(("general", "opportunity"))},
                        ),
                        st.integers(1, 3),
                    ),
                    max_size=3,
                ),
            }
        ),
        house(**RULES),
    ),
    "wound-state": st.tuples(st.fixed_dictionaries({"figure": figures(), "suffered": st.integers(0, 8)}), house()),
    "melee": MELEE,
    "melee-deaths": MELEE,
    "acid": st.tuples(
        st.fixed_dictionaries({"figure": st.sampled_from(UNITS)}, optional={"rolls": st.integers(1, 12)}),
        house(goo_exception=("movement-only", "immune")),
    ),
    "hatch": st.tuples(st.just({}), house()),
    "general-ability": st.tuples(st.just({}), house()),
    "experience": st.tuples(st.fixed_dictionaries({"xp": WHOLE}), house()),
    "ammo": st.tuples(
        st.fixed_dictionaries(
            {
                "figure": st.builds(
                    lambda unit, gifts: {"unit": unit, "abilities": gifts},
                    st.sampled_from(UNITS),
                    st.lists(st.sampled_from(("happy-trigger", "iron")), max_size=1),
                ),
                "sources_left": st.integers(0, 1),
                "missed": st.booleans(),
            }
        ),
        house(ai=("tank", "all-machina")),
    ),
    "hazard": st.tuples(
        st.fixed_dictionaries(
            {"units": st.dictionaries(st.sampled_from(UNITS), st.integers(1, 4), min_size=1, max_size=4)},
            optional={"hazards": st.integers(1, 2)},
        ),
        house(hazard_rounding=("at-least", "at-most")),
    ),
    "income": st.tuples(st.fixed_dictionaries({"cities": WHOLE, "fought": st.booleans()}), house()),
    "victory-points": st.tuples(
        st.fixed_dictionaries(
            {"fp_killed": WHOLE, "commanders_killed": st.integers(0, 3), "cities": WHOLE, "month_end": st.booleans()}
        ),
        house(),
    ),
    "commander": st.tuples(
        st.fixed_dictionaries(
            {"unit": st.sampled_from(UNITS), "replacement": st.booleans(), "killed_week": st.integers(1, 9)}
        ),
        house(),
    ),
}


def test_every_resolver_has_a_judge() -> None:
    fftt = registry.load("fftt")
    assert set(fftt.resolvers) == set(OUTCOMES) == set(SITUATIONS)
    assert {name for name in fftt.resolvers if fftt.find_resolver(name).odds} == set(ODDS)


@pytest.mark.parametrize("resolver", sorted(ODDS))
@examples(60)
@given(data=st.data())
def test_the_odds_are_those_of_the_judge(resolver: str, data: st.DataObject) -> None:
    facts, rules = data.draw(SITUATIONS[resolver])
    found = exact_odds(registry.load("fftt"), resolver, {**facts, "house": rules})
    assert found == ODDS[resolver](facts, rules)
    assert sum(found.values()) == Fraction(1)


@pytest.mark.parametrize("resolver", sorted(OUTCOMES))
@examples(60)
@given(data=st.data())
def test_the_dice_lead_where_the_judge_says(resolver: str, data: st.DataObject) -> None:
    """As many dice as `needed` says, again and again, lead to an end; one more is one too many."""
    facts, rules = data.draw(SITUATIONS[resolver])
    chance = Random(data.draw(st.integers(0, 10**6)))  # no list of equal faces, which would be thrown again for ever
    source = [chance.randint(1, 6) for _ in range(400)]
    dice: list[int] = []
    ask = {"do": "resolve", "system": "fftt", "resolver": resolver, "situation": {**facts, "house": rules}}
    while not (got := reply_to_request({**ask, "dice": dice}))["ok"]:
        assert got["error"]["code"] == "bad-dice"
        assert got["error"]["needed"] > len(dice)
        dice = source[: got["error"]["needed"]]
    thrown: list[int] = []

    def roll(n: int) -> tuple[int, ...]:
        thrown.extend(source[len(thrown) : len(thrown) + n])
        return tuple(thrown[-n:])

    assert got["outcome"] == OUTCOMES[resolver](facts, rules, roll)
    assert thrown == dice
    assert got["dice_used"] == len(dice)
    if got["outcome"].get("legal", True):
        much = reply_to_request({**ask, "dice": [*dice, 1]})
        assert much["error"] == {**much["error"], "code": "bad-dice", "needed": len(dice)}


@pytest.mark.parametrize("face", [0, 7, True, "4", 2.0, None])
def test_a_face_that_no_die_has(face: object) -> None:
    got = reply_to_request(
        {"do": "resolve", "system": "fftt", "resolver": "general-ability", "situation": {}, "dice": [face, 1]}
    )
    assert got["error"]["code"] == "bad-dice"


def test_twelve_against_one_in_several_rounds() -> None:
    """The hardest odds that the book knows; all dogs differ."""
    gifts = [["berserk"] * (at % 3) for at in range(12)]
    dogs = [
        {"unit": "razor-dog", "ap": 1 + at % 4, "elite": at % 2 == 0, "abilities": gift}
        for at, gift in enumerate(gifts)
    ]
    queen = {"unit": "queen", "ap": 3, "elite": True, "abilities": ["berserk"] * 5}
    facts = {"lone": queen, "group": dogs}
    fftt = registry.load("fftt")
    assert exact_odds(fftt, "melee", facts) == ODDS["melee"](facts, {})
    assert exact_odds(fftt, "melee-deaths", facts) == ODDS["melee-deaths"](facts, {})


def test_all_abilities_are_known() -> None:
    for at, ability in enumerate(ABILITIES):
        situation = {"figure": {"unit": "grunt", "abilities": [ability] * 2}, "suffered": at}
        got = reply_to_request({"do": "resolve", "system": "fftt", "resolver": "wound-state", "situation": situation})
        assert got["outcome"]["total"] == 2 + 2 * (ability == "iron")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("target-0-opponent-0", "no wound"),
        ("target-2-opponent-1", "2 wounds on the target, 1 wound on the opponent"),
        ("target-0-moved-1", "no wound, 1 burst on the opponent"),
        ("target-1-in-goo", "1 wound on the target, the target in goo"),
        ("target-0-clear", "no wound, the target clear of goo"),
    ],
)
def test_outcomes_of_shots_are_told_in_words(name: str, words: str) -> None:
    assert outcome_words(name) == words


def test_people_read_the_odds_of_a_burst_in_words() -> None:
    system = registry.load("fftt")
    found = {}
    for one in ("blast-shot", "deviation", "storm-bringer", "shot"):
        resolver = system.find_resolver(one)
        assert resolver.odds is not None
        found[one] = list(resolver.odds.with_titles(exact_odds(system, one, resolver.example)))
    assert "no wound, 1 burst on the opponent" in found["blast-shot"]
    assert found["deviation"][:2] == ["hit", "deviates 2 cm"]
    assert not any("-" in name for names in found.values() for name in names)

"""Every odds table of tgf against the independent judge, over situations and house rules that nobody thought of."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.rule.resolve import exact_odds
from tests.examples import examples

from .judge import ARMOURY, BANDS, JUDGES, LEVELS, band_of, cell

TEMPLATES = ("mortar-50mm", "mortar-80mm", "mortar-120mm", "infantry-gun-75")
SINGLE = tuple(name for name in ARMOURY if name not in TEMPLATES)
SUPPLIED = {"pb": {"hit": 1, "dam": 9, "shots": 2, "hits": 2}, "cc": {"hit": -1, "dam": 7}}

ARMOR, LD, DEPTH = st.integers(0, 12), st.integers(-2, 23), st.sampled_from(("none", "edge", "deep"))
CM = st.one_of(st.integers(0, 140), st.sampled_from((19.5, 20, 40, 70, 110, 140, 60.5)))


def house(**switches: tuple[Any, ...]) -> st.SearchStrategy[dict[str, Any]]:
    every = {"naturals": ("none", "auto"), **switches}
    return st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in every.items()})


HALVING = {"halving-stack": ("cumulative", "once"), "halving-apply": ("base", "final")}
TIMES = {"hit-multiplier": ("shots", "hits"), "damage-multiplier": ("hits", "times")}
EDGE = {"band-edge": ("near", "far")}
STACKING = {"cover-stacking": ("cumulative", "strongest")}
SOLDIER = {"panicked": st.booleans(), "out_of_command": st.booleans()}
SHELTER = {"cover_type": st.sampled_from(("none", "soft", "hard")), "forest": DEPTH, "crest": DEPTH}
AIM = {
    "prone": st.booleans(),
    "cover_pct": st.one_of(st.integers(0, 100), st.sampled_from(("slit", 24.9, 25, 50, 50.5, 75))),
    "forest": DEPTH,
    "crest": DEPTH,
    "night": st.booleans(),
    "tracer": st.booleans(),
    "aimed": st.booleans(),
    "height_cm": st.one_of(st.integers(-50, 50), st.sampled_from((9.9, -9.9, 7.5))),
}


def shots(weapons: tuple[str, ...], **more: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Shots that are possible at any edge of bands."""
    needed = {"level": st.sampled_from(tuple(LEVELS)), "weapon": st.sampled_from(weapons), "distance": CM, "ld": LD}
    needed |= {key: one for key, one in more.items() if key in ("armor", "targets")}
    rest = {key: one for key, one in more.items() if key not in needed}
    every = st.fixed_dictionaries(needed, optional={**SOLDIER, **AIM, **rest})
    return every.filter(
        lambda facts: all(
            cell(facts["weapon"], str(band_of(facts["distance"], {"band-edge": edge})), {}) for edge in ("near", "far")
        )
    )


FIRE = shots(SINGLE, armor=ARMOR, cover_type=SHELTER["cover_type"])
BLOW = st.fixed_dictionaries(
    {
        "level": st.sampled_from(tuple(LEVELS)),
        "weapon": st.sampled_from([name for name in ARMOURY if cell(name, "cc", {})]),
        "armor": ARMOR,
    },
    optional={
        **SOLDIER,
        **SHELTER,
        "target_height": st.sampled_from(("same", "higher", "lower")),
        "prone": st.booleans(),
        "behind_cover": st.booleans(),
        "friends": st.integers(0, 5),
    },
)
SITUATIONS: dict[str, st.SearchStrategy[tuple[dict[str, Any], dict[str, Any]]]] = {
    "fire": st.tuples(FIRE, house(**HALVING, **TIMES, **EDGE, **STACKING, **{"ar-long-damage": (0, 10)})),
    "volley": st.tuples(
        st.builds(
            lambda start, actions: {"start": start, "actions": actions},
            st.integers(1, 6),
            st.lists(st.builds(lambda facts, n: {**facts, "count": n}, FIRE, st.integers(1, 3)), max_size=3).filter(
                lambda actions: all(one["weapon"] != "flare-gun" for one in actions)
            ),
        ),
        house(**TIMES),
    ),
    "template-fire": st.tuples(
        st.builds(
            lambda facts, indirect: {**facts, "indirect": indirect and facts["weapon"] != "infantry-gun-75"},
            shots(TEMPLATES, targets=st.lists(st.fixed_dictionaries({"armor": ARMOR}, optional=SHELTER), max_size=4)),
            st.booleans(),
        ),
        house(**HALVING, **TIMES, **EDGE, **STACKING, **{"indirect-far-roll": ("no", "yes")}),
    ),
    "close-combat": st.tuples(
        st.builds(lambda own, back: {**own, "back": back}, BLOW, st.one_of(st.none(), BLOW)),
        house(**HALVING, **TIMES, **STACKING, **{"cc-cover-damage": ("no", "yes")}).map(
            lambda rules: {**rules, "cc": "simultaneous"}
        ),
    ),
    "suppression-move": st.tuples(
        st.fixed_dictionaries(
            {"strength": st.integers(0, 12), "ld": LD, "armor": ARMOR}, optional={"entering": st.booleans()}
        ),
        house(**{"suppression-hit": ("damage", "count")}).map(lambda rules: {**rules, "suppression-dam": 8}),
    ),
    "recover": st.tuples(
        st.fixed_dictionaries(
            {"level": st.sampled_from(tuple(LEVELS))},
            optional={
                "leader": st.sampled_from(("original", "replacement")),
                "enemy_in_los": st.booleans(),
                "under_fire": st.booleans(),
                "suppression": st.integers(0, 9),
                "out_of_command": st.integers(0, 11),
            },
        ),
        house(),
    ),
    "jump": st.tuples(
        st.builds(
            lambda height, armor: {"height": height, "armor": armor},
            st.one_of(st.integers(0, 60), st.sampled_from((4.9, 5, 9, 18, 27, 36, 45, 54, 54.5))),
            ARMOR,
        ),
        house(
            **EDGE, **{"damage-multiplier": ("hits", "times"), "fall-over-54": ("fatal", {"dam": 21, "hits": 4})}
        ).map(lambda rules: {"fall-over-54": "fatal", **rules}),
    ),
    "climb": st.tuples(
        st.builds(lambda height, armor: {"height": height, "armor": armor}, st.integers(0, 60), ARMOR),
        house(**EDGE, **{"damage-multiplier": ("hits", "times")}).map(lambda rules: {"fall-over-54": "fatal", **rules}),
    ),
    "fo": st.tuples(
        st.fixed_dictionaries({"ld": LD, "actions": st.integers(0, 5)}, optional={"crew_actions": st.integers(0, 4)}),
        house(**{"fo-cap": ("none", "crew-actions")}),
    ),
    "parachute": st.tuples(st.fixed_dictionaries({"ld": LD}), house()),
    "ld-check": st.tuples(st.fixed_dictionaries({"ld": LD}), house()),
    "initiative": st.tuples(
        st.lists(st.integers(6, 14), min_size=1, max_size=3).map(
            lambda lds: {"players": [{"id": f"p-{at}", "ld": ld} for at, ld in enumerate(lds)]}
        ),
        house(**{"initiative-multi": ("descending", "winner-chooses")}),
    ),
}


def test_every_odds_resolver_has_a_judge() -> None:
    tgf = registry.load("tgf")
    assert {name for name in tgf.resolvers if tgf.find_resolver(name).odds} == set(JUDGES) == set(SITUATIONS)


@pytest.mark.parametrize("resolver", sorted(SITUATIONS))
@examples(60)
@given(data=st.data())
def test_the_odds_are_those_of_the_judge(resolver: str, data: st.DataObject) -> None:
    facts, rules = data.draw(SITUATIONS[resolver])
    found = exact_odds(registry.load("tgf"), resolver, {**facts, "house": rules})
    assert found == JUDGES[resolver](facts, rules)
    assert sum(found.values()) == Fraction(1)


@pytest.mark.slow
def test_four_players_and_a_supplied_weapon() -> None:
    """Dearer than the others, and once is enough."""
    tgf = registry.load("tgf")
    four = {"players": [{"id": name, "ld": ld} for name, ld in (("a", 10), ("b", 10), ("c", 9), ("d", 14))]}
    assert exact_odds(tgf, "initiative", four) == JUDGES["initiative"](four, {})
    rules = {"weapons": {"grenade-launcher": SUPPLIED}}
    facts = {"level": "green", "weapon": "grenade-launcher", "distance": 20, "armor": 6}
    assert exact_odds(tgf, "fire", {**facts, "house": rules}) == JUDGES["fire"](facts, rules)


def players(*lds: int) -> dict[str, Any]:
    return {"players": [{"id": f"p{at}", "ld": ld} for at, ld in enumerate(lds)]}


def test_seven_players_and_no_more() -> None:
    """As many orders as somebody may want to read; beyond that people hear by how much it is too many."""
    tgf = registry.load("tgf")
    alike = exact_odds(tgf, "initiative", players(*[9] * 7))
    assert set(alike.values()) == {Fraction(1, 5040)}
    some = exact_odds(tgf, "initiative", players(9, 10, 11, 9, 10, 11, 12))
    assert (len(some), sum(some.values())) == (5040, 1)
    far = exact_odds(tgf, "initiative", players(10**6, 0, 500, 480, -3))
    assert (
        exact_odds(tgf, "initiative", players(60, 0, 40, 20, -3)) == far
    )  # from 20 apart no roll changes who is first
    assert far["p0-then-p2-then-p3-then-p1-then-p4"] == exact_odds(tgf, "initiative", players(0, -3))["p0-then-p1"]
    got = reply_to_request({"do": "odds", "system": "tgf", "resolver": "initiative", "situation": players(*range(8))})
    assert got["error"] == {**got["error"], "code": "too-big", "times": 7}
    many = reply_to_request(
        {"do": "odds", "system": "tgf", "resolver": "initiative", "situation": players(*range(900))}
    )
    assert "more than a million times" in many["error"]["message"]
    assert len(json.dumps(many)) < 400


@pytest.mark.parametrize("counts", [[(3, 30)], [(2, 15), (2, 30)], [(4, 65)]])
def test_volleys_of_many_alike_are_those_of_the_judge(counts: list[tuple[int, int]]) -> None:
    """Many that fire alike are worked out at once: with more hits than the special check wants, and more kills."""
    shot = {"level": "elite", "weapon": "lmg", "armor": 5, "ld": 12}
    facts = {"start": 3, "actions": [{**shot, "distance": far, "count": n} for n, far in counts]}
    assert exact_odds(registry.load("tgf"), "volley", facts) == JUDGES["volley"](facts, {})


@pytest.mark.parametrize("resolver", sorted(SITUATIONS))
@examples(30)
@given(data=st.data())
def test_dice_that_are_short_or_long_are_told_how_many(resolver: str, data: st.DataObject) -> None:
    """As many dice as `needed` says, again and again, lead to an end; one more is one too many."""
    facts, rules = data.draw(SITUATIONS[resolver])
    source = data.draw(st.lists(st.integers(1, 20), min_size=400, max_size=400))
    dice: list[int] = []
    ask = {"do": "resolve", "system": "tgf", "resolver": resolver, "situation": {**facts, "house": rules}}
    while not (got := reply_to_request({**ask, "dice": dice}))["ok"]:
        assert got["error"]["code"] == "bad-dice"
        assert got["error"]["needed"] > len(dice)
        assume(got["error"]["needed"] <= len(source))  # ties are thrown again, for ever if they do not end
        dice = source[: got["error"]["needed"]]
    assert got["dice_used"] == len(dice)
    much = reply_to_request({**ask, "dice": [*dice, 1]})
    assert much["error"] == {**much["error"], "code": "bad-dice", "needed": len(dice)}


@pytest.mark.parametrize("face", [0, 21, True, "4", 2.0, None])
def test_a_face_that_no_die_has(face: object) -> None:
    got = reply_to_request(
        {"do": "resolve", "system": "tgf", "resolver": "ld-check", "situation": {"ld": 9}, "dice": [face]}
    )
    assert got["error"]["code"] == "bad-dice"


def test_bands_of_the_judge() -> None:
    assert [band_of(cm, {}) for cm in (0, 20, 20.1, 40, 70, 110, 140)] == ["pb", "pb", "sr", "sr", "mr", "lr", "er"]
    assert [band_of(cm, {"band-edge": "far"}) for cm in (20, 140)] == ["sr", "er"]
    assert band_of(140.5, {}) is None
    assert len(BANDS) == 6

"""What a rule wants next: facts and dice, one after the other, and nothing that it does not read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.play.seen_dice import Throw
from tabletop_cli.core.play.settling import Facts, Open, next_for_odds, next_to_settle
from tabletop_cli.core.rule.resolve import Ruled, exact_odds, resolve

TD = registry.load("td")
HEDGE = {"next_to_linear": True, "terrain": "open"}
GUN = {"house": {"guns": {"light-gun": {"direct_fire_dice": 4, "kill_potential": 2, "reload": 1}}}}


def wanted(system: str, resolver: str, answers: Mapping[str, Any], dice: Sequence[int] = ()) -> tuple[list[str], Ruled]:
    """What a rule wants if these are the answers (by dotted name, else the default), ``dice`` for dice; its ruling."""
    loaded = registry.load(system)
    one, facts, order = loaded.find_resolver(resolver), Facts({"house": answers.get("house", {})}), list[str]()
    handler = Given(dice)
    while not isinstance(found := next_to_settle(loaded, one, facts), Ruled):
        if isinstance(found, Throw):
            order.append("dice")
            handler.ask(found.request)
            facts = facts.with_rolls(handler.rolls[len(facts.rolls) :])
        else:
            assert found.place.name not in order, "nothing is asked twice"
            order.append(found.place.name)
            facts = told(facts, found, answers)
    return order, found


def told(facts: Facts, asked: Open, answers: Mapping[str, Any]) -> Facts:
    place = asked.place
    if place.name in answers:
        return facts.with_fact(place.path, answers[place.name])
    assert not place.fact.required, f"{place.name} is wanted"
    return facts.with_default(place.path)


def test_a_hedge_that_counts_anyhow_is_not_asked_about() -> None:
    """Whether the line of fire crosses it matters only under linear_cover = crossed (TD-R36)."""
    hedge = {"fire": "direct", "target.next_to_linear": True}
    assert "target.line_crosses_it" not in wanted("td", "cover", {**hedge, "house": {"linear_cover": "next-to"}})[0]
    assert "target.line_crosses_it" in wanted("td", "cover", {**hedge, "house": {"linear_cover": "crossed"}})[0]
    assert "target.line_crosses_it" not in wanted("td", "cover", {"fire": "direct"})[0], "there is no hedge"
    assert "target.next_to_linear" not in wanted("td", "cover", {"fire": "indirect"})[0], "shells come from above"


@pytest.mark.parametrize(
    ("weapon", "dice", "asked"),
    [("light-gun", (6, 6, 6, 1), True), ("light-gun", (6, 6, 1, 1), False), ("infantry", (6, 6, 6), False)],
)
def test_models_beside_are_asked_about_after_three_hits_of_a_gun(
    weapon: str, dice: tuple[int, ...], asked: bool
) -> None:
    """Fewer hits, or a weapon without kill potential, suppress nobody beside the target (TD-FIRE-7)."""
    order, ruled = wanted("td", "direct-fire", {"weapon": weapon, "nearby": 3, **GUN}, dice)
    assert ("nearby" in order) == asked
    if asked:
        assert order[-2:] == ["dice", "nearby"]
        assert ruled.outcome["suppressed_nearby"] == 2


def test_where_it_is_no_vehicle_nobody_asks_whether_there_is_a_target() -> None:
    """A reactive shot is at a vehicle or at a target, whose facts are asked for straight away."""
    order, _ = wanted("td", "reactive-fire", {"weapon": "hmg"}, (1, 1, 1, 1))
    assert order[:4] == ["tokens", "weapon", "vehicle", "target.large"]


@pytest.mark.parametrize(
    ("system", "resolver", "answers", "dice", "unread"),
    [
        ("td", "rally", {"experience": "regular", "status": "pinned"}, (6,), "fast"),
        ("td", "rally", {"experience": "regular", "status": "suppressed"}, (6,), "fast"),
        ("td", "anti-vehicle", {"weapon": "infantry"}, (), "vehicle.armour"),
        ("td", "group-fire", {"weapons": ["infantry"]}, (1, 1, 1), "target.line_crosses_it"),
        ("td", "reactive-fire", {"weapon": "hmg"}, (1, 1, 1, 1), "atg"),
        ("td", "can-act", {"action": "move"}, (), "model.missions"),
        ("tt", "victory", {"starting": 7, "destroyed": 3}, (), "starting_points"),
        (
            "tt",
            "charge-check",
            {"unit": "fire-dragons", "distance": 5, "target.unit": "rhino", "difficult_ground": True},
            (),
            "difficult_cm",
        ),
    ],
)
def test_what_decides_nothing_is_not_asked(
    system: str, resolver: str, answers: Mapping[str, Any], dice: tuple[int, ...], unread: str
) -> None:
    assert unread not in wanted(system, resolver, answers, dice)[0]


@pytest.mark.parametrize(
    ("system", "resolver", "answers", "dice", "read"),
    [
        (
            "td",
            "rally",
            {"experience": "regular", "status": "suppressed", "house": {"rally_suppressed": "step-down"}},
            (6,),
            "fast",
        ),
        (
            "tt",
            "charge-check",
            {
                "unit": "fire-dragons",
                "distance": 5,
                "target.unit": "rhino",
                "difficult_ground": True,
                "difficult_cm": 1,
                "house": {"bad-terrain": "part-inside"},
            },
            (),
            "difficult_cm",
        ),
    ],
)
def test_a_house_rule_may_make_it_matter(
    system: str, resolver: str, answers: Mapping[str, Any], dice: tuple[int, ...], read: str
) -> None:
    assert read in wanted(system, resolver, answers, dice)[0]


ATTACK = {"attacker.unit": "tactical-squad", "attacker.weapon": "boltguns", "target.unit": "guardian-defenders"}


@pytest.mark.parametrize(
    ("kind", "weapon", "seen"),
    [("shooting", "boltguns", ["concealed", "distraction", "in_cover"]), ("close-combat", "assault", [])],
)
def test_what_is_seen_on_the_table_is_asked_before_the_dice_and_where_it_counts(
    kind: str, weapon: str, seen: list[str]
) -> None:
    """Close combat knows no cover (TT-MOD-10); whether it can retreat matters when it must (TT-RET-4)."""
    answers = {**ATTACK, "attacker.weapon": weapon, "kind": kind}
    order, _ = wanted("tt", "attack", answers, (1, 6))
    assert [one for one in order[: order.index("dice")] if one in ("concealed", "distraction", "in_cover")] == seen
    assert "can_retreat" not in order
    assert "emperor_available" not in order, "only some factions have it"


def test_every_reason_is_looked_for_though_one_would_do() -> None:
    """The table bars an action at the first reason; a ruling tells all of them, as it does when all facts are given."""
    _, ruled = wanted("td", "can-act", {"model.status": "suppressed", "action": "reload"})
    assert ruled.outcome["blocked_by"] == ["TD-ACT-2", "TD-ACT-3"]
    assert ruled.outcome == resolve(TD, "can-act", {"model": {"status": "suppressed"}, "action": "reload"}).outcome


def test_odds_want_what_any_way_of_the_dice_reads() -> None:
    facts, order = Facts({**GUN, "weapon": "light-gun"}), []
    while isinstance(found := next_for_odds(TD, TD.find_resolver("direct-fire"), facts), Open):
        order.append(found.place.name)
        facts = facts.with_default(found.place.path)
    assert {"nearby", "target.fast"} < set(order), "some of the ways lead to three hits, some to a pinned target"
    assert found == exact_odds(TD, "direct-fire", facts.given)


def test_facts_that_cannot_be_are_told_once_they_are_known() -> None:
    rule = TD.find_resolver("direct-fire")
    for given in ({"weapon": "bow"}, {"moon": True}, {"target": {"terrain": "sea"}}, {"house": {"moon": 1}}):
        with pytest.raises(Malformed) as refused:
            next_to_settle(TD, rule, Facts(given))
        assert refused.value.code in ("bad-situation", "bad-house")
    with pytest.raises(Malformed, match="never pinned"):
        next_to_settle(TD, rule, Facts({"weapon": "hmg", "target": {"fast": True, "status": "pinned"}}))
    assert isinstance(next_to_settle(TD, rule, Facts({"weapon": "hmg", "target": {"fast": True}})), Open)


def test_a_weapon_that_a_unit_does_not_have_stops_no_rule_half_way() -> None:
    """TT-CC-1: whoever names a weapon wrongly hears of it, and of nothing else."""
    tt = registry.load("tt")
    given = {"attacker": {"unit": "tactical-squad", "weapon": "boltgun"}, "target": {"unit": "rhino"}}
    with pytest.raises(Malformed, match="has no weapon"):
        next_to_settle(tt, tt.find_resolver("attack"), Facts({**given, "kind": "shooting"}))


def test_a_target_that_has_cover_is_not_asked_for_more_of_it() -> None:
    """Cover is no better twice; what was given is told all the same."""
    facts = {"fire": "direct", "target": {"terrain": "forest", "large": False}}
    ruled = next_to_settle(TD, TD.find_resolver("cover"), Facts(facts))
    assert isinstance(ruled, Ruled)
    assert ruled.outcome["cover"] is True
    facts = {"fire": "direct", "target": {"terrain": "open", "large": False}}
    asked = next_to_settle(TD, TD.find_resolver("cover"), Facts(facts))
    assert isinstance(asked, Open)
    assert asked.place.path == ("target", "next_to_linear")
    facts = {"fire": "direct", "target": {"terrain": "forest", "large": False, "next_to_linear": True}}
    both = next_to_settle(TD, TD.find_resolver("cover"), Facts(facts))
    assert isinstance(both, Ruled)
    assert "forest and the hedge, wall or fence beside it" in both.steps[0].text

"""What machines get: exactly the fields that the rules promise, and ``legal`` where something can be illegal."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.rule.resolve import exact_odds
from tabletop_cli.systems.du.drawing import check_work

from ..test_cases import of_system

DAMAGE = "dealt lethal suppress total result suppressed"
JUDGED = {  # something can be illegal
    "target": "observes directors effective_distance",
    "damage": DAMAGE,
    "repair": "lethal suppress",
    "bomb": "dealt results",
    "crew-action": "action value",
    "off-map-action": "piece target dealt",
    "off-map-plane": "defense move manoeuvre place_first",
    "antiair": "dealt lethal result",
    "aerial-attack": DAMAGE,
    "aircraft-attack": f"{DAMAGE} effective_distance",
    "plane-placement": "tiles",
}
PLAIN = {
    "axial": "q r",
    "observe": "observes axis distance",
    "observed": "tiles",
    "direct": "observes directors directed",
    "effective-distance": "path_tiles bonuses reinforcement ignores_building effective_distance",
    "targets": "targets",
    "crossfire": "bonus",
    "sequence": "results casualties lethal suppress suppressed",
    "attacks-needed": "attacks",
    "end-turn-damage": "tokens",
    "casualty": "removed zones tokens_removed",
    "placement-order": "order",
    "initiative": "first holder tie",
}
FIELDS = {name: set(fields.split()) for name, fields in (JUDGED | PLAIN).items()}
RESOLVED = [case for case in of_system("du") if case.request.get("resolver") in FIELDS and case.expect.get("ok")]


def test_an_outcome_has_exactly_its_fields() -> None:
    resolved = [case for case in RESOLVED if case.request["do"] == "resolve"]
    outcomes = [(case, reply_to_request(case.request)["outcome"]) for case in resolved]
    assert len(outcomes) > 500
    wrong = [(case.name, sorted(got)) for case, got in outcomes if set(got) != wanted(case.request["resolver"], got)]
    assert wrong == []


def wanted(name: str, outcome: dict[str, Any]) -> set[str]:
    """The fields that an outcome of a resolver has."""
    if name in PLAIN:
        return FIELDS[name]
    if outcome["legal"]:
        return {"legal", *FIELDS[name]}
    told = FIELDS[name] if name == "target" else set()  # it alone tells more when it refuses
    return {"legal", "reason", *told}


def test_odds_know_what_they_are_about() -> None:
    du = registry.load("du")
    fights = {"damage", "antiair", "aerial-attack", "aircraft-attack", "sequence"}
    cards = {"draw-odds", "kill-odds", "initiative-best", "initiative-odds"}
    own = [du.find_resolver(name) for name in (*FIELDS, *cards)]
    assert {one.id for one in own if one.odds} == fights | cards
    assert {one.id for one in own if one.odds_only} == cards
    assert not any(one.rolls for one in own)


@pytest.mark.parametrize(
    ("n", "kinds", "times"),
    [
        (0, 400_000, None),
        (0, 400_001, "2"),
        (199, 2, "2"),
        (100, 1000, "78"),
        (114, 1000, "101"),
        (4897, 1, "4"),
        (0, 400_000 * 999_999, "999,999"),
        (0, 400_000 * 1_000_000, "more than a million"),
    ],
)
def test_odds_that_would_take_too_long_say_how_much(n: int, kinds: int, times: str | None) -> None:
    """Branches for each number of cards of each kind, one twentieth heavier for each card to draw (DU-ODDS-1)."""
    if times is None:
        check_work(n, kinds)
    else:
        with pytest.raises(TooBig, match=f"about {times} times as long"):
            check_work(n, kinds)


def test_odds_of_a_kill_grow_with_the_damage_that_can_be_dealt_and_the_cards_of_the_bid() -> None:
    """A hand of 100 of 11 kinds of attacks: how much is done so far, and by how many cards, 0 to 100 (DU-ODDS-3)."""
    deck = [{"attack": attack, "count": 100} for attack in range(1, 12)]
    for defense, times in ((1_000_000, 86), (101, 86), (50, 43)):
        with pytest.raises(TooBig, match=f"about {times} times as long"):
            exact_odds(registry.load("du"), "kill-odds", {"deck": deck, "hand": 100, "defense": defense})

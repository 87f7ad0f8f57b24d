"""What du says of its decisions besides what every system says: see `test_explains.py` beside this folder."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request

from ..test_cases import Case, of_system

RESOLVED = [case for case in of_system("du") if case.request.get("do") == "resolve" and case.expect.get("ok")]


def cited(case: Case) -> set[str]:
    return {rule for step in reply_to_request(case.request)["steps"] for rule in step["rules"]}


def test_who_observes_nothing_is_not_said_to_observe() -> None:
    house, at = {"suppressed_observe": "no"}, [0, 0]
    blind = {"id": "eye", "side": "a", "at": at, "suppressed": True}
    situation = {"house": house, "tokens": [blind], "token": "eye", "tile": at}
    told = reply_to_request({"do": "resolve", "system": "du", "resolver": "direct", "situation": situation})
    assert told["outcome"]["observes"] is False
    said = [step["text"] for step in told["steps"] if "observes" in step["text"]]
    assert said == ["eye is suppressed, so it observes nothing"]


def test_battles_name_the_rules_that_decided() -> None:
    """The rules that the cases of battles are about, in the steps of any of their events."""
    fought = [case for case in of_system("du") if case.request.get("do") == "battle" and case.expect.get("ok")]
    about = [(case, set(case.rules)) for case in fought if case.request.get("events")]
    assert sum(len(rules) for _, rules in about) > 300
    for case, rules in about:
        steps = [step for result in reply_to_request(case.request)["results"] for step in result["steps"]]
        assert not rules - {rule for step in steps for rule in step["rules"]}, case.name


def otherwise(case: Case, switch: str, value: str) -> dict[str, Any]:
    """What would come of a case under another reading of a ruling; empty where the case has no sense then."""
    situation = case.request["situation"]
    changed = {**situation, "house": {**situation.get("house", {}), switch: value}}
    return dict(reply_to_request({**case.request, "situation": changed}).get("outcome", {}))


def verdict(outcome: dict[str, Any], switch: str) -> dict[str, Any]:
    """What a ruling decides. Who looks at whom is told of the attacker or of the target: R1 decides what is allowed."""
    told = switch == "targeting" and "directors" in outcome
    return {name: outcome.get(name) for name in ("legal", "reason")} if told else outcome


@cache
def outcomes() -> list[tuple[Case, dict[str, Any]]]:
    """The cases that resolve a situation, with what comes of them."""
    return [(case, reply_to_request(case.request)["outcome"]) for case in RESOLVED]


SWITCHES = registry.load("du").reference.house.switches


@pytest.mark.parametrize("switch", SWITCHES.values(), ids=lambda switch: switch.name)
def test_a_ruling_is_named_wherever_it_matters(switch: Any) -> None:
    """Wherever another reading of a ruling would change what comes of a case, the steps name that ruling."""
    matters = 0
    for case, outcome in outcomes():
        found = verdict(outcome, switch.name)
        now = case.request["situation"].get("house", {}).get(switch.name, switch.default)
        others = [verdict(otherwise(case, switch.name, one), switch.name) for one in switch.values if one != now]
        if any(other and other != found for other in others):
            matters += 1
            assert switch.ruling in cited(case), case.name
    assert matters or switch.name in ("fog_colour", "combined_first"), "only battles know these two"


def test_nothing_speaks_of_dice_or_points() -> None:
    """There are none in this game."""
    words = " ".join(step["text"] for case in RESOLVED for step in reply_to_request(case.request)["steps"]).lower()
    assert not {"dice", "die", "roll", "rolls", "points"} & set(words.split())


@pytest.mark.parametrize("house", [{}, {"plane_damage": "infantry", "vehicle_suppress": "end-of-turn"}])
def test_the_end_of_a_turn_is_told_as_it_is_played(house: dict[str, str]) -> None:
    """Each line has what stays; none says of all what a house rule changes for some."""
    tokens = [{"id": "kite", "class": "plane", "lethal": 2}, {"id": "lorry", "class": "vehicle", "suppress": 2}]
    situation = {"tokens": tokens, "house": house}
    told = reply_to_request({"do": "resolve", "system": "du", "resolver": "end-turn-damage", "situation": situation})
    left = 0 if house else 2
    assert [step["text"] for step in told["steps"]] == [
        "the turn ends: infantry and crew lose their damage",
        f"kite, plane: {left} of 2 damage stays",
        f"lorry, vehicle: {left} of 2 damage stays",
    ]

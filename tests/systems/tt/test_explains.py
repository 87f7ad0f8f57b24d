"""What tt says of its decisions, sentence by sentence; `test_explains.py` beside this folder asks what all must say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tests.systems.test_cases import Case, of_system
from tests.systems.test_explains import Told, told, untold

TT = registry.load("tt")
HERE = Path(__file__).parent
LEFT_OUT = 5  # of a hundred rules that cases are about: some only say what comes before what, or what did not happen


@cache
def settled() -> list[tuple[Case, Mapping[str, Any]]]:
    """The worked cases that resolve a situation, with their replies."""
    cases = [case for case in of_system("tt") if case.request.get("do") == "resolve"]
    replies = ((case, reply_to_request(case.request)) for case in cases)
    return [(case, found) for case, found in replies if found["ok"]]


def cited(found: Mapping[str, Any]) -> set[str]:
    return {rule for step in found["steps"] for rule in step["rules"]}


def played(one: Told) -> bool:
    """Whether a case resolves a situation or plays a battle in which every event was judged."""
    if one.case.request["do"] == "battle":
        return all("error" not in result for result in reply_to_request(one.case.request)["results"])
    return one.case.request["do"] == "resolve"


def test_steps_and_refusals_name_the_rules_that_cases_are_about() -> None:
    """Of situations and battles, rulings included; rules of which no step tells at all stand in `UNTOLD`."""
    silent = set(untold("tt"))
    cases = [one for one in told("tt") if played(one)]
    about = [(one, rule) for one in cases for rule in one.case.rules if rule not in silent]
    missing = [(one.case.name, rule) for one, rule in about if rule not in one.cited]
    assert len(about) > 1200
    assert len(missing) * 100 <= len(about) * LEFT_OUT, missing


@pytest.mark.parametrize(
    ("act", "rules"),
    [
        ({"unit": "ban", "do": "run", "distance": 16}, {"TT-MOVE-1", "TT-MOVE-2"}),
        ({"unit": "ban", "do": "run", "distance": 6, "difficult_ground": True}, {"TT-MOVE-2", "TT-MOVE-4", "TT-R13"}),
        ({"unit": "scp", "do": "move", "distance": 6, "difficult_ground": True}, {"TT-MOVE-1", "TT-MOVE-5"}),
        ({"unit": "vyp", "do": "run", "distance": 31, "difficult_ground": True}, {"TT-MOVE-2", "TT-MOVE-6"}),
        ({"unit": "vyp", "do": "move", "distance": 1, "impassable": True}, {"TT-MOVE-6", "TT-MOVE-7"}),
        (
            {"unit": "gd", "do": "stay", "threats": [{"by": "tac", "end_distance": 3}]},
            {"TT-THREAT-1", "TT-THREAT-2", "TT-THREAT-3", "TT-R52"},
        ),
    ],
    ids=lambda one: one["do"] if isinstance(one, dict) else "",
)
def test_a_refused_act_names_every_rule_that_makes_its_limit(act: dict[str, Any], rules: set[str]) -> None:
    units = {"ban": "howling-banshees", "scp": "striking-scorpions", "vyp": "vyper", "gd": "guardian-defenders"}
    eldar = [{"id": "seer", "unit": "seer-council"}, *({"id": one, "unit": unit} for one, unit in units.items())]
    marines = [{"id": "cmd", "unit": "command-squad"}, {"id": "tac", "unit": "tactical-squad"}]
    sides = {"a": {"faction": "eldar", "units": eldar}, "b": {"faction": "space-marines", "units": marines}}
    setup = {"sides": sides, "first": "a", "house": {"ambush-deploy": "choice"}}
    events = [
        {"do": "start-turn", "side": "a", "dice": [6]},
        {"do": "activate", "acts": [act], "commander_distance": 5},
    ]
    _, result = reply_to_request({"do": "battle", "system": "tt", "setup": setup, "events": events})["results"]
    assert not result["ok"]
    assert rules <= set(result["steps"][-1]["rules"])


def test_every_resolver_is_tried() -> None:
    assert {case.request["resolver"] for case, _ in settled()} == set(TT.resolvers)


def test_a_refusal_has_a_sentence_of_its_own() -> None:
    """With the units and numbers of the case, not the general sentence of the reference."""
    general = set(TT.reference.reasons.values())
    refused = [(case, found) for case, found in settled() if "rule" in found["outcome"]]
    assert len(refused) > 100
    assert [case.name for case, found in refused if found["steps"][-1]["text"] in general] == []


@pytest.mark.parametrize(
    ("resolver", "situation", "numbers"),
    [
        (
            "charge-check",
            {"unit": "tactical-squad", "distance": 11, "target": {"unit": "rhino"}},
            ("11 cm", "10 allowed"),
        ),
        (
            "fire-check",
            {"unit": "whirlwind", "weapon": "assault", "distance": 5, "target": {"unit": "falcon"}},
            ("Whirlwind", "close combat only"),
        ),
        (
            "fire-check",
            {
                "unit": "seer-council",
                "weapon": "shuriken-pistols",
                "distance": 10.5,
                "target": {"unit": "fire-dragons"},
            },
            ("10.5 cm", "up to 10 cm"),
        ),
        (
            "barrage",
            {"attacker": {"unit": "whirlwind", "weapon": "whirlwind", "distance": 19}, "targets": [{"unit": "rhino"}]},
            ("19 cm", "20 to 60 cm"),
        ),
        (
            "transport-check",
            {"act": "load", "aboard": 1, "transport": {"unit": "falcon"}, "passenger": {"unit": "fire-dragons"}},
            ("1 aboard", "room for 1"),
        ),
        ("threat-duty", {"act": "stay", "end_distances": [4, 7]}, ("2 enemies", "4 cm", "5 cm")),
        ("retreat-check", {"moved": 4.5}, ("4.5 cm", "at least 5")),
        ("retreat-check", {"moved": 6, "nearest_enemy": 5}, ("5 cm away", "more than 5 cm")),
    ],
)
def test_a_refusal_says_both_numbers(resolver: str, situation: Mapping[str, Any], numbers: tuple[str, ...]) -> None:
    asked = {"do": "resolve", "system": "tt", "resolver": resolver, "situation": situation, "dice": []}
    text = reply_to_request(asked)["steps"][-1]["text"]
    assert [number for number in numbers if number not in text] == [], text


def test_what_might_have_counted_is_told_too() -> None:
    """Facts that were given and change nothing are explained away, so that nobody wonders."""
    situation = {
        "kind": "shooting",
        "attacker": {"unit": "falcon", "weapon": "pulse-laser", "behind": True},
        "supporters": [{"unit": "falcon", "weapon": "scatter-laser"}],
        "target": {"unit": "land-raider"},
        "in_cover": True,
    }
    found = reply_to_request(
        {"do": "resolve", "system": "tt", "resolver": "attack", "situation": situation, "dice": [3, 4]}
    )
    assert [step["text"] for step in found["steps"] if step["rules"]] == [
        "Pulse Laser: AT +3, Land Raider is attacked as a vehicle",
        "in support, Scatter Laser: AT +2, Land Raider is attacked as a vehicle",
        "Tough changes nothing: Pulse Laser is no Power Weapon",
        "Land Raider is All-Around, so it is never Flanked",
        "Land Raider gets no bonus for cover, because of its class",
        "attack: 3 + 3 + 1 supporting = 7",
        "defence: 4 + 3 Armor = 7",
        "7 does not beat 7: no effect",
    ]

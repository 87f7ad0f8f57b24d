"""Whatever du decides, it says why: every worked case has steps, and they name the rules that decided."""

from __future__ import annotations

import pytest

from tabletop_cli.core.batch import reply

from ..test_cases import Case, of_system

RESOLVED = [case for case in of_system("du") if case.request.get("do") == "resolve" and case.expect.get("ok")]


def cited(case: Case) -> set[str]:
    return {rule for step in reply(case.request)["steps"] for rule in step["rules"]}


@pytest.mark.parametrize("case", RESOLVED, ids=lambda case: f"{case.file}:{case.name}")
def test_every_case_is_explained(case: Case) -> None:
    told = reply(case.request)["steps"]
    assert told
    assert all(step["text"].strip() for step in told)
    assert all(step["rules"] for step in told), "a step names no rule"
    assert all(len(set(step["rules"])) == len(step["rules"]) for step in told), "a step names a rule twice"


def test_the_steps_name_the_rules_that_decided() -> None:
    """The rules that the cases are about, rulings included."""
    about = [(case.name, rule) for case in RESOLVED for rule in case.rules]
    untold = [(case.name, rule) for case in RESOLVED for rule in set(case.rules) - cited(case)]
    assert len(about) > 700
    assert len(untold) < len(about) * 0.01, untold


def test_who_observes_nothing_is_not_said_to_observe() -> None:
    house, at = {"suppressed_observe": "no"}, [0, 0]
    blind = {"id": "eye", "side": "a", "at": at, "suppressed": True}
    situation = {"house": house, "tokens": [blind], "token": "eye", "tile": at}
    told = reply({"do": "resolve", "system": "du", "resolver": "direct", "situation": situation})
    assert told["outcome"]["observes"] is False
    said = [step["text"] for step in told["steps"] if "observes" in step["text"]]
    assert said == ["eye is suppressed, and observes nothing"]


def test_nothing_speaks_of_dice_or_points() -> None:
    """There are none in this game."""
    words = " ".join(step["text"] for case in RESOLVED for step in reply(case.request)["steps"]).lower()
    assert not {"dice", "die", "roll", "rolls", "points"} & set(words.split())

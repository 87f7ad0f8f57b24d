"""Whatever a system decides, it says why: every case has steps, and they name the rules that decided, in words.

What those words are stands in `<system>/golden/steps.<file>.txt`: see `test_steps.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tests.conftest import Golden

from .test_cases import SYSTEMS, Case, of_system

# How many of a hundred rules that cases are about their steps may leave out: some give context, or decided nothing.
LEFT_OUT = {"du": 0, "fftt": 0, "td": 4, "tgf": 2, "tt": 10}

# Of these no step tells, for nothing that happens at the table is decided by them; each stands under what judges it.
UNTOLD = {
    "odds": {  # what chances are asked for and called: the exact odds of cases
        "du": "DU-ODDS-1 DU-ODDS-2 DU-ODDS-3 DU-ODDS-4",
        "td": "TD-AV-4",
    },
    "list": {  # what an army may be and costs: cases of `validate`, told by the constraint that they are read with
        "du": "DU-PLANE-2 DU-R41",
        "fftt": "FFTT-R13 FFTT-SETUP-1",
        "td": "TD-R4 TD-R5 TD-R60 TD-R61",
        "tgf": "TGF-R56 TGF-R58 TGF-R60 TGF-R61",
        "tt": "TT-R36 TT-R38 TT-R41 TT-R42",
    },
    "table": {  # which of two printed numbers or names holds: `test_catalogue.py`
        "td": "TD-R3 TD-R10",
        "tgf": "TGF-R3 TGF-R64",
        "tt": "TT-R5 TT-R7 TT-R8 TT-R49 TT-R58",
    },
    "set-up": {  # how a battle begins, before the first event: the states of cases
        "td": "TD-R14 TD-R15",
        "tt": "TT-R11 TT-SETUP-3",
    },
    "asked": {  # what players see, measure or agree on: the questions of the dialogues
        "fftt": "FFTT-R12",
        "td": "TD-R67",
        "tgf": "TGF-HIT-5",
        "tt": "TT-I1 TT-I5 TT-SHOOT-9 TT-SHOOT-12",
    },
    "shown": {  # what boards and pages tell: their golden files
        "fftt": "FFTT-AP-3"
    },
    "nothing": {  # what there is not: no pass, no pictures, no ideas for later; and what a word means
        "td": "TD-TURN-8 TD-R23 TD-R62 TD-R65",
        "tgf": "TGF-R63",
    },
}


# Rules that a worked example is about because they change nothing in it, or because all that they say is a limit kept.
NOT_NAMED = {
    "td": {
        "W1 from the forest over open ground into the ruin": ["TD-LOS-4", "TD-LOS-5"],
        "W2 from open ground into the forest": ["TD-LOS-4"],
        "W3 over a fence and a field into the open": ["TD-LOS-5"],
        "W5 over a trench into the field": ["TD-LOS-4"],
        "W25 twelve points of twelve": ["TD-A15", "TD-A7", "TD-A8", "TD-A9"],
        "a runner is pinned and cannot turn": ["TD-MOVE-1"],
    },
    "tgf": {"6: not aimed at another": ["TGF-AIM-1"]},
    "tt": {"12 with a roll of 3 not both": ["TT-R51"], "5 four points and a half": ["TT-A5", "TT-A8"]},
}


def untold(system: str) -> list[str]:
    return sorted(rule for systems in UNTOLD.values() for rule in systems.get(system, "").split())


@dataclass(frozen=True)
class Told:
    """A case and what it is told: of a situation, or of every event of a battle that was judged."""

    case: Case
    answers: tuple[dict[str, Any], ...]

    @property
    def steps(self) -> list[dict[str, Any]]:
        return [step for answer in self.answers for step in answer["steps"]]

    @property
    def cited(self) -> set[str]:
        return {rule for step in self.steps for rule in step["rules"]}


@cache
def told(system: str) -> tuple[Told, ...]:
    """What each case is told in which something is decided; problems of armies are told by their message."""
    return tuple(found for case in of_system(system) if (found := Told(case, tuple(_answers(case)))).answers)


def _answers(case: Case) -> Iterator[dict[str, Any]]:
    if case.request.get("do") == "odds":
        return
    found = reply_to_request(case.request)
    if not found["ok"]:
        return
    if "outcome" in found:
        yield found
    yield from (result for result in found.get("results", ()) if "error" not in result)
    problems = [{"text": one["message"], "rules": [one["code"]]} for one in found.get("problems", ())]
    if problems:
        yield {"steps": problems}


def resolved(system: str) -> list[Told]:
    return [one for one in told(system) if one.case.request["do"] == "resolve"]


@pytest.mark.medium
@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_that_is_decided_is_explained(system: str) -> None:
    """A situation, an event, a refusal: each has a step, every step has words, and some step names a rule."""
    answers = [(one.case.name, answer) for one in told(system) for answer in one.answers]
    assert len(answers) > 500
    assert [name for name, answer in answers if not any(step["rules"] for step in answer["steps"])] == []
    assert [name for name, answer in answers if not all(step["text"].strip() for step in answer["steps"])] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_that_are_named_exist(system: str) -> None:
    knows = registry.load(system).reference.has_entry
    cited = {rule for one in told(system) for rule in one.cited if rule.startswith(f"{system.upper()}-")}
    assert sorted(rule for rule in cited if not knows(rule)) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_refusal_names_its_rule(system: str) -> None:
    """Of a situation and of an event: the rule that is given as the reason stands in the last step."""
    refused = []
    for one in told(system):
        for answer in one.answers:
            said = answer["outcome"] if one.case.request["do"] == "resolve" else answer
            if said.get("rule"):
                refused.append((one.case.name, answer["steps"][-1]["rules"], said["rule"]))
    assert len(refused) > 50
    assert [(name, rule) for name, rules, rule in refused if rule not in rules] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_steps_name_the_rules_that_decided(system: str) -> None:
    """The rules that the cases of situations are about, rulings included."""
    about = [(one.case.name, rule) for one in resolved(system) for rule in one.case.rules]
    left_out = [(one.case.name, rule) for one in resolved(system) for rule in set(one.case.rules) - one.cited]
    assert len(about) > 500
    assert len(left_out) <= len(about) * LEFT_OUT[system] / 100, left_out


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_is_told_in_some_case(system: str) -> None:
    reference = registry.load(system).reference
    rules = {rule.id for rule in reference.rules.values() if rule.kind != "tell"} | set(reference.rulings)
    assert sorted(rules - {rule for one in told(system) for rule in one.cited}) == untold(system)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_the_worked_examples_tell(system: str, golden: Golden) -> None:
    """Every step of every example of the rulebooks, as people read it, with the rules that it names."""
    lines: list[str] = []
    for one in told(system):
        if "worked" in f"{one.case.file} {one.case.name}":
            lines += ["", f"{one.case.name}  ({' '.join(one.case.rules)})"]
            lines += [f"  {step['text']}{_cited(step)}" for step in one.steps]
    assert len(lines) > 50
    golden(f"worked.{system}.txt", "\n".join(lines[1:]) + "\n", words=False)


def _cited(step: dict[str, Any]) -> str:
    return f"  [{', '.join(step['rules'])}]" if step["rules"] else ""


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_worked_example_names_the_rules_that_it_is_about(system: str) -> None:
    """Those of which steps tell at all, and no others are left out."""
    worked = [one for one in told(system) if "worked" in f"{one.case.file} {one.case.name}"]
    assert {one.case.name: rules for one in worked if (rules := _unnamed(system, one))} == NOT_NAMED.get(system, {})


def _unnamed(system: str, one: Told) -> list[str]:
    return sorted(set(one.case.rules) - one.cited - set(untold(system)))

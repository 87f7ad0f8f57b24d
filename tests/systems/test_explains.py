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
from tabletop_cli.core.batch import reply

from .test_cases import SYSTEMS, Case, of_system

# How many of a hundred rules that cases are about their steps may leave out: some give context, or decided nothing.
LEFT_OUT = {"du": 1, "fftt": 0, "td": 4, "tgf": 5, "tt": 10}

# Of these no step tells: they say how odds are named, what a word means, or what people see to at the table.
UNTOLD = {
    "du": "DU-ODDS-1 DU-ODDS-2 DU-ODDS-3 DU-ODDS-4 DU-PLANE-2 DU-R41",
    "fftt": "FFTT-AP-3 FFTT-R12 FFTT-R13 FFTT-R20 FFTT-SETUP-1",
    "td": "TD-AV-4 TD-GROUP-5 TD-MOVE-6 TD-SCEN-1 TD-TURN-1 TD-TURN-8 TD-R3 TD-R4 TD-R5 TD-R10 TD-R11 TD-R14 TD-R15"
    " TD-R17 TD-R23 TD-R26 TD-R27 TD-R31 TD-R59 TD-R60 TD-R61 TD-R62 TD-R64 TD-R65 TD-R67 TD-R68",
    "tgf": "TGF-CC-1 TGF-HIT-5 TGF-TURN-5 TGF-R3 TGF-R19 TGF-R41 TGF-R48 TGF-R56 TGF-R57 TGF-R58 TGF-R60 TGF-R61"
    " TGF-R63 TGF-R64 TGF-R66 TGF-R69 TGF-R70",
    "tt": "TT-AIR-1 TT-CC-6 TT-CHARGE-1 TT-CHARGE-5 TT-I1 TT-I5 TT-SETUP-3 TT-SHOOT-9 TT-SHOOT-12 TT-R5 TT-R7 TT-R8"
    " TT-R9 TT-R11 TT-R36 TT-R38 TT-R41 TT-R42 TT-R44 TT-R49 TT-R53 TT-R58",
}


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
    found = reply(case.request)
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


@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_that_is_decided_is_explained(system: str) -> None:
    """A situation, an event, a refusal: each has a step, every step has words, and some step names a rule."""
    answers = [(one.case.name, answer) for one in told(system) for answer in one.answers]
    assert len(answers) > 500
    assert [name for name, answer in answers if not any(step["rules"] for step in answer["steps"])] == []
    assert [name for name, answer in answers if not all(step["text"].strip() for step in answer["steps"])] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_that_are_named_exist(system: str) -> None:
    knows = registry.load(system).reference.knows
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
    untold = [(one.case.name, rule) for one in resolved(system) for rule in set(one.case.rules) - one.cited]
    assert len(about) > 500
    assert len(untold) <= len(about) * LEFT_OUT[system] / 100, untold


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_is_told_in_some_case(system: str) -> None:
    reference = registry.load(system).reference
    rules = {rule.id for rule in reference.rules.values() if rule.kind != "tell"} | set(reference.rulings)
    assert sorted(rules - {rule for one in told(system) for rule in one.cited}) == sorted(UNTOLD[system].split())

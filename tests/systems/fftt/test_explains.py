"""Whatever fftt decides, it says why: every worked case has steps, and they name the rules that decided."""

from __future__ import annotations

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply

from ..test_cases import Case, of_system

RESOLVED = [case for case in of_system("fftt") if case.request.get("do") == "resolve" and case.expect.get("ok")]


def cited(case: Case) -> set[str]:
    return {rule for step in reply(case.request)["steps"] for rule in step["rules"]}


@pytest.mark.parametrize("case", RESOLVED, ids=lambda case: f"{case.file}:{case.name}")
def test_every_case_is_explained(case: Case) -> None:
    told = reply(case.request)["steps"]
    assert told
    assert all(step["text"].strip() for step in told)
    assert cited(case), "no step names a rule"


def test_the_steps_name_the_rules_that_decided() -> None:
    """All rules that the cases are about, rulings included; `named.jsonl` is about little else."""
    assert sum(len(case.rules) for case in RESOLVED) > 900
    assert [(case.name, rule) for case in RESOLVED for rule in set(case.rules) - cited(case)] == []


def test_every_rule_that_a_resolver_is_about_decides_in_some_case() -> None:
    named: dict[str, set[str]] = {}
    for case in RESOLVED:
        named.setdefault(case.request["resolver"], {"FFTT-CC-9"}).update(cited(case))  # CC-9 is about odds alone
    system = registry.load("fftt")
    assert {name: set(system.resolver(name).rules) - named[name] for name in system.resolvers if name in named} == {
        name: set() for name in system.resolvers
    }

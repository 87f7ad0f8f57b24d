"""The same facts give the same ruling and the same odds, whether they are given at once or asked one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.facts import Record, facts_of, record_of, spelled_out
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.play.seen_dice import Throw
from tabletop_cli.core.play.settling import Facts, Open, next_for_odds, next_to_settle
from tabletop_cli.core.rule.resolve import Ruled, exact_odds, resolve
from tabletop_cli.core.rule.resolver import Resolver
from tabletop_cli.core.system import System
from tests.examples import some

from .test_cases import CASES, SYSTEMS, Case

# Misplaced tokens are found before the dice where they are given, and after them where people place them then.
LATER = {"more tokens than there are", "two tokens in one column"}
UNSAID: Any = object()

Advance = Callable[[System, Resolver, Facts], Open | Throw | Ruled | dict[str, Fraction]]


def cases(system: str, do: str) -> list[tuple[Case, Any]]:
    """Those with a situation that can be, each with what it leads to when all is given at once."""
    found = (case for case in CASES if case.system == system and case.request.get("do") == do)
    ruled = ((case, given_at_once(case)) for case in some(found) if case.name not in LATER)
    return [(case, outcome) for case, outcome in ruled if outcome is not None]


def given_at_once(case: Case) -> Any:
    """What the facts lead to when they are given at once, None where that is an error."""
    system, ask = registry.load(case.system), case.request
    try:
        if ask["do"] == "odds":
            return exact_odds(system, ask.get("resolver"), ask["situation"])
        return resolve(system, ask.get("resolver"), ask["situation"], ask.get("dice") or []).outcome
    except (TabletopError, KeyError):
        return None


@pytest.mark.parametrize("name", SYSTEMS)
def test_rulings_are_the_same(name: str) -> None:
    found = cases(name, "resolve")
    assert len(found) > len(some(range(200)))
    for case, outcome in found:
        assert asked_one_by_one(case, next_to_settle) == outcome, case.name


@pytest.mark.parametrize("name", SYSTEMS)
def test_odds_are_the_same(name: str) -> None:
    found = cases(name, "odds")
    assert len(found) > len(some(range(30)))
    for case, outcome in found:
        assert asked_one_by_one(case, next_for_odds) == outcome, case.name


def asked_one_by_one(case: Case, advance: Advance) -> Any:
    """What the same facts lead to when only those are given at first that people are not asked."""
    system, ask = registry.load(case.system), case.request
    resolver, situation, dice = system.find_resolver(ask["resolver"]), ask["situation"], Given(ask.get("dice") or [])
    cls = resolver.situation if advance is next_to_settle else resolver.odds_situation()
    situation = spelled_out(Record(cls), situation)
    common = {key: situation[key] for key in system.common_keys if key in situation}
    facts = Facts({**common, **not_asked(cls, situation)})
    while isinstance(found := advance(system, resolver, facts), Open | Throw):
        if isinstance(found, Throw):
            dice.ask(found.request)
            facts = facts.with_rolls(dice.rolls[len(facts.rolls) :])
        else:
            facts = with_answer(facts, found, situation)
    return found.outcome if isinstance(found, Ruled) else found


def with_answer(facts: Facts, asked: Open, situation: Any) -> Facts:
    value, fact = situation, asked.place.fact
    for step in asked.place.path:
        value = value[step] if isinstance(step, int) else value.get(step, UNSAID) if value is not UNSAID else UNSAID
    if value is UNSAID:
        assert not fact.required
        return facts.with_default(asked.place.path)
    if (inner := record_of(fact)) is not None and value is not None:
        value = not_asked(inner, value)
    elif isinstance(fact.kind, ListOf) and isinstance(fact.kind.item, Record):
        value = [not_asked(fact.kind.item.cls, one) for one in value]
    return facts.with_fact(asked.place.path, value)


def not_asked(cls: type[Any], situation: Mapping[str, Any]) -> dict[str, Any]:
    """The facts that no question is for: they are given, or stay at their defaults."""
    found = {}
    for fact in facts_of(cls):
        value = situation.get(fact.name)
        if (inner := record_of(fact)) is not None:
            if isinstance(value, Mapping) and fact.default is not None:
                found[fact.name] = not_asked(inner, value)
        elif fact.name in situation and not (fact.asked or fact.required):
            found[fact.name] = value
    return found

"""In which order people are asked for the facts of a ruling: as its rule reads them, and no more than it reads."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.play.place import path_name
from tabletop_cli.core.play.seen_dice import Throw
from tabletop_cli.core.play.settling import Facts, Open, next_to_settle

from ..test_asked import with_answer

PENETRATION = {"guns": {"light-gun": {"armour_penetration": 2}}}
COUNTERS = {"limit_a": 9, "limit_b": 9}


@pytest.mark.parametrize(
    ("resolver", "situation", "questions"),
    [
        (
            "anti-vehicle",
            {"house": PENETRATION, "weapon": "light-gun", "vehicle": {"terrain": "forest", "armour": 3}},
            "weapon vehicle.large vehicle.terrain vehicle.armour",
        ),
        ("move-path", {"path": ["border", "hedge"]}, "path ends_next fast"),
        ("reactive-left", {**COUNTERS, "a": 1, "b": 0, "active": "a"}, "active a b limit_a limit_b in_catch_up"),
        ("who-acts", {**COUNTERS, "a": 1, "b": 0}, "a b limit_a limit_b eliminated catch_up"),
        ("who-acts", {**COUNTERS, "a": 9, "b": 9}, "a b limit_a limit_b catch_up"),
        ("rally", {"experience": "green", "status": "suppressed"}, "experience status bonuses"),
        ("smoke", {"size": "light", "tokens": 1}, "tokens"),
    ],
)
def test_facts_are_asked_as_the_rule_reads_them(resolver: str, situation: dict[str, Any], questions: str) -> None:
    assert " ".join(asked(resolver, situation)) == questions


def asked(name: str, situation: dict[str, Any]) -> list[str]:
    """The facts that people are asked for until the ruling, while every die shows a 6."""
    td, facts, paths = registry.load("td"), Facts({"house": situation.get("house", {})}), list[str]()
    while isinstance(found := next_to_settle(td, td.find_resolver(name), facts), Open | Throw):
        if isinstance(found, Throw):
            dice = Given([6] * sum(group.n for group in found.request.groups))
            dice.ask(found.request)
            facts = facts.with_rolls(dice.rolls)
        else:
            paths.append(path_name(found.place.path))
            facts = with_answer(facts, found, situation)
    return paths

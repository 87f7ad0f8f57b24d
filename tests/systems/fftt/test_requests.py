"""The requests of fftt's rules against all faces of their dice, and what people are asked, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.api import ByLot, enumerate_weights
from tabletop_cli.core import registry
from tabletop_cli.core.play.settling import Facts, Open, next_to_settle
from tabletop_cli.systems.fftt.blows import Clash, Striker
from tabletop_cli.systems.fftt.throws import Direction, RollOff, ToHit

DOG, GRUNT = Striker(3, False, True), Striker(-1, True, True)
REQUESTS = (
    *(ToHit(need) for need in (1, 2, 7, 12)),
    ToHit(8, doubles=True),
    ToHit(5, misses=True),
    Direction(),
    RollOff(2, 2),
    RollOff(4, 1),
    RollOff(1, 2),
    Clash(DOG, (GRUNT,), False),
    Clash(GRUNT, (DOG, GRUNT, Striker(-2, False, False)), False),
    Clash(GRUNT, (Striker(-2, False, True), Striker(-2, True, True)), True),
)


@pytest.mark.parametrize("request_", REQUESTS, ids=repr)
def test_the_weights_are_those_of_all_faces(request_: ByLot) -> None:
    assert dict(request_.weights()) == enumerate_weights(request_)  # type: ignore[attr-defined]
    assert sum(request_.weights().values()) == request_.total()  # type: ignore[attr-defined]


FIGURE = ("unit", "suffered", "elite", "abilities", "xp")
SHOOTER = [f"shooter.{name}" for name in FIGURE]
SHOT = [*SHOOTER, "target.unit", "distance", "indirect", "mode"]
USUAL: dict[str, Any] = {
    "shooter.unit": "grunt",
    "target.unit": "grunt",
    "figure.unit": "grunt",
    "distance": 5,
    "turn": 3,
    "from_edge": 5,
    "terrain": [],
    "sources_left": 0,
    "missed": True,
    "shooter_higher": False,
    "unit": "grunt",
    "replacement": False,
}


@pytest.mark.parametrize(
    ("resolver", "answers", "asked"),
    [
        ("shot", {}, [*SHOT, "cover", "target.abilities"]),
        ("shot", {"distance": 6}, [*SHOT, "cover", "target.abilities", "both_inside"]),
        ("shot", {"shooter.unit": "queen"}, ["shooter.unit"]),
        ("shot", {"distance": 90}, ["shooter.unit", "indirect", "mode", "distance"]),
        ("blast-shot", {"shooter.unit": "grenadier"}, SHOT),
        ("storm-bringer", {}, ["shooter.unit"]),
        ("ammo", {"sources_left": 1}, ["figure.unit", "sources_left"]),
        ("ammo", {}, ["figure.unit", "figure.abilities", "figure.xp", "sources_left", "missed"]),
        ("move", {}, ["figure.unit", "figure.abilities", "figure.xp", "terrain"]),
        ("flank-placement", {"in_own_zone": True}, ["in_enemy_zone", "in_own_zone"]),
        ("flank-placement", {}, ["in_enemy_zone", "in_own_zone", "from_edge", "scanner_distances"]),
        ("los-over", {}, ["shooter_higher"]),
        ("commander", {}, ["unit", "replacement"]),
        ("flank-arrival", {}, ["turn"]),
    ],
)
def test_nothing_is_asked_that_no_rule_reads(resolver: str, answers: dict[str, Any], asked: list[str]) -> None:
    fftt, known = registry.load("fftt"), {**USUAL, **answers}
    facts, found = Facts({}), []
    while isinstance(now := next_to_settle(fftt, fftt.find_resolver(resolver), facts), Open):
        found.append(now.place.name)
        known_here = now.place.name in known
        path = now.place.path
        facts = facts.with_fact(path, known[now.place.name]) if known_here else facts.with_default(path)
    assert sorted(found) == sorted(asked)


@pytest.mark.parametrize(
    ("resolver", "given", "question"),
    [
        ("shot", {}, "What unit is the shooter?"),
        ("melee", {"group": ["grunt"]}, "What unit is the lone figure?"),
        ("melee", {"lone": {"unit": "grunt"}, "group": [{}]}, "What unit is the opponent?"),
        ("volley", {"shots": [{}], "target": "grunt"}, "What unit is the shooter?"),
    ],
)
def test_a_question_says_whom_it_is_about(resolver: str, given: dict[str, Any], question: str) -> None:
    fftt, facts = registry.load("fftt"), Facts(given)
    now = next_to_settle(fftt, fftt.find_resolver(resolver), facts)
    while isinstance(now, Open) and now.place.fact.name != "unit":
        facts = facts.with_default(now.place.path)
        now = next_to_settle(fftt, fftt.find_resolver(resolver), facts)
    assert isinstance(now, Open)
    assert callable(now.place.fact.ask)
    assert now.place.fact.ask(now.place) == question

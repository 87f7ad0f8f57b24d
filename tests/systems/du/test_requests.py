"""What people are asked about the situations of du, and what they read where something is left out."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.play.settling import Facts, Open, next_for_odds, next_to_settle

USUAL: dict[str, Any] = {
    "kind": "lethal",
    "value": 3,
    "target.class": "infantry",
    "target.defense": 4,
    "target.hardness": 2,
    "same_tile": False,
    "vision": 3,
    "effective_distance": 2,
    "expert": "driver",
    "using": "move",
    "want": "drive",
    "card_actions": ["move"],
    "initiative": 2,
    "repairer.aboard": False,
    "action": "play",
    "by": "a",
    "piece.side": "a",
    "target.side": "b",
    "x": 2,
    "plane.defense": 4,
    "on_battlefield": True,
    "hand": 1,
    "deck": {"a": 1, "b": 1},
    "need": {"a": 1},
    "defense": 4,
    "attack": 2,
}
MARKS = ["target.lethal", "target.suppress", "target.suppressed"]
HIT = ["target.class", "kind", "value", "crossfire", "target.defense"]


@pytest.mark.parametrize(
    ("resolver", "answers", "asked"),
    [
        ("damage", {}, [*HIT, *MARKS]),
        ("damage", {"target.class": "structure"}, [*HIT, *MARKS]),
        ("damage", {"target.class": "structure", "target.defense": None}, [*HIT, "target.hardness", *MARKS]),
        ("damage", {"target.class": "off-map-artillery"}, [one for one in (*HIT, *MARKS) if one != "target.defense"]),
        ("damage", {"target.class": "building", "kind": "suppress"}, ["target.class", "kind"]),
        ("repair", {}, ["target.class", "repairer.aboard", "target.lethal", "target.suppress"]),
        ("repair", {"repairer.aboard": True}, ["target.class", "repairer.aboard", "repairer.expert"]),
        ("crew-action", {"want": "attack"}, ["expert", "using", "want"]),
        ("crew-action", {}, ["expert", "using", "want", "card_actions", "crewing", "theatre", "initiative"]),
        ("off-map-plane", {}, ["initiative", "on_battlefield"]),
        ("antiair", {}, ["bob", "x", "plane.defense", "plane.lethal", "plane.suppress"]),
        ("antiair", {"bob": False}, ["bob", "plane.destroyed", "plane.compromised"]),
        ("aircraft-attack", {"target.class": "building"}, ["target.class"]),
        ("attacks-needed", {"attack": 0}, ["attack", "crossfire"]),
    ],
)
def test_nothing_is_asked_that_no_rule_reads(resolver: str, answers: dict[str, Any], asked: list[str]) -> None:
    du, known = registry.load("du"), {**USUAL, **answers}
    if resolver in ("repair", "aircraft-attack"):
        known = {**USUAL, "target.class": "vehicle", **answers}
    facts, found = Facts({}), []
    while isinstance(now := next_to_settle(du, du.find_resolver(resolver), facts), Open):
        name, path = now.place.name, now.place.path
        found.append(name)
        facts = facts.with_fact(path, known[name]) if known.get(name) is not None else facts.with_default(path)
    assert sorted(found) == sorted(asked)


def test_odds_of_cards_ask_for_cards() -> None:
    du, facts, found = registry.load("du"), Facts({}), []
    while isinstance(now := next_for_odds(du, du.find_resolver("draw-odds"), facts), Open):
        name = now.place.name
        found.append(name)
        facts = facts.with_fact(now.place.path, USUAL[name]) if name in USUAL else facts.with_default(now.place.path)
    assert found == ["need", "deck", "discard", "hand"]
    assert {name: str(chance) for name, chance in now.items()} == {"yes": "1/2", "no": "1/2"}

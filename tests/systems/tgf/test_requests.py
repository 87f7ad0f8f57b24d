"""The requests of tgf's rules against all faces of their dice, and what people are asked, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.api import ByLot, enumerate_weights
from tabletop_cli.core import registry
from tabletop_cli.core.play.seen_dice import Throw
from tabletop_cli.core.play.settling import Facts, Open, next_to_settle
from tabletop_cli.systems.tgf.d20 import Lot

REQUESTS = (Lot.from_ways({(0, False): 3, (2, True): 4, (2, False): 1, (1, True): 0}), Lot.from_ways({"certain": 1}))


@pytest.mark.parametrize("request_", REQUESTS, ids=repr)
def test_the_weights_are_those_of_all_faces(request_: ByLot) -> None:
    assert dict(request_.weights()) == enumerate_weights(request_)  # type: ignore[attr-defined]
    assert sum(request_.weights().values()) == request_.total()  # type: ignore[attr-defined]


SOLDIER = ["weapon", "distance", "level", "aimed", "height_cm", "prone", "cover_pct", "forest", "crest", "night"]


@pytest.mark.parametrize(
    ("resolver", "answers", "asked"),
    [
        ("fire", {}, [*SOLDIER, "panicked", "out_of_command", "armor", "cover_type"]),
        ("fire", {"distance": 70}, [*SOLDIER, "panicked", "out_of_command", "armor", "cover_type", "ld"]),
        ("fire", {"night": True}, [*SOLDIER, "tracer", "panicked", "out_of_command", "armor", "cover_type"]),
        ("fire", {"weapon": "offboard"}, ["weapon"]),
        ("fire", {"distance": 150}, ["weapon", "distance"]),
        ("fire", {"weapon": "flare-gun"}, [*SOLDIER, "panicked", "out_of_command"]),
        ("suppression-move", {"entering": True}, ["entering", "strength", "armor"]),
        ("suppression-move", {}, ["entering", "panicked", "strength", "armor", "ld"]),
        ("in-command", {}, ["distance"]),
        ("ld-value", {"in_command": False}, ["level", "suppression", "in_command", "penalty"]),
        ("sight", {}, ["distance", "night", "fog", "forest_kind"]),
        ("jump", {"height": 3}, ["height"]),
        ("fo", {}, ["actions", "ld"]),
    ],
)
def test_nothing_is_asked_that_no_rule_reads(resolver: str, answers: dict[str, Any], asked: list[str]) -> None:
    usual = {"weapon": "assault-rifle", "distance": 30, "level": "green", "armor": 7, "strength": 3, "ld": 9}
    usual |= {"height": 20, "actions": 3}
    tgf = registry.load("tgf")
    facts, found = Facts({}), []
    while isinstance(now := next_to_settle(tgf, tgf.find_resolver(resolver), facts), Open):
        name = now.place.fact.name
        found.append(name)
        known = {**usual, **answers}
        facts = facts.with_fact(now.place.path, known[name]) if name in known else facts.with_default(now.place.path)
    assert sorted(found) == sorted(asked)
    assert isinstance(now, Throw) or resolver not in ("fo", "suppression-move")

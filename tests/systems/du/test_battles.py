"""Battles of du for machines and at random: every step is explained, what is offered is accepted, nothing leaks."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.system import System

from ..test_cases import Case, of_system

BATTLES = [case for case in of_system("du") if case.request.get("do") == "battle" and case.expect["ok"]]
TILES = [{"at": [q - r // 2, r], "cover": (q + r) % 3, "building": q % 2} for r in range(4) for q in range(5)]
DECK = {"rifle": 3, "mg": 2, "scout": 2, "mortar": 1, "fog-own": 1, "fog-opponent": 1}
SUPPLY = {"rifle": 1, "fog-own": 4, "fog-opponent": 4}


@pytest.fixture(scope="module")
def du() -> System:
    return registry.load("du")


def infantry(side: str, unit: str, q: int, r: int, **more: Any) -> dict[str, Any]:
    return {"side": side, "unit": unit, "class": "infantry", "defense": 4, "at": [q, r], **more}


TOKENS: dict[str, Any] = {
    "ra": infantry("a", "rifle", 0, 1),
    "ma": infantry("a", "mg", 1, 1),
    "car": {"side": "a", "class": "vehicle", "defense": 5, "at": [2, 1], "cardless": True, "crew": ["gunner"]},
    "gunner": {"side": "a", "class": "crew", "defense": 3, "expert": "gunner", "card_actions": ["attack", "move"]},
    "rb": infantry("b", "rifle", 1, 3),
    "mb": infantry("b", "mg", 3, 1, suppressed=True),
    "hut": {"class": "building", "defense": 6, "at": [1, 1]},
    "kite": {"side": "b", "class": "off-map-plane", "defense": 3},
}
PLANES = {side: {"side": side[0], "unit": "hawk", "class": "plane", "defense": 3} for side in ("a-hawk", "b-hawk")}
GROUND: dict[str, Any] = {
    "tiles": TILES,
    "cards": {"rifle": 3, "mg": 4, "scout": 5, "fog-own": 1, "hawk": 5, "crow": 3},
    "sides": {side: {"deck": DECK, "supply": SUPPLY} for side in "ab"},
    "tokens": TOKENS,
    "off_map": {"mortar": {"side": "a"}, "howitzer": {"side": "b", "compromised": True}},
}
SETUPS: dict[str, dict[str, Any]] = {
    "map": GROUND,
    "no map": {key: value for key, value in GROUND.items() if key != "tiles"},
    "combined": {
        **GROUND,
        "combined": True,
        "tokens": {**TOKENS, **PLANES},
        "air_sides": {side: {"deck": {"hawk": 4, "crow": 3}, "supply": {"fog-own": 3}} for side in "ab"},
        "control": [{"at": [0, 1], "side": "a"}],
    },
    "no planes": {
        **GROUND,
        "bob": False,
        "tokens": {name: one for name, one in TOKENS.items() if name != "kite"},
        "off_map": {**GROUND["off_map"], "kestrel": {"side": "b", "kind": "plane", "compromised": True}},
    },
}


# --- explained ---


def told(case: Case) -> list[dict[str, Any]]:
    return [step for result in reply_to_request(case.request)["results"] for step in result["steps"]]


def test_every_event_and_every_refusal_is_explained() -> None:
    results = [(case.name, result) for case in BATTLES for result in reply_to_request(case.request)["results"]]
    for name, result in results:
        assert result["steps"], name
        assert all(step["text"].strip() and step["rules"] for step in result["steps"]), name
        assert result["ok"] or result["rule"] in result["steps"][-1]["rules"], name


def test_the_steps_name_the_rules_that_decided() -> None:
    played = [case for case in BATTLES if case.request["events"]]
    about = [(case.name, rule) for case in played for rule in case.rules]
    named = {case.name: {rule for step in told(case) for rule in step["rules"]} for case in played}
    untold = [(name, rule) for name, rule in about if rule not in named[name]]
    assert len(about) > 300
    assert len(untold) < len(about) * 0.01, untold


def test_nothing_speaks_of_dice_or_points() -> None:
    words = " ".join(step["text"] for case in BATTLES for step in told(case)).lower()
    assert not {"dice", "die", "roll", "rolls", "points"} & set(words.split())


# --- whole battles at random ---


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "name"), [(at % 2, name) for at, name in enumerate(SETUPS)])
def test_battles_at_random(du: System, name: str, seed: int) -> None:
    """What is offered is accepted, a machine comes to the same state, and nobody learns what is hidden."""
    avoid = ("declare", "damage", "control", "move", *(("shift", "bolster", "fog-gain") if seed else ()))
    played = testing.play_out(du, SETUPS[name], seed=seed, events=22, avoid=avoid)
    assert len(played) == 22
    assert {"deal", "bid"} <= {event["do"] for event in played}


@pytest.mark.slow
def test_battles_at_random_reach_every_event(du: System, monkeypatch: pytest.MonkeyPatch) -> None:
    """A walk that never comes to a bomb would prove little; secrets are looked after in the other one."""
    monkeypatch.setattr("tabletop_cli.core.testing.secrecy_check.Secrets.check", lambda *given: None)
    seen: Counter[str] = Counter()
    for seed in range(100, 124):
        setup = list(SETUPS.values())[seed % len(SETUPS)]
        avoid = ("declare",) if seed % 3 else ("declare", "shift", "control", "move", "draw", "fog-gain")
        seen.update(one["do"] for one in testing.play_out(du, setup, seed=seed, events=50, avoid=avoid))
        if seen.keys() >= du.game.events.keys() - {"declare"}:
            return
    assert sorted(du.game.events.keys() - seen.keys() - {"declare"}) == []

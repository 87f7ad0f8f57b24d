"""How many questions each deed of an evening puts: those that the rules need, and none twice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.few_questions import begin, put_questions

ELDAR = [("seer", "seer-council"), ("ban", "howling-banshees"), ("fd", "fire-dragons"), ("gd", "guardian-defenders")]
MARINES = [("cmd", "command-squad"), ("tac", "tactical-squad"), ("asl", "assault-squad"), ("ww", "whirlwind")]
SETUP = {
    "first": "b",
    "sides": {
        "a": {"faction": "eldar", "units": [{"id": one, "unit": unit} for one, unit in ELDAR]},
        "b": {"faction": "space-marines", "units": [{"id": one, "unit": unit} for one, unit in MARINES]},
    },
}
TURN = {"do": "start-turn", "side": "b", "dice": [4]}
SHOOTING = [TURN, {"do": "next-phase"}]
CHARGE = {
    "do": "activate",
    "commander_distance": 5,
    "acts": [{"unit": "asl", "do": "charge", "target": "gd", "distance": 8}],
}
CONTACT = [TURN, CHARGE, {"do": "next-phase"}, {"do": "next-phase"}]


@pytest.mark.parametrize(
    ("deed", "do", "played", "answers", "most"),
    [
        ("a move", "activate", [TURN], {"acts": ["tac"], ".do": "move"}, 7),
        ("a jump", "activate", [TURN], {"acts": ["asl"], ".do": "move"}, 6),
        ("a group of three", "activate", [TURN], {"acts": ["tac", "asl", "cmd"], ".do": "move"}, 8),
        ("a charge", "activate", [TURN], {"acts": ["tac"], ".do": "charge", "target": "ban"}, 8),
        ("a shot", "shoot", SHOOTING, {"target": "gd", "attacker": {"unit": "tac", "weapon": "boltguns"}}, 9),
        (
            "a barrage",
            "barrage",
            [TURN],
            {"attacker": {"unit": "ww", "weapon": "whirlwind"}, "targets": ("gd", None)},
            10,
        ),
        ("a combat", "close-combat", CONTACT, {}, 0),
        ("a turn", "start-turn", [], {}, 0),
        ("the next phase", "next-phase", [TURN], {}, 0),
    ],
)
def test_a_deed_puts_few_questions(deed: str, do: str, played: list[Any], answers: dict[str, Any], most: int) -> None:
    asked = put_questions("tt", begin("tt", SETUP, *played), do, answers)
    print(f"{deed}: {len(asked)} questions: {', '.join(asked)}")
    assert len(asked) <= most

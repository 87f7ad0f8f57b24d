"""How many questions each deed of an evening puts: those that the rules need, and none twice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.few_questions import begin, put_questions

LED = {"type": "infantry-unit", "experience": "regular", "maneuverability": "lead"}
FREE = {"type": "infantry-unit", "experience": "regular", "maneuverability": "autonomous"}
BATTERY = {"type": "off-table-artillery", "size": "medium"}
SETUP = {
    "sides": {
        "a": {"army": {"units": [LED, FREE, BATTERY]}, "actions": 40},
        "b": {"army": {"units": [LED, FREE]}, "actions": 40},
    },
    "resume": {"models": {"a1-2": {"status": "pinned"}}},
}
MOVE = {"do": "move", "by": "a", "model": "a2-2"}
GROUP = {"do": "group-move", "by": "a", "unit": "a2", "movers": [{"model": "a2-1"}, {"model": "a2-2"}]}


@pytest.mark.parametrize(
    ("deed", "do", "played", "answers", "most"),
    [
        ("a move of a led model", "move", [], {"model": "a1-3"}, 4),
        ("a move of a free model", "move", [], {"model": "a2-2"}, 2),
        ("a shot of a led model", "direct-fire", [], {"model": "a1-3", "target": "b1-2"}, 5),
        ("a shot of a free model", "direct-fire", [], {"model": "a2-2", "target": "b1-2"}, 3),
        (
            "a volley of five",
            "group-fire",
            [],
            {"unit": "a1", "shots": [f"a1-{n}" for n in (1, 2, 3, 4, 5)], ".target": "b1-2"},
            5,
        ),
        ("a group move", "group-move", [], {"unit": "a1", "movers": ["a1-1", "a1-3", "a1-4"]}, 4),
        ("a reaction", "reactive-fire", [MOVE], {"by": "b", "model": "b2-1"}, 2),
        ("a combat of five", "contact", [GROUP], {"models": (["a2-1", "a2-2"], ["b1-1", "b1-2"])}, 2),
        ("a rally", "rally", [], {"model": "a1-2"}, 2),
        ("a barrage", "indirect-fire", [], {"model": "a3-1", "target": "b1-2"}, 2),
    ],
)
def test_a_deed_puts_few_questions(deed: str, do: str, played: list[Any], answers: dict[str, Any], most: int) -> None:
    asked = put_questions("td", begin("td", SETUP, *played), do, answers)
    print(f"{deed}: {len(asked)} questions: {', '.join(asked)}")
    assert len(asked) <= most

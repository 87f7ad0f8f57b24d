"""What du says of its decisions besides what every system says: see `test_explains.py` beside this folder."""

from __future__ import annotations

from tabletop_cli.core.batch import reply

from ..test_cases import of_system

RESOLVED = [case for case in of_system("du") if case.request.get("do") == "resolve" and case.expect.get("ok")]


def test_nothing_speaks_of_dice_or_points() -> None:
    """There are none in this game."""
    words = " ".join(step["text"] for case in RESOLVED for step in reply(case.request)["steps"]).lower()
    assert not {"dice", "die", "roll", "rolls", "points"} & set(words.split())

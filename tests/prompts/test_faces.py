"""Faces at the main prompt: those of a roll, and nothing else, whatever its dice."""

from __future__ import annotations

import pytest

from tabletop_cli.core.dice.requests import Faces
from tabletop_cli.prompts.faces import faces_alone


@pytest.mark.parametrize(
    ("typed", "sides", "taken"),
    [
        ("34", 6, "34"),
        ("3 4", 6, "34"),
        ("345", 6, ""),
        ("3", 6, ""),
        ("37", 6, ""),
        ("f3", 6, ""),
        ("12 3", 20, "12 3"),
        ("12 30", 20, ""),
        ("", 6, ""),
    ],
)
def test_the_faces_of_two_dice(typed: str, sides: int, taken: str) -> None:
    assert faces_alone(typed, Faces(2, sides)) == taken

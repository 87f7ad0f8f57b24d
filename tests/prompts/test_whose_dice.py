"""Dice prompts say who rolls, and whose dice come first."""

from __future__ import annotations

from io import StringIO

import pytest

from tabletop_cli.core.dice.cards import Draw
from tabletop_cli.core.dice.owners import OwnedDice, Owner
from tabletop_cli.core.dice.requests import AnyRequest, Faces, Group, Pool, Together
from tabletop_cli.prompts.dice import DicePrompt
from tabletop_cli.prompts.faces import roll_title
from tabletop_cli.prompts.lines import Lines

A, B = Owner("A (Night Shift)"), Owner("B")
WIND = Draw({"oak": 2, "elm": 2}, 2, "the wind")
COMBAT = Together((Group("attacker dice", 3), Group("attacker armour", 1), Group("defender dice", 2)), "close combat")
COMBAT_HANDS = (OwnedDice(3, "3d6", A, "dice"), OwnedDice(1, "1d6", A, "armour"), OwnedDice(2, "2d6", B, "dice"))


@pytest.mark.parametrize(
    ("request_", "hands", "title"),
    [
        (Pool(2, (5,), "5+ hits"), (OwnedDice(2, "2d6", A, "5+ hits"),), "A rolls 2d6: 5+ hits"),
        (Faces(1, 20), (OwnedDice(1, "1d20", B),), "B rolls 1d20"),
        (
            Pool(1, (8,), "saves, 7 or less", 20),
            (OwnedDice(1, "1d20", Owner("B", "bh1-1"), "7 or less"),),
            "bh1-1 rolls 1d20: saves, 7 or less",
        ),
        (
            Faces(2, 20, "saves of target"),
            (OwnedDice(2, "2d20", Owner("B", "b1"), "8 or less"),),
            "b1 rolls 2d20: saves of target, 8 or less",
        ),
        (
            Faces(4, why="initiative"),
            (OwnedDice(2, "2d6", A), OwnedDice(2, "2d6", B)),
            "initiative: first A 2d6, then B 2d6",
        ),
        (
            Faces(2, 20),
            (OwnedDice(1, "1d20", Owner("B", "b1"), "9 or less"), OwnedDice(1, "1d20", Owner("B", "b5"), "5 or less")),
            "first b1 1d20 (9 or less), then b5 1d20 (5 or less)",
        ),
        (COMBAT, COMBAT_HANDS, "close combat: first A 3d6 and 1d6 (armour), then B 2d6"),
        (
            Draw({"oak": 2, "elm": 2}, 2, "the wind"),
            (OwnedDice(2, "2 of 4 cards", A),),
            "A draws 2 of 4 cards: the wind",
        ),
        (Draw({"oak": 2, "elm": 2}, 2, "A draws"), (OwnedDice(2, "2 of 4 cards", A),), "A draws: 2 of 4 cards"),
        (Faces(4, why="initiative"), (OwnedDice(4, "4d6", Owner(), "initiative"),), "initiative: 4d6"),
        (COMBAT, (), "close combat (attacker dice 3d6, attacker armour 1d6, defender dice 2d6)"),
    ],
)
def test_the_prompt_says_who_rolls(request_: AnyRequest, hands: tuple[OwnedDice, ...], title: str) -> None:
    assert roll_title(request_, hands) == title


def test_group_by_group_each_is_asked_of_who_rolls_it() -> None:
    told = StringIO()
    faces = DicePrompt(Lines(StringIO("g\n655\n3\n21\n"), told))(COMBAT, None, COMBAT_HANDS)
    assert faces == (6, 5, 5, 3, 2, 1)
    asked = ("A 3d6:", "A (armour) 1d6:", "B 2d6:")
    assert all(one in told.getvalue() for one in asked)


def test_too_few_dice_are_refused_with_whose_are_needed() -> None:
    told = StringIO()
    DicePrompt(Lines(StringIO("65532\n655321\n"), told))(COMBAT, None, COMBAT_HANDS)
    assert "5 dice typed, 6 needed: A 3d6, A (armour) 1d6, B 2d6" in told.getvalue()

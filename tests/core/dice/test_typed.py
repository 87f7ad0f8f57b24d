"""Faces as people type them: what a text means is decided by the dice that it is for."""

from __future__ import annotations

import pytest

from tabletop_cli.core.dice.cards import Cards, deck_of
from tabletop_cli.core.dice.handlers import Dice, Given
from tabletop_cli.core.dice.requests import Face, Faces, Group, Pool, Together
from tabletop_cli.core.dice.typed import TypedFaces, how_many
from tabletop_cli.core.errors import BadDice


def rolled(text: str, *sides: int) -> list[Face]:
    """The faces of a text for single dice that a rule asks for one after the other."""
    dice = Given(text)
    found = [dice.roll_die(sides=one) for one in sides]
    dice.finish()
    return list(found)


@pytest.mark.parametrize(
    ("text", "sides", "faces"),
    [
        ("345", (6, 6, 6), [3, 4, 5]),
        ("3 4, 5", (6, 6, 6), [3, 4, 5]),
        ("34;5", (6, 6, 6), [3, 4, 5]),
        ("12", (20,), [12]),
        ("12", (6, 6), [1, 2]),
        ("14 3 20", (20, 20, 20), [14, 3, 20]),
        ("10", (10,), [10]),
        ("99", (9, 9), [9, 9]),
        ("100", (100,), [100]),
        ("3 14", (6, 20), [3, 14]),
        ("34 12", (6, 6, 20), [3, 4, 12]),
        ("12 34", (20, 6, 6), [12, 3, 4]),
        ("", (), []),
    ],
)
def test_a_text_is_parted_by_the_dice_asked_for(text: str, sides: tuple[int, ...], faces: list[Face]) -> None:
    assert rolled(text, *sides) == faces


@pytest.mark.parametrize(
    ("text", "sides", "needed", "said"),
    [
        ("34", (6, 6, 6), 3, "2 dice given, at least 3 needed"),
        ("3451", (6, 6, 6), 3, "4 dice given, 3 needed"),
        ("12 13", (20,), 1, "2 dice given, 1 needed"),
        ("7", (6,), 1, "die 1 shows 7: a d6 shows 1 to 6"),
        ("0", (10,), 1, "die 1 shows 0: a d10 shows 1 to 10"),
        ("21", (20,), 1, "die 1 shows 21: a d20 shows 1 to 20"),
        ("1234567", (20,), 1, "put spaces between the faces"),
        ("314", (6, 20), 2, "'14' is not a die"),
        ("-1", (6,), 1, "'-1' is not a die"),
        ("٣", (6,), 1, "is not a die"),
        ("12", (), 0, "2 dice given, 0 needed"),
    ],
)
def test_what_does_not_fit_says_why(text: str, sides: tuple[int, ...], needed: int, said: str) -> None:
    with pytest.raises(BadDice) as refused:
        rolled(text, *sides)
    assert said in refused.value.message
    assert refused.value.needed == needed


def test_groups_that_fall_together_are_typed_together() -> None:
    dice = Given("34 12 5")
    assert dice.ask(Together((Group("", 2), Group("", 1, 20), Group("", 1)))) == (3, 4, 12, 5)
    dice.finish()


def test_a_text_goes_on_from_roll_to_roll() -> None:
    def shoot(dice: Dice) -> tuple[int, tuple[int, ...]]:
        hits = dice.ask(Pool(3, (5,)))[1]
        return hits, dice.ask(Faces(hits, 20))

    dice = Given("561 14 3")
    assert shoot(dice) == (2, (14, 3))
    dice.finish()
    assert [roll.by for roll in dice.rolls] == ["player", "player"]


def test_what_is_left_is_counted_as_what_was_taken_last() -> None:
    typed = TypedFaces("34 12 5")
    assert typed.left == 5
    typed.take_faces(Group("", 2), 2)
    assert typed.left == 3
    typed.take_faces(Group("", 1, 20), 3)
    assert typed.left == 1
    assert how_many("34 12", Group("", 9)) == 4
    assert how_many("34 12", Group("", 9, 20)) == 2


def test_dice_with_up_to_nine_sides_are_typed_close_together() -> None:
    assert rolled("99", 9, 9) == [9, 9]
    with pytest.raises(BadDice, match="2 dice given, 1 needed"):
        rolled("12", 9)
    assert rolled("9 10", 10, 10) == [9, 10]
    typed = TypedFaces("99 12 3")
    typed.take_faces(Group("", 1, 9), 1)
    assert typed.left == 4
    typed = TypedFaces("9 12 3")
    typed.take_faces(Group("", 1, 10), 1)
    assert typed.left == 2


def test_a_number_has_six_digits_at_most() -> None:
    with pytest.raises(BadDice, match="die 1 shows 123456: a d20 shows 1 to 20"):
        rolled("123456", 20)
    with pytest.raises(BadDice, match="put spaces between the faces, like 12 3 20"):
        rolled("1234567", 20)


def test_cards_are_typed_by_their_names_or_what_they_begin_with() -> None:
    deck = deck_of({f"{name} of hearts": 1 for name in ("ace", "king", "knave", "knight", "knee", "knot")})
    typed = TypedFaces('king "ace of hearts" kn x')
    assert typed.take_faces(Cards("", 2, 6, deck), 2) == ["king of hearts", "ace of hearts"]
    assert typed.left == 2
    with pytest.raises(BadDice, match="could be knave of hearts or knee of hearts or knight of hearts or knot") as many:
        typed.take_faces(Cards("", 1, 6, deck), 1)
    assert many.value.hint == ""
    with pytest.raises(BadDice, match="'x' is not a card of this deck") as none:
        typed.take_faces(Cards("", 1, 6, deck), 1)
    assert none.value.needed == 1

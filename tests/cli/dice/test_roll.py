"""Dice expressions: what they mean, that their odds are right, and that they stay within bounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.expression import Expression, expression_odds, parse_expression, roll_expression
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import TabletopError


def rolled(text: str, *faces: int) -> int:
    return roll_expression(parse_expression(text), Given(faces))


@pytest.mark.parametrize(
    ("text", "faces", "result"),
    [
        ("3d6", (4, 1, 6), 11),
        ("d20+3", (17,), 20),
        ("2d6-d4+1", (6, 6, 3), 10),
        ("4d6>=5", (5, 6, 1, 2), 2),
        ("4d6 5+", (5, 6, 1, 2), 2),
        ("4d6>5", (5, 6, 1, 2), 1),
        ("4d6=5", (5, 6, 1, 2), 1),
        ("2d6<=7", (3, 4), 1),
        ("2d6 7-", (4, 4), 0),
        ("2d6>=8", (4, 4), 1),
        ("(2d6)>=5", (1, 4), 1),
        ("2d6+0>=5", (1, 3), 0),
        ("2d6<5", (1, 4), 0),
        ("d6>=4", (4,), 1),
        ("D100", (77,), 77),
        ("2d%", (77, 1), 78),
        (" 3 d 6 ", (1, 1, 1), 3),
    ],
)
def test_meaning(text: str, faces: tuple[int, ...], result: int) -> None:
    assert rolled(text, *faces) == result


@pytest.mark.parametrize("text", ["3d6", "2d6-d4+1", "4d6>=5", "2d6<=7", "(2d6)>=5", "3d4>2", "d20+3", "3d3=2"])
def test_odds_are_those_of_all_faces(text: str) -> None:
    expression = parse_expression(text)
    faces = product(*(range(1, sides + 1) for sides in expression.dice))
    counts = Counter(str(_named(expression, roll_expression(expression, Given(each)))) for each in faces)
    whole = sum(counts.values())
    found = {name: chance for name, chance in expression_odds(expression).items() if chance}
    assert found == {name: Fraction(count, whole) for name, count in counts.items()}


def _named(expression: Expression, result: int) -> object:
    return ("no", "yes")[result] if expression.test and not expression.counts else result


def test_odds_of_many_dice() -> None:
    chances = expression_odds(parse_expression("40d6"))
    assert sum(chances.values()) == 1
    assert chances["140"] == max(chances.values())


@given(st.text(max_size=30) | st.text("0123456789d+-()<>=% ", max_size=30))
def test_anything_is_read_or_refused(text: str) -> None:
    try:
        expression = parse_expression(text)
    except TabletopError as wrong:
        assert wrong.message
    else:
        assert 1 <= len(expression.dice) <= 500


def test_long_numbers_are_refused_at_once() -> None:
    for text in ("9" * 5000 + "d6", "d" + "9" * 150, "3d6+" + "9" * 150, "0d6"):
        with pytest.raises(TabletopError):
            parse_expression(text)

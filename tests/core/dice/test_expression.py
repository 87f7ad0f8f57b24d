"""Dice expressions: what they mean, where they end, and what is none."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tabletop_cli.core.dice import exact
from tabletop_cli.core.dice.expression import (
    Expression,
    Term,
    count_branches,
    expression_odds,
    parse_expression,
    roll_expression,
)
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import Malformed, TooBig


def rolled(text: str, *faces: int) -> int:
    dice = Given(faces)
    found = roll_expression(parse_expression(text), dice)
    dice.finish()
    return found


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("2d6>=1", True),
        ("2d6>=6", True),
        ("2d6>=7", False),  # no die shows it
        ("2d6>=0", False),
        ("2d6>5", True),
        ("2d6=6", True),
        ("2d6<=6", False),
        ("2d6<6", False),
        ("1d6>=5", False),  # of a single die the total is the same
        ("d6>=5", False),
        ("-2d6>=5", False),
        ("(2d6)>=5", False),
        ("2d6+1>=5", False),
        ("2d6+d6>=5", False),
        ("3d10>=10", True),
        ("3d10>=11", False),
        ("2d%>=100", True),
    ],
)
def test_whether_dice_are_counted_or_added(text: str, counts: bool) -> None:
    assert parse_expression(text).counts is counts
    assert parse_expression(text).meaning.startswith("how many dice" if counts else "whether the total")


@pytest.mark.parametrize(
    ("test", "faces", "hits"), [(">=4", (3, 4, 5), 2), (">4", (3, 4, 5), 1), ("=4", (4, 4, 5), 2), ("4+", (3, 4, 5), 2)]
)
def test_dice_that_pass_are_counted(test: str, faces: tuple[int, ...], hits: int) -> None:
    assert rolled(f"3d6 {test}", *faces) == hits


@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        ("2d6<=7", (3, 4), (4, 4)),
        ("2d6<7", (3, 3), (3, 4)),
        ("2d6 7-", (1, 6), (2, 6)),
        ("2d6+1>=9", (4, 4), (3, 4)),
        ("2d6>12", (), (6, 6)),
        ("d6=3", (3,), (4,)),
        ("d6-d6>0", (4, 3), (3, 3)),
    ],
)
def test_a_total_passes_or_fails(text: str, yes: tuple[int, ...], no: tuple[int, ...]) -> None:
    assert not yes or rolled(text, *yes) == 1
    assert rolled(text, *no) == 0


def test_terms_are_added_and_taken_away_in_order() -> None:
    assert rolled("2d6+3-d4+d%", 5, 6, 2, 99) == 5 + 6 + 3 - 2 + 99
    assert parse_expression("2d6 + 3 - d4").terms == (Term(1, 2, 6), Term(1, 3, 1), Term(-1, 1, 4))
    assert parse_expression("2d6+3-d4+d%").dice == (6, 6, 4, 100)
    assert parse_expression("-d6").terms == (Term(-1, 1, 6),)
    assert parse_expression("(d6+1)").terms == (Term(1, 1, 6), Term(1, 1, 1))
    assert parse_expression("D6").text == "d6"


def test_what_the_result_is_in_words() -> None:
    words = {
        "2d6": "the total",
        "2d6>=5": "how many dice show 5 or more",
        "2d6>5": "how many dice show more than 5",
        "2d6=5": "how many dice show exactly 5",
        "2d6<=5": "whether the total is 5 or less",
        "2d6<5": "whether the total is less than 5",
    }
    assert {text: parse_expression(text).meaning for text in words} == words
    assert [parse_expression(text).numeric for text in ("2d6", "2d6>=5", "2d6<=5")] == [True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "0d6",
        "2+3",
        "d",
        "d6d6",
        "2d6++1",
        "d6+",
        "x",
        "2d6>=",
        "(2d6",
        "2d6)",
        "((d6))",
        ">=5",
        "d1",
        "d0",
        "6 6",
    ],
)
def test_what_is_no_expression_says_how_to_write_one(text: str) -> None:
    with pytest.raises(Malformed) as wrong:
        parse_expression(text)
    assert wrong.value.hint.startswith("write it like 3d6")


@pytest.mark.parametrize(
    ("most", "more", "said"),
    [
        ("500d6", "501d6", "501 dice; at most 500 in one roll"),
        ("499d6+d4", "499d6+2d4", "501 dice"),
        ("d1000", "d1001", "1001 is too large; at most 1,000 here"),
        ("d6+1000000", "d6+1000001", "1000001 is too large; at most 1,000,000 here"),
        ("d6>=1000000", "d6>=1000001", "1000001 is too large"),
        ("d6+000000000001", "d6+0000000000001", r"000000000000\.\.\. is too large"),
    ],
)
def test_the_largest_is_taken_and_one_more_refused(most: str, more: str, said: str) -> None:
    assert isinstance(parse_expression(most), Expression)
    with pytest.raises(TooBig, match=said):
        parse_expression(more)


def test_dice_without_number_are_counted_where_they_can_be() -> None:
    with pytest.raises(TooBig, match="1,000,000,000 dice"):
        parse_expression("1000000000d6")
    with pytest.raises(TooBig, match="1000000001 is too large"):
        parse_expression("1000000001d6")


def test_a_text_has_an_end() -> None:
    assert parse_expression("d6" + " " * 198).text == "d6"
    with pytest.raises(Malformed):
        parse_expression("d6" + " " * 199)


def test_two_sides_are_a_die_and_one_is_none() -> None:
    assert parse_expression("d2").dice == (2,)
    with pytest.raises(Malformed, match="no dice with 1 sides"):
        parse_expression("d1")


def test_odds_are_in_the_order_of_the_results() -> None:
    assert expression_odds(parse_expression("2d2")) == {"2": Fraction(1, 4), "3": Fraction(1, 2), "4": Fraction(1, 4)}
    assert list(expression_odds(parse_expression("d2-d2"))) == ["-1", "0", "1"]
    assert expression_odds(parse_expression("2d6>=5")) == {
        "0": Fraction(4, 9),
        "1": Fraction(4, 9),
        "2": Fraction(1, 9),
    }
    assert expression_odds(parse_expression("2d6<=7")) == {"yes": Fraction(7, 12), "no": Fraction(5, 12)}
    assert expression_odds(parse_expression("2d6>12")) == {"yes": 0, "no": 1}
    assert expression_odds(parse_expression("2d6<=12")) == {"yes": 1, "no": 0}


@pytest.mark.parametrize(
    "text", ["d6", "3d6", "2d4+3d6-d20", "4d6>=5", "7d20=3", "3d6<=9", "(3d6)>=9", "2d6+3", "0d6+d4"]
)
def test_branches_are_known_before_they_are_followed(text: str) -> None:
    budget, expression = exact.Budget(), parse_expression(text)
    exact.exact_distribution(lambda dice: roll_expression(expression, dice), budget)
    assert budget.spent == count_branches(expression)


@pytest.mark.parametrize("text", ["100d1000", "500d1000>=500", "60d20", "20d1000+20d1000"])
def test_odds_that_would_take_long_are_refused_before_they_begin(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "exact_distribution", None)
    with pytest.raises(TooBig, match=r"^exact odds of .* need [0-9,]+ branches; at most 500,000 are allowed$") as wrong:
        expression_odds(parse_expression(text))
    assert wrong.value.hint == "ask for fewer dice, or for dice with fewer sides"

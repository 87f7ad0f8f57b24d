"""Numbers as people type them and as files hold them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tabletop_cli.core.quantities import count_text, exact_decimal, format_fraction, parse_points


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", Fraction(12)),
        (" 7.5 ", Fraction(15, 2)),
        ("15/2", Fraction(15, 2)),
        ("7 1/2", Fraction(15, 2)),
        ("-1 1/2", Fraction(-3, 2)),
        (".5", Fraction(1, 2)),
        ("1/3", Fraction(1, 3)),
    ],
)
def test_points_are_read_as_people_type_them(text: str, number: Fraction) -> None:
    assert parse_points(text) == number
    assert parse_points(format_fraction(number)) == number


@pytest.mark.parametrize("text", ["", "lots", "nan", "inf", "1e9", "1/0", "1_000", "1//2", "1 2", "9" * 400])
def test_what_is_no_number_of_points_is_none(text: str) -> None:
    assert parse_points(text) is None


def test_files_hold_exact_decimals_only() -> None:
    assert [exact_decimal(Fraction(*one)) for one in ((12, 1), (15, 2), (1, 3))] == [12, 7.5, None]


def test_numbers_have_words_with_them() -> None:
    assert [count_text(n, "die", "dice") for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert [count_text(n, "action") for n in (0, 1, 2)] == ["0 actions", "1 action", "2 actions"]
    assert [format_fraction(Fraction(n, 2)) for n in (-3, -2, -1, 0, 1, 2, 3)] == [
        "-1 1/2",
        "-1",
        "-1/2",
        "0",
        "1/2",
        "1",
        "1 1/2",
    ]
    assert [exact_decimal(Fraction(*pair)) for pair in ((4, 2), (1, 2), (1, 3), (-5, 4))] == [2, 0.5, None, -1.25]


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 points"), (Fraction(1, 2), "1/2 point"), (1, "1 point"), (Fraction(3, 2), "1 1/2 points"), (2, "2 points")],
)
def test_an_amount_has_its_unit_as_people_say_it(number: int | Fraction, words: str) -> None:
    assert count_text(number, "point") == words
    assert count_text(number, "die", "dice") == words.replace("points", "dice").replace("point", "die")

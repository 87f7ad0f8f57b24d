"""Numbers as people type them and as files hold them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tabletop_cli.core.numbers import decimal, mixed, points_typed


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
    assert points_typed(text) == number
    assert points_typed(mixed(number)) == number


@pytest.mark.parametrize("text", ["", "lots", "nan", "inf", "1e9", "1/0", "1_000", "1//2", "1 2", "9" * 400])
def test_what_is_no_number_of_points_is_none(text: str) -> None:
    assert points_typed(text) is None


def test_files_hold_exact_decimals_only() -> None:
    assert [decimal(Fraction(*one)) for one in ((12, 1), (15, 2), (1, 3))] == [12, 7.5, None]

"""Exact numbers in words and for machines."""

from __future__ import annotations

import re
from fractions import Fraction

_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})")
_MIXED = re.compile(r"(?P<sign>[+-]?)(?:(?P<whole>[0-9]{1,9}) +)?(?P<above>[0-9]{1,9})/(?P<below>[0-9]{1,9})")


def format_ratio(number: Fraction) -> str:
    """For machines: lowest terms, with the denominator even where it is 1: ``3/2``, ``12/1``."""
    return f"{number.numerator}/{number.denominator}"


def format_fraction(number: Fraction) -> str:
    """For people: ``13 1/2``, ``-1/2``, ``6``."""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}/{number.denominator}" if whole else f"{sign}{rest}/{number.denominator}"


def count_text(number: int | Fraction, word: str, several: str = "") -> str:
    """A number with its word: ``1 die``, ``3 dice``, ``0 actions``, ``1/2 point``, ``1 1/2 points``."""
    exact = Fraction(number)
    return f"{format_fraction(exact)} {word if 0 < abs(exact) <= 1 else several or word + 's'}"


def parse_points(text: str) -> Fraction | None:
    """Points as people type them or `format_fraction` prints them: ``12``, ``7.5``, ``15/2``, ``7 1/2``; else None."""
    text = text.strip()
    if _DECIMAL.fullmatch(text):
        return Fraction(text)
    found = _MIXED.fullmatch(text)
    if not found or not int(found["below"]):
        return None
    number = int(found["whole"] or 0) + Fraction(int(found["above"]), int(found["below"]))
    return -number if found["sign"] == "-" else number


def exact_decimal(number: Fraction) -> int | float | None:
    """A number as files hold it: ``12``, ``7.5``; None where no decimal is exact."""
    if number.denominator == 1:
        return number.numerator
    found = float(number)
    return found if Fraction(str(found)) == number else None

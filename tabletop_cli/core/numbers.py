"""Exact numbers in words and for machines."""

from __future__ import annotations

from fractions import Fraction


def ratio(number: Fraction) -> str:
    """For machines: lowest terms, with the denominator even where it is 1: ``3/2``, ``12/1``."""
    return f"{number.numerator}/{number.denominator}"


def mixed(number: Fraction) -> str:
    """For people: ``13 1/2``, ``-1/2``, ``6``."""
    whole, rest = divmod(abs(number.numerator), number.denominator)
    sign = "-" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}/{number.denominator}" if whole else f"{sign}{rest}/{number.denominator}"


def counted(number: int, word: str, several: str = "") -> str:
    """``1 die``, ``3 dice``, ``0 actions``: a number with its word."""
    return f"{number} {word if number == 1 else several or word + 's'}"

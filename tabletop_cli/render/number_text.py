"""Exact numbers for people: points with halves, percent, fractions."""

from __future__ import annotations

import sys
from fractions import Fraction

from ..core.quantities import format_fraction

LONGEST_FRACTION = 24  # characters beside a bar


def allow_long_fractions() -> None:
    """Let Python print numbers of thousands of digits, which exact odds may have; call it after all input is read."""
    sys.set_int_max_str_digits(0)


def in_points(number: Fraction | None, budget: Fraction | None = None) -> str:
    """``1 point``, ``13 1/2 points``, ``7 of 8 points``; nothing in a system without points."""
    if number is None:
        return ""
    last = number if budget is None else budget
    return f"{format_spent(number, budget)} point{'' if 0 < last <= 1 else 's'}"


def format_spent(number: Fraction | None, budget: Fraction | None = None) -> str:
    """The same without the word: ``7 of 8``; ``7`` where no budget is agreed."""
    if number is None:
        return ""
    return format_fraction(number) + ("" if budget is None else f" of {format_fraction(budget)}")


def format_chance(chance: Fraction) -> str:
    """Two places, never rounded to certainty: ``33.33%``, ``<0.01%``, ``>99.99%``."""
    hundredths = round(chance * 10_000)
    if hundredths == 0 and chance:
        return "<0.01%"
    if hundredths == 10_000 and chance != 1:
        return ">99.99%"
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def format_short_chance(chance: Fraction) -> str:
    """Whole percent, or one place below ten of them, never rounded to certainty: ``33%``, ``2.8%``, ``<0.1%``."""
    tenths = round(chance * 1000)
    if tenths == 0 and chance:
        return "<0.1%"
    if tenths >= 995 and chance != 1:
        return f"{tenths // 10}.{tenths % 10}%" if tenths < 1000 else ">99.9%"
    whole = tenths >= 100 or tenths % 10 == 0
    return f"{round(chance * 100)}%" if whole else f"{tenths // 10}.{tenths % 10}%"


def format_percent(chance: Fraction) -> str:
    """The same in whole percent, for tables: ``33%``, ``<1%``, ``>99%``."""
    whole = round(chance * 100)
    if whole == 0 and chance:
        return "<1%"
    return ">99%" if whole == 100 and chance != 1 else f"{whole}%"


def format_expected(number: Fraction) -> str:
    """What can be expected, which is no whole number: ``1.83``, ``<0.01``."""
    hundredths = round(number * 100)
    return "<0.01" if number and not hundredths else f"{hundredths // 100}.{hundredths % 100:02d}"


def format_short_fraction(chance: Fraction) -> str:
    """``1/3``; a fraction too long to read is left out, machines get it whole."""
    if chance.denominator.bit_length() > 4 * LONGEST_FRACTION:
        return ""
    text = f"{chance.numerator}/{chance.denominator}"
    return text if len(text) <= LONGEST_FRACTION else ""

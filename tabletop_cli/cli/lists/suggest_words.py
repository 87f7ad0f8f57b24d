"""Points, numbers and changes of suggestions, in words and for machines."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from ...core.data import JsonObject
from ...core.lists.change import Change, Insert, Put

LONGEST_COUNT = 30  # digits that are shown one by one


def change_data(change: Change) -> JsonObject:
    """A change for machines."""
    plain: JsonObject = {"do": type(change).__name__.lower(), "place": list(change.place)}
    return {**plain, "value": change.value} if isinstance(change, Put | Insert) else plain


def number_words(points: Fraction) -> str:
    """A number of points without the word: ``7 1/2``."""
    from ...core.quantities import format_fraction

    return format_fraction(points)


def points_words(points: Fraction | None, budget: Fraction | None = None) -> str:
    """Points, and of how many: ``7 1/2 of 12 points``."""
    from ...render.number_text import in_points

    return in_points(points, budget)


def sum_words(points: Fraction, left: Fraction | None) -> str:
    """Points, and what they leave."""
    return points_words(points) + ("" if left is None else f", {number_words(left)} left")


def counted_words(how_many: int, what: str) -> str:
    """So many of something: ``1 way``, ``12 ways``."""
    return f"{how_many:,} {what}{'' if how_many == 1 else 's'}"


def big_words(how_many: int) -> str:
    """A number of ways; one that is too long to read by its size."""
    if how_many < 10**LONGEST_COUNT:
        return f"{how_many:,}"
    digits, _, size = f"{Decimal(how_many):.2e}".partition("e")
    return f"about {digits} x 10^{size.lstrip('+')}"


def saved_words(points: Fraction) -> str:
    """What a step of a repair takes away or adds, behind its words; empty for nothing."""
    if not points:
        return ""
    return f", {points_words(points)} less" if points > 0 else f", {points_words(-points)} more"

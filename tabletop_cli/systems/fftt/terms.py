"""Numbers as sums: rows of the tables as terms, and how a distance is written."""

from __future__ import annotations

from fractions import Fraction

from ...api import Term, format_fraction
from .tables import Modifier

EACH = ", {sign}{size} {name}"  # how terms are told: ``, -1 beyond short range, +1 elite shooter``


def term_of(row: Modifier, *rules: str, times: int = 1) -> Term:
    """Return a row of a table of modifiers as a term, added so many times."""
    return Term(row.value * times, row.name, rules)


def format_cm(distance: Fraction | int) -> str:
    """A distance for people: ``7 1/2 cm``."""
    return f"{format_fraction(Fraction(distance))} cm"


def plain_cm(distance: Fraction) -> int | float:
    """A distance for machines; halves are exact in JSON, too."""
    return distance.numerator if distance.denominator == 1 else float(distance)

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
    """A distance for people: ``7 1/2 cm``; what is no half or quarter as it was typed: ``2.9 cm``."""
    cm = Fraction(distance)
    typed = Fraction(str(float(cm))) == cm and cm.denominator not in (1, 2, 4)
    return f"{float(cm) if typed else format_fraction(cm)} cm"


def plain_cm(distance: Fraction) -> int | float:
    """A distance for machines; halves are exact in JSON, too."""
    return distance.numerator if distance.denominator == 1 else float(distance)

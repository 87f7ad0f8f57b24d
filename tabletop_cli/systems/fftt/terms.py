"""Numbers as sums: what is printed, and what is added to it, in words and with the rules that say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from ...api import dataclass, mixed
from .tables import Modifier


@dataclass(frozen=True)
class Term:
    """Something that is added, what it is for, and the rules that say so."""

    value: int
    words: str
    rules: tuple[str, ...]

    @classmethod
    def of(cls, row: Modifier, *rules: str, times: int = 1) -> Term:
        """A row of a table of modifiers, so many times."""
        return cls(row.value * times, row.name, rules)


def unique(*rules: Iterable[str]) -> tuple[str, ...]:
    """All these rule ids, each once."""
    return tuple(dict.fromkeys(rule for some in rules for rule in some))


def rules_of(terms: Sequence[Term]) -> tuple[str, ...]:
    return unique(*(term.rules for term in terms))


def total(terms: Sequence[Term]) -> int:
    return sum(term.value for term in terms)


def plus(terms: Sequence[Term]) -> str:
    """What is added, in words: ``, -1 beyond short range, +1 elite shooter``; nothing where nothing is."""
    return "".join(f", {term.value:+} {term.words}" for term in terms)


def cm(distance: Fraction | int) -> str:
    """A distance for people: ``7 1/2 cm``."""
    return f"{mixed(Fraction(distance))} cm"


def plain_cm(distance: Fraction) -> int | float:
    """A distance for machines; halves are exact in JSON, too."""
    return distance.numerator if distance.denominator == 1 else float(distance)

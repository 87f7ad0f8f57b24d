"""Small things that many rules need: halves, and words for explanations."""

from __future__ import annotations

from fractions import Fraction

from ...api import mixed


def unique(*rules: str) -> tuple[str, ...]:
    """The same rule ids, each once."""
    return tuple(dict.fromkeys(rules))


def cm(distance: Fraction | int) -> str:
    """A distance for people: ``7 1/2 cm``."""
    return f"{mixed(Fraction(distance))} cm"


def halved(value: int, times: int) -> int:
    """A value halved so many times, always rounded down (TGF-R14)."""
    return value >> times

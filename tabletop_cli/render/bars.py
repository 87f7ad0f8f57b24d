"""Chances as bars: a row of blocks in the terminal, of ``#`` in plain text, always with the numbers beside it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat

from ..core.page import Bars
from ..core.records import dataclass
from .numbers import fraction, percent
from .safe import one_line

EIGHTHS = " ▏▎▍▌▋▊▉"


@dataclass(frozen=True)
class Bar:
    """One row: name, bar, percent, exact fraction, and the chance of this or more (empty where that says nothing)."""

    name: str
    bar: str
    percent: str
    fraction: str
    at_least: str


def blocks(chance: Fraction, width: int) -> str:
    """A bar of block characters, exact to an eighth of one; what is possible shows at least a sliver."""
    eighths = max(round(chance * width * 8), 1 if chance else 0)
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def hashes(chance: Fraction, width: int) -> str:
    """A bar of ``#``; what is possible shows at least one."""
    return "#" * max(round(chance * width), 1 if chance else 0)


def laid_out(bars: Bars, width: int, *, plain: bool) -> Iterator[Bar]:
    """The rows of a chart, with "at least" where the outcomes are a scale."""
    draw = hashes if plain else blocks
    at_least = map(percent, bars.at_least()) if bars.rising else repeat("")
    for (name, chance), more in zip(bars.rows, at_least, strict=False):
        yield Bar(one_line(name), draw(chance, width), percent(chance), fraction(chance), more)

"""Chances as bars: a row of blocks in the terminal, of ``#`` in plain text, always with the numbers beside it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat

from ..core.page import Bars
from ..core.records import dataclass
from .number_text import format_chance, format_short_fraction
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


def block_bar(chance: Fraction, width: int) -> str:
    """A bar of block characters, exact to an eighth of one; what is possible shows at least a sliver."""
    eighths = max(round(chance * width * 8), 1 if chance else 0)
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def hash_bar(chance: Fraction, width: int) -> str:
    """A bar of ``#``; what is possible shows at least one."""
    return "#" * max(round(chance * width), 1 if chance else 0)


def bar_rows(bars: Bars, width: int, *, plain: bool) -> Iterator[Bar]:
    """The rows of a chart, with "at least" where the outcomes are a scale."""
    draw = hash_bar if plain else block_bar
    at_least = map(format_chance, bars.at_least()) if bars.rising else repeat("")
    for (name, chance), more in zip(bars.rows, at_least, strict=False):
        yield Bar(one_line(name), draw(chance, width), format_chance(chance), format_short_fraction(chance), more)

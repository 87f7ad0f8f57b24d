"""Goo and eggs (FFTT-BUG-2, FFTT-BUG-4, FFTT-BUG-5)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Situation, Whole, fact
from .figures import FIGURE, Figure


@dataclass(frozen=True, kw_only=True)
class Acid(Situation):
    """A figure in goo."""

    figure: Figure = fact(FIGURE, ask="Who stands in the goo?")
    rolls: int = fact(Whole(1, 12), 1, ask="How many general fires begin with it in the goo?", rules=("FFTT-BUG-5",))


@dataclass(frozen=True, kw_only=True)
class Hatch(Situation):
    """An egg that is due."""


@dataclass(frozen=True)
class Burnt:
    """Wounds from goo, and whether it may move all the same."""

    wounds: int
    may_move: bool


@dataclass(frozen=True)
class Hatched:
    """The unit that hatches, after how many throws."""

    creature: str
    throws: int

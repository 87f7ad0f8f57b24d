"""How far a move goes, and what a way costs (TGF-MOVE-1, TGF-MOVE-2, TGF-MOVE-3)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import ListOf, Number, OneOf, Record, Situation, Whole, fact
from .profiles import ground

SLOWING = tuple(name for name, row in ground().items() if row.share is not None)


@dataclass(frozen=True, kw_only=True)
class MoveAllowance(Situation):
    """One move action."""

    modifiers: tuple[str, ...] = fact(ListOf(OneOf(SLOWING)), (), ask="What slows the move down?")


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A part of a way."""

    cm: Fraction = fact(Number(0), ask="How many cm?")
    modifiers: tuple[str, ...] = fact(ListOf(OneOf(SLOWING)), (), ask="What slows the move down there?")


@dataclass(frozen=True, kw_only=True)
class MoveCost(Situation):
    """A way over different ground."""

    segments: tuple[Segment, ...] = fact(
        ListOf(Record(Segment)), (), ask="What does the move cross?", rules=("TGF-MOVE-3",)
    )
    posture: tuple[str, ...] = fact(ListOf(OneOf(SLOWING)), (), ask="What slows the whole way down?")
    obstacles: int = fact(Whole(), 0, ask="How many low obstacles and closed doors are on it?")

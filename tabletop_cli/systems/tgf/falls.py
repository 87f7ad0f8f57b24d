"""Jumping down, climbing up, and falling (TGF-JUMP-1, TGF-CLIMB-1, TGF-CLIMB-2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import Number, Situation, Whole, fact


@dataclass(frozen=True, kw_only=True)
class Jump(Situation):
    """Somebody jumps down."""

    height: Fraction = fact(Number(0), ask="How high is the jump, in cm?")
    armor: int = fact(Whole(), ask="What is the soldier's A?", rules=("TGF-DAM-2",))


@dataclass(frozen=True, kw_only=True)
class Climb(Situation):
    """Somebody climbs up, as far as he gets."""

    height: Fraction = fact(Number(0), ask="How high is the whole climb, in cm?")
    armor: int = fact(Whole(), ask="What is the soldier's A?", rules=("TGF-DAM-2",))

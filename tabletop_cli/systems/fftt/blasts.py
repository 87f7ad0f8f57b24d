"""Grenades, missiles and acid: shots that burst (FFTT-BLAST-1, FFTT-BLAST-2, FFTT-BLAST-3, FFTT-BLAST-4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import Number, OneOf, Situation, fact
from .shooting import AimedShot

BURSTS = ("grenade", "missile")


@dataclass(frozen=True, kw_only=True)
class BlastShot(Situation, AimedShot):
    """A shot that bursts. Cover is never asked for: it does not count."""


@dataclass(frozen=True, kw_only=True)
class Burst(Situation):
    """A figure near a burst."""

    kind: str = fact(OneOf(BURSTS), ask="Is it a grenade or a missile?", rules=("FFTT-BLAST-2",))
    distance: Fraction = fact(
        Number(0), ask="How far is the figure from the centre of the burst, in cm?", rules=("FFTT-R28",)
    )


@dataclass(frozen=True)
class BlastThrow:
    """One throw of a shot that bursts.

    `centre` is target, opponent or deviated; `direction` the sum of the 2D6 on the players' template. The wounds of the
    figure that was aimed at are None where the burst moved to its opponent.
    """

    roll: int
    hit: bool
    centre: str
    deviation: int
    direction: int | None
    target_wounds: int | None


@dataclass(frozen=True)
class AcidThrow(BlastThrow):
    """The same of acid."""

    target_in_goo: bool | None


@dataclass(frozen=True)
class Blasted:
    """What came of a shot that bursts, as far as it is known."""

    need: int
    shots: tuple[BlastThrow, ...]
    target_wounds: int


@dataclass(frozen=True)
class Deviated:
    """How far a burst deviates, in cm: 0 for a hit."""

    need: int
    roll: int
    hit: bool
    deviation: int


@dataclass(frozen=True)
class Hurt:
    """Wounds of a figure near a burst."""

    wounds: int

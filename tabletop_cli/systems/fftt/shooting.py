"""Shots of direct weapons, and what holds for all shots (FFTT-SHOOT-1, FFTT-SHOOT-2, FFTT-SHOOT-3, FFTT-SHOOT-4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import Number, OneOf, Situation, YesNo, fact
from .figures import FIGURE, Figure

MODES = ("light", "general", "opportunity")


@dataclass(frozen=True, kw_only=True)
class ShotFacts:
    """A shot, as far as it does not depend on whom it is at. `mode` is the step that it is fired in."""

    shooter: Figure = fact(FIGURE, ask="Who shoots?")
    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?", rules=("FFTT-SHOOT-2",))
    cover: bool = fact(YesNo(), False, ask="Is the target in cover?", rules=("FFTT-LOS-3",))
    indirect: bool = fact(YesNo(), False, ask="Is it indirect fire?", rules=("FFTT-BLAST-5",))
    mode: str = fact(OneOf(MODES), "general", ask="Is it light fire, general fire or opportunity fire?")
    both_inside: bool = fact(YesNo(), False, ask="Are both inside the same building or forest?", rules=("FFTT-LOS-3",))


@dataclass(frozen=True, kw_only=True)
class AimedShot(ShotFacts):
    """A shot at a figure."""

    target: Figure = fact(FIGURE, ask="Who is shot at?")
    into_melee: bool = fact(
        YesNo(),
        False,
        ask="Is the target in hand to hand with somebody else than the shooter?",
        rules=("FFTT-SHOOT-5", "FFTT-R64"),
    )


@dataclass(frozen=True, kw_only=True)
class Shot(Situation, AimedShot):
    """A shot with a direct weapon."""


@dataclass(frozen=True)
class Throw:
    """One throw of a shot. `victim` is target, opponent or None."""

    roll: int
    hit: bool
    wounds: int
    victim: str | None


@dataclass(frozen=True)
class Fired:
    """What came of a shot of a direct weapon."""

    need: int
    shots: tuple[Throw, ...]
    target_wounds: int
    opponent_wounds: int

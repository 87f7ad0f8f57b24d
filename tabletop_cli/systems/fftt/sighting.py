"""What a shooter sees over (FFTT-LOS-2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import Number, Situation, YesNo, fact


@dataclass(frozen=True, kw_only=True)
class SightOver(Situation):
    """Something stands between the shooter and his target."""

    shooter_higher: bool = fact(YesNo(), ask="Does the shooter stand higher?", rules=("FFTT-LOS-2",))
    shooter_to_obstacle: Fraction = fact(Number(0), ask="How far is it from the shooter to the obstacle, in cm?")
    target_to_obstacle: Fraction = fact(Number(0), ask="How far is it from the target to the obstacle, in cm?")


@dataclass(frozen=True)
class Seen:
    """Whether the obstacle can be ignored."""

    can_shoot: bool

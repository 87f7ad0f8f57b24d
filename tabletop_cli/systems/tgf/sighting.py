"""How far one sees, and which target comes first (TGF-SIGHT-1, TGF-SIGHT-2, TGF-SIGHT-3, TGF-FIRE-2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...api import ListOf, Number, OneOf, Record, Situation, YesNo, fact
from .kinds import KebabId

FORESTS = ("none", "light", "dense")


@dataclass(frozen=True, kw_only=True)
class Sight(Situation):
    """A line of sight."""

    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?")
    night: bool = fact(YesNo(), False, ask="Is it night?")
    fog: bool = fact(YesNo(), False, ask="Is there fog or dense rain?")
    forest_kind: str = fact(OneOf(FORESTS), "none", ask="Which forest does the line cross: none, light or dense?")
    forest_cm: Fraction = fact(Number(0), Fraction(0), ask="How many cm of forest does it cross?")


@dataclass(frozen=True, kw_only=True)
class EnemyUnit:
    """An enemy unit, by its nearest miniature."""

    id: str = fact(KebabId(), ask="Which enemy unit?")
    distance: Fraction = fact(Number(0), ask="How far is its nearest miniature, in cm?")
    visible: bool = fact(YesNo(), True, ask="Is it visible?")


@dataclass(frozen=True, kw_only=True)
class FirePriority(Situation):
    """The enemies that one could fire at."""

    units: tuple[EnemyUnit, ...] = fact(ListOf(Record(EnemyUnit), distinct=True), ask="Which enemy units are there?")

"""Who shoots or strikes, what he aims at, what shelters it: the facts, and what they add to RC, CC and damage."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from ...api import Nullable, Number, OneOf, Union, Whole, YesNo, dataclass, fact
from .kinds import Percent
from .row_types import LEVEL, WEAPON, Level, Weapon

DEPTHS = ("none", "edge", "deep")
COVERS = ("none", "soft", "hard")


@dataclass(frozen=True, kw_only=True)
class SoldierFacts:
    """Who shoots or strikes."""

    level: Level = fact(LEVEL, ask="How well is the soldier trained?")
    weapon: Weapon = fact(WEAPON, ask="Which weapon does the soldier use?")
    panicked: bool = fact(YesNo(), False, ask="Is the soldier panicked?", rules=("TGF-PANIC-1",))
    out_of_command: bool = fact(
        YesNo(), False, ask="Is the soldier more than 18 cm from the squad leader?", rules=("TGF-CMD-1", "TGF-CMD-2")
    )


@dataclass(frozen=True, kw_only=True)
class ForestFacts:
    """What the target stands in or behind, which counts against RC and against damage."""

    forest: str = fact(OneOf(DEPTHS), "none", ask="Is the target in a forest: none, edge (up to 3 cm) or deep?")
    crest: str = fact(
        OneOf(DEPTHS), "none", ask="Is it behind a crest, roof or rocks: none, edge (up to 3 cm) or deep?"
    )


@dataclass(frozen=True, kw_only=True)
class Shelter(ForestFacts):
    """All that counts against damage."""

    cover_type: str = fact(OneOf(COVERS), "none", ask="Is the target behind other cover: none, soft or hard?")


@dataclass(frozen=True, kw_only=True)
class AimFacts(ForestFacts):
    """What is aimed at, and how it is seen."""

    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?", rules=("TGF-RANGE-1",))
    ld: int | None = fact(Nullable(Whole(None)), None, ask="What is the firer's LD?", help="LD; needed beyond 60 cm")
    prone: bool = fact(YesNo(), False, ask="Is the target prone?")
    cover_pct: Fraction | Literal["slit"] = fact(
        Union((Percent(), OneOf(("slit",)))),
        Fraction(0),
        ask="How much of the target is covered, in per cent? (slit: behind a firing slit)",
    )
    night: bool = fact(YesNo(), False, ask="Is it night?")
    tracer: bool = fact(YesNo(), False, ask="Does the firer use tracer rounds?")
    aimed: bool = fact(YesNo(), False, ask="Has the firer aimed at this target?", rules=("TGF-AIM-1",))
    height_cm: Fraction = fact(Number(), Fraction(0), ask="By how many cm is the firer higher than the target?")


@dataclass(frozen=True, kw_only=True)
class FireFacts(SoldierFacts, AimFacts, Shelter):
    """One soldier fires at one miniature."""

    armor: int = fact(Whole(), ask="What is the A of the target?", rules=("TGF-DAM-2",))

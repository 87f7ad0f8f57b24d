"""Close combat: an attack on an enemy in base contact (TGF-CC-1, TGF-CC-2, TGF-CC-3)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Nullable, OneOf, Record, Situation, Whole, YesNo, fact
from .soldiers import Shelter, SoldierFacts

HEIGHTS = ("same", "higher", "lower")


@dataclass(frozen=True, kw_only=True)
class Blow(SoldierFacts, Shelter):
    """One attacks another in base contact; the shelter counts with ``cc-cover-damage = yes`` only."""

    armor: int = fact(Whole(), ask="What is the A of the target?", rules=("TGF-DAM-2",))
    target_height: str = fact(OneOf(HEIGHTS), "same", ask="How high does the target stand: same, higher or lower?")
    prone: bool = fact(YesNo(), False, ask="Is the target prone?")
    behind_cover: bool = fact(YesNo(), False, ask="Is the target behind cover?")
    friends: int = fact(Whole(), 0, ask="How many friends of the attacker take part?", rules=("TGF-R34",))


@dataclass(frozen=True, kw_only=True)
class CloseCombat(Situation, Blow):
    """An attack, and with ``cc = simultaneous`` perhaps a blow back."""

    back: Blow | None = fact(
        Nullable(Record(Blow)), None, ask="Does the target strike back?", help="the target's blow", rules=("TGF-R32",)
    )

"""Whether a retreat can be completed (TT-RET)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...api import Dice, Id, Illegal, Nullable, Number, Resolver, YesNo, fact
from .shooting import Legal, judged
from .situation import TtSituation, UnitFacts, check_unit
from .tables import distance


@dataclass(frozen=True, kw_only=True)
class RetreatCheck(TtSituation):
    """The end of a retreat. The unit itself matters only under ``slow-retreat = capped``."""

    moved: Fraction = fact(Number(0), ask="How far does it go, in cm?")
    nearest_friend: Fraction | None = fact(Nullable(Number(0)), None, ask="How far is the nearest friend at the end?")
    nearest_enemy: Fraction | None = fact(Nullable(Number(0)), None, ask="How far is the nearest enemy at the end?")
    on_field: bool = fact(YesNo(), True, ask="Is it still on the field?")
    unit: str | None = fact(Id(), None, help="the unit, for the house rule slow-retreat = capped")
    faction: str | None = fact(Id(), None, help="only to tell two factions apart")
    options: dict[str, object] = fact(UnitFacts.__dataclass_fields__["options"].metadata["kind"], {})

    def __post_init__(self) -> None:
        if self.unit is not None:
            check_unit(self.facts, self.catalogue, self.house, "situation")

    @property
    def facts(self) -> UnitFacts:
        return UnitFacts(unit=self.unit or "", faction=self.faction, options=self.options)


def retreat_bans(s: RetreatCheck) -> Iterator[Illegal]:
    """Why a retreat cannot end there, in the order of the reasons (TT-RET-1, TT-RET-3, TT-R14, TT-R15)."""
    if not s.on_field:
        yield Illegal("off-field", "TT-RET-3")
    if s.moved < distance("retreat"):
        yield Illegal("too-short", "TT-RET-1")
    slow = s.unit is not None and s.profile(s.facts).has("slow")
    if slow and s.house["slow-retreat"] == "capped" and s.moved > distance("slow"):
        yield Illegal("too-far", "TT-MOVE-3")
    if s.house["retreat-push"] == "others":
        return
    if s.nearest_friend is not None and s.nearest_friend <= distance("retreat_from_friend"):
        yield Illegal("too-near-friend", "TT-RET-1")
    if s.nearest_enemy is not None and s.nearest_enemy <= distance("retreat_from_enemy"):
        yield Illegal("too-near-enemy", "TT-RET-1")


def retreat_check(s: RetreatCheck, dice: Dice) -> Legal | Illegal:
    """Is the retreat complete? (TT-RET-1, TT-RET-3)"""
    return judged(retreat_bans(s), dice, "TT-RET-1", "TT-RET-3")


RESOLVERS = (
    Resolver(
        id="retreat-check",
        title="Can it retreat there?",
        situation=RetreatCheck,
        rule=retreat_check,
        rules=("TT-RET-1", "TT-RET-2", "TT-RET-3"),
        example={"moved": 6, "nearest_friend": 2, "nearest_enemy": 5.5},
    ),
)

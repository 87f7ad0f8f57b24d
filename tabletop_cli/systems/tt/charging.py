"""Who may charge whom (TT-CHARGE)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...api import Dice, House, Illegal, Number, OneOf, Record, Resolver, Whole, YesNo, fact
from .movement import reach
from .profiles import Profile
from .shooting import Legal, judged
from .situation import Place, TtSituation, UnitFacts
from .tables import table
from .weapons import value_against

SIDES_OF_BASE = ("front", "flank")


@dataclass(frozen=True, kw_only=True)
class ChargeTarget(Place):
    cloak_cancelled: bool = fact(YesNo(), False, ask="Has its Cloaked been cancelled this turn?")


@dataclass(frozen=True, kw_only=True)
class ChargeFacts:
    """A charge as players see it."""

    distance: Fraction = fact(Number(0), ask="Distance to the target, cm?")
    difficult_ground: bool = fact(YesNo(), False, ask="Any difficult ground on the way or at the end?")
    difficult_cm: Fraction = fact(
        Number(0),
        Fraction(0),
        ask="How many cm of it are difficult ground?",
        when=lambda given: given.get("house.bad-terrain") == "part-inside",
    )
    visible: bool = fact(YesNo(), True, ask="Is the target visible at the start?")
    in_front: bool = fact(YesNo(), True, ask="Is the target in front of the charger at the start?")
    side: str = fact(OneOf(SIDES_OF_BASE), "front", ask="Does it charge the front or the flank?")
    started_behind: bool = fact(YesNo(), False, ask="Did it start entirely behind the target?")


@dataclass(frozen=True, kw_only=True)
class ChargeCheck(TtSituation, ChargeFacts, UnitFacts):
    loaded: bool = fact(YesNo(), False, ask="Is the charger in a transport?")
    unloaded: bool = fact(YesNo(), False, ask="Did it leave a transport this turn?")
    entered: bool = fact(YesNo(), False, ask="Did it enter from reserve this turn?")
    front_chargers: int = fact(Whole(), 0, ask="How many chargers are on the target's front already?")
    flank_chargers: int = fact(Whole(), 0, ask="How many chargers are on its flank already?")
    target: ChargeTarget = fact(Record(ChargeTarget))


def permission_bans(unit: Profile, target: Profile, house: House) -> Iterator[Illegal]:
    """Why a unit can never charge another: classes, Jump, no Assault weapon, no value (TT-CHARGE-8, TT-CHARGE-9)."""
    if unit.is_aircraft or (target.is_aircraft and not unit.has("charges-aircraft")):
        yield Illegal("aircraft", "TT-CHARGE-8")
    if target.unit_class not in unit.charges and not (target.is_aircraft and _may_reach_vehicles(unit)):
        yield Illegal("vehicle-charges-vehicle", "TT-CHARGE-8")
    if target.has("jump") and not unit.has("jump"):
        yield Illegal("jump-only", "TT-CHARGE-9")
    if unit.assault is None:
        yield Illegal("no-assault-weapon", "TT-CHARGE-9")
    elif value_against(unit.assault, target, house) is None:
        yield Illegal("no-value", "TT-CHARGE-9")


def _may_reach_vehicles(unit: Profile) -> bool:
    """Whether its class charges vehicles: an Aircraft is attacked as one."""
    return "vehicle" in unit.charges


def cloaked(target: Profile, cancelled: bool) -> bool:
    return target.has("cloaked") and not cancelled


def charge_bans(s: ChargeCheck) -> Iterator[Illegal]:
    """Why this charge is not possible, in the order of the reasons."""
    unit, target = s.profile(s), s.profile(s.target)
    if s.loaded:
        yield Illegal("loaded", "TT-TRANS-5")
    if s.unloaded:
        yield Illegal("unloaded", "TT-CHARGE-2")
    if s.entered:
        yield Illegal("entered", "TT-CHARGE-2")
    if s.target.loaded:
        yield Illegal("target-loaded", "TT-CHARGE-9")
    if s.target.in_reserve:
        yield Illegal("target-off-table", "TT-CHARGE-9")
    if cloaked(target, s.target.cloak_cancelled):
        yield Illegal("target-cloaked", "TT-CHARGE-9")
    yield from permission_bans(unit, target, s.house)
    yield from _approach_bans(s, unit)


def _approach_bans(s: ChargeCheck, unit: Profile) -> Iterator[Illegal]:
    """Sight, side and distance (TT-CHARGE-2 to 6)."""
    if not s.visible:
        yield Illegal("not-visible", "TT-CHARGE-2")
    if not s.in_front:
        yield Illegal("not-in-front", "TT-CHARGE-2")
    if s.side == "flank" and not s.started_behind:
        yield Illegal("not-from-behind", "TT-CHARGE-3")
    there = {"front": s.front_chargers, "flank": s.flank_chargers}[s.side]
    if there >= table("chargers")[s.side]:
        yield Illegal("too-many-chargers", "TT-CHARGE-4")
    difficult = s.difficult_ground or s.difficult_cm > 0
    if not reach(unit, "charge", difficult, s.house).allows(s.distance, s.difficult_cm):
        yield Illegal("too-far", "TT-CHARGE-6")


def charge_check(s: ChargeCheck, dice: Dice) -> Legal | Illegal:
    """May this unit charge that one? (TT-CHARGE-1 to 9)"""
    return judged(charge_bans(s), dice, "TT-CHARGE-2", "TT-CHARGE-6", "TT-CHARGE-8", "TT-CHARGE-9")


RESOLVERS = (
    Resolver(
        id="charge-check",
        title="May it charge that?",
        situation=ChargeCheck,
        rule=charge_check,
        rules=("TT-CHARGE-2", "TT-CHARGE-3", "TT-CHARGE-4", "TT-CHARGE-6", "TT-CHARGE-8", "TT-CHARGE-9", "TT-AIR-3"),
        example={"unit": "fire-dragons", "distance": 12, "target": {"unit": "rhino"}},
    ),
)

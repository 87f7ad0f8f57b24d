"""Who may charge whom (topic Charging)."""

from __future__ import annotations

from fractions import Fraction

from ...api import Dice, Finding, House, Number, OneOf, Record, Whole, YesNo, dataclass, fact, peek, refuse
from .command import look_for_cloak
from .judging import Findings, Legal, report_all
from .movement import plain_cm, reach_findings
from .profiles import Profile
from .situation import TITLES, Place, TtSituation, UnitFacts
from .tables import ASSAULT, class_name, printed_table
from .weapons import find_use

SIDES_OF_BASE = ("front", "flank")


@dataclass(frozen=True, kw_only=True)
class ChargeTarget(Place):
    cloak_cancelled: bool = fact(YesNo(), False, ask="Has its Cloaked been cancelled this turn?")


@dataclass(frozen=True, kw_only=True)
class ChargeFacts:
    """A charge as players see it."""

    distance: Fraction = fact(Number(0), ask="Distance to the target, cm?")
    difficult_ground: bool = fact(YesNo(), False, ask="Any difficult ground on the way or at the end?")
    difficult_cm: Fraction = fact(Number(0), Fraction(0), ask="How many cm of it are difficult ground?")
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


def look_at_permission(unit: Profile, target: Profile, house: House) -> Findings:
    """Whether a unit can ever charge another: classes, Jump, Assault weapon, value (TT-CHARGE-8, TT-CHARGE-9)."""
    yield from _look_at_classes(unit, target)
    if target.has_special("jump"):
        if not unit.has_special("jump"):
            text = f"{target.title} has Jump and {unit.title} has not; only Jump units charge Jump units"
            raise refuse("TT-CHARGE-9", "jump-only", text)
        yield Finding(None, lambda: f"{target.title} has Jump, and so has {unit.title}", "TT-CHARGE-9")
    if target.assault is None and not target.is_aircraft:
        text = f"{target.title} has no Assault weapon, but it can be charged"
        yield Finding(None, text, "TT-CHARGE-9", "TT-R6")
    if unit.assault is None:
        text = f"{unit.title} has no Assault weapon to charge with"
        raise refuse("TT-CHARGE-9", "no-assault-weapon", text, "TT-R6")
    yield find_use(unit, ASSAULT, target, "close-combat", house, supports=False)


def _look_at_classes(unit: Profile, target: Profile) -> Findings:
    """Who charges whom, by class (TT-CHARGE-8, TT-AIR-3, TT-R28)."""
    if unit.is_aircraft:
        raise refuse("TT-CHARGE-8", "aircraft", f"{unit.title} is an Aircraft and cannot charge", "TT-AIR-3")
    if target.is_aircraft:
        if not unit.has_special("charges-aircraft"):
            text = f"{target.title} is an Aircraft, and {unit.title} cannot charge Aircraft"
            raise refuse("TT-CHARGE-8", "aircraft", text, "TT-AIR-3")
        text = f"{target.title} is an Aircraft, and {unit.title} can charge Aircraft"
        yield Finding(None, text, "TT-CHARGE-8", "TT-AIR-3")
    mine, theirs = class_name(unit.unit_class), class_name(target.unit_class)
    may = ", ".join(class_name(one) for one in unit.charges) or "nobody"
    also = ("vehicle" in target.attacked_as or not _may_reach_vehicles(unit)) and "TT-R28"
    if target.unit_class not in unit.charges and not (target.is_aircraft and _may_reach_vehicles(unit)):
        text = f"{unit.title} ({mine}) can charge only {may}, and {target.title} is {theirs}"
        raise refuse("TT-CHARGE-8", "vehicle-charges-vehicle", text, also)
    if not target.is_aircraft:
        yield Finding(None, f"{unit.title} ({mine}) can charge {target.title} ({theirs})", "TT-CHARGE-8", also)


def _may_reach_vehicles(unit: Profile) -> bool:
    """Whether its class charges vehicles: an Aircraft is attacked as one."""
    return "vehicle" in unit.charges


def look_at_charge(s: ChargeCheck) -> Findings:
    """All that decides whether this charge is possible, in the order of the reasons."""
    unit, target = s.profile_of(s), s.profile_of(s.target)
    if s.loaded:
        raise refuse("TT-TRANS-5", "loaded", f"{unit.title} is in a transport, so it cannot charge")
    if s.unloaded:
        text = f"{unit.title} has got out of a transport this turn, which was its whole move"
        raise refuse("TT-CHARGE-2", "unloaded", text, "TT-TRANS-2")
    if s.entered:
        text = f"{unit.title} has entered from the reserve this turn, which was its move"
        raise refuse("TT-CHARGE-2", "entered", text, "TT-CMD-6", "TT-I3")
    if s.target.loaded:
        raise refuse("TT-CHARGE-9", "target-loaded", f"{target.title} is in a transport", "TT-TRANS-5")
    if s.target.in_reserve:
        raise refuse("TT-CHARGE-9", "target-off-table", f"{target.title} is in reserve, off the table")
    yield from look_for_cloak(target, s.target.cloak_cancelled, "TT-CHARGE-9")
    yield from look_at_permission(unit, target, s.house)
    yield from _look_at_approach(s, unit, target)


def _look_at_approach(s: ChargeCheck, unit: Profile, target: Profile) -> Findings:
    """Sight, side and room (TT-CHARGE-2, TT-CHARGE-3, TT-CHARGE-4), and the distance."""
    if not s.visible:
        raise refuse("TT-CHARGE-2", "not-visible", f"{unit.title} cannot see {target.title} at the start")
    if not s.in_front:
        raise refuse("TT-CHARGE-2", "not-in-front", f"{target.title} is not in front of {unit.title} at the start")
    yield Finding(None, lambda: f"{target.title} is visible and in front at the start", "TT-CHARGE-2")
    if s.side == "flank" and not s.started_behind:
        text = "it did not start entirely behind its target, so it may charge the front, not the flank"
        raise refuse("TT-CHARGE-3", "not-from-behind", text)
    if s.side == "flank" or s.started_behind:
        yield Finding(None, lambda: f"it started entirely behind, and charges the {s.side}", "TT-CHARGE-3")
    there, room = {"front": s.front_chargers, "flank": s.flank_chargers}[s.side], int(printed_table("chargers")[s.side])
    if there >= room:
        text = f"{there} chargers are on its {s.side} already, {room} have room"
        raise refuse("TT-CHARGE-4", "too-many-chargers", text)
    yield Finding(None, lambda: f"{there} chargers on its {s.side} so far, {room} have room", "TT-CHARGE-4")
    yield from _look_at_distance(s, unit)


def _look_at_distance(s: ChargeCheck, unit: Profile) -> Findings:
    """The way to the target against the charge allowance (TT-CHARGE-6)."""
    difficult = s.difficult_ground or peek(lambda: s.difficult_cm > 0, False)
    lines = list(reach_findings(unit, "charge", difficult, s.house))
    found = lines[-1].value
    if text := found.too_far(s.distance, lambda: s.difficult_cm):
        why = "; ".join(line.text for line in lines)
        raise refuse("TT-CHARGE-6", "too-far", f"{text} ({why})", lines)
    yield from lines
    yield Finding(None, lambda: f"{plain_cm(s.distance)} cm, {plain_cm(found.allowance)} allowed", "TT-CHARGE-6")


def charge_check(s: ChargeCheck, dice: Dice) -> Legal:
    """May this unit charge that one? (TT-CHARGE-2, TT-CHARGE-3, TT-CHARGE-4, TT-CHARGE-6, TT-CHARGE-8, TT-CHARGE-9)"""
    return report_all(look_at_charge(s), dice)


CHARGE_CHECK = TITLES.make_resolver("charge-check", ChargeCheck, charge_check)

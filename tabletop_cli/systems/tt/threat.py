"""Who threatens whom, and what a threatened unit owes (topic Threat)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...api import (
    Cited,
    Dice,
    Finding,
    House,
    ListOf,
    Number,
    OneOf,
    Record,
    Refused,
    YesNo,
    cite,
    dataclass,
    fact,
    refusal_of,
    refuse,
)
from .charging import ChargeTarget, look_at_permission
from .command import look_for_cloak
from .judging import Findings, Legal, is_legal, report_all
from .movement import plain_cm
from .profiles import Profile
from .situation import TITLES, Place, TtSituation
from .tables import rule_distance
from .weapons import find_value

DUTIES = ("move", "run", "charge", "load", "unload", "stay", "barrage")


@dataclass(frozen=True, kw_only=True)
class Threatens(TtSituation):
    x: Place = fact(Record(Place), help="the unit that may threaten")
    y: ChargeTarget = fact(Record(ChargeTarget), help="the unit that may be threatened")
    distance: Fraction = fact(Number(0), ask="How far are they apart, in cm?")
    in_front: bool = fact(YesNo(), ask="Is the second in front of the first?")


@dataclass(frozen=True)
class Threat:
    threatens: bool
    can_harm: bool


def can_ever_harm(x: Profile, y: Profile, cancelled: bool, house: House) -> bool:
    """Whether a unit on the table could ever harm another there: by a weapon or by a charge (TT-THREAT-2, TT-R34)."""
    return is_legal(look_at_harm(x, y, cancelled, house))


def look_at_harm(x: Profile, y: Profile, cancelled: bool, house: House) -> Findings:
    """Yield how a unit could harm another (TT-THREAT-2, TT-R34). Errors: `Refused` for why it cannot in any way."""
    yield from look_for_cloak(y, cancelled)
    nearest = rule_distance("threat_min_range")
    for weapon in x.weapons.values():
        if weapon.is_assault or weapon.min_range > nearest:
            continue
        if (found := find_value(weapon, y, house)).value is not None:
            text = f"{x.title} could harm {y.title} with {found.text}; no minimum range above {nearest} cm"
            yield Finding(None, text, "TT-THREAT-2", "TT-R34", found)
            return
    if ban := refusal_of(lambda: list(look_at_permission(x, y, house))):
        text = f"no gun of {x.title} has a value against {y.title} within {nearest} cm, and {ban.message}"
        raise refuse(ban.rule, ban.reason, text, ban.rules)
    text = f"{x.title} could charge {y.title}"
    yield Finding(None, text, "TT-THREAT-2", "TT-R34", "TT-CHARGE-8", "TT-CHARGE-9")


def _off_table_text(s: Threatens) -> str:
    """Which of the two is in a transport or in reserve, in words; empty where both are on the table."""
    sides = ((s.x, s.profile_of(s.x).title), (s.y, s.profile_of(s.y).title))
    loaded = [f"{title} is in a transport" for one, title in sides if one.loaded]
    return " and ".join(loaded + [f"{title} is in reserve" for one, title in sides if one.in_reserve])


def resolve_threat(s: Threatens, dice: Dice) -> Threat:
    """Does the first unit threaten the second? (TT-THREAT-1, TT-THREAT-2, TT-TRANS-5)"""
    can_harm = False
    if off := _off_table_text(s):
        dice.explain(f"the first cannot harm the second: {off}", "TT-THREAT-2", "TT-TRANS-5")
    else:
        try:
            report_all(look_at_harm(s.profile_of(s.x), s.profile_of(s.y), s.y.cloak_cancelled, s.house), dice)
            can_harm = True
        except Refused as ban:
            dice.explain(f"the first cannot harm the second: {ban.message}", *cite("TT-THREAT-2", "TT-R34", ban.rules))
    near = s.distance <= rule_distance("threat") and s.in_front
    where = f"{plain_cm(s.distance)} cm apart, threats reach {rule_distance('threat')} cm"
    front = "in front" if s.in_front else "behind the line of its front edge"
    dice.explain(f"{where}; the second is {front}", *cite("TT-THREAT-1", "TT-THREAT-6", not s.in_front and "TT-I4"))
    yes = can_harm and near
    dice.explain(f"the first {'threatens' if yes else 'does not threaten'} the second", "TT-THREAT-1")
    return Threat(yes, can_harm)


@dataclass(frozen=True, kw_only=True)
class ThreatDuty(TtSituation):
    act: str = fact(OneOf(DUTIES), ask="What does the threatened unit do?")
    end_distances: tuple[Fraction, ...] = fact(
        ListOf(Number(0)), ask="How far is it at the end from each enemy that threatened it, in cm?"
    )


def look_at_duty(act: str, end_distances: Sequence[Fraction], threats: Cited = ()) -> Findings:
    """A threatened unit that is activated charges or gets clear; it fires no barrage (TT-THREAT-3, TT-THREAT-5).

    To stay put in an activated group is to be activated (TT-R52): it has to get clear as well, and cannot. `threats`
    are the rules by which its enemies threaten it.
    """
    if not end_distances:
        yield Finding(
            None, "nobody threatened it, so it is free to act", "TT-THREAT-3", act == "barrage" and "TT-THREAT-5"
        )
        return
    limit, nearest = rule_distance("threat"), min(end_distances)
    many = "1 enemy threatens it" if len(end_distances) == 1 else f"{len(end_distances)} enemies threaten it"
    if act == "barrage":
        raise refuse("TT-THREAT-5", "threatened", f"{many}, so it cannot fire a barrage", threats)
    if act == "charge":
        yield Finding(None, f"{many}, and it charges: any enemy will do", "TT-THREAT-3", "TT-R50", threats)
        return
    ends = f"{many}; at the end the nearest is {plain_cm(nearest)} cm away, more than {limit} cm are needed"
    also = act == "stay" and "TT-R52"
    if nearest <= limit:
        raise refuse("TT-THREAT-3", "must-get-clear", f"{ends}, or a charge", threats, also)
    yield Finding(None, f"{ends}: clear", "TT-THREAT-3", threats, also)


def threat_duty(s: ThreatDuty, dice: Dice) -> Legal:
    """Does the unit do what a threatened unit must? (TT-THREAT-3, TT-THREAT-5)"""
    return report_all(look_at_duty(s.act, s.end_distances), dice)


THREATENS = TITLES.make_resolver("threatens", Threatens, resolve_threat, says_legal=False)
THREAT_DUTY = TITLES.make_resolver("threat-duty", ThreatDuty, threat_duty)

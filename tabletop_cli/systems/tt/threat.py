"""Who threatens whom, and what a threatened unit owes (TT-THREAT)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...api import Dice, House, Illegal, ListOf, Number, OneOf, Record, Resolver, YesNo, fact
from .charging import ChargeTarget, cloaked, permission_bans
from .profiles import Profile
from .shooting import Legal, judged
from .situation import Place, TtSituation
from .tables import distance
from .weapons import value_against

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


def harms(x: Profile, y: Profile, cancelled: bool, house: House) -> bool:
    """Whether a unit on the table could ever harm another there: by a weapon or by a charge (TT-THREAT-2, TT-R34)."""
    if cloaked(y, cancelled):
        return False
    nearest = distance("threat_min_range")
    shoots = any(
        value_against(weapon, y, house) is not None and weapon.min_range <= nearest
        for weapon in x.weapons.values()
        if not weapon.is_assault
    )
    return shoots or next(permission_bans(x, y, house), None) is None


def threatens(s: Threatens, dice: Dice) -> Threat:
    """Does the first unit threaten the second? (TT-THREAT-1, TT-THREAT-2)"""
    there = not (s.x.loaded or s.x.in_reserve or s.y.loaded or s.y.in_reserve)
    can_harm = there and harms(s.profile(s.x), s.profile(s.y), s.y.cloak_cancelled, s.house)
    near = s.distance <= distance("threat") and s.in_front
    dice.explain("it could harm it" if can_harm else "it cannot harm it", "TT-THREAT-2")
    dice.explain("near enough, and in front" if near else "too far, or not in front", "TT-THREAT-1")
    return Threat(can_harm and near, can_harm)


@dataclass(frozen=True, kw_only=True)
class ThreatDuty(TtSituation):
    act: str = fact(OneOf(DUTIES), ask="What does the threatened unit do?")
    end_distances: tuple[Fraction, ...] = fact(
        ListOf(Number(0)), ask="How far is it at the end from each enemy that threatened it, in cm?"
    )


def duty_bans(act: str, end_distances: Sequence[Fraction]) -> Iterator[Illegal]:
    """A threatened unit charges, gets clear, or stays put; it fires no barrage (TT-THREAT-3, TT-THREAT-5)."""
    if not end_distances or act in ("charge", "stay"):
        return
    if act == "barrage":
        yield Illegal("threatened", "TT-THREAT-5")
    elif min(end_distances) <= distance("threat"):
        yield Illegal("must-get-clear", "TT-THREAT-3")


def threat_duty(s: ThreatDuty, dice: Dice) -> Legal | Illegal:
    """Does the unit do what a threatened unit must? (TT-THREAT-3, TT-THREAT-5)"""
    return judged(duty_bans(s.act, s.end_distances), dice, "TT-THREAT-3")


RESOLVERS = (
    Resolver(
        id="threatens",
        title="Does it threaten that?",
        situation=Threatens,
        rule=threatens,
        rules=("TT-THREAT-1", "TT-THREAT-2", "TT-THREAT-6", "TT-TRANS-5"),
        says_legal=False,
        example={"x": {"unit": "tactical-squad"}, "y": {"unit": "falcon"}, "distance": 4, "in_front": True},
    ),
    Resolver(
        id="threat-duty",
        title="May a threatened unit do this?",
        situation=ThreatDuty,
        rule=threat_duty,
        rules=("TT-THREAT-3", "TT-THREAT-5"),
        example={"act": "move", "end_distances": [6]},
    ),
)

"""Who may shoot at whom with what, and who distracts (topic Shooting, and TT-MOD-4)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from ...api import Dice, Finding, House, ListOf, Number, Record, Refused, YesNo, dataclass, fact, refuse
from .command import look_for_cloak
from .judging import Findings, Legal, report_all
from .model import Weapon
from .movement import plain_cm
from .profiles import Profile
from .situation import TITLES, ArmedFacts, Place, TtSituation
from .weapons import find_use, is_assault, refuse_assault, refuse_barrage


@dataclass(frozen=True, kw_only=True)
class FireTarget(Place):
    in_close_combat: bool = fact(YesNo(), False, ask="Is the target in close combat?")
    shot_at: bool = fact(YesNo(), False, ask="Has it been shot at this turn?")
    barraged: bool = fact(YesNo(), False, ask="Has a barrage hit it this turn?")
    cloak_cancelled: bool = fact(YesNo(), False, ask="Has its Cloaked been cancelled this turn?")


@dataclass(frozen=True, kw_only=True)
class LineOfFire:
    """What people see along the line of fire."""

    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?")
    in_front: bool = fact(YesNo(), True, ask="Is the target in front of the shooter?")
    visible: bool = fact(YesNo(), True, ask="Is the target visible?")


@dataclass(frozen=True, kw_only=True)
class ShooterState:
    """What the shooter did this turn."""

    moved: bool = fact(YesNo(), False, ask="Has the shooter moved this turn?")
    entered: bool = fact(YesNo(), False, ask="Did it enter from reserve this turn?")
    unloaded: bool = fact(YesNo(), False, ask="Did it leave a transport this turn?")
    ran: bool = fact(YesNo(), False, ask="Did it run?")
    charged: bool = fact(YesNo(), False, ask="Did it charge?")
    loaded: bool = fact(YesNo(), False, ask="Is it in a transport?")
    fired: bool = fact(YesNo(), False, ask="Has this weapon been used this turn?")

    @property
    def has_moved(self) -> bool:
        return self.moved or self.entered or self.unloaded


@dataclass(frozen=True, kw_only=True)
class FireCheck(TtSituation, ShooterState, LineOfFire, ArmedFacts):
    target: FireTarget = fact(Record(FireTarget))


class Attacked(Protocol):
    """An enemy, as far as it was attacked this turn: shot at, hit by a barrage."""

    @property
    def shot_at(self) -> bool: ...

    @property
    def barraged(self) -> bool: ...


def find_attacked(target: Attacked, title: str, kind: str, house: House) -> Finding[bool]:
    """Return whether a unit cannot be attacked again this turn, by ``shooting`` or by ``barrage``.

    Close combat is never limited by it (TT-SHOOT-5, TT-R18, TT-CC-6).
    """
    done = {"shooting": target.shot_at, "barrage": target.barraged}
    words = " and ".join(word for word, so in zip(("shot at", "hit by a barrage"), done.values(), strict=True) if so)
    text = f"{title} has {f'been {words}' if words else 'not been shot at or hit by a barrage'} this turn"
    either = house["attacked-once"] == "shooting-and-barrage"
    rules = (done["barrage"] and ("TT-R18", "TT-BAR-7"), not either and "TT-R18")
    return Finding(any(done.values()) if either else done[kind], text, "TT-SHOOT-5", rules)


def look_at_shooter(state: ShooterState, unit: Profile, weapon: str) -> Findings:
    """Whether a weapon can shoot at all this turn (TT-SHOOT-1, TT-SHOOT-4)."""
    if state.loaded:
        raise refuse("TT-TRANS-5", "loaded", f"{unit.title} is in a transport, so it cannot shoot", "TT-SHOOT-1")
    if state.charged:
        text = f"{unit.title} has charged this turn, so it does not shoot"
        raise refuse("TT-CHARGE-7", "charged", text, "TT-SHOOT-1")
    if state.ran:
        raise refuse("TT-MOVE-2", "ran", f"{unit.title} has run this turn, so it does not shoot", "TT-SHOOT-1")
    if is_assault(weapon):
        raise refuse_assault(unit)
    one = unit.weapons[weapon]
    if "barrage" in one.traits:
        raise refuse_barrage(one)
    if state.fired:
        raise refuse("TT-SHOOT-1", "weapon-fired", f"{one.title} has already fired this turn")
    fine = f"{unit.title} has not run or charged, and has not fired {one.title}"
    yield Finding(None, fine, "TT-SHOOT-1", not state.has_moved and "TT-TURN-3")
    yield from _look_at_its_move(state, unit, one)


def _look_at_its_move(state: ShooterState, unit: Profile, weapon: Weapon) -> Findings:
    """A unit that moved, entered or got out fires no Heavy weapon (TT-SHOOT-4, TT-CMD-6, TT-TRANS-3)."""
    moves: dict[str, tuple[bool, tuple[str, ...]]] = {
        "moved": (state.moved, ("TT-TURN-3",)),
        "entered from the reserve": (state.entered, ("TT-CMD-6", "TT-I3")),
        "got out of a transport": (state.unloaded, ("TT-TRANS-3",)),
    }
    done = " and ".join(word for word, (so, _) in moves.items() if so)
    rules = [rule for so, why in moves.values() if so for rule in why]
    if not state.has_moved:
        if "heavy" in weapon.traits:
            text = f"{weapon.title} is Heavy, and {unit.title} has not moved"
            yield Finding(None, text, "TT-SHOOT-4", unit.sources.get(weapon.id))
        return
    if "heavy" in weapon.traits:
        text = f"{weapon.title} is Heavy, and {unit.title} has {done} this turn"
        raise refuse("TT-SHOOT-4", "heavy-moved", text, rules, unit.sources.get(weapon.id))
    text = f"{unit.title} has {done}, and {weapon.title} is not Heavy"
    yield Finding(None, text, "TT-SHOOT-4", rules, unit.sources.get(weapon.id))


def look_at_target(target: FireTarget, profile: Profile, house: House) -> Findings:
    """Whether anybody can shoot at a unit (TT-SHOOT-2, TT-SHOOT-5, TT-CMD-7)."""
    title = profile.title
    if target.loaded:
        raise refuse("TT-TRANS-5", "target-loaded", f"{title} is in a transport, so it cannot be attacked")
    if target.in_reserve:
        raise refuse("TT-SHOOT-2", "target-off-table", f"{title} is in reserve, off the table")
    if target.in_close_combat:
        text = f"{title} is in close combat, so nobody can shoot at it"
        raise refuse("TT-SHOOT-2", "target-in-close-combat", text)
    yield from look_for_cloak(profile, target.cloak_cancelled)
    attacked = find_attacked(target, title, "shooting", house)
    if attacked.value:
        raise refuse("TT-SHOOT-5", "already-attacked", f"{attacked.text}, so it cannot be attacked again", attacked)
    yield attacked


def look_at_fire(s: FireCheck, *, supports: bool = False) -> Findings:
    """All that decides whether this weapon can shoot at this target, in the order of the reasons."""
    unit, target = s.profile_of(s), s.profile_of(s.target)
    yield from look_at_shooter(s, unit, s.weapon)
    yield from look_at_target(s.target, target, s.house)
    yield find_use(unit, s.weapon, target, "shooting", s.house, supports=supports)
    if target.is_aircraft:
        if s.has_moved:
            text = f"{unit.title} has moved this turn, so it cannot shoot at {target.title}, an Aircraft"
            raise refuse("TT-SHOOT-10", "moved-against-aircraft", text, "TT-AIR-3")
        text = f"{unit.title} has not moved, so it can shoot at {target.title}, an Aircraft"
        yield Finding(None, text, "TT-SHOOT-10", "TT-AIR-3")
    yield from look_at_line(s, unit.weapons[s.weapon])


def range_words(weapon: Weapon) -> str:
    """The reach of a weapon: "up to 30 cm", "20 to 60 cm"."""
    assert weapon.range is not None  # only the Assault weapon has none
    most = plain_cm(weapon.range)
    return f"{plain_cm(weapon.min_range)} to {most} cm" if weapon.min_range else f"up to {most} cm"


def look_at_line(line: LineOfFire, weapon: Weapon) -> Findings:
    """Distance, sight and arc (TT-SHOOT-2, TT-SHOOT-3)."""
    assert weapon.range is not None  # only the Assault weapon has none
    reach = f"{plain_cm(line.distance)} cm, the range of {weapon.title} is {range_words(weapon)}"
    if line.distance > weapon.range:
        raise refuse("TT-SHOOT-2", "out-of-range", reach)
    if line.distance < weapon.min_range:
        raise refuse("TT-SHOOT-2", "too-close", reach)
    if not line.visible:
        raise refuse("TT-SHOOT-2", "not-visible", "the target is completely hidden from the shooter")
    yield Finding(None, f"{reach}, and the target is visible", "TT-SHOOT-2")
    if "turret" in weapon.traits:
        yield Finding(None, lambda: f"{weapon.title} is a Turret: it fires in all directions", "TT-SHOOT-3")
    elif not line.in_front:
        text = f"the target is not in front, and {weapon.title} is not a Turret"
        raise refuse("TT-SHOOT-2", "not-in-front", text, "TT-SHOOT-3")
    else:
        yield Finding(None, "the target is in front", "TT-SHOOT-2")


def fire_check(s: FireCheck, dice: Dice) -> Legal:
    """May this weapon shoot at this target? (TT-SHOOT-1, TT-SHOOT-2, TT-SHOOT-4, TT-SHOOT-5, TT-SHOOT-8)"""
    return report_all(look_at_fire(s), dice)


@dataclass(frozen=True, kw_only=True)
class Other(FireTarget, LineOfFire):
    """An enemy that may be closer than the target."""

    concealed: bool = fact(YesNo(), False, ask="Is it concealed from the attacker?")


@dataclass(frozen=True, kw_only=True)
class Distraction(TtSituation, ArmedFacts):
    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?")
    moved: bool = fact(YesNo(), False, ask="Has the attacker moved this turn?")
    entered: bool = fact(YesNo(), False, ask="Did it enter from reserve this turn?")
    unloaded: bool = fact(YesNo(), False, ask="Did it leave a transport this turn?")
    others: tuple[Other, ...] = fact(ListOf(Record(Other)), help="the other enemies")


@dataclass(frozen=True)
class Distracting:
    distraction: bool
    by: tuple[int, ...]


def find_distraction(s: Distraction, other: Other) -> Finding[bool]:
    """Return whether an enemy distracts: closer, in plain view, not attacked yet, and the weapon could attack it.

    (TT-MOD-4, TT-R60)
    """
    gaps = f"{s.profile_of(other).title} at {plain_cm(other.distance)} cm, the target at {plain_cm(s.distance)} cm"
    if other.distance >= s.distance:
        return Finding(False, f"{gaps}: not closer", "TT-MOD-4", "TT-R60")
    if other.concealed:
        return Finding(False, f"{gaps}: closer, but concealed", "TT-MOD-4", "TT-MOD-3")
    if other.shot_at or other.barraged:
        return Finding(False, f"{gaps}: closer, but it has been attacked this turn", "TT-MOD-4", "TT-SHOOT-5")
    try:
        could = list(look_at_fire(_shot_at_other(s, other)))
    except Refused as refusal:
        text = f"{gaps}: closer, but the weapon could not attack it: {refusal.message}"
        return Finding(False, text, "TT-MOD-4", refusal.rules)
    return Finding(True, f"{gaps}: closer, and the weapon could attack it", "TT-MOD-4", "TT-R60", could)


def _shot_at_other(s: Distraction, other: Other) -> FireCheck:
    """The shot that the weapon could take at another enemy instead."""
    return FireCheck(
        house=s.house,
        unit=s.unit,
        faction=s.faction,
        options=s.options,
        weapon=s.weapon,
        distance=other.distance,
        in_front=other.in_front,
        visible=other.visible,
        moved=s.moved,
        entered=s.entered,
        unloaded=s.unloaded,
        target=replace(other),
    )


def resolve_distraction(s: Distraction, dice: Dice) -> Distracting:
    """Which enemies distract the attacker: +1 for the defender, once (TT-MOD-4)."""
    by = [at for at, other in enumerate(s.others) if dice.report(find_distraction(s, other))]
    text = f"{len(by)} of {len(s.others)} other enemies distract: {'1 more in defence' if by else 'nothing more'}"
    dice.explain(text, "TT-MOD-4")
    return Distracting(bool(by), tuple(by))


FIRE_CHECK = TITLES.make_resolver("fire-check", FireCheck, fire_check)
DISTRACTION = TITLES.make_resolver("distraction", Distraction, resolve_distraction, says_legal=False)

"""Who may shoot at whom with what, and who distracts (topic Shooting, and TT-MOD-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Protocol

from ...api import Dice, House, Illegal, ListOf, Number, Record, YesNo, dataclass, fact
from .command import look_for_cloak
from .judging import Legal, Looked, ban_if, bans, in_order, judged
from .model import Weapon
from .movement import plain_cm
from .profiles import Profile
from .situation import TITLES, ArmedFacts, Place, TtSituation
from .weapons import assault_ban, barrage_ban, is_assault, look_at_value


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


def attacked(target: Attacked, kind: str, house: House) -> bool:
    """Whether a unit cannot be attacked again this turn, by ``shooting`` or by ``barrage`` (TT-SHOOT-5, TT-R18).

    Close combat is never limited by it (TT-CC-6).
    """
    if house["attacked-once"] == "shooting-and-barrage":
        return target.shot_at or target.barraged
    return target.shot_at if kind == "shooting" else target.barraged


def attacked_words(target: Attacked, title: str) -> str:
    """What was done to a unit this turn, and how often that may be."""
    done = " and ".join(word for word, so in (("shot at", target.shot_at), ("hit by a barrage", target.barraged)) if so)
    return f"{title} has been {done or 'neither shot at nor hit by a barrage'} this turn"


def look_at_shooter(state: ShooterState, unit: Profile, weapon: str) -> Looked:
    """Whether a weapon can shoot at all this turn (TT-SHOOT-1, TT-SHOOT-4)."""
    yield from ban_if(state.loaded, "loaded", "TT-TRANS-5", f"{unit.title} sits in a transport, where nobody shoots")
    text = f"{unit.title} has charged this turn, so it does not shoot"
    yield from ban_if(state.charged, "charged", "TT-CHARGE-7", text, "TT-SHOOT-1")
    text = f"{unit.title} has run this turn, so it does not shoot"
    yield from ban_if(state.ran, "ran", "TT-MOVE-2", text, "TT-SHOOT-1")
    if is_assault(weapon):
        yield assault_ban(unit)
        return
    one = unit.weapons[weapon]
    if "barrage" in one.traits:
        yield barrage_ban(one)
    text = f"{one.title} has been used once this turn, and once is all"
    yield from ban_if(state.fired, "weapon-fired", "TT-SHOOT-1", text)
    fine = f"{unit.title} has neither run nor charged, and {one.title} is unused"
    yield in_order(fine, "TT-SHOOT-1", *(["TT-TURN-3"] if not state.has_moved else []))
    yield from _look_at_its_move(state, unit, one)


def _look_at_its_move(state: ShooterState, unit: Profile, weapon: Weapon) -> Looked:
    """A unit that moved, entered or got out fires no Heavy weapon (TT-SHOOT-4, TT-CMD-6, TT-TRANS-3)."""
    moves: dict[str, tuple[bool, tuple[str, ...]]] = {
        "moved": (state.moved, ("TT-TURN-3",)),
        "entered from the reserve": (state.entered, ("TT-CMD-6", "TT-I3")),
        "got out of a transport": (state.unloaded, ("TT-TRANS-3",)),
    }
    done = " and ".join(word for word, (so, _) in moves.items() if so)
    rules = [rule for so, why in moves.values() if so for rule in why]
    if "heavy" not in weapon.traits:
        if state.has_moved:
            yield in_order(f"{unit.title} has {done}, and {weapon.title} is not Heavy", "TT-SHOOT-4", *rules)
    elif state.has_moved:
        text = f"{weapon.title} is Heavy, and {unit.title} has {done} this turn"
        yield Illegal("heavy-moved", "TT-SHOOT-4", text=text, also=tuple(rules))
    else:
        yield in_order(f"{weapon.title} is Heavy, and {unit.title} has not moved", "TT-SHOOT-4")


def look_at_target(target: FireTarget, profile: Profile, house: House) -> Looked:
    """Whether anybody can shoot at a unit (TT-SHOOT-2, TT-SHOOT-5, TT-CMD-7)."""
    title = profile.title
    text = f"{title} sits in a transport, where nobody is attacked"
    yield from ban_if(target.loaded, "target-loaded", "TT-TRANS-5", text)
    yield from ban_if(target.in_reserve, "target-off-table", "TT-SHOOT-2", f"{title} is in reserve, off the table")
    text = f"{title} is in close combat; nobody fires into it"
    yield from ban_if(target.in_close_combat, "target-in-close-combat", "TT-SHOOT-2", text)
    yield from look_for_cloak(profile, target.cloak_cancelled)
    words, also = attacked_words(target, title), ["TT-R18"] if target.barraged else []
    if attacked(target, "shooting", house):
        text = f"{words}, and 1 attack a turn is all"
        yield Illegal("already-attacked", "TT-SHOOT-5", text=text, also=tuple(also))
    else:
        yield in_order(words, "TT-SHOOT-5", *also)


def look_at_fire(s: FireCheck, *, supports: bool = False) -> Looked:
    """All that decides whether this weapon can shoot at this target, in the order of the reasons."""
    unit, target = s.profile(s), s.profile(s.target)
    yield from look_at_shooter(s, unit, s.weapon)
    yield from look_at_target(s.target, target, s.house)
    yield from look_at_value(unit, s.weapon, target, "shooting", s.house, supports=supports)
    if target.is_aircraft:
        if s.has_moved:
            text = f"{unit.title} has moved this turn, so it cannot aim at {target.title}, an Aircraft"
            yield Illegal("moved-against-aircraft", "TT-SHOOT-10", text=text, also=("TT-AIR-3",))
        else:
            text = f"{unit.title} has not moved, so it can aim at {target.title}, an Aircraft"
            yield in_order(text, "TT-SHOOT-10", "TT-AIR-3")
    yield from look_at_line(s, unit.weapons[s.weapon])


def range_words(weapon: Weapon) -> str:
    """The reach of a weapon: "up to 30 cm", "20 to 60 cm"."""
    assert weapon.range is not None  # only the Assault weapon has none
    most = plain_cm(weapon.range)
    return f"{plain_cm(weapon.min_range)} to {most} cm" if weapon.min_range else f"up to {most} cm"


def look_at_line(line: LineOfFire, weapon: Weapon) -> Looked:
    """Distance, sight and arc (TT-SHOOT-2, TT-SHOOT-3)."""
    assert weapon.range is not None  # only the Assault weapon has none
    reach = f"{plain_cm(line.distance)} cm, {weapon.title} reaches {range_words(weapon)}"
    yield from ban_if(line.distance > weapon.range, "out-of-range", "TT-SHOOT-2", reach)
    yield from ban_if(line.distance < weapon.min_range, "too-close", "TT-SHOOT-2", reach)
    text = "the target is completely hidden from the shooter"
    yield from ban_if(not line.visible, "not-visible", "TT-SHOOT-2", text)
    yield in_order(f"{reach}, and the target is visible", "TT-SHOOT-2")
    if "turret" in weapon.traits:
        yield in_order(f"{weapon.title} is a Turret: it shoots to all sides", "TT-SHOOT-3")
    elif not line.in_front:
        text = f"the target is not in front, and {weapon.title} is no Turret"
        yield Illegal("not-in-front", "TT-SHOOT-2", text=text, also=("TT-SHOOT-3",))
    else:
        yield in_order("the target is in front", "TT-SHOOT-2")


def fire_bans(s: FireCheck, *, supports: bool = False) -> Iterator[Illegal]:
    """Why this weapon cannot shoot at this target, in the order of the reasons."""
    return bans(look_at_fire(s, supports=supports))


def fire_check(s: FireCheck, dice: Dice) -> Legal | Illegal:
    """May this weapon shoot at this target? (TT-SHOOT-1, TT-SHOOT-2, TT-SHOOT-4, TT-SHOOT-5, TT-SHOOT-8)"""
    return judged(look_at_fire(s), dice)


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


def look_at_distraction(s: Distraction, other: Other) -> Looked:
    """Closer, in plain view, not attacked yet, and the weapon could attack it (TT-MOD-4, TT-R60).

    What speaks against it is an `Illegal`, though nothing is forbidden: the enemy does not distract.
    """
    gaps = f"at {plain_cm(other.distance)} cm, the target at {plain_cm(s.distance)} cm"
    if other.distance >= s.distance:
        yield Illegal("not-closer", "TT-MOD-4", text=f"{gaps}: not closer", also=("TT-R60",))
    if other.concealed:
        yield Illegal("concealed", "TT-MOD-4", text=f"{gaps}: closer, but concealed", also=("TT-MOD-3",))
    if other.shot_at or other.barraged:
        text = f"{gaps}: closer, but it has been attacked this turn"
        yield Illegal("already-attacked", "TT-MOD-4", text=text, also=("TT-SHOOT-5",))
    for one in fire_bans(_as_target(s, other)):
        text = f"{gaps}: closer, but the weapon could not attack it: {one.text}"
        yield Illegal(one.reason, "TT-MOD-4", text=text, also=(one.rule, *one.also))
    yield in_order(f"{gaps}: closer, and the weapon could attack it", "TT-MOD-4", "TT-R60")


def _as_target(s: Distraction, other: Other) -> FireCheck:
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


def distraction(s: Distraction, dice: Dice) -> Distracting:
    """Which enemies distract the attacker: +1 for the defender, once (TT-MOD-4)."""
    by: list[int] = []
    for at, other in enumerate(s.others):
        title = s.profile(other).title
        found = next(look_at_distraction(s, other))  # the first word decides: a reason against it, or that it distracts
        if isinstance(found, Illegal):
            dice.explain(f"{title} {found.text}", *dict.fromkeys((found.rule, *found.also)))
        else:
            by.append(at)
            dice.explain(f"{title} {found.text}", *found.rules)
    text = f"{len(by)} of {len(s.others)} other enemies distract: {'1 more in defence' if by else 'nothing more'}"
    dice.explain(text, "TT-MOD-4")
    return Distracting(bool(by), tuple(by))


FIRE_CHECK = TITLES.resolver("fire-check", FireCheck, fire_check)
DISTRACTION = TITLES.resolver("distraction", Distraction, distraction, says_legal=False)

"""Who may shoot at whom with what, and who distracts (TT-SHOOT-1 to 10, TT-MOD-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from ...api import Dice, House, Illegal, ListOf, Number, Record, Resolver, YesNo, fact
from .profiles import Profile
from .situation import ArmedFacts, Place, TtSituation
from .weapons import is_assault, value_ban


@dataclass(frozen=True)
class Legal:
    """Nothing forbids it."""


def judged(bans: Iterator[Illegal], dice: Dice, *rules: str) -> Legal | Illegal:
    """The first reason against something; where there is none, that is said with the rules that were looked at."""
    ban = next(bans, None)
    if ban is None:
        dice.explain("nothing forbids it", *rules)
    return ban or Legal()


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


def attacked(target: FireTarget, house: House) -> bool:
    """Whether a unit cannot be shot at again this turn (TT-SHOOT-5, TT-R18)."""
    return target.shot_at or (target.barraged and house["attacked-once"] == "shooting-and-barrage")


def shooter_bans(state: ShooterState, unit: Profile, weapon: str) -> Iterator[Illegal]:
    """Why a weapon cannot shoot at all this turn (TT-SHOOT-1, TT-SHOOT-4)."""
    if state.loaded:
        yield Illegal("loaded", "TT-TRANS-5")
    if state.charged:
        yield Illegal("charged", "TT-CHARGE-7")
    if state.ran:
        yield Illegal("ran", "TT-MOVE-2")
    if is_assault(weapon):
        yield Illegal("assault-weapon", "TT-CC-2")
        return
    if "barrage" in unit.weapons[weapon].traits:
        yield Illegal("barrage-weapon", "TT-BAR-7")
    if state.fired:
        yield Illegal("weapon-fired", "TT-SHOOT-1")
    if state.has_moved and "heavy" in unit.weapons[weapon].traits:
        yield Illegal("heavy-moved", "TT-SHOOT-4")


def target_bans(target: FireTarget, profile: Profile, house: House) -> Iterator[Illegal]:
    """Why nobody can shoot at a unit (TT-SHOOT-2, TT-SHOOT-5, TT-CMD-7)."""
    if target.loaded:
        yield Illegal("target-loaded", "TT-TRANS-5")
    if target.in_reserve:
        yield Illegal("target-off-table", "TT-SHOOT-2")
    if target.in_close_combat:
        yield Illegal("target-in-close-combat", "TT-SHOOT-2")
    if profile.has("cloaked") and not target.cloak_cancelled:
        yield Illegal("target-cloaked", "TT-CMD-7")
    if attacked(target, house):
        yield Illegal("already-attacked", "TT-SHOOT-5")


def fire_bans(s: FireCheck, *, supports: bool = False) -> Iterator[Illegal]:
    """Why this weapon cannot shoot at this target, in the order of the reasons."""
    unit, target = s.profile(s), s.profile(s.target)
    yield from shooter_bans(s, unit, s.weapon)
    yield from target_bans(s.target, target, s.house)
    yield from pair_bans(s, unit, target, s.weapon, s.house, supports=supports)
    weapon = unit.weapons[s.weapon]
    assert weapon.range is not None  # only the Assault weapon has none
    if s.distance > weapon.range:
        yield Illegal("out-of-range", "TT-SHOOT-2")
    if s.distance < weapon.min_range:
        yield Illegal("too-close", "TT-SHOOT-2")
    if not s.visible:
        yield Illegal("not-visible", "TT-SHOOT-2")
    if not s.in_front and "turret" not in weapon.traits:
        yield Illegal("not-in-front", "TT-SHOOT-2")


def pair_bans(
    state: ShooterState, unit: Profile, target: Profile, weapon: str, house: House, *, supports: bool
) -> Iterator[Illegal]:
    """Why this weapon does nothing to this target, wherever it stands (TT-SHOOT-8, TT-SHOOT-10)."""
    if ban := value_ban(unit, weapon, target, "shooting", house, supports=supports):
        yield ban
    if state.has_moved and target.is_aircraft:
        yield Illegal("moved-against-aircraft", "TT-SHOOT-10")


def fire_check(s: FireCheck, dice: Dice) -> Legal | Illegal:
    """May this weapon shoot at this target? (TT-SHOOT-1 to 10)"""
    return judged(fire_bans(s), dice, "TT-SHOOT-1", "TT-SHOOT-2", "TT-SHOOT-8")


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


def distracts(s: Distraction, other: Other) -> bool:
    """Closer, in plain view, not attacked yet, and the weapon could attack it (TT-MOD-4, TT-R60)."""
    if other.distance >= s.distance or other.concealed or other.shot_at or other.barraged:
        return False
    check = FireCheck(
        house=s.house,
        catalogue=s.catalogue,
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
    return next(fire_bans(check), None) is None


def distraction(s: Distraction, dice: Dice) -> Distracting:
    """Which enemies distract the attacker: +1 for the defender, once (TT-MOD-4)."""
    by = tuple(at for at, other in enumerate(s.others) if distracts(s, other))
    for at in by:
        dice.explain(f"{s.profile(s.others[at]).title} at {float(s.others[at].distance):g} cm is closer", "TT-MOD-4")
    return Distracting(bool(by), by)


RESOLVERS = (
    Resolver(
        id="fire-check",
        title="May this weapon shoot at that?",
        situation=FireCheck,
        rule=fire_check,
        rules=(
            "TT-SHOOT-1",
            "TT-SHOOT-2",
            "TT-SHOOT-3",
            "TT-SHOOT-4",
            "TT-SHOOT-5",
            "TT-SHOOT-8",
            "TT-SHOOT-10",
            "TT-TRANS-3",
            "TT-TRANS-5",
            "TT-CHARGE-7",
        ),
        example={
            "unit": "dark-reapers",
            "weapon": "reaper-launchers",
            "distance": 25,
            "target": {"unit": "tactical-squad"},
        },
    ),
    Resolver(
        id="distraction",
        title="Does a closer enemy distract?",
        situation=Distraction,
        rule=distraction,
        rules=("TT-MOD-4",),
        says_legal=False,
        example={
            "unit": "dark-reapers",
            "weapon": "reaper-launchers",
            "distance": 25,
            "others": [{"unit": "tactical-squad", "distance": 12}],
        },
    ),
)

"""Barrages: a blast on several units, each with its own dice (TT-BAR-1 to 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...api import Dice, House, Illegal, ListOf, Number, Odds, Record, Resolver, YesNo, fact, flat
from .attack import PAIR
from .profiles import Profile
from .resolution import Blow, Struck, Tally, strike
from .situation import ArmedFacts, TtSituation, UnitFacts
from .weapons import can_support, is_assault, kind_bans, value_against, value_ban


@dataclass(frozen=True, kw_only=True)
class Gunner(ArmedFacts):
    """A unit that fires a barrage weapon at the main target."""

    distance: Fraction = fact(Number(0), ask="How far is the main target, in cm?")
    in_front: bool = fact(YesNo(), True, ask="Is the main target in front of it?")
    threatened: bool = fact(YesNo(), False, ask="Is it threatened by an enemy?")


@dataclass(frozen=True, kw_only=True)
class BlastTarget(UnitFacts):
    """A unit under the blast. `side` tells sides apart in battles where friends can be hit (TT-R31)."""

    in_cover: bool = fact(YesNo(), False, ask="Is it in cover?")
    can_retreat: bool = fact(YesNo(), True, ask="Could it complete a retreat?")
    in_close_combat: bool = fact(YesNo(), False, ask="Is it in close combat?")
    shot_at: bool = fact(YesNo(), False, ask="Has it been shot at this turn?")
    barraged: bool = fact(YesNo(), False, ask="Has a barrage hit it this turn?")
    cloak_cancelled: bool = fact(YesNo(), False, ask="Has its Cloaked been cancelled this turn?")
    side: str = ""
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Barrage(TtSituation):
    attacker: Gunner = fact(Record(Gunner))
    supporters: tuple[Gunner, ...] = fact(ListOf(Record(Gunner)), (), help="further barrage weapons on the same target")
    targets: tuple[BlastTarget, ...] = fact(ListOf(Record(BlastTarget), 1), help="the main target first")
    emperor_available: bool = fact(
        YesNo(), True, ask="Has the targets' side FOR THE EMPEROR left this turn?", help="only for factions with it"
    )
    emperor_sides: frozenset[str] = field(default=frozenset({""}), compare=False)


@dataclass(frozen=True)
class UnitHit:
    """What the blast did to one unit."""

    unit: str
    struck: Struck = flat()


@dataclass(frozen=True)
class Skipped:
    """A unit beside the main target that the blast does not harm, and why (TT-BAR-3)."""

    unit: str
    cause: str
    outcome: str = "skipped"


@dataclass(frozen=True)
class Blasted:
    """A barrage: one result for each target, and how many units are destroyed and retreat."""

    results: tuple[UnitHit | Skipped, ...]
    destroyed: int
    retreat: int


def gun_bans(unit: Profile, gunner: Gunner) -> Iterator[Illegal]:
    """Why a weapon cannot fire this barrage (TT-BAR-1, TT-BAR-2, TT-THREAT-5)."""
    if is_assault(gunner.weapon):
        yield Illegal("assault-weapon", "TT-CC-2")
        return
    yield from kind_bans(unit, gunner.weapon, "barrage")
    weapon = unit.weapons[gunner.weapon]
    assert weapon.range is not None  # only the Assault weapon has none
    if gunner.threatened:
        yield Illegal("threatened", "TT-THREAT-5")
    if gunner.distance > weapon.range:
        yield Illegal("out-of-range", "TT-BAR-2")
    if gunner.distance < weapon.min_range:
        yield Illegal("too-close", "TT-BAR-2")
    if not gunner.in_front and "turret" not in weapon.traits:
        yield Illegal("not-in-front", "TT-BAR-2")


def skipped(s: Barrage, target: BlastTarget) -> str | None:
    """Why the blast passes a unit by, None for one that is hit (TT-BAR-3)."""
    profile = s.profile(target)
    if target.in_close_combat and s.house["barrage-into-close-combat"] == "no":
        return "in-close-combat"
    if profile.has("cloaked") and not target.cloak_cancelled:
        return "cloaked"
    weapon = s.profile(s.attacker).weapons[s.attacker.weapon]
    return "no-value" if value_against(weapon, profile, s.house) is None else None


def attacked(target: BlastTarget, house: House) -> bool:
    """Whether a unit cannot be hit by a barrage again this turn (TT-SHOOT-5, TT-R18)."""
    return target.barraged or (target.shot_at and house["attacked-once"] == "shooting-and-barrage")


def barrage_bans(s: Barrage) -> Iterator[Illegal]:
    """Why a barrage is not possible, in the order of the reasons."""
    gunners = (s.attacker, *s.supporters)
    for gunner in gunners:
        yield from gun_bans(s.profile(gunner), gunner)
    main = s.profile(s.targets[0])
    if s.targets[0].in_close_combat and s.house["barrage-into-close-combat"] == "no":
        yield Illegal("target-in-close-combat", "TT-BAR-3")
    if main.has("cloaked") and not s.targets[0].cloak_cancelled:
        yield Illegal("target-cloaked", "TT-CMD-7")
    for at, gunner in enumerate(gunners):
        ban = value_ban(s.profile(gunner), gunner.weapon, main, "barrage", s.house, supports=at > 0)
        if ban is not None:
            yield ban
    if any(attacked(target, s.house) for target in s.targets if skipped(s, target) is None):
        yield Illegal("already-attacked", "TT-BAR-5")


def _blow(s: Barrage, target: BlastTarget) -> Blow:
    """The attack on one unit: the value by its own class, +1 for each supporter with a value (TT-BAR-4, TT-BAR-6)."""
    profile = s.profile(target)
    weapon = s.profile(s.attacker).weapons[s.attacker.weapon]
    strength = value_against(weapon, profile, s.house)
    assert strength is not None  # without a value it is skipped
    helping = [
        one
        for one in s.supporters
        if can_support(s.profile(one), s.profile(one).weapons[one.weapon], profile, "barrage", s.house)
    ]
    return Blow(
        "barrage",
        weapon,
        strength,
        len(helping),
        0,
        profile,
        s.house,
        target.name,
        target.side,
        in_cover=target.in_cover,
        can_retreat=target.can_retreat,
    )


def blast(s: Barrage, dice: Dice) -> Tally | Illegal:
    """Every unit hit, main target first; FOR THE EMPEROR is used up by the first that would retreat (TT-RES-7)."""
    if ban := next(barrage_bans(s), None):
        return ban
    hits = [_blow(s, target) for target in s.targets if skipped(s, target) is None]
    shared = s.house["barrage-dice"] == "shared-attack"
    dice.need(1 + len(hits) if shared else PAIR * len(hits))
    attack_die = dice.one("attack die of the whole blast") if shared else None

    def step(so_far: Tally, one: Blow, dice: Dice) -> Tally:
        dice.explain(f"{one.name or one.target.title}:", "TT-BAR-4")
        return so_far.add(strike(one, one.side in so_far.emperor, dice, attack_die), one.side)

    start = Tally(s.emperor_sides if s.emperor_available else frozenset())
    return dice.repeat(step, start, hits)


def barrage(s: Barrage, dice: Dice) -> Blasted | Illegal:
    """A barrage on a main target and all that stands beside it (TT-BAR-3 to 6)."""
    total = blast(s, dice)
    if isinstance(total, Illegal):
        return total
    struck = iter(total.results)
    results: list[Any] = []
    for target in s.targets:
        why = skipped(s, target)
        name = target.name or target.unit
        results.append(Skipped(name, why) if why else UnitHit(name, next(struck)))
    return Blasted(tuple(results), total.destroyed, total.retreat)


RESOLVERS = (
    Resolver(
        id="barrage",
        title="A barrage",
        situation=Barrage,
        rule=barrage,
        rules=("TT-BAR-1", "TT-BAR-2", "TT-BAR-3", "TT-BAR-4", "TT-BAR-5", "TT-BAR-6", "TT-THREAT-5", "TT-RES-7"),
        odds=Odds(lambda s, total: str(total.name), rule=blast),
        example={
            "attacker": {"unit": "whirlwind", "weapon": "whirlwind", "distance": 35},
            "targets": [{"unit": "fire-dragons"}, {"unit": "wraithguard", "in_cover": True}],
        },
    ),
)

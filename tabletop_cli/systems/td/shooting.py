"""Direct fire at infantry, group fire, and fire at vehicles."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from ...api import (
    Dice,
    Faces,
    House,
    Illegal,
    ListOf,
    Odds,
    Record,
    Situation,
    Whole,
    counted,
    dataclass,
    derived,
    fact,
    hidden,
    if_answered,
)
from .bans import weapon_rulings, wrong_weapon
from .sighting import Ground, Target, explain_cover, has_cover
from .tables import GROUP_WEAPON, NO_EFFECT, RESULTS, WEAPON, Gun, firing_result, number, of_print, status_name
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Vehicle(Ground):
    """A vehicle that is shot at."""

    armour: int = fact(Whole(1), ask="What is its armour now?")


def weapon_ban(weapon: Gun, at_vehicle: bool, house: House, *, reload: bool) -> Illegal | None:
    """Why a weapon cannot fire at such a target: the wrong weapon (TD-FIRE-2), or blank values (TD-R12).

    `reload` says whether the shot needs the gun's reload number too.
    """
    if not weapon.suits(at_vehicle):
        also = ("TD-AV-1",) if at_vehicle else weapon_rulings(weapon, at_vehicle)
        return Illegal("wrong-weapon", "TD-FIRE-2", text=wrong_weapon(weapon, at_vehicle), also=also)
    if not weapon.armour_penetrating:
        return None
    needed = {"armour_penetration": "TD-AV-1"} if at_vehicle else _AT_INFANTRY
    needed = {**needed, **({"reload": "TD-FIRE-8"} if reload else {})}
    blank = [key for key in needed if weapon.value(key, house) is None]
    if not blank:
        return None
    missing = tuple(sorted(f"guns.{weapon.id}.{key}" for key in blank))
    values = " and ".join(key.replace("_", " ") for key in blank)
    text = f"The rulebook leaves this blank for the {weapon.name.lower()}: {values}; agree on it in the house rules."
    also = tuple(needed[key] for key in blank)
    return Illegal("gun-value-missing", "TD-R12", (("missing", missing),), text=text, also=also)


_AT_INFANTRY = {"direct_fire_dice": "TD-FIRE-3", "kill_potential": "TD-FIRE-7"}


def gun_value(weapon: Gun, key: str, house: House) -> int:
    """A value of a weapon: printed, or supplied by the players; 0 for weapons that have none."""
    return weapon.value(key, house) or 0


@dataclass(frozen=True)
class Shot:
    """Fire at infantry: dice thrown, hits, the target's new status, models beside it that are suppressed."""

    pool: int
    hits: int
    status: str
    suppressed_nearby: int


def fire_pool(dice_of_weapon: int, target: Ground, fire: str, house: House, dice: Dice) -> int:
    """The dice of a weapon, one less for cover, never below 0 (TD-FIRE-3, TD-IND-2, TD-R35)."""
    explain_cover(target, fire, house, dice)
    if not has_cover(target, fire, house):
        return dice_of_weapon
    pool = max(0, dice_of_weapon - 1)
    floor = ", never below 0" if not dice_of_weapon else ""
    text = f"{counted(dice_of_weapon, 'die', 'dice')}, 1 less for cover{floor}: {counted(pool, 'die', 'dice')}"
    dice.explain(text, "TD-FIRE-3" if fire == "direct" else "TD-IND-2", *(["TD-R35"] if not pool else []))
    return pool


def hit_infantry(
    pool: int, target: Target, kill_potential: int, beside: Beside, dice: Dice, *, barrage: bool = False
) -> Shot:
    """Roll a pool at a model and read *Firing results*.

    Rules: TD-FIRE-4, TD-FIRE-5, TD-FIRE-7; of a barrage TD-IND-2, TD-IND-4.
    """
    need, before = number("hit"), target.status
    hits = dice.hits(pool, need, f"{counted(pool, 'die', 'dice')} at infantry, {need}+ hits")
    status = firing_result(before, hits)
    rules = ["TD-IND-2", "TD-FIRE-4"] if barrage else ["TD-FIRE-4"]
    rules += ["TD-R32"] if hits > number("kill_potential_hits") else []
    newly_pinned = status == "pinned" != before  # what is pinned already is not fast
    fast = target.fast if newly_pinned else if_answered(lambda: target.fast, False)
    rules += ["TD-FIRE-5", "TD-R33"] if fast else []
    effect = _effect(before, status, hits)
    if fast and status == "pinned":
        status = "none"
        effect = "no effect, fast models are never pinned"
    dice.explain(f"{counted(hits, 'hit')} on a {status_name(before)} model: {effect}", *rules)
    return Shot(pool, hits, status, suppressed_beside(hits, kill_potential, beside, dice, barrage=barrage))


def _effect(before: str, after: str, hits: int) -> str:
    """What hits do, in words: nothing, no change, or the new status."""
    if before != after:
        return status_name(after)
    return f"stays {status_name(after)}" if hits else "no effect"


class Beside(Protocol):
    """Whoever knows how many models stand beside a target; it is looked up only where the hits make it matter."""

    @property
    def nearby(self) -> int: ...


def suppressed_beside(hits: int, kill_potential: int, beside: Beside, dice: Dice, *, barrage: bool) -> int:
    """How many models beside the target or spot are suppressed (TD-FIRE-7, TD-IND-4)."""
    matters = kill_potential > 0 and strikes_beside(hits)
    nearby = beside.nearby if matters else if_answered(lambda: beside.nearby, 0)
    explain_kill_potential(hits, kill_potential, nearby, dice, barrage=barrage)
    return caught_beside(hits, kill_potential, nearby)


def explain_kill_potential(hits: int, kill_potential: int, nearby: int, dice: Dice, *, barrage: bool) -> None:
    """Say how many models beside the target are suppressed, where some stand there that could be."""
    rules = ("TD-IND-4", "TD-R37") if barrage else ("TD-FIRE-7", "TD-IND-4", "TD-R37", "TD-R57")
    need, beside = number("kill_potential_hits"), f"{counted(nearby, 'model')} within one standard base"
    if not nearby:
        return
    if not kill_potential:
        dice.explain(f"{beside}: no kill potential, so nobody else is suppressed", *rules)
    elif not strikes_beside(hits):
        dice.explain(f"{beside}: {counted(hits, 'hit')}, {need} needed for the kill potential", *rules)
    else:
        caught = caught_beside(hits, kill_potential, nearby)
        dice.explain(f"kill potential {kill_potential}, {beside}: {caught} suppressed, the firer picks", *rules)


def strikes_beside(hits: int) -> bool:
    """Whether so many hits bring a kill potential to bear (TD-FIRE-7, TD-IND-4)."""
    return hits >= number("kill_potential_hits")


def caught_beside(hits: int, kill_potential: int, nearby: int) -> int:
    """How many models beside the target or spot are suppressed (TD-FIRE-7, TD-IND-4)."""
    return min(kill_potential, nearby) if strikes_beside(hits) else 0


@dataclass(frozen=True, kw_only=True)
class DirectFire(Situation):
    weapon: Gun = fact(WEAPON, ask="What fires?")
    target: Target = fact(Record(Target), Target())
    nearby: int = fact(
        Whole(),
        0,
        ask="How many infantry models stand within one standard base of the target?",
        help="matters for guns with a kill potential",
    )


def direct_fire(s: DirectFire, dice: Dice) -> Shot | Illegal:
    """One model fires at a model of infantry (TD-FIRE-3, TD-FIRE-4, TD-FIRE-5, TD-FIRE-7)."""
    if ban := weapon_ban(s.weapon, False, s.house, reload=False):
        return ban
    own = gun_value(s.weapon, "direct_fire_dice", s.house)
    ruling = "TD-R12" if s.weapon.armour_penetrating else "TD-R2"
    dice.explain(f"{s.weapon.name}: {counted(own, 'die', 'dice')}", "TD-FIRE-3", *of_print(s.weapon, ruling))
    pool = fire_pool(own, s.target, "direct", s.house, dice)
    return hit_infantry(pool, s.target, gun_value(s.weapon, "kill_potential", s.house), s, dice)


@dataclass(frozen=True, kw_only=True)
class GroupFire(Situation):
    weapons: tuple[Gun, ...] = fact(ListOf(GROUP_WEAPON, maximum=200), ask="What fires, in firing order?")
    target: Target = fact(Record(Target), Target())


@dataclass(frozen=True)
class GroupShot:
    pool: int
    hits: int
    status: str


@dataclass(frozen=True)
class Volley:
    """Shots one after the other at one model; what is fired after it is out is lost (TD-FIRE-6, TD-R34)."""

    status: str
    shots: tuple[GroupShot, ...] = hidden(())
    lost: int = hidden(0)


@dataclass(frozen=True)
class GroupResult:
    shots: tuple[GroupShot, ...]
    lost: int
    status: str


def group_fire(s: GroupFire, dice: Dice) -> GroupResult:
    """Models of a unit fire at one target, each with its own pool, one after the other (TD-FIRE-6)."""
    dice.explain(f"{counted(len(s.weapons), 'shot')}, one after the other, each with its own dice", "TD-FIRE-6")
    volley = dice.repeat(partial(_next_shot, s), Volley(s.target.status), s.weapons)
    return GroupResult(volley.shots, volley.lost, volley.status)


def _next_shot(s: GroupFire, volley: Volley, weapon: Gun, dice: Dice) -> Volley:
    which = f"shot {len(volley.shots) + volley.lost + 1} of {len(s.weapons)}"
    if volley.status == "out":
        dice.explain(f"{which}: the target is already out, the shot is lost and counted", "TD-FIRE-6", "TD-R34")
        return Volley(volley.status, volley.shots, volley.lost + 1)
    dice.explain(f"{which}, at a {status_name(volley.status)} model", "TD-FIRE-6")
    target = derived(Target, s.target, status=volley.status)
    shot = direct_fire(DirectFire(house=s.house, weapon=weapon, target=target), dice)
    assert isinstance(shot, Shot)  # what units fire in groups has dice at infantry
    return Volley(shot.status, (*volley.shots, GroupShot(shot.pool, shot.hits, shot.status)), volley.lost)


@dataclass(frozen=True, kw_only=True)
class AntiVehicle(Situation):
    weapon: Gun = fact(WEAPON, ask="What fires?")
    vehicle: Vehicle = fact(Record(Vehicle))


@dataclass(frozen=True)
class ArmourShot:
    """Fire at a vehicle: the lowest faces that hit and go through (not clamped to 1-6), and the result."""

    to_hit: int
    to_penetrate: int
    result: str


def anti_vehicle(s: AntiVehicle, dice: Dice) -> ArmourShot | Illegal:
    """One model fires at a vehicle: hit die and penetration die together (TD-AV-1, TD-AV-2, TD-AV-3, TD-AV-4)."""
    if ban := weapon_ban(s.weapon, True, s.house, reload=False):
        return ban
    penetration = gun_value(s.weapon, "armour_penetration", s.house)
    dice.explain(f"{s.weapon.name}: armour penetration {penetration}", "TD-AV-1", *of_print(s.weapon, "TD-R12"))
    explain_cover(s.vehicle, "direct", s.house, dice)
    to_hit = number("cover_av") if has_cover(s.vehicle, "direct", s.house) else number("anti_vehicle_hit")
    to_penetrate = s.vehicle.armour - penetration + 1
    hit, through = dice.ask(Faces(2, why=f"hit die ({to_hit}+) and penetration die ({max(1, to_penetrate)}+)"))
    result = "miss" if hit < to_hit else "no-penetration" if through < to_penetrate else "destroyed"
    dice.explain(f"hit die {hit}, {to_hit} or more needed: {'a miss' if result == 'miss' else 'a hit'}", "TD-AV-2")
    if result != "miss":
        sign = "more than" if result == "destroyed" else "not more than"
        total = f"{through} + penetration {penetration} is {through + penetration}"
        text = f"{total}, {sign} armour {s.vehicle.armour}: {result.replace('-', ' ')}"
        dice.explain(text, "TD-AV-3", "TD-R52")
    return ArmourShot(to_hit, to_penetrate, result)


@dataclass(frozen=True, kw_only=True)
class AntiVehicleShots(AntiVehicle):
    shots: int = fact(Whole(1, 1000), 1, help="for odds: how many shots are fired")


def destroyed_in(s: AntiVehicleShots, dice: Dice) -> str | Illegal:
    """The result of one shot, or whether several destroy the vehicle at least once (TD-AV-4)."""
    if ban := weapon_ban(s.weapon, True, s.house, reload=False):
        return ban

    def shoot(before: str, _: int, dice: Dice) -> str:
        if before == "destroyed":
            return before
        shot = anti_vehicle(s, dice)
        assert isinstance(shot, ArmourShot)  # the ban is settled above
        return shot.result

    result = dice.repeat(shoot, "miss", range(s.shots))
    return result if s.shots == 1 or result == "destroyed" else "survives"


AV_RESULTS = ("miss", "survives", "no-penetration", "destroyed")

DIRECT_FIRE = TITLES.resolver(
    "direct-fire",
    DirectFire,
    direct_fire,
    rules=("TD-FIRE-3", "TD-FIRE-4", "TD-FIRE-5", "TD-FIRE-7", "TD-COVER-1", "TD-COVER-3"),
    odds=Odds(lambda s, shot: str(shot.status), order=RESULTS, rising=True, titles=NO_EFFECT),
)

GROUP_FIRE = TITLES.resolver(
    "group-fire",
    GroupFire,
    group_fire,
    rules=("TD-FIRE-6", "TD-FIRE-4"),
    odds=Odds(lambda s, volley: str(volley.status), order=RESULTS, rising=True, titles=NO_EFFECT),
)

ANTI_VEHICLE = TITLES.resolver(
    "anti-vehicle",
    AntiVehicle,
    anti_vehicle,
    rules=("TD-AV-1", "TD-AV-2", "TD-AV-3", "TD-AV-4"),
    odds=Odds(lambda s, result: str(result), AntiVehicleShots, destroyed_in, order=AV_RESULTS, rising=True),
)

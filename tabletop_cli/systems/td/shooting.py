"""Direct fire at infantry, group fire, and fire at vehicles."""

from __future__ import annotations

from dataclasses import field
from functools import partial
from typing import Protocol

from ...api import (
    Cited,
    Dice,
    Faces,
    Finding,
    House,
    ListOf,
    Odds,
    Record,
    Situation,
    Whole,
    count_text,
    dataclass,
    derive_situation,
    fact,
    hidden_field,
    peek,
    refuse,
)
from .bans import weapon_rulings, wrong_weapon
from .sighting import Ground, Target, find_cover
from .tables import GROUP_WEAPON, NO_EFFECT, RESULTS, WEAPON, Gun, firing_result, of_print, rule_number, status_name
from .titles import TITLES


@dataclass(frozen=True, kw_only=True)
class Vehicle(Ground):
    """A vehicle that is shot at."""

    armour: int = fact(Whole(1), ask="What is its armour now?")


def check_weapon(weapon: Gun, house: House, *also: Cited, at_vehicle: bool, reload: bool = False) -> None:
    """Check that a weapon suits the target (TD-FIRE-2), and that its blank values have been supplied (TD-R12).

    `reload` says whether the shot needs the gun's reload number too; `also` are further rules that a refusal cites.
    """
    if not weapon.can_fire(at_vehicle):
        rulings = "TD-AV-1" if at_vehicle else weapon_rulings(weapon, at_vehicle)
        raise refuse("TD-FIRE-2", "wrong-weapon", wrong_weapon(weapon, at_vehicle), rulings, also)
    if not weapon.armour_penetrating:
        return
    needed = {"armour_penetration": "TD-AV-1"} if at_vehicle else _AT_INFANTRY
    needed = {**needed, **({"reload": "TD-FIRE-8"} if reload else {})}
    blank = [key for key in needed if weapon.known_value(key, house) is None]
    if blank:
        values = " and ".join(key.replace("_", " ") for key in blank)
        text = (
            f"The rulebook leaves this blank for the {weapon.name.lower()}: {values}; agree on it in the house rules."
        )
        missing = sorted(f"guns.{weapon.id}.{key}" for key in blank)
        raise refuse("TD-R12", "gun-value-missing", text, [needed[key] for key in blank], also, missing=missing)


_AT_INFANTRY = {"direct_fire_dice": "TD-FIRE-3", "kill_potential": "TD-FIRE-7"}


def gun_value(weapon: Gun, key: str, house: House) -> int:
    """A value of a weapon: printed, or supplied by the players; 0 for weapons that have none."""
    return weapon.known_value(key, house) or 0


@dataclass(frozen=True)
class Shot:
    """Fire at infantry: dice thrown, hits, the target's new status, models beside it that are suppressed."""

    pool: int
    hits: int
    status: str
    suppressed_nearby: int


def fire_pool(own: int, target: Ground, fire: str, house: House, dice: Dice, *, as_before: bool = False) -> int:
    """Return the dice of a weapon, one less for cover, never below 0 (TD-FIRE-3, TD-IND-2, TD-R35).

    `as_before`: the last shot was the same, so nothing of this is explained again.
    """
    cover = find_cover(target, fire, house)
    if as_before:
        return max(0, own - 1) if cover.value else own
    if not cover.value:
        dice.report(cover, tell="reason" if _is_cover_expected(target) else "")
        return own
    dice.report(cover)
    pool = max(0, own - 1)

    def pool_text() -> str:
        floor = "" if own else ", never below 0"
        return f"{count_text(own, 'die', 'dice')}, 1 less for cover{floor}: {count_text(pool, 'die', 'dice')}"

    rules = "TD-FIRE-3" if fire == "direct" else "TD-IND-2", not pool and "TD-R35"
    return dice.report(Finding(pool, pool_text, *rules), tell="reason")


def _is_cover_expected(target: Ground) -> bool:
    """Whether people may wonder why a target has no cover: it is large, or stands where others have some."""
    return target.large or target.terrain != "open" or peek(lambda: target.next_to_linear, False)


def hit_infantry(
    pool: int, target: Target, kill_potential: int, beside: Beside, dice: Dice, *, barrage: bool = False
) -> Shot:
    """Roll a pool at a model and read *Firing results*.

    Rules: TD-FIRE-4, TD-FIRE-5, TD-FIRE-7; of a barrage TD-IND-2, TD-IND-4.
    """
    need, before = rule_number("hit"), target.status
    hits = dice.count_hits(pool, need, f"{count_text(pool, 'die', 'dice')} at infantry, {need}+ hits")
    status = dice.report(find_status(before, hits, target, barrage=barrage), tell="reason")
    return Shot(pool, hits, status, report_suppressed(hits, kill_potential, beside, dice, barrage=barrage))


def find_status(before: str, hits: int, target: Target, *, barrage: bool) -> Finding[str]:
    """Return the status of a target after `hits`; a fast one is never pinned (TD-FIRE-4, TD-FIRE-5, TD-R32, TD-R33)."""
    after = firing_result(before, hits)
    newly_pinned = after == "pinned" != before  # what is pinned already is not fast
    fast = target.fast if newly_pinned else peek(lambda: target.fast, False)
    spared = fast and after == "pinned"

    def status_text() -> str:
        effect = "no effect, fast models are never pinned" if spared else _effect_text(before, after, hits)
        return f"{count_text(hits, 'hit')} on a {status_name(before)} model: {effect}"

    rulings = hits > rule_number("kill_potential_hits") and "TD-R32", fast and ("TD-FIRE-5", "TD-R33")
    return Finding("none" if spared else after, status_text, barrage and "TD-IND-2", "TD-FIRE-4", *rulings)


def _effect_text(before: str, after: str, hits: int) -> str:
    """Return what hits do: nothing, no change, or the new status."""
    if before != after:
        return status_name(after)
    return f"stays {status_name(after)}" if hits else "no effect"


class Beside(Protocol):
    """Whoever knows how many models stand beside a target; it is looked up only where the hits make it matter."""

    @property
    def nearby(self) -> int: ...


def report_suppressed(hits: int, kill_potential: int, beside: Beside, dice: Dice, *, barrage: bool) -> int:
    """Explain and return how many models beside the target or spot are suppressed; see `find_suppressed`."""
    found = find_suppressed(hits, kill_potential, beside, barrage=barrage)
    return dice.report(found, tell="reason" if found.value else "")


def find_suppressed(hits: int, kill_potential: int, beside: Beside, *, barrage: bool) -> Finding[int]:
    """Return how many models beside the target or spot are suppressed (TD-FIRE-7, TD-IND-4, TD-R37, TD-R57)."""
    strikes = kill_potential > 0 and strikes_beside(hits)
    nearby = beside.nearby if strikes else peek(lambda: beside.nearby, 0)
    caught = min(kill_potential, nearby) if strikes else 0

    def suppressed_text() -> str:
        there = f"{count_text(nearby, 'model')} within one standard base"
        if strikes:
            return f"kill potential {kill_potential}, {there}: {caught} suppressed, the firing player picks"
        if kill_potential:
            needed = rule_number("kill_potential_hits")
            return f"{there}: {count_text(hits, 'hit')}, {needed} needed for the kill potential"
        return f"{there}: no kill potential, so nobody else is suppressed"

    rules = ("TD-IND-4", "TD-R37") if barrage else ("TD-FIRE-7", "TD-IND-4", "TD-R37", "TD-R57")
    return Finding(caught, suppressed_text if nearby else "", rules)


def strikes_beside(hits: int) -> bool:
    """Whether so many hits bring a kill potential to bear (TD-FIRE-7, TD-IND-4)."""
    return hits >= rule_number("kill_potential_hits")


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
    as_before: bool = field(default=False, compare=False)  # weapon and cover were explained for the shot before it


def direct_fire(s: DirectFire, dice: Dice) -> Shot:
    """One model fires at a model of infantry (TD-FIRE-3, TD-FIRE-4, TD-FIRE-5, TD-FIRE-7)."""
    check_weapon(s.weapon, s.house, at_vehicle=False)
    own = gun_value(s.weapon, "direct_fire_dice", s.house)
    ruling = "TD-R12" if s.weapon.armour_penetrating else "TD-R2"
    if not s.as_before:
        dice.explain(f"{s.weapon.name}: {count_text(own, 'die', 'dice')}", "TD-FIRE-3", *of_print(s.weapon, ruling))
    pool = fire_pool(own, s.target, "direct", s.house, dice, as_before=s.as_before)
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
    shots: tuple[GroupShot, ...] = hidden_field(())
    lost: int = hidden_field(0)
    weapon: Gun | None = hidden_field(None)  # of the last shot


@dataclass(frozen=True)
class GroupResult:
    shots: tuple[GroupShot, ...]
    lost: int
    status: str


def group_fire(s: GroupFire, dice: Dice) -> GroupResult:
    """Models of a unit fire at one target, each with its own pool, one after the other (TD-FIRE-6)."""
    dice.explain(f"{count_text(len(s.weapons), 'shot')}, one after the other, each with its own dice", "TD-FIRE-6")
    volley = dice.repeat(partial(_next_shot, s), Volley(s.target.status), s.weapons)
    return GroupResult(volley.shots, volley.lost, volley.status)


def _next_shot(s: GroupFire, volley: Volley, weapon: Gun, dice: Dice) -> Volley:
    which = f"shot {len(volley.shots) + volley.lost + 1} of {len(s.weapons)}"
    if volley.status == "out":
        dice.explain(f"{which}: the target is already out, the shot is lost but counts", "TD-FIRE-6", "TD-R34")
        return Volley(volley.status, volley.shots, volley.lost + 1)
    dice.explain(f"{which}, at a {status_name(volley.status)} model", "TD-FIRE-6")
    target = derive_situation(Target, s.target, status=volley.status)
    alike = weapon is volley.weapon
    shot = direct_fire(DirectFire(house=s.house, weapon=weapon, target=target, as_before=alike), dice)
    return Volley(shot.status, (*volley.shots, GroupShot(shot.pool, shot.hits, shot.status)), volley.lost, weapon)


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


def anti_vehicle(s: AntiVehicle, dice: Dice) -> ArmourShot:
    """One model fires at a vehicle: hit die and penetration die together (TD-AV-1, TD-AV-2, TD-AV-3, TD-AV-4)."""
    check_weapon(s.weapon, s.house, at_vehicle=True)
    penetration = gun_value(s.weapon, "armour_penetration", s.house)
    dice.explain(f"{s.weapon.name}: armour penetration {penetration}", "TD-AV-1", *of_print(s.weapon, "TD-R12"))
    cover = find_cover(s.vehicle, "direct", s.house)
    covered = dice.report(cover, tell="reason" if cover.value else "")
    to_hit, armour = rule_number("cover_av" if covered else "anti_vehicle_hit"), s.vehicle.armour
    to_penetrate = armour - penetration + 1
    hit, through = dice.ask(Faces(2, why=f"hit die ({to_hit}+) and penetration die ({max(1, to_penetrate)}+)"))
    if hit < to_hit:
        dice.explain(f"hit die {hit}, {to_hit} or more needed: a miss", "TD-AV-2", tell="reason")
        return ArmourShot(to_hit, to_penetrate, "miss")
    dice.explain(f"hit die {hit}, {to_hit} or more needed: a hit", "TD-AV-2")
    total = f"{through} + penetration {penetration} is {through + penetration}"
    if through < to_penetrate:
        dice.explain(f"{total}, not more than armour {armour}: no penetration", "TD-AV-3", "TD-R52", tell="reason")
        return ArmourShot(to_hit, to_penetrate, "no-penetration")
    dice.explain(f"{total}, more than armour {armour}: destroyed", "TD-AV-3", "TD-R52", tell="reason")
    return ArmourShot(to_hit, to_penetrate, "destroyed")


@dataclass(frozen=True, kw_only=True)
class AntiVehicleShots(AntiVehicle):
    shots: int = fact(Whole(1, 1000), 1, help="for odds: how many shots are fired")


def destroyed_in(s: AntiVehicleShots, dice: Dice) -> str:
    """The result of one shot, or whether several destroy the vehicle at least once (TD-AV-4)."""

    def shoot_once(before: str, _: int, dice: Dice) -> str:
        return before if before == "destroyed" else anti_vehicle(s, dice).result

    result = dice.repeat(shoot_once, "miss", range(s.shots))
    return result if s.shots == 1 or result == "destroyed" else "survives"


AV_RESULTS = ("miss", "survives", "no-penetration", "destroyed")

DIRECT_FIRE = TITLES.make_resolver(
    "direct-fire",
    DirectFire,
    direct_fire,
    rules=("TD-FIRE-3", "TD-FIRE-4", "TD-FIRE-5", "TD-FIRE-7", "TD-COVER-1", "TD-COVER-3"),
    odds=Odds(lambda s, shot: str(shot.status), order=RESULTS, rising=True, titles=NO_EFFECT),
)

GROUP_FIRE = TITLES.make_resolver(
    "group-fire",
    GroupFire,
    group_fire,
    rules=("TD-FIRE-6", "TD-FIRE-4"),
    odds=Odds(lambda s, volley: str(volley.status), order=RESULTS, rising=True, titles=NO_EFFECT),
)

ANTI_VEHICLE = TITLES.make_resolver(
    "anti-vehicle",
    AntiVehicle,
    anti_vehicle,
    rules=("TD-AV-1", "TD-AV-2", "TD-AV-3", "TD-AV-4"),
    odds=Odds(lambda s, result: str(result), AntiVehicleShots, destroyed_in, order=AV_RESULTS, rising=True),
)

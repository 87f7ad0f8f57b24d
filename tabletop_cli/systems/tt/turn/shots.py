"""Events of the shooting phase: shoot, hit-and-run (TT-SHOOT)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....api import Dice, EventKind, Illegal, ListOf, Number, Record, Situation, Text, YesNo, fact
from ..attack import Attack, Fought, Striker, attack
from ..movement import reach
from ..resolution import Struck
from ..shooting import FireCheck, FireTarget, fire_bans
from ..situation import UnitFacts
from .gate import allowed, check_enemy, check_own, check_path, check_phase, known_unit, known_weapon
from .guns import suffer
from .state import State, Unit, ended, facts_of_unit, lose, refuse

Played = tuple[State, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Shooter:
    """A weapon that attacks or supports, and what players see from it."""

    unit: str = fact(Text())
    weapon: str = fact(Text())
    distance: Fraction = fact(Number(0), ask="How far is the target, in cm?")
    in_front: bool = fact(YesNo(), True)
    visible: bool = fact(YesNo(), True)
    behind: bool = fact(YesNo(), False, help="entirely behind the target")


@dataclass(frozen=True, kw_only=True)
class Shoot:
    attacker: Shooter = fact(Record(Shooter))
    supporters: tuple[Shooter, ...] = fact(ListOf(Record(Shooter)), ())
    target: str = fact(Text(), ask="At which enemy?")
    concealed: bool = fact(YesNo(), False, ask="Is the target partly hidden from the attacker?")
    distraction: bool = fact(YesNo(), False, ask="Is there a closer enemy that distracts?")
    in_cover: bool = fact(YesNo(), False, ask="Is the target in cover?")
    can_retreat: bool = fact(YesNo(), True, ask="Can it complete the retreat?")

    @property
    def shooters(self) -> tuple[Shooter, ...]:
        return (self.attacker, *self.supporters)


def fire_target(state: State, one: str) -> FireTarget:
    """A target with its marks."""
    unit = state.units[one]
    return FireTarget(
        **facts_of_unit(unit),
        in_close_combat=state.in_close_combat(unit),
        shot_at=unit.shot_at,
        barraged=unit.barraged,
        loaded=unit.loaded,
        in_reserve=unit.in_reserve,
        cloak_cancelled=unit.cloak_cancelled,
    )


def fire_situation(state: State, shooter: Shooter, target: str, *, used: bool = False) -> FireCheck:
    """One weapon's shot as the rule sees it; `used`: it stands in this event already."""
    unit = state.units[shooter.unit]
    return FireCheck(
        house=state.house,
        catalogue=state.catalogue,
        **facts_of_unit(unit),
        weapon=shooter.weapon,
        distance=shooter.distance,
        in_front=shooter.in_front,
        visible=shooter.visible,
        moved=unit.moved,
        entered=unit.entered,
        unloaded=unit.unloaded,
        ran=unit.ran,
        charged=unit.charged,
        loaded=unit.loaded,
        fired=used or shooter.weapon in unit.fired,
        target=fire_target(state, target),
    )


def attack_situation(state: State, event: Shoot) -> Attack:
    """The attack as the rule sees it."""

    def striker(one: Shooter) -> Striker:
        return Striker(**facts_of_unit(state.units[one.unit]), weapon=one.weapon, behind=one.behind)

    target = state.units[event.target]
    return Attack(
        house=state.house,
        catalogue=state.catalogue,
        kind="shooting",
        attacker=striker(event.attacker),
        supporters=tuple(striker(one) for one in event.supporters),
        target=UnitFacts(**facts_of_unit(target)),
        concealed=event.concealed,
        distraction=event.distraction,
        in_cover=event.in_cover,
        can_retreat=event.can_retreat,
        emperor_available=target.side in state.emperor_sides(),
    )


def play_shoot(state: State, event: Shoot, dice: Dice) -> Played:
    """One attack of the shooting phase, with all its supporters (TT-SHOOT-1 to 11)."""
    for one in event.shooters:
        known_weapon(state, one.unit, one.weapon)
    known_unit(state, event.target)
    check_phase(state, "shooting")
    used: set[tuple[str, str]] = set()
    for at, one in enumerate(event.shooters):
        check_own(state, one.unit)
        if at == 0:
            check_enemy(state, event.target, "TT-SHOOT-2")
        situation = fire_situation(state, one, event.target, used=(one.unit, one.weapon) in used)
        allowed(fire_bans(situation, supports=at > 0), unit=one.unit)
        used.add((one.unit, one.weapon))
    struck = attack(attack_situation(state, event), dice)
    assert not isinstance(struck, Illegal | Fought)  # every reason is settled above
    for one in event.shooters:
        state = state.mark([one.unit], fired=(*state.units[one.unit].fired, one.weapon))
    state, destroyed = struck_down(state.mark([event.target], shot_at=True), event.target, struck)
    return state, {**told(struck), "destroyed": destroyed, **ended(state)}


def struck_down(state: State, one: str, struck: Struck) -> tuple[State, list[str]]:
    """What an attack does to its target; the ids that are lost, a transport before its passengers."""
    state = suffer(state, one, struck.outcome, struck.cause)
    return lose(state, one) if struck.outcome == "destroyed" else (state, [])


def told(struck: Struck) -> dict[str, Any]:
    """The result of an attack for machines."""
    return {
        "attack_total": struck.attack_total,
        "defence_total": struck.defence_total,
        "outcome": struck.outcome,
        "cause": struck.cause,
    }


@dataclass(frozen=True, kw_only=True)
class SmallMove:
    """A move of up to 5 cm after shooting or close combat."""

    unit: str = fact(Text(), ask="Which unit?")
    distance: Fraction = fact(Number(0), ask="How far, in cm?")
    clear_of_enemies: bool = fact(YesNo(), True, ask="Did the move stay more than 1 cm from every enemy?")
    impassable: bool = fact(YesNo(), False, ask="Does it enter impassable ground?")
    goes_behind: bool = fact(YesNo(), False, ask="Does the move go behind a threatening enemy?")


def check_small_move(state: State, event: SmallMove, kind: str, rule: str) -> None:
    """Distance, path and threats of a small move."""
    if not reach(state.profile(state.units[event.unit]), kind, False, state.house).allows(event.distance, Fraction(0)):
        raise refuse(rule, "too-far", unit=event.unit)
    check_path(event.clear_of_enemies, event.impassable, event.unit)
    if event.goes_behind:
        raise refuse("TT-THREAT-4", "goes-behind", unit=event.unit)


def has_shot(state: State, unit: Unit) -> bool:
    """Whether a unit attacked or supported by shooting this turn; a barrage is none (TT-R44)."""
    weapons = state.profile(unit).weapons
    return any("barrage" not in weapons[one].traits for one in unit.fired)


def play_hit_and_run(state: State, event: SmallMove, dice: Dice) -> Played:
    """A unit that shot slips away (TT-SHOOT-13)."""
    known_unit(state, event.unit)
    check_phase(state, "shooting")
    check_own(state, event.unit)
    unit = state.units[event.unit]
    tests = (
        (not state.profile(unit).has("hit-and-run"), "TT-SHOOT-13", "no-hit-and-run"),
        (unit.loaded, "TT-TRANS-5", "loaded"),
        (unit.charged, "TT-CHARGE-7", "charged"),
        (unit.slipped_away, "TT-SHOOT-13", "already-done"),
        (state.house["hit-and-run"] == "if-shot" and not has_shot(state, unit), "TT-SHOOT-13", "did-not-shoot"),
    )
    for wrong, rule, reason in tests:
        if wrong:
            raise refuse(rule, reason, unit=event.unit)
    check_small_move(state, event, "hit-and-run", "TT-SHOOT-13")
    return state.mark([event.unit], slipped_away=True), {}


def shoot_odds(state: State, event: Shoot) -> tuple[str, Situation] | None:
    return "attack", attack_situation(state, event)


EVENTS = (
    EventKind(
        id="shoot",
        title="Shoot",
        cls=Shoot,
        play=play_shoot,
        odds=shoot_odds,
        rules=(
            "TT-SHOOT-2",
            "TT-SHOOT-5",
            "TT-SHOOT-6",
            "TT-SHOOT-7",
            "TT-SHOOT-9",
            "TT-SHOOT-11",
            "TT-SHOOT-12",
            "TT-RET-1",
            "TT-TRANS-6",
        ),
    ),
    EventKind(id="hit-and-run", title="Hit & Run", cls=SmallMove, play=play_hit_and_run, rules=("TT-SHOOT-13",)),
)

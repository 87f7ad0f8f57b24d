"""The event of a barrage (TT-BAR-1 to 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....api import Dice, EventKind, Illegal, ListOf, Malformed, Number, Record, Situation, Text, YesNo, fact
from ..barrage import Barrage, BlastTarget, Gunner, Skipped, UnitHit, barrage, barrage_bans
from ..command import barrage_cost
from .acts import threatens
from .gate import allowed, check_enemy, check_own, check_phase, check_points, known_unit, known_weapon
from .moves import nearest_to_commander, spend
from .state import State, ended, facts_of_unit, lose, refuse, release

Played = tuple[State, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Battery:
    """Units that are activated together to fire: one unit, or one group."""

    units: tuple[str, ...] = fact(ListOf(Text(), 1))
    commander_distance: Fraction | None = fact(Number(0), None, ask="Distance in cm from the Commander to the nearest?")
    group_before: bool = fact(YesNo(), True, ask="Is it one group?")


@dataclass(frozen=True, kw_only=True)
class BattleGunner:
    unit: str = fact(Text())
    weapon: str = fact(Text())
    distance: Fraction = fact(Number(0), ask="How far is the main target, in cm?")
    in_front: bool = fact(YesNo(), True)
    threats: tuple[str, ...] = fact(ListOf(Text()), (), help="enemies within 5 cm that have it in front of them")


@dataclass(frozen=True, kw_only=True)
class Under:
    """A unit under the blast."""

    unit: str = fact(Text())
    in_cover: bool = fact(YesNo(), False)
    can_retreat: bool = fact(YesNo(), True)


@dataclass(frozen=True, kw_only=True)
class BarrageEvent:
    groups: tuple[Battery, ...] = fact(ListOf(Record(Battery), 1))
    attacker: BattleGunner = fact(Record(BattleGunner))
    supporters: tuple[BattleGunner, ...] = fact(ListOf(Record(BattleGunner)), ())
    targets: tuple[Under, ...] = fact(ListOf(Record(Under), 1), help="the main target first")

    @property
    def gunners(self) -> tuple[BattleGunner, ...]:
        return (self.attacker, *self.supporters)

    @property
    def firing(self) -> list[str]:
        """The firing units, each once, the attacker's first."""
        return list(dict.fromkeys(gunner.unit for gunner in self.gunners))


def _check_known(state: State, event: BarrageEvent) -> None:
    """Errors: `Malformed` for unknown ids, and for groups that are not exactly the firing units."""
    for gunner in event.gunners:
        known_weapon(state, gunner.unit, gunner.weapon)
        for enemy in gunner.threats:
            known_unit(state, enemy)
    targets = [target.unit for target in event.targets]
    for one in targets:
        known_unit(state, one)
    if len(set(targets)) < len(targets):
        raise Malformed("barrage.targets: a unit stands twice")
    grouped = [one for battery in event.groups for one in battery.units]
    if sorted(grouped) != sorted(event.firing):
        raise Malformed(f"barrage.groups: they hold {grouped}, but {event.firing} fire")


def barrage_situation(state: State, event: BarrageEvent) -> Barrage:
    """The barrage as the rule sees it."""

    def gunner(one: BattleGunner) -> Gunner:
        threatened = any(threatens(state, enemy, one.unit) for enemy in one.threats)
        return Gunner(
            **facts_of_unit(state.units[one.unit]),
            weapon=one.weapon,
            distance=one.distance,
            in_front=one.in_front,
            threatened=threatened,
        )

    def under(one: Under) -> BlastTarget:
        unit = state.units[one.unit]
        return BlastTarget(
            **facts_of_unit(unit),
            in_cover=one.in_cover,
            can_retreat=one.can_retreat,
            in_close_combat=state.in_close_combat(unit),
            shot_at=unit.shot_at,
            barraged=unit.barraged,
            cloak_cancelled=unit.cloak_cancelled,
            side=unit.side,
            name=unit.id,
        )

    return Barrage(
        house=state.house,
        catalogue=state.catalogue,
        attacker=gunner(event.attacker),
        supporters=tuple(gunner(one) for one in event.supporters),
        targets=tuple(under(one) for one in event.targets),
        emperor_sides=state.emperor_sides(),
    )


def _check_firing(state: State, event: BarrageEvent) -> None:
    for one in event.firing:
        check_own(state, one)
        if state.units[one].activated:
            raise refuse("TT-CMD-5", "already-activated", unit=one)
        if state.units[one].loaded:
            raise refuse("TT-TRANS-5", "loaded", unit=one)
    used: set[tuple[str, str]] = set()
    for gunner in event.gunners:
        if gunner.weapon in state.units[gunner.unit].fired or (gunner.unit, gunner.weapon) in used:
            raise refuse("TT-SHOOT-1", "weapon-fired", unit=gunner.unit)
        used.add((gunner.unit, gunner.weapon))


def _check_targets(state: State, targets: Sequence[Under]) -> None:
    """Enemies on the table; by house rule friends beside the main target too (TT-R31)."""
    for at, target in enumerate(targets):
        unit = state.units[target.unit]
        friend_beside = at > 0 and unit.side == state.active and state.house["barrage-into-close-combat"] == "yes"
        if not friend_beside:
            check_enemy(state, target.unit, "TT-BAR-3")
        elif not unit.alive:
            raise refuse("TT-BAR-3", "target-destroyed", unit=target.unit)
        if unit.in_reserve:
            raise refuse("TT-BAR-3", "target-off-table", unit=target.unit)
        if unit.loaded:
            raise refuse("TT-BAR-3", "target-loaded", unit=target.unit)


def play_barrage(state: State, event: BarrageEvent, dice: Dice) -> Played:
    """Units fire instead of moving: a blast on a target and what stands beside it (TT-BAR-1 to 7)."""
    _check_known(state, event)
    check_phase(state, "movement")
    _check_firing(state, event)
    _check_targets(state, event.targets)
    situation = barrage_situation(state, event)
    allowed(barrage_bans(situation))
    if not all(battery.group_before for battery in event.groups):
        raise refuse("TT-MOVE-8", "not-one-group")
    points = barrage_points(state, event)
    check_points(state, points)
    outcome = barrage(situation, dice)
    assert not isinstance(outcome, Illegal)  # every reason is settled above
    state, paid = spend(state, points)
    for gunner in event.gunners:
        fired = (*state.units[gunner.unit].fired, gunner.weapon)
        state = state.mark([gunner.unit], activated=True, fired=fired)
    state, results, destroyed = _suffered(state, outcome.results)
    return state, {**paid, "results": results, "destroyed": destroyed, **ended(state)}


def barrage_points(state: State, event: BarrageEvent) -> int:
    """Every group that fires pays (TT-BAR-1)."""
    return sum(
        barrage_cost(nearest_to_commander(state, battery.units, battery.commander_distance), state.house)
        for battery in event.groups
    )


def _suffered(state: State, outcomes: Sequence[UnitHit | Skipped]) -> tuple[State, list[Any], list[str]]:
    """What the blast does, unit by unit; it stops at the one whose destruction wins the game."""
    results: list[Any] = []
    destroyed: list[str] = []
    for hit in outcomes:
        results.append(hit)
        if isinstance(hit, Skipped):
            continue
        state = state.mark([hit.unit], barraged=True)
        state = suffer(state, hit.unit, hit.struck.outcome, hit.struck.cause)
        if hit.struck.outcome == "destroyed":
            state, lost = lose(state, hit.unit)
            destroyed += lost
        if state.phase == "over":
            break
    return state, results, destroyed


def suffer(state: State, one: str, outcome: str, cause: str) -> State:
    """What an outcome short of destruction changes: FOR THE EMPEROR is used up, contact is broken."""
    if cause == "for-the-emperor":
        state = replace(state, emperor_used=(*state.emperor_used, state.units[one].side))
    return release(state, one) if outcome == "retreat" else state


def barrage_odds(state: State, event: BarrageEvent) -> tuple[str, Situation] | None:
    return "barrage", barrage_situation(state, event)


EVENTS = (
    EventKind(
        id="barrage",
        title="Barrage",
        cls=BarrageEvent,
        play=play_barrage,
        odds=barrage_odds,
        rules=("TT-BAR-1", "TT-BAR-2", "TT-BAR-3", "TT-BAR-4", "TT-BAR-5", "TT-BAR-6", "TT-BAR-7", "TT-RET-1"),
    ),
)

"""The state of a battle: units with what they did this turn, sides, phase, command points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction
from functools import cached_property

from ....api import NOTHING_SAID, House, Memory, Shaped, ShapedMapping, ShapedObject, dataclass, replace
from ..declared import SIDES
from ..model import Faction
from ..profiles import Profile, make_profile
from ..victory import by_points, victory_kind

Side = str
Played = tuple["State", ShapedObject]  # what an event leads to: the next state, and the fields of its result


def opponent_of(side: Side) -> Side:
    return "b" if side == "a" else "a"


@dataclass(frozen=True)
class Unit:
    """One unit: what it is, where it is (`status`, `carrier`), and the marks of this turn (TT-TURN-2)."""

    id: str
    side: Side
    unit: str
    faction: str
    options: ShapedMapping = field(default_factory=dict)
    status: str = "table"
    carrier: str | None = None
    name: str = ""  # one of its owner's own
    activated: bool = False
    moved: bool = False
    ran: bool = False
    charged: bool = False
    entered: bool = False
    unloaded: bool = False
    fired: tuple[str, ...] = ()
    charging: str | None = None
    charge_side: str = "front"
    started_behind: bool = False
    shot_at: bool = False
    barraged: bool = False
    cloak_cancelled: bool = False
    free_move: bool = False
    slipped_away: bool = False  # has made its Hit & Run move
    returned: bool = False  # went back to reserve this turn

    @property
    def alive(self) -> bool:
        return self.status != "destroyed"

    @property
    def loaded(self) -> bool:
        return self.status == "loaded"

    @property
    def in_reserve(self) -> bool:
        return self.status == "reserve"

    def without_marks(self) -> Unit:
        """The same unit without the marks of a turn."""
        return Unit(self.id, self.side, self.unit, self.faction, self.options, self.status, self.carrier, self.name)


@dataclass(frozen=True)
class State:
    """Everything about a battle. `redeploys` are the units that Far Sight still lets a side place anew."""

    house: House
    factions: Mapping[Side, Faction]
    commanders: Mapping[Side, str]
    units: Mapping[str, Unit]
    turn: int = 0
    active: Side | None = None
    phase: str = "setup"
    command_points: int = 0
    winner: Side | None = None
    won_by: str | None = None
    stopped: bool = False
    emperor_used: tuple[Side, ...] = ()
    redeploys: Mapping[Side, int] = field(default_factory=dict)
    names: Mapping[Side, str] = field(default_factory=dict)  # of the armies, empty where they have none
    kept: Memory = NOTHING_SAID

    @cached_property
    def _profiles(self) -> dict[str, Profile]:
        """Those that were looked up: whoever tries hundreds of answers in one state asks for them again and again."""
        return {}

    def profile_of(self, unit: Unit) -> Profile:
        if unit.id not in self._profiles:
            found = make_profile(self.house, unit.unit, unit.faction, unit.options, f"setup.{unit.id}")
            self._profiles[unit.id] = found
        return self._profiles[unit.id]

    def units_of_side(self, side: Side) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.side == side]

    def units_aboard(self, transport: str) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.loaded and unit.carrier == transport]

    @cached_property
    def _charging(self) -> dict[str, list[Unit]]:
        found: dict[str, list[Unit]] = {}
        for unit in self.units.values():
            if unit.charging is not None:
                found.setdefault(unit.charging, []).append(unit)
        return found

    def chargers_of(self, target: str) -> list[Unit]:
        """The units that fight a defender in close combat."""
        return self._charging.get(target, [])

    def is_in_close_combat(self, unit: Unit) -> bool:
        return unit.charging is not None or bool(self.chargers_of(unit.id))

    def has_rule(self, side: Side, rule: str) -> bool:
        return rule in self.factions[side].rules

    def emperor_sides(self) -> frozenset[Side]:
        """The sides that still have FOR THE EMPEROR this turn (TT-FAC-1)."""
        sides = (side for side in SIDES if self.has_rule(side, "for-the-emperor") and side not in self.emperor_used)
        return frozenset(sides)

    def with_units(self, *units: Unit) -> State:
        """The state with these units as they are now."""
        return replace(self, units={**self.units, **{unit.id: unit for unit in units}})

    def with_marks(self, ids: Iterable[str], **marks: Shaped) -> State:
        """The state with these marks on units."""
        return self.with_units(*(replace(self.units[one], **marks) for one in ids))

    def with_moved(self, *ids: str) -> State:
        """The state after units have moved, or have gone: what people saw of them has to be asked again."""
        return replace(self, kept=self.kept.with_moved(*ids))


# --- losses and victory ---


def lose_unit(state: State, one: str) -> tuple[State, list[str]]:
    """A unit is destroyed, and its passengers with it; combats with it end; perhaps the game (TT-TRANS-6, TT-WIN)."""
    lost = list(_with_passengers(state, one))
    for gone in lost:
        state = release_unit(state, gone)
    state = state.with_marks(lost, status="destroyed", carrier=None, charging=None, free_move=False)
    return check_victory(state, state.units[one].side), lost


def _with_passengers(state: State, one: str) -> Iterator[str]:
    yield one
    for passenger in state.units_aboard(one):
        yield from _with_passengers(state, passenger.id)


def release_unit(state: State, one: str) -> State:
    """A unit retreats, or is gone, and is no longer in contact with anybody."""
    apart = [unit.id for unit in state.chargers_of(one)]
    return state.with_moved(one).with_marks([*apart, one], charging=None)


def losses_of(state: State, side: Side) -> tuple[int | Fraction, int | Fraction]:
    """What a side has lost, and with what it began: units, or points (TT-R16)."""
    own = state.units_of_side(side)
    destroyed = [unit for unit in own if not unit.alive]
    if by_points(state.house):
        worth = [sum((state.profile_of(unit).points for unit in units), Fraction(0)) for units in (destroyed, own)]
        return worth[0], worth[1]
    return len(destroyed), len(own)


def check_victory(state: State, loser: Side) -> State:
    """Whether a side has lost its Commander or half of what it began with (TT-WIN-1 to 3, TT-R16)."""
    by = victory_kind(not state.units[state.commanders[loser]].alive, *losses_of(state, loser))
    if by is None or state.phase == "over":
        return state
    return replace(state, winner=opponent_of(loser), won_by=by, phase="over")


# --- for machines ---


def view(state: State) -> ShapedObject:
    """The whole state for machines."""
    return {
        "turn": state.turn,
        "active": state.active,
        "phase": state.phase,
        "command_points": state.command_points,
        "winner": state.winner,
        "won_by": state.won_by,
        "sides": {side: _side_view(state, side) for side in SIDES},
        "units": {one: _unit_view(state, unit) for one, unit in state.units.items()},
    }


def _side_view(state: State, side: Side) -> ShapedObject:
    own = state.units_of_side(side)
    has_emperor = state.has_rule(side, "for-the-emperor")
    return {
        "faction": state.factions[side].id,
        "commander": state.commanders[side],
        "starting": len(own),
        "destroyed": sum(not unit.alive for unit in own),
        "emperor_available": side in state.emperor_sides() if has_emperor else None,
    }


_MARKS = ("activated", "moved", "ran", "charged", "entered", "unloaded")
_LATER_MARKS = ("shot_at", "barraged", "cloak_cancelled", "free_move")


def _unit_view(state: State, unit: Unit) -> ShapedObject:
    return {
        "side": unit.side,
        "unit": unit.unit,
        "status": unit.status,
        "in": unit.carrier,
        **{mark: getattr(unit, mark) for mark in _MARKS},
        "fired": list(unit.fired),
        "charging": unit.charging,
        "in_close_combat": state.is_in_close_combat(unit),
        **{mark: getattr(unit, mark) for mark in _LATER_MARKS},
    }

"""Events of the movement phase but barrages: activate, enter, cancel-cloak; and next-phase."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....api import Dice, EventKind, ListOf, Malformed, Nullable, Number, Record, Text, YesNo, fact
from ..command import cancel_cost, enter_cost, move_cost
from ..tables import distance
from .acts import Act, ActKind, check_act, check_known, done
from .gate import check_enemy, check_own, check_phase, check_points, known_unit
from .state import State, refuse

Played = tuple[State, dict[str, Any]]


def commander_place(state: State, members: Iterable[str]) -> str:
    """Where the Commander is for an activation: ``member``, ``off`` the table, or ``apart`` (TT-CMD-3)."""
    assert state.active is not None  # nobody is activated before a turn
    unit = state.units[state.commanders[state.active]]
    inside = {unit.id}
    while unit.loaded and unit.carrier is not None:
        unit = state.units[unit.carrier]
        inside.add(unit.id)
    if unit.in_reserve:
        return "off"
    return "member" if inside & set(members) else "apart"


def nearest_to_commander(state: State, members: Iterable[str], stated: Fraction | None) -> Fraction | None:
    """The distance of the nearest member to the Commander; None: he is off the table. Errors: `Malformed`."""
    place = commander_place(state, members)
    if place == "off":
        return None
    if place == "member":
        return Fraction(0)
    if stated is None:
        raise Malformed("commander_distance is missing", hint="cm from the Commander to the nearest member")
    return stated


def spend(state: State, points: int) -> Played:
    """Command points are paid."""
    state = replace(state, command_points=state.command_points - points)
    return state, {"cost": points, "command_points": state.command_points}


@dataclass(frozen=True, kw_only=True)
class Activate:
    acts: tuple[Act, ...] = fact(ListOf(ActKind(), 1), ask="What does each member do?")
    commander_distance: Fraction | None = fact(
        Number(0), None, ask="Distance in cm from the Commander to the nearest unit of this group?"
    )
    group_before: bool = fact(YesNo(), True, ask="Is it one group?")
    group_after: bool = fact(YesNo(), True, ask="Is it still one group afterwards?")


def play_activate(state: State, event: Activate, dice: Dice) -> Played:
    """One unit or group acts in the movement phase (TT-CMD-2 to 5, TT-MOVE, TT-CHARGE, TT-TRANS, TT-THREAT)."""
    for act in event.acts:
        check_known(state, act)
    check_phase(state, "movement")
    after = state
    for act in event.acts:
        check_act(after, state, act, event.acts)
        after = done(after, act)
    if not (event.group_before and event.group_after):
        raise refuse("TT-MOVE-8", "not-one-group")
    points = activation_points(state, event.acts, event.commander_distance)
    check_points(state, points)
    dice.explain(f"activation: {points} of {state.command_points} command points", "TT-CMD-3", "TT-CMD-4")
    return spend(after, points)


def activation_points(state: State, acts: Iterable[Act], stated: Fraction | None) -> int:
    """What an activation costs; a Difficult unit that stays put costs nothing more (TT-CMD-4)."""
    acts = list(acts)
    nearest = nearest_to_commander(state, [act.unit for act in acts], stated)
    difficult = any(act.do != "stay" and state.profile(state.units[act.unit]).has("difficult") for act in acts)
    return move_cost(nearest, difficult)


@dataclass(frozen=True, kw_only=True)
class Entering:
    unit: str = fact(Text())
    nearest_enemy: Fraction | None = fact(Nullable(Number(0)), ask="Nearest enemy to the chosen spot, cm?")


@dataclass(frozen=True, kw_only=True)
class Enter:
    units: tuple[Entering, ...] = fact(ListOf(Record(Entering), 1), ask="Which units come in?")


def play_enter(state: State, event: Enter, dice: Dice) -> Played:
    """Units come in from reserve (TT-CMD-6, TT-AIR-1)."""
    for one in event.units:
        known_unit(state, one.unit)
    check_phase(state, "movement")
    after = state
    for one in event.units:
        check_own(after, one.unit, in_reserve=True)
        if not after.units[one.unit].in_reserve:
            raise refuse("TT-CMD-6", "not-in-reserve", unit=one.unit)
        if after.units[one.unit].returned:
            raise refuse("TT-AIR-2", "returned-this-turn", unit=one.unit)
        if one.nearest_enemy is not None and one.nearest_enemy <= distance("entry"):
            raise refuse("TT-CMD-6", "too-near-enemy", unit=one.unit)
        after = after.mark([one.unit], status="table", activated=True, moved=True, entered=True)
    points = enter_cost([state.profile(state.units[one.unit]) for one in event.units], state.house)
    check_points(state, points)
    dice.explain(f"entry: {points} of {state.command_points} command points", "TT-CMD-6")
    return spend(after, points)


@dataclass(frozen=True, kw_only=True)
class CancelCloak:
    unit: str = fact(Text(), ask="Which enemy's Cloaked is cancelled?")


def play_cancel_cloak(state: State, event: CancelCloak, dice: Dice) -> Played:
    """Cloaked of one enemy does not count until the end of the turn (TT-CMD-7)."""
    known_unit(state, event.unit)
    check_phase(state, "movement", "shooting")
    check_enemy(state, event.unit, "TT-CMD-7")
    unit = state.units[event.unit]
    if not state.profile(unit).has("cloaked") or unit.cloak_cancelled:
        raise refuse("TT-CMD-7", "not-cloaked", unit=event.unit)
    check_points(state, cancel_cost())
    return spend(state.mark([event.unit], cloak_cancelled=True), cancel_cost())


@dataclass(frozen=True, kw_only=True)
class NoFacts:
    """An event without facts."""


NEXT = {"movement": "shooting", "shooting": "close-combat"}


def play_next_phase(state: State, event: NoFacts, dice: Dice) -> Played:
    """The next phase of the turn; there is no way back (TT-TURN-1)."""
    check_phase(state, *NEXT)
    phase = NEXT[state.phase]
    return replace(state, phase=phase), {"phase": phase}


EVENTS = (
    EventKind(
        id="activate",
        title="Activate a unit or group",
        cls=Activate,
        play=play_activate,
        rules=(
            "TT-CMD-2",
            "TT-CMD-3",
            "TT-CMD-4",
            "TT-CMD-5",
            "TT-MOVE-7",
            "TT-MOVE-8",
            "TT-THREAT-3",
            "TT-THREAT-4",
            "TT-CHARGE-1",
            "TT-CHARGE-5",
            "TT-TRANS-1",
        ),
    ),
    EventKind(id="enter", title="Enter from reserve", cls=Enter, play=play_enter, rules=("TT-CMD-6", "TT-AIR-1")),
    EventKind(id="cancel-cloak", title="Cancel Cloaked", cls=CancelCloak, play=play_cancel_cloak, rules=("TT-CMD-7",)),
    EventKind(id="next-phase", title="Next phase", cls=NoFacts, play=play_next_phase, rules=("TT-TURN-1", "TT-TURN-3")),
)

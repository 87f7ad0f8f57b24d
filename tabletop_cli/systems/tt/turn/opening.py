"""Events before and at the start of turns: far-sight, redeploy, first-player, start-turn (TT-SETUP, TT-TURN-1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....api import Dice, EventKind, ListOf, OneOf, Situation, Text, fact
from ..command import Nothing, command_points
from ..declared import SIDES
from ..victory import FarSight, far_sight, first_player
from .gate import check_own, check_phase, known_unit
from .state import Side, State, refuse

Played = tuple[State, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class SideEvent:
    """An event that names its side."""

    side: Side = fact(OneOf(SIDES), ask="Which side?")


def _check_far_sight_time(state: State) -> None:
    """Before the first player is known, or by house rule before the first turn (TT-R43)."""
    if state.house["far-sight"] == "before-first-player":
        check_phase(state, "setup")
    else:
        check_phase(state, "start")
        if state.turn:
            raise refuse("TT-TURN-1", "wrong-phase", phase=state.phase)


def deployed(state: State, side: Side) -> int:
    """Units on the table or loaded."""
    return sum(unit.status in ("table", "loaded") for unit in state.of(side))


def far_sight_situation(state: State, side: Side) -> FarSight:
    return FarSight(house=state.house, catalogue=state.catalogue, deployed=deployed(state, side))


def play_far_sight(state: State, event: SideEvent, dice: Dice) -> Played:
    """A side with Far Sight rolls for the units that it may place anew (TT-SETUP-5)."""
    _check_far_sight_time(state)
    if not state.has_rule(event.side, "far-sight"):
        raise refuse("TT-SETUP-5", "no-far-sight")
    if event.side in state.redeploys:
        raise refuse("TT-SETUP-5", "already-rolled")
    found = far_sight(far_sight_situation(state, event.side), dice)
    return replace(state, redeploys={**state.redeploys, event.side: found.may_redeploy}), {
        "may_redeploy": found.may_redeploy
    }


@dataclass(frozen=True, kw_only=True)
class RedeployEvent(SideEvent):
    units: tuple[str, ...] = fact(ListOf(Text()), ask="Which units are placed anew?")


def play_redeploy(state: State, event: RedeployEvent, dice: Dice) -> Played:
    """Units are placed anew (TT-SETUP-5)."""
    for one in event.units:
        known_unit(state, one)
    _check_far_sight_time(state)
    for one in event.units:
        if state.units[one].side != event.side:
            raise refuse("TT-SETUP-5", "not-your-unit", unit=one)
        if state.units[one].in_reserve:
            raise refuse("TT-SETUP-5", "off-table", unit=one)
    left = state.redeploys.get(event.side, 0) - len(event.units)
    if left < 0:
        raise refuse("TT-SETUP-5", "too-many")
    if event.side in state.redeploys:
        state = replace(state, redeploys={**state.redeploys, event.side: left})
    return state, {"left": left}


@dataclass(frozen=True, kw_only=True)
class FirstPlayer:
    first: Side | None = fact(OneOf(SIDES), None, ask="Who begins?", help="without it one die decides")


def nothing(state: State) -> Nothing:
    return Nothing(house=state.house, catalogue=state.catalogue)


def play_first_player(state: State, event: FirstPlayer, dice: Dice) -> Played:
    """It is settled who begins (TT-SETUP-4)."""
    check_phase(state, "setup")
    first = event.first or first_player(nothing(state), dice).first
    return replace(state, active=first, phase="start"), {"first": first}


@dataclass(frozen=True, kw_only=True)
class StartTurn(SideEvent):
    returns: tuple[str, ...] = fact(ListOf(Text()), (), ask="Which units go back to the reserve?")


def play_start_turn(state: State, event: StartTurn, dice: Dice) -> Played:
    """A turn begins: marks go, Aircraft go, the command roll (TT-TURN-1, TT-TURN-2, TT-AIR-2, TT-CMD-1)."""
    for one in event.returns:
        known_unit(state, one)
    check_phase(state, "start")
    if event.side != state.active:
        raise refuse("TT-TURN-1", "not-your-turn")
    for one in event.returns:
        check_own(state, one)
        profile = state.profile(state.units[one])
        if not (profile.has("may-return") or profile.is_aircraft):
            raise refuse("TT-AIR-2", "cannot-return", unit=one)
        if state.units[one].loaded:
            raise refuse("TT-TRANS-5", "loaded", unit=one)
    points = command_points(nothing(state), dice).command_points
    away = [unit.id for unit in state.of(event.side) if unit.status == "table" and _leaves(state, unit.id, event)]
    state = state.put(*(unit.fresh() for unit in state.units.values()))
    state = state.mark(away, status="reserve", returned=True)
    state = replace(state, turn=state.turn + 1, phase="movement", command_points=points, emperor_used=())
    for one in away:
        dice.explain(f"{one} goes back to the reserve", "TT-AIR-2")
    return state, {"turn": state.turn, "command_points": points, "returned": away}


def _leaves(state: State, one: str, event: StartTurn) -> bool:
    return one in event.returns or state.profile(state.units[one]).is_aircraft


def roll_odds(state: State, event: StartTurn) -> tuple[str, Situation] | None:
    return "command-points", nothing(state)


def far_sight_odds(state: State, event: SideEvent) -> tuple[str, Situation] | None:
    return "far-sight", far_sight_situation(state, event.side)


def first_odds(state: State, event: FirstPlayer) -> tuple[str, Situation] | None:
    return None if event.first else ("first-player", nothing(state))


EVENTS = (
    EventKind(
        id="far-sight",
        title="Far Sight",
        cls=SideEvent,
        play=play_far_sight,
        odds=far_sight_odds,
        rules=("TT-SETUP-5",),
    ),
    EventKind(id="redeploy", title="Place units anew", cls=RedeployEvent, play=play_redeploy, rules=("TT-SETUP-5",)),
    EventKind(
        id="first-player",
        title="Who begins",
        cls=FirstPlayer,
        play=play_first_player,
        odds=first_odds,
        rules=("TT-SETUP-4",),
    ),
    EventKind(
        id="start-turn",
        title="A turn begins",
        cls=StartTurn,
        play=play_start_turn,
        odds=roll_odds,
        rules=("TT-TURN-1", "TT-TURN-2", "TT-CMD-1", "TT-AIR-2"),
    ),
)

"""Events of movement and handiwork: move, pivot, group-move, rally, reload, prepare."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....api import Dice, EventKind, ListOf, OneOf, Record, Situation, Text, Whole, YesNo, fact
from ..movement import CROSSINGS, moves_needed
from ..rally import Rally, rally
from ..tables import vehicles
from .gate import (
    ActionEvent,
    SideEvent,
    TableFacts,
    all_different,
    check_actions,
    check_can_act,
    check_group,
    check_own,
    check_phase,
    check_turn,
    declare,
    known_model,
    known_unit,
    weapon_of,
)
from .memory import forget
from .state import Model, Moving, State, refuse

Played = tuple[State, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class SingleEvent(ActionEvent):
    """An action of one model."""

    model: str = fact(Text(), ask="Which model?")


@dataclass(frozen=True, kw_only=True)
class Move(SingleEvent):
    moves: int = fact(Whole(1, 2), 1, ask="One move, or two at once?")
    path: tuple[str, ...] | None = fact(ListOf(OneOf(CROSSINGS)), None, ask="What does the path cross, in order?")
    starts_next: bool = fact(YesNo(), False, ask="Does it start next to the first hedge, wall or fence?")
    ends_next: bool = fact(YesNo(), False, ask="Does it end next to the last hedge, wall or fence?")
    with_: str | None = fact(Text(), None, help="a second model, under pairs_single = two")


def single(state: State, event: SingleEvent, action: str, dice: Dice, *also: str, weapon: str | None = None) -> None:
    """The tests that every single action passes: phase, turn, actions left, ownership, bans (steps 1 to 4)."""
    check_phase(state)
    check_turn(state, event.by)
    check_actions(state, event.by, 1)
    models = (event.model, *also)
    for one in models:
        check_own(state, event.by, one)
    for one in models:
        check_can_act(state, one, action, event.facts, dice, weapon=weapon)


def play_move(state: State, event: Move, dice: Dice) -> Played:
    """A model moves in a straight line; the action stays in progress for reactive fire and contact (TD-MOVE)."""
    second = [event.with_] if event.with_ is not None else []
    for one in (event.model, *second):
        known_model(state, one)
    all_different([event.model, *second])
    single(state, event, "move", dice, *second)
    model = state.models[event.model]
    if second and not _may_pair(state, model, state.models[second[0]]):
        raise refuse("TD-R25", "no-pair", model=second[0])
    if event.moves == 2 and not (model.is_vehicle and vehicles()[model.kind]["fast"]):
        raise refuse("TD-MOVE-5", "not-fast", model=event.model)
    _check_path(event.model, event.path, event.starts_next, event.ends_next, event.moves)
    return _set_off(state, event.by, "move", 1, (event.model, *second))


def _may_pair(state: State, model: Model, second: Model) -> bool:
    pairs = state.unit_of(model).pairs and model.unit == second.unit
    return pairs and bool(state.house["pairs_single"] == "two")


def _check_path(one: str, path: tuple[str, ...] | None, starts_next: bool, ends_next: bool, moves: int) -> None:
    """A path that was described fits into the moves (TD-MOVE-2 to 4)."""
    if path is not None and (needed := moves_needed(path, starts_next, ends_next)) > moves:
        raise refuse("TD-MOVE-2", "path-too-long", model=one, needed=needed)


def _set_off(state: State, by: Any, kind: str, cost: int, models: tuple[str, ...]) -> Played:
    state = declare(state, by, cost)
    moving = Moving(kind, by, models, in_catch_up=state.catch_up is not None)
    return forget(replace(state, moving=moving), models, pivot=kind == "pivot"), {"moving": list(models)}


def play_pivot(state: State, event: SingleEvent, dice: Dice) -> Played:
    """A model turns on the spot; reactive fire may stop it (TD-REACT-1)."""
    known_model(state, event.model)
    single(state, event, "pivot", dice)
    return _set_off(state, event.by, "pivot", 1, (event.model,))


@dataclass(frozen=True, kw_only=True)
class Mover:
    """One model's part of a group move."""

    model: str = fact(Text())
    path: tuple[str, ...] | None = fact(ListOf(OneOf(CROSSINGS)), None)
    starts_next: bool = fact(YesNo(), False)
    ends_next: bool = fact(YesNo(), False)
    facts: TableFacts = fact(Record(TableFacts), TableFacts())


@dataclass(frozen=True, kw_only=True)
class GroupMove(SideEvent):
    unit: str = fact(Text(), ask="Which unit?")
    movers: tuple[Mover, ...] = fact(ListOf(Record(Mover)), ask="Which models move?")


def play_group_move(state: State, event: GroupMove, dice: Dice) -> Played:
    """Models of one unit move together, led by their leader (TD-GROUP-1 to 5)."""
    unit = known_unit(state, event.unit)
    ids = [known_model(state, mover.model).id for mover in event.movers]
    all_different(ids)
    check_phase(state)
    check_turn(state, event.by)
    cost = check_group(state, event.by, unit, "move", ids, dice)
    for one in ids:
        check_own(state, event.by, one)
    for mover in event.movers:
        check_can_act(state, mover.model, "move", mover.facts, dice, group=True)
        _check_path(mover.model, mover.path, mover.starts_next, mover.ends_next, 1)
    state, result = _set_off(state, event.by, "group-move", cost, tuple(ids))
    return state, {"cost": cost, **result}


@dataclass(frozen=True, kw_only=True)
class RallyEvent(SingleEvent):
    leaders: tuple[str, ...] = fact(ListOf(Text()), (), ask="Which friendly leaders are within one standard base?")


def rally_situation(state: State, event: RallyEvent) -> Rally:
    """The situation that a rally event stands for (TD-RALLY-2, TD-RALLY-3)."""
    model = state.models[event.model]
    unit = state.unit_of(model)
    return Rally(
        house=state.house,
        experience=unit.experience or "regular",
        status=model.status,
        bonuses=tuple(state.models[one].bonus for one in event.leaders),
        fast=unit.fast_large,
    )


def play_rally(state: State, event: RallyEvent, dice: Dice) -> Played:
    """A model tries to rally, perhaps helped by a leader (TD-RALLY-1 to 3)."""
    model = known_model(state, event.model)
    for one in event.leaders:
        known_model(state, one)
    all_different(event.leaders)
    single(state, event, "rally", dice)
    for one in event.leaders:
        if not can_help(state, model, state.models[one]):
            raise refuse("TD-RALLY-2", "cannot-help", model=one)
    outcome = rally(rally_situation(state, event), dice)
    state = declare(state, event.by, 1).put(replace(model, status=outcome.status))
    return state, {"needed": outcome.needed, "success": outcome.success, "status": outcome.status}


def can_help(state: State, model: Model, leader: Model) -> bool:
    """Whether a leader may help a model to rally: friendly, by the house rules of its unit, or itself (TD-R43)."""
    if not leader.leader or leader.out or leader.side != model.side:
        return False
    if leader.id == model.id and not state.house["leader_self"]:
        return False
    return bool(state.house["rally_leader"] == "any-friendly") or leader.unit == model.unit


@dataclass(frozen=True, kw_only=True)
class Reload(SingleEvent):
    weapon: str | None = fact(Text(), None, help="under reload_scope = weapon: whose marker is removed")


def play_reload(state: State, event: Reload, dice: Dice) -> Played:
    """One reload marker less (TD-ACT-3)."""
    model = known_model(state, event.model)
    weapon = weapon_of(model, event.weapon)
    single(state, event, "reload", dice, weapon=weapon)
    tokens = model.tokens_of(weapon) - 1
    return declare(state, event.by, 1).put(model.with_tokens(weapon, tokens)), {"tokens": tokens}


@dataclass(frozen=True, kw_only=True)
class Prepare(SingleEvent):
    what: str = fact(OneOf(("other", "tow", "untow", "mount", "unmount")), "other", ask="What is being prepared?")


def play_prepare(state: State, event: Prepare, dice: Dice) -> Played:
    """Tow or set up a gun, mount, unmount, other handiwork (TD-ACT-5, TD-R63)."""
    model = known_model(state, event.model)
    single(state, event, "prepare", dice)
    if event.what in ("tow", "untow"):
        if model.towed is None:
            raise refuse("TD-ACT-5", "not-an-atg", model=event.model)
        if model.towed == (event.what == "tow"):
            raise refuse("TD-ACT-5", "already-done", model=event.model)
        model = replace(model, towed=event.what == "tow")
    state = declare(state, event.by, 1).put(model)
    return state, {} if model.towed is None else {"towed": model.towed}


def rally_odds(state: State, event: RallyEvent) -> tuple[str, Situation] | None:
    return "rally", rally_situation(state, event)


EVENTS = (
    EventKind(id="move", title="Move", cls=Move, play=play_move, rules=("TD-MOVE-1", "TD-MOVE-5", "TD-TURN-1")),
    EventKind(id="pivot", title="Pivot", cls=SingleEvent, play=play_pivot, rules=("TD-ACT-1", "TD-REACT-1")),
    EventKind(
        id="group-move",
        title="Group move",
        cls=GroupMove,
        play=play_group_move,
        rules=("TD-GROUP-1", "TD-GROUP-2", "TD-GROUP-3", "TD-GROUP-4", "TD-GROUP-5"),
    ),
    EventKind(
        id="rally",
        title="Rally",
        cls=RallyEvent,
        play=play_rally,
        rules=("TD-RALLY-1", "TD-RALLY-2", "TD-RALLY-3"),
        odds=rally_odds,
    ),
    EventKind(id="reload", title="Reload", cls=Reload, play=play_reload, rules=("TD-ACT-3",)),
    EventKind(id="prepare", title="Prepare", cls=Prepare, play=play_prepare, rules=("TD-ACT-5",)),
)

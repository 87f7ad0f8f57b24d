"""Events of movement and handiwork: move, pivot, group-move, rally, reload, prepare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ....api import (
    Answer,
    Dice,
    EventKind,
    ListOf,
    Nullable,
    OneOf,
    Place,
    Record,
    Ref,
    Text,
    Whole,
    counted,
    derived,
    fact,
)
from ..movement import CROSSINGS, Path, Way, move_path
from ..rally import RALLY, Rally
from ..tables import vehicles, words
from . import stories
from .gate import (
    SideEvent,
    SingleEvent,
    TableFacts,
    check_actions,
    check_can_act,
    check_group,
    check_own,
    check_phase,
    check_turn,
    declare,
    has_weapon,
    models,
    own_units,
    weapon_of,
    weapons,
)
from .state import Model, Moving, State, refuse

Played = tuple[State, dict[str, Any]]


def check_way(state: State, one: str, way: Way, moves: int, dice: Dice) -> None:
    """A path that was described fits into the moves (TD-MOVE-2, TD-MOVE-3, TD-MOVE-4)."""
    if way.path is None:
        return
    needed = move_path(derived(Path, way, house=state.house), dice).moves
    if needed > moves:
        text = f"That path needs {counted(needed, 'move')}, this action has {moves}."
        raise refuse("TD-MOVE-2", "path-too-long", text, model=one, needed=needed)


def single(state: State, event: SingleEvent, action: str, dice: Dice, *also: str, weapon: str | None = None) -> None:
    """The tests that every single action passes: phase, turn, actions left, ownership, bans (steps 1 to 4)."""
    begun(state, event, 1)
    models = (event.model, *also)
    for one in models:
        check_own(state, event.by, one)
    for one in models:
        check_can_act(state, one, action, event.facts, weapon=weapon)


def begun(state: State, event: SideEvent, cost: int) -> None:
    """An action may begin: phase, turn, actions left (steps 1 and 2)."""
    check_phase(state)
    check_turn(state, event.by)
    check_actions(state, event.by, cost)


def _is_fast(state: State, one: str) -> bool:
    model = state.models[one]
    return model.is_vehicle and bool(vehicles()[model.kind]["fast"])


def one_or_two(place: Place[State]) -> Iterator[Answer]:
    """The moves of a fast vehicle (TD-MOVE-5)."""
    yield Answer(2, "two moves", "2", "counted as one action")
    yield Answer(1, "one move", "1")


def mates(place: Place[State]) -> Iterator[Answer]:
    """Who may come along with a model whose unit moves in pairs (TD-R25)."""
    yield Answer(None, "nobody", "n")
    unit = place.state.models[place.event.model].unit
    yield from models(place.state, (one for one in place.state.members(unit) if one.id != place.event.model))


def _in_pairs(place: Place[State]) -> bool:
    unit = place.state.unit_of(place.state.models[place.event.model])
    return unit.pairs and place.state.house["pairs_single"] == "two"


@dataclass(frozen=True, kw_only=True)
class Move(Way, SingleEvent):
    path: tuple[str, ...] | None = fact(
        ListOf(OneOf(CROSSINGS)),
        None,
        ask="What does the straight path of {model} cross, in order?",
        usual=lambda place: [],
        rules=("TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-3"),
    )
    moves: int = fact(
        Whole(1, 2),
        1,
        ask="One move or two?",
        among=one_or_two,
        usual=lambda place: 2,
        when=lambda place: _is_fast(place.state, place.event.model),
        rules=("TD-MOVE-5",),
    )
    with_: str | None = fact(
        Nullable(Ref("models")),
        None,
        ask="Which second model comes along?",
        among=mates,
        when=_in_pairs,
        rules=("TD-R25",),
        help="a second model, under pairs_single = two",
    )


def play_move(state: State, event: Move, dice: Dice) -> Played:
    """A model moves in a straight line; the action stays in progress for reactive fire and contact (TD-MOVE-1)."""
    begun(state, event, 1)
    check_own(state, event.by, event.model)
    second = [] if event.with_ is None else [event.with_]
    single(state, event, "move", dice, *second)
    model = state.models[event.model]
    if second and not _may_pair(state, model, state.models[second[0]]):
        raise refuse("TD-R25", "no-pair", model=second[0])
    if event.moves == 2 and not _is_fast(state, event.model):
        raise refuse("TD-MOVE-5", "not-fast", model=event.model)
    check_way(state, event.model, event, event.moves, dice)
    return _set_off(state, event.by, "move", 1, (event.model, *second), dice)


def _may_pair(state: State, model: Model, second: Model) -> bool:
    pairs = state.unit_of(model).pairs and model.unit == second.unit
    return pairs and bool(state.house["pairs_single"] == "two")


def _set_off(state: State, by: Any, kind: str, cost: int, models: tuple[str, ...], dice: Dice) -> Played:
    """Models are on the move: what was said of their ground and views holds no longer."""
    state = declare(state, by, cost)
    moving = Moving(kind, by, models, in_catch_up=state.catch_up is not None)
    counter = f"{state.side_name(by)} has used {state.used[by]} of {state.limits[by]} actions"
    dice.explain(f"{', '.join(models)} may be shot at on the way: {counter}", "TD-TURN-2", "TD-REACT-1")
    return replace(state, moving=moving).forget(models, pivot=kind == "pivot"), {"moving": list(models)}


def play_pivot(state: State, event: SingleEvent, dice: Dice) -> Played:
    """A model turns on the spot; reactive fire may stop it (TD-REACT-1)."""
    single(state, event, "pivot", dice)
    return _set_off(state, event.by, "pivot", 1, (event.model,), dice)


def members(place: Place[State]) -> Iterator[Answer]:
    """The members of the acting unit."""
    return models(place.state, place.state.members(place.event.unit))


@dataclass(frozen=True, kw_only=True)
class Mover(Way):
    """One model's part of a group move; at the table nobody is asked about the paths of a whole group."""

    model: str = fact(Ref("models"))
    path: tuple[str, ...] | None = fact(ListOf(OneOf(CROSSINGS)), None)
    facts: TableFacts = fact(Record(TableFacts), TableFacts())


@dataclass(frozen=True, kw_only=True)
class GroupMove(SideEvent):
    unit: str = fact(Ref("units"), ask="Which unit?", among=own_units)
    movers: tuple[Mover, ...] = fact(
        ListOf(Record(Mover), distinct=True),
        ask="Which models move?",
        among=members,
        most=True,
        rules=("TD-GROUP-1", "TD-GROUP-3"),
    )


def play_group_move(state: State, event: GroupMove, dice: Dice) -> Played:
    """Models of one unit move together, led by their leader (TD-GROUP-1 to TD-GROUP-5)."""
    check_phase(state)
    check_turn(state, event.by)
    unit = state.units[event.unit]
    ids = [mover.model for mover in event.movers]
    cost = check_group(state, event.by, unit, "move", ids, dice)
    for one in ids:
        check_own(state, event.by, one)
    for mover in event.movers:
        check_can_act(state, mover.model, "move", mover.facts, group=True)
        check_way(state, mover.model, mover, 1, dice)
    state, result = _set_off(state, event.by, "group-move", cost, tuple(ids), dice)
    return state, {"cost": cost, **result}


def helpers(place: Place[State]) -> Iterator[Answer]:
    """Friendly leaders that have a bonus to give (TD-RALLY-2)."""
    return models(place.state, (one for one in place.state.there(place.event.by) if one.leader and one.bonus))


@dataclass(frozen=True, kw_only=True)
class RallyEvent(SingleEvent):
    leaders: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask="Which leaders with a bonus are within about one standard base of {model}?",
        among=helpers,
        rules=("TD-RALLY-2",),
    )


def play_rally(state: State, event: RallyEvent, dice: Dice) -> Played:
    """A model tries to rally, perhaps helped by a leader (TD-RALLY-1, TD-RALLY-2, TD-RALLY-3)."""
    single(state, event, "rally", dice)
    model = state.models[event.model]
    unit = state.unit_of(model)
    for one in event.leaders:
        if not can_help(state, model, state.models[one]):
            raise refuse("TD-RALLY-2", "cannot-help", model=one)
    situation = Rally(
        house=state.house,
        experience=unit.experience or "regular",
        status=model.status,
        bonuses=tuple(state.models[one].bonus for one in event.leaders),
        fast=unit.fast_large,
    )
    outcome = dice.settle(RALLY, situation)
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
    weapon: str | None = fact(
        Text(),
        None,
        ask="Whose marker is removed?",
        among=weapons,
        when=lambda place: place.state.models[place.event.model].tokens_hmg is not None,
        help="under reload_scope = weapon: whose marker is removed",
    )


def play_reload(state: State, event: Reload, dice: Dice) -> Played:
    """One reload marker less (TD-ACT-3)."""
    begun(state, event, 1)
    check_own(state, event.by, event.model)
    model = state.models[event.model]
    weapon = weapon_of(model, event)
    single(state, event, "reload", dice, weapon=weapon)
    tokens = model.tokens_of(weapon) - 1
    dice.explain(f"{model.id} takes a reload marker off: {tokens} left", "TD-ACT-3")
    return declare(state, event.by, 1).put(model.with_tokens(weapon, tokens)), {"tokens": tokens}


def handiwork(place: Place[State]) -> Iterator[Answer]:
    """What a model may prepare, the usual first (TD-ACT-5)."""
    model = place.state.models[place.event.model]
    usual = "other" if model.towed is None else "untow" if model.towed else "tow"
    for what, row in sorted(words("handiwork").items(), key=lambda pair: pair[0] != usual):
        yield Answer(what, row["name"], what[0])


@dataclass(frozen=True, kw_only=True)
class Prepare(SingleEvent):
    what: str = fact(
        OneOf(("other", "tow", "untow", "mount", "unmount")),
        "other",
        ask="What is being prepared?",
        among=handiwork,
        usual=lambda place: next(handiwork(place)).value,
        rules=("TD-ACT-5",),
    )


def play_prepare(state: State, event: Prepare, dice: Dice) -> Played:
    """Tow or set up a gun, mount, unmount, other handiwork (TD-ACT-5, TD-R63)."""
    single(state, event, "prepare", dice)
    model = state.models[event.model]
    if event.what in ("tow", "untow"):
        if model.towed is None:
            raise refuse("TD-ACT-5", "not-an-atg", model=event.model)
        if model.towed == (event.what == "tow"):
            raise refuse("TD-ACT-5", "already-done", model=event.model)
        model = replace(model, towed=event.what == "tow")
    dice.explain(f"{model.id}: {words('handiwork')[event.what]['done']}", "TD-ACT-5")
    state = declare(state, event.by, 1).put(model)
    return state, {} if model.towed is None else {"towed": model.towed}


EVENTS = (
    EventKind(
        id="move",
        title="Move",
        key="m",
        detail="one model, straight ahead until terrain stops it",
        cls=Move,
        play=play_move,
        story=stories.moved,
        rules=("TD-MOVE-1", "TD-MOVE-5", "TD-TURN-1"),
    ),
    EventKind(
        id="rally",
        title="Rally",
        key="r",
        detail="shake off pinned or suppressed",
        cls=RallyEvent,
        play=play_rally,
        story=stories.rallied,
        rules=("TD-RALLY-1", "TD-RALLY-2", "TD-RALLY-3"),
    ),
    EventKind(
        id="reload",
        title="Reload",
        key="k",
        detail="take a reload marker off",
        cls=Reload,
        play=play_reload,
        story=stories.reloaded,
        meant=has_weapon,
        rules=("TD-ACT-3",),
    ),
    EventKind(
        id="pivot",
        title="Pivot",
        key="p",
        detail="turn on the spot",
        cls=SingleEvent,
        play=play_pivot,
        story=stories.turned,
        rules=("TD-ACT-1", "TD-REACT-1"),
    ),
    EventKind(
        id="prepare",
        title="Prepare",
        key="t",
        detail="tow, set up, mount, unmount ...",
        cls=Prepare,
        play=play_prepare,
        story=stories.prepared,
        rules=("TD-ACT-5",),
    ),
    EventKind(
        id="group-move",
        title="Group move",
        key="g",
        detail="led by the unit's leader, one action for each model, or pair",
        cls=GroupMove,
        play=play_group_move,
        story=stories.group_moved,
        rules=("TD-GROUP-1", "TD-GROUP-2", "TD-GROUP-3", "TD-GROUP-4", "TD-GROUP-5"),
    ),
)

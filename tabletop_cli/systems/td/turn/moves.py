"""Events of movement: move, pivot, group-move."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import (
    Answer,
    Dice,
    Given,
    Json,
    ListOf,
    Nullable,
    OneOf,
    Place,
    Record,
    Ref,
    Whole,
    YesNo,
    cite,
    count_text,
    dataclass,
    derive_situation,
    fact,
    plays,
    refuse,
    replace,
)
from ..counters import Side
from ..movement import CROSSINGS, Path, Way, move_path
from ..tables import Vehicle
from . import stories
from .candidates import model_answers, unit_members
from .gate import (
    Seen,
    check_can_act,
    check_can_begin,
    check_group_can_begin,
    check_own,
    check_single_action,
    declare_action,
    explain_balance,
)
from .questions import GroupEvent, SingleEvent, TableFacts
from .state import Model, Moving, Played, State


def check_way(state: State, one: str, way: Way, moves: int, dice: Dice) -> None:
    """A path that was described fits into the moves (TD-MOVE-2, TD-MOVE-3, TD-MOVE-4)."""
    if way.path is None:
        return
    needed = move_path(derive_situation(Path, way, house=state.house), dice).moves
    if needed > moves:
        text = f"That path needs {count_text(needed, 'move')}, this action has {moves}."
        raise refuse("TD-MOVE-2", "path-too-long", text, model=one, needed=needed)


def _is_fast(state: State, one: str) -> bool:
    kind = state.models[one].kind
    return isinstance(kind, Vehicle) and kind.fast


def one_or_two(place: Place[State]) -> Iterator[Answer]:
    """The moves of a fast vehicle (TD-MOVE-5)."""
    yield Answer(2, "two moves", "2", "counted as one action")
    yield Answer(1, "one move", "1")


def pair_mates(place: Place[State]) -> Iterator[Answer]:
    """Who may come along with a model whose unit moves in pairs (TD-R25)."""
    yield Answer(None, "nobody", "n")
    unit = place.state.models[place.event.model].unit
    yield from model_answers(place.state, (one for one in place.state.members_of(unit) if one.id != place.event.model))


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
        among=pair_mates,
        when=_in_pairs,
        rules=("TD-R25",),
        help="a second model, under pairs_single = two",
    )


@plays("move", Move, rules=("TD-MOVE-1", "TD-MOVE-5", "TD-TURN-1"), story=stories.move_story, rolls=False)
def move(state: State, event: Move, dice: Dice) -> Played:
    """A model moves in a straight line; the action stays in progress for reactive fire and contact."""
    check_can_begin(state, event)
    check_own(state, event.by, event.model)
    second = [] if event.with_ is None else [event.with_]
    check_single_action(state, event, "move", *second)
    model = state.models[event.model]
    for one in second:
        if not _may_pair(state, model, state.models[one]):
            raise refuse("TD-R25", "no-pair", model=one)
    if event.moves == 2 and not _is_fast(state, event.model):
        raise refuse("TD-MOVE-5", "not-fast", model=event.model)
    check_way(state, event.model, event, event.moves, dice)
    return _set_off(state, event.by, "move", 1, (event.model, *second), dice)


def _may_pair(state: State, model: Model, second: Model) -> bool:
    pairs = state.unit_of(model).pairs and model.unit == second.unit
    return pairs and bool(state.house["pairs_single"] == "two")


def _set_off(state: State, by: Side, kind: str, cost: int, models: tuple[str, ...], dice: Dice) -> Played:
    """Models are on the move: what was said of their ground and views holds no longer."""
    state = declare_action(state, by, cost)
    moving = Moving(kind, by, models, in_catch_up=state.catch_up is not None)
    state = replace(state, moving=moving, kept=state.kept.with_moved(*models, turned=kind == "pivot"))
    counter = f"{state.side_name(by)} has used {state.used[by]} of {state.limits[by]} actions"
    dice.explain(f"{', '.join(models)}: {counter}", *cite("TD-TURN-1", "TD-TURN-2", cost > 1 and "TD-R17"))
    shots = count_text(state.reactive_left, "shot")
    rules = cite("TD-REACT-1", "TD-REACT-5", "TD-R20", moving.in_catch_up and "TD-R21")
    dice.explain(f"reactive fire on the way: {shots} at most", *rules)
    explain_balance(state, dice)
    return state, {"moving": list(models)}


@plays("pivot", SingleEvent, rules=("TD-ACT-1", "TD-REACT-1"), story=stories.pivot_story, rolls=False)
def pivot(state: State, event: SingleEvent, dice: Dice) -> Played:
    """A model turns on the spot; reactive fire may stop it."""
    check_single_action(state, event, "pivot")
    return _set_off(state, event.by, "pivot", 1, (event.model,), dice)


def _way_before(place: Place[State]) -> Json:
    """What was said of the ways of the group, when its first model was asked about."""
    return next((part[place.fact.name] for part in place.items_before() if place.fact.name in part), None)


def _may_start_and_end(which: str) -> bool:
    """Whether the models of a group start or end next to what they cross: said once for all of them."""
    verb, linear = ("start", "first_linear") if which == "starts_next" else ("end", "last_linear")
    ask = f"Do they {verb} next to that {{{linear}}}?"
    return fact(YesNo(), False, ask=ask, known=_way_before, rules=("TD-MOVE-4",))


@dataclass(frozen=True, kw_only=True)
class Mover(Way):
    """One model's part of a group move; people say once for all of the group what their straight paths cross."""

    model: str = fact(Ref("models"))
    path: tuple[str, ...] | None = fact(
        ListOf(OneOf(CROSSINGS)),
        None,
        ask="What does the straight path of each of them cross, in order?",
        known=_way_before,
        usual=lambda place: [],
        rules=("TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-3"),
    )
    starts_next: bool = _may_start_and_end("starts_next")
    ends_next: bool = _may_start_and_end("ends_next")
    facts: TableFacts = fact(Record(TableFacts), TableFacts())


def _who_moves_text(place: Place[State]) -> str:
    """Who takes part, and what it costs: an action for each model, or for each pair (TD-GROUP-3, TD-R25)."""
    what = "pair of models" if place.state.units[place.event.unit].pairs else "model"
    return f"Which models move? (1 action for each {what})"


@dataclass(frozen=True, kw_only=True)
class GroupMove(GroupEvent):
    movers: tuple[Mover, ...] = fact(
        ListOf(Record(Mover), distinct=True),
        ask=_who_moves_text,
        among=unit_members,
        most=True,
        rules=("TD-GROUP-1", "TD-GROUP-3"),
    )


@plays(
    "group-move",
    GroupMove,
    rules=("TD-GROUP-1", "TD-GROUP-2", "TD-GROUP-3", "TD-GROUP-4", "TD-GROUP-5"),
    story=stories.group_move_story,
    rolls=False,
)
def group_move(state: State, event: GroupMove, dice: Dice) -> Played:
    """Models of one unit move together, led by their leader."""
    ids, cost = check_group_can_begin(state, event, "move", lambda: [mover.model for mover in event.movers], dice)
    for one in ids:
        check_own(state, event.by, one)
    told: list[tuple[object, ...]] = []
    for mover in event.movers:
        check_can_act(Seen(state, mover.facts), mover.model, "move", group=True)
        way = mover.path, *((mover.starts_next, mover.ends_next) if mover.first_linear else ())
        check_way(state, mover.model, mover, 1, Given(()) if way in told else dice)  # the same way is explained once
        told.append(way)
    state, result = _set_off(state, event.by, "group-move", cost, tuple(ids), dice)
    return state, {"cost": cost, **result}

"""Events before and at the start of turns: far-sight, redeploy, first-player, start-turn (topic Setup, TT-TURN-1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....api import (
    Answer,
    Dice,
    ListOf,
    Nullable,
    OneOf,
    Place,
    Ref,
    Stage,
    count_text,
    dataclass,
    fact,
    peek,
    plays,
    refuse,
)
from ..command import COMMAND_POINTS, Nothing
from ..declared import SIDES
from ..victory import FAR_SIGHT, FIRST_PLAYER, FarSight
from .gate import SideEvent, check_own, check_phase, refuse_if, run_in_order, unit_answers
from .naming import brief_name, shown_names, side_name
from .state import Played, Side, State, Unit
from .stories import far_sight_story, first_story, redeploy_story, turn_story

# --- before the battle ---


def _check_far_sight_time(state: State) -> None:
    """Before the first player is known, or by house rule before the first turn (TT-R43)."""
    if state.house["far-sight"] == "before-first-player":
        check_phase(state, "setup")
        return
    check_phase(state, "start")
    if state.turn > 0:
        text = f"this is for the time before turn 1, and turn {state.turn} is over"
        raise refuse("TT-TURN-1", "wrong-phase", text, "TT-SETUP-5", "TT-R43", phase=state.phase)


def deployed_units(state: State, side: Side) -> list[Unit]:
    """Units on the table or loaded."""
    return [unit for unit in state.units_of_side(side) if unit.status in ("table", "loaded")]


@plays("far-sight", SideEvent, rules=("TT-SETUP-5",), story=far_sight_story)
def far_sight(state: State, event: SideEvent, dice: Dice) -> Played:
    """A side with Far Sight rolls for the units that it may place anew (TT-SETUP-5)."""
    _check_far_sight_time(state)
    none = not state.has_rule(event.side, "far-sight")
    refuse_if(none, "TT-SETUP-5", "no-far-sight", f"{side_name(state, event.side)} does not have Far Sight")
    if event.side in state.redeploys:
        left = count_text(state.redeploys[event.side], "unit")
        raise refuse(
            "TT-SETUP-5",
            "already-rolled",
            f"{side_name(state, event.side)} has already rolled, and may still place {left} anew",
        )
    there = len(deployed_units(state, event.side))
    found = dice.settle(FAR_SIGHT, FarSight(house=state.house, deployed=there))
    redeploys = {**state.redeploys, event.side: found.may_redeploy}
    return replace(state, redeploys=redeploys), {"may_redeploy": found.may_redeploy}


def _redeploys_left(state: State, side: Side) -> int:
    """Units that may still be placed anew: before the roll none (TT-SETUP-5)."""
    return state.redeploys.get(side, 0)


def _deployed_answers(place: Place[State]) -> Iterator[Answer]:
    return unit_answers(place.state, deployed_units(place.state, place.event.side))


@dataclass(frozen=True, kw_only=True)
class RedeployEvent(SideEvent):
    units: tuple[str, ...] = fact(
        ListOf(Ref("units")),
        stages=(
            Stage(
                lambda place: (
                    f"Which units are placed anew, inside their strip? "
                    f"(up to {_redeploys_left(place.state, place.event.side)})"
                ),
                _deployed_answers,
            ),
        ),
        help="the units that are placed anew",
        rules=("TT-SETUP-5",),
    )


@plays("redeploy", RedeployEvent, rules=("TT-SETUP-5",), story=redeploy_story, rolls=False)
def redeploy(state: State, event: RedeployEvent, dice: Dice) -> Played:
    """Units are placed anew (TT-SETUP-5)."""
    _check_far_sight_time(state)
    side = event.side
    run_in_order(
        lambda: _check_placed(state, side, event.units),
        lambda: _check_room(state, side, peek(lambda: len(event.units), 1)),
    )
    left = _redeploys_left(state, side) - len(event.units)
    dice.explain(f"{shown_names(state, event.units)} placed anew; {left} more may be placed", "TT-SETUP-5")
    if side in state.redeploys:
        state = replace(state, redeploys={**state.redeploys, side: left})
    return state.with_moved(*event.units), {"left": left}


def _check_placed(state: State, side: Side, ids: Sequence[str]) -> None:
    for one in ids:
        unit = state.units[one]
        of = f"it belongs to {side_name(state, unit.side)}"
        refuse_if(unit.side != side, "TT-SETUP-5", "not-your-unit", of, unit=one)
        refuse_if(unit.in_reserve, "TT-SETUP-5", "off-table", "it is in reserve", unit=one)


def _check_room(state: State, side: Side, several: int) -> None:
    """As many as Far Sight still allows; before the roll any is too many."""
    may = _redeploys_left(state, side)
    rolled = "" if side in state.redeploys else " before Far Sight is rolled"
    text = f"{count_text(several, 'unit')}, {may} may be placed anew{rolled}"
    refuse_if(several > may, "TT-SETUP-5", "too-many", text)


def _beginner_answers(place: Place[State]) -> Iterator[Answer]:
    yield Answer(None, "one die decides", "d", "1-3 A, 4-6 B")
    yield from (Answer(side, f"{side_name(place.state, side)} begins", side) for side in SIDES)


@dataclass(frozen=True, kw_only=True)
class FirstPlayer:
    first: Side | None = fact(
        Nullable(OneOf(SIDES)),
        None,
        ask="Who begins?",
        among=_beginner_answers,
        help="without it one die decides",
        rules=("TT-SETUP-4", "TT-R55"),
    )


def empty_situation(state: State) -> Nothing:
    return Nothing(house=state.house)


@plays("first-player", FirstPlayer, rules=("TT-SETUP-4",), story=first_story)
def first_player(state: State, event: FirstPlayer, dice: Dice) -> Played:
    """It is settled who begins (TT-SETUP-4)."""
    check_phase(state, "setup")
    if event.first:
        dice.explain(f"{side_name(state, event.first)} begins, as agreed", "TT-SETUP-4", "TT-R55")
    first = event.first or dice.settle(FIRST_PLAYER, empty_situation(state)).first
    return replace(state, active=first, phase="start"), {"first": first}


# --- the start of a turn ---


def _returner_answers(place: Place[State]) -> Iterator[Answer]:
    """Units that may go back to the reserve; Aircraft go unasked (TT-AIR-2, TT-R47)."""
    own = (unit for unit in place.state.units_of_side(place.event.side) if unit.status == "table")
    return unit_answers(place.state, (unit for unit in own if place.state.profile_of(unit).has_special("may-return")))


@dataclass(frozen=True, kw_only=True)
class StartTurn(SideEvent):
    returns: tuple[str, ...] = fact(
        ListOf(Ref("units")),
        (),
        ask="Which of these return to the reserve?",
        among=_returner_answers,
        when=lambda place: next(_returner_answers(place), None) is not None,
        rules=("TT-AIR-2",),
    )


@plays(
    "start-turn",
    StartTurn,
    rules=("TT-TURN-1", "TT-TURN-2", "TT-CMD-1", "TT-AIR-2"),
    detail=lambda state: f"{side_name(state, state.active)}: the command roll" if state.active else "",
    story=turn_story,
)
def start_turn(state: State, event: StartTurn, dice: Dice) -> Played:
    """A turn begins: marks go, Aircraft go, the command roll (TT-TURN-1, TT-TURN-2, TT-AIR-2, TT-CMD-1)."""
    check_phase(state, "start")
    turn_of = f"it is the turn of {side_name(state, state.active or '')}"
    refuse_if(event.side != state.active, "TT-TURN-1", "not-your-turn", turn_of)
    for one in event.returns:
        check_own(state, one)
        profile = state.profile_of(state.units[one])
        refuse_if(not (profile.has_special("may-return") or profile.is_aircraft), "TT-AIR-2", "cannot-return", unit=one)
        if state.units[one].loaded:
            raise refuse("TT-TRANS-5", "loaded", "", "TT-AIR-2", unit=one)
    away = [
        unit.id
        for unit in state.units_of_side(event.side)
        if unit.status == "table" and _is_leaving(state, unit, event)
    ]
    points = dice.settle(COMMAND_POINTS, empty_situation(state)).command_points
    dice.explain(f"turn {state.turn + 1}: all marks of the last turn are cleared", "TT-TURN-1", "TT-TURN-2", tell="now")
    for one in away:
        dice.explain(f"{brief_name(state, one)} returns to the reserve", "TT-AIR-2", "TT-R47", tell="now")
    for unit in state.units_of_side(event.side):
        if unit.status == "table" and unit.id not in away and state.profile_of(unit).has_special("may-return"):
            dice.explain(f"{brief_name(state, unit.id)} might return to the reserve, but stays", "TT-AIR-2", "TT-R47")
    state = state.with_units(*(unit.without_marks() for unit in state.units.values()))
    turned = state.units if state.house["turn-in-place"] == "free" else ()
    state = state.with_moved(*away, *turned).with_marks(away, status="reserve", returned=True)
    state = replace(state, turn=state.turn + 1, phase="movement", command_points=points, emperor_used=())
    return state, {"turn": state.turn, "command_points": points, "returned": away}


def _is_leaving(state: State, unit: Unit, event: StartTurn) -> bool:
    return unit.id in event.returns or state.profile_of(unit).is_aircraft

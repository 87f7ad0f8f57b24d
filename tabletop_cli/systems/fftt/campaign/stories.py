"""What happened in a campaign, in a sentence for the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....api import ShapedMapping as Result
from ..profiles import abilities, unit
from .forces import told

if TYPE_CHECKING:  # events are told with these sentences
    from .battles import Battle
    from .clashes import Detach, Respond
    from .moves import Losses, Move
    from .state import State
    from .stores import Buy, Merge, Split
    from .weeks import Done, EndWeek, Order
    from .works import Commander, Minefield


def ordered(state: State, event: Order, result: Result) -> str:
    return f"week {state.week}: {', then '.join(result['order'])}"


def moved(state: State, event: Move, result: Result) -> str:
    way = f"{event.army} marches to {' and '.join(event.path)}"
    danger = "" if result["score"] is None else f", hazards cost {result['lost']} FP"
    if result["destroyed"]:
        return f"{way}{danger}, which was all of it"
    return way + danger + _then(state, event.army, result) + _mourned(result)


def _then(state: State, army: str, result: Result) -> str:
    if result["defenders"]:
        return f", before {', '.join(result['defenders'])}"
    if result["taken"]:
        return f", and {result['taken']} is {state.armies[army].player}'s"
    return f", and stands at {result['place']}" if result["place"] else ""


def _mourned(result: Result) -> str:
    lost = result["commanders_lost"]
    return f"; lost: the commander in chief of {', '.join(lost)}" if lost else ""


def lost(state: State, event: Losses, result: Result) -> str:
    return f"{event.army} loses {told(event.units)}{_then(state, event.army, result)}{_mourned(result)}"


def responded(state: State, event: Respond, result: Result) -> str:
    if event.action == "fight":
        return f"{event.by} fights"
    how = f"withdraws to {event.to}" if event.action == "withdraw" else "surrenders"
    taken = f", and {result['taken']} is taken" if result["taken"] else ""
    return f"{event.by} {how}{taken}{_mourned(result)}"


def detached(state: State, event: Detach, result: Result) -> str:
    return f"{event.army} sends {told(event.units)} to help {event.helps or 'nobody'}"


def fought(state: State, event: Battle, result: Result) -> str:
    at = state.attack.place if state.attack else "the battle"
    points = ", ".join(f"{player} {n} VP" for player, n in result["vp"].items())
    taken = f", and takes {at}" if result["taken"] else ""
    return f"{event.winner or 'nobody'} wins at {at}{taken}{f'; {points}' if points else ''}{_mourned(result)}"


def split(state: State, event: Split, result: Result) -> str:
    return f"{event.new} splits off {event.army}: {told(event.units)}"


def joined(state: State, event: Merge, result: Result) -> str:
    return f"{event.army} joins {event.into}, {result['fp']} FP together"


def bought(state: State, event: Buy, result: Result) -> str:
    return f"{event.by} buys {told(event.units)} for {event.army} at {event.place}, {result['saved']} FP stay"


def mined(state: State, event: Minefield, result: Result) -> str:
    return f"{event.by} mines the route between {' and '.join(event.between)}"


def cleared(state: State, event: Minefield, result: Result) -> str:
    return f"{event.by} clears the route between {' and '.join(event.between)}"


def appointed(state: State, event: Commander, result: Result) -> str:
    called = f" {event.name}" if event.name else ""
    ability = abilities()[result["ability"]].name
    return f"{event.by} has a commander in chief{called} in {event.army}: {unit(event.unit).name}, {ability}"


def done(state: State, event: Done, result: Result) -> str:
    return f"{event.by} is done"


def ended(state: State, event: EndWeek, result: Result) -> str:
    earned = ", ".join(f"{player} {fp} FP" for player, fp in result["income"].items())
    points = ", ".join(f"{player} {n} VP" for player, n in result["vp"].items() if n)
    told_now = f"week {state.week} ends: income {earned}{f'; {points}' if points else ''}{_mourned(result)}"
    return f"{told_now}; the campaign is over: {', '.join(result['winners'])}" if result["game_over"] else told_now

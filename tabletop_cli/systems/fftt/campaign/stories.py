"""What happened in a campaign, in a sentence for the log: of the state before it, the event and its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....api import ShapedMapping as Result
from ..profiles import abilities
from .forces import told
from .state import State


def _moved(state: State, event: Any, result: Result) -> str:
    way = f"{event.army} marches to {' and '.join(event.path)}"
    danger = "" if result["score"] is None else f", hazards cost {result['lost']} FP"
    if result["destroyed"]:
        return f"{way}{danger}, which was all of it"
    return way + danger + _then(state, event.army, result)


def _then(state: State, army: str, result: Result) -> str:
    """What comes of a march."""
    end = f", and stands at {result['place']}" if result["place"] else ""
    if result["defenders"]:
        end = f", before {', '.join(result['defenders'])}"
    elif result["taken"]:
        end = f", and {result['taken']} is {state.armies[army].player}'s"
    return end + _mourned(result)


def _mourned(result: Result) -> str:
    lost = result["commanders_lost"]
    return f"; lost: the commander in chief of {', '.join(lost)}" if lost else ""


def _responded(state: State, event: Any, result: Result) -> str:
    if event.action == "fight":
        return f"{event.by} fights"
    how = f"withdraws to {event.to}" if event.action == "withdraw" else "surrenders"
    taken = f", and {result['taken']} is taken" if result["taken"] else ""
    return f"{event.by} {how}{taken}{_mourned(result)}"


def _fought(state: State, event: Any, result: Result) -> str:
    at = state.attack.place if state.attack else "the battle"
    taken = f", and takes {at}" if result["taken"] else ""
    return f"{event.winner or 'nobody'} wins at {at}{taken}{_scored(result)}{_mourned(result)}"


def _scored(result: Result) -> str:
    points = ", ".join(f"{player} {n} VP" for player, n in result["vp"].items() if n)
    return f"; {points}" if points else ""


def _appointed(state: State, event: Any, result: Result) -> str:
    called = f" {event.name}" if event.name else ""
    ability = abilities()[result["ability"]].name
    return f"{event.by} has a commander in chief{called} in {event.army}: {event.unit.name}, {ability}"


def _ended(state: State, event: Any, result: Result) -> str:
    earned = ", ".join(f"{player} {fp} FP" for player, fp in result["income"].items())
    over = f"; the campaign is over: {', '.join(result['winners'])}" if result["game_over"] else ""
    return f"week {state.week} ends: income {earned}{_scored(result)}{_mourned(result)}{over}"


TALES: dict[str, Callable[[State, Any, Result], str]] = {
    "order": lambda s, e, r: f"week {s.week}: {', then '.join(r['order'])}",
    "move": _moved,
    "losses": lambda s, e, r: f"{e.army} loses {told(e.units)}{_then(s, e.army, r)}",
    "respond": _responded,
    "detach": lambda s, e, r: f"{e.army} sends {told(e.units)} to help {e.helps or 'nobody'}",
    "battle": _fought,
    "split": lambda s, e, r: f"{e.new} splits off {e.army}: {told(e.units)}",
    "merge": lambda s, e, r: f"{e.army} joins {e.into}, {r['fp']} FP together",
    "buy": lambda s, e, r: f"{e.by} buys {told(e.units)} for {e.army} at {e.place}, {r['saved']} FP stay",
    "minefield": lambda s, e, r: f"{e.by} mines the route between {' and '.join(e.between)}",
    "clear-minefield": lambda s, e, r: f"{e.by} clears the route between {' and '.join(e.between)}",
    "commander": _appointed,
    "done": lambda s, e, r: f"{e.by} is done",
    "end-week": _ended,
}

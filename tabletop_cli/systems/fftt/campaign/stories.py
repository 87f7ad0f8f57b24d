"""What happened in a campaign, in a sentence for the log: of the state before it, the event and its result."""

from __future__ import annotations

from typing import Any

from ....api import ShapedMapping as Result
from ..profiles import abilities
from .forces import units_text
from .state import State


def move_story(state: State, event: Any, result: Result) -> str:
    way = f"{event.army} marches to {' and '.join(event.path)}"
    danger = "" if result["score"] is None else f", hazards cost {result['lost']} FP"
    if result["destroyed"]:
        return f"{way}{danger} and is destroyed"
    return way + danger + march_text(state, event.army, result)


def march_text(state: State, army: str, result: Result) -> str:
    """What comes of a march."""
    end = f", and is at {result['place']}" if result["place"] else ""
    if result["defenders"]:
        end = f", before {', '.join(result['defenders'])}"
    elif result["taken"]:
        end = f", and {result['taken']} is {state.armies[army].player}'s"
    return end + lost_text(result)


def lost_text(result: Result) -> str:
    lost = result["commanders_lost"]
    return f"; lost: the commander in chief of {', '.join(lost)}" if lost else ""


def respond_story(state: State, event: Any, result: Result) -> str:
    if event.action == "fight":
        return f"{event.by} fights"
    how = f"withdraws to {event.to}" if event.action == "withdraw" else "surrenders"
    taken = f", and {result['taken']} is taken" if result["taken"] else ""
    return f"{event.by} {how}{taken}{lost_text(result)}"


def battle_story(state: State, event: Any, result: Result) -> str:
    at = state.attack.place if state.attack else "the battle"
    taken = f", and takes {at}" if result["taken"] else ""
    return f"{event.winner or 'nobody'} wins at {at}{taken}{score_text(result)}{lost_text(result)}"


def score_text(result: Result) -> str:
    points = ", ".join(f"{player} {n} VP" for player, n in result["vp"].items() if n)
    return f"; {points}" if points else ""


def commander_story(state: State, event: Any, result: Result) -> str:
    called = f" {event.name}" if event.name else ""
    ability = abilities()[result["ability"]].name
    return f"{event.by} has a commander in chief{called} in {event.army}: {event.unit.name}, {ability}"


def end_week_story(state: State, event: Any, result: Result) -> str:
    earned = ", ".join(f"{player} {fp} FP" for player, fp in result["income"].items())
    over = f"; the campaign is over: {', '.join(result['winners'])}" if result["game_over"] else ""
    return f"week {state.week} ends: income {earned}{score_text(result)}{lost_text(result)}{over}"


def split_story(state: State, event: Any, result: Result) -> str:
    return f"{event.new} splits off {event.army}: {units_text(event.units)}"


def merge_story(state: State, event: Any, result: Result) -> str:
    return f"{event.army} joins {event.into}, {result['fp']} FP together"


def buy_story(state: State, event: Any, result: Result) -> str:
    return f"{event.by} buys {units_text(event.units)} for {event.army} at {event.place}, {result['saved']} FP stay"


def order_story(state: State, event: Any, result: Result) -> str:
    return f"week {state.week}: {', then '.join(result['order'])}"


def minefield_story(state: State, event: Any, result: Result) -> str:
    return f"{event.by} mines the route between {' and '.join(event.between)}"


def clear_minefield_story(state: State, event: Any, result: Result) -> str:
    return f"{event.by} clears the route between {' and '.join(event.between)}"

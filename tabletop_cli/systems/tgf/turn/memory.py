"""What people said of the table and what still holds: it is asked again as soon as somebody concerned has moved.

Keys are words: ``view <squad> <enemy squad>``, ``command <squad or miniature>``, ``target <squad>``, ``table``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypedDict

from ....api import Place, ShapedMapping, facts_of
from .state import Mini, State

MOVED = "moved"  # noted of what has to be asked again; it stays what Enter gives
TABLE = ("night", "tracer")  # the same for everybody


class Remembered(TypedDict):
    """What `fact` is told of an answer that is kept."""

    known: Callable[[Place[State]], object]
    usual: Callable[[Place[State]], object]


def remembered(name: str) -> Remembered:
    """The words of a fact that holds as long as nobody moves, and is what Enter gives afterwards."""
    return {"known": lambda place: _recall(place, name, holds=True), "usual": lambda place: _recall(place, name)}


def _recall(place: Place[State], name: str, *, holds: bool = False) -> Any:
    if "back" in place.path:
        return None
    for one in reversed(place.before()):  # those who react before him, at the same squad
        found = {**one, **one.get("shot", {})}
        if name in found and place.state.minis[one["target"]].squad == place.state.minis[place.get("target")].squad:
            return found[name]
    said = place.state.memory.get("table" if name in TABLE else _view(place), {})
    return None if holds and said.get(MOVED) else said.get(name)


def _view(place: Place[State]) -> str:
    """From whose squad to whose; fire at a point leaves nothing to remember."""
    firer = place.get("mini") or next(iter(place.event.minis))
    target = place.get("target") or firer
    return f"view {place.state.minis[firer].squad} {place.state.minis[target].squad}"


def remember(state: State, mini: Mini, target: Mini | None, shot: Any) -> State:
    """Keep what was said for a shot, as far as its rules read it."""
    read = {one.name: one.kind.plain(vars(shot)[one.attribute]) for one in facts_of(type(shot)) if _kept(one, shot)}
    table = {name: value for name, value in read.items() if name in TABLE}
    state = _note(state, "table", {**state.memory.get("table", {}), **table})
    if target is None:
        return state
    state = _note(state, f"target {mini.squad}", {"mini": target.id})
    return _note(state, f"view {mini.squad} {target.squad}", {k: v for k, v in read.items() if k not in TABLE})


def also(state: State, mini: Mini, target: Mini, **said: object) -> State:
    """Keep more of the view from one to another, in JSON form."""
    key = f"view {mini.squad} {target.squad}"
    return _note(state, key, {**state.memory.get(key, {}), **said})


def _kept(fact: Any, shot: Any) -> bool:
    return fact.attribute in vars(shot) and fact.name not in ("targets", "back")


def _note(state: State, key: str, said: ShapedMapping) -> State:
    return replace(state, memory={**state.memory, key: said})


def last_target(state: State, squad: str) -> str | None:
    """At whom a squad fired last, or another of his squad where he is dead."""
    found = state.memory.get(f"target {squad}", {}).get("mini")
    if found is None or not state.minis[found].dead:
        return found
    return next((mini.id for mini in state.living(state.minis[found].squad)), None)


def out_of_command(place: Place[State]) -> bool | None:
    """What was said of this soldier; of one who has not moved, that his squad is in command."""
    mini = commanded(place)
    if any(one.get("out_of_command") is False for one in place.before()):
        return False
    said = place.state.memory.get(f"command {mini.id}", {})
    if said:
        return None if said.get(MOVED) else said["out"]
    return place.state.memory.get(f"command {mini.squad}", {}).get("out")


def commanded(place: Place[State]) -> Mini:
    """Whom a question of command is about."""
    mini = place.path[1] if place.path[0] == "going" else place.get("mini") or next(iter(place.event.minis))
    return place.state.minis[str(mini)]


def remember_command(state: State, mini: Mini, out: bool) -> State:
    if mini.id == state.squads[mini.squad].leader:
        return state
    state = _note(state, f"command {mini.id}", {"out": out})
    return state if out else _note(state, f"command {mini.squad}", {"out": False})


def moved(state: State, mini: Mini) -> State:
    """A miniature has moved: what is known of its squad's views and of its command has to be asked again."""
    memory = dict(state.memory)
    leads = mini.id == state.squads[mini.squad].leader
    for key, said in state.memory.items():
        kind, *about = key.split(" ")
        if kind == "view" and mini.squad in about:
            memory[key] = {**said, MOVED: True}
        if kind == "command" and leads and state.minis.get(about[0], mini).squad == mini.squad:
            del memory[key]
    if not leads:
        memory[f"command {mini.id}"] = {MOVED: True}
    return replace(state, memory=memory)

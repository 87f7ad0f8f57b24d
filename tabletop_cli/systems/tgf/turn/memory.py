"""What people said of the table and what still holds: it is asked again as soon as one of those concerned has moved.

Keys are words: ``view <firer> <target>``, of a mortar with its piece behind them, ``command <soldier> <leader>``,
``unseen <squad>``, ``target <squad>``, ``table``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, TypedDict

from ....api import Place, ShapedMapping, facts_of
from .state import Mini, State

MOVED = "moved"  # noted of what has to be asked again; it stays what Enter gives
TABLE = ("night",)  # the same for everybody


class Remembered(TypedDict):
    """What `fact` is told of an answer that is kept."""

    known: Callable[[Place[State]], object]
    usual: Callable[[Place[State]], object]


def remembered_words(name: str) -> Remembered:
    """The words of a fact that holds as long as neither of two moves, and is what Enter gives afterwards."""
    return {"known": lambda place: recall_fact(place, name), "usual": lambda place: _known_facts(place, name).get(name)}


# --- from one to another ---


def recall_fact(place: Place[State], name: str) -> Any:
    """What was said of the same two, while neither has moved; of the table, what was said of it."""
    said = _known_facts(place, name)
    return None if said.get(MOVED) else said.get(name)


def _known_facts(place: Place[State], name: str) -> ShapedMapping:
    """What was said of the two that a place is about, also before in this event, which the state does not know yet."""
    if "back" in place.path:
        return {}
    table, two = name in TABLE, (place.get("mini"), place.get("target"))
    said = dict(place.state.memory.get("table" if table else _view_key_at(place), {}))
    for deed in place.items_before():
        if table or (deed["mini"], deed.get("target")) == two:
            said |= {**deed, **(deed.get("shot") or {}), MOVED: False}
        elif deed["mini"] == two[0] and deed.get("action") == "move":
            said |= {MOVED: True}
    return said


def firing_mini(place: Place[State]) -> Mini:
    """Who fires: the miniature of this record, or the first of the crew."""
    return place.state.minis[place.get("mini") or next(iter(place.event.minis))]


def _view_key_at(place: Place[State]) -> str:
    """From whom to whom; fire at a point leaves nothing to remember."""
    return _view_key(firing_mini(place).id, place.get("target"), place.get("piece"))


def _view_key(firer: str, target: str | None, piece: int | None) -> str:
    """Pieces of a team are in different places, whoever fires them."""
    return f"view {firer} {target}" + ("" if piece is None else f" {piece}")


def remember_shot(state: State, mini: Mini, target: Mini | None, event: Any) -> State:
    """Keep what was said for the shot of an event, as far as its rules read it."""
    shot = event.shot
    read = {one.name: one.kind.plain(vars(shot)[one.attribute]) for one in facts_of(type(shot)) if _is_kept(one, shot)}
    table = {name: value for name, value in read.items() if name in TABLE}
    state = _with_memory(state, "table", {**state.memory.get("table", {}), **table})
    if target is None:
        return state
    state = _with_memory(state, f"target {mini.squad}", {"mini": target.id})
    key = _view_key(mini.id, target.id, getattr(event, "piece", None))
    return _with_memory(state, key, {k: v for k, v in read.items() if k not in TABLE})


def remember_farther(state: State, mini: Mini, target: Mini, squads: Iterable[str]) -> State:
    """None of these squads is nearer to one than his target."""
    key = _view_key(mini.id, target.id, None)
    return _with_memory(state, key, {**state.memory.get(key, {}), "farther": sorted(squads)})


def _is_kept(fact: Any, shot: Any) -> bool:
    return fact.attribute in vars(shot) and fact.name not in ("targets", "back")


def _with_memory(state: State, key: str, said: ShapedMapping) -> State:
    return replace(state, memory={**state.memory, key: said})


def last_target(state: State, squad: str) -> str | None:
    """At whom a squad fired last, while he lives."""
    found = state.memory.get(f"target {squad}", {}).get("mini")
    return None if found is None or state.minis[found].dead else found


# --- command ---


def recall_out_of_command(place: Place[State]) -> bool | None:
    """What was said of this soldier and his leader, while neither has moved."""
    mini = commanded_mini(place)
    found = _known_out_of_command(place.state, mini)
    for deed in place.items_before():
        if deed.get("action") == "move" and deed["mini"] in (mini.id, place.state.squads[mini.squad].leader):
            found = None
        elif deed["mini"] == mini.id:
            found = deed.get("out_of_command", found)
    return found


def commanded_mini(place: Place[State]) -> Mini:
    """Whom a question of command is about."""
    mini = place.path[1] if place.path[0] == "going" else place.get("mini") or next(iter(place.event.minis))
    return place.state.minis[str(mini)]


def known_stragglers(state: State, squad: str) -> list[str] | None:
    """Who of a squad is known to be out of command; None where nothing is known of anybody."""
    known = {mini.id: _known_out_of_command(state, mini) for mini in state.living_minis(squad)}
    return None if set(known.values()) <= {None} else [one for one, out in known.items() if out]


def remember_command(state: State, mini: Mini, out: bool) -> State:
    """Whether somebody is out of command; of a leader that is no question."""
    return (
        state
        if mini.id == state.squads[mini.squad].leader
        else _with_memory(state, _command_key(state, mini), {"out": out})
    )


def remember_stragglers(state: State, squad: str, out: Collection[str]) -> State:
    """Who of a squad is out of command, and that the others are not."""
    for mini in state.living_minis(squad):
        state = remember_command(state, mini, mini.id in out)
    return state


def _known_out_of_command(state: State, mini: Mini) -> bool | None:
    return state.memory.get(_command_key(state, mini), {}).get("out")


def _command_key(state: State, mini: Mini) -> str:
    """With his leader: of another one, nothing has been said."""
    return f"command {mini.id} {state.squads[mini.squad].leader}"


# --- hiding ---


def is_known_unseen(state: State, squad: str) -> bool:
    """Whether it was said that no enemy sees a squad, and nobody has moved since."""
    return f"unseen {squad}" in state.memory


def remember_unseen(state: State, squad: str) -> State:
    return _with_memory(state, f"unseen {squad}", {})


# --- who moves ---


def forget_views(state: State, *minis: Mini) -> State:
    """Miniatures have moved: what is known of each with somebody else has to be asked again, and who sees whom."""
    gone, memory = {mini.id for mini in minis}, dict[str, ShapedMapping]()
    for key, said in state.memory.items():
        kind, *about = key.split(" ")
        if kind == "unseen" or (kind == "command" and gone & set(about)):
            continue
        if kind == "view":  # whoever moves may be nearer than the target now
            said = {name: value for name, value in said.items() if name != "farther"}
            said |= {MOVED: True} if gone & set(about) else {}
        memory[key] = said
    return replace(state, memory=memory)

"""Facts that players stated and that still hold: what a model stands on, who sees whom. They spare repeated questions.

A fact is kept under a key of the models it is about, and forgotten as soon as one of them moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .gate import TableFacts
from .state import State

_GROUND = ("terrain", "next_to_linear")
_VIEW = ("los", "in_arc", "line_crosses_it")


def place_key(one: str) -> str:
    """The key of the ground a model stands on."""
    return f"ground {one}"


def view_key(one: str, target: str) -> str:
    """The key of what one model sees of another."""
    return f"view {one} {target}"


def remember(state: State, one: str, target: str, facts: TableFacts) -> State:
    """Keep what was said about a shot from one model at another."""
    known = {
        **state.known,
        place_key(target): {key: getattr(facts, key) for key in _GROUND},
        view_key(one, target): {key: getattr(facts, key) for key in _VIEW},
    }
    return replace(state, known=known)


def forget(state: State, models: tuple[str, ...], pivot: bool = False) -> State:
    """Models have moved, or only turned: what depended on that must be asked again."""
    moved = set(models)

    def holds(key: str) -> bool:
        kind, *about = key.split(" ")
        return not (moved & set(about)) or (pivot and (kind == "ground" or about[0] not in moved))

    return replace(state, known={key: facts for key, facts in state.known.items() if holds(key)})


def recall(state: State, one: str, target: str) -> Mapping[str, Any]:
    """What is still known about a shot from one model at another."""
    return {**state.known.get(place_key(target), {}), **state.known.get(view_key(one, target), {})}

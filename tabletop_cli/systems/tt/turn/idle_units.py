"""What is lost when a phase or a turn ends (TT-TURN-1, TT-TURN-3, TT-R51)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .combats import EndTurn
from .gate import own_units
from .moves import NextPhase
from .naming import short_id
from .shots import could_shoot
from .state import State, Unit


def unused_units(state: State, event: object) -> list[str]:
    """Return what is lost with an event: activations that could be paid for, shots, and free moves."""
    if isinstance(event, EndTurn):
        free = (unit for unit in own_units(state, "table") if unit.free_move)
        return list(_unit_words("Free moves", free))
    if not isinstance(event, NextPhase):
        return []
    if state.phase == "shooting":
        able = (unit for unit in own_units(state, "table") if could_shoot(state, unit))
        return list(_unit_words("May still shoot", able))
    waiting = [unit for unit in own_units(state, "table", "loaded") if not unit.activated]
    if not state.command_points or not waiting:
        return []
    points = state.command_points
    left = "1 command point is left" if points == 1 else f"{points} command points are left"
    return [left, *_unit_words("not activated", waiting)]


def _unit_words(words: str, units: Iterable[Unit]) -> Iterator[str]:
    for at, unit in enumerate(units):
        yield short_id(unit.id) if at else f"{words}: {short_id(unit.id)}"

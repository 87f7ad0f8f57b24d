"""Action points that are lost when a step ends: those that no later step can use (FFTT-AP-2, FFTT-R1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .kills import Leaving
from .phase_steps import can_fire, has_one_shot_limit, may_strike
from .state import MOVES, PHASES, Piece, State


def unused_points(state: State, event: object) -> list[str]:
    """Return who loses action points with the end of a step, in the last phase before all have new ones."""
    if not isinstance(event, Leaving) or not _is_last_phase(state):
        return []
    found = [(one, _lost_points(state, one)) for one in state.there]
    lost = {one.id: points for one, points in found if points}
    all_of_them = all(points in (0, one.ap) for one, points in found)
    return list(_point_words(lost, "AP left" if all_of_them else "AP that no later step can use"))


def _is_last_phase(state: State) -> bool:
    return state.phase == PHASES or bool(state.house["action-points"] == "per-phase")


def _lost_points(state: State, one: Piece) -> int:
    """How many points a figure can use in this step and in none after it."""
    if state.step in MOVES:
        usable = one.ap if one.side == state.mover and one.kind.move and not state.is_held(one) else 0
        return max(0, usable - max(_points_to_fire(state, one), _points_to_strike(state, one)))
    if state.step == "general-fire":
        usable = _points_to_fire(state, one) if can_fire(state, one) else 0
        return max(0, usable - _points_to_strike(state, one))
    if state.step == "hand-to-hand" and one.id not in state.fought:
        return _points_to_strike(state, one)
    return 0


def _points_to_fire(state: State, one: Piece) -> int:
    """How many points a figure can use in general fire; nobody knows yet whom it sees then (FFTT-R4)."""
    if not one.kind.shoots or one.out or one.doomed:
        return 0
    return min(one.ap, 1) if has_one_shot_limit(state) else one.ap


def _points_to_strike(state: State, one: Piece) -> int:
    """How many points a figure can use in hand to hand (FFTT-CC-3)."""
    return one.ap if state.touched_by(one.id) and may_strike(state, one) else 0


def _point_words(points: Mapping[str, int], unit: str) -> Iterator[str]:
    for at, (one, lost) in enumerate(points.items()):
        yield f"{one} {lost}" if at else f"{one} has {lost} {unit}"

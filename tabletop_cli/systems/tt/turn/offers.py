"""What may be done now, for the menu, phase by phase, most usual first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ....api import Offer
from ..declared import SIDES
from . import able
from .state import State, Unit
from .words import label, side_name


def offers(state: State) -> Sequence[Offer]:
    """Everything that is legal now."""
    if state.phase == "over":
        return []
    return [*_PHASES[state.phase](state), Offer({"do": "stop"}, "Stop by agreement", "z", "nobody wins")]


def _far_sight(state: State) -> Iterator[Offer]:
    """Far Sight, at the moment that the house rules give it (TT-SETUP-5, TT-R43)."""
    early = state.house["far-sight"] == "before-first-player"
    if state.phase != ("setup" if early else "start") or state.turn:
        return
    for side in SIDES:
        left = state.redeploys.get(side)
        if state.has_rule(side, "far-sight") and left is None:
            text = f"{side_name(state, side)} rolls for units to place anew"
            yield Offer({"do": "far-sight", "side": side}, f"Far Sight of {side.upper()}", "f", text, side)
        elif left:
            text = f"{side_name(state, side)}: up to {left} of the units on the table"
            yield Offer({"do": "redeploy", "side": side}, f"Place units of {side.upper()} anew", "r", text, side)


def _setup(state: State) -> Iterator[Offer]:
    yield from _far_sight(state)
    yield Offer({"do": "first-player"}, "Who begins", "b", "one die, or as agreed")


def _start(state: State) -> Iterator[Offer]:
    yield from _far_sight(state)
    if state.active:
        text = f"{side_name(state, state.active)}: the command roll"
        yield Offer({"do": "start-turn", "side": state.active}, "Begin the turn", "t", text, state.active)


def _movement(state: State) -> Iterator[Offer]:
    points = f"{state.command_points} command {'point' if state.command_points == 1 else 'points'} left"
    side = state.active or ""
    if waiting := able.movers(state):
        yield Offer({"do": "activate"}, "Activate", "a", f"a unit or group of {len(waiting)}; {points}", side)
    if able.gunners(state):
        yield Offer({"do": "barrage"}, "Barrage", "b", "fire instead of moving", side)
    if coming := able.enterers(state):
        yield Offer({"do": "enter"}, "Enter from reserve", "i", f"{_names(coming)}; {points}", side)
    yield from _cancel(state)
    yield Offer({"do": "next-phase"}, "On to shooting", "p", f"{points}, lost at the end of the turn", side)


def _cancel(state: State) -> Iterator[Offer]:
    if state.command_points and (hidden := able.cloaked_enemies(state)):
        yield Offer({"do": "cancel-cloak"}, "Cancel Cloaked", "c", _names(hidden), state.active or "")


def _shooting(state: State) -> Iterator[Offer]:
    side = state.active or ""
    ready = able.still_shooting(state)
    if ready and able.targets(state):
        yield Offer({"do": "shoot"}, "Shoot", "f", f"may still shoot: {_names(ready)}", side)
    if slipping := able.slippers(state):
        yield Offer({"do": "hit-and-run"}, "Hit & Run", "h", _names(slipping), side)
    yield from _cancel(state)
    yield Offer({"do": "next-phase"}, "On to close combat", "p", "no way back to shooting", side)


def _close_combat(state: State) -> Iterator[Offer]:
    side = state.active or ""
    for unit in able.defenders(state):
        chargers = state.chargers(unit.id)
        text = f"{_names(chargers)} against {label(state, unit)}"
        yield Offer({"do": "close-combat", "target": unit.id}, f"Fight {unit.id}", "f", text, side)
    if moving := able.free_movers(state):
        yield Offer({"do": "free-move"}, "Free move", "m", _names(moving), side)
    if not any(unit.charging for unit in state.units.values()):
        yield Offer({"do": "end-turn"}, "End the turn", "e", "the other player is next", side)


def _names(units: Sequence[Unit]) -> str:
    """Some units by their ids; many are counted."""
    if len(units) > 4:
        return f"{', '.join(unit.id for unit in units[:3])} and {len(units) - 3} more"
    return ", ".join(unit.id for unit in units)


_PHASES: dict[str, Callable[[State], Iterator[Offer]]] = {
    "setup": _setup,
    "start": _start,
    "movement": _movement,
    "shooting": _shooting,
    "close-combat": _close_combat,
}

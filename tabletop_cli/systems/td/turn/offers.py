"""What may be done now, for the menu: interrupts first, then the actions of whose turn it is, then the goal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....api import Offer
from ..counters import SIDES, Side, other
from .able import actors, group_units, targets, there
from .state import State
from .words import side_name

_SINGLE = (
    ("direct-fire", "f", "Fire", "one model shoots"),
    ("move", "m", "Move", "one model, straight ahead until terrain stops it"),
    ("rally", "r", "Rally", "shake off pinned or suppressed"),
    ("reload", "k", "Reload", "take a reload marker off"),
    ("indirect-fire", "i", "Indirect fire", "a spotter calls a barrage or smoke"),
    ("pivot", "p", "Pivot", "turn on the spot"),
    ("prepare", "t", "Prepare", "tow, set up, mount, unmount ..."),
)
_GROUP = (
    ("group-move", "move", "g", "Group move", "led by the unit's leader, one action for each model"),
    ("group-fire", "direct-fire", "v", "Group fire", "a volley of one unit, shot after shot"),
)


def offers(state: State) -> Sequence[Offer]:
    """Everything that is legal now, most usual first."""
    if state.goal:
        return []
    phase = state.phase
    if phase == "action":
        return [*_interrupts(state), *_actions(state), *_goals(state)]
    if phase == "over":
        return [*_contact(state), *_goals(state)]
    return [*_due(state, phase), *_goals(state)]


def _due(state: State, phase: str) -> Iterator[Offer]:
    """What must happen before anything else."""
    combat = state.combat
    if phase == "close-combat" and combat:
        text = f"round {combat.rounds + 1}: {combat.pools[0].cc} dice against {combat.pools[1].cc}"
        yield Offer({"do": "cc-round", "by": combat.attacker}, "Close combat", "c", text, combat.attacker, due=True)
    if phase == "casualties" and combat and combat.winner and combat.pot:
        text = f"{combat.pot['cc']} close combat and {combat.pot['armour']} armour dice in the pot"
        event = {"do": "casualties", "by": combat.winner}
        yield Offer(event, "Casualties of the winner", "c", text, combat.winner, due=True)
    if phase == "leader":
        for unit in state.leaderless:
            side = state.units[unit].side
            event = {"do": "new-leader", "by": side, "unit": unit}
            yield Offer(event, f"A new leader for {unit}", "e", state.units[unit].name, side, due=True)


def _interrupts(state: State) -> Iterator[Offer]:
    yield from _reaction(state)
    yield from _contact(state)


def _reaction(state: State) -> Iterator[Offer]:
    """Reactive fire, while something moves and the balance allows it (TD-REACT-1, TD-REACT-5)."""
    if not state.moving or not state.reactive_left:
        return
    side = other(state.moving.by)
    if any(targets(state, model, "reactive-fire") for model in there(state, side)):
        left = state.reactive_left
        text = f"{side_name(state, side)} shoots at {', '.join(state.moving.models)} ({left} more allowed)"
        yield Offer({"do": "reactive-fire", "by": side}, "Reactive fire", "a", text, side, interrupt=True)


def _contact(state: State) -> Iterator[Offer]:
    """A move that ended in base contact (TD-MOVE-6)."""
    moving = state.moving
    if moving and moving.models and moving.kind != "pivot" and any(there(state, other(moving.by))):
        text = f"{', '.join(moving.models)} reached the enemy: close combat"
        yield Offer({"do": "contact", "by": moving.by}, "Base contact", "c", text, moving.by, interrupt=True)


def _actions(state: State) -> Iterator[Offer]:
    """The actions of the player whose turn it is."""
    side = state.turn.next
    if side is None:
        return
    for action, key, label, detail in _SINGLE:
        if any(True for model in actors(state, side, action) if _has_target(state, model.id, action)):
            yield Offer({"do": action, "by": side}, label, key, detail, side)
    for event, action, key, label, detail in _GROUP:
        if group_units(state, side, action):
            yield Offer({"do": event, "by": side}, label, key, detail, side)


def _has_target(state: State, one: str, action: str) -> bool:
    return action != "direct-fire" or bool(targets(state, state.models[one], action))


def _goals(state: State) -> Iterator[Offer]:
    for side in SIDES:
        yield _goal(state, side)


def _goal(state: State, side: Side) -> Offer:
    text = f"{side_name(state, side)} has won"
    return Offer({"do": "goal", "by": side}, f"Goal reached by {side.upper()}", "w" if side == "a" else "z", text, side)

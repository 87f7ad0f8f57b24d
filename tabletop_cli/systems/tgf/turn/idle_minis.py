"""What is lost when a squad ends its activation, or a miniature is left for another one (TGF-TURN-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ....api import count_text
from . import acts, artillery, flow
from .naming import panic_duty
from .state import Activation, Mini, State


def unused_actions(state: State, event: object) -> list[str]:
    """Return what a panicked squad has to do before an event, and what is lost with it: firing actions, actions."""
    active = state.active
    if active is None:
        return []
    if isinstance(event, flow.Nothing):
        able = [state.minis[one] for one in state.able_minis]
        return [*_panic_words(state, active), *_mortar_words(state, active), *_action_words(able)]
    if isinstance(event, acts.Act | artillery.Observe | artillery.MortarFire):
        left = [one for one in state.able_minis if one == active.mini and one != event.mini]
        return list(_action_words(state.minis[one] for one in left))
    return []


def _action_words(minis: Iterable[Mini]) -> Iterator[str]:
    for at, mini in enumerate(minis):
        yield f"{mini.id} {mini.actions}" if at else f"{mini.id} has {count_text(mini.actions, 'action')}"


def _mortar_words(state: State, active: Activation) -> Iterator[str]:
    """Firing actions that an observer has won (TGF-FO-1)."""
    pieces = state.squads[active.squad].pieces
    for at, left in active.firing.items():
        if left:
            yield f"the {pieces[int(at)].name.lower()} has {count_text(left, 'firing action')}"


def _panic_words(state: State, active: Activation) -> Iterator[str]:
    """What all must have done who panic and are not prone (TGF-PANIC-4)."""
    if any(mini.panicked and not mini.prone for mini in state.living_minis(active.squad)):
        yield f"{active.squad} {panic_duty()}"

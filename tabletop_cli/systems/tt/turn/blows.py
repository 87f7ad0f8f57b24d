"""What an attack is and does in a battle, whatever its kind: the situation that is settled, and what is left of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....api import Dice, ShapedObject, derive_situation
from ..attack import Attack, Striker
from ..resolution import Struck
from ..situation import UnitFacts
from .naming import brief_name, shown_names, won_words
from .state import State, lose_unit, release_unit

if TYPE_CHECKING:
    from .combats import CloseCombat
    from .shots import Shoot


def attack_of(
    state: State, event: Shoot | CloseCombat, kind: str, attacker: Striker, supporters: Sequence[Striker]
) -> Attack:
    """An attack on the target of an event as the rule sees it; whether that can retreat is read when it has to."""
    target = state.units[event.target]
    return derive_situation(
        Attack,
        state,
        event,
        kind=kind,
        attacker=attacker,
        supporters=tuple(supporters),
        target=derive_situation(UnitFacts, target),
        emperor_available=target.side in state.emperor_sides(),
    )


def apply_outcome(state: State, one: str, outcome: str, cause: str) -> State:
    """What an outcome short of destruction changes: FOR THE EMPEROR is used up, contact is broken."""
    if cause == "for-the-emperor":
        state = replace(state, emperor_used=(*state.emperor_used, state.units[one].side))
    return release_unit(state, one) if outcome == "retreat" else state


def apply_attack(state: State, one: str, struck: Struck, dice: Dice) -> tuple[State, list[str]]:
    """What an attack does to its target; the ids that are lost, a transport before its passengers."""
    before = state
    state = apply_outcome(state, one, struck.outcome, struck.cause)
    if struck.outcome != "destroyed":
        return state, []
    state, lost = lose_unit(state, one)
    if len(lost) > 1:
        dice.explain(f"{shown_names(before, lost[1:])} went down with {brief_name(before, one)}", "TT-TRANS-6")
    return state, lost


def attack_result(struck: Struck) -> ShapedObject:
    """The result of an attack for machines."""
    return {
        "attack_total": struck.attack_total,
        "defence_total": struck.defence_total,
        "outcome": struck.outcome,
        "cause": struck.cause,
    }


def end_result(state: State, dice: Dice) -> ShapedObject:
    """What an event adds to its result when it ends the game, said aloud (TT-WIN-1, TT-WIN-2, TT-R16)."""
    if state.phase != "over" or state.winner is None:
        return {}
    rules = ("TT-WIN-2",) if state.won_by == "commander" else ("TT-WIN-1", "TT-R16")
    dice.explain(won_words(state, state.winner, state.won_by), *rules)
    return {"winner": state.winner, "won_by": state.won_by}

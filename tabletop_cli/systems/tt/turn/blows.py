"""What an attack is and does in a battle, whatever its kind: the situation that is settled, and what is left of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....api import Dice, ShapedObject, cite, derive_situation
from ..attack import Attack, Striker
from ..resolution import Struck
from ..situation import UnitFacts
from ..victory import amount_words, beaten_at, by_points
from .naming import brief_name, shown_names, side_name, won_words
from .state import State, lose_unit, losses_of, release_unit

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
        explain_passengers(before, one, struck, dice)
        return state, []
    state, lost = lose_unit(state, one)
    explain_passengers(before, one, struck, dice)
    explain_losses(state, lost, dice)
    return state, lost


def explain_passengers(before: State, one: str, struck: Struck, dice: Dice) -> None:
    """Say what becomes of the passengers of a transport that is destroyed or retreats (TT-TRANS-6)."""
    aboard = shown_names(before, (unit.id for unit in before.units_aboard(one)))
    if not before.units_aboard(one) or struck.outcome not in ("destroyed", "retreat"):
        return
    if struck.outcome == "retreat":
        dice.explain(f"{brief_name(before, one)} retreats with its passengers: {aboard}", "TT-TRANS-6", tell="now")
    else:
        failed = struck.cause == "failed-retreat" and "TT-RET-3"
        text = f"{brief_name(before, one)} is destroyed with its passengers: {aboard}"
        dice.explain(text, *cite("TT-TRANS-6", failed))


def explain_losses(state: State, ids: Sequence[str], dice: Dice) -> None:
    """Say which units of a side leave the table, how much it has lost, and how much loses the game.

    Rules: TT-WIN-1, TT-SETUP-6, TT-WIN-3, TT-R16.
    """
    side = state.units[ids[0]].side
    lost, whole = losses_of(state, side)
    points = by_points(state.house)
    what, half = "points" if points else "units", beaten_at(whole, by_points=points)
    text = f"{side_name(state, side)} has lost {amount_words(lost)} of {amount_words(whole)} {what}"
    rules = ("TT-WIN-1", points and "TT-R16", not points and "TT-SETUP-6", "TT-WIN-3")
    gone = f"take {shown_names(state, ids)} off the table"
    dice.explain(f"{gone}: {text}, half is {amount_words(half)}", *cite(*rules), tell="now")


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

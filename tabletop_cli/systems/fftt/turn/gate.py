"""What is judged before an event, in the order of the contract: the game, the figure, the step, whose step it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from ....api import Shaped, count_text, read_or_judge, refuse
from .naming import by_number, names_text, shown_name, side_name, step_names
from .state import Piece, State


class OfFigure(Protocol):
    """An event of one figure."""

    @property
    def figure(self) -> str: ...


def check_running(state: State, *steps: str) -> None:
    """The game goes on, no explosion waits, and it is one of these steps (FFTT-END-1, FFTT-BLAST-6, FFTT-TURN-3)."""
    check_over(state)
    if state.explosions:
        raise refuse("FFTT-BLAST-6", "explosion-pending", f"{names_text(state, state.explosions)} explodes first.")
    if steps:
        check_step(state, *steps)


def check_over(state: State) -> None:
    if state.over:
        raise refuse("FFTT-END-1", "game-over")


def check_campaign(state: State) -> None:
    """It is a battle of a campaign (FFTT-CAMP-5)."""
    if not state.campaign:
        raise refuse("FFTT-CAMP-5", "campaign-only", "That is for battles of a campaign.")


def check_step(state: State, *steps: str) -> None:
    """It is one of these steps (FFTT-TURN-3)."""
    if state.step not in steps:
        text = f"That is for {step_names(*steps)}; now it is {step_names(state.step)}."
        raise refuse("FFTT-TURN-3", "wrong-step", text)


def check_alive(state: State, one: Piece, *, anywhere: bool = False, **more: Shaped) -> None:
    """It lives, and is on the table (FFTT-WOUND-1, FFTT-FLANK-4); `more` is what machines are told besides."""
    if not one.lives:
        raise refuse("FFTT-WOUND-1", "dead", f"{shown_name(state, one.id)} is {one.state}.", **more)
    if one.flank and not anywhere:
        raise refuse("FFTT-FLANK-4", "off-table", f"{shown_name(state, one.id)} is still off the table.", **more)


def check_own(state: State, side: str) -> None:
    """It is the movement step of this side, or (in other steps) nobody's (FFTT-TURN-5)."""
    if state.mover is not None and side != state.mover:
        raise refuse("FFTT-TURN-5", "not-your-step", f"{side_name(state, state.mover)} moves now.")


def check_enemy(state: State, side: str) -> None:
    """It is the movement step of an enemy of this side (FFTT-TURN-5)."""
    if state.mover is not None and state.is_allied(side, state.mover):
        raise refuse("FFTT-TURN-5", "not-your-step", "Opportunity fire is for the enemies of the side that moves.")


def acting_figure(
    state: State, event: OfFigure, steps: tuple[str, ...], turn: Callable[[State, str], None] = check_own
) -> Piece:
    """The figure of an event, once it lives, is there, and it is the step for it."""
    check_running(state)
    one = state.figures[read_or_judge(lambda: event.figure, lambda: check_step(state, *steps))]
    check_alive(state, one)
    check_step(state, *steps)
    turn(state, one.side)
    return one


def check_ap(state: State, one: Piece, ap: int) -> None:
    """It can pay (FFTT-AP-1)."""
    if one.ap < ap:
        text = f"{shown_name(state, one.id)} has {count_text(one.ap, 'action point')} left, {ap} needed."
        raise refuse("FFTT-AP-1", "no-ap", text)


def refuse_for(state: State, who: Iterable[str], rule: str, reason: str, words: str, *also: str) -> None:
    """Refuse for these figures, which the refusal names to machines, too; for nobody nothing is refused.

    `also` are further rules that decide it.
    """
    if figures := sorted(who):
        raise refuse(rule, reason, f"{words}: {names_text(state, figures)}.", *also, figures=figures)


def check_free(state: State, one: Piece) -> None:
    """Goo does not hold it (FFTT-BUG-4)."""
    if state.is_held(one):
        raise refuse(
            "FFTT-BUG-4", "in-goo", f"{shown_name(state, one.id)} is held in goo and may only shoot.", "FFTT-R50"
        )


def check_loose(state: State, one: Piece) -> None:
    """It is in no contact whose first round is still to be fought (FFTT-CC-7)."""
    if fresh := state.touched_by(one.id, fresh=True):
        raise refuse(
            "FFTT-CC-7", "engaged", f"{shown_name(state, one.id)} has to fight {', '.join(by_number(fresh))} first."
        )

"""The turn structure: the battle's vocabulary of events in one table, and all that a battle is made of.

What each event does stands beside it, in the module of its topic; who acts next stands in `counters`.
"""

from __future__ import annotations

from ....api import EventKind, Game
from . import board, combat, fire, moves, offers, questions, setup, state, words

EVENTS: dict[str, EventKind] = {kind.id: kind for kind in (*moves.EVENTS, *fire.EVENTS, *combat.EVENTS)}

GAME = Game(
    events=EVENTS,
    state=state.State,
    begin=setup.begin,
    common=state.common,
    view=state.view,
    over=lambda now: now.phase == "over",
    offers=offers.offers,
    question=questions.question,
    board=board.board,
    headline=board.headline,
    set_up=setup.Setup,
    seats=setup.seats,
    side_name=lambda now, side: words.side_name(now, side),  # type: ignore[arg-type]
)

"""The turn structure: the battle's vocabulary of events in one table, and all that a battle is made of.

What each event does stands beside it, in the module of its topic.
"""

from __future__ import annotations

from ....api import EventKind, Game
from ..declared import Setup
from . import board, boarding, combats, guns, moves, offers, opening, questions, setup, shots, state, words

_ALL = (*opening.EVENTS, *moves.EVENTS, *guns.EVENTS, *shots.EVENTS, *combats.EVENTS)
EVENTS: dict[str, EventKind] = {kind.id: kind for kind in _ALL}

GAME = Game(
    events=EVENTS,
    state=state.State,
    begin=setup.begin,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.phase == "over",
    offers=offers.offers,
    question=questions.question,
    board=board.board,
    headline=board.headline,
    set_up=Setup,
    seats=setup.seats,
    seated=setup.seated,
    set_up_question=boarding.question,
    side_name=words.side_name,
    doer=lambda now, event: str(event.get("side") or now.active or ""),
)

"""The turn structure: the battle's vocabulary of events in one table, and all that a battle is made of.

What each event does stands beside it, in the module of its topic. The order of the events is that of the menu.
"""

from __future__ import annotations

from ....api import Game
from ..declared import Setup
from . import board, boarding, combats, guns, moves, opening, setup, shots, small_moves, state, words

_ACTIVATE, _ENTER, _CANCEL, _NEXT = moves.EVENTS
_ALL = (
    *opening.EVENTS,
    _ACTIVATE,
    *guns.EVENTS,
    _ENTER,
    *shots.EVENTS,
    *small_moves.EVENTS,
    *combats.EVENTS[:2],
    _CANCEL,
    _NEXT,
)

GAME = Game(
    events={kind.id: kind for kind in (*_ALL, *combats.EVENTS[2:])},
    state=state.State,
    begin=setup.begin,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.phase == "over",
    board=lambda now, side: board.board(now),
    headline=board.headline,
    set_up=Setup,
    seats=setup.seats,
    seated=setup.seated,
    set_up_question=boarding.question,
    doer=lambda now, event: str(getattr(event, "side", "") or now.active or ""),
    side_name=words.side_name,
    name=words.name,
)

"""The turn structure: the battle's vocabulary of events in one table, and all that a battle is made of.

What each event does stands beside it, in the module of its topic; who acts next stands in `counters`. The order of the
events is that of the menu.
"""

from __future__ import annotations

from ....api import Game
from . import board, combat, fire, moves, setup, state, words

GAME = Game(
    events={kind.id: kind for kind in (*fire.EVENTS, *moves.EVENTS, *combat.EVENTS)},
    state=state.State,
    begin=setup.begin,
    common=state.common,
    view=state.view,
    over=lambda now: now.phase == "over",
    board=lambda now, side: board.board(now),
    headline=board.headline,
    set_up=setup.Setup,
    seats=setup.seats,
    side_name=lambda now, side: now.side_name(side),
    name=words.name,
)

"""The turn structure: all that a battle is made of.

What an event asks and does stands in the module of its topic, and what people call it in ``events.toml``; who acts next
stands in `counters`.
"""

from __future__ import annotations

from pathlib import Path

from ....api import Game, load_vocabulary
from . import (
    aftermath,
    board,
    clash,
    contact,
    missions,
    moves,
    naming,
    reactions,
    rounds,
    setup,
    shots,
    state,
    upkeep,
    volley,
)

_HERE = Path(__file__).parent
_TOPICS = (shots, volley, reactions, missions, moves, upkeep, contact, rounds, aftermath)

GAME = Game(
    events=load_vocabulary(_HERE / "events.toml", *_TOPICS),
    asides=load_vocabulary(_HERE / "asides.toml", clash),
    state=state.State,
    begin=setup.begin_battle,
    common=state.common_fields,
    view=state.view,
    over=lambda now: now.phase == "over",
    board=lambda now, side: board.battle_board(now),
    headline=board.battle_headline,
    set_up=setup.Setup,
    seats=setup.battle_seats,
    side_name=lambda now, side: now.side_name(side),
    name=naming.shown_name,
    rows_of=naming.rows_of,
)

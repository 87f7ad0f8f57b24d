"""The turn structure: the battle's vocabulary of events in one table, and all that a battle is made of.

What each event does stands beside it, in the module of its topic; its words, in the order of the menu, in events.toml.
"""

from __future__ import annotations

from pathlib import Path

from ....api import Game, load_vocabulary
from ..declared import Setup
from . import board, boarding, combats, guns, idle_units, moves, naming, opening, setup, shots, small_moves, state

GAME = Game(
    events=load_vocabulary(Path(__file__).with_name("events.toml"), opening, moves, guns, shots, small_moves, combats),
    state=state.State,
    begin=setup.begin_battle,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.phase == "over",
    board=lambda now, side: board.battle_board(now),
    headline=board.battle_headline,
    set_up=Setup,
    seats=setup.battle_seats,
    seated=setup.seat_army,
    set_up_question=boarding.setup_question,
    doer=lambda now, event: str(getattr(event, "side", "") or now.active or ""),
    side_name=naming.side_name,
    name=naming.shown_name,
    rows_of=naming.rows_of,
    unused=idle_units.unused_units,
)

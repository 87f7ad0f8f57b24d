"""The campaign: places and routes, weeks and months, armies that march, attack, grow and are lost.

What an event asks and does stands in the module of its topic, and what people call it in ``events.toml``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ....api import Game, vocabulary
from . import battles, board, clashes, link, moves, paper, setup, state, stores, weeks, works


def doer(now: state.State, event: Any) -> str:
    """Who does an event: the player it names, the one whose army it names, else nobody."""
    if hasattr(type(event), "by"):
        return str(event.by or "")
    return now.armies[event.army].player if hasattr(type(event), "army") else ""


GAME = Game(
    events=vocabulary(Path(__file__).parent / "events.toml", moves, clashes, stores, works, weeks, battles),
    state=state.State,
    begin=setup.begin,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.winners is not None,
    board=lambda now, side: board.board(now),
    headline=board.headline,
    set_up=setup.Setup,
    seats=setup.seats,
    doer=doer,
    map=lambda now, side: board.map_page(now),
    paper=lambda now, side: paper.sheets(now),
    linked=link.linked,
)

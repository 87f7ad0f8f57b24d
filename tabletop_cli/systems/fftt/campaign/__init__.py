"""The campaign: places and routes, weeks and months, armies that march, attack, grow and are lost.

What an event asks and does stands in the module of its topic, and what people call it in ``events.toml``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ....api import Game, load_vocabulary
from . import battles, board, clashes, link, moves, paper, setup, state, stores, weeks, works


def event_doer(now: state.State, event: Any) -> str:
    """Who does an event: the player it names, the one whose army it names, else nobody."""
    if hasattr(type(event), "by"):
        return str(event.by or "")
    return now.armies[event.army].player if hasattr(type(event), "army") else ""


GAME = Game(
    events=load_vocabulary(Path(__file__).parent / "events.toml", moves, clashes, stores, works, weeks, battles),
    state=state.State,
    begin=setup.begin_campaign,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.winners is not None,
    board=lambda now, side: board.campaign_page(now),
    headline=board.campaign_headline,
    set_up=setup.Setup,
    seats=setup.campaign_seats,
    doer=event_doer,
    map=lambda now, side: board.map_page(now),
    paper=lambda now, side: paper.campaign_sheets(now),
    linked=link.linked_battle,
)

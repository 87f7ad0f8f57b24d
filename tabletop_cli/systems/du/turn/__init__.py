"""The turn structure: all that a battle is made of.

What an event asks and does stands in the module of its topic, and what people call it in ``events.toml``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ....api import CARDS, Game, load_vocabulary
from . import attacks, board, cards, chart, crewing, dealing, flow, moves, naming, setup, state, strikes, strip

_TOPICS = (flow, dealing, cards, attacks, moves, strikes, crewing)


def event_doer(now: state.State, event: Any) -> str:
    """The side that does an event: the one that it names, or that of its token; nobody for what is about both."""
    for word in ("by", "side", "token"):
        if hasattr(type(event), word) and not isinstance(event, moves.Control | moves.Settle):
            one = getattr(event, word)
            return (now.tokens[one].side or "") if one in now.tokens else str(one)
    return ""


GAME = Game(
    events=load_vocabulary(Path(__file__).parent / "events.toml", *_TOPICS),
    state=state.State,
    begin=setup.begin_battle,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.phase == "over",
    board=board.battle_board,
    headline=board.battle_headline,
    set_up=setup.Setup,
    seats=setup.battle_seats,
    doer=event_doer,
    seen_by=board.seen_by,
    side_name=naming.side_name,
    lots=CARDS,
    name=naming.shown_name,
    rows_of=naming.rows_of,
    unused=flow.unused_cards,
    map=lambda now, side: chart.map_page(now, board.battle_headline(now)),
    strip=strip.map_strip,
)

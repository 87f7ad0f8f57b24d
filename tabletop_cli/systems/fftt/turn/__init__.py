"""The turn structure: all that a battle is made of.

What an event asks and does stands in the module of its topic, and what people call it in ``events.toml``.
"""

from __future__ import annotations

from pathlib import Path

from ....api import Game, load_vocabulary
from . import (
    board,
    bursts,
    ends,
    fights,
    fire,
    flanks,
    hiding,
    kills,
    moves,
    naming,
    opening,
    phase_steps,
    setup,
    spare_points,
    state,
    volleys,
)
from .aiming import repeat_offers

HERE = Path(__file__).parent


def event_doer(now: state.State, event: object) -> str:
    """The side that does an event: the one it names, or that of its figure."""
    for word in ("by", "side"):
        if hasattr(type(event), word) and (side := getattr(event, word)) is not None:
            return str(side)
    for word in ("figure", "lone"):
        if hasattr(type(event), word):
            return now.figures[getattr(event, word)].side
    return ""


GAME = Game(
    events=load_vocabulary(
        HERE / "events.toml", opening, hiding, flanks, fire, bursts, moves, fights, phase_steps, ends, kills
    ),
    asides=load_vocabulary(HERE / "asides.toml", volleys),
    state=state.State,
    begin=setup.begin_battle,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.over is not None,
    board=lambda now, side: board.battle_board(now),
    headline=board.battle_headline,
    set_up=setup.Setup,
    seats=setup.battle_seats,
    doer=event_doer,
    seen_by=board.seen_by,
    side_name=naming.side_name,
    name=naming.shown_name,
    rows_of=naming.rows_of,
    elsewhere="wrong-step",
    reactions_wait=True,
    again=repeat_offers,
    unused=spare_points.unused_points,
)

"""The turn structure: the battle's vocabulary of events in one table, and all that a battle is made of.

What each event does stands beside it, in the module of its topic. The order of the events is that of the menu.
"""

from __future__ import annotations

from typing import Any

from ....api import Game
from . import acts, artillery, board, flow, setup, squads, state, words


def doer(now: state.State, event: Any) -> str:
    """The player who does an event: the owner of its squad or miniature; nobody for what anybody may say."""
    if isinstance(event, flow.ChooseFirst):
        return event.by
    if isinstance(event, flow.Witness | flow.Spotted | flow.LeaveArea):
        return ""
    if isinstance(event, flow.Nothing | flow.EndBattle):
        return now.squads[now.active.squad].side if now.active else now.current or ""
    if isinstance(event, acts.Act | artillery.Observe | artillery.MortarFire):
        return now.side_of(now.minis[event.mini])
    return now.squads[event.squad].side


GAME = Game(
    events={kind.id: kind for kind in (*flow.OPENING, *acts.EVENTS, *squads.EVENTS, *artillery.EVENTS, *flow.CLOSING)},
    state=state.State,
    begin=setup.begin,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.phase == "over",
    board=lambda now, side: board.board(now),
    headline=board.headline,
    set_up=setup.Setup,
    seats=setup.seats,
    seated=setup.seated,
    set_up_question=setup.question,
    doer=doer,
    side_name=words.side_name,
    name=words.name,
    rows_of=words.rows_of,
    again=acts.again,
)

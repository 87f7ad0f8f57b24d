"""The turn structure: all that a battle is made of.

What an event asks and does stands in the module of its topic, and what people call it in ``events.toml``.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ....api import LOW_DICE, AnyEventKind, Dice, Game, load_vocabulary, refuse
from . import acts, artillery, board, flow, idle_minis, naming, setup, squads, state
from .gate import Played


def event_doer(now: state.State, event: Any) -> str:
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


def bar_after_end(kind: AnyEventKind) -> AnyEventKind:
    """Return an event that nobody can play when the battle is over (TGF-END-1).

    Several squads may report what the last event annihilated; each other event forgets it.
    """

    def play(now: state.State, event: Any, dice: Dice) -> Played:
        if now.phase == "over":
            raise refuse("TGF-END-1", "over")
        played: Played = kind.play(now if kind.id == "witness" else replace(now, gone=()), event, dice)
        return played

    return replace(kind, play=play)


_EVENTS = load_vocabulary(Path(__file__).parent / "events.toml", flow, acts, squads, artillery)
GAME = Game(
    events={name: bar_after_end(kind) for name, kind in _EVENTS.items()},
    state=state.State,
    begin=setup.begin_battle,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.phase == "over",
    board=lambda now, side: board.battle_board(now),
    headline=board.battle_headline,
    set_up=setup.Setup,
    seats=setup.battle_seats,
    seated=setup.seat_army,
    set_up_question=setup.setup_question,
    doer=event_doer,
    side_name=naming.side_name,
    name=naming.shown_name,
    rows_of=naming.rows_of,
    lots=LOW_DICE,
    again=lambda now, event: (acts.repeat_offers if event["do"] == "act" else artillery.next_offers)(now, event),
    unused=idle_minis.unused_actions,
)

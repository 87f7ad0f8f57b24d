"""The turn structure: all that a battle is made of.

What an event asks and does stands in the module of its topic, and what people call it in ``events.toml``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ....api import CARDS, Dice, EventKind, Game, ShapedMapping, load_vocabulary
from ..tiles import tile_names_in_force
from . import attacks, board, cards, chart, crewing, dealing, flow, moves, naming, setup, state, strikes, strip

_TOPICS = (flow, dealing, cards, attacks, moves, strikes, crewing)


def event_doer(now: state.State, event: Any) -> str:
    """The side that does an event: the one that it names, or that of its token; nobody for what is about both."""
    for word in ("by", "side", "token"):
        if hasattr(type(event), word) and not isinstance(event, moves.Control | moves.Settle):
            one = getattr(event, word)
            return (now.tokens[one].side or "") if one in now.tokens else str(one)
    return ""


def load_events() -> dict[str, EventKind[state.State, Any]]:
    """The events with their words, each explained by the names that the tiles of its map have."""
    found = load_vocabulary(Path(__file__).parent / "events.toml", *_TOPICS)
    return {name: replace(kind, play=_at_table(kind)) for name, kind in found.items()}


ACTORS: Mapping[str, Callable[[Any], tuple[str | None, ...]]] = {  # who acts for a card that was played, by event
    "attack": lambda event: (event.crew, event.by),
    "move": lambda event: (event.crew, event.token),
    "bomb": lambda event: (event.token or event.piece,),
    "antiair": lambda event: (event.piece,),
    "off-map-action": lambda event: (event.piece,),
    "repair": lambda event: (event.by,),
    **dict.fromkeys(("rally", "board", "leave"), lambda event: (event.token,)),
}


def _at_table(kind: EventKind[state.State, Any]) -> Callable[[state.State, Any, Dice], state.Played]:
    """An event that tells tiles by their names, and uses up a card that was played for it."""

    def play_at_table(now: state.State, event: Any, dice: Dice) -> state.Played:
        with tile_names_in_force(now.called):
            after, result = kind.play(now, event, dice)
        for one in filter(None, ACTORS[kind.id](event) if kind.id in ACTORS else ()):
            token = now.tokens.get(one)
            side, units = (token.side, now.units_of(token)) if token else (now.off_map[one].side, (one,))
            spent = after.with_spent_card(side or "", units)
            if spent is not after:
                return spent, result
        return after, result

    return play_at_table


def offer_inspired(now: state.State, event: ShapedMapping) -> Iterator[tuple[ShapedMapping, str]]:
    """After a card that inspires: another one comes back from play, as its base rules say (DU-TURN-8)."""
    side = str(event.get("by", ""))
    if event["do"] == "play" and naming.inspiring_card(now, side):
        back = {"do": "shift", "side": side, "from": "play", "to": "hand"}
        yield back, "Inspire: a card goes from play back to the hand"


GAME = Game(
    events=load_events(),
    state=state.State,
    begin=setup.begin_battle,
    common=lambda now: {},
    view=state.view,
    over=lambda now: now.phase == "over",
    board=board.battle_board,
    headline=board.battle_headline,
    goal=board.battle_goal,
    set_up=setup.Setup,
    seats=setup.battle_seats,
    doer=event_doer,
    seen_by=board.seen_by,
    side_name=naming.side_name,
    lots=CARDS,
    name=naming.shown_name,
    rows_of=naming.rows_of,
    unused=flow.unused_cards,
    again=offer_inspired,
    map=lambda now, side: chart.map_page(now, board.battle_headline(now)),
    strip=strip.map_strip,
)

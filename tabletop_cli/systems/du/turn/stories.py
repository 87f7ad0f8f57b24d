"""What happened, in a sentence for the log."""

from __future__ import annotations

from typing import Any

from ....api import ShapedMapping, counted
from .state import State
from .words import card_name, place, side_name

Result = ShapedMapping


def losses(result: Result) -> str:
    """``; rifleman-a loses a card from the deck; mg leaves the map``."""
    cards = [
        f"{one['unit']} {'loses a card from the ' + one['from'] if one['from'] not in (None, 'ask') else 'has no card'}"
        for one in result.get("cards_removed", ())
    ]
    gone = [f"{token} leaves the map" for token in result.get("tokens_removed", ())]
    return "".join(f"; {words}" for words in (*cards, *gone))


def dealt(state: State, event: Any, result: Result) -> str:
    hands = ", ".join(f"{side_name(state, side)} {n}" for side, n in result["hands"].items())
    return f"turn {state.turn}: hands are drawn: {hands}"


def bids(state: State, event: Any, result: Result) -> str:
    told = {side: getattr(event, side) for side in ("a", "b")}
    cards = ", ".join(
        f"{side_name(state, side)} bids {card_name(state, side, card) if card else 'nothing'}"
        for side, card in told.items()
    )
    return f"{cards}; {side_name(state, result['first'])} goes first{' by a tie' if result['tie'] else ''}"


def played(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, event.by)} plays {card_name(state, event.by, event.card)}"


def moved(state: State, event: Any, result: Result) -> str:
    return f"{event.token} moves to {place(state, tuple(event.to))}"


def attacked(state: State, event: Any, result: Result) -> str:
    by = f"{event.by} (crew: {event.crew})" if event.crew else event.by
    cross = ", with cross-fire" if result["crossfire"] else ""
    done = f"{counted(result['dealt'], 'damage', 'damage')}{cross}, {result['total']} in all"
    outcome = "" if result["result"] == "none" else f": {result['result']}"
    return f"{by} does {event.action} on {event.target}: {done}{outcome}{losses(result)}"


def damaged(state: State, event: Any, result: Result) -> str:
    outcome = "" if result["result"] == "none" else f": {result['result']}"
    return (
        f"{event.target} takes {result['dealt']} {event.kind} damage, {result['total']} in all{outcome}{losses(result)}"
    )


def bombed(state: State, event: Any, result: Result) -> str:
    hits = (
        ", ".join(f"{one} {n}{_of(result['results'][one])}" for one, n in result["dealt"].items()) or "nothing is hit"
    )
    by = event.token or event.piece or side_name(state, event.by)
    return f"{by} bombs {place(state, tuple(event.at))}: {hits}{losses(result)}"


def _of(outcome: str) -> str:
    return "" if outcome == "none" else f" ({outcome})"


def shot_down(state: State, event: Any, result: Result) -> str:
    return f"antiair at {event.target}: {result['dealt']} damage{_of(result['result'])}{losses(result)}"


def off_map(state: State, event: Any, result: Result) -> str:
    words = {"bomb": "{piece} bombs {target}", "target": "{target} is targeted", "conceal": "{piece} is concealed"}
    told = words[event.action].format(piece=event.piece, target=event.target)
    return told + (f": {result['dealt']} damage" if result["dealt"] is not None else "")


def fogged(state: State, event: Any, result: Result, start: str = "supply") -> str:
    where = (
        "from the supply to the discard pile" if event.__class__.__name__ == "FogGain" else "from the hand into exile"
    )
    return f"{side_name(state, event.side)}: Fog of War of {result['colour']} colour {where}, vision {result['vision']}"


def over(state: State, event: Any, result: Result) -> str:
    return "a draw" if event.winner == "draw" else f"{side_name(state, event.winner)} has won"


TALES = {
    "deal": dealt,
    "bid": bids,
    "play": played,
    "move": moved,
    "attack": attacked,
    "damage": damaged,
    "bomb": bombed,
    "antiair": shot_down,
    "off-map-action": off_map,
    "fog-gain": fogged,
    "fog-exile": lambda state, event, result: fogged(state, event, result, "hand"),
    "declare": over,
}

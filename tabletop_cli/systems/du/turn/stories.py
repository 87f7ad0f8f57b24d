"""What happened, in a sentence for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....api import ShapedMapping, count_text
from ..casualties import PILES
from .naming import COLOURS, ZONE_WORDS, card_name, inspiring_card, side_name, tile_text
from .state import State

Result = ShapedMapping


def losses_text(result: Result) -> str:
    """``; rifleman-a loses a card from the deck; mg leaves the map``."""
    cards = [
        f"{one['unit']} {'loses a card from ' + PILES[one['from']] if one['from'] in PILES else 'has no card'}"
        for one in result.get("cards_removed", ())
    ]
    gone = [f"{token} leaves the map" for token in result.get("tokens_removed", ())]
    return "".join(f"; {words}" for words in (*cards, *gone))


def deal_story(state: State, event: Any, result: Result) -> str:
    hands = ", ".join(f"{side_name(state, side)} has {count_text(n, 'card')}" for side, n in result["hands"].items())
    return f"turn {state.turn}: both draw their hands: {hands}"


def bid_story(state: State, event: Any, result: Result) -> str:
    told = {side: getattr(event, side) for side in ("a", "b")}
    cards = ", ".join(
        f"{side_name(state, side)} bids {card_name(state, side, card) if card else 'nothing'}"
        for side, card in told.items()
    )
    return f"{cards}; {side_name(state, result['first'])} goes first{' after a tie' if result['tie'] else ''}"


def play_story(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, event.by)} plays {card_name(state, event.by, event.card)}"


def move_story(state: State, event: Any, result: Result) -> str:
    return f"{event.token} moves to {tile_text(state, tuple(event.to))}"


ATTACKS = {"attack": "attacks", "suppress": "fires to suppress", "antitank": "fires antitank at"}


def attack_story(state: State, event: Any, result: Result) -> str:
    by = f"{event.by} (by {event.crew})" if event.crew else event.by
    cross = " with cross-fire" if result["crossfire"] else ""
    does = f"{by} {ATTACKS[event.action]} {event.target}"
    return f"{does}: {result['dealt']} damage{cross}{_total_text(state, event, result)}"


def damage_story(state: State, event: Any, result: Result) -> str:
    return f"{event.target} takes {result['dealt']} {event.kind} damage{_total_text(state, event, result)}"


def _total_text(state: State, event: Any, result: Result) -> str:
    outcome = "" if result["result"] == "none" else f": {result['result']}"
    return f", {result['total']} of {state.tokens[event.target].limit}{outcome}{losses_text(result)}"


def bomb_story(state: State, event: Any, result: Result) -> str:
    hits = (
        ", ".join(f"{one} {n}{_outcome_text(result['results'][one])}" for one, n in result["dealt"].items())
        or "nothing is hit"
    )
    by = event.token or event.piece or side_name(state, event.by)
    return f"{by} bombs {tile_text(state, tuple(event.at))}: {hits}{losses_text(result)}"


def _outcome_text(outcome: str) -> str:
    return "" if outcome == "none" else f" ({outcome})"


def antiair_story(state: State, event: Any, result: Result) -> str:
    outcome = f"{_outcome_text(result['result'])}{losses_text(result)}"
    return f"antiair hits {event.target}: {result['dealt']} damage{outcome}"


def off_map_story(state: State, event: Any, result: Result) -> str:
    words = {"bomb": "{piece} bombs {target}", "target": "{by} targets {target}", "conceal": "{by} conceals {piece}"}
    told = words[event.action].format(by=side_name(state, event.by), piece=event.piece, target=event.target)
    return told + (f": {result['dealt']} damage" if result["dealt"] is not None else "")


def fog_story(way: str) -> Callable[[State, Any, Result], str]:
    def fog_card_story(state: State, event: Any, result: Result) -> str:
        card = f"a Fog of War card of {COLOURS[result['colour']]}"
        return f"{side_name(state, event.side)}: {card} goes {way}, vision {result['vision']}"

    return fog_card_story


def declare_story(state: State, event: Any, result: Result) -> str:
    return "a draw" if event.winner == "draw" else f"{side_name(state, event.winner)} has won"


# --- what tokens and players do besides


def place_story(state: State, event: Any, result: Result) -> str:
    facing = f", facing {event.orientation}" if event.orientation else ""
    return f"{event.token} is placed on {tile_text(state, tuple(event.at))}{facing}"


def enter_story(state: State, event: Any, result: Result) -> str:
    facing = f", facing {event.orientation}" if event.orientation else ""
    return f"{event.token} enters on {tile_text(state, tuple(event.at))}{facing}"


def control_story(state: State, event: Any, result: Result) -> str:
    at = tile_text(state, tuple(event.at))
    return f"{side_name(state, event.side)} controls {at}" if event.side else f"nobody controls {at}"


def repair_story(state: State, event: Any, result: Result) -> str:
    return f"{event.by} removes all damage from {event.target}"


def rally_story(state: State, event: Any, result: Result) -> str:
    return f"{event.token} is no longer suppressed"


def settle_story(state: State, event: Any, result: Result) -> str:
    return f"{event.token} {'leaves' if event.removed else 'stays on'} the map"


def board_story(state: State, event: Any, result: Result) -> str:
    return f"{event.token} boards {event.vehicle}"


def leave_story(state: State, event: Any, result: Result) -> str:
    return f"{event.token} leaves {state.tokens[event.token].aboard}, and is on foot"


def bolster_story(state: State, event: Any, result: Result) -> str:
    card = card_name(state, event.side, event.card)
    return f"{side_name(state, event.side)} puts {card} from the supply on the discard pile"


def draw_story(state: State, event: Any, result: Result) -> str:
    n = 1 if event.cards is None else len(event.cards)
    again = ", and the discard pile becomes the new deck" if result["reshuffled"] else ""
    return f"{side_name(state, event.side)} draws {count_text(n, 'card')}{again}"


def shift_story(state: State, event: Any, result: Result) -> str:
    leader = inspiring_card(state, event.side)
    if leader and (event.from_, event.to) == ("play", "hand"):
        return f"{leader} inspires {event.card}: its card is back in hand"
    card = card_name(state, event.side, event.card)
    return f"{side_name(state, event.side)}: {card} goes from {ZONE_WORDS[event.from_]} to {ZONE_WORDS[event.to]}"


def done_story(state: State, event: Any, result: Result) -> str:
    side = side_name(state, event.by)
    if state.phase == "placement":
        return f"{side} places no more planes"
    left = state.count_cards(event.by, "hand")
    return f"{side} is done" + (f", and discards {count_text(left, 'card')}" if left else "")


def end_story(state: State, event: Any, result: Result) -> str:
    kind = f", {result['kind']}" if state.combined else ""
    return f"the turn ends; turn {result['turn']} begins{kind}"

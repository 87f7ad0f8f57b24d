"""Hands: both sides draw them, and draw more by effects (DU-TURN-2, DU-TURN-3, DU-TURN-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ....api import (
    Dice,
    Draw,
    ListOf,
    Malformed,
    Record,
    ShapedMapping,
    TabletopError,
    count_text,
    dataclass,
    fact,
    plays,
    refuse,
)
from ..pieces import ID, SIDES
from ..texts import rule_number
from . import stories
from .gate import OfSide, check_phase
from .naming import cards_text, side_name
from .state import Played, State

DRAWS = ("DU-TURN-2", "DU-TURN-3", "DU-R53", "DU-R54")


# --- drawing ---


def with_drawn_cards(state: State, side: str, n: int, given: Sequence[str] | None, dice: Dice) -> tuple[State, bool]:
    """A side with `n` cards more in its hand, and whether its discard pile was shuffled for them (DU-TURN-2, DU-R53).

    Cards that are not `given` are drawn: first what is left of the deck, then the rest of the discard pile.
    """
    deck, discard = (dict(state.zones_of(side)[zone]) for zone in ("deck", "discard"))
    again = sum(deck.values()) < n and any(discard.values())
    hand = Counter(state.zones_of(side)["hand"])
    if given is None:
        cards = _draw_cards(state, side, deck, min(n, sum(deck.values())), hand, dice)
        if again:
            cards += _draw_cards(state, side, discard, n - cards.total(), hand + cards, dice, shuffled=True)
    else:
        cards = Counter(given)
    piles = Counter(deck) + Counter(discard) if again else Counter(deck)
    zones = {"deck": piles - cards, "hand": hand + cards}
    return state.with_zones(side, {**zones, "discard": {} if again else discard}), again


def _draw_cards(
    state: State,
    side: str,
    pile: Mapping[str, int],
    n: int,
    hand: Mapping[str, int],
    dice: Dice,
    *,
    shuffled: bool = False,
) -> Counter[str]:
    """So many cards of a pile: those that players drew, or that the program draws; all of them need no drawing.

    Whoever draws hears what is in the hand already, and that the pile has to be shuffled first (DU-TURN-2, DU-R53).

    Errors: `Malformed` where a machine has named no cards.
    """
    if n == sum(pile.values()):
        return Counter(pile)
    why = f"{side_name(state, side)} draws"
    shuffle = "shuffle the discard pile into a new deck now; " if shuffled else ""
    note = f"{side_name(state, side)}: {shuffle}already in hand: {cards_text(hand)}" if shuffled or hand else ""
    dice.assign_dice(**{why: side})
    try:
        return Counter(dict(dice.ask(Draw(pile, n, why, held=hand, note=note))))
    except TabletopError as none:
        if none.code != "bad-dice":
            raise
        text = f"{side} draws {count_text(n, 'card')}, but they are not named"
        raise Malformed(text, hint="name them") from None


def check_drawable(state: State, side: str, cards: Sequence[str], rule: str) -> None:
    """Those cards can come by drawing: all of the deck before the first of the discard pile (DU-TURN-2, DU-R53)."""
    deck, discard = (Counter(state.zones_of(side)[zone]) for zone in ("deck", "discard"))
    drawn = Counter(cards)
    if deck.total() < len(cards) and (left := deck - drawn):
        text = f"All {count_text(deck.total(), 'card')} of the deck come first; {cards_text(left)} is missing."
        raise refuse(rule, "impossible-hand", text, "DU-TURN-2", "DU-R53")
    if missing := drawn - (deck if deck.total() >= len(cards) else deck + discard):
        text = f"There are not enough cards to draw: {cards_text(missing)} too many."
        raise refuse(rule, "impossible-hand", text, "DU-TURN-2")


# --- deal ---


@dataclass(frozen=True, kw_only=True)
class Hands:
    """The cards that each side has drawn, in any order."""

    a: tuple[str, ...] = fact(ListOf(ID))
    b: tuple[str, ...] = fact(ListOf(ID))


@dataclass(frozen=True, kw_only=True)
class Deal:
    """Machines say what was drawn; people draw, or let the program do it, each side alone."""

    drawn: Hands | None = fact(Record(Hands), None, secret=True, help="both hands, which machines have to name")


def until_over(state: State, event: object, result: ShapedMapping, side: str | None) -> bool:
    """Hands are nobody's business until the battle is over: their owners see them on the table."""
    return state.phase != "over"


@plays(
    "deal",
    Deal,
    rules=("DU-TURN-1", *DRAWS),
    hides=until_over,
    due=lambda state: state.phase == "deal",
    story=stories.deal_story,
)
def deal(state: State, event: Deal, dice: Dice) -> Played:
    """Both sides draw a hand."""
    check_phase(state, "deal")
    sizes = {side: min(rule_number("hand"), state.count_cards(side, "deck", "discard")) for side in SIDES}
    given = {} if event.drawn is None else {side: tuple(getattr(event.drawn, side)) for side in SIDES}
    for side, cards in given.items():
        if len(cards) != sizes[side]:
            text = f"{side_name(state, side)} has drawn {count_text(len(cards), 'card')}, but must draw {sizes[side]}."
            raise refuse("DU-TURN-3", "wrong-count", text, "DU-TURN-2", "DU-R54")
    for side, cards in given.items():
        check_drawable(state, side, cards, "DU-TURN-3")
    again: dict[str, bool] = {}
    for side in SIDES:
        state, again[side] = with_drawn_cards(state, side, sizes[side], given.get(side), dice)
        _tell_hand(state, side, sizes[side], again[side], dice)
    hands = {side: state.count_cards(side, "hand") for side in SIDES}
    return replace(state, phase="bid"), {"hands": hands, "reshuffled": again}


def _tell_hand(state: State, side: str, n: int, again: bool, dice: Dice) -> None:
    """What a side has now, in words for its eyes alone."""
    short = ("DU-R54",) if n < rule_number("hand") else ()
    more = ", after the discard pile was shuffled into a new deck" if again else ""
    hand = cards_text(state.zones_of(side)["hand"])
    text = f"{side_name(state, side)} draws {count_text(n, 'card')}{more}; in hand: {hand}"
    dice.explain(
        text, "DU-TURN-1", "DU-TURN-2", "DU-TURN-3", *(("DU-R53",) if again else ()), *short, whose=side, tell="now"
    )


# --- more cards ---


@dataclass(frozen=True, kw_only=True)
class DrawMore(OfSide):
    """Machines say what was drawn; people draw a card, or let the program do it."""

    cards: tuple[str, ...] | None = fact(ListOf(ID), None, secret=True, help="the cards, which machines have to name")


def others_until_over(state: State, event: DrawMore, result: ShapedMapping, side: str | None) -> bool:
    return state.phase != "over" and side != event.side


@plays("draw", DrawMore, rules=("DU-TURN-8", *DRAWS), hides=others_until_over, story=stories.draw_story)
def draw(state: State, event: DrawMore, dice: Dice) -> Played:
    """A side draws cards by an effect, reshuffling as for a hand (DU-TURN-8)."""
    check_phase(state, "play")
    side, cards = event.side, event.cards
    n, there = 1 if cards is None else len(cards), state.count_cards(side, "deck", "discard")
    if n > there:
        text = f"{count_text(n, 'card')} cannot be drawn: deck and discard pile have {there}."
        raise refuse("DU-TURN-8", "wrong-count", text, "DU-TURN-2", "DU-R54")
    if cards is not None:
        check_drawable(state, side, cards, "DU-TURN-8")
    state, again = with_drawn_cards(state, side, n, cards, dice)
    more = ", after the discard pile was shuffled into a new deck" if again else ""
    words = f"draws {count_text(n, 'card')}{more}; in hand: {cards_text(state.zones_of(side)['hand'])}"
    dice.explain(
        f"{side_name(state, side)} {words}", "DU-TURN-8", "DU-TURN-2", *(("DU-R53",) if again else ()), tell="now"
    )
    return state, {"reshuffled": again}

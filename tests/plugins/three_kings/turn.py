"""What players do: draw, put cards away, bid in secret or pass; and the trick (KINGS-1, KINGS-2, KINGS-3)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tabletop_cli.api import Answer, Dice, Event, EventKind, Game, ListOf, OneOf, Place, Ref, Refused, fact

from .cards import DRAW, TIE, Hand, Tie
from .decks import cards, names
from .table import UNSEEN, Player, SetUp, State, begin, board, common, headline, seats, view


def everybody(place: Place[State]) -> Iterator[Answer]:
    """Who may be asked whether they do it."""
    for side in place.state.players:
        yield Answer(side, side.capitalize(), key=side)


def in_hand(place: Place[State]) -> Iterator[Answer]:
    """The cards of whoever does it, without those that are picked already."""
    left = Counter(place.state.players[place.event.by].hand) - Counter(place.items)
    for card in names():
        if left[card]:
            yield Answer(card, card, key=card, detail=f"{left[card]} in hand")


def awake(state: State, side: str) -> Player:
    """A player who may do something. Errors: `Refused` when all is over."""
    if state.over:
        raise Refused("All tricks are played.", reason="over", rule="KINGS-6")
    return state.players[side]


def deciding(state: State, side: str) -> Player:
    """A player who has to decide in this trick. Errors: `Refused`."""
    player = awake(state, side)
    if waiting := [one for one, other in state.players.items() if not other.dealt]:
        raise Refused(f"{waiting[0].capitalize()} has not drawn yet.", reason="not-dealt", rule="KINGS-1")
    if player.bid is not None:
        text = f"{side.capitalize()} has decided in trick {state.trick}."
        raise Refused(text, reason="decided", rule="KINGS-2")
    return player


@dataclass(frozen=True, kw_only=True)
class Plain(Event):
    """Something that a player does without a word."""

    by: str = fact(Ref("players"), ask="Who?", among=everybody)


def play_deal(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    """Draw a hand (KINGS-1)."""
    player = awake(state, event.by)
    if player.dealt:
        raise Refused(f"{event.by.capitalize()} has drawn already.", reason="dealt", rule="KINGS-1")
    drawn = dice.settle(DRAW, Hand(house=state.house, deck=player.deck, n=state.tricks))
    deck = dict(Counter(player.deck) - Counter(drawn.cards))
    after = state.with_player(event.by, deck=deck, hand=drawn.cards, dealt=True)
    return after, {"drawn": list(drawn.cards)}


@dataclass(frozen=True, kw_only=True)
class Bid(Plain):
    card: str = fact(OneOf(names()), ask="Which card?", among=in_hand, secret=True, rules=("KINGS-2",))


def play_bid(state: State, event: Bid, dice: Dice) -> tuple[State, dict[str, Any]]:
    """Name a card in secret (KINGS-2)."""
    player = deciding(state, event.by)
    if not player.hand:
        raise Refused(f"{event.by.capitalize()} holds no card.", reason="not-in-hand", rule="KINGS-2")
    _hold(player, (event.card,), "KINGS-2")
    dice.explain(f"{event.by} bids the {event.card}", "KINGS-2")
    return state.with_player(event.by, bid=event.card), {"bid_in": state.trick}


def play_pass(state: State, event: Plain, dice: Dice) -> tuple[State, dict[str, Any]]:
    """Leave this trick to the others (KINGS-2)."""
    deciding(state, event.by)
    dice.explain(f"{event.by} passes", "KINGS-2")
    return state.with_player(event.by, bid=""), {}


@dataclass(frozen=True, kw_only=True)
class Discard(Plain):
    cards: tuple[str, ...] = fact(
        ListOf(OneOf(names()), 1),
        ask="Which card goes on the pile?",
        among=in_hand,
        one_by_one=True,
        secret=True,
        rules=("KINGS-5",),
    )


def play_discard(state: State, event: Discard, dice: Dice) -> tuple[State, dict[str, Any]]:
    """Put cards on the own pile, in order (KINGS-5, KINGS-R1)."""
    player = deciding(state, event.by)
    most = min(state.house["discards"], len(player.hand) - 1)
    if player.put_away or most < 1:
        text = f"{event.by.capitalize()} may put no more cards away in this trick."
        raise Refused(text, reason="too-many", rule="KINGS-5")
    if len(event.cards) > most:
        text = f"{len(event.cards)} cards, {most} may be put away."
        raise Refused(text, reason="too-many", rule="KINGS-5", also=("KINGS-R1",))
    _hold(player, tuple(event.cards), "KINGS-5")
    dice.explain(f"{event.by} puts away: {', '.join(event.cards)}", "KINGS-5", "KINGS-R1")
    hand = tuple((Counter(player.hand) - Counter(event.cards)).elements())
    after = state.with_player(event.by, hand=hand, pile=(*player.pile, *event.cards), put_away=True)
    return after, {"put_away": len(event.cards)}


def _hold(player: Player, wanted: tuple[str, ...], rule: str) -> None:
    """Errors: `Refused` for cards that a player does not hold."""
    if missing := Counter(wanted) - Counter(player.hand):
        raise Refused(f"No {min(missing)} in this hand.", reason="not-in-hand", rule=rule)


@dataclass(frozen=True, kw_only=True)
class Reveal:
    """All bids are shown; there is nothing to choose."""


def play_reveal(state: State, event: Reveal, dice: Dice) -> tuple[State, dict[str, Any]]:
    """The highest card takes the trick; equal ones are rolled for (KINGS-3, KINGS-4)."""
    if state.over:
        raise Refused("All tricks are played.", reason="over", rule="KINGS-6")
    if waiting := [side for side, one in state.players.items() if one.bid is None]:
        raise Refused(f"{waiting[0].capitalize()} has not decided.", reason="undecided", rule="KINGS-3")
    bids = {side: one.bid for side, one in state.players.items() if one.bid}
    winner = _taker(state, bids, dice)
    shown = ", ".join(f"{side} {card}" for side, card in bids.items()) or "no bids"
    dice.explain(f"{shown}: {winner or 'nobody'} takes the trick", "KINGS-3")
    players = {side: _after_trick(one, side == winner) for side, one in state.players.items()}
    after = State(state.house, players, state.tricks, state.trick + 1)
    return after, {"bids": bids, "winner": winner}


def _taker(state: State, bids: dict[str, str], dice: Dice) -> str | None:
    """Who takes the trick; None where all have passed."""
    best = max((cards()[card]["rank"] for card in bids.values()), default=0)
    highest = [side for side, card in bids.items() if cards()[card]["rank"] == best]
    if len(highest) < 2:
        return next(iter(highest), None)
    won = dice.settle(TIE, Tie(house=state.house, players=len(highest)))
    return highest[won.winner]


def _after_trick(player: Player, takes: bool) -> Player:
    bid = () if player.bid is None else (player.bid,)
    hand = tuple((Counter(player.hand) - Counter(bid)).elements())
    return Player(player.deck, hand, player.pile, None, player.dealt, False, player.taken + takes)


def seen_by(state: State, side: str | None) -> State:
    """Hands, piles, decks and bids of the others are turned down until all is over."""
    for other, player in () if state.over else state.players.items():
        if other != side:
            state = state.with_player(
                other,
                deck={UNSEEN: sum(player.deck.values())},
                hand=(UNSEEN,) * len(player.hand),
                pile=(UNSEEN,) * len(player.pile),
                bid=UNSEEN if player.bid else player.bid,
            )
    return state


EVENTS = (
    EventKind(
        id="deal",
        title="Draw a hand",
        key="d",
        cls=Plain,
        play=play_deal,
        rules=("KINGS-1",),
        hides=lambda state, event, result, side: side != event.by and not state.over,
        story=lambda state, event, result: f"{event.by.capitalize()} draws {', '.join(result['drawn'])}",
    ),
    EventKind(
        id="bid",
        title="Bid",
        key="b",
        cls=Bid,
        play=play_bid,
        rules=("KINGS-2",),
        hides=lambda state, event, result, side: side != event.by and state.trick <= result["bid_in"],
        story=lambda state, event, result: f"{event.by.capitalize()} bids a {event.card}",
    ),
    EventKind(id="pass", title="Pass", key="p", cls=Plain, play=play_pass, rules=("KINGS-2",)),
    EventKind(id="discard", title="Put cards away", key="c", cls=Discard, play=play_discard, rules=("KINGS-5",)),
    EventKind(
        id="reveal",
        title="Show the bids",
        due=True,
        cls=Reveal,
        play=play_reveal,
        rules=("KINGS-3", "KINGS-4", "KINGS-6"),
        story=lambda state, event, result: f"The trick goes to {(result['winner'] or 'nobody').capitalize()}",
    ),
)

GAME = Game(
    events={kind.id: kind for kind in EVENTS},
    state=State,
    begin=begin,
    common=common,
    view=view,
    over=lambda state: state.over,
    board=board,
    headline=headline,
    seen_by=seen_by,
    set_up=SetUp,
    seats=lambda set_up: tuple(seats(set_up)),
    side_name=lambda state, side: side.capitalize(),
)

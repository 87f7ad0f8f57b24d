"""Cards: both bid, cards are played; Fog of War cards, and all other ways of cards between zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from ....api import (
    Answer,
    Dice,
    Malformed,
    Nullable,
    OneOf,
    Place,
    ShapedMapping,
    count_text,
    dataclass,
    fact,
    plays,
    read_or_judge,
    refuse,
)
from ..fog import VISION, Seen
from ..initiative import INITIATIVE, Bids, Initiative
from ..off_map import OFF_MAP_ACTION, OffMapAction
from ..pieces import ID, SIDES
from ..profiles import own_actions
from . import stories
from .gate import BySide, OfSide, check_active, check_phase
from .naming import COLOURS, SHORT, ZONE_WORDS, card_actions, card_name, side_name
from .state import FOG, HIDDEN, ZONES, Played, State

NO_CARD = -1  # what no card is worth as a bid: less than any


# --- bids ---


def hand_of(state: State, side: str) -> Iterator[Answer]:
    """The cards in the hand of a side, with what they are worth as a bid; Fog of War behind the units."""
    hand = state.zones_of(side)["hand"]
    for card, n in sorted(hand.items(), key=lambda one: one[0] in FOG.values()):
        value = state.cards.get(card)
        worth = "no initiative" if value is None else f"initiative {value}"
        yield Answer(card, card_name(state, side, card), card, f"{worth}, {n} in hand")


def biddable_cards(side: str) -> Callable[[Place[State]], Iterator[Answer]]:
    """What a side may bid: a card of its hand; with an empty one nothing."""

    def hand_answers(place: Place[State]) -> Iterator[Answer]:
        yield from hand_of(place.state, side)
        if not place.state.count_cards(side, "hand"):
            yield Answer(None, "no card", "-")

    return hand_answers


def _bid_of(side: str) -> str | None:
    found: str | None = fact(
        Nullable(ID),
        ask=f"Which card does {side.upper()} bid?",
        among=biddable_cards(side),
        secret=True,
        whose=lambda place: side,
        rules=("DU-TURN-4",),
    )
    return found


@dataclass(frozen=True, kw_only=True)
class Bid:
    """Both bid in secret, and turn their cards together."""

    a: str | None = _bid_of("a")
    b: str | None = _bid_of("b")


def is_told_at_once(state: State, event: object, result: ShapedMapping, side: str | None) -> bool:
    """Only the question is for one side alone: what it answers is seen by all."""
    return False


@plays(
    "bid",
    Bid,
    rules=("DU-TURN-4", "DU-R51", "DU-R56"),
    hides=is_told_at_once,
    due=lambda state: state.phase == "bid",
    story=stories.bid_story,
)
def bid(state: State, event: Bid, dice: Dice) -> Played:
    """Both bid, and who goes first is known (DU-TURN-4)."""
    check_phase(state, "bid")
    offered = {"b": event.b}  # whoever draws last bids first: the screen need not change hands in between
    offered["a"] = read_or_judge(lambda: event.a, lambda: _bid_value(state, "b", offered["b"]))
    bids = {side: _bid_value(state, side, offered[side]) for side in SIDES}
    for side in SIDES:
        card = offered[side]
        words = f"{card_name(state, side, card)}, initiative {bids[side]}" if card else "no card: lower than any"
        dice.explain(f"{side_name(state, side)} bids {words}", "DU-TURN-4", *_bid_rules(state, card))
        state = state.with_shifted_card(side, card, "hand", "play") if card else state
    worth = Bids(**{side: NO_CARD if bid is None else bid for side, bid in bids.items()})
    won = dice.settle(INITIATIVE, Initiative(house=state.house, holder=state.holder, bids=worth))
    after = replace(state, phase="play", active=won.first, holder=won.holder, done=(), last={}, unspent={})
    return after, {"first": won.first, "holder": won.holder, "tie": won.tie}


def _bid_value(state: State, side: str, card: str | None) -> int | None:
    """What a bid is worth, None for no card (DU-TURN-4, DU-R56)."""
    if card is None:
        if n := state.count_cards(side, "hand"):
            text = f"{side_name(state, side)} has {count_text(n, 'card')} in hand, and must bid one of them."
            raise refuse("DU-TURN-4", "must-bid", text)
        return None
    check_in(state, side, "hand", card, "DU-TURN-4", "not-in-hand")
    if card not in state.cards:
        text = f"{card} has no initiative in this battle, so it cannot be bid."
        raise refuse("DU-R56", "initiative-unknown", text, "DU-TURN-4")
    return state.cards[card]


def _bid_rules(state: State, card: str | None) -> tuple[str, ...]:
    """A bid is not played for its action, so it compromises nobody (DU-OFFMAP-2, DU-R38)."""
    return ("DU-OFFMAP-2", "DU-R38") if card in state.off_map else ()


def check_in(state: State, side: str, zone: str, card: str, rule: str, reason: str) -> None:
    """A card is in a zone of a side."""
    if not state.has_card(side, zone, card):
        fog = next((f"Fog of War card of {COLOURS[colour]}" for colour, one in FOG.items() if one == card), None)
        what = fog or card_name(state, side, card)
        raise refuse(rule, reason, f"{side_name(state, side)} has no {what} in {ZONE_WORDS[zone]}.")


# --- play ---


def of_doer(place: Place[State]) -> Iterator[Answer]:
    """The cards in the hand of whoever does it."""
    return hand_of(place.state, place.event.by)


def cards_of(state: State, side: str) -> Iterator[Answer]:
    """The cards that a side may have, as everybody knows: from its list, by their initiative, or from open zones."""
    zones = state.zones_of(side)
    listed = state.printed.get(side) or state.cards
    known = {*listed, *(card for zone in ZONES if zone not in HIDDEN for card in zones[zone])} - {*FOG.values()}
    for card in (*sorted(known), *FOG.values()):
        yield Answer(card, card_name(state, side, card), card)


@dataclass(frozen=True, kw_only=True)
class PlayCard(BySide):
    card: str = fact(
        ID,
        ask="Which card does {by} play?",
        among=of_doer,
        openly=lambda place: cards_of(place.state, place.event.by),
        secret=True,
        rules=("DU-TURN-5",),
    )


@plays(
    "play",
    PlayCard,
    rules=("DU-TURN-5", "DU-OFFMAP-2", "DU-OFFMAP-5", "DU-R38"),
    hides=is_told_at_once,
    rolls=False,
    story=stories.play_story,
)
def play(state: State, event: PlayCard, dice: Dice) -> Played:
    """A card is played for one action; of an off-map type, that compromises it (DU-TURN-5, DU-OFFMAP-2, DU-R38)."""
    check_phase(state, "play")
    side = event.by
    check_active(state, side)
    card = read_or_judge(lambda: event.card, lambda: _check_some(state, side, "hand", "DU-TURN-5", "not-in-hand"))
    check_in(state, side, "hand", card, "DU-TURN-5", "not-in-hand")
    off = state.off_map.get(card)
    if off is not None and off.side == side:
        found = dice.settle(OFF_MAP_ACTION, OffMapAction(house=state.house, action="play", by=side, piece=off))
        assert found.piece is not None, "it has been played"
        state = state.put_off(card, **vars(found.piece))
    state = state.with_shifted_card(side, card, "hand", "play").with_played_card(side, card)
    left = state.count_cards(side, "hand")
    dice.explain(f"{side_name(state, side)} plays {card_name(state, side, card)}; {left} in hand", "DU-TURN-5")
    for one in own_actions(card_actions(state, side, card), state.house.catalogue):
        dice.explain(f"{one.name}: {one.summary}", "DU-TURN-5", tell="reason")
    return state, {"left": left, "compromised": off is not None and off.side == side}


def _check_some(state: State, side: str, zone: str, rule: str, reason: str) -> None:
    """Before people are asked which card: there is one."""
    if not state.count_cards(side, zone):
        raise refuse(rule, reason, f"{side_name(state, side)} has no card in {ZONE_WORDS[zone]}.")


# --- Fog of War ---


def fog_colours(zone: str) -> Callable[[Place[State]], Iterator[Answer]]:
    """The two colours of Fog of War cards, with how many there are in a zone."""

    def colour_answers(place: Place[State]) -> Iterator[Answer]:
        cards = Counter(place.state.zones_of(place.event.side)[zone])
        for colour, card in FOG.items():
            yield Answer(colour, f"{SHORT[colour]} colour", colour[:2], f"{cards[card]} there")

    return colour_answers


def open_colours(place: Place[State]) -> Iterator[Answer]:
    """The two colours of Fog of War cards, without saying where there are any."""
    for colour in FOG:
        yield Answer(colour, f"{SHORT[colour]} colour", colour[:2])


def fixed_colour(state: State, side: str) -> str | None:
    """The colour that a house rule takes from the supply of a side; None where its owner chooses (DU-R26)."""
    rule = state.house["fog_colour"]
    if rule == "choose":
        return None
    supply, wanted = state.zones_of(side)["supply"], rule.removesuffix("-first")
    rest = next(colour for colour in FOG if colour != wanted)
    return wanted if supply.get(FOG[wanted]) or not supply.get(FOG[rest]) else rest


@dataclass(frozen=True, kw_only=True)
class FogGain(OfSide):
    colour: str | None = fact(
        Nullable(OneOf(tuple(FOG))),
        None,
        ask="Which colour of Fog of War card does {side} take from its supply?",
        among=fog_colours("supply"),
        known=lambda place: fixed_colour(place.state, place.event.side),
        rules=("DU-FOG-6", "DU-R26"),
    )


def gain_is_meant(state: State, event: FogGain) -> None:
    """The owner names a colour, where no house rule does (DU-R26). Errors: `Malformed`."""
    if event.colour is None and state.house["fog_colour"] == "choose":
        raise Malformed("colour is missing", hint="own or opponent")


@plays(
    "fog-gain",
    FogGain,
    rules=("DU-FOG-6", "DU-R26", "DU-VISION-2"),
    meant=gain_is_meant,
    rolls=False,
    story=stories.fog_story("from the supply to the discard pile"),
)
def fog_gain(state: State, event: FogGain, dice: Dice) -> Played:
    """A Fog of War card goes from the supply to the discard pile (DU-FOG-6)."""
    check_phase(state, "play")
    side = event.side
    fixed = fixed_colour(state, side)
    colour = event.colour or fixed or ""
    there = state.zones_of(side)["supply"]
    if fixed and colour != fixed and any(there.get(card) for card in FOG.values()):
        text = f"A house rule says that a card of {COLOURS[fixed]} leaves first."
        raise refuse("DU-FOG-6", "wrong-colour", text, "DU-R26")
    return _move_fog_card(state, side, colour, ("supply", "discard"), dice, "DU-FOG-6", "DU-R26")


@dataclass(frozen=True, kw_only=True)
class FogExile(OfSide):
    colour: str = fact(
        OneOf(tuple(FOG)),
        ask="Which colour of Fog of War card does {side} put from its hand into exile?",
        among=fog_colours("hand"),
        openly=open_colours,
        secret=True,
        rules=("DU-FOG-7",),
    )


@plays(
    "fog-exile",
    FogExile,
    rules=("DU-FOG-7", "DU-VISION-1", "DU-VISION-2", "DU-R60"),
    hides=is_told_at_once,
    rolls=False,
    story=stories.fog_story("from the hand into exile"),
)
def fog_exile(state: State, event: FogExile, dice: Dice) -> Played:
    """A Fog of War card goes from the hand into exile (DU-FOG-7)."""
    check_phase(state, "play")
    return _move_fog_card(state, event.side, event.colour, ("hand", "exile"), dice, "DU-FOG-7", "DU-R60")


def _move_fog_card(state: State, side: str, colour: str, way: tuple[str, str], dice: Dice, *rules: str) -> Played:
    """A Fog of War card goes its way, and the vision is what follows (DU-VISION-1, DU-VISION-2)."""
    start, end = way
    check_in(state, side, start, FOG[colour], rules[0], "no-such-card")
    before, state = state.vision_of_side(side), state.with_shifted_card(side, FOG[colour], start, end)
    words = f"a Fog of War card of {COLOURS[colour]} goes from {ZONE_WORDS[start]} to {ZONE_WORDS[end]}"
    dice.explain(f"{side_name(state, side)}: {words}", *rules)
    vision = told_vision(state, side, dice)
    dice.explain(f"vision {before} becomes {vision}", "DU-VISION-2")
    return state, {"colour": colour, "vision": vision}


def told_vision(state: State, side: str, dice: Dice) -> int:
    """The vision of a side now, explained (DU-VISION-1, DU-VISION-2)."""
    zones = state.zones_of(side)
    there = {zone: Counter(zones[zone]) for zone in ("supply", "exile")}
    counts = {f"{zone}_{word}": cards[card] for zone, cards in there.items() for word, card in FOG.items()}
    return dice.settle(VISION, Seen(house=state.house, **counts)).vision


# --- other ways of cards ---


def in_zone(zone: Callable[[Place[State]], str]) -> Callable[[Place[State]], Iterator[Answer]]:
    """The cards of a zone of the side that was named."""

    def card_answers(place: Place[State]) -> Iterator[Answer]:
        for card, n in place.state.zones_of(place.event.side)[zone(place)].items():
            yield Answer(card, card_name(place.state, place.event.side, card), card, f"{n} there")

    return card_answers


@dataclass(frozen=True, kw_only=True)
class Bolster(OfSide):
    card: str = fact(ID, ask="Which card from its supply?", among=in_zone(lambda place: "supply"), rules=("DU-TURN-8",))


@plays("bolster", Bolster, rules=("DU-TURN-8",), rolls=False, story=stories.bolster_story)
def bolster(state: State, event: Bolster, dice: Dice) -> Played:
    """A unit card goes from the supply to the discard pile (DU-TURN-8)."""
    check_phase(state, "play")
    side, card = event.side, event.card
    if card in FOG.values():
        raise refuse("DU-TURN-8", "fog-card", "A Fog of War card cannot be bolstered; use fog-gain.", "DU-FOG-6")
    check_in(state, side, "supply", card, "DU-TURN-8", "no-such-card")
    dice.explain(f"{side_name(state, side)}: {card} goes from the supply to the discard pile", "DU-TURN-8")
    return state.with_shifted_card(side, card, "supply", "discard"), {}


@dataclass(frozen=True, kw_only=True)
class Shift(OfSide):
    from_: str = fact(OneOf(ZONES), ask="From which zone?", rules=("DU-TURN-8",))
    card: str = fact(
        ID,
        ask="Which card?",
        among=in_zone(lambda place: str(place.event.from_)),
        secret=True,
        alone=lambda place: place.event.from_ in HIDDEN,
    )
    to: str = fact(OneOf(ZONES), ask="To which zone?")


def hidden_zone(state: State, event: Shift, result: ShapedMapping, side: str | None) -> bool:
    """Which card goes from one hidden zone to another is for its owner alone, until all is over."""
    return state.phase != "over" and side != event.side and event.from_ in HIDDEN and event.to in HIDDEN


@plays("shift", Shift, rules=("DU-TURN-8",), hides=hidden_zone, rolls=False, story=stories.shift_story)
def shift(state: State, event: Shift, dice: Dice) -> Played:
    """A card goes from one zone to another (DU-TURN-8)."""
    check_phase(state, "play")
    side, start = event.side, event.from_
    card = read_or_judge(lambda: event.card, lambda: _check_some(state, side, start, "DU-TURN-8", "no-such-card"))
    check_in(state, side, start, card, "DU-TURN-8", "no-such-card")
    dice.explain(
        f"{side_name(state, side)}: {card_name(state, side, card)} goes from {ZONE_WORDS[start]}"
        f" to {ZONE_WORDS[event.to]}",
        "DU-TURN-8",
    )
    return state.with_shifted_card(side, card, start, event.to), {}

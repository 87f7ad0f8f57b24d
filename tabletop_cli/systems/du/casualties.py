"""Casualties: which card is lost, and who leaves the map with it (DU-CAS-1, DU-CAS-2, DU-CAS-3)."""

from __future__ import annotations

from collections.abc import Mapping

from ...api import Dice, House, ListOf, MapOf, Record, Situation, Whole, YesNo, dataclass, fact
from .pieces import ID
from .texts import TITLES

CARDS = MapOf(Whole(), ID)
ORDER = ("deck", "discard", "play", "hand")  # where a card is looked for (DU-CAS-1, DU-R53)
PILES = {"deck": "the deck", "discard": "the discard pile", "play": "the played cards", "hand": "the hand"}
ASK = "ask"  # who is asked what becomes of a vehicle without cards of its own (DU-R50)

Zones = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, kw_only=True)
class CardZones:
    """Where the cards of a side are, as far as casualties take them."""

    deck: dict[str, int] = fact(CARDS, {}, ask="Which cards are in the deck?")
    discard: dict[str, int] = fact(CARDS, {}, ask="Which cards are in the discard pile?")
    play: dict[str, int] = fact(CARDS, {}, ask="Which cards are in play?")
    hand: dict[str, int] = fact(CARDS, {}, ask="Which cards are in the hand?")


@dataclass(frozen=True, kw_only=True)
class Casualty(Situation):
    """A unit suffers a casualty."""

    unit: str = fact(ID, ask="Which unit suffers a casualty?")
    zones: CardZones = fact(Record(CardZones), ask="Where are the cards of its side?")
    crew: tuple[str, ...] = fact(ListOf(ID), (), ask="Which units are aboard?", rules=("DU-CAS-3",))
    cardless: bool = fact(YesNo(), False, ask="Is it a vehicle without any cards of its own?", rules=("DU-R50",))


@dataclass(frozen=True)
class Lost:
    """A card that was lost, and from where: a zone, None where there was none, ``ask`` for a cardless vehicle."""

    unit: str
    from_: str | None


@dataclass(frozen=True)
class Losses:
    removed: tuple[Lost, ...]
    zones: Zones
    tokens_removed: tuple[str, ...]


def lose_card(unit: str, zones: Zones, house: House, dice: Dice) -> tuple[str | None, Zones, bool]:
    """Lose a card of a unit: from which zone, what is left, and whether its token leaves (DU-CAS-1, DU-CAS-2)."""
    found = next((zone for zone in ORDER if zones[zone].get(unit)), None)
    if found is None:
        dice.explain(
            f"no card of {unit} is left: its token leaves the map", "DU-CAS-2", "DU-CAS-1", "DU-R52", tell="now"
        )
        return None, zones, True
    left = {zone: dict(cards) for zone, cards in zones.items()}
    left[found][unit] -= 1
    played = ["DU-R53"] if found in ("play", "hand") else []
    dice.explain(f"{unit} loses a card from {PILES[found]}", "DU-CAS-1", *played)
    last = not any(left[zone].get(unit) for zone in ORDER)
    leaves = last and house["token_removed"] == "last-card-removed"
    if last:
        words = "leaves the map" if leaves else "stays on the map"
        dice.explain(f"that was the last card of {unit}; its token {words}", "DU-CAS-2", "DU-R52", tell="now")
    return found, left, leaves


def lose_cards(
    unit: str, crew: tuple[str, ...], cardless: bool, zones: Zones, house: House, dice: Dice
) -> tuple[tuple[Lost, ...], Zones, tuple[str, ...]]:
    """The casualty of a unit and of those aboard: cards lost, what is left, units whose token leaves (DU-CAS-3)."""
    removed: list[Lost] = []
    gone: dict[str, None] = {}
    if cardless:
        dice.explain(
            f"{unit} has no cards of its own: the players say what becomes of it", "DU-CAS-3", "DU-R50", tell="now"
        )
        removed.append(Lost(unit, ASK))
    elif crew:
        dice.explain(f"{unit} and everyone aboard lose a card: {', '.join(crew)}", "DU-CAS-3")
    for one in crew if cardless else (unit, *crew):
        found, zones, leaves = lose_card(one, zones, house, dice)
        removed.append(Lost(one, found))
        if leaves:
            gone[one] = None
    return tuple(removed), zones, tuple(gone)


def take_casualty(s: Casualty, dice: Dice) -> Losses:
    """Which cards does a casualty take? (DU-CAS-1, DU-CAS-2, DU-CAS-3, DU-R50, DU-R52, DU-R53)"""
    zones = {zone: getattr(s.zones, zone) for zone in ORDER}
    removed, left, gone = lose_cards(s.unit, s.crew, s.cardless, zones, s.house, dice)
    kept = {zone: {card: n for card, n in cards.items() if n} for zone, cards in left.items()}
    return Losses(removed, kept, gone)


CASUALTY = TITLES.make_resolver("casualty", Casualty, take_casualty, says_legal=False)

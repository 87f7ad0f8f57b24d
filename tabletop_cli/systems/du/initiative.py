"""Who goes first, and what a hand may bid (DU-TURN-4, DU-ODDS-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache

from ...api import Dice, Foremost, House, ListOf, Malformed, Record, Situation, Union, Whole, dataclass, fact
from .drawing import Dealt, check_work, merge_piles
from .pieces import SIDE, SIDES, opponent_of
from .texts import TITLES, rule_number

Pile = tuple[tuple[str, int], ...]  # how many cards there are of each initiative
LESS_THAN_ANY = -1  # the initiative of no card

# --- Both bid


@dataclass(frozen=True, kw_only=True)
class Bids:
    """The initiative of the cards that both sides bid."""

    a: int = fact(Whole(), ask="What is the initiative of the card that side a bids?")
    b: int = fact(Whole(), ask="What is the initiative of the card that side b bids?")


@dataclass(frozen=True, kw_only=True)
class Initiative(Situation):
    """Both sides reveal the cards that they bid."""

    holder: str = fact(SIDE, ask="Which side holds the initiative: a or b?")
    bids: Bids = fact(Record(Bids), ask="Which cards are bid?")


@dataclass(frozen=True)
class First:
    first: str
    holder: str
    tie: bool


def first_on_tie(holder: str, house: House) -> str:
    """Who goes first on a tie (DU-R51)."""
    return opponent_of(holder) if house["initiative_tie"] == "other" else holder


def judge_initiative(s: Initiative, dice: Dice) -> First:
    """Who goes first? (DU-TURN-4, DU-R51)"""
    tie = s.bids.a == s.bids.b
    first = first_on_tie(s.holder, s.house) if tie else max(SIDES, key=lambda side: getattr(s.bids, side))
    moves = "keeps the initiative" if first == s.holder else "takes the initiative"
    a, b = ("no card" if one < 0 else str(one) for one in (s.bids.a, s.bids.b))  # below 0: an empty hand
    words = f"{a} against {b}{', a tie' if tie else ''}: {first.upper()} {moves} and goes first"
    dice.explain(words, "DU-TURN-4", *(["DU-R51"] if tie else []), tell="reason")
    return First(first, first, tie)


# --- The best card of a hand


@dataclass(frozen=True, kw_only=True)
class InitiativeCards:
    """Cards with the same initiative."""

    initiative: int = fact(Whole(), ask="What is their initiative?")
    count: int = fact(Whole(), ask="How many are there?")


@dataclass(frozen=True, kw_only=True)
class Hand:
    """The cards from which a side is dealt its hand."""

    deck: tuple[InitiativeCards, ...] = fact(ListOf(Record(InitiativeCards)), ask="Which initiatives are in the deck?")
    discard: tuple[InitiativeCards, ...] = fact(
        ListOf(Record(InitiativeCards)), (), ask="Which are in the discard pile?", rules=("DU-TURN-2",)
    )

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a side without cards."""
        if not any(one.count for one in (*self.deck, *self.discard)):
            raise Malformed("a side without cards has no highest one", hint="give at least one card")

    @cached_property
    def piles(self) -> tuple[Pile, Pile]:
        """Deck and discard pile."""
        return initiative_pile(self.deck), initiative_pile(self.discard)


@dataclass(frozen=True, kw_only=True)
class Bid:
    """The card that a side is known to bid."""

    bid: int = fact(Whole(), ask="What is the initiative of the card that it bids?")


BIDDER: Union[Hand | Bid] = Union((Record(Bid), Record(Hand)))


def initiative_pile(cards: Iterable[InitiativeCards]) -> Pile:
    """Cards by their initiative, as texts."""
    return tuple(merge_piles(*({str(one.initiative): one.count} for one in cards if one.count)).items())


def highest_initiative(piles: tuple[Pile, Pile], hand: int, dice: Dice) -> int:
    """The highest initiative in a hand (DU-ODDS-1, DU-ODDS-4). Errors: `TooBig`."""
    sure, draw = _sure_and_draw(*piles, hand)
    found = dice.ask(draw) if draw else None
    return sure if found is None else int(found)


@lru_cache(maxsize=64)
def _sure_and_draw(deck: Pile, discard: Pile, hand: int) -> tuple[int, Foremost | None]:
    """The highest initiative that is certainly in a hand, less than any where none is, and the draw of its others."""
    dealt = Dealt.from_piles(dict(deck), dict(discard), hand)
    check_work(dealt.n)
    sure = max(map(int, dealt.certain), default=LESS_THAN_ANY)
    order = sorted((card for card in dealt.pool if int(card) > sure), key=int, reverse=True)
    return sure, Foremost(dealt.pool, dealt.n, order) if dealt.n else None


@dataclass(frozen=True, kw_only=True)
class InitiativeBest(Situation):
    """A side is dealt a hand."""

    side: Hand = fact(Record(Hand), ask="Which cards does the side have?")
    hand: int = fact(Whole(1), rule_number("hand"), ask="How many cards are drawn?")


def initiative_best(s: InitiativeBest, dice: Dice) -> str:
    """What is the highest initiative in the hand? (DU-ODDS-4, DU-ODDS-1)"""
    return str(highest_initiative(s.side.piles, s.hand, dice))


# --- Against each other


@dataclass(frozen=True, kw_only=True)
class InitiativeOdds(Situation):
    """Both sides bid their highest cards, or one's bid is known."""

    a: Hand | Bid = fact(BIDDER, ask="Which cards does side a have, or which card does it bid?")
    b: Hand | Bid = fact(BIDDER, ask="Which cards does side b have, or which card does it bid?")
    holder: str = fact(SIDE, ask="Which side holds the initiative: a or b?")
    hand: int = fact(Whole(1), rule_number("hand"), ask="How many cards does each draw?")


def best_bid(side: Hand | Bid, hand: int, dice: Dice) -> int:
    """The bid of a side: the one that is known, or its highest card."""
    return side.bid if isinstance(side, Bid) else highest_initiative(side.piles, hand, dice)


def compare_bids(side: Hand | Bid, hand: int, with_: int, dice: Dice) -> int:
    """Whether the bid of a side is higher (1), the same (0) or lower (-1); exact odds branch no further."""
    if isinstance(side, Bid):
        return _compare_numbers(side.bid, with_)

    def sign_pile(cards: Pile) -> Pile:
        signs = Counter[str]()
        for initiative, n in cards:
            signs[str(1 + _compare_numbers(int(initiative), with_))] += n
        return tuple(signs.items())

    deck, discard = side.piles
    return highest_initiative((sign_pile(deck), sign_pile(discard)), hand, dice) - 1


def _compare_numbers(one: int, two: int) -> int:
    return (one > two) - (one < two)


def initiative_odds(s: InitiativeOdds, dice: Dice) -> str:
    """Who goes first, and is it a tie? (DU-ODDS-4, DU-TURN-4, DU-R51)"""
    better = compare_bids(s.b, s.hand, best_bid(s.a, s.hand, dice), dice)
    return f"tie-{first_on_tie(s.holder, s.house)}" if not better else "b" if better > 0 else "a"


INITIATIVE = TITLES.make_resolver("initiative", Initiative, judge_initiative, says_legal=False)
INITIATIVE_BEST = TITLES.make_odds_only("initiative-best", InitiativeBest, initiative_best, rising=True)
INITIATIVE_ODDS = TITLES.make_odds_only("initiative-odds", InitiativeOdds, initiative_odds)

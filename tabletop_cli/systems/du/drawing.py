"""What a hand may bring: the exact odds of cards, drawn as they are dealt (DU-ODDS-1, DU-ODDS-3, DU-TURN-2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from ...api import Dice, Draw, ListOf, Malformed, Record, Situation, TooBig, Whole, YesNo, dataclass, fact
from .aircraft import aerial_damage
from .casualties import CARDS
from .pieces import ID
from .texts import TITLES, rule_number

MOST_WORK = 400_000  # branches of odds, each the heavier the more cards are drawn: some seconds

S = TypeVar("S", bound=Hashable)


# --- Dealing


@dataclass(frozen=True)
class Dealt:
    """A hand that is dealt: cards that are certainly in it, and `n` more of a `pool` (DU-ODDS-1, DU-TURN-2, DU-R54)."""

    certain: Counter[str]
    pool: Counter[str]
    n: int

    @classmethod
    def from_piles(cls, deck: Mapping[str, int], discard: Mapping[str, int], hand: int) -> Dealt:
        """From the deck; where it is short, all of it and the rest from the discard pile."""
        here = sum(deck.values())
        if hand < here:
            return cls(Counter(), Counter(deck), hand)
        more = hand - here
        if more < sum(discard.values()):
            return cls(Counter(deck), Counter(discard), more)
        return cls(merge_piles(deck, discard), Counter(), 0)

    @property
    def size(self) -> int:
        """How many cards the hand has."""
        return self.certain.total() + self.n

    def step_through_kinds(
        self, kinds: Sequence[str], step: Callable[[S, str, int], S], state: S, end: Callable[[S], bool], dice: Dice
    ) -> S:
        """How many cards of each of these kinds are in the hand: take `step` with every number, until the `end`.

        One kind is drawn after the other, each from what the kinds before have left, so that exact odds merge whatever
        is the same afterwards. Errors: `TooBig`.
        """
        check_work(self.n, len(kinds))

        def draw_kind(before: tuple[S, int, int], kind: str, dice: Dice) -> tuple[S, int, int]:
            inner, left, rest = before
            if end(inner):
                return inner, 0, 0
            there = self.pool[kind]
            drawn = _draw_count(there, rest, left, dice)
            return step(inner, kind, self.certain[kind] + drawn), left - drawn, rest - there

        return dice.repeat(draw_kind, (state, self.n, self.pool.total()), kinds)[0]


def _draw_count(there: int, rest: int, left: int, dice: Dice) -> int:
    """How many of the cards that are `there` come, when `left` are drawn of `rest` with them."""
    if not there or not left:
        return 0
    if there == rest:
        return left
    answer: tuple[tuple[str, int], ...] = dice.ask(_draw_request(there, rest - there, left))
    return sum(n for _, n in answer)


@lru_cache(maxsize=1024)
def _draw_request(these: int, others: int, n: int) -> Draw:
    return Draw({"these": these, "others": others}, n, only=["these"])


def check_work(n: int, kinds: int = 1) -> None:
    """Errors: `TooBig` for odds of so many kinds of cards in a hand of `n` that they would take too long."""
    branches = kinds * (n + 1) * (n + 2) // 2 if kinds > 1 else n + 1
    work = branches * (1 + n // 20)
    if work > MOST_WORK:
        times = -(-work // MOST_WORK)
        said = f"{times:,}" if times < 1_000_000 else "more than a million"
        text = f"exact odds of {n:,} cards to draw take about {said} times as long as is allowed"
        raise TooBig(text, hint="ask for a smaller hand or fewer kinds of cards", times=times)


def merge_piles(*piles: Mapping[str, int]) -> Counter[str]:
    """Piles of cards put together."""
    found: Counter[str] = Counter()
    for pile in piles:
        found.update(pile)
    return found


# --- Wanted cards


@dataclass(frozen=True, kw_only=True)
class DrawOdds(Situation):
    """A hand is dealt, and some cards are wanted in it."""

    deck: dict[str, int] = fact(CARDS, ask="Which cards are in the deck?")
    discard: dict[str, int] = fact(CARDS, {}, ask="Which cards are in the discard pile?", rules=("DU-TURN-2",))
    hand: int = fact(Whole(), rule_number("hand"), ask="How many cards are drawn?")
    need: dict[str, int] | None = fact(CARDS, None, ask="Which cards do you need, and how many of each?")
    count_of: tuple[str, ...] | None = fact(
        ListOf(ID), None, ask="Or which cards do you count?", when=lambda place: place.event.need is None
    )

    def __post_init__(self) -> None:
        """Errors: `Malformed` for both questions at once, and for none."""
        if (self.need is None) == (self.count_of is None):
            raise Malformed("situation: either need or count_of", hint="say which cards you want to know about")


def draw_odds(s: DrawOdds, dice: Dice) -> str:
    """How many of some cards are in the hand? ``yes`` or ``no`` for needed ones, else their number (DU-ODDS-1)."""
    if s.need is not None:
        needed = {card: n for card, n in s.need.items() if n}
        dealt = Dealt.from_piles(s.deck, s.discard, s.hand)
        enough = dealt.step_through_kinds(
            list(needed), lambda so_far, card, n: so_far and n >= needed[card], True, lambda so_far: not so_far, dice
        )
        return "yes" if enough else "no"
    counted = set(s.count_of or ())
    dealt = Dealt.from_piles(split_pile(s.deck, counted), split_pile(s.discard, counted), s.hand)
    return str(dealt.step_through_kinds(["counted"], lambda before, kind, n: before + n, 0, lambda before: False, dice))


def split_pile(pile: Mapping[str, int], counted: set[str]) -> dict[str, int]:
    """A pile of which one only knows which cards count."""
    here = sum(n for card, n in pile.items() if card in counted)
    return {"counted": here, "others": sum(pile.values()) - here}


# --- A kill within the turn


@dataclass(frozen=True, kw_only=True)
class AttackCards:
    """Cards with the same attack."""

    attack: int = fact(Whole(), ask="What is their attack?")
    count: int = fact(Whole(), ask="How many are there?")


@dataclass(frozen=True, kw_only=True)
class KillOdds(Situation):
    """A hand is dealt, and all its attacks go at one target."""

    deck: tuple[AttackCards, ...] = fact(ListOf(Record(AttackCards)), ask="Which attacks are in the deck?")
    discard: tuple[AttackCards, ...] = fact(ListOf(Record(AttackCards)), (), ask="Which are in the discard pile?")
    hand: int = fact(Whole(), rule_number("hand"), ask="How many cards are drawn?")
    reserve: int = fact(Whole(), 1, ask="How many cards with the lowest attacks are kept for the bid?")
    defense: int = fact(Whole(1), ask="What is the defense of the target?")
    marked: int = fact(Whole(), 0, ask="How much lethal damage does it have already?")
    suppress_marked: int = fact(Whole(), 0, ask="How much suppress damage does it have already?")
    crossfire: bool = fact(YesNo(), False, ask="Do the attackers have cross-fire, from the second on?")
    effective_distance: int | None = fact(
        Whole(), None, help="Of planes against a plane: its effective distance.", rules=("DU-AIR-2",)
    )


def kill_odds(s: KillOdds, dice: Dice) -> str:
    """Does a dealt hand bring the target down? (DU-ODDS-3, DU-DMG-2, DU-AIR-2, DU-XFIRE-1) Errors: `TooBig`."""
    needed = max(1, s.defense - s.marked - s.suppress_marked)
    deck, discard = pile_by_damage(s.deck, s, needed), pile_by_damage(s.discard, s, needed)
    dealt = Dealt.from_piles(deck, discard, s.hand)
    kinds = sorted((kind for kind in merge_piles(deck, discard) if kind != "0"), key=int, reverse=True)
    check_work(dealt.n, len(kinds) * min(needed, 1 + dealt.size))
    extra = rule_number("crossfire") if s.crossfire else 0

    def play_cards(before: tuple[int, int], kind: str, n: int) -> tuple[int, int]:
        damage, cards = before
        played = min(n, cards)
        if not played:
            return before
        later = played if damage else played - 1
        return min(needed, damage + played * int(kind) + extra * later), cards - played

    damage, _ = dealt.step_through_kinds(
        kinds,
        play_cards,
        (0, max(0, dealt.size - s.reserve)),
        lambda before: before[0] >= needed or not before[1],
        dice,
    )
    return "none" if damage < needed else "suppressed" if s.suppress_marked else "casualty"


def pile_by_damage(cards: Iterable[AttackCards], s: KillOdds, needed: int) -> dict[str, int]:
    """Cards by what each deals to the target; more than is needed is no better (DU-ODDS-3, DU-AIR-2)."""

    def damage_of(attack: int) -> int:
        if not attack or s.effective_distance is None:
            return attack
        return aerial_damage(attack, s.effective_distance)

    return merge_piles(*({str(min(needed, damage_of(one.attack))): one.count} for one in cards))


DRAW_ODDS = TITLES.make_odds_only("draw-odds", DrawOdds, draw_odds)
KILL_ODDS = TITLES.make_odds_only("kill-odds", KillOdds, kill_odds)

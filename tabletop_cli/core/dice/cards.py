"""Cards: `n` of a deck, drawn one after the other and not put back; asked for as dice are.

Every card has a name, and several may have the same. Machines and the log name the cards that were drawn in their
order, in the list where faces of dice stand; people type the names or their beginnings.

How the program draws, to be recomputed in any language: the deck is laid out sorted by name (by code points, as
Python sorts texts). The number of the card that is drawn, counted from 1, is a die with as many sides as cards are
left, from the same row of bytes as all dice of the event; the card is taken out, and the others close the gap. The
last card of a deck takes no die.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb, factorial
from types import MappingProxyType
from typing import Any

from ..data import JsonObject
from ..errors import BadDice, TooBig
from ..records import dataclass
from .requests import ByLot, Face, Group, OneToN

MOST_ANSWERS = 300_000  # of one draw, for exact odds

Deck = tuple[tuple[str, int], ...]  # how many there are of each card, sorted by name, none of them 0


def deck_of(cards: Mapping[str, int]) -> Deck:
    """The deck of so many cards of each name. Errors: ValueError for a negative number, or a name that is no text."""
    for card, n in cards.items():
        if not isinstance(card, str) or n < 0:
            raise ValueError(f"{n} cards of {card!r}")
    return tuple(sorted((card, n) for card, n in cards.items() if n))


def _deck_size(deck: Deck) -> int:
    return sum(n for _, n in deck)


@dataclass(frozen=True)
class Cards(Group):
    """`n` cards that are drawn together from a deck of `sides` cards.

    `held` are cards that whoever draws has in hand already, and may name by mistake; `note` tells what has to be known
    before the drawing.
    """

    deck: Deck = ()
    held: Deck = ()
    note: str = ""

    def __post_init__(self) -> None:
        if self.sides != _deck_size(self.deck) or not 0 <= self.n <= self.sides:
            raise ValueError(f"{self.n} of {self.sides} cards cannot be drawn from {dict(self.deck)}")

    @property
    def each(self) -> tuple[int, ...]:
        return tuple(range(self.sides, self.sides - self.n, -1))

    @property
    def words(self) -> str:
        return f"{self.n} of {self.sides} cards"

    def faces_for(self, ways: Sequence[int]) -> tuple[Face, ...]:
        left = dict(self.deck)
        return tuple(_take_card(left, way) for way in ways)

    def fill_faces(self, faces: Sequence[Face | None], draw: OneToN) -> tuple[Face, ...]:
        named = [face for face in faces if face is not None]
        left = dict(Counter(dict(self.deck)) - Counter(map(str, self.check_each(named, self.n))))
        return tuple(_take_card(left, _draw_number(left, draw)) if face is None else face for face in faces)

    def check_each(self, faces: Sequence[object], needed: int, first: int = 1) -> tuple[Face, ...]:
        have, seen, found = dict(self.deck), Counter[str](), []
        for position, face in enumerate(faces, first):
            if not isinstance(face, str) or face not in have:
                raise BadDice(f"card {position} is {face!r}, which is not in the deck", needed=needed)
            seen[face] += 1
            if seen[face] > have[face]:
                held = ", but for those in hand already" if face in dict(self.held) else ""
                few = f"there are only {have[face]} of it{held}"
                raise BadDice(f"card {position} is {face!r}, and {few}", needed=needed)
            found.append(face)
        return tuple(found)


def _draw_number(left: Mapping[str, int], draw: OneToN) -> int:
    """The number of the next card."""
    return draw(cards) if (cards := sum(left.values())) > 1 else 1


def _take_card(left: dict[str, int], way: int) -> str:
    """The card with a number, taken out of the deck; `left` is sorted by name."""
    for card, n in left.items():
        if way <= n:
            left[card] -= 1
            return card
        way -= n
    raise ValueError(f"there is no card {way} beyond the last")


@dataclass(frozen=True, init=False)
class Draw(ByLot):
    """`n` cards of a deck that holds so many of each name.

    The answer is how many of each card were drawn, as pairs sorted by name, without those of which there is none: for
    hands. With `only`, other cards are not told, and exact odds branch less. `ordered`: the answer is the names of the
    cards as they came. `held` and `note` are for whoever draws at the table, see `Cards`. Errors: ValueError for more
    cards than there are, and for `only` in an ordered draw.
    """

    deck: Deck
    n: int
    why: str
    ordered: bool
    only: tuple[str, ...] | None
    held: Deck
    note: str

    def __init__(
        self,
        counts: Mapping[str, int],
        n: int,
        why: str = "",
        *,
        ordered: bool = False,
        only: Sequence[str] | None = None,
        held: Mapping[str, int] = MappingProxyType({}),
        note: str = "",
    ) -> None:
        if ordered and only is not None:
            raise ValueError("an ordered draw tells all of its cards")
        told = None if only is None else tuple(sorted(set(only)))
        fields: JsonObject = {"deck": deck_of(counts), "n": n, "why": why, "ordered": ordered, "only": told}
        fields |= {"held": deck_of(held), "note": note}
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        _ = self.groups  # judged now, not when somebody draws

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Cards(self.why, self.n, _deck_size(self.deck), self.deck, self.held, self.note),)

    def read(self, faces: tuple[str, ...]) -> tuple[Any, ...]:
        if self.ordered:
            return faces
        drawn = Counter(card for card in faces if self.only is None or card in self.only)
        return tuple(sorted(drawn.items()))

    def weights(self) -> Mapping[tuple[Any, ...], int]:
        """Every answer with the number of orders in which cards can come that give it. Errors: `TooBig`."""
        if self.ordered:
            return _order_weights(self.deck, self.n)
        told = tuple(one for one in self.deck if self.only is None or one[0] in self.only)
        return _hand_weights(told, _deck_size(self.deck) - _deck_size(told), self.n)


@dataclass(frozen=True, init=False)
class Foremost(ByLot):
    """`n` cards of a deck, of which only the foremost counts, such as the highest.

    `order` names cards from the foremost on. The answer is the first of them that was drawn, None where none was. So
    exact odds have no more branches than cards are named, however large the hand. Errors: as `Draw`.
    """

    deck: Deck
    n: int
    order: tuple[str, ...]
    why: str

    def __init__(self, counts: Mapping[str, int], n: int, order: Sequence[str], why: str = "") -> None:
        fields: JsonObject = {"deck": deck_of(counts), "n": n, "order": tuple(dict.fromkeys(order)), "why": why}
        for name, value in fields.items():
            object.__setattr__(self, name, value)
        _ = self.groups  # judged now, not when somebody draws

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Cards(self.why, self.n, _deck_size(self.deck), self.deck),)

    def read(self, faces: tuple[str, ...]) -> str | None:
        return next((card for card in self.order if card in faces), None)

    def weights(self) -> Mapping[str | None, int]:
        """Every answer with the number of orders in which cards can come that give it."""
        have, left, orders = dict(self.deck), _deck_size(self.deck), factorial(self.n)
        found: dict[str | None, int] = {}
        for card in self.order:
            if hands := comb(left, self.n) - comb(left := left - have.get(card, 0), self.n):
                found[card] = hands * orders
        if hands := comb(left, self.n):
            found[None] = hands * orders
        return found


@lru_cache(maxsize=256)
def _hand_weights(told: Deck, rest: int, n: int) -> dict[tuple[tuple[str, int], ...], int]:
    """Hypergeometric weights of the cards that are told, times the orders of a hand; `rest` are all the others."""
    answers = [1] + [0] * n  # how many answers there are for each number of cards that are told
    for _, most in told:
        answers = [sum(answers[max(0, k - most) : k + 1]) for k in range(n + 1)]
    _check_few(sum(answers[max(0, n - rest) :]))
    orders = factorial(n)

    def spread_cards(at: int, left: int, behind: int) -> Iterator[tuple[tuple[tuple[str, int], ...], int]]:
        """The answers about the cards from `at` on, `left` still to be drawn of these and the `behind` after them."""
        if at == len(told):
            yield (), comb(rest, left)
            return
        card, most = told[at]
        for k in range(max(0, left - behind + most), min(most, left) + 1):
            here, drawn = comb(most, k), ((card, k),) if k else ()
            for others, weight in spread_cards(at + 1, left - k, behind - most):
                yield (*drawn, *others), here * weight

    return {answer: weight * orders for answer, weight in spread_cards(0, n, _deck_size(told) + rest)}


@lru_cache(maxsize=256)
def _order_weights(deck: Deck, n: int) -> dict[tuple[str, ...], int]:
    """Every order in which cards can come, with the number of ways in which equal cards give it."""
    rows: dict[tuple[str, ...], int] = {(): 1}
    for _ in range(n):
        longer: dict[tuple[str, ...], int] = {}
        for row, weight in rows.items():
            for card, have in deck:
                if left := have - row.count(card):
                    longer[*row, card] = weight * left
            _check_few(len(longer))
        rows = longer
    return rows


def _check_few(answers: int) -> None:
    if answers > MOST_ANSWERS:
        raise TooBig(
            f"exact odds of {answers:,} different draws; at most {MOST_ANSWERS:,} are allowed",
            hint="ask about fewer cards",
        )

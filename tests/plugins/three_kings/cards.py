"""Cards: what is drawn, and who takes a trick where the highest cards are equal (KINGS-1, KINGS-4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from tabletop_cli.api import Dice, Draw, Faces, MapOf, Odds, OneOf, Resolver, Situation, Whole, fact, refuse

from .decks import names, usual_deck

D20 = 20


@dataclass(frozen=True, kw_only=True)
class Hand(Situation):
    """Somebody draws from a deck."""

    deck: Mapping[str, int] = fact(MapOf(Whole(0, 20), OneOf(names())), usual_deck(), ask="Which cards has the deck?")
    n: int = fact(Whole(1, 20), ask="How many cards are drawn?")
    at_least_one: str = fact(OneOf(names()), names()[-1], ask="Which card is hoped for?")


@dataclass(frozen=True)
class Drawn:
    cards: tuple[str, ...]


def draw(s: Hand, dice: Dice) -> Drawn:
    """Draw from a deck, in no order (KINGS-1)."""
    if (there := sum(s.deck.values())) < s.n:
        raise refuse("KINGS-1", "too-many", f"{s.n} of {there} cards cannot be drawn.", cards=there)
    cards = tuple(card for card, n in dice.ask(Draw(s.deck, s.n, "cards")) for _ in range(n))
    dice.explain(f"drawn: {', '.join(cards)}", "KINGS-1", tell="now")
    return Drawn(cards)


@dataclass(frozen=True, kw_only=True)
class Tie(Situation):
    """Several players have bid cards of the same rank."""

    players: int = fact(Whole(2, 12), ask="How many players have equal cards?")


@dataclass(frozen=True)
class Won:
    winner: int  # by place, from 0


def tie(s: Tie, dice: Dice) -> Won:
    """Each rolls a d20; the highest wins, those who are equal roll again (KINGS-4)."""

    def roll(left: tuple[int, ...], dice: Dice) -> tuple[int, ...]:
        faces = dice.ask(Faces(len(left), D20, "equal cards"))
        dice.explain(f"{' '.join(map(str, faces))}: the highest is {max(faces)}", "KINGS-4")
        return tuple(one for one, face in zip(left, faces, strict=True) if face == max(faces))

    left = dice.repeat_until(roll, tuple(range(s.players)), lambda left: len(left) == 1)
    return Won(left[0])


RESOLVERS = (
    Resolver(
        id="draw",
        title="A hand",
        situation=Hand,
        rule=draw,
        rules=("KINGS-1",),
        odds=Odds(lambda s, drawn: f"{drawn.cards.count(s.at_least_one)} {s.at_least_one}", rising=True),
        example={"deck": {"king": 2, "queen": 2, "knave": 2}, "n": 3},
    ),
    Resolver(
        id="tie",
        title="Equal cards",
        situation=Tie,
        rule=tie,
        rules=("KINGS-4",),
        odds=Odds(lambda s, won: f"player {won.winner + 1}"),
        example={"players": 2},
        says_legal=False,
    ),
)
DRAW, TIE = RESOLVERS

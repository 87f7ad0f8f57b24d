"""Shooting: the wind, coins, heads, and whether they are enough (COIN-1, COIN-3)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tabletop_cli.api import Dice, Draw, Odds, Resolver, Situation, Whole, YesNo, count_text, fact


@cache
def wind_deck() -> dict[str, int]:
    """The whole deck of wind cards: how many of each."""
    return tomllib.loads((Path(__file__).parent / "catalogue" / "wind.toml").read_text(encoding="utf-8"))


def turn_wind(left: Mapping[str, int], dice: Dice) -> tuple[str, dict[str, int]]:
    """Turn one card of those that are left, or of the whole deck after the last: the card, what is left (COIN-3)."""
    deck = left if any(left.values()) else wind_deck()
    (card,) = dice.ask(Draw(deck, 1, "the wind", ordered=True))
    return card, {**deck, card: deck[card] - 1}


@dataclass(frozen=True, kw_only=True)
class Shot(Situation):
    """A duellist shoots."""

    coins: int = fact(Whole(1, 10), ask="How many coins does the duellist throw?")
    gust: bool = fact(YesNo(), False, ask="Is there a gust of wind?")


@dataclass(frozen=True)
class Flipped:
    heads: int
    hit: bool


def shoot(s: Shot, dice: Dice) -> Flipped:
    """Flip all coins: a coin is a die with two sides, and 2 is heads (COIN-1, COIN-3, COIN-R1)."""
    needed = s.house["heads_needed"]
    if s.gust:
        dice.explain(f"a gust takes one of {count_text(s.coins, 'coin')}", "COIN-3")
    heads = dice.count_hits(s.coins - s.gust, 2, "coins, 2 is heads", sides=2)
    hit = heads >= needed
    dice.explain(f"{count_text(heads, 'head')}, {needed} needed: {'a hit' if hit else 'a miss'}", "COIN-1", "COIN-R1")
    return Flipped(heads, hit)


SHOOT = Resolver(
    id="shoot",
    title="A shot",
    situation=Shot,
    rule=shoot,
    rules=("COIN-1", "COIN-3", "COIN-R1"),
    odds=Odds(lambda s, flipped: "hit" if flipped.hit else "miss"),
    example={"coins": 3},
)

"""Shooting: coins, heads, and whether they are enough (COIN-1)."""

from dataclasses import dataclass

from tabletop_cli.api import Dice, Odds, Resolver, Situation, Whole, fact


@dataclass(frozen=True, kw_only=True)
class Shot(Situation):
    """A duellist shoots."""

    coins: int = fact(Whole(1, 10), ask="How many coins has the duellist?")


@dataclass(frozen=True)
class Flipped:
    heads: int
    hit: bool


def shoot(s: Shot, dice: Dice) -> Flipped:
    """Flip all coins: a coin is a die with two sides, and 2 is heads (COIN-1, COIN-R1)."""
    needed = s.house["heads_needed"]
    heads = dice.hits(s.coins, 2, "coins, 2 is heads", sides=2)
    hit = heads >= needed
    dice.explain(f"{heads} heads, {needed} needed: {'a hit' if hit else 'a miss'}", "COIN-1", "COIN-R1")
    return Flipped(heads, hit)


SHOOT = Resolver(
    id="shoot",
    title="A shot",
    situation=Shot,
    rule=shoot,
    rules=("COIN-1", "COIN-R1"),
    odds=Odds(lambda s, flipped: "hit" if flipped.hit else "miss"),
    example={"coins": 3},
)

RESOLVERS = (SHOOT,)

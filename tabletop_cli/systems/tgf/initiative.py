"""Who goes first (TGF-TURN-1, TGF-TURN-2)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise, permutations
from math import factorial, lcm
from typing import NamedTuple

from ...api import Dice, Faces, ListOf, Odds, Record, Share, Situation, Whole, dataclass, fact, tie_text
from .d20 import SIDES, pick_by_lot
from .kinds import KebabId
from .texts import TITLES


@dataclass(frozen=True, kw_only=True)
class Player:
    """A player, and the highest LD of his living."""

    id: str = fact(KebabId(), ask="Which player?")
    ld: int = fact(Whole(None), ask="What is the highest LD in his army?", rules=("TGF-R20",))


@dataclass(frozen=True, kw_only=True)
class Initiative(Situation):
    """The players roll for initiative."""

    players: tuple[Player, ...] = fact(ListOf(Record(Player), 1, distinct=True), ask="Who rolls?")


@dataclass(frozen=True)
class Rolled:
    """The order of the players, best first, and who may choose who starts, if anybody."""

    order: tuple[str, ...]
    chooser: str | None


Groups = tuple[tuple[int, ...], ...]  # players by number, the best first; those who are equal together


def resolve_initiative(s: Initiative, dice: Dice) -> Rolled:
    """Each rolls and adds LD; those who are equal roll again (TGF-TURN-1, TGF-TURN-2, TGF-R20, TGF-R21, TGF-R22)."""
    names, everybody = [player.id for player in s.players], tuple(range(len(s.players)))

    def roll_equals(groups: Groups, dice: Dice) -> Groups:
        """All roll, then the best of those who are equal, until they are settled (TGF-DICE-2)."""
        groups = groups or (everybody,)
        equal = next((group for group in groups if len(group) > 1), everybody)
        dice.share_dice(*(Share(1, names[one]) for one in equal))
        faces = dice.ask(Faces(len(equal), SIDES, "initiative"))
        totals = {one: face + s.players[one].ld for one, face in zip(equal, faces, strict=True)}
        split = tuple(
            tuple(one for one in equal if totals[one] == total) for total in sorted({*totals.values()}, reverse=True)
        )
        told = ", ".join(f"{names[one]} {total}" for one, total in totals.items())
        tie = ["TGF-R20"] if len(split) < len(equal) else []
        dice.explain(f"with LD: {told}", "TGF-TURN-1", "TGF-R22", "TGF-DICE-2", *tie, tell="reason")
        for group in split:
            if len(group) > 1:
                dice.explain(tie_text({names[one]: totals[one] for one in group}), "TGF-R20", tell="now")
        at = groups.index(equal)
        return (*groups[:at], *split, *groups[at + 1 :])

    start: Groups = ()
    groups = dice.repeat_until(
        roll_equals, start, lambda groups: bool(groups) and all(len(group) == 1 for group in groups)
    )
    order = tuple(names[one] for (one,) in groups)
    chooses = len(order) == 2 or (len(order) > 2 and s.house["initiative-multi"] == "winner-chooses")
    text = f"{order[0]} chooses who starts" if chooses else f"in this order: {', '.join(order)}"
    dice.explain(text, "TGF-TURN-2", "TGF-R21")
    return Rolled(order, order[0] if chooses else None)


# --- Odds

ORDER = 4_000  # millionths of a second for each order: the odds of eight players would be too long to read


Order = tuple[str, ...]


def initiative_odds(s: Initiative, dice: Dice) -> Order:
    """The order of the players for odds, which name every order that there is (TGF-TURN-1, TGF-R20)."""
    dice.announce_work(ORDER * factorial(min(len(s.players), 20)))  # beyond that nobody reads how much it is
    nobody: Order = ()
    return pick_by_lot(lambda: _order_ways(s.players), nobody, dice)


def _order_ways(players: tuple[Player, ...]) -> dict[Order, int]:
    """In how many ways they come in each order, over the common denominator of all."""
    lds = sorted({player.ld for player in players})
    gaps = [0, *(min(above - below, SIDES) for below, above in pairwise(lds))]  # from one die on it does not matter
    level = dict(zip(lds, accumulate(gaps), strict=True))
    in_order = _make_order_chance()
    found = {
        tuple(player.id for player in order): in_order(tuple(level[player.ld] for player in order)).chance
        for order in permutations(players)
    }
    whole = lcm(*(chance.denominator for chance in found.values()))
    return {order: chance.numerator * (whole // chance.denominator) for order, chance in found.items()}


class InOrder(NamedTuple):
    """The chance that players come in just this order; `upto` has, by total, the faces of one roll that lead to it with
    no total above that one, times `scale`."""

    chance: Fraction
    scale: int
    upto: tuple[int, ...]


def _make_order_chance() -> Callable[[tuple[int, ...]], InOrder]:
    """What gives the chance that players of some LD, none below 0, come in just this order.

    The first of them have the best total, alone or as equals who roll again among themselves; the others follow below.
    """

    @cache
    def in_order(lds: tuple[int, ...]) -> InOrder:
        if not lds:
            return InOrder(Fraction(1), 1, (1,))
        parts = [(lds[:cut], in_order(lds[:cut]).chance, in_order(lds[cut:])) for cut in range(1, len(lds))]
        scale = lcm(*(chance.denominator * rest.scale for _, chance, rest in parts))
        ways = [0] * (max(lds) + SIDES + 1)
        for best, chance, rest in parts:
            share = chance.numerator * (scale // (chance.denominator * rest.scale))
            upto, highest = rest.upto, len(rest.upto) - 1
            for total in _shared_totals(best):
                ways[total] += share * upto[total - 1 if total <= highest else highest]
        unlike = SIDES ** len(lds) - len(_shared_totals(lds))
        chance = Fraction(sum(ways), scale * unlike) if parts else Fraction(1)
        both = lcm(scale, chance.denominator)
        ways = [one * (both // scale) for one in ways]
        for total in _shared_totals(lds):
            ways[total] += chance.numerator * (both // chance.denominator)
        return InOrder(chance, both, tuple(accumulate(ways)))

    return in_order


def _shared_totals(lds: tuple[int, ...]) -> range:
    """The totals that all of them can have."""
    return range(max(lds) + 1, min(lds) + SIDES + 1)


INITIATIVE = TITLES.make_resolver(
    "initiative",
    Initiative,
    resolve_initiative,
    odds=Odds(lambda s, order: "-then-".join(order), rule=initiative_odds),
    says_legal=False,
)

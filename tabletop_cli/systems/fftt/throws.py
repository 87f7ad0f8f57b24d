"""What is thrown: 2D6 against a number, a direction, a sum, and throws of which the highest counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import combinations, product

from ...api import ByLot, Dice, Faces, Group, Share, dataclass, enumerate_weights, hidden_field, tie_text

SIDES = 6


@dataclass(frozen=True)
class Aimed:
    """How 2D6 against a number came out. `double` and `over` say nothing where nobody has asked for them.

    `equal` are two equal dice, hit or not, for people alone.
    """

    hit: bool
    double: bool = False
    over: int = 0
    roll: int = hidden_field(0)
    equal: bool = hidden_field(False)


class TwoDice(ByLot):
    """2D6."""

    why: str

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, 2, SIDES),)


@dataclass(frozen=True)
class ToHit(TwoDice):
    """2D6, `need` or less. `doubles`: whether equal dice of a hit matter; `misses`: by how much it misses does."""

    need: int
    doubles: bool = False
    misses: bool = False
    why: str = "to hit"

    def read(self, faces: tuple[int, ...]) -> Aimed:
        roll, equal = sum(faces), faces[0] == faces[1]
        if roll <= self.need:
            return Aimed(True, self.doubles and equal, roll=roll, equal=equal)
        return Aimed(False, over=roll - self.need if self.misses else 0, roll=roll, equal=equal)

    @lru_cache(maxsize=256)  # noqa: B019 - equal requests share their weights
    def weights(self) -> Mapping[Aimed, int]:
        return enumerate_weights(self)


@dataclass(frozen=True)
class Pointed:
    """Where 2D6 on the players' template point: for them alone, so that all are equal."""

    total: int = hidden_field(0)


@dataclass(frozen=True)
class Direction(TwoDice):
    """2D6 on the template for directions (FFTT-R29)."""

    why: str = "direction"

    def read(self, faces: tuple[int, ...]) -> Pointed:
        return Pointed(sum(faces))

    def weights(self) -> Mapping[Pointed, int]:
        return {Pointed(): SIDES**2}


def two_dice(why: str, dice: Dice) -> int:
    """The sum of 2D6."""
    return sum(dice.ask(Faces(2, SIDES, why)))


# --- The highest of several


def sum_weights(n: int) -> Counter[int]:
    """In how many ways each sum of one or two dice falls."""
    return Counter(map(sum, product(range(1, SIDES + 1), repeat=n)))


@dataclass(frozen=True)
class Highest:
    """Who shares the highest total, by place, and everybody's total."""

    places: tuple[int, ...]
    totals: tuple[int, ...] = hidden_field(())


@dataclass(frozen=True)
class RollOff(ByLot):
    """So many throw one or two dice each."""

    players: int
    dice: int
    why: str = ""

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, self.players * self.dice, SIDES),)

    def read(self, faces: tuple[int, ...]) -> Highest:
        totals = tuple(sum(faces[at : at + self.dice]) for at in range(0, len(faces), self.dice))
        return Highest(tuple(place for place, total in enumerate(totals) if total == max(totals)), totals)

    def weights(self) -> Mapping[Highest, int]:
        ways, found = sum_weights(self.dice), dict[Highest, int]()
        lower = {total: sum(n for other, n in ways.items() if other < total) for total in ways}
        for size in range(1, self.players + 1):
            each = sum(n**size * lower[total] ** (self.players - size) for total, n in ways.items())
            if each:
                found |= {Highest(places): each for places in combinations(range(self.players), size)}
        return found


@dataclass(frozen=True)
class Contest:
    """Who is still in it, by number; after how many throws, and the totals of the last one of those who threw."""

    left: tuple[int, ...]
    throws: int = field(default=0, compare=False)
    totals: Mapping[int, int] = field(default_factory=dict, compare=False)


def roll_off(names: Sequence[str], each: int, why: str, dice: Dice) -> Contest:
    """All throw `each` dice; those who share the highest total throw again until one is left (FFTT-R9)."""

    def roll_again(before: Contest, dice: Dice) -> Contest:
        dice.share_dice(*(Share(each, names[player]) for player in before.left))
        highest = dice.ask(RollOff(len(before.left), each, why))
        left = tuple(before.left[place] for place in highest.places)
        after = Contest(left, before.throws + 1, dict(zip(before.left, highest.totals, strict=False)))
        if after.totals and len(left) > 1:
            tied = {names[player]: after.totals[player] for player in left}
            dice.explain(tie_text(tied), "FFTT-R9", tell="now")
        return after

    return dice.repeat_until(roll_again, Contest(tuple(range(len(names)))), lambda now: len(now.left) == 1)

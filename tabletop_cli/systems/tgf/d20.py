"""The die of this game: a d20 against a target number, at or under it (TGF-DICE-1, TGF-R4)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from itertools import accumulate
from typing import Generic, TypeVar

from ...api import ByLot, Dice, Group, House, Pool, Share, dataclass
from .profiles import rule_number

A = TypeVar("A", bound=Hashable)

SIDES = rule_number("sides")


def highest_face(target: int, house: House) -> int:
    """The highest face that succeeds, 0 where none does (TGF-DICE-1, TGF-R4)."""
    least, most = (1, SIDES - 1) if house["naturals"] == "auto" else (0, SIDES)
    return min(max(target, least), most)


def or_less(target: int, house: House) -> str:
    """A target number in words: ``8 or less``, ``0 or less: never``."""
    ends = {0: ": never", SIDES: ": always"}
    if house["naturals"] == "auto":
        ends = {1: ": only a 1", SIDES - 1: ": all but a 20"}
    return f"{target} or less{ends.get(highest_face(target, house), '')}"


def roll_rules(target: int, house: House) -> tuple[str, ...]:
    """The rules that decide a roll against a target number."""
    extreme = house["naturals"] == "auto" or not 0 < target < SIDES
    return ("TGF-DICE-1", "TGF-R4") if extreme else ("TGF-DICE-1",)


def roll_successes(n: int, target: int, why: str, house: House, dice: Dice, label: str = "") -> int:
    """How many of `n` dice succeed; they are rolled where that is certain, too (TGF-DICE-1, TGF-DICE-2).

    `label` is by what the event knows whose they are, where that is not `why`.
    """
    dice.share_dice(Share(n, label or why))
    dice.announce_work(100 * n * n)
    return dice.ask(Pool(n, (highest_face(target, house) + 1,), f"{why}, {or_less(target, house)}", SIDES))[0]


@dataclass(frozen=True)
class Lot(ByLot, Generic[A]):
    """What many rolls come to, as one die with a side for each way: for odds that are worked out beforehand."""

    ways: tuple[tuple[A, int], ...]
    why: str = "all of it"

    @classmethod
    def from_ways(cls, ways: Mapping[A, int]) -> Lot[A]:
        """Outcomes with integer weights; those that cannot be are left out."""
        return cls(tuple((found, 2 * count) for found, count in ways.items() if count))  # 2 sides where it is certain

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, 1, sum(count for _, count in self.ways)),)

    def read(self, faces: tuple[int, ...]) -> A:
        upto = accumulate(count for _, count in self.ways)
        return next(found for (found, _), last in zip(self.ways, upto, strict=True) if faces[0] <= last)

    def weights(self) -> dict[A, int]:
        return dict(self.ways)


def pick_by_lot(ways: Callable[[], Mapping[A, int]], otherwise: A, dice: Dice) -> A:
    """An outcome by its ways, which are worked out once, in however many branches odds go on; `otherwise` is any."""
    return dice.repeat(lambda _, lot, dice: dice.ask(lot), otherwise, (Lot.from_ways(ways()) for _ in range(1)))

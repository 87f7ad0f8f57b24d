"""The die of this game: a d20 against a target number, at or under it (TGF-DICE-1, TGF-R4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...api import ByLot, Dice, Group, House, Pool
from .profiles import number

SIDES = number("sides")


def highest(target: int, house: House) -> int:
    """The highest face that succeeds, 0 where none does (TGF-DICE-1, TGF-R4)."""
    if house["naturals"] == "auto":
        return min(max(target, 1), SIDES - 1)
    return min(max(target, 0), SIDES)


def or_less(target: int, house: House) -> str:
    """A target number in words: ``8 or less``, ``0 or less: never``."""
    found = highest(target, house)
    if found != target and house["naturals"] == "auto":
        return f"{target} or less: {'only a 1' if target < 1 else 'all but a 20'}"
    return f"{target} or less" + (": never" if found <= 0 else ": always" if found == SIDES else "")


def roll_rules(target: int, house: House) -> tuple[str, ...]:
    """The rules that decide a roll against a target number."""
    extreme = house["naturals"] == "auto" or not 0 < target < SIDES
    return ("TGF-DICE-1", "TGF-R4") if extreme else ("TGF-DICE-1",)


def successes(n: int, target: int, why: str, house: House, dice: Dice) -> int:
    """How many of `n` dice show the target number or less; dice are rolled where that is certain, too (TGF-DICE-2)."""
    return dice.ask(Pool(n, (highest(target, house) + 1,), why, SIDES))[0]


def passes(target: int, why: str, house: House, dice: Dice) -> bool:
    """Whether one die shows the target number or less (TGF-DICE-1)."""
    return successes(1, target, why, house, dice) == 1


@dataclass(frozen=True)
class Saves(ByLot):
    """The saves of several miniatures, rolled together; the answer is the places of those who are killed.

    `each` are, for every miniature, its dice and the highest face that saves.
    """

    each: tuple[tuple[int, int], ...]
    why: str = ""

    @property
    def groups(self) -> tuple[Group, ...]:
        return tuple(Group(f"{self.why} {at}", n, SIDES) for at, (n, _) in enumerate(self.each, 1))

    def _killed(self, faces: Sequence[int]) -> tuple[int, ...]:
        found, rest = [], list(faces)
        for at, (n, most) in enumerate(self.each):
            own, rest = rest[:n], rest[n:]
            if any(face > most for face in own):
                found.append(at)
        return tuple(found)

    def read(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        return self._killed(faces)

    def weights(self) -> dict[tuple[int, ...], int]:
        found: dict[tuple[int, ...], int] = {(): 1}
        for at, (lives, dies) in enumerate(self._ways()):
            found = {
                killed: ways * share
                for before, ways in found.items()
                for killed, share in ((before, lives), ((*before, at), dies))
                if share
            }
        return found

    def _ways(self) -> list[tuple[int, int]]:
        """In how many ways each lives, and dies."""
        return [(most**n, SIDES**n - most**n) for n, most in self.each]


@dataclass(frozen=True)
class Losses(Saves):
    """The same saves, of which only the number of killed matters: for odds."""

    def read(self, faces: tuple[int, ...]) -> int:  # type: ignore[override]
        return len(self._killed(faces))

    def weights(self) -> dict[int, int]:  # type: ignore[override]
        found = {0: 1}
        for lives, dies in self._ways():
            more = dict.fromkeys(range(len(found) + 1), 0)
            for killed, ways in found.items():
                more[killed] += ways * lives
                more[killed + 1] += ways * dies
            found = more
        return {killed: ways for killed, ways in found.items() if ways}

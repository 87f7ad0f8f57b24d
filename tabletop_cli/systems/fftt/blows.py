"""Dice of hand to hand: what two totals do to each other, a round of one against several, and rounds added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ...api import ByLot, Group, hidden
from .tables import blows

SIDES = 6
SLOT = 64  # bits: room for all ways in which 13 dice fall


def blow(winner: int, loser: int) -> int:
    """The wounds that the higher of two totals is worth (FFTT-CC-2, FFTT-R38, FFTT-R39)."""
    greatest, *_, least = blows()
    if loser <= 0:
        return greatest.wounds if winner > 0 else least.wounds
    return next(one.wounds for one in blows() if winner >= one.times * loser)


@dataclass(frozen=True)
class Striker:
    """A fighter as the dice see it in a round: what is added to its die, whether it is elite, and whether it wounds."""

    modifier: int
    elite: bool
    wounds: bool


def exchange(one: int, other: int, elite: bool, other_elite: bool) -> tuple[int, int]:
    """The wounds on `one` and on `other` by their totals; an elite figure wins what is equal (FFTT-CC-2, FFTT-R40)."""
    if one == other and elite != other_elite:
        one, other = one + elite, other + other_elite
    if one == other:
        return 0, 0
    return (0, blow(one, other)) if one > other else (blow(other, one), 0)


@dataclass(frozen=True)
class Clashed:
    """The wounds on the lone figure and of its blow, and for people the totals, the lone figure's last."""

    on_lone: int
    blow: int
    totals: tuple[int, ...] = hidden(())


@dataclass(frozen=True)
class Clash(ByLot):
    """One round: a die for each of the group in order, then one for the lone figure (FFTT-CC-4, FFTT-R41).

    `floor`: totals below 1 count as 1 (FFTT-R39). Wounds above `most`, on the lone figure and of its blow, do not
    matter to whoever asks.
    """

    lone: Striker
    group: tuple[Striker, ...]
    floor: bool
    most: tuple[int, int] | None = None
    why: str = "hand to hand"

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group("group", len(self.group), SIDES), Group("lone figure", 1, SIDES))

    def shown(self, striker: Striker, face: int) -> int:
        """The total of a fighter whose die shows a face."""
        return max(1, face + striker.modifier) if self.floor else face + striker.modifier

    def met(self, member: Striker, total: int, lone: int) -> tuple[int, int]:
        """What one of the group and the lone figure do to each other, as far as they can wound (FFTT-CC-3)."""
        on_member, on_lone = exchange(total, lone, member.elite, self.lone.elite)
        return on_lone if member.wounds else 0, on_member if self.lone.wounds else 0

    def read(self, faces: tuple[int, ...]) -> Clashed:
        lone = self.shown(self.lone, faces[-1])
        totals = tuple(self.shown(member, face) for member, face in zip(self.group, faces, strict=False))
        each = [self.met(member, total, lone) for member, total in zip(self.group, totals, strict=True)]
        return self._told(sum(on for on, _ in each), max(by for _, by in each), (*totals, lone))

    def _told(self, on_lone: int, own: int, totals: tuple[int, ...] = ()) -> Clashed:
        if self.most is None:
            return Clashed(on_lone, own, totals)
        return Clashed(min(on_lone, self.most[0]), min(own, self.most[1]), totals)

    def weights(self) -> Mapping[Clashed, int]:
        found: Counter[Clashed] = Counter()
        for on_lone, own, ways in _clashes(self.lone, tuple(sorted(self.group, key=repr)), self.floor):
            found[self._told(on_lone, own)] += ways
        return found


@lru_cache(maxsize=256)
def _clashes(lone: Striker, group: tuple[Striker, ...], floor: bool) -> tuple[tuple[int, int, int], ...]:
    """Wounds on the lone figure, wounds of its blow, and in how many ways they fall together."""
    clash, found = Clash(lone, group, floor), Counter[tuple[int, int]]()
    for face in range(1, SIDES + 1):
        own = clash.shown(lone, face)
        each = [
            (n, [clash.met(member, clash.shown(member, f), own) for f in range(1, SIDES + 1)])
            for member, n in Counter(group).items()
        ]
        lower = 0
        for most in range(blows()[0].wounds + 1):
            upto = 1  # a number whose slots are the ways to so many wounds, where no blow is above `most`
            for n, pairs in each:
                upto *= sum(1 << SLOT * on_lone for on_lone, by in pairs if by <= most) ** n
            for on_lone, ways in slots(upto - lower, SLOT // 8):
                found[on_lone, most] += ways
            lower = upto
    return tuple((on_lone, own, ways) for (on_lone, own), ways in found.items())


def slots(packed: int, size: int) -> Iterator[tuple[int, int]]:
    """The numbers that are not 0 in the slots of a great one, each `size` bytes wide, with their places."""
    data = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    for at in range(0, len(data), size):
        if ways := int.from_bytes(data[at : at + size], "little"):
            yield at // size, ways


@dataclass(frozen=True)
class Rounds(ByLot):
    """All rounds of a melee at once; the answer is the wounds on the lone figure, and the sum of its blows (FFTT-CC-9).

    Every round is packed into one great number, whose slots are the ways to each pair of wounds; so rounds are added
    up by multiplying numbers.
    """

    clashes: tuple[Clash, ...]
    why: str = "hand to hand"

    @property
    def groups(self) -> tuple[Group, ...]:
        return tuple(group for clash in self.clashes for group in clash.groups)

    def read(self, faces: tuple[int, ...]) -> tuple[int, int]:
        size = len(self.clashes[0].group) + 1
        each = [clash.read(faces[at * size : (at + 1) * size]) for at, clash in enumerate(self.clashes)]
        return sum(one.on_lone for one in each), sum(one.blow for one in each)

    @property
    def columns(self) -> int:
        """How many sums of blows there are at most."""
        return blows()[0].wounds * len(self.clashes) + 1

    @property
    def size(self) -> int:
        """The bytes of a slot."""
        return (self.total().bit_length() + 7) // 8

    @property
    def work(self) -> int:
        """What the odds cost, in millionths of a second: names, and bytes that are multiplied."""
        places = (blows()[0].wounds * sum(len(one.group) for one in self.clashes) + 1) * self.columns
        return places * (20 + len(self.clashes) * self.size // 100)

    def weights(self) -> Mapping[tuple[int, int], int]:
        columns, size, packed = self.columns, self.size, 1
        for clash in self.clashes:
            ways = clash.weights().items()
            packed *= sum(n << 8 * size * (one.on_lone * columns + one.blow) for one, n in ways)
        return {divmod(place, columns): ways for place, ways in slots(packed, size)}

"""Dice of hand to hand: what two totals do to each other, and a round of one against several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from ...api import ByLot, Group, dataclass, hidden_field
from .tables import blows

SIDES = 6


def blow_wounds(winner: int, loser: int) -> int:
    """The wounds that the higher of two totals is worth (FFTT-CC-2, FFTT-R38, FFTT-R39)."""
    *_, least = blows()
    if winner <= 0:
        return least.wounds
    return next(one.wounds for one in blows() if winner >= one.times * loser)


@dataclass(frozen=True)
class Striker:
    """A fighter as the dice see it in a round: what is added to its die, whether it is elite, and whether it wounds."""

    modifier: int
    elite: bool
    wounds: bool


def exchange_wounds(one: int, other: int, elite: bool, other_elite: bool) -> tuple[int, int]:
    """The wounds on `one` and on `other` by their totals; an elite figure wins what is equal (FFTT-CC-2, FFTT-R40)."""
    if one == other and elite != other_elite:
        one, other = one + elite, other + other_elite
    if one == other:
        return 0, 0
    return (0, blow_wounds(one, other)) if one > other else (blow_wounds(other, one), 0)


@dataclass(frozen=True)
class Clashed:
    """The wounds on the lone figure and of its blow; for people the totals, the lone figure's last.

    `winners` and `beaten` are the places of those of the group that wounded it, and that it might have wounded.
    """

    on_lone: int
    blow: int
    totals: tuple[int, ...] = hidden_field(())
    winners: tuple[int, ...] = hidden_field(())
    beaten: tuple[int, ...] = hidden_field(())


@dataclass(frozen=True)
class Clash(ByLot):
    """One round: a die for each of the group in order, then one for the lone figure (FFTT-CC-4, FFTT-R41).

    `floor`: totals below 1 count as 1 (FFTT-R39).
    """

    lone: Striker
    group: tuple[Striker, ...]
    floor: bool
    why: str = "hand to hand"

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group("group", len(self.group), SIDES), Group("lone figure", 1, SIDES))

    def striker_total(self, striker: Striker, face: int) -> int:
        """The total of a fighter whose die shows a face."""
        return max(1, face + striker.modifier) if self.floor else face + striker.modifier

    def pair_wounds(self, member: Striker, total: int, lone: int) -> tuple[int, int]:
        """What one of the group and the lone figure do to each other, as far as they can wound (FFTT-CC-3)."""
        on_member, on_lone = exchange_wounds(total, lone, member.elite, self.lone.elite)
        return on_lone if member.wounds else 0, on_member if self.lone.wounds else 0

    def read(self, faces: tuple[int, ...]) -> Clashed:
        lone = self.striker_total(self.lone, faces[-1])
        totals = tuple(self.striker_total(member, face) for member, face in zip(self.group, faces, strict=False))
        each = [self.pair_wounds(member, total, lone) for member, total in zip(self.group, totals, strict=True)]
        on_lone, blows = zip(*each, strict=True)
        winners, beaten = (tuple(at for at, hurt in enumerate(wounds) if hurt) for wounds in (on_lone, blows))
        return Clashed(sum(on_lone), max(blows), (*totals, lone), winners, beaten)

    def weights(self) -> Mapping[Clashed, int]:
        return _clash_weights(self)


@lru_cache(maxsize=256)
def _clash_weights(clash: Clash) -> Mapping[Clashed, int]:
    """For each face of the lone figure, one of the group after the other."""
    found = Counter[Clashed]()
    for own in range(1, SIDES + 1):
        lone, ways = clash.striker_total(clash.lone, own), {(0, 0): 1}
        for member in clash.group:
            met = Counter(
                clash.pair_wounds(member, clash.striker_total(member, face), lone) for face in range(1, SIDES + 1)
            )
            after = Counter[tuple[int, int]]()
            for (on_lone, best), n in ways.items():
                for (more, blow), times in met.items():
                    after[on_lone + more, max(best, blow)] += n * times
            ways = after
        for each, n in ways.items():
            found[Clashed(*each)] += n
    return found

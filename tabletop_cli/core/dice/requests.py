"""What a rule asks of the dice: small frozen records that know their answers and the weight of each.

A request answers with the coarsest thing that a rule needs, hits and not faces, so that exact odds branch little.
Cards are asked for in the same way, see `cards`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import comb, prod
from typing import Any, Protocol, TypeAlias, TypeVar

from ..errors import BadDice, TooBig
from ..records import dataclass

A = TypeVar("A", bound=Hashable)

MOST_DICE = 2_000  # in one roll: enough for any table, small enough for any machine


Face = int | str  # what a die shows, or the name of a card
OneToN = Callable[[int], int]  # a fair number from 1 to the one given, which is 2 or more


@dataclass(frozen=True)
class Group:
    """Dice of one kind that are read off the table together: `n` dice with `sides` sides. `cards.Cards` is one, too."""

    label: str
    n: int
    sides: int = 6

    def __post_init__(self) -> None:
        _check_sides(self.sides)

    @property
    def each(self) -> tuple[int, ...]:
        """In how many equally likely ways each of them can fall, one after the other."""
        return (self.sides,) * self.n

    @property
    def words(self) -> str:
        """What is rolled, for people: ``3d6``."""
        return f"{self.n}d{self.sides}"

    def faces_for(self, ways: Sequence[int]) -> tuple[Face, ...]:
        """What shows when each falls in one of its ways, numbered from 1: of a die, its face."""
        return tuple(ways)

    def fill_faces(self, faces: Sequence[Face | None], draw: OneToN) -> tuple[Face, ...]:
        """The same faces, with those drawn that are None."""
        return tuple(draw(self.sides) if face is None else face for face in faces)

    def check_each(self, faces: Sequence[object], needed: int, first: int = 1) -> tuple[Face, ...]:
        """The faces, each possible on its die. Errors: `BadDice` naming the die, counted from `first`."""
        found = []
        for position, face in enumerate(faces, first):
            if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= self.sides:
                raise BadDice(f"die {position} shows {face!r}: a d{self.sides} shows 1 to {self.sides}", needed=needed)
            found.append(face)
        return tuple(found)


def _check_sides(sides: int) -> None:
    if sides < 2:
        raise ValueError(f"there are no dice with {sides} sides")


class Request(Protocol[A]):
    """What a rule asks of the dice. Implementations are frozen and hashable, and begin with `ByLot`."""

    @property
    def why(self) -> str: ...

    @property
    def groups(self) -> tuple[Group, ...]:
        """The dice in rolling order."""
        ...

    def read(self, faces: tuple[Any, ...]) -> A:
        """The answer that these faces give. Equal answers must be equal to the rules."""
        ...

    def weights(self) -> Mapping[A, int]:
        """Every answer with the number of equally likely ways that lead to it; they sum to `total`."""
        ...

    def total(self) -> int:
        """In how many equally likely ways all of it can fall."""
        ...


AnyRequest: TypeAlias = Request[Any]  # whatever its answers are


def check_few_enough(request: AnyRequest) -> None:
    """No roll is larger than any handler would take. Errors: `TooBig`."""
    if (needed := sum(group.n for group in request.groups)) > MOST_DICE:
        raise TooBig(f"{needed:,} dice; at most {MOST_DICE:,} in one roll", hint="split them into several rolls")


class ByLot:
    """What all requests have in common."""

    __slots__ = ()

    @property
    def groups(self) -> tuple[Group, ...]:
        raise NotImplementedError

    def total(self) -> int:
        """In how many equally likely ways all of it can fall: for dice, the product of sides ** n."""
        return prod(ways for group in self.groups for ways in group.each)


def faces_at(groups: Sequence[Group], ways: Sequence[int]) -> tuple[Face, ...]:
    """What shows when everything in the groups falls in one of its ways, numbered from 1."""
    faces: tuple[Face, ...] = ()
    at = 0
    for group in groups:
        faces += group.faces_for(ways[at : at + group.n])
        at += group.n
    return faces


def check_faces(groups: Sequence[Group], faces: Sequence[object], needed: int) -> tuple[Face, ...]:
    """The faces, each possible where it lies. Errors: `BadDice` naming the die or card."""
    found: tuple[Face, ...] = ()
    for group in groups:
        found += group.check_each(faces[len(found) : len(found) + group.n], needed, len(found) + 1)
    return found


def enumerate_weights(request: Request[A]) -> Counter[A]:
    """The weights of a request by brute force over all ways to fall: the judge of every faster way."""
    ranges = [range(1, ways + 1) for ways in sides_of(request)]
    return Counter(request.read(faces_at(request.groups, fallen)) for fallen in product(*ranges))


@dataclass(frozen=True)
class Faces(ByLot):
    """`n` dice in order; the answer is their faces. For sums, opposed rolls and tables."""

    n: int
    sides: int = 6
    why: str = ""

    def __post_init__(self) -> None:
        _check_sides(self.sides)

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, self.n, self.sides),)

    def read(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        return faces

    def weights(self) -> Mapping[tuple[int, ...], int]:
        return dict.fromkeys(product(range(1, self.sides + 1), repeat=self.n), 1)


@dataclass(frozen=True, slots=True)  # a field of its own, where `ByLot` has a property
class Together(ByLot):
    """Several groups of dice rolled at once; the answer is their faces in order. For dice that people then place."""

    groups: tuple[Group, ...]
    why: str = ""

    def read(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        return faces

    def weights(self) -> Mapping[tuple[int, ...], int]:
        return enumerate_weights(self)


@dataclass(frozen=True)
class Pool(ByLot):
    """`n` dice sorted into bands by face; the answer is the count per band, lowest band first.

    `cuts` are the lowest faces of the higher bands: ``cuts=(5,)`` asks for (1-4, 5 and more).
    """

    n: int
    cuts: tuple[int, ...]
    why: str = ""
    sides: int = 6

    def __post_init__(self) -> None:
        _check_sides(self.sides)

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, self.n, self.sides),)

    def read(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        counts = [0] * (len(self.cuts) + 1)
        for face in faces:
            counts[sum(face >= cut for cut in self.cuts)] += 1
        return tuple(counts)

    def weights(self) -> Mapping[tuple[int, ...], int]:
        return _band_weights(self.n, self.cuts, self.sides)


@lru_cache(maxsize=1024)
def _band_weights(n: int, cuts: tuple[int, ...], sides: int) -> dict[tuple[int, ...], int]:
    """Multinomial weights of the counts per band."""
    edges = (1, *(min(max(cut, 1), sides + 1) for cut in cuts), sides + 1)  # 8 or more never shows on a d6
    widths = [high - low for low, high in pairwise(edges)]

    def spread_dice(left: int, bands: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(bands) == 1:
            yield (left,), bands[0] ** left
            return
        for k in range(left + 1):
            here = comb(left, k) * bands[0] ** k
            for rest, weight in spread_dice(left - k, bands[1:]):
                yield (k, *rest), here * weight

    return {counts: weight for counts, weight in spread_dice(n, widths) if weight}


def sides_of(request: AnyRequest) -> tuple[int, ...]:
    """In how many ways each die or card of a request can fall, in rolling order: of a die, its sides."""
    return tuple(ways for group in request.groups for ways in group.each)


def groups_of(request: AnyRequest) -> list[Group]:
    """The groups of a request that have dice."""
    return [group for group in request.groups if group.n]

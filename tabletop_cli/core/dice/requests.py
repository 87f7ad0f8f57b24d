"""What a rule asks of the dice: small frozen records that know their answers and the weight of each.

A request answers with the coarsest thing that a rule needs, hits and not faces, so that exact odds branch little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from math import comb, prod
from typing import Any, Protocol, TypeVar

A = TypeVar("A", bound=Hashable)

MOST_DICE = 2_000  # in one roll: enough for any table, small enough for any machine


@dataclass(frozen=True, slots=True)
class Group:
    """Dice of one kind that are read off the table together: `n` dice with `sides` sides."""

    label: str
    n: int
    sides: int = 6


class Request(Protocol[A]):
    """What a rule asks of the dice. Implementations are frozen and hashable."""

    @property
    def why(self) -> str: ...

    @property
    def groups(self) -> tuple[Group, ...]:
        """The dice in rolling order."""
        ...

    def read(self, faces: tuple[int, ...]) -> A:
        """The answer that these faces give. Equal answers must be equal to the rules."""
        ...

    def weights(self) -> Mapping[A, int]:
        """Every answer with the number of face combinations that give it; they sum to ``total(self)``."""
        ...


def total(request: Request[Any]) -> int:
    """How many face combinations a request has: the product of sides ** n."""
    return prod(group.sides**group.n for group in request.groups)


def enumerate_weights(request: Request[A]) -> Counter[A]:
    """The weights of a request by brute force over all faces: the judge of every faster way."""
    ranges = [range(1, group.sides + 1) for group in request.groups for _ in range(group.n)]
    return Counter(request.read(faces) for faces in product(*ranges))


@dataclass(frozen=True, slots=True)
class Faces:
    """`n` dice in order; the answer is their faces. For sums, opposed rolls and tables."""

    n: int
    sides: int = 6
    why: str = ""

    @property
    def groups(self) -> tuple[Group, ...]:
        return (Group(self.why, self.n, self.sides),)

    def read(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        return faces

    def weights(self) -> Mapping[tuple[int, ...], int]:
        return dict.fromkeys(product(range(1, self.sides + 1), repeat=self.n), 1)


@dataclass(frozen=True, slots=True)
class Together:
    """Several groups of dice rolled at once; the answer is their faces in order. For dice that people then place."""

    groups: tuple[Group, ...]
    why: str = ""

    def read(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        return faces

    def weights(self) -> Mapping[tuple[int, ...], int]:
        return enumerate_weights(self)


@dataclass(frozen=True, slots=True)
class Pool:
    """`n` dice sorted into bands by face; the answer is the count per band, lowest band first.

    `cuts` are the lowest faces of the higher bands: ``cuts=(5,)`` asks for (1-4, 5 and more).
    """

    n: int
    cuts: tuple[int, ...]
    why: str = ""
    sides: int = 6

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

    def spread(left: int, bands: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(bands) == 1:
            yield (left,), bands[0] ** left
            return
        for k in range(left + 1):
            here = comb(left, k) * bands[0] ** k
            for rest, weight in spread(left - k, bands[1:]):
                yield (k, *rest), here * weight

    return {counts: weight for counts, weight in spread(n, widths) if weight}


def sides_of(request: Request[Any]) -> tuple[int, ...]:
    """The sides of each die of a request, in rolling order."""
    return tuple(group.sides for group in request.groups for _ in range(group.n))


def groups_of(request: Request[Any]) -> list[Group]:
    """The groups of a request that have dice."""
    return [group for group in request.groups if group.n]

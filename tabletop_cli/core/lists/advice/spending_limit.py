"""How the work of suggesting is kept small: what is read once, what is remembered, who gets how much of a bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from fractions import Fraction
from itertools import islice
from typing import TypeVar

from ...data import Json
from ...records import dataclass
from ...system import System

T = TypeVar("T")


@dataclass
class Memory:
    """What is known of a list whatever its entries are: their marks and prices, by their text; how much was tried."""

    marks: dict[str, Counter[str]] = field(default_factory=dict)
    prices: dict[str, Fraction] = field(default_factory=dict)
    tries: int = 0


def with_remembered_tables(system: System) -> System:
    """The same system for many lists that share a home-made catalogue and the like: it is read once for all of them."""
    if (own := system.own_tables) is None:
        return system
    return replace(system, own_tables=replace(own, read=remember_last(own.read)))


def remember_last(read: Callable[[Json, str], T]) -> Callable[[Json, str], T]:
    """Reading that remembers the last thing that was read; only the very same object is known again."""
    known: list[tuple[Json, T]] = []

    def read_or_remember(value: Json, where: str) -> T:
        if not known or known[0][0] is not value:
            known[:] = [(value, read(value, where))]
        return known[0][1]

    return read_or_remember


def share_out(sources: Sequence[Iterator[T]], most: int, each: int) -> list[tuple[list[T], bool]]:
    """Of each source its first items, up to `most` of all and `each` of one; whether it has more.

    All get the same; what one does not need goes to the others.
    """
    found: list[list[T]] = [[] for _ in sources]
    hungry = list(range(len(sources)))
    while hungry and most > 0:
        share = max(1, most // len(hungry))
        for at in list(hungry):
            wanted = min(share, most, each - len(found[at]))
            some = list(islice(sources[at], wanted))
            found[at] += some
            most -= len(some)
            if len(some) < wanted or len(found[at]) == each:
                hungry.remove(at)
    return [(items, bool(list(islice(source, 1)))) for items, source in zip(found, sources, strict=True)]

"""Combinations of things that have a price, counted and listed without looking at each of them.

Prices are whole steps above 0. What a list is judged by beside its price is a short tuple of counts, each 0, 1 or 2 for
"several"; so combinations fall into few states (price, counts), and are added up state by state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cached_property

from ...errors import TooBig
from ...records import dataclass

Counts = tuple[int, ...]  # each 0, 1, or 2 for several
MOST_CELLS = 400_000  # states times rows that a table may have; about ten seconds


@dataclass(frozen=True)
class Part:
    """Something that can be taken: its price in steps, what it adds to the counts, in how many variants it comes."""

    price: int
    adds: Counts
    variants: int = 1


@dataclass(frozen=True)
class Choice:
    """One part that is taken any number of times (`many`), or several parts of which at most one is taken, once.

    `rest` is what counts where none is taken; of a row of `many` nothing does.
    """

    parts: tuple[Part, ...]
    rest: Counts
    many: bool = False


@dataclass(frozen=True)
class Taken:
    """So many of a part of a row."""

    row: int
    part: int
    copies: int


Combination = tuple[Taken, ...]
Level = dict[Counts, int]  # how many combinations of one price have these counts


def add_counts(one: Counts, other: Counts, copies: int = 1) -> Counts:
    """Counts added up; more than two are several, too."""
    return tuple(min(2, a + b * copies) for a, b in zip(one, other, strict=True))


@dataclass(frozen=True)
class Combinations:
    """All combinations of some rows up to a price (`most`, in steps) that begin with some counts."""

    rows: tuple[Choice, ...]
    start: Counts
    most: int

    def __post_init__(self) -> None:
        cells = (self.most + 1) * (len(self.rows) + 1) * int(3 ** len(self.start))
        if cells > MOST_CELLS:
            raise TooBig(
                f"{self.most:,} steps of points and {len(self.rows):,} choices are too many to count",
                hint="spend fewer points at once (--for POINTS), or choose from fewer units (--only UNIT)",
            )

    @cached_property
    def ways(self) -> list[Level]:
        """For each price, how many combinations have which counts; variants of a part are one."""
        return self._count_combinations(variants=False)

    @cached_property
    def variants(self) -> list[Level]:
        """The same, each choice of variants for itself."""
        return self._count_combinations(variants=True)

    def _count_combinations(self, *, variants: bool) -> list[Level]:
        levels: list[Level] = [{} for _ in range(self.most + 1)]
        levels[0][self.start] = 1
        for row in self.rows:
            if row.many:
                (part,) = row.parts
                for _ in range(part.variants if variants else 1):
                    _add_many(levels, part)
            else:
                levels = _add_one(levels, row, variants)
        return levels

    @cached_property
    def reached(self) -> frozenset[Counts]:
        """All counts that some combination may have on its way."""
        found, fresh = {self.start}, {self.start}
        adds = {part.adds for row in self.rows for part in row.parts} | {row.rest for row in self.rows}
        while fresh:
            fresh = {add_counts(one, more) for one in fresh for more in adds} - found
            found |= fresh
        return frozenset(found)

    def list_combinations(self, price: int, ends: frozenset[Counts]) -> Iterator[Combination]:
        """All combinations of exactly a price that end with some counts, one at a time.

        First those of the fewest things, then those with more of an earlier row, then with an earlier part.
        """
        return Listing(self, price, ends).list_all()

    def find_example(self, price: int, end: Counts) -> Combination:
        """One combination of a price that ends with some counts, which there must be."""
        return _combination_of(self._examples[price][end])

    @cached_property
    def _examples(self) -> list[dict[Counts, _Link | None]]:
        levels: list[dict[Counts, _Link | None]] = [{} for _ in range(self.most + 1)]
        levels[0][self.start] = None
        for at, row in enumerate(self.rows):
            levels = _examples_with_row(levels, at, row)
        return levels


@dataclass(frozen=True)
class _Link:
    """The last thing of a combination, and the others before it."""

    row: int
    part: int
    before: _Link | None


def _combination_of(link: _Link | None) -> Combination:
    found: dict[tuple[int, int], int] = {}
    while link is not None:
        found[link.row, link.part] = found.get((link.row, link.part), 0) + 1
        link = link.before
    return tuple(Taken(row, part, copies) for (row, part), copies in sorted(found.items()))


def _examples_with_row(
    before: list[dict[Counts, _Link | None]], at: int, row: Choice
) -> list[dict[Counts, _Link | None]]:
    """One combination for each price and counts, when a row has been added to those of the rows before."""
    levels = [{add_counts(one, row.rest): link for one, link in level.items()} for level in before]
    source = levels if row.many else before
    for which, part in enumerate(row.parts):
        for price in range(part.price, len(levels)):
            for one, link in source[price - part.price].items():
                levels[price].setdefault(add_counts(one, part.adds), _Link(at, which, link))
    return levels


def _add_many(levels: list[Level], part: Part) -> None:
    """Any number of a part: one more beside all that there is already one step of its price lower."""
    for price in range(part.price, len(levels)):
        level = levels[price]
        for one, count in levels[price - part.price].items():
            end = add_counts(one, part.adds)
            level[end] = level.get(end, 0) + count


def _add_one(levels: list[Level], row: Choice, variants: bool) -> list[Level]:
    """None or one of the parts of a row."""
    after: list[Level] = [{} for _ in levels]
    nothing = Part(0, row.rest)
    for part in (nothing, *row.parts):
        times = part.variants if variants else 1
        for price in range(part.price, len(levels)):
            for one, count in levels[price - part.price].items():
                end = add_counts(one, part.adds)
                after[price][end] = after[price].get(end, 0) + count * times
    return after


class Listing:
    """Combinations of exactly a price, found by going only where there is one at the end.

    For every row, price left and counts so far, the bits of a whole number say with how many further things one can
    end there.
    """

    def __init__(self, table: Combinations, price: int, ends: frozenset[Counts]) -> None:
        self._table = table
        self._price = price
        last = [dict.fromkeys(ends, 1) if left == 0 else {} for left in range(price + 1)]
        self._reach: list[list[Level]] = [last]
        for row in reversed(table.rows):
            self._reach.append(self._reach_before(row, self._reach[-1]))
        self._reach.reverse()

    def with_price(self, price: int) -> Listing:
        """The same for a lower price, at no cost."""
        other = copy(self)
        other._price = price
        return other

    @property
    def fewest(self) -> int | None:
        """The least number of things in a combination, None where there is no combination."""
        bits = self._reach_bits(0, self._price, self._table.start)
        return (bits & -bits).bit_length() - 1 if bits else None

    def list_all(self) -> Iterator[Combination]:
        bits = self._reach_bits(0, self._price, self._table.start)
        for things in range(bits.bit_length()):
            if bits >> things & 1:
                yield from self.list_of_size(things)

    def list_of_size(self, things: int) -> Iterator[Combination]:
        """Those of so many things."""
        return self._list_from(0, self._price, self._table.start, things)

    def _reach_bits(self, row: int, left: int, counts: Counts) -> int:
        return self._reach[row][left].get(counts, 0)

    def _reach_before(self, row: Choice, after: list[Level]) -> list[Level]:
        """What can be reached from before a row, given what can be from behind it."""
        found: list[Level] = []
        for left, level in enumerate(after):
            found.append({})
            for one in self._table.reached:
                bits = level.get(add_counts(one, row.rest), 0)
                for part in row.parts:
                    if part.price <= left:
                        next_level = found if row.many else after
                        bits |= next_level[left - part.price].get(add_counts(one, part.adds), 0) << 1
                if bits:
                    found[left][one] = bits
        return found

    def _list_from(self, at: int, left: int, counts: Counts, things: int) -> Iterator[Combination]:
        """Combinations of the rows from one on; only rows of which something is taken go deeper."""
        rows: Sequence[Choice] = self._table.rows
        while at < len(rows) and self._reach_bits(at, left, counts) >> things & 1:
            for part, copies in _affordable_parts(rows[at], left, things):
                chosen = rows[at].parts[part]
                rest, then = left - copies * chosen.price, add_counts(counts, chosen.adds, copies)
                if self._reach_bits(at + 1, rest, then) >> (things - copies) & 1:
                    for more in self._list_from(at + 1, rest, then, things - copies):
                        yield (Taken(at, part, copies), *more)
            at, counts = at + 1, add_counts(counts, rows[at].rest)
        if at == len(rows) and self._reach_bits(at, left, counts) >> things & 1:
            yield ()


def _affordable_parts(row: Choice, left: int, things: int) -> Iterator[tuple[int, int]]:
    """The parts of a row that may be taken, each with how many."""
    if row.many:
        (part,) = row.parts
        most = min(things, left // part.price)
        yield from ((0, copies) for copies in range(most, 0, -1))
    elif things:
        yield from ((which, 1) for which, one in enumerate(row.parts) if one.price <= left)

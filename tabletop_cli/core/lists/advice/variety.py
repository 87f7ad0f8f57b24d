"""The combination with the most different things: for those who would rather have one of each than five of one."""

from __future__ import annotations

from ...records import dataclass
from .combine import Choice, Combination, Combinations, Counts, Part, Taken, add_counts

MOST_COPIES = 3  # of one thing: more of it are not varied


@dataclass(frozen=True)
class _Step:
    """What was taken last, and what before it; how many different things, and how many in all."""

    kinds: int = 0
    things: int = 0
    taken: Taken | None = None
    before: _Step | None = None

    def with_part(self, row: int, part: int, copies: int, new: bool) -> _Step:
        return _Step(self.kinds + new, self.things + copies, Taken(row, part, copies), self)

    def beats(self, other: _Step | None) -> bool:
        """Whether it is more varied, with fewer things where both are as varied."""
        return other is None or (self.kinds, -self.things) > (other.kinds, -other.things)


Levels = list[dict[Counts, _Step]]


def most_varied(table: Combinations, price: int, ends: frozenset[Counts]) -> Combination | None:
    """Of the combinations of exactly a price that end with some counts, one with the most different new things.

    None where there is none with at most `MOST_COPIES` of each.
    """
    levels: Levels = [{} for _ in range(price + 1)]
    levels[0][table.start] = _Step()
    for at, row in enumerate(table.rows):
        levels = _levels_after(levels, at, row)
    best: _Step | None = None
    for counts, step in levels[price].items():
        if counts in ends and step.beats(best):
            best = step
    return None if best is None else _combination_of(best)


def _levels_after(before: Levels, at: int, row: Choice) -> Levels:
    """The most varied for each price and counts, when a row has been added to those of the rows before."""
    after: Levels = [{} for _ in before]
    for price, level in enumerate(before):
        for counts, step in level.items():
            _keep_better(after, price, add_counts(counts, row.rest), step)
            for which, part in enumerate(row.parts):
                for copies in range(1, (MOST_COPIES if row.many else 1) + 1):
                    _take_part(after, price, counts, step.with_part(at, which, copies, row.many), part)
    return after


def _take_part(after: Levels, price: int, counts: Counts, step: _Step, part: Part) -> None:
    assert step.taken is not None
    copies = step.taken.copies
    if price + copies * part.price < len(after):
        _keep_better(after, price + copies * part.price, add_counts(counts, part.adds, copies), step)


def _keep_better(levels: Levels, price: int, counts: Counts, step: _Step) -> None:
    if step.beats(levels[price].get(counts)):
        levels[price][counts] = step


def _combination_of(step: _Step | None) -> Combination:
    found: list[Taken] = []
    while step is not None and step.taken is not None:
        found.append(step.taken)
        step = step.before
    return tuple(sorted(found, key=lambda one: (one.row, one.part)))

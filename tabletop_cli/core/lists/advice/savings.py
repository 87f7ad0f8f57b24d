"""For a list that costs too much, or by agreement too little: the fewest steps that bring its points right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import ceil, gcd, lcm
from typing import Any

from ...errors import TabletopError, TooBig
from ..change import Insert
from .combine import Choice, Combination, Combinations, Listing, Part
from .purchases import Goods, copies_of
from .remedies import RemedyStep, fewer_copies, merged, settings_steps, smaller
from .spending import Spending

MOST_LISTED = 400  # sets of steps that are offered
MOST_LARGE = 60  # sets of steps that are offered where there are too many sums to look at
MOST_SUMS = 400_000  # sums of points times steps
MOST_TRIALS = 500  # configurations that are tried when a list is filled up
MOST_FEWER = 60  # numbers of copies that are tried
SAME = 3  # steps of an entry that save the same and are tried

Priced = tuple[RemedyStep, Fraction]


def savings(goods: Goods, over: Fraction) -> Iterator[list[RemedyStep]]:
    """Steps that save at least some points, at most one an entry: first the fewest steps, of these the least points."""
    priced = {at: found for at in range(len(goods.entries)) if (found := _of_entry(goods, at, over))}
    rows = list(priced.values())
    saved = [points for row in rows for _, points in row]
    if not rows or sum(max(points for _, points in row) for row in rows) < over:
        return
    whole = lcm(over.denominator, *(one.denominator for one in saved))
    step = Fraction(gcd(*(int(one * whole) for one in saved)), whole)
    least, most = ceil(over / step), ceil((over + max(saved)) / step)
    parts = [Choice(tuple(Part(int(points / step), ()) for _, points in row), ()) for row in rows]
    if any(copies_of(goods.entries[at]) > MOST_FEWER for at in priced):
        yield from islice(_large(goods, priced, over), MOST_LARGE)
    if (most + 1) * len(saved) > MOST_SUMS:
        return
    try:
        table = Combinations(tuple(parts), (), most)
    except TooBig:
        return
    for combination in islice(_fewest(table, least, most), MOST_LISTED):
        yield merged([rows[one.row][one.part][0] for one in combination])


def _large(goods: Goods, priced: Mapping[int, list[Priced]], over: Fraction) -> Iterator[list[RemedyStep]]:
    """The fewest steps where there are too many copies to try each number of them: all that an entry can save, and of
    one entry of the set as little as must be."""
    full = {at: max(row, key=lambda one: one[1]) for at, row in priced.items()}
    largest = sorted((points for _, points in full.values()), reverse=True)
    size = next((size for size in range(1, len(full) + 1) if sum(largest[:size]) >= over), 0)
    for chosen in islice(combinations(full, size), MOST_LISTED) if size else ():
        for last in chosen:
            others = [full[at] for at in chosen if at != last]
            if (least := _least(goods, last, priced[last], over - sum(points for _, points in others))) is not None:
                yield merged([*(step for step, _ in others), least])


def _least(goods: Goods, at: int, row: Sequence[Priced], needed: Fraction) -> RemedyStep | None:
    """The step of an entry that saves enough, and as little more as can be; None where none saves enough."""
    copies, total = copies_of(goods.entries[at]), max(points for _, points in row)
    fewer = ceil(needed * copies / total)
    some = [(fewer_copies(goods, at, fewer), fewer * total / copies)] if 0 < fewer < copies else []
    enough = [one for one in (*some, *row) if one[1] >= needed]
    return min(enough, key=lambda one: one[1])[0] if enough else None


def _fewest(table: Combinations, least: int, most: int) -> Iterator[Combination]:
    """Combinations of the fewest parts that reach a sum, then of one part more, each time the smallest sums first."""
    whole = Listing(table, most, frozenset({()}))
    listings = [whole.at(price) for price in range(least, most + 1)]
    fewest = min((one.fewest for one in listings if one.fewest is not None), default=None)
    if fewest is not None:
        for things in (fewest, fewest + 1):
            for listing in listings:
                yield from listing.of(things)


def _of_entry(goods: Goods, at: int, over: Fraction) -> list[Priced]:
    """What may be saved at an entry: fewer copies, none, cheaper choices."""
    entry = goods.entries[at]
    if not isinstance(entry, Mapping):
        return []
    copies, found = copies_of(entry), list[Priced]()
    gone = list(smaller(goods, at, 0))[-1]
    each = _saved(goods, gone) / copies if copies else Fraction(0)
    if each > 0:
        needed = min(copies - 1, ceil(over / each))
        fewer = range(1, needed + 1) if needed <= MOST_FEWER else (*range(1, MOST_FEWER), needed)
        found += [(fewer_copies(goods, at, some), each * some) for some in fewer]
        found.append((gone, each * copies))
    cheaper = [(step, _saved(goods, step)) for step in settings_steps(goods, at, ())]
    for points in sorted({points for _, points in cheaper if points > 0}):
        found += [(step, points) for step, saves in cheaper if saves == points][:SAME]
    return found


def _saved(goods: Goods, step: RemedyStep) -> Fraction:
    """Points that a step saves by itself; 0 where it does more harm."""
    tried = goods.try_out(*step.changes)
    return Fraction(0) if tried.report is None else max(Fraction(0), -tried.cost)


def short(goods: Goods, left: Fraction, budget: Any) -> Iterator[list[RemedyStep]]:
    """For a list that must cost more: the best ways to spend what is left, each thing bought a step."""
    try:
        spending = Spending(goods, left, budget=budget, trials=MOST_TRIALS)
        ways = list(islice(spending.listed(), SAME))
    except TabletopError:
        return
    for way in ways:
        changes = spending.changes(way)
        yield [RemedyStep(changes, (f"add {way.words}",), adds=_new_entries(goods, changes), far=7)]


def _new_entries(goods: Goods, changes: tuple[Any, ...]) -> int:
    return sum(isinstance(change, Insert) for change in changes)

"""For a list that costs too much, or by agreement too little: the fewest steps that bring its points right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice
from math import ceil, gcd, lcm

from ...data import Json
from ...errors import TabletopError
from ...records import dataclass
from .combine import MOST_CELLS, Choice, Combination, Combinations, Listing, Part
from .goods import Goods, copies_of
from .remedies import ADDED, RemedyStep, fewer_copies, merge_steps, reduction_steps, settings_steps
from .spending import Spending

MOST_LISTED = 400  # sets of steps that are offered
MOST_NESTED = 120  # the same where entries have lists inside: there are many more ways to one sum
MOST_LARGE = 60  # sets of steps that are offered where there are too many sums to look at
MOST_TRIALS = 500  # configurations that are tried when a list is filled up
MOST_FEWER = 60  # numbers of copies that are tried
SAME = 3  # steps of an entry that save the same and are tried

MOST_LEVELS = 4  # numbers of steps that are looked at, from the fewest on
MOST_SETS = 20_000  # sets of so many steps that are looked at

Priced = tuple[RemedyStep, Fraction]


@dataclass(frozen=True)
class Row:
    """What may be saved at an entry: steps with their points."""

    goods: Goods
    at: int
    steps: list[Priced]

    @property
    def copies(self) -> int:
        return copies_of(self.goods.entries[self.at])


def saving_steps(goods: Goods, over: Fraction) -> Iterator[list[RemedyStep]]:
    """Steps that save at least some points, at most one an entry: first the fewest steps, of these the least points."""
    every = [Row(one, at, _savings_of_entry(one, at, over)) for one, at in goods.everywhere]
    priced = [row for row in every if row.steps]
    rows = [row.steps for row in priced]
    saved = [points for row in rows for _, points in row]
    if sum(max(points for _, points in row) for row in rows) < over:
        return
    whole = lcm(over.denominator, *(one.denominator for one in saved))
    step = Fraction(gcd(*(int(one * whole) for one in saved)), whole)
    least, most = ceil(over / step), ceil((over + max(saved)) / step)
    parts = [Choice(tuple(Part(int(points / step), ()) for _, points in row), ()) for row in rows]
    if any(row.copies > MOST_FEWER for row in priced):
        yield from islice(_sets_from_largest(priced, over), MOST_LARGE)
    if (most + 1) * (len(saved) + 1) > MOST_CELLS:  # more than a table may have at most
        return
    nested = any(row.goods.table for row in priced)
    sets = _sets_of_fewest(Combinations(tuple(parts), (), most), rows, least, most)
    yield from islice(sets, MOST_NESTED if nested else MOST_LISTED)


def _sets_from_largest(priced: Sequence[Row], over: Fraction) -> Iterator[list[RemedyStep]]:
    """The fewest steps where there are too many copies to try each number of them: all that an entry can save, and of
    one entry of the set as little as must be."""
    full = [max(row.steps, key=lambda one: one[1]) for row in priced]
    largest = sorted((points for _, points in full), reverse=True)
    size = next(size for size in range(len(full) + 1) if sum(largest[:size]) >= over)
    for chosen in islice(combinations(range(len(full)), size), MOST_LISTED):
        for last in chosen:
            others = [full[at] for at in chosen if at != last]
            least = _least_step(priced[last], over - sum(points for _, points in others))
            if least is not None and _can_combine(steps := [*(step for step, _ in others), least]):
                yield merge_steps(steps)


def _least_step(row: Row, needed: Fraction) -> RemedyStep | None:
    """The step of an entry that saves enough, and as little more as can be; None where none saves enough."""
    copies, total = row.copies, max(points for _, points in row.steps)
    fewer = ceil(needed * copies / total)
    some = [(fewer_copies(row.goods, row.at, fewer), fewer * total / copies)] if fewer < copies else []
    enough = [one for one in (*some, *row.steps) if one[1] >= needed]
    return min(enough, key=lambda one: one[1])[0] if enough else None


def _sets_of_fewest(
    table: Combinations, rows: Sequence[Sequence[Priced]], least: int, most: int
) -> Iterator[list[RemedyStep]]:
    """Sets of the fewest steps that reach a sum, then of one step more, each time the smallest sums first."""
    whole = Listing(table, most, frozenset({()}))
    listings = [whole.with_price(price) for price in range(least, most + 1)]
    fewest = min((one.fewest for one in listings if one.fewest is not None), default=None)
    levels = 0  # numbers of steps with which there is a set
    for things in () if fewest is None else range(fewest, fewest + MOST_LEVELS):
        sets = (_chosen_steps(rows, one) for listing in listings for one in listing.list_of_size(things))
        agreeing = (merge_steps(steps) for steps in islice(sets, MOST_SETS) if _can_combine(steps))
        first = next(agreeing, None)
        if first is not None:
            yield from chain([first], agreeing)
            levels += 1
        if levels == 2:
            return


def _chosen_steps(rows: Sequence[Sequence[Priced]], combination: Combination) -> list[RemedyStep]:
    return [rows[one.row][one.part][0] for one in combination]


def _can_combine(steps: Sequence[RemedyStep]) -> bool:
    """Whether no step is about something inside of what another one takes away."""
    gone = [one.entry for one in steps if one.removes and one.entry is not None]
    places = [one.entry for one in steps if one.entry is not None]
    return not any(len(place) > len(away) and place[: len(away)] == away for place in places for away in gone)


def _savings_of_entry(goods: Goods, at: int, over: Fraction) -> list[Priced]:
    """What may be saved at an entry: fewer copies, none, cheaper choices."""
    entry = goods.entries[at]
    if not isinstance(entry, Mapping):
        return []
    copies, found = copies_of(entry), list[Priced]()
    (gone,) = reduction_steps(goods, at, 0)
    each = _points_saved(goods, gone) / copies if copies else Fraction(0)
    if each > 0:
        needed = min(copies - 1, ceil(over / each))
        fewer = range(1, needed + 1) if needed <= MOST_FEWER else (*range(1, MOST_FEWER), needed)
        found += [(fewer_copies(goods, at, some), each * some) for some in fewer]
        found.append((gone, each * copies))
    cheaper = [(step, _points_saved(goods, step)) for step in settings_steps(goods, at, ())]
    for points in sorted({points for _, points in cheaper if points > 0}):
        found += [(step, points) for step, saves in cheaper if saves == points][:SAME]
    return found


def _points_saved(goods: Goods, step: RemedyStep) -> Fraction:
    """Points that a step saves by itself; 0 where it does more harm."""
    tried = goods.try_out(*step.changes)
    return Fraction(0) if tried.report is None else max(Fraction(0), -tried.cost)


def spending_steps(goods: Goods, left: Fraction, budget: Json) -> Iterator[list[RemedyStep]]:
    """For a list that must cost more: the best ways to spend what is left, each thing bought a step."""
    try:
        spending = Spending(goods, left, budget=budget, trials=MOST_TRIALS)
        ways = list(islice(spending.list_ways(), SAME))
    except TabletopError:
        return
    for way in ways:
        changes = spending.way_changes(way)
        yield [RemedyStep(changes, (f"add {way.words}",), far=ADDED)]

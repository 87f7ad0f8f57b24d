"""Tables of combinations, judged by going through all there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from math import comb

import pytest

from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.lists.advice.combine import (
    Choice,
    Combination,
    Combinations,
    Counts,
    Listing,
    Part,
    Taken,
    add_counts,
)
from tabletop_cli.core.lists.advice.variety import most_varied

ROWS = (
    Choice((Part(1, (1, 0), 2),), (0, 0), many=True),
    Choice((Part(2, (0, 1)), Part(1, (2, 0), 3)), (1, 0)),
    Choice((Part(2, (0, 0), 1),), (0, 0), many=True),
    Choice((Part(3, (0, 2)),), (0, 1)),
)
START = (0, 0)
MOST = 6
TABLE = Combinations(ROWS, START, MOST)


def ends(way: Combination, rows: Sequence[Choice] = ROWS, start: Counts = START) -> tuple[int, Counts]:
    """The price of a combination, and what it counts."""
    taken = {one.row: one for one in way}
    price, counts = 0, start
    for at, row in enumerate(rows):
        if (one := taken.get(at)) is None:
            counts = add_counts(counts, row.rest)
        else:
            price += one.copies * row.parts[one.part].price
            counts = add_counts(counts, row.parts[one.part].adds, one.copies)
    return price, counts


def every(rows: Sequence[Choice] = ROWS, most: int = MOST) -> Iterator[Combination]:
    """All combinations up to a price, those with more of an earlier row and with an earlier part first."""
    choices: list[list[Taken | None]] = []
    for at, row in enumerate(rows):
        if row.many:
            choices.append([Taken(at, 0, copies) for copies in range(most, 0, -1)] + [None])
        else:
            choices.append([*(Taken(at, part, 1) for part in range(len(row.parts))), None])
    for chosen in product(*choices):
        way = tuple(one for one in chosen if one is not None)
        if ends(way, rows)[0] <= most:
            yield way


def things(way: Combination) -> int:
    return sum(one.copies for one in way)


def variants(way: Combination) -> int:
    found = 1
    for one in way:
        number = ROWS[one.row].parts[one.part].variants
        found *= comb(number + one.copies - 1, one.copies)
    return found


def test_more_than_two_are_several() -> None:
    assert add_counts((0, 1, 2), (1, 1, 1)) == (1, 2, 2)
    assert add_counts((0, 0), (1, 0), 3) == (2, 0)


def test_all_combinations_are_counted_by_price_and_counts() -> None:
    for price in range(MOST + 1):
        here = [way for way in every() if ends(way)[0] == price]
        assert TABLE.ways[price] == Counter(ends(way)[1] for way in here)
        weighed: Counter[Counts] = Counter()
        for way in here:
            weighed[ends(way)[1]] += variants(way)
        assert TABLE.variants[price] == weighed


def test_they_are_listed_by_their_size_and_then_in_the_order_of_the_rows() -> None:
    for price in range(MOST + 1):
        for counts in product(range(3), repeat=2):
            wanted = [way for way in every() if ends(way) == (price, counts)]
            assert list(TABLE.list_combinations(price, frozenset({counts}))) == sorted(wanted, key=things)
            if wanted:
                assert TABLE.find_example(price, counts) in wanted


def test_what_ends_in_one_of_several_counts_is_listed_together() -> None:
    several = frozenset({(1, 1), (2, 1), (2, 2)})
    wanted = [way for way in every() if ends(way)[0] == 5 and ends(way)[1] in several]
    assert list(TABLE.list_combinations(5, several)) == sorted(wanted, key=things)


def test_a_listing_serves_lower_prices_and_single_sizes() -> None:
    all_ends = frozenset(product(range(3), repeat=2))
    listing = Listing(TABLE, MOST, all_ends)
    for price in range(MOST + 1):
        wanted = [way for way in every() if ends(way)[0] == price]
        lower = listing.with_price(price)
        assert lower.fewest == min(map(things, wanted))
        for size in range(5):
            assert list(lower.list_of_size(size)) == [way for way in wanted if things(way) == size]
    assert Listing(TABLE, 0, frozenset({(2, 2)})).fewest is None
    assert list(Listing(TABLE, 0, frozenset({(2, 2)})).list_all()) == []


def test_all_counts_that_may_be_met_are_known() -> None:
    assert TABLE.reached == frozenset(product(range(3), repeat=2))
    few = Combinations((Choice((Part(1, (1, 0)),), (0, 0)),), START, 3)
    assert few.reached == {(0, 0), (1, 0), (2, 0)}


@pytest.mark.parametrize(("most", "rows", "marks"), [(199_999, 1, 0), (133_332, 2, 0), (66_665, 1, 1), (22_221, 1, 2)])
def test_a_table_that_is_too_big_is_refused_before_it_is_made(most: int, rows: int, marks: int) -> None:
    counts = (0,) * marks
    some = (Choice((Part(1, counts),), counts),) * rows
    assert Combinations(some, counts, most).most == most
    with pytest.raises(TooBig, match=f"{most + 1:,} steps of points and {rows} choices"):
        Combinations(some, counts, most + 1)


# --- the most varied ---


def new_kinds(way: Combination) -> int:
    return sum(ROWS[one.row].many for one in way)


@pytest.mark.parametrize("price", range(MOST + 1))
def test_the_most_varied_has_the_most_new_things_and_of_these_the_fewest_copies(price: int) -> None:
    for several in (frozenset(product(range(3), repeat=2)), frozenset({(2, 1)}), frozenset({(1, 2), (2, 2)})):
        few = [
            way
            for way in every()
            if ends(way)[0] == price and ends(way)[1] in several and all(one.copies <= 3 for one in way)
        ]
        found = most_varied(TABLE, price, several)
        if not few:
            assert found is None
            continue
        assert found in few
        best = max(map(new_kinds, few))
        assert (new_kinds(found), things(found)) == (best, min(things(way) for way in few if new_kinds(way) == best))


def test_more_than_three_of_one_are_not_varied() -> None:
    table = Combinations((Choice((Part(1, ()),), (), many=True),), (), 4)
    assert most_varied(table, 3, frozenset({()})) == (Taken(0, 0, 3),)
    assert most_varied(table, 4, frozenset({()})) is None
    once = Combinations((Choice((Part(2, ()),), ()),), (), 4)
    assert most_varied(once, 2, frozenset({()})) == (Taken(0, 0, 1),)
    assert most_varied(once, 4, frozenset({()})) is None  # an upgrade is taken once

"""The most varied way to spend points, judged by all the ways there are."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from pathlib import Path

import pytest

from tabletop_cli.core.lists.advice.bought import Way
from tabletop_cli.core.lists.advice.goods import goods_of
from tabletop_cli.core.lists.advice.spending import Spending
from tabletop_cli.core.lists.advice.variety import MOST_COPIES
from tabletop_cli.core.lists.army import check_army
from tabletop_cli.core.lists.change import apply_changes
from tabletop_cli.core.lists.open_list import open_army

ARMIES = Path(__file__).parents[3] / "armies"


def kinds(way: Way) -> int:
    return sum(one.purchase.is_new for one in way.bought)


@pytest.mark.parametrize(
    ("army", "budget"), [("td/green-horde.toml", 14), ("tt/eldar-patrol.toml", 9), ("tt/marines-siege.toml", 14)]
)
def test_no_way_has_more_different_units(army: str, budget: int) -> None:
    found = open_army(ARMIES / army, budget=budget)
    goods = goods_of(found.system, found.data, found.report, found.form)
    assert goods is not None
    left = Fraction(budget) - found.report.sum
    spending = Spending(goods, left, budget=budget)
    way = spending.varied
    assert way is not None
    best, _ = spending.best
    ways = takewhile(lambda one: one.cost == best, spending.list_ways())
    few = [one for one in ways if all(bought.copies <= MOST_COPIES for bought in one.bought)]
    most = max(map(kinds, few))
    assert (way.cost, kinds(way)) == (best, most)
    size = sum(bought.copies for bought in way.bought)
    assert size == min(sum(bought.copies for bought in one.bought) for one in few if kinds(one) == most)
    assert check_army(found.system, apply_changes(found.data, *spending.way_changes(way)), budget).legal

"""How long exact odds are expected to take: what is still answered, and what is refused before it begins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tabletop_cli.core.dice.columns.rows import DiceRow
from tabletop_cli.core.dice.columns.sweep import ROUND_WORK, distribution, fight_work, round_work
from tabletop_cli.core.dice.exact import Budget
from tabletop_cli.core.dice.exact import distribution as odds_of
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.errors import TooBig

Sides = Callable[[int], tuple[DiceRow, DiceRow]]


@pytest.mark.parametrize(
    ("most", "rows", "sides"),
    [
        (58, lambda n: (DiceRow(n), DiceRow(n)), 6),
        (50, lambda n: (DiceRow(n), DiceRow(n)), 10),
        (2_750, lambda n: (DiceRow(n), DiceRow(1)), 6),
        (28, lambda n: (DiceRow(n, n), DiceRow(n)), 6),
        (16, lambda n: (DiceRow(n, n), DiceRow(n, n)), 6),
        (9, lambda n: (DiceRow(n, n, n), DiceRow(n, n, n)), 6),
        (100, lambda n: (DiceRow(n, 0, n), DiceRow(n)), 6),
    ],
    ids=["dice", "ten sides", "against one", "armour", "armour on both sides", "everything", "tokens"],
)
def test_the_largest_comparison_that_is_answered(most: int, rows: Sides, sides: int) -> None:
    assert round_work(*rows(most), sides) <= ROUND_WORK
    with pytest.raises(TooBig, match=f"the exact odds of {most + 1} dice"):
        distribution(*rows(most + 1), sides=sides)


@pytest.mark.parametrize(
    ("a", "b", "round_", "fight"),
    [
        (DiceRow(10), DiceRow(10), 527, 16_297),
        (DiceRow(4, 2), DiceRow(3), 114, 1_410),
        (DiceRow(6, 3, 2), DiceRow(5, 2, 1), 15_429, 272_806),
        (DiceRow(8, 8), DiceRow(8, 8), 140_069, 286_736),
    ],
)
def test_estimates_stay_as_they_were_measured(a: DiceRow, b: DiceRow, round_: int, fight: int) -> None:
    """In millionths of a second. Whoever makes the sweeps faster, or slower, measures again."""
    assert round_work(a, b) == pytest.approx(round_, rel=0.005)
    assert fight_work(a, b) == pytest.approx(fight, rel=0.005)
    assert fight_work(b, a) == fight_work(a, b)


def test_the_last_branch_of_a_budget_is_run_and_the_next_is_not() -> None:
    def rule(dice: Dice) -> int:
        return dice.one()

    assert len(odds_of(rule, Budget(most=6))) == 6
    with pytest.raises(TooBig, match="more than 5 branches"):
        odds_of(rule, Budget(most=5))
    budget = Budget()
    odds_of(rule, budget)
    assert budget.spent == 6


def test_what_is_refused_says_who_fights() -> None:
    with pytest.raises(TooBig, match="of 40 dice with 30 armour dice against 39 dice would take about"):
        distribution(DiceRow(39), DiceRow(40, 30))

"""How long exact odds are expected to take: what is still answered, and what is refused before it begins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tabletop_cli.core.dice.columns.dice_rows import DiceRow
from tabletop_cli.core.dice.columns.sweep import ROUND_WORK, fight_work, loss_weights, round_work
from tabletop_cli.core.dice.exact import WORK, Budget
from tabletop_cli.core.dice.exact import exact_distribution as odds_of
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.errors import TooBig

Sides = Callable[[int], tuple[DiceRow, DiceRow]]


@pytest.mark.parametrize(
    ("most", "rows", "sides"),
    [
        (40, lambda n: (DiceRow(n), DiceRow(n)), 6),
        (36, lambda n: (DiceRow(n), DiceRow(n)), 10),
        (580, lambda n: (DiceRow(n), DiceRow(1)), 6),
        (17, lambda n: (DiceRow(n, n), DiceRow(n)), 6),
        (10, lambda n: (DiceRow(n, n), DiceRow(n, n)), 6),
        (6, lambda n: (DiceRow(n, n, n), DiceRow(n, n, n)), 6),
        (33, lambda n: (DiceRow(n, 0, n), DiceRow(n)), 6),
    ],
    ids=["dice", "ten sides", "against one", "armour", "armour on both sides", "everything", "tokens"],
)
def test_the_largest_comparison_that_is_answered(most: int, rows: Sides, sides: int) -> None:
    assert round_work(*rows(most), sides) <= ROUND_WORK
    with pytest.raises(TooBig, match=f"the exact odds of {most + 1} dice"):
        loss_weights(*rows(most + 1), sides=sides)


@pytest.mark.parametrize(
    ("a", "b", "round_", "fight"),
    [
        (DiceRow(10), DiceRow(10), 4_767, 246_070),
        (DiceRow(4, 2), DiceRow(3), 371, 23_370),
        (DiceRow(6, 3, 2), DiceRow(5, 2, 1), 58_378, 2_346_600),
        (DiceRow(200), DiceRow(2), 198_438, 39_088_790),
        (DiceRow(8, 8), DiceRow(8, 8), 555_327, 20_453_375),
    ],
)
def test_estimates_stay_as_they_were_measured(a: DiceRow, b: DiceRow, round_: int, fight: int) -> None:
    """In millionths of a second. Whoever makes the sweeps faster, or slower, measures again."""
    assert round_work(a, b) == pytest.approx(round_, rel=0.005)
    assert fight_work(a, b) == pytest.approx(fight, rel=0.005)
    assert fight_work(b, a) == fight_work(a, b)


def fights_as_big_as_are_answered(rows: Sides) -> int:
    most = 1
    while fight_work(*rows(most + 1)) <= WORK:
        most += 1
    return most


@pytest.mark.parametrize(
    ("most", "rows"),
    [
        (29, lambda n: (DiceRow(n), DiceRow(n))),
        (215, lambda n: (DiceRow(n), DiceRow(1))),
        (11, lambda n: (DiceRow(n, n), DiceRow(n))),
        (8, lambda n: (DiceRow(n, n), DiceRow(n, n))),
        (5, lambda n: (DiceRow(n, n, n), DiceRow(n, n, n))),
    ],
    ids=["dice", "against one", "armour", "armour on both sides", "everything"],
)
def test_the_largest_fight_that_is_answered(most: int, rows: Sides) -> None:
    """Five seconds and 500 MB are the most: 10 v 10 with 5 armour dice each took 12, one die against 500 took 20."""
    assert fights_as_big_as_are_answered(rows) == most


def test_the_book_wants_sixteen_against_sixteen_and_five_columns_with_armour() -> None:
    assert fight_work(DiceRow(16), DiceRow(16)) < WORK
    assert fight_work(DiceRow(5, 5, 5), DiceRow(5, 5, 5)) < WORK
    assert fight_work(DiceRow(5, 5), DiceRow(20, 20)) < WORK


def test_dice_beyond_all_measure_are_reckoned_at_once() -> None:
    huge = DiceRow(10**30, 10**30, 10**30)
    assert fight_work(huge, huge) > WORK
    assert fight_work(DiceRow(0, 3), DiceRow(5, 2)) < WORK


def test_the_last_branch_of_a_budget_is_run_and_the_next_is_not() -> None:
    def rule(dice: Dice) -> int:
        return dice.roll_die()

    assert len(odds_of(rule, Budget(most=6))) == 6
    with pytest.raises(TooBig, match="more than 5 branches"):
        odds_of(rule, Budget(most=5))
    budget = Budget()
    odds_of(rule, budget)
    assert budget.spent == 6


def test_what_is_refused_says_who_fights() -> None:
    with pytest.raises(TooBig, match="of 40 dice with 30 armour dice against 39 dice would take about"):
        loss_weights(DiceRow(39), DiceRow(40, 30))

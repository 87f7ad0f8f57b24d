"""Sorted pools compared column by column: judged by brute force, by icepool, and by fights worked out by hand."""

from collections.abc import Iterator
from fractions import Fraction as F
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.absorbing import absorb, means_by_state
from tabletop_cli.core.dice.columns.dice_rows import Compared, DiceRow, Placed, compare_sides, duel_winner
from tabletop_cli.core.dice.columns.sweep import Columns, _armoured_losses
from tabletop_cli.core.dice.requests import Group, enumerate_weights
from tests.examples import examples

Sides = tuple[DiceRow, DiceRow]


# --- One comparison ---------------------------------------------------------------------------------------------------


def test_higher_dice_win_columns_and_equal_dice_draw() -> None:
    compared = Columns(DiceRow(4), DiceRow(3)).read((2, 6, 5, 1, 3, 6, 2))  # 6 5 2 1 against 6 3 2
    assert compared == Compared(a_lost=DiceRow(0), b_lost=DiceRow(1))
    assert compared.columns == ("draw", "a", "draw")
    assert compared.rows == ((6, 5, 2, 1), (), (6, 3, 2), ())


def test_armour_stops_the_leader_and_a_token_lowers_it() -> None:
    """Seven dice and a token against a light tank: the token helps in the first column only."""
    request = Columns(DiceRow(7, tokens=1), DiceRow(3, armour=4))
    compared = request.read((6, 5, 4, 3, 2, 1, 1, 5, 4, 2, 6, 6, 5, 1))
    assert compared.columns == ("a", "b", "b")
    assert compared == Compared(a_lost=DiceRow(2), b_lost=DiceRow(1, armour=1))


def test_armour_that_only_saves_wins_nothing() -> None:
    request = Columns(DiceRow(7, tokens=1), DiceRow(3, armour=4), saves=True)
    compared = request.read((6, 5, 4, 3, 2, 1, 1, 5, 4, 2, 6, 6, 5, 1))
    assert compared.columns == ("a", "draw", "draw")
    assert compared == Compared(a_lost=DiceRow(0), b_lost=DiceRow(1, armour=1))


def test_a_lost_column_takes_what_stands_in_it() -> None:
    compared = Columns(DiceRow(2, armour=1, tokens=3), DiceRow(2)).read((1, 1, 1, 6, 6))
    assert compared.a_lost == DiceRow(2, armour=1, tokens=2)


def test_armour_and_tokens_may_stand_in_any_column() -> None:
    a = Placed(dice=(3, 5, 4), tokens=frozenset({2}))
    b = Placed(dice=(2, 3, 1), armour={2: 4, 3: 6, 5: 1})
    compared = compare_sides(a, b)
    assert compared.columns == ("a", "a", "b")
    assert compared == Compared(a_lost=DiceRow(1), b_lost=DiceRow(2, armour=1))
    assert compared.rows == ((5, 4, 3), (), (3, 2, 1), (0, 4, 6, 0, 1))


@pytest.mark.parametrize(
    ("die", "token", "armour", "result"),
    [
        (4, False, None, "leader"),
        (4, False, 3, "leader"),
        (4, False, 4, "draw"),
        (4, False, 5, "armour"),
        (4, True, 4, "leader"),
        (4, True, 5, "draw"),
        (4, True, 6, "armour"),
    ],
)
def test_the_leader_against_armour(die: int, token: bool, armour: int | None, result: str) -> None:
    assert duel_winner(die, token, armour, saves=False) == result
    assert duel_winner(die, token, armour, saves=True) == ("draw" if result == "armour" else result)


def test_groups_stand_in_rolling_order_and_empty_ones_are_left_out() -> None:
    request = Columns(DiceRow(3, 1), DiceRow(2), why="close combat", names=("attacker", "defender"))
    assert request.groups == (Group("attacker dice", 3), Group("attacker armour", 1), Group("defender dice", 2))


def test_wrong_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="3 faces for 2 dice"):
        Columns(DiceRow(1), DiceRow(1)).read((1, 2, 3))
    with pytest.raises(ValueError, match="negative"):
        DiceRow(-1)


# --- The distribution, against every single roll ----------------------------------------------------------------------


def small(most: int) -> Iterator[Sides]:
    """Every two sides with at most so many dice of all kinds, and up to two tokens a side."""
    for a, b, c, d in product(range(most + 1), range(3), range(most + 1), range(3)):
        if a + b + c + d <= most:
            for s, t in product(range(3), repeat=2):
                yield DiceRow(a, b, s), DiceRow(c, d, t)


@pytest.mark.medium
@pytest.mark.parametrize("saves", [False, True])
def test_every_small_comparison_on_three_sided_dice(saves: bool) -> None:
    for a, b in small(most=4):
        request = Columns(a, b, saves, sides=3)
        assert request.weights() == enumerate_weights(request), request


@examples(25)
@given(st.data())
def test_any_small_comparison(data: st.DataObject) -> None:
    sides = data.draw(st.integers(2, 6), label="sides")
    left, numbers = 5, []
    for _ in range(4):
        numbers.append(data.draw(st.integers(0, min(left, 3))))
        left -= numbers[-1]
    tokens = st.integers(0, 4)
    a = DiceRow(numbers[0], numbers[2], data.draw(tokens))
    b = DiceRow(numbers[1], numbers[3], data.draw(tokens))
    request = Columns(a, b, data.draw(st.booleans()), sides)
    assert request.weights() == enumerate_weights(request)


@pytest.mark.slow
@pytest.mark.parametrize("saves", [False, True])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (DiceRow(2, 2, 2), DiceRow(2, 1, 1)),
        (DiceRow(3, 1, 2), DiceRow(2, 1)),
        (DiceRow(1, 4, 1), DiceRow(1, 1, 1)),
        (DiceRow(5), DiceRow(1, 1, 1)),
        (DiceRow(3, 1, 1), DiceRow(3, tokens=2)),
        (DiceRow(4), DiceRow(3)),
    ],
    ids=str,
)
def test_seven_dice_on_four_sides(a: DiceRow, b: DiceRow, saves: bool) -> None:
    request = Columns(a, b, saves, sides=4)
    assert request.weights() == enumerate_weights(request)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("a", "b"), [(DiceRow(2, 1, 1), DiceRow(2, 1, 2)), (DiceRow(1, 3, 1), DiceRow(1, 1, 1))], ids=str
)
def test_six_dice_on_six_sides(a: DiceRow, b: DiceRow) -> None:
    request = Columns(a, b)
    assert request.weights() == enumerate_weights(request)


rows = st.builds(DiceRow, st.integers(0, 6), st.integers(0, 6), st.integers(0, 3))


@examples(20)
@given(rows, rows, st.booleans())
def test_the_sides_are_treated_alike(a: DiceRow, b: DiceRow, saves: bool) -> None:
    """The whole is every roll, and changing places changes the places only."""
    request, mirrored = Columns(a, b, saves), Columns(b, a, saves)
    weights = request.weights()
    assert sum(weights.values()) == request.total()
    assert mirrored.weights() == {Compared(c.b_lost, c.a_lost): n for c, n in weights.items()}
    swapped = _armoured_losses(b, a, saves, 6)  # not only by the cache
    assert swapped == {(c.b_lost, c.a_lost): n for c, n in weights.items()}


@pytest.mark.parametrize(("a", "b"), [(1, 1), (6, 5), (9, 9), (12, 4), (3, 14)])
def test_the_fast_sweep_agrees_with_the_general_one(a: int, b: int) -> None:
    fast = {(c.a_lost, c.b_lost): n for c, n in Columns(DiceRow(a), DiceRow(b)).weights().items()}
    assert fast == _armoured_losses(DiceRow(a), DiceRow(b), False, 6)


def test_tokens_without_armour_opposite_change_only_what_is_lost() -> None:
    with_tokens: dict[tuple[int, int], int] = {}
    for c, n in Columns(DiceRow(5, tokens=2), DiceRow(4, tokens=1)).weights().items():
        key = (c.a_lost.dice, c.b_lost.dice)
        with_tokens[key] = with_tokens.get(key, 0) + n
    without = Columns(DiceRow(5), DiceRow(4)).weights()
    assert with_tokens == {(c.a_lost.dice, c.b_lost.dice): n for c, n in without.items()}


# --- The distribution, against icepool --------------------------------------------------------------------------------


class ColumnsWon(icepool.MultisetEvaluator[int, Any]):
    """Columns won by each of two pools: faces from high to low, with the runs of dice that wait for an opponent."""

    def next_state(self, state: Any, order: Any, face: int, a: int, b: int) -> Any:  # type: ignore[override]
        ahead, won_a, won_b = state or (0, 0, 0)  # ahead: how many more dice a has shown than b
        if ahead > 0:  # a's dice that wait are higher than b's of this face
            met = min(ahead, b)
            return self.paired(won_a + met, won_b, ahead - met + a, b - met)
        met = min(-ahead, a)
        return self.paired(won_a, won_b + met, a - met, -ahead - met + b)

    @staticmethod
    def paired(won_a: int, won_b: int, a: int, b: int) -> tuple[int, int, int]:
        return a - b, won_a, won_b

    def final_outcome(self, final_state: Any, order: Any, outcomes: Any, *sizes: Any) -> Any:
        return final_state[1:]

    def initial_state(self, order: Any, outcomes: Any, *sizes: Any) -> Any:
        if order != icepool.Order.Descending:
            raise icepool.UnsupportedOrder
        return (0, 0, 0)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 1), (3, 3), (6, 5), (8, 3)])
def test_icepool_finds_the_same(a: int, b: int) -> None:
    judged = ColumnsWon().evaluate(icepool.d6.pool(a), icepool.d6.pool(b))
    ours = Columns(DiceRow(a), DiceRow(b)).weights()
    assert {(c.b_lost.dice, c.a_lost.dice): n for c, n in ours.items()} == dict(judged.items())


# --- Fights to the death ----------------------------------------------------------------------------------------------


def minus(row: DiceRow, lost: DiceRow) -> DiceRow:
    return DiceRow(row.dice - lost.dice, row.armour - lost.armour, row.tokens - lost.tokens)


def rounds(saves: bool = False) -> Any:
    def step(sides: Sides) -> dict[Sides, int]:
        a, b = sides
        return {(minus(a, c.a_lost), minus(b, c.b_lost)): n for c, n in Columns(a, b, saves).weights().items()}

    return step


def fought(a: DiceRow, b: DiceRow, saves: bool = False) -> dict[Sides, F]:
    """How a fight to the death ends."""
    return absorb((a, b), rounds(saves), lambda sides: not (sides[0].dice and sides[1].dice))


def chance(a: DiceRow, b: DiceRow, saves: bool = False) -> F:
    """The chance of the first side to win it."""
    return sum((p for (left, _), p in fought(a, b, saves).items() if left.dice), F(0))


@pytest.mark.parametrize(
    ("a", "b", "saves", "wins"),
    [
        (DiceRow(1), DiceRow(1), False, F(1, 2)),
        (DiceRow(2), DiceRow(1), False, F(61, 72)),
        (DiceRow(3), DiceRow(2), False, F(679223, 851904)),
        (DiceRow(1, armour=1), DiceRow(1), False, F(2, 3)),
        (DiceRow(1, armour=1), DiceRow(1, tokens=1), False, F(10, 17)),
        (DiceRow(1, armour=1), DiceRow(1), True, F(18, 29)),
        (DiceRow(4, armour=2, tokens=1), DiceRow(4, armour=2, tokens=1), False, F(1, 2)),
    ],
)
def test_chances_to_win_a_fight(a: DiceRow, b: DiceRow, saves: bool, wins: F) -> None:
    assert chance(a, b, saves) == wins
    assert chance(b, a, saves) == 1 - wins


def test_what_is_left_of_two_against_two() -> None:
    ends = fought(DiceRow(2), DiceRow(2))
    assert ends == {
        (DiceRow(2), DiceRow(0)): F(403, 1107),
        (DiceRow(1), DiceRow(0)): F(301, 2214),
        (DiceRow(0), DiceRow(1)): F(301, 2214),
        (DiceRow(0), DiceRow(2)): F(403, 1107),
    }


def test_a_whole_table_of_fights_at_once() -> None:
    starts = [(DiceRow(a), DiceRow(b)) for a in range(1, 9) for b in range(1, 9)]
    wins = means_by_state(starts, rounds(), lambda s: None if s[0].dice and s[1].dice else int(s[0].dice > 0))
    for a, b in starts:
        assert wins[a, b] + wins[b, a] == 1
    assert wins[DiceRow(3), DiceRow(2)] == F(679223, 851904)
    assert wins[DiceRow(8), DiceRow(7)] == chance(DiceRow(8), DiceRow(7))


@pytest.mark.medium
@pytest.mark.parametrize(
    ("a", "b"),
    [(DiceRow(20), DiceRow(20)), (DiceRow(5, 6), DiceRow(5, 6)), (DiceRow(5, 4, 1), DiceRow(5, 4, 1))],
    ids=str,
)
def test_big_fights_stay_exact(a: DiceRow, b: DiceRow) -> None:
    ends = fought(a, b)
    assert sum(ends.values()) == 1
    assert all(ends[two, one] == p for (one, two), p in ends.items())

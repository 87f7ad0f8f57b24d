"""Exact absorbing chains: loops, cycles, endless chains, and a judge that only knows linear algebra."""

from collections.abc import Mapping
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.absorbing import NeverEnds, absorb, means_by_state

Ways = Mapping[object, Mapping[object, int]]


def ends_of(ways: Ways, start: object) -> dict[object, F]:
    """Absorb a chain given as a table; states without a row are ends."""
    return absorb(start, ways.__getitem__, lambda state: state not in ways)


def test_an_end_stays_where_it_is() -> None:
    assert absorb("over", lambda _: {"never": 1}, lambda state: state == "over") == {"over": 1}


def test_a_die_rolled_again_until_it_shows_five_or_six() -> None:
    assert ends_of({"roll": {"roll": 4, "five": 1, "six": 1}}, "roll") == {"five": F(1, 2), "six": F(1, 2)}


def test_two_ways_to_the_same_state_are_added_up() -> None:
    ways: Ways = {"in": {"left": 1, "right": 2}, "left": {"in the end": 1}, "right": {"in the end": 3, "lost": 1}}
    assert ends_of(ways, "in") == {"in the end": F(5, 6), "lost": F(1, 6)}


@pytest.mark.parametrize("stake", [1, 3, 9])
def test_gamblers_ruin(stake: int) -> None:
    """From 1 to 9 coins of 10, winning with 2 in 5: every state can come back to every other."""
    ends = absorb(stake, lambda coins: {coins + 1: 2, coins - 1: 3}, lambda coins: coins in (0, 10))
    odds = F(3, 2)
    assert ends == {10: (1 - odds**stake) / (1 - odds**10), 0: 1 - (1 - odds**stake) / (1 - odds**10)}


def test_cycles_within_a_chain_of_cycles() -> None:
    """Two knots, one behind the other; the first can be left in its middle, too."""
    ways: Ways = {1: {2: 1, "out": 1}, 2: {1: 1, 3: 1}, 3: {3: 1, 4: 2}, 4: {3: 1, "home": 5}}
    assert ends_of(ways, 1) == {"out": F(2, 3), "home": F(1, 3)}


def test_weights_may_have_common_factors_and_zeros() -> None:
    assert ends_of({"a": {"a": 60, "b": 30, "c": 90, "nowhere": 0}}, "a") == {"b": F(1, 4), "c": F(3, 4)}


@pytest.mark.parametrize(
    "ways",
    [
        {"a": {"a": 1}},
        {"a": {"b": 1}, "b": {"a": 1}},
        {"a": {"end": 1, "trap": 1}, "trap": {"trap": 6}},
        {"a": {"end": 1, "hole": 1}, "hole": {}},
        {"a": {}},
        {"a": {"end": 0}},
    ],
    ids=["loop", "cycle", "trap beside an end", "nothing follows", "nothing at all", "no weight"],
)
def test_a_chain_that_never_ends_says_where(ways: Ways) -> None:
    with pytest.raises(NeverEnds, match=r"'(a|b|trap|hole)'"):
        ends_of(ways, "a")


def test_negative_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        ends_of({"a": {"b": 2, "c": -1}}, "a")


def test_long_chains_need_no_recursion() -> None:
    def step(n: int) -> dict[int, int]:
        return {n: 1, n + 1: 1}

    assert absorb(0, step, lambda n: n == 5_000) == {5_000: 1}


def test_each_step_is_asked_once() -> None:
    asked: list[int] = []

    def step(n: int) -> dict[int, int]:
        asked.append(n)
        return {n + 1: 1, n + 2: 1}

    absorb(0, step, lambda n: n > 20)
    assert sorted(asked) == list(range(21))


def test_worth_gives_every_state_its_chance() -> None:
    """The duel of 3 lives against 3, where the first side hits with 4+ and the second with 5+."""

    def step(lives: tuple[int, int]) -> dict[tuple[int, int], int]:
        a, b = lives
        return {(a, b - 1): 6, (a - 1, b): 4, (a, b): 2}

    def won(lives: tuple[int, int]) -> int | None:
        return None if all(lives) else int(lives[0] > 0)

    chances = means_by_state([(3, 3)], step, won)
    assert chances[1, 1] == F(3, 5)
    assert chances[2, 1] == F(3, 5) + F(2, 5) * F(3, 5)
    for lives, chance in chances.items():
        ends = absorb(lives, step, lambda state: not all(state))
        assert chance == sum((p for (a, _), p in ends.items() if a), F(0))


def test_worth_of_values_other_than_chances() -> None:
    """The mean of a die that is rolled again on a 6, shown in halves."""
    ways = {"roll": dict.fromkeys([*range(1, 6), "roll"], 1)}
    means = means_by_state(["roll"], ways.__getitem__, lambda state: None if state == "roll" else F(int(state), 2))
    assert means["roll"] == F(3, 2)


tables = st.lists(
    st.lists(st.integers(0, 4), min_size=8, max_size=8).map(lambda row: [*row[:-1], row[-1] + 1]),
    min_size=1,
    max_size=6,
)


@given(tables)
def test_any_chain_agrees_with_the_equations(table: list[list[int]]) -> None:
    """States 0.. of the table go on, 6 and 7 are ends: P(s) = sum of w(s, t) P(t) / total holds for every start."""
    going = len(table)
    ways = {s: {t: row[t] for t in range(8) if t < going or t >= 6} for s, row in enumerate(table)}
    chance = {s: ends_of(ways, s) for s in ways} | {6: {6: F(1)}, 7: {7: F(1)}}
    means = means_by_state(list(ways), ways.__getitem__, lambda s: None if s in ways else int(s == 6))
    for s, row in ways.items():
        assert sum(chance[s].values()) == 1
        for end in (6, 7):
            total = sum(row.values())
            assert chance[s].get(end, 0) == sum(F(n, total) * chance[t].get(end, 0) for t, n in row.items())
        assert means[s] == chance[s].get(6, 0)

"""Exact odds: judged by every face one by one, by icepool, and by hand."""

from __future__ import annotations

from fractions import Fraction as F

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.chain import NeverEnds
from tabletop_cli.core.dice.exact import Budget, distribution
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.dice.requests import Faces, Pool
from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.testing import brute_force, check_brute_force, check_distribution
from tests.examples import examples

# A rule at random: what is asked one after the other. Later requests may depend on earlier answers.
asks = st.lists(
    st.one_of(
        st.builds(Faces, st.integers(0, 2), st.integers(2, 4)),
        st.builds(
            Pool,
            st.integers(0, 2),
            st.lists(st.integers(1, 5), max_size=2, unique=True).map(lambda cuts: tuple(sorted(cuts))),
            st.just(""),
            st.integers(2, 4),
        ),
    ),
    max_size=3,
)


@examples(40)
@given(asks, st.integers(2, 5))
def test_any_sequence_of_requests(requests: list[Faces | Pool], most: int) -> None:
    def rule(dice: Dice) -> str:
        answers: list[object] = []
        for request in requests:
            answers.append(dice.ask(request))
            if sum(map(hash, answers)) % most == 0:  # some branches end early, some roll one more die
                answers.append(dice.one(sides=3))
        return str(sorted(map(str, answers)))

    odds = distribution(rule)
    check_distribution(odds)
    found, rest = brute_force(rule, 200_000)
    assert rest == 0
    assert found == odds


@examples(25)
@given(st.integers(0, 3), st.integers(2, 4), st.lists(st.integers(0, 2), max_size=3))
def test_repeating_a_step(start: int, sides: int, items: list[int]) -> None:
    def step(state: int, item: int, dice: Dice) -> int:
        return min(6, state * item + dice.one(sides=sides))

    def rule(dice: Dice) -> int:
        return dice.repeat(step, start, items) + dice.one(sides=2)

    found, rest = brute_force(rule, 100_000)
    assert rest == 0
    assert found == distribution(rule)


def test_the_order_of_items_counts() -> None:
    """Halving and adding do not commute: who swaps the items gets other odds."""

    def step(state: int, item: str, dice: Dice) -> int:
        return state // 2 if item == "half" else state + dice.one(sides=4)

    def odds(*items: str) -> dict[int, F]:
        return distribution(lambda dice: dice.repeat(step, 3, items))

    assert odds("add", "half") == {2: F(2, 4), 3: F(2, 4)}
    assert odds("half", "add") == {state: F(1, 4) for state in (2, 3, 4, 5)}


@pytest.mark.medium
def test_ties_are_rolled_again() -> None:
    """Two dice until they differ: each side wins one time in two, and no tie is left."""

    def roll(state: str, dice: Dice) -> str:
        one, two = dice.ask(Faces(2))
        return "one" if one > two else "two" if two > one else "tie"

    def rule(dice: Dice) -> str:
        return dice.until(roll, "tie", lambda state: state != "tie")

    odds = distribution(rule)
    assert odds == {"one": F(1, 2), "two": F(1, 2)}
    check_brute_force(odds, rule, 20_000)


def test_a_tug_of_war_comes_back_to_where_it_was() -> None:
    def pull(rope: int, dice: Dice) -> int:
        return rope + (1 if dice.one() >= 3 else -1)

    odds = distribution(lambda dice: dice.until(pull, 0, lambda rope: abs(rope) == 3))
    assert odds == {3: F(8, 9), -3: F(1, 9)}  # gambler's ruin at 2 to 1


def test_a_fight_without_an_end_is_an_error() -> None:
    with pytest.raises(NeverEnds):
        distribution(lambda dice: dice.until(lambda state, d: d.one(sides=2), 0, lambda state: state == 3))


def test_rules_may_ask_inside_of_repetitions_and_after_them() -> None:
    def rule(dice: Dice) -> int:
        def five_or_six(hits: int, _: int, dice: Dice) -> int:
            return hits + dice.until(lambda face, d: d.one(), 0, lambda face: face > 4) % 2

        hits = dice.repeat(five_or_six, 0, range(2))
        return hits + dice.hits(hits, 6)

    odds = distribution(rule)
    check_distribution({str(name): chance for name, chance in odds.items()})
    assert odds == {
        0: F(1, 4),
        1: F(1, 2) * F(5, 6),
        2: F(1, 2) * F(1, 6) + F(1, 4) * F(25, 36),
        3: F(1, 4) * F(10, 36),
        4: F(1, 4) * F(1, 36),
    }


def test_the_same_again_is_worked_out_once_for_each_state() -> None:
    def step(n: int, ways: int, dice: Dice) -> int:
        return min(3, n + dice.hits(1, ways))

    def rule(dice: Dice) -> int:
        return dice.repeat(step, 0, [5] * 900 + [6] * 900)

    odds = distribution(rule, Budget(most=20))
    assert odds[0] == F(2, 3) ** 900 * F(5, 6) ** 900
    assert sum(odds.values()) == 1


def test_a_part_that_depends_on_its_key_alone_is_worked_out_once_for_each() -> None:
    seen: list[tuple[int, bool]] = []

    def rule(dice: Dice) -> int:
        def shoot(hits: int, sides: int, dice: Dice) -> int:
            def part(dice: Dice) -> bool:
                seen.append((sides, hits > 1))
                return dice.one(sides=sides) > (2 if hits > 1 else 1)

            return hits + dice.once((sides, hits > 1), part)

        return dice.repeat(shoot, 0, [3, 4, 3])

    odds = distribution(rule)
    assert sorted(seen) == sorted(key for key in set(seen) for _ in range(key[0]))
    assert brute_force(rule) == (odds, F(0))


def test_equal_outcomes_and_states_are_merged() -> None:
    """A thousand shots that only count up to three would branch 2**1000 times if nothing were merged."""
    odds = distribution(lambda dice: dice.repeat(lambda n, _, d: min(3, n + d.hits(1, 6)), 0, range(1000)))
    assert set(odds) == {0, 1, 2, 3}
    assert odds[0] == F(5, 6) ** 1000
    assert distribution(lambda dice: dice.one() % 2) == {0: F(1, 2), 1: F(1, 2)}


@pytest.mark.parametrize(("n", "need"), [(1, 6), (5, 4), (12, 5)])
def test_pools_against_icepool(n: int, need: int) -> None:
    judge = n @ (icepool.d6 >= need)
    assert distribution(lambda dice: dice.hits(n, need)) == {
        int(hits): F(judge.quantity(hits), judge.denominator()) for hits in judge.outcomes()
    }


def test_sums_and_highest_dice_against_icepool() -> None:
    summed, highest = 3 @ icepool.d6, icepool.d(10).highest(3)
    assert distribution(lambda dice: sum(dice.ask(Faces(3)))) == {
        face: F(summed.quantity(face), 216) for face in summed.outcomes()
    }
    assert distribution(lambda dice: max(dice.ask(Faces(3, 10)))) == {
        face: F(highest.quantity(face), 1000) for face in highest.outcomes()
    }


# --- Too much ---------------------------------------------------------------------------------------------------------


def test_too_many_branches_are_an_error_and_not_a_wait() -> None:
    with pytest.raises(TooBig, match="100 branches"):
        distribution(lambda dice: dice.ask(Faces(4)), Budget(most=100))


def test_work_that_is_known_beforehand_is_refused_with_how_much_it_is() -> None:
    def rule(dice: Dice) -> int:
        dice.reckon(2_500)
        return dice.one()

    assert len(distribution(rule, Budget(work=2_500))) == 6
    with pytest.raises(TooBig, match="about 3 times") as refused:
        distribution(rule, Budget(work=1_000))
    assert refused.value.as_dict()["times"] == 3


def test_fractions_for_machines_keep_their_denominator() -> None:
    from tabletop_cli.core.numbers import ratio

    assert [ratio(p) for p in (F(1), F(0), F(6, 4))] == ["1/1", "0/1", "3/2"]


# --- The judge itself -------------------------------------------------------------------------------------------------


def test_brute_force_says_what_it_could_not_roll() -> None:
    found, rest = brute_force(lambda dice: dice.until(lambda s, d: d.one(), 0, lambda s: s == 6), 1 + 6 + 30)
    assert found == {6: F(11, 36)}
    assert rest == F(25, 36)


@pytest.mark.parametrize("wrong", [{"hit": F(1, 3), "miss": F(2, 3)}, {"hit": F(1, 6)}, {"miss": F(1)}], ids=str)
def test_wrong_odds_are_found(wrong: dict[str, F]) -> None:
    def rule(dice: Dice) -> str:
        return "hit" if dice.one() == 6 else "miss"

    check_brute_force(distribution(rule), rule, 10)
    with pytest.raises(AssertionError, match="brute force"):
        check_brute_force(wrong, rule, 10)


def test_odds_of_which_little_was_judged_are_not_proved() -> None:
    """Six dice have 46,656 faces: of a thousand runs none comes to an end, so that any odds would pass."""

    def rule(dice: Dice) -> str:
        return "all" if all(face == 6 for face in dice.ask(Faces(6))) else "not all"

    wrong = {"all": F(1, 2), "not all": F(1, 2)}
    with pytest.raises(AssertionError, match=r"many: brute force judged 0\.0% .* 1,000 runs, 75\.0% at least"):
        check_brute_force(wrong, rule, 1_000, "many")
    assert check_brute_force(wrong, rule, 1_000, judged=F(0)) == 0


def test_brute_force_says_how_much_it_judged() -> None:
    def rule(dice: Dice) -> str:
        return dice.until(lambda s, d: "end" if d.one() > 1 else s, "", lambda s: s == "end")

    assert check_brute_force(distribution(rule), rule, 1 + 6 + 6) == F(35, 36)
    assert check_brute_force(distribution(rule), rule, 100_000) > 1 - F(1, 10**11)  # and does not go on for ever
    with pytest.raises(AssertionError, match=r"judged 83\.3%"):
        check_brute_force(distribution(rule), rule, 1 + 6, judged=F(9, 10))


@pytest.mark.parametrize("wrong", [{"a": F(1, 2)}, {"a": F(1), "b": F(0)}, {"": F(1)}, {"a": 1.0}], ids=str)
def test_what_is_no_distribution_is_found(wrong: dict[str, F]) -> None:
    with pytest.raises(AssertionError):
        check_distribution(wrong)


def test_a_roll_that_no_handler_would_take_has_no_odds_either() -> None:
    with pytest.raises(TooBig, match="100,000 dice in one roll; 2,000 is the most"):
        distribution(lambda dice: dice.hits(100_000, 5, "a barrage"))

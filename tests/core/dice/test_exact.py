"""Exact odds: judged by every face one by one, by icepool, and by hand."""

from __future__ import annotations

from fractions import Fraction as F

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.absorbing import NeverEnds
from tabletop_cli.core.dice.exact import Budget, exact_distribution
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
                answers.append(dice.roll_die(sides=3))
        return str(sorted(map(str, answers)))

    odds = exact_distribution(rule)
    check_distribution(odds)
    found, rest = brute_force(rule, 200_000)
    assert rest == 0
    assert found == odds


@examples(25)
@given(st.integers(0, 3), st.integers(2, 4), st.lists(st.integers(0, 2), max_size=3))
def test_repeating_a_step(start: int, sides: int, items: list[int]) -> None:
    def step(state: int, item: int, dice: Dice) -> int:
        return min(6, state * item + dice.roll_die(sides=sides))

    def rule(dice: Dice) -> int:
        return dice.repeat(step, start, items) + dice.roll_die(sides=2)

    found, rest = brute_force(rule, 100_000)
    assert rest == 0
    assert found == exact_distribution(rule)


def test_the_order_of_items_counts() -> None:
    """Halving and adding do not commute: who swaps the items gets other odds."""

    def step(state: int, item: str, dice: Dice) -> int:
        return state // 2 if item == "half" else state + dice.roll_die(sides=4)

    def odds(*items: str) -> dict[int, F]:
        return exact_distribution(lambda dice: dice.repeat(step, 3, items))

    assert odds("add", "half") == {2: F(2, 4), 3: F(2, 4)}
    assert odds("half", "add") == {state: F(1, 4) for state in (2, 3, 4, 5)}


@pytest.mark.medium
def test_ties_are_rolled_again() -> None:
    """Two dice until they differ: each side wins one time in two, and no tie is left."""

    def roll(state: str, dice: Dice) -> str:
        one, two = dice.ask(Faces(2))
        return "one" if one > two else "two" if two > one else "tie"

    def rule(dice: Dice) -> str:
        return dice.repeat_until(roll, "tie", lambda state: state != "tie")

    odds = exact_distribution(rule)
    assert odds == {"one": F(1, 2), "two": F(1, 2)}
    check_brute_force(odds, rule, 20_000)


def test_a_tug_of_war_comes_back_to_where_it_was() -> None:
    def pull(rope: int, dice: Dice) -> int:
        return rope + (1 if dice.roll_die() >= 3 else -1)

    odds = exact_distribution(lambda dice: dice.repeat_until(pull, 0, lambda rope: abs(rope) == 3))
    assert odds == {3: F(8, 9), -3: F(1, 9)}  # gambler's ruin at 2 to 1


def test_a_fight_without_an_end_is_an_error() -> None:
    with pytest.raises(NeverEnds):
        exact_distribution(
            lambda dice: dice.repeat_until(lambda state, d: d.roll_die(sides=2), 0, lambda state: state == 3)
        )


def test_rules_may_ask_inside_of_repetitions_and_after_them() -> None:
    def rule(dice: Dice) -> int:
        def five_or_six(hits: int, _: int, dice: Dice) -> int:
            return hits + dice.repeat_until(lambda face, d: d.roll_die(), 0, lambda face: face > 4) % 2

        hits = dice.repeat(five_or_six, 0, range(2))
        return hits + dice.count_hits(hits, 6)

    odds = exact_distribution(rule)
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
        return min(3, n + dice.count_hits(1, ways))

    def rule(dice: Dice) -> int:
        return dice.repeat(step, 0, [5] * 900 + [6] * 900)

    odds = exact_distribution(rule, Budget(most=20))
    assert odds[0] == F(2, 3) ** 900 * F(5, 6) ** 900
    assert sum(odds.values()) == 1


def test_a_part_that_depends_on_its_key_alone_is_worked_out_once_for_each() -> None:
    seen: list[tuple[int, bool]] = []

    def rule(dice: Dice) -> int:
        def shoot(hits: int, sides: int, dice: Dice) -> int:
            def part(dice: Dice) -> bool:
                seen.append((sides, hits > 1))
                return dice.roll_die(sides=sides) > (2 if hits > 1 else 1)

            return hits + dice.roll_part((sides, hits > 1), part)

        return dice.repeat(shoot, 0, [3, 4, 3])

    odds = exact_distribution(rule)
    assert sorted(seen) == sorted(key for key in set(seen) for _ in range(key[0]))
    assert brute_force(rule) == (odds, F(0))


def test_equal_outcomes_and_states_are_merged() -> None:
    """A thousand shots that only count up to three would branch 2**1000 times if nothing were merged."""
    odds = exact_distribution(lambda dice: dice.repeat(lambda n, _, d: min(3, n + d.count_hits(1, 6)), 0, range(1000)))
    assert set(odds) == {0, 1, 2, 3}
    assert odds[0] == F(5, 6) ** 1000
    assert exact_distribution(lambda dice: dice.roll_die() % 2) == {0: F(1, 2), 1: F(1, 2)}


@pytest.mark.parametrize(("n", "need"), [(1, 6), (5, 4), (12, 5)])
def test_pools_against_icepool(n: int, need: int) -> None:
    judge = n @ (icepool.d6 >= need)
    assert exact_distribution(lambda dice: dice.count_hits(n, need)) == {
        int(hits): F(judge.quantity(hits), judge.denominator()) for hits in judge.outcomes()
    }


def test_sums_and_highest_dice_against_icepool() -> None:
    summed, highest = 3 @ icepool.d6, icepool.d(10).highest(3)
    assert exact_distribution(lambda dice: sum(dice.ask(Faces(3)))) == {
        face: F(summed.quantity(face), 216) for face in summed.outcomes()
    }
    assert exact_distribution(lambda dice: max(dice.ask(Faces(3, 10)))) == {
        face: F(highest.quantity(face), 1000) for face in highest.outcomes()
    }


# --- Too much ---------------------------------------------------------------------------------------------------------


def test_too_many_branches_are_an_error_and_not_a_wait() -> None:
    with pytest.raises(TooBig, match="100 branches"):
        exact_distribution(lambda dice: dice.ask(Faces(4)), Budget(most=100))


def test_work_that_is_known_beforehand_is_refused_with_how_much_it_is() -> None:
    def rule(dice: Dice) -> int:
        dice.announce_work(2_500)
        return dice.roll_die()

    assert len(exact_distribution(rule, Budget(work=2_500))) == 6
    with pytest.raises(TooBig, match="about 3 times") as refused:
        exact_distribution(rule, Budget(work=1_000))
    assert refused.value.as_dict()["times"] == 3


def test_fractions_for_machines_keep_their_denominator() -> None:
    from tabletop_cli.core.quantities import format_ratio

    assert [format_ratio(p) for p in (F(1), F(0), F(6, 4))] == ["1/1", "0/1", "3/2"]


# --- The judge itself -------------------------------------------------------------------------------------------------


def test_brute_force_says_what_it_could_not_roll() -> None:
    found, rest = brute_force(
        lambda dice: dice.repeat_until(lambda s, d: d.roll_die(), 0, lambda s: s == 6), 1 + 6 + 30
    )
    assert found == {6: F(11, 36)}
    assert rest == F(25, 36)


@pytest.mark.parametrize("wrong", [{"hit": F(1, 3), "miss": F(2, 3)}, {"hit": F(1, 6)}, {"miss": F(1)}], ids=str)
def test_wrong_odds_are_found(wrong: dict[str, F]) -> None:
    def rule(dice: Dice) -> str:
        return "hit" if dice.roll_die() == 6 else "miss"

    check_brute_force(exact_distribution(rule), rule, 10)
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
        return dice.repeat_until(lambda s, d: "end" if d.roll_die() > 1 else s, "", lambda s: s == "end")

    assert check_brute_force(exact_distribution(rule), rule, 1 + 6 + 6) == F(35, 36)
    assert check_brute_force(exact_distribution(rule), rule, 100_000) > 1 - F(1, 10**11)  # and does not go on for ever
    with pytest.raises(AssertionError, match=r"judged 83\.3%"):
        check_brute_force(exact_distribution(rule), rule, 1 + 6, judged=F(9, 10))


@pytest.mark.parametrize("wrong", [{"a": F(1, 2)}, {"a": F(1), "b": F(0)}, {"": F(1)}, {"a": 1.0}], ids=str)
def test_what_is_no_distribution_is_found(wrong: dict[str, F]) -> None:
    with pytest.raises(AssertionError):
        check_distribution(wrong)


def test_a_roll_that_no_handler_would_take_has_no_odds_either() -> None:
    with pytest.raises(TooBig, match="100,000 dice; at most 2,000 in one roll"):
        exact_distribution(lambda dice: dice.count_hits(100_000, 5, "a barrage"))

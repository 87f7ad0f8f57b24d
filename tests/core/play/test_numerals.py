"""Numbers that many folds share: each sees its own, whatever the others go on with."""

from __future__ import annotations

import pytest

from tabletop_cli.core.play.numerals import Numbers

ONE_TO_THREE = Numbers([1, 2, 3])


def test_going_on_leaves_those_before_as_they_were() -> None:
    longer = ONE_TO_THREE.and_then(4)
    assert (list(ONE_TO_THREE), list(longer)) == ([1, 2, 3], [1, 2, 3, 4])
    assert (len(ONE_TO_THREE), len(longer)) == (3, 4)


def test_two_that_go_on_from_the_same_do_not_meet() -> None:
    shorter = Numbers([1, 2, 3]).without_last()
    ours, theirs = shorter.and_then(7), shorter.and_then(8)
    assert (list(shorter), list(ours), list(theirs)) == ([1, 2], [1, 2, 7], [1, 2, 8])
    assert ours != theirs


def test_none_without_the_last_are_none() -> None:
    assert not Numbers().without_last()
    assert list(Numbers().without_last().and_then(1)) == [1]


def test_what_others_have_put_on_is_out_of_reach() -> None:
    numbers = Numbers([1, 2])
    numbers.and_then(3)
    assert (numbers[-1], numbers[1:], numbers[5:]) == (2, [2], [])
    with pytest.raises(IndexError):
        numbers[2]


def test_the_same_numbers_are_equal_wherever_they_come_from() -> None:
    grown = Numbers([1]).and_then(2)
    assert grown == Numbers([1, 2]) != Numbers([1, 2, 3])
    assert hash(grown) == hash(Numbers([1, 2]))
    assert grown.without_last() == Numbers([1])


@pytest.mark.parametrize(("others", "so"), [([], True), ([1, 2], True), ([1, 3], False), ([1, 2, 3, 4], False)])
def test_numbers_begin_with_some_of_them(others: list[int], so: bool) -> None:
    assert ONE_TO_THREE.begin_with(Numbers(others)) is so
    assert ONE_TO_THREE.and_then(4).begin_with(ONE_TO_THREE)

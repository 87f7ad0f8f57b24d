"""Kinds of values: what their messages say, on both sides of each limit."""

from __future__ import annotations

from tabletop_cli.core.declare.kinds import brief, did_you_mean, digits_of


def test_a_value_in_a_message_is_cut_after_a_line() -> None:
    assert brief("x" * 58) == f'"{"x" * 58}"'
    assert brief("x" * 59) == f'"{"x" * 56}...'
    assert len(brief("x" * 59)) == 60
    assert brief("\x1b\u202e") == '"\\u001b\\u202e"'


def test_a_number_without_end_is_told_by_its_digits() -> None:
    assert brief(10**200 - 1) == "9" * 57 + "..."
    assert brief(10**200) == brief(-(10**200)) == "a number of 201 digits"
    assert brief([10**9_000]) == "a list with numbers that are too long"


def test_digits_are_counted_without_writing_the_number() -> None:
    for digits in (1, 2, 3, 19, 200, 300, 4_999, 5_000):
        assert digits_of(10**digits - 1) == digits_of(1 - 10**digits) == digits
        assert digits_of(10**digits) == digits_of(-(10**digits)) == digits + 1
    assert [digits_of(number) for number in (0, 1, 8, 9, 16, 64, 1023, 1024, 2**63)] == [1, 1, 1, 1, 2, 2, 4, 4, 19]


def test_nearly_known_words_are_named_and_a_short_list_is_told() -> None:
    assert did_you_mean("gota", ["goat", "cow"]) == "did you mean goat?"
    assert did_you_mean("goat", ["goat-1", "goat-2", "goat-3", "goat-4"]) == "did you mean goat-4 or goat-3 or goat-2?"
    many = [f"w{number}" for number in range(17)]
    assert did_you_mean("zzz", many[:16]) == f"known: {', '.join(many[:16])}"
    assert did_you_mean("zzz", many) == ""
    assert did_you_mean("zzz", []) == ""
    assert did_you_mean("a" * 300, ["a" * 200]) == f"did you mean {'a' * 200}?"

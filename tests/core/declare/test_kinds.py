"""Kinds of values: what their messages say, on both sides of each limit."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core.declare.composed import MOST_ITEMS, ListOf, MapOf, Nullable
from tabletop_cli.core.declare.kinds import (
    AnyKind,
    Number,
    OneOf,
    Raw,
    Text,
    Whole,
    YesNo,
    brief_text,
    did_you_mean,
    digits_of,
)
from tabletop_cli.core.errors import Malformed


def test_a_value_in_a_message_is_cut_after_a_line() -> None:
    assert brief_text("x" * 58) == f'"{"x" * 58}"'
    assert brief_text("x" * 59) == f'"{"x" * 56}...'
    assert len(brief_text("x" * 59)) == 60
    assert brief_text("\x1b\u202e") == '"\\u001b\\u202e"'


def test_a_number_without_end_is_told_by_its_digits() -> None:
    assert brief_text(10**200 - 1) == "9" * 57 + "..."
    assert brief_text(10**200) == brief_text(-(10**200)) == "a number of 201 digits"
    assert brief_text([10**9_000]) == "a list with numbers that are too long"


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


# --- what each kind takes, and what it says ---


def refused(kind: AnyKind, value: Any) -> tuple[str, str]:
    with pytest.raises(Malformed) as wrong:
        kind.read(value, "it")
    return wrong.value.message.removeprefix("it: "), wrong.value.hint


@pytest.mark.parametrize(
    ("kind", "right", "wrong", "said", "hint"),
    [
        (Whole(1, 9), (1, 9), (0, 10), "{} is out of range", "give a whole number from 1 to 9"),
        (Whole(), (0, 1_000_000), (-1,), "{} is out of range", "give a whole number from 0"),
        (Whole(), (), (1_000_001,), "{} is out of range", "give a whole number from 0 to 1,000,000"),
        (Whole(None, 5), (-(10**9), 5), (6,), "{} is out of range", "give a whole number to 5"),
        (Whole(2, None), (2, 10**9), (1,), "{} is out of range", "give a whole number from 2"),
        (Whole(), (), (True, 1.0), "{} is not a whole number", "give a whole number from 0"),
        (Number(2), (2, 2.5), (1.75, -3), "{} is below 2", "give a number from 2"),
        (Number(), (-1.5, 10**15 - 1), (10**15, -(10**15)), "{} is not a usable number", "give a number"),
        (Number(), (), (True, "x"), "{} is not a number", "give a number"),
        (YesNo(), (True, False), (1, "yes"), "{} is not true or false", "write true or false"),
        (OneOf((1, "a")), (1, "a"), (True, 2, "b"), "{} is not known", "known: 1, a"),
        (Text(), ("", "x" * 200), (1,), "{} is not text", ""),
        (Raw(), ({}, {"a": 1}), ([], 1), "{} is not a table", ""),
    ],
)
def test_a_kind_takes_what_it_says_and_no_more(
    kind: AnyKind, right: tuple[Any, ...], wrong: tuple[Any, ...], said: str, hint: str
) -> None:
    for value in right:
        assert kind.read(value, "it") == value
    for value in wrong:
        assert refused(kind, value) == (said.format(brief_text(value)), hint)


def test_a_text_has_two_hundred_characters_at_most() -> None:
    assert refused(Text(), "x" * 201) == ("201 letters, at most 200 allowed", "give a shorter one")
    assert Text().schema()["maxLength"] == 200


def test_what_is_no_number_at_all_is_not_usable() -> None:
    assert refused(Number(), float("nan"))[0] == "NaN is not a usable number"
    assert refused(Number(), float("inf"))[0] == "Infinity is not a usable number"


def test_lists_have_as_many_items_as_is_said() -> None:
    few = ListOf(Whole(), 1, 2)
    assert few.read([1], "it") == (1,) and few.read((1, 2), "it") == (1, 2)
    for value in ([], [1, 2, 3]):
        assert refused(few, value) == (f"{len(value)} items; 1 to 2 allowed", "")
    assert few.from_words("1 2", "it") == [1, 2]
    with pytest.raises(Malformed, match="3 items; 1 to 2 allowed"):
        few.from_words("1 2 3", "it")
    with pytest.raises(Malformed, match="0 items"):
        few.from_words("", "it")
    assert (few.schema()["minItems"], "minItems" in ListOf(Whole()).schema()) == (1, False)


def test_a_single_value_is_told_how_it_is_written_as_a_list() -> None:
    numbers = ListOf(Whole())
    for where, value, hint in (
        ("army.extras", 5, "write extras = [5]"),
        ("army.extras", "x", 'write extras = ["x"]'),
        ("army.units", {"a": 1}, "write [[units]] above each table"),
        ("army.units[2]", 5, ""),
        ("", 5, ""),
        ("army.extras", None, ""),
    ):
        with pytest.raises(Malformed, match="is not a list") as wrong:
            numbers.read(value, where)
        assert wrong.value.hint == hint


def test_in_a_distinct_list_nothing_stands_twice() -> None:
    once = ListOf(Whole(), distinct=True)
    assert once.read([1, 2, 3], "it") == (1, 2, 3)
    assert refused(once, [1, 2, 3, 2]) == ("2 is there twice", "")
    assert refused(once, [1, 1]) == ("1 is there twice", "")
    assert ListOf(Whole()).read([1, 1], "it") == (1, 1)


def test_tables_of_names_have_an_end() -> None:
    table = MapOf(Whole())
    most = {f"n{number}": number for number in range(MOST_ITEMS)}
    assert table.read(most, "it") == most
    assert refused(table, {**most, "more": 1})[0] == f"{MOST_ITEMS + 1} entries; at most {MOST_ITEMS} are allowed"
    assert refused(table, {"a": -1})[0].endswith("-1 is out of range")


@pytest.mark.parametrize("word", ["", " ", "null", "NONE", "None "])
def test_nothing_is_typed_in_several_ways(word: str) -> None:
    assert Nullable(Whole()).from_words(word, "it") is None
    assert Nullable(Whole()).from_words("3", "it") == 3
    assert Nullable(Whole()).read(None, "it") is None


def test_yes_and_no_are_typed_as_people_do() -> None:
    assert [YesNo().from_words(word, "it") for word in ("y", "YES", " true ")] == [True] * 3
    assert [YesNo().from_words(word, "it") for word in ("n", "No", "false")] == [False] * 3
    with pytest.raises(Malformed, match="not yes or no"):
        YesNo().from_words("maybe", "it")


def test_a_word_is_typed_by_its_clear_beginning() -> None:
    words = OneOf(("lead", "leader", "semi-lead", 3))
    assert [words.from_words(word, "it") for word in ("lead", "leade", "semi", "3")] == [
        "lead",
        "leader",
        "semi-lead",
        3,
    ]
    with pytest.raises(Malformed, match="could be lead or leader") as several:
        words.from_words("le", "it")
    assert several.value.hint == "type more of it"
    with pytest.raises(Malformed, match="not known"):
        words.from_words("x", "it")


def test_a_list_is_told_as_it_is_typed() -> None:
    """As what Enter gives: no brackets."""
    assert ListOf(Whole(1)).to_words([6, 6, 7]) == "6 6 7"
    assert ListOf(Whole(1)).from_words("6 6 7", "rows") == [6, 6, 7]
    assert ListOf(ListOf(Whole())).to_words([[1]]) == ""

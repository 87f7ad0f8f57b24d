"""Entries as they are written, and what is wrong with one in any system."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.entry import Entry, units_of


def texts(found: Any) -> list[str]:
    return [f"{one.code} {one.message}; {one.hint}" for one in found]


@pytest.mark.parametrize(
    ("written", "copies"), [({}, 1), ({"count": 3}, 3), ({"count": 0}, 0), ({"count": -3}, 0), ({"count": True}, 0)]
)
def test_copies(written: dict[str, Any], copies: int) -> None:
    entry = Entry(0, written)
    assert entry.count == copies
    assert bool(texts(entry.broken_count_problems("X-A1"))) == (copies == 0)


def test_a_broken_count_is_named_and_placed() -> None:
    (found,) = Entry(2, {"count": 1.0, "name": "Old Guard"}).broken_count_problems("X-A1")
    assert found.message == "entry 3 (Old Guard): count is 1.0; it must be a whole number from 1"
    assert (found.code, found.hint, found.where) == ("X-A1", "write count = 1", ("units", 2, "count"))


def test_a_name_without_end_does_not_fill_the_message() -> None:
    assert Entry(0, {"name": "x" * 3_000}).label == f"entry 1 ({'x' * 77}...)"
    assert Entry(0, {"name": "x" * 81}).label == f"entry 1 ({'x' * 77}...)"
    assert Entry(0, {"name": "x" * 80}).label == f"entry 1 ({'x' * 80})"


def test_a_place_is_the_nearest_that_is_written() -> None:
    entry = Entry(1, {"options": {"hero": "bob"}, "name": "x"})
    assert entry.place_of_key() == ("units", 1)
    assert entry.place_of_key("options", "hero") == ("units", 1, "options", "hero")
    assert entry.place_of_key("options", "mount") == ("units", 1, "options")
    assert entry.place_of_key("name", "x") == ("units", 1, "name")


def test_words_that_are_missing_or_unknown() -> None:
    known = ("green", "veteran")
    assert texts(Entry(0, {"rank": "green"}).unknown_word_problems("X-A1", "rank", known)) == []
    assert texts(Entry(0, {}).unknown_word_problems("X-A1", "rank", known, default="green")) == []
    assert texts(Entry(0, {}).unknown_word_problems("X-A1", "rank", known)) == [
        "X-A1 entry 1 (entry): rank is missing; choose from green, veteran"
    ]
    assert texts(Entry(0, {"rank": ["x"]}).unknown_word_problems("X-A1", "rank", known)) == [
        'X-A1 entry 1 (entry): unknown rank ["x"]; choose from green, veteran'
    ]


@pytest.mark.parametrize(("leaders", "wrong"), [(1, False), (2, True), (True, True), (1.0, True), ("1", True)])
def test_numbers_that_are_always_the_same(leaders: Any, wrong: bool) -> None:
    assert bool(texts(Entry(0, {"leaders": leaders}).inexact_number_problems("X-A1", "leaders", 1))) == wrong
    assert texts(Entry(0, {}).inexact_number_problems("X-A1", "leaders", 1)) == []


def test_the_units_of_an_army() -> None:
    assert list(units_of({"system": "x", "units": [{"name": "a"}, {}]}, "x")) == [{"name": "a"}, {}]
    assert list(units_of({}, "x")) == []


@pytest.mark.parametrize(
    ("army", "said"),
    [
        ({"units": "no"}, 'units: "no" is not a list'),
        ({"units": [1]}, r"units\[0\]: 1 is not a table"),
        ({"units": [{"name": 1}]}, r"units\[0\].name: 1 is not text"),
        ({"units": [{}] * 10_001}, "10001 entries"),
        ({"name": 1}, "name: 1 is not text"),
        ({"system": "y"}, 'an army for "y", not for x'),
    ],
)
def test_what_is_no_list_of_this_system(army: dict[str, Any], said: str) -> None:
    with pytest.raises(Malformed, match=said):
        list(units_of(army, "x"))


def test_keys_that_are_not_its_own() -> None:
    (found,) = Entry(0, {"count": 1, "cuont": 2}).strange_key_problems("X-A2", ("count", "name"))
    assert (found.message, found.hint) == ('entry 1 (entry): no field "cuont" here', "did you mean count?")
    assert found.where == ("units", 0, "cuont")
    (named,) = Entry(0, {"name": "Old Guard", "cuont": 2}).strange_key_problems("X-A2", ("name", "count"))
    assert named.message == 'entry 1 (Old Guard): entry has no field "cuont"'

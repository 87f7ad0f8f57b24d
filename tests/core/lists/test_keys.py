"""Keys that are declared once: what players are offered, what editors accept, and what belongs nowhere."""

from __future__ import annotations

from typing import Any

from tabletop_cli.core.declare.kinds import OneOf, Text, Whole
from tabletop_cli.core.lists.form import Pick, Setting
from tabletop_cli.core.lists.keys import (
    Key,
    catalogue_key,
    offered_settings,
    picks_of,
    schema_properties,
    stray_setting,
)

ROWS: dict[str, dict[str, Any]] = {
    "green": {"name": "Green", "summary": "Many.", "rules": ["X-1"]},
    "veteran": {"name": "Veteran"},
}
NAME = Key.from_name("name", "Name", Text(), help="A name of your own.")
RANK = catalogue_key("rank", "Rank", ROWS, "X-A1", told="Which rank (X-A1).")
LEADERS = Key.from_name("leaders", "Leaders", Whole(0), "X-A2", spare=True, told="One.", valid={"const": 1})


def strange(key: str, value: Any) -> Setting:
    return stray_setting((key,), f"{key} is strange", "X-A3", f"It says {value}.")


def shown(written: dict[str, Any], *others: str) -> list[str]:
    return [str(one.key[0]) for one in offered_settings((LEADERS, NAME, RANK), written, strange, *others)]


def test_rows_of_a_catalogue_are_values_in_words() -> None:
    assert picks_of(ROWS) == (Pick("green", "Green", "Many.", ("X-1",)), Pick("veteran", "Veteran"))
    assert RANK.kind == OneOf(("green", "veteran"))
    assert RANK.picks == picks_of(ROWS)


def test_a_word_is_needed_unless_something_holds_without_it() -> None:
    assert RANK.needed
    assert not catalogue_key("rank", "Rank", ROWS, default="green").needed


def test_what_is_typed_has_no_short_word() -> None:
    assert RANK.short
    assert not NAME.short


def test_spare_keys_are_offered_last_and_only_where_they_are_written() -> None:
    assert shown({}) == ["name", "rank"]
    assert shown({"leaders": 2}) == ["name", "rank", "leaders"]


def test_what_belongs_nowhere_can_only_be_taken_away() -> None:
    assert shown({"hat": 1, "type": "x"}, "type") == ["name", "rank", "hat"]
    hat = strange("hat", 1)
    assert (hat.key, hat.kind, hat.rules) == (("hat",), OneOf((None,)), ("X-A3",))
    assert [pick.value for pick in hat.values] == [None]


def test_editors_read_the_same_keys() -> None:
    assert schema_properties((NAME, RANK, LEADERS)) == {
        "name": {"type": "string", "maxLength": 200, "description": "A name of your own."},
        "rank": {"enum": ["green", "veteran"], "description": "Which rank (X-A1)."},
        "leaders": {"const": 1, "description": "One."},
    }

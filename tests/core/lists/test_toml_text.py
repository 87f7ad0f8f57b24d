"""Whole new army files in TOML."""

from __future__ import annotations

import math
import tomllib
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.change import same_value
from tabletop_cli.core.lists.edit.fresh import format_file

plain = st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text(max_size=5), values, max_size=5))
def test_what_is_written_reads_as_the_same(data: dict[str, Any]) -> None:
    assert same_value(tomllib.loads(format_file(data)), data)


def test_it_is_laid_out_as_people_like_it() -> None:
    units = [{"type": "hmg", "options": {"hero": "librarian"}}, {"type": "atg", "count": 2}]
    data = {"units": units, "house": {"a": 1, "guns": {"light-gun": {"reload": 1}}}, "system": "td", "name": 'A "B"'}
    assert format_file(data, "#:schema td.army.schema.json") == (
        '#:schema td.army.schema.json\nsystem = "td"\nname = "A \\"B\\""\n'
        '\n[[units]]\ntype = "hmg"\noptions = { hero = "librarian" }\n'
        '\n[[units]]\ntype = "atg"\ncount = 2\n'
        "\n[house]\na = 1\n"
        "\n[house.guns.light-gun]\nreload = 1\n"
    )


def test_a_long_list_of_tables_has_one_a_line() -> None:
    members = [{"kind": "rifle", "name": "Somebody with a long name"} for _ in range(3)]
    lines = format_file({"units": [{"members": members}]}).splitlines()
    assert lines[1] == "members = ["
    assert lines[2] == '  { kind = "rifle", name = "Somebody with a long name" },'
    assert lines[-1] == "]"


def test_dates_and_endless_numbers() -> None:
    data = {"day": date(2024, 5, 1), "much": math.inf}
    assert tomllib.loads(format_file(data)) == data


@pytest.mark.parametrize(("value", "said"), [(None, "null"), ([1, None], "null"), ("\ud800", "half"), (1j, "complex")])
def test_what_toml_cannot_hold_is_said(value: Any, said: str) -> None:
    with pytest.raises(TabletopError, match=said):
        format_file({"a": value})

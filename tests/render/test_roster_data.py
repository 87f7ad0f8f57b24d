"""Rosters for spreadsheets and programs: CSV that is no formula, JSON as its schema says."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.sheet import Sheet, Source
from tabletop_cli.render.roster.machine import roster_json_schema
from tabletop_cli.render.roster.spreadsheet import COLUMNS, format_decimal
from tabletop_cli.render.table import csv_cell

from ..sheets import HOSTILE, ILLEGAL, SHEET, SOURCE, hostile
from .test_roster import DISCORD, ROOT, TEXTS, named, plain, text, texts


def rows(sheet: Sheet) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text(sheet, "csv"))))


def test_an_entry_is_a_row() -> None:
    found = rows(SHEET)
    assert list(found[0]) == list(COLUMNS)
    assert [row["name"] for row in found] == ["Morel's Own", "Sporethrower", "Those in the Ditch"]
    assert sum(Fraction(row["points"]) for row in found) == SHEET.points
    assert [row["entry"] for row in found] == ["1", "2", "3"]


def test_problems_of_the_list_have_rows_of_their_own() -> None:
    first, *entries = rows(ILLEGAL)
    assert (first["entry"], first["problems"]) == ("", "XX-A15: 7 of 6 points, 1 over")
    assert [row["problems"][:14] for row in entries] == ["XX-A5: entry 1", "warning: XX-W1", ""]
    assert {row["legal"] for row in (first, *entries)} == {"no"}


BLANKS = ("", " ", "\t", "\xa0", "\u2003", "\u3000 ", "\u200b")  # that nobody sees in front of it


@given(st.sampled_from(BLANKS), st.sampled_from("=+-@\uff1d"), st.text(max_size=20))
def test_no_cell_is_a_formula(blank: str, sign: str, name: str) -> None:
    for row in rows(named(blank + sign + name)):
        for value in row.values():
            seen = value.lstrip("".join(BLANKS))
            assert seen[:1] not in ("=", "+", "-", "@", "\uff1d") or re.fullmatch(r"[+-][\d./]+", value.strip())


@pytest.mark.parametrize("blank", BLANKS)
def test_a_formula_behind_blanks_is_none_in_any_column(blank: str) -> None:
    first = rows(replace(named("x"), name=f"{blank}=1+1", note=f"{blank}@SUM(A1)"))[0]
    assert first["army"].startswith("'") and first["army note"].startswith("'")


def test_what_is_a_number_stays_one() -> None:
    assert [csv_cell(value) for value in (-3, "+1/2", "-0.5", "12", "=5", "@7", "-", "a=b")] == [
        "-3",
        "+1/2",
        "-0.5",
        "12",
        "'=5",
        "'@7",
        "'-",
        "a=b",
    ]


@pytest.mark.parametrize(
    ("points", "said"),
    [(Fraction(7, 2), "3.5"), (Fraction(6), "6"), (Fraction(1, 3), "1/3"), (Fraction(5, 8), "0.625")],
)
def test_points_are_no_dates(points: Fraction, said: str) -> None:
    assert format_decimal(points) == said


def data(sheet: Sheet, source: Source = SOURCE) -> dict[str, Any]:
    (made,) = texts(sheet, "json", source)
    found: dict[str, Any] = json.loads(made)
    return found


def faults(found: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in Draft7Validator(roster_json_schema()).iter_errors(found)]


def test_json_is_as_its_schema_says() -> None:
    for sheet in (SHEET, ILLEGAL, hostile(), Sheet(system="xx", system_name="X", name="")):
        assert faults(data(sheet)) == []
    assert faults(data(SHEET, Source())) == []


@pytest.mark.parametrize(
    "change", [{"roster": 2}, {"points": "3.5"}, {"colour": 1}, {"budget": 6}, {"legal": "yes"}, {"units": [{}]}]
)
def test_the_schema_is_not_content_with_everything(change: dict[str, Any]) -> None:
    assert faults({**data(SHEET), **change})


@pytest.mark.parametrize("key", data(SHEET))
def test_the_schema_misses_every_key(key: str) -> None:
    assert faults({name: value for name, value in data(SHEET).items() if name != key})


def test_json_is_exact_and_loses_nothing() -> None:
    found = data(ILLEGAL)
    assert (found["points"], found["budget"], found["legal"]) == ("7/1", "6/1", False)
    assert [unit["each"] for unit in found["units"]] == ["7/2", "1/1", "1/2"]
    assert found["problems"][0]["where"] == ["units", 0]
    assert found["source"]["sha256"] == SOURCE.sha256
    assert data(hostile())["name"] == HOSTILE


@pytest.mark.medium
@pytest.mark.parametrize("folder", ["armies/td", "armies/tt", "tests/systems/td/illegal", "tests/systems/tt/illegal"])
def test_every_list_that_can_be_read_is_a_roster(folder: str) -> None:
    """In all formats; what is wrong with it is told in each."""
    found = 0
    for path in sorted((ROOT / folder).glob("*.toml")):
        try:
            sheet = open_army(path).sheet
        except TabletopError:
            continue
        found += 1
        assert faults(data(sheet)) == [], path.name
        for form in TEXTS:
            said = plain(text(sheet, form))
            assert all(one.code in said for one in sheet.problems), (path.name, form)
            assert form != "discord" or all(len(message) < DISCORD for message in texts(sheet, form)), path.name
    assert found > 3

"""A name has 200 letters at most, wherever it is written; marks on letters count as letters."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core import registry
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.army import check_army
from tests.cli.conftest import Tabletop, tabletop  # noqa: F401 - a fixture

ARMIES = Path(__file__).parents[2] / "armies"
LISTS = {
    "td": "green-horde.toml",
    "tt": "marines-patrol.toml",
    "du": "weir-ossel.toml",
    "tgf": "ash-platoon.toml",
    "fftt": "kestrel-patrol.toml",
}
PLACES: dict[str, list[tuple[str | int, ...]]] = {
    **{system: [("name",), ("units", 0, "name")] for system in LISTS},
    "du": [("name",), ("faction",), ("opponent",), ("theatre",), *(("units", 0, key) for key in ("id", "name"))],
    "tgf": [("name",), ("units", 0, "id"), ("units", 0, "name")],
    "fftt": [("name",), ("units", 0, "name"), ("general", "name")],
}
CASES = [(system, where) for system, places in PLACES.items() for where in places]


def army(system: str) -> dict[str, Any]:
    found = tomllib.loads((ARMIES / system / LISTS[system]).read_text("utf-8"))
    if system == "fftt":
        found["general"] = {"unit": "chaplain"}
    return found


def written(system: str, where: tuple[str | int, ...], name: str) -> dict[str, Any]:
    """An example list with a name at a place."""
    whole = deepcopy(army(system))
    table: Any = whole
    for key in where[:-1]:
        table = table[key]
    table[where[-1]] = name
    return whole


def said(system: str, data: dict[str, Any]) -> list[str]:
    try:
        return [one.message for one in check_army(registry.load(system), data).problems]
    except TabletopError as wrong:
        return [wrong.message]


@pytest.mark.parametrize(("system", "where"), CASES, ids=str)
def test_a_name_has_200_letters_at_most(system: str, where: tuple[str | int, ...]) -> None:
    judge = Draft7Validator(dict(registry.load(system).muster.schema(registry.load(system))))
    for name, fits in (("w" * 200, True), ("w" * 201, False)):
        data = written(system, where, name)
        long = [one for one in said(system, data) if "letters, at most 200 allowed" in one]
        assert bool(long) is not fits
        assert all("201 letters" in one and str(where[-1]) in one and len(one) < 400 for one in long)
        assert any("too long" in one.message for one in judge.iter_errors(data)) is not fits


@pytest.mark.parametrize("system", LISTS)
def test_marks_on_letters_are_letters(system: str) -> None:
    assert any("202 letters" in one for one in said(system, written(system, ("name",), "e\u0301" * 101)))


@pytest.mark.parametrize("system", LISTS)
def test_whoever_checks_a_file_is_told_the_line(
    system: str,
    tabletop: Tabletop,  # noqa: F811
    tmp_path: Path,
) -> None:
    file = tmp_path / "long.toml"
    lines = [one for one in (ARMIES / system / LISTS[system]).read_text("utf-8").splitlines() if one[:2] != "#:"]
    at = next(number for number, one in enumerate(lines, 1) if one.startswith("name = "))
    lines[at - 1] = f'name = "{"w" * 300}"'
    file.write_text("\n".join(lines))
    ran = tabletop("--plain", "validate", file)
    assert ran.code != 0
    assert f"long.toml:{at}: " in ran.out and "name: 300 letters, at most 200 allowed" in ran.out
    assert "w" * 201 not in ran.out

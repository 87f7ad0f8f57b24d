"""Armies of td as files: legal ones in ``armies/``, deliberately wrong ones beside this module.

The first line of a wrong one says which constraints it breaks: ``# expect: TD-A3 TD-A5``, in this order.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core import registry
from tabletop_cli.core.army import ArmyFile, check, load_file
from tabletop_cli.core.batch import reply

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
LEGAL = sorted((ROOT / "armies" / "td").glob("*.toml"))
ILLEGAL = sorted((HERE / "illegal").glob("*.toml"))
TD = registry.load("td")
SCHEMA = Draft7Validator(TD.muster.schema(TD))


def expected(army: ArmyFile) -> list[str]:
    first = army.text.splitlines()[0]
    assert first.startswith("# expect: "), f"{army.path.name}: the first line names no constraint"
    return first.removeprefix("# expect: ").split()


def codes(data: dict[str, Any]) -> list[str]:
    """The constraints that an army breaks, each once, in order."""
    return list(dict.fromkeys(one.code for one in check(TD, data).problems if one.severity == "error"))


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_a_wrong_army_breaks_what_its_first_line_says(path: Path) -> None:
    army = load_file(path)
    report = check(TD, army.data)
    assert codes(army.data) == expected(army)
    assert not report.legal
    for problem in army.place(report.problems):
        assert problem.message
        assert problem.hint or problem.severity == "warning"
        assert problem.line is not None and 1 <= problem.line <= len(army.text.splitlines())


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_the_door_for_machines_finds_the_same(path: Path) -> None:
    army = load_file(path)
    found = reply({"do": "validate", "system": "td", "army": army.data})
    assert found["legal"] is False
    assert [one["code"] for one in found["problems"] if one["severity"] == "error"] == expected(army)


def test_every_constraint_has_a_wrong_army() -> None:
    broken = {code for path in ILLEGAL for code in expected(load_file(path))}
    constraints = {code for code in TD.muster.checks if code.startswith("TD-A")}
    assert sorted(constraints - broken) == []
    assert sorted(broken - constraints) == []


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_example_armies_are_legal_and_valid(path: Path) -> None:
    army = load_file(path)
    assert codes(army.data) == []
    assert list(SCHEMA.iter_errors(army.data)) == []
    assert army.text.startswith("#:schema ../../schemas/td.army.schema.json\n")


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: path.stem)
def test_an_example_army_costs_no_more_than_its_budget_and_one_point_less_is_too_little(path: Path) -> None:
    data = load_file(path).data
    points = check(TD, data).points
    assert codes(data | {"budget": int(points)}) == []
    assert codes(data | {"budget": int(points) - 1}) == ["TD-A15"]


def test_armies_are_the_same_as_json(tmp_path: Path) -> None:
    for path in LEGAL:
        data = load_file(path).data
        copy = tmp_path / f"{path.stem}.json"
        copy.write_text(json.dumps(data), encoding="utf-8")
        assert load_file(copy).data == data

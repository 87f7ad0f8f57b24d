"""Armies of the built-in systems as files: legal ones in ``armies/``, deliberately wrong ones beside this module.

The first line of a wrong one says which constraints it breaks: ``# expect: TD-A3 TD-A5``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.lists.army import ArmyFile, Report, check_army, load_file
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.system import System

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
CATALOGUE = ".catalogue.toml"
LEGAL = sorted(path for path in (ROOT / "armies").glob("*/*.toml") if not path.name.endswith(CATALOGUE))
ILLEGAL = sorted(path for path in HERE.glob("*/illegal/*.toml") if not path.name.endswith(CATALOGUE))


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def system_of(army: ArmyFile) -> System:
    """The system of an army: the one it names, or that of its folder."""
    return registry.load(army.data.get("system", army.path.parent.parent.name))


def whole(army: ArmyFile) -> dict[str, Any]:
    """An army with the files that it names in their place."""
    return resolve_references(system_of(army), army)


def checked(army: ArmyFile) -> Report:
    return check_army(system_of(army), whole(army))


def expected(army: ArmyFile) -> list[str]:
    first = army.text.splitlines()[0]
    assert first.startswith("# expect: "), f"{army.path.name}: the first line names no constraint"
    return sorted(first.removeprefix("# expect: ").split())


def codes(report: Report) -> list[str]:
    """The constraints that an army breaks, each once, sorted."""
    return sorted({one.code for one in report.problems if one.severity == "error"})


@pytest.mark.parametrize("path", ILLEGAL, ids=named)
def test_a_wrong_army_breaks_what_its_first_line_says(path: Path) -> None:
    army = load_file(path)
    report = checked(army)
    assert codes(report) == expected(army)
    assert not report.legal
    for problem in army.problems_with_lines(report.problems):
        assert problem.message
        assert problem.hint or problem.severity == "warning"
        assert problem.line is not None and 1 <= problem.line <= len(army.text.splitlines())


@pytest.mark.parametrize("path", ILLEGAL, ids=named)
def test_the_door_for_machines_finds_the_same(path: Path) -> None:
    army = load_file(path)
    found = reply_to_request({"do": "validate", "system": system_of(army).id, "army": whole(army)})
    assert found["legal"] is False
    assert sorted({one["code"] for one in found["problems"] if one["severity"] == "error"}) == expected(army)


@pytest.mark.parametrize("system", registry.system_ids())
def test_every_constraint_has_a_wrong_army(system: str) -> None:
    wrong = [load_file(path) for path in ILLEGAL if path.parent.parent.name == system]
    constraints = {code for code in registry.load(system).muster.checks if code.startswith(f"{system.upper()}-A")}
    broken = {code for army in wrong for code in expected(army)}
    broken |= constraints & {problem.code for army in wrong for problem in checked(army).problems}  # warnings, too
    assert sorted(constraints ^ broken) == []


@pytest.mark.parametrize("path", LEGAL, ids=named)
def test_example_armies_are_legal_and_valid(path: Path) -> None:
    army = load_file(path)
    system = system_of(army)
    assert codes(checked(army)) == []
    assert list(Draft7Validator(system.muster.schema(system)).iter_errors(army.data)) == []
    assert army.text.startswith(f"#:schema ../../schemas/{system.id}.army.schema.json\n")


@pytest.mark.parametrize("path", LEGAL, ids=named)
def test_an_example_army_fits_its_budget_and_less_is_too_little(path: Path) -> None:
    army = load_file(path)
    system, data = system_of(army), whole(army)
    points = check_army(system, data).points
    if points is None:  # nothing costs anything: a budget changes nothing
        assert codes(check_army(system, data | {"budget": 0.5})) == []
        return
    assert codes(check_army(system, data | {"budget": float(points)})) == []
    assert codes(check_army(system, data | {"budget": float(points) - 0.5})) != []


def test_armies_are_the_same_as_json(tmp_path: Path) -> None:
    for path in LEGAL:
        data = load_file(path).data
        copy = tmp_path / f"{path.stem}.json"
        copy.write_text(json.dumps(data), encoding="utf-8")
        assert load_file(copy).data == data

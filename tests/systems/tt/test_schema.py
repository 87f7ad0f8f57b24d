"""The schemas of tt: faction restrictions by the schema alone, other validators, never stricter than `validate`."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from tabletop_cli.core import registry
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.references import resolve_references
from tests.changed import changed
from tests.examples import examples

ROOT = Path(__file__).parents[3]
TT = registry.load("tt")
VALID = Draft7Validator(TT.muster.schema(TT))
ARMIES = sorted(path for path in (ROOT / "armies/tt").glob("*.toml") if ".catalogue" not in path.name)
ILLEGAL = sorted(path for path in (Path(__file__).parent / "illegal").glob("*.toml") if ".catalogue" not in path.name)
CATALOGUES = [
    *sorted((ROOT / "tabletop_cli/systems/tt/catalogue").glob("[es]*.toml")),
    ROOT / "armies/tt/hollow-choir.catalogue.toml",
]


def data_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def army(*units: dict[str, Any], faction: str = "eldar") -> dict[str, Any]:
    return {"system": "tt", "faction": faction, "units": list(units)}


@pytest.mark.parametrize(
    "wrong",
    [
        army({"unit": "rhino"}),
        army({"unit": "seer-council"}, faction="space-marines"),
        army({"unit": "wraithguard", "options": {"hero": "chaplain"}}),
        army({"unit": "tactical-squad", "options": {"specials": "ripper-guns"}}, faction="space-marines"),
        army({"unit": "command-squad", "options": {"hero": "farseer"}}, faction="space-marines"),
        army({"unit": "razorback", "options": {"weapon": "multimelta"}}, faction="space-marines"),
        army({"unit": "falcon", "weapons": ["bright-lance"]}),
        army({"unit": "falcon", "count": 0}),
        army(),
    ],
)
def test_the_schema_alone_refuses_what_a_faction_or_unit_has_not(wrong: dict[str, Any]) -> None:
    assert not VALID.is_valid(wrong)


def test_a_home_made_faction_is_left_to_its_catalogue() -> None:
    assert VALID.is_valid(data_of(ROOT / "armies/tt/hollow-choir.toml"))


@pytest.mark.slow
def test_independent_validators_accept_armies_and_catalogues() -> None:
    for schema, files in (("army", ARMIES), ("catalogue", CATALOGUES)):
        words = [sys.executable, "-m", "check_jsonschema", "--schemafile", f"schemas/tt.{schema}.schema.json"]
        found = subprocess.run([*words, *map(str, files)], cwd=ROOT, capture_output=True, text=True, check=False)
        assert found.returncode == 0, found.stdout


def rejected(found: dict[str, Any], path: Path) -> bool:
    """Whether `validate` rejects an army: as illegal, or as no army at all."""
    file = load_file(path)
    try:
        whole = resolve_references(TT, type(file)(file.path, file.text, found))
        return not check_army(TT, whole).legal
    except TabletopError:
        return True


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: path.stem)
def test_what_the_schema_rejects_is_illegal(path: Path) -> None:
    found = data_of(path)
    assert VALID.is_valid(found) or rejected(found, path)


VALUES = st.sampled_from(
    [
        None,
        0,
        1,
        -1,
        2.5,
        True,
        False,
        "",
        "x",
        "eldar",
        "space-marines",
        "falcon",
        "rhino",
        "chaplain",
        "1/2",
        [],
        {},
        ["falcon"],
        {"hero": "librarian"},
        [{}],
        {"unit": "falcon"},
        10**20,
    ]
)
KEYS = st.sampled_from(
    ["unit", "count", "name", "options", "commander", "faction", "budget", "units", "house", "colour"]
)


@examples(150)
@given(st.data())
def test_changed_armies_that_the_schema_rejects_are_rejected(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(ARMIES))
    found = changed(data, [data_of(path)], VALUES, KEYS, most=1)
    if not VALID.is_valid(found):
        assert rejected(found, path), json.dumps([error.message for error in VALID.iter_errors(found)])

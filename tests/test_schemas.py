"""The JSON Schemas in ``schemas/``: up to date, draft-07, accepted by other people's validators, never too strict.

Whatever a schema rejects, `validate` rejects; the other way round a schema cannot say everything.
"""

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

from tabletop_cli.cli.machines.commands import write_schemas
from tabletop_cli.core import registry
from tests.changed import changed, rejected
from tests.examples import examples

ROOT = Path(__file__).parents[1]
SCHEMAS = sorted((ROOT / "schemas").glob("*.json"))
ARMIES = sorted(path for path in (ROOT / "armies" / "td").glob("*.toml") if not path.stem.endswith(".catalogue"))
HOME_MADE = sorted((ROOT / "armies" / "td").glob("*.catalogue.toml"))
ILLEGAL = sorted((ROOT / "tests/systems/td/illegal").glob("*.toml"))
CATALOGUE = [*sorted((ROOT / "tabletop_cli/systems/td/catalogue").glob("*.toml")), *HOME_MADE]
TOOLS = Path(sys.executable).parent
TD = registry.load("td")


def data_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def committed(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "schemas" / name).read_text(encoding="utf-8"))
    return found


def named(path: Path) -> str:
    return path.name


# --- Drift ------------------------------------------------------------------------------------------------------------


def test_the_schemas_are_up_to_date(tmp_path: Path) -> None:
    """Written again they are the same, byte for byte, and none is left over."""
    write_schemas(tmp_path, registry.sound_systems())
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    there = {path.name: path.read_text(encoding="utf-8") for path in SCHEMAS}
    stale = sorted(name for name in written.keys() | there.keys() if written.get(name) != there.get(name))
    assert not stale, f"out of date: {', '.join(stale)}. Run: make schemas"


def test_the_schema_of_armies_is_the_one_that_the_system_checks_by() -> None:
    made = TD.muster.schema(TD)
    there = committed("td.army.schema.json")
    assert {key: there[key] for key in made if key != "title"} == {key: made[key] for key in made if key != "title"}


# --- Valid schemas ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCHEMAS, ids=named)
def test_a_schema_is_draft_07(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert schema["title"]
    Draft7Validator.check_schema(schema)


@pytest.mark.parametrize("path", CATALOGUE, ids=named)
def test_catalogue_files_are_valid(path: Path) -> None:
    validator = Draft7Validator(committed("td.catalogue.schema.json"))
    assert [error.message for error in validator.iter_errors(data_of(path))] == []


def test_a_catalogue_with_a_slip_is_not() -> None:
    wrong = data_of(CATALOGUE[0]) | {"no such table": {}}
    assert not Draft7Validator(committed("td.catalogue.schema.json")).is_valid(wrong)


def test_the_set_ups_of_scripts_are_valid() -> None:
    scripts = [json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "armies").glob("*/*.script.json")]
    assert scripts
    for script in scripts:
        kind = f"{script['do']}-setup" if "do" in script else "setup"
        validator = Draft7Validator(committed(f"{script['system']}.{kind}.schema.json"))
        assert [error.message for error in validator.iter_errors(script["setup"])] == []
        assert not validator.is_valid(script["setup"] | {"no such fact": 1})


# --- Other people's validators ----------------------------------------------------------------------------------------


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(list(map(str, words)), cwd=ROOT, capture_output=True, text=True, check=False)


def check_jsonschema(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "check_jsonschema", *words)


def taplo(*words: str | Path) -> subprocess.CompletedProcess[str]:
    if not (TOOLS / "taplo").exists():
        pytest.skip("taplo is not installed; `make test` installs it")
    return run(TOOLS / "taplo", "lint", *words)


@pytest.mark.slow
def test_check_jsonschema_accepts_schemas_and_armies() -> None:
    found = check_jsonschema("--check-metaschema", *SCHEMAS)
    assert found.returncode == 0, found.stdout
    found = check_jsonschema("--schemafile", "schemas/td.army.schema.json", *ARMIES)
    assert found.returncode == 0, found.stdout
    found = check_jsonschema("--schemafile", "schemas/td.catalogue.schema.json", *CATALOGUE)
    assert found.returncode == 0, found.stdout


@pytest.mark.slow
def test_check_jsonschema_accepts_rosters(tmp_path: Path) -> None:
    """What `roster` writes is what the schema of rosters says, and an army file is none."""
    army, made = ROOT / "armies/td/battle-group.toml", tmp_path / "roster.json"
    assert run(sys.executable, "-m", "tabletop_cli", "roster", army, "-o", made).returncode == 0
    found = check_jsonschema("--schemafile", "schemas/roster.schema.json", made)
    assert found.returncode == 0, found.stdout
    assert check_jsonschema("--schemafile", "schemas/roster.schema.json", army).returncode == 1


def test_the_schema_of_rosters_is_printed() -> None:
    assert json.loads(run(sys.executable, "-m", "tabletop_cli", "schema", "roster").stdout) == committed(
        "roster.schema.json"
    )


def test_check_jsonschema_finds_what_is_wrong() -> None:
    wrong = ROOT / "tests/systems/td/illegal/a02-mushroom-dragon.toml"
    found = check_jsonschema("--schemafile", "schemas/td.army.schema.json", wrong)
    assert found.returncode == 1
    assert "units[" in found.stdout


def test_taplo_accepts_the_armies_by_the_schema_that_they_name() -> None:
    """As editors do: the schema is found through the first line of each file."""
    found = taplo(*ARMIES, *HOME_MADE)
    assert found.returncode == 0, found.stderr


def test_taplo_finds_what_is_wrong(tmp_path: Path) -> None:
    """By its exit code: of its words it sometimes loses the last ones."""
    found = {}
    for kind in ("dragon", "hmg"):
        army = tmp_path / f"{kind}.toml"
        army.write_text(f'#:schema {(ROOT / "schemas/td.army.schema.json").as_uri()}\n[[units]]\ntype = "{kind}"\n')
        found[kind] = taplo(army).returncode
    assert found == {"dragon": 1, "hmg": 0}


# --- Never too strict -------------------------------------------------------------------------------------------------

VALID = Draft7Validator(TD.muster.schema(TD))


@pytest.mark.parametrize("path", ILLEGAL, ids=named)
def test_what_the_schema_rejects_is_illegal(path: Path) -> None:
    army = data_of(path)
    assert rejected(TD, army) or VALID.is_valid(army)


def test_the_schema_finds_most_wrong_armies() -> None:
    """All that is structure or vocabulary: only sums and counts are beyond it."""
    missed = {path.stem for path in ILLEGAL if VALID.is_valid(data_of(path))}
    assert all("a15" in name for name in missed), sorted(missed)


VALUES = st.sampled_from(
    [
        None,
        0,
        1,
        2,
        -1,
        1.0,
        2.5,
        True,
        False,
        "",
        "x",
        "hmg",
        "atg",
        "tank",
        "green",
        "veteran",
        "lead",
        "autonomous",
        "attached-hmg",
        "fast-large",
        "armour-piercing",
        "towed",
        "light",
        [],
        {},
        ["armour-piercing"],
        ["armour-piercing", "armour-piercing"],
        [{}],
        {"type": "hmg"},
        10**20,
    ]
)
KEYS = st.sampled_from(
    [
        "type",
        "count",
        "name",
        "models",
        "leaders",
        "options",
        "experience",
        "maneuverability",
        "size",
        "start",
        "variant",
        "spotters",
        "armour_piercing_on",
        "budget",
        "units",
        "house",
        "system",
        "colour",
    ]
)


@examples(250)
@given(st.data())
def test_changed_armies_that_the_schema_rejects_are_rejected(data: st.DataObject) -> None:
    army = changed(data, [data_of(path) for path in ARMIES], VALUES, KEYS, most=2)
    if not VALID.is_valid(army):
        assert rejected(TD, army), [error.message for error in VALID.iter_errors(army)]

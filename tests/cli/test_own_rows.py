"""Home-made rows in commands that look something up: catalogue, rules, odds, resolve, schema; and what Tab offers."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import ClassVar

import jsonschema
import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.catalogue import PRINTED, in_force
from tabletop_cli.core.declare.schema import schema_problems
from tests.own_guns import LIST, write_guns

from .conftest import Tabletop

SHOT = ("odds", "td", "anti-vehicle", "--weapon", "siege-howitzer", "--vehicle.armour", 5)
GUNS_FILE = "guns.catalogue.toml"
TEMPLATES = [(one.id, name) for one in registry.sound_systems() if one.own_tables for name in one.tables.writable]


@pytest.fixture
def guns(tmp_path: Path) -> Path:
    return write_guns(tmp_path)


@pytest.fixture
def own(home: Path) -> Path:
    """The folder of the player's own catalogues of td, with one in it."""
    return write_guns(home / "catalogues" / "td").parent


def test_odds_by_a_home_made_gun(guns: Path, tabletop: Tabletop) -> None:
    assert tabletop(*SHOT).code == 2
    ran = tabletop(*SHOT, "--catalogue", guns)
    assert "destroyed        33.33%  1/3" in ran.out and in_force() is PRINTED
    assert tabletop(*SHOT).code == 2, "it was in force for one command"
    ran = tabletop("resolve", *SHOT[1:], "--dice", 5, 6, "--catalogue", guns)
    assert ran.code == 0 and "penetration 3" in ran.out
    assert "Siege howitzer" in ran.out


def test_what_the_book_lacks_is_looked_for_in_the_own_folder(own: Path, tabletop: Tabletop) -> None:
    ran = tabletop(*SHOT)
    assert ran.code == 0 and ran.err == f"from {GUNS_FILE} in your own folder\n"
    ran = tabletop(*SHOT[:3], "--vehicle.armour", 5, "--vary", "weapon=siege-howitzer,hmg")
    assert ran.err.startswith(f"from {GUNS_FILE}")
    ran = tabletop(*SHOT[:3], "--json", '{"weapon": "siege-howitzer", "vehicle": {"armour": 5}}')
    assert ran.code == 0
    write_guns(own, "other.catalogue.toml")
    ran = tabletop(*SHOT)
    assert (ran.code, "both guns" in ran.err, f"--catalogue {GUNS_FILE}" in ran.err) == (2, True, True)
    ran = tabletop("odds", "td", "anti-vehicle", "--weapon", "siege-howitzr", "--vehicle.armour", 5)
    assert '"siege-howitzr" is not known' in ran.err


def test_own_rows_stand_before_the_printed_ones_and_are_marked(guns: Path, tabletop: Tabletop) -> None:
    ran = tabletop("catalogue", "td", "--catalogue", guns)
    assert ran.out.startswith(f"Guns (own)\nof {GUNS_FILE}\n\nsiege-howitzer (own)\n") and "heavy-tank" in ran.out
    ran = tabletop("catalogue", "td", "siege", "howitzer", "--catalogue", guns)
    assert "siege-howitzer (own)" in ran.out and "heavy-tank" not in ran.out
    data = json.loads(tabletop("catalogue", "td", "--catalogue", guns, "-f", "json").out)
    assert '"own": true' in json.dumps(data)


def test_own_rows_and_rules_are_found_in_the_own_folder(own: Path, tabletop: Tabletop) -> None:
    assert "siege-howitzer (own)" in tabletop("catalogue", "td", "siege-howitzer").out
    assert "bunker-buster (own)" in tabletop("rules", "td", "bunker").out
    assert "no rule found" in tabletop("rules", "td", "nothing-such").err
    assert tabletop("catalogue", "td", "nothing-such").code == 2


def test_special_rules_stand_before_those_of_the_book(guns: Path, tabletop: Tabletop) -> None:
    ran = tabletop("rules", "td", "bunker", "--catalogue", guns)
    assert "A bunker that it hits is a ruin for the rest of the game." in ran.out
    assert "TD-FIRE-3" in tabletop("rules", "td", "TD-FIRE-3", "--catalogue", guns).out


@pytest.mark.parametrize(("system", "table"), TEMPLATES)
def test_an_empty_row_is_a_sound_catalogue(system: str, table: str, tmp_path: Path, tabletop: Tabletop) -> None:
    path = tmp_path / "mine.catalogue.toml"
    path.write_text(tabletop("catalogue", system, "--template", table).out, encoding="utf-8")
    assert tabletop("validate", path).code == 0
    rows = tomllib.loads(path.read_text("utf-8"))[table]
    assert "my-own" in (rows if isinstance(rows, dict) else [one["id"] for one in rows])


@pytest.mark.parametrize("system", sorted({system for system, _ in TEMPLATES}))
def test_the_example_of_a_system_is_a_sound_catalogue(system: str, tmp_path: Path, tabletop: Tabletop) -> None:
    path = tmp_path / "mine.catalogue.toml"
    path.write_text(tabletop("catalogue", system, "--example").out, encoding="utf-8")
    assert tabletop("validate", path).code == 0


def test_a_system_without_an_example(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.cli.lookup.reference.examples_folder", lambda: None)
    ran = tabletop("catalogue", "td", "--example")
    assert (ran.code, "tabletop schema td catalogue" in ran.err) == (2, True)


def test_templates_that_there_are_not(tabletop: Tabletop) -> None:
    assert "known: guns, vehicles, sizes, rules" in tabletop("catalogue", "td", "--template", "entries").err
    assert tabletop("catalogue", "coin", "--template", "entries").code == 2


def test_the_schema_of_armies_knows_own_ids_where_the_army_names_a_catalogue(guns: Path, tabletop: Tabletop) -> None:
    schema = json.loads(tabletop("schema", "td").out)
    jsonschema.Draft7Validator.check_schema(schema)
    plain = tomllib.loads(LIST.format(key=""))
    assert schema_problems(schema, {**plain, "catalogue": GUNS_FILE}) == []
    assert schema_problems(schema, {**plain, "catalogue": [GUNS_FILE, "b.toml"]}) == []
    assert schema_problems(schema, {**plain, "catalogue": {"guns": {}}}) == []
    assert schema_problems(schema, plain), "without a catalogue only printed ids are ids"
    assert schema_problems(schema, {**plain, "catalogue": 3})
    known = tabletop("schema", "td", "--catalogue", guns).out
    assert '"assault-gun"' in known and '"assault-gun"' not in json.dumps(schema)


def test_the_schema_of_a_home_made_faction(tabletop: Tabletop) -> None:
    schema = json.loads(tabletop("schema", "fftt").out)
    army = {"system": "fftt", "faction": "moths", "units": [{"unit": "moth-queen", "count": 1}]}
    assert schema_problems(schema, {**army, "catalogue": "moths.catalogue.toml"}) == []
    assert schema_problems(schema, army)
    printed = {"system": "fftt", "faction": "marines", "units": [{"unit": "queen", "count": 1}]}
    assert schema_problems(schema, printed), "a queen is none of the marines"


def test_tab_offers_catalogue_files(
    own: Path, tmp_path: Path, tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tabletop_cli.cli.complete import catalogue_files_like

    class Nowhere:
        """A command line without options."""

        params: ClassVar[dict[str, object]] = {}

        def find_root(self) -> Nowhere:
            return self

    (tmp_path / "here").mkdir()
    write_guns(tmp_path / "here", "mine.catalogue.toml")
    monkeypatch.chdir(tmp_path / "here")
    offered = [word for word, _ in catalogue_files_like(Nowhere(), "")]  # type: ignore[arg-type]
    assert offered == ["mine.catalogue.toml", GUNS_FILE]
    monkeypatch.chdir(tmp_path)
    offered = [word for word, _ in catalogue_files_like(Nowhere(), "here/")]  # type: ignore[arg-type]
    assert offered == ["here/mine.catalogue.toml"]


def test_a_system_without_catalogues_says_so(tabletop: Tabletop, guns: Path) -> None:
    system = next((one for one in registry.sound_systems() if one.own_tables is None), None)
    if system is not None:
        ran = tabletop("catalogue", system.id, "--catalogue", guns)
        assert (ran.code, "does not use home-made catalogues" in ran.err) == (2, True)

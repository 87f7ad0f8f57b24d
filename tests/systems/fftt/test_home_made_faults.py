"""Mistakes in home-made catalogues of FFTT: every fact of a row missing, misspelt, of a wrong type and out of range."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomlkit
from jsonschema import Draft7Validator

from tabletop_cli.core.declare.facts import facts_of
from tabletop_cli.core.declare.kinds import OneOf, Whole
from tabletop_cli.systems.fftt.units import TABLES, UNITS
from tests.cli.battle.terminal import tabletop

ROOT = Path(__file__).parents[3]
SCHEMA = Draft7Validator(json.loads((ROOT / "schemas/fftt.catalogue.schema.json").read_text(encoding="utf-8")))
GUNNER = tomllib.loads("""
name = "Gunner"
factions = ["marines"]
fp = 2
ap = 2
wounds = 2
weapon = "direct"
ws = 7
short = 20
long = 30
move = 10
hth = 0
""")
NO_HINT = ("is not text", "is not true or false")  # says all that can be said
SOUND: dict[str, Any] = {"factions": {"name": "Own"}, "units": GUNNER}


def wrong_values(kind: Any) -> Iterator[object]:
    """A value of another type, those just out of range, and a near miss of a word."""
    yield {"no": "such"}
    if isinstance(kind, Whole):
        yield kind.minimum - 1
        yield from () if kind.maximum is None else (kind.maximum + 1,)
    if isinstance(kind, OneOf):
        yield f"{kind.values[0]}x"


def wrong_rows() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Rows with one mistake each: the table, the key that is wrong, and the row."""
    for table, sound in SOUND.items():
        for one in facts_of(TABLES.open[table].cls):
            for value in wrong_values(one.kind):
                yield table, one.name, {**sound, one.name: value}
            if one.required:
                yield table, one.name, {key: value for key, value in sound.items() if key != one.name}
            yield table, f"{one.name}z", {**sound, f"{one.name}z": sound.get(one.name, True)}


WRONG = list(wrong_rows())


def test_there_are_mistakes_in_every_fact() -> None:
    assert len(WRONG) > 110
    for table, sound in SOUND.items():
        assert list(TABLES.find_faults({table: {"own": sound}})) == [] and SCHEMA.is_valid({table: {"own": sound}})


def test_each_mistake_is_told_with_its_place_and_the_schema_rejects_it() -> None:
    for table, key, row in WRONG:
        data = {table: {"own": row}}
        found = list(TABLES.find_faults(data))
        assert found, (key, row)
        assert re.match(rf"catalogue\.{table}\.own\b", str(found[0].where)), (key, found)
        assert key in found[0].message, (key, found[0].message)
        assert found[0].hint or found[0].message.endswith(NO_HINT), (key, found[0].message)
        assert not SCHEMA.is_valid(data), (key, row)


def test_all_mistakes_of_a_file_are_told_at_once_each_with_file_and_line(tmp_path: Path) -> None:
    """And `validate` rejects what the schema rejects."""
    tables: dict[str, Any] = {"factions": {}, "units": {}}
    for at, (table, _, row) in enumerate(WRONG):
        tables[table][f"own-{at}"] = row
    text = tomlkit.dumps(tables)
    (tmp_path / "own.catalogue.toml").write_text(text, encoding="utf-8")
    army = 'system = "fftt"\ncatalogue = "own.catalogue.toml"\nfaction = "marines"\nunits = []\n'
    (tmp_path / "own.toml").write_text(army, encoding="utf-8")
    said = tabletop("validate", str(tmp_path / "own.toml"), code=2)
    told = re.findall(r"own\.catalogue\.toml:(\d+): (?:factions|units)\.(own-\d+)", said)
    assert {one for _, one in told} == {f"own-{at}" for at in range(len(WRONG))}
    lines = text.splitlines()
    for line, one in told:
        heads = [
            found[1] for head in lines[: int(line)] if (found := re.match(r"\[(?:factions|units)\.(own-\d+)", head))
        ]
        assert heads[-1] == one, (line, one)


@pytest.mark.parametrize(
    ("more", "place", "said", "hint"),
    [
        ({"factions": ["marine"]}, "factions[0]", '"marine" is not known', "did you mean marines or machina?"),
        ({"factions": []}, "factions", "0 items; 1 to 2000 allowed", ""),
        ({"ws": 13}, "ws", "13", "give a whole number from 2 to 12"),
        ({"weapon": "direkt"}, "weapon", '"direkt" is not known', "did you mean direct?"),
        ({"weapon": "none"}, "weapon", "does not shoot with none", "choose from direct, grenade"),
        ({"weapon": "acid", "long": 5}, "long", "short range 20 cm, long range 5 cm", "no less than short"),
        ({"goes_off": True}, "explodes", "what goes off explodes", "write explodes = true"),
        ({"rules": ["FFTT-CC-99"]}, "rules[0]", 'the book has no rule "FFTT-CC-99"', "go into `special`"),
        ({"special": ["grit"]}, "special[0]", 'there is no special rule "grit"', "write it: [rules.grit]"),
        ({"like": "grnt"}, "like", '"grnt" is not known', "did you mean grunt?"),
    ],
)
def test_what_does_not_fit_together(more: dict[str, Any], place: str, said: str, hint: str) -> None:
    (found,) = TABLES.find_faults({"units": {"gunner": {**GUNNER, **more}}})
    assert found.where == f"catalogue.units.gunner.{place}"
    assert said in found.message and hint in str(found.hint)


def test_a_shooter_needs_a_weapon_skill() -> None:
    row = {key: value for key, value in GUNNER.items() if key != "ws"}
    (found,) = TABLES.find_faults({"units": {"gunner": row}})
    assert found.message == "catalogue.units.gunner.ws: a unit with the weapon direct needs a weapon skill"


def test_a_base_and_borrowed_units_are_printed_ones() -> None:
    found = list(TABLES.find_faults({"factions": {"own": {"name": "Own", "base": "queeen", "borrows": ["grunts"]}}}))
    assert [(one.where, one.hint) for one in found] == [
        ("catalogue.factions.own.base", "did you mean queen?"),
        ("catalogue.factions.own.borrows[0]", "did you mean grunt?"),
    ]


def test_tables_of_the_rules_cannot_be_home_made() -> None:
    (found,) = TABLES.find_faults({"abilities": {"dodge": {"name": "Dodge", "roll": 2}}})
    assert found.message == 'catalogue.abilities: unknown table "abilities"'
    assert found.hint == "known: factions, units, rules, system, name, author, version"


def test_the_schema_takes_the_printed_files_and_the_example() -> None:
    files = [*(ROOT / "tabletop_cli/systems/fftt/catalogue").glob("*.toml"), *ROOT.glob("armies/fftt/*.catalogue.toml")]
    assert len(files) == 3
    for path in files:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert [error.message for error in SCHEMA.iter_errors(data)] == []
        for table in data:
            assert not SCHEMA.is_valid({**data, table: {"slip": []}})


def test_the_schema_knows_every_word_of_a_unit() -> None:
    described = SCHEMA.schema["properties"]["units"]["additionalProperties"]["properties"]
    words = {one.name for one in facts_of(UNITS.cls)}
    assert described.keys() == {*words, "like"}
    assert [name for name, one in described.items() if name != "name" and not one.get("description")] == []

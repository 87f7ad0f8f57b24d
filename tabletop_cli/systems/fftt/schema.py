"""JSON Schemas: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Schema, described, document, properties, table
from .form import COUNT, ELITE, NAME, XP, army_keys, general_keys
from .profiles import FACTIONS, FLANKS, TABLES, UNITS, units_of
from .tables import number

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}


def army(system: System) -> Schema:
    """The schema of an army file: what it may say, and for each faction its units (FFTT-A4)."""
    commanders = tuple(name for name in UNITS.printed if name != "hq")
    unit: Schema = {"unit": {"enum": list(UNITS.printed)}}
    hidden = table({**unit, **properties([COUNT])}, ["unit", "count"])
    flank = table({"side": {"enum": list(FLANKS)}, "units": _some(hidden)}, ["side", "units"])
    line = table({**unit, **properties([COUNT, NAME, ELITE, XP])}, ["unit", "count"])
    fields = {
        "system": described({"const": system.id}, system.name),
        **properties(army_keys()),
        "units": described(_some(line), "The figures of the army (FFTT-A4, FFTT-A5)."),
        "flanks": described({**_some(flank, 0), "maxItems": number("flanks")}, "Hidden forces (FFTT-A11)."),
        "general": described(table(properties(general_keys(commanders)), ["unit"]), "FFTT-A15."),
        "house": described(system.reference.house.schema(), "House rules of this list."),
    }
    whole = table(fields, ["faction", "units"], allOf=[_of(name) for name in FACTIONS])
    return document("fftt.army.schema.json", "An army of FFTT", whole)


def _some(one: Schema, least: int = 1) -> Schema:
    return {"type": "array", "minItems": least, "items": one}


def _of(faction: str) -> Schema:
    """The units of a faction."""
    allowed: Schema = {"items": {"properties": {"unit": {"enum": [one.id for one in units_of(faction)]}}}}
    said: Schema = {"properties": {"faction": {"const": faction}}, "required": ["faction"]}
    return {"if": said, "then": {"properties": {"units": allowed}}}


def catalogue() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables, each a row by name."""
    modifier = table({"name": TEXT, "value": WHOLE, "blasts": {"type": "boolean"}}, ["name", "value"])
    plain = ("blasts", "blows", "actions", "abilities", "experience", "budgets", "arrival", "egg")
    tables: Schema = {
        **{key: {"type": "object"} for key in (*plain, "notes", "modes", "reminders")},
        **dict.fromkeys(("to_hit", "hand_to_hand"), _each(modifier)),
        **TABLES.schema()["properties"],
        "numbers": _each(WHOLE),
    }
    return document("fftt.catalogue.schema.json", "Catalogue files of FFTT", table(tables))


def _each(row: Schema) -> Schema:
    return {"type": "object", "additionalProperties": row}

"""JSON Schemas: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Schema, schema_document, schema_properties, table_schema, with_description
from .form import COUNT, ELITE, NAME, XP, army_keys, general_keys
from .profiles import FLANKS, MODES
from .tables import rule_number
from .units import BOOK, FACTIONS, TABLES, UNITS, Faction, units_of

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
POSITIVE: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}


# --- Armies


def army_schema(system: System) -> Schema:
    """The schema of an army file by the printed rows: what it may say, and for each faction its units (FFTT-A4)."""
    commanders = tuple(one for one in UNITS.printed.values() if not one.headquarters)
    unit: Schema = {"unit": {"enum": list(UNITS.printed)}}
    hidden = table_schema({**unit, **schema_properties([COUNT])}, ["unit", "count"])
    flank = table_schema({"side": {"enum": list(FLANKS)}, "units": _list_schema(hidden)}, ["side", "units"])
    line = table_schema({**unit, **schema_properties([COUNT, NAME, ELITE, XP])}, ["unit", "count"])
    fields = {
        "system": with_description({"const": system.id}, system.name),
        **schema_properties(army_keys()),
        "units": with_description(_list_schema(line), "The figures of the army (FFTT-A4, FFTT-A5)."),
        "flanks": with_description(
            {**_list_schema(flank, 0), "maxItems": rule_number("flanks")}, "Hidden forces (FFTT-A11)."
        ),
        "general": with_description(table_schema(schema_properties(general_keys(commanders)), ["unit"]), "FFTT-A15."),
        "house": with_description(system.reference.house.schema(), "House rules of this list."),
    }
    whole = table_schema(fields, ["faction", "units"], allOf=list(map(_faction_schema, FACTIONS.printed.values())))
    return schema_document("fftt.army.schema.json", "An army of FFTT", whole)


def _list_schema(one: Schema, least: int = 1) -> Schema:
    return {"type": "array", "minItems": least, "items": one}


def _faction_schema(faction: Faction) -> Schema:
    """The units of a faction."""
    allowed: Schema = {"items": {"properties": {"unit": {"enum": [one.id for one in units_of(faction)]}}}}
    said: Schema = {"properties": {"faction": {"const": faction.id}}, "required": ["faction"]}
    return {"if": said, "then": {"properties": {"units": allowed}}}


# --- The catalogue


def catalogue_schema() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables, each a row by name."""
    told: Schema = {"name": TEXT, "summary": TEXT}
    modifier = table_schema({"name": TEXT, "value": WHOLE, "blasts": FLAG}, ["name", "value"])
    blow = table_schema({"name": TEXT, "times": POSITIVE, "wounds": POSITIVE}, ["name", "times", "wounds"])
    action = table_schema(
        {"name": TEXT, "ap": POSITIVE, "steps": TEXTS, "who": TEXT, "never": TEXT}, ["name", "ap", "steps", "who"]
    )
    roll: Schema = {"type": "integer", "minimum": 2, "maximum": 12}
    gift: Schema = {**told, "roll": roll, "effect": TEXT, "value": WHOLE, "rules": TEXTS}
    ability = table_schema(gift, ["name", "roll", "summary"])
    bonus = table_schema(
        {"fp": POSITIVE, "effect": TEXT, "value": WHOLE, "rule": TEXT, "summary": TEXT}, ["fp", "summary"]
    )
    tables: Schema = {
        **dict.fromkeys(("to_hit", "hand_to_hand"), _rows_schema(modifier)),
        "blasts": _rows_schema(_blast_schema()),
        "blows": _rows_schema(blow),
        "actions": _rows_schema(action),
        "abilities": _rows_schema(ability),
        "experience": _rows_schema(bonus),
        "modes": table_schema(dict.fromkeys(MODES, table_schema(told, ["name", "summary"]))),
        **_plain_schemas(),
        **TABLES.schema()["properties"],
    }
    return schema_document("fftt.catalogue.schema.json", "Catalogue files of FFTT", table_schema(tables))


def _blast_schema() -> Schema:
    """A kind of burst: its circles are pairs of cm and wounds."""
    pair: Schema = {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 2, "maxItems": 2}
    told: Schema = {"name": TEXT, "summary": TEXT, "clears_goo": FLAG}
    return table_schema({**told, "circles": _list_schema(pair)}, ["name", "circles", "clears_goo", "summary"])


def _plain_schemas() -> Schema:
    """The tables that are no rows: numbers, words and what hatches or arrives on which die."""
    sizes: Schema = {"type": "array", "items": POSITIVE}
    unit: Schema = {"enum": list(BOOK)}
    needs = table_schema(
        {"first": POSITIVE, "automatic": POSITIVE, "needs": _rows_schema(POSITIVE)}, ["first", "automatic", "needs"]
    )
    return {
        "numbers": _rows_schema(WHOLE),
        "budgets": table_schema({"printed": sizes, "sizes": sizes}, ["printed", "sizes"]),
        "arrival": needs,
        "egg": table_schema({"creatures": _rows_schema(unit)}, ["creatures"]),
        "foes": table_schema({"units": {"type": "array", "items": unit}}, ["units"]),
        **dict.fromkeys(("notes", "reminders", "weekly"), _rows_schema(TEXT)),
    }


def _rows_schema(row: Schema) -> Schema:
    return {"type": "object", "additionalProperties": row}

"""JSON Schemas: deck files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Schema, schema_document, schema_properties, table_schema, with_description
from .form import action_keys, fog_keys, list_keys, map_keys, unit_keys
from .profiles import EXPERT_ROWS, class_ids_with
from .tables import TABLES

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}


def deck_schema(system: System) -> Schema:
    """The schema of a deck file: what it may say (DU-A0, DU-A1, DU-A2, DU-A3, DU-A4, DU-A8, DU-A12, DU-A20)."""
    lines = schema_properties(map_keys())
    ends = {name: lines.pop(name) for name in ("longest", "shortest")}  # judged where no rows go before them
    told = {name: {"description": one["description"]} for name, one in ends.items()}
    either: list[Schema] = [{"required": ["rows"]}, {"properties": ends, "required": list(ends)}]
    fog = table_schema(schema_properties(fog_keys()), [key.name for key in fog_keys() if key.follows])
    fields = {
        "system": with_description({"const": system.id}, system.name),
        **schema_properties(list_keys()),
        "map": with_description(table_schema({**lines, **told}, anyOf=either), "The lines of the map (DU-A3)."),
        "fog": with_description(fog, "The Fog of War cards (DU-A4, DU-A5, DU-A6, DU-A7)."),
        "units": with_description({"type": "array", "minItems": 1, "items": _unit_schema()}, "The units (DU-A8)."),
        "house": with_description(system.reference.house.schema(), "House rules of this list."),
        "catalogue": with_description({"type": "string"}, "A file with home-made actions and special rules."),
    }
    needed = ["system", "faction", "opponent", "map", "fog", "units"]
    return schema_document("du.army.schema.json", "A deck of Deterministically Undaunted", table_schema(fields, needed))


def _unit_schema() -> Schema:
    """A unit; which keys a class has is left to the checks. Actions of the base game may say anything."""
    named = {"type": "object", "properties": schema_properties(action_keys())}
    fields = {
        **schema_properties(unit_keys()),
        "class": with_description({"enum": list(class_ids_with("listed"))}, "What it is (DU-A2)."),
        "actions": with_description(named, "What its card can do (DU-A20)."),
    }
    return table_schema(fields, ["id", "class"])


def catalogue_schema() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables, each a row by name."""
    told: Schema = {"name": TEXT, "summary": TEXT}
    constant = table_schema({"value": INTEGER, "name": TEXT, "rule": TEXT}, ["value", "name", "rule"])
    words = {key: _rows_schema(table_schema(told, list(told))) for key in ("modes", "variants", "theatres")}
    tables = {**TABLES.schema()["properties"], **words, "reminders": _rows_schema(_rows_schema(TEXT))}
    rows: Schema = {"anyOf": [constant, EXPERT_ROWS.schema()["additionalProperties"]]}
    title = "Catalogue files of Deterministically Undaunted"
    return schema_document("du.catalogue.schema.json", title, {**table_schema(tables), "additionalProperties": rows})


def _rows_schema(row: Schema) -> Schema:
    return {"type": "object", "additionalProperties": row}

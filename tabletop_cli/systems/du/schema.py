"""JSON Schemas: deck files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Schema, described, document, properties, table
from .form import action_keys, fog_keys, list_keys, map_keys, unit_keys
from .profiles import EXPERT_ROWS, standing
from .tables import TABLES

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}


def deck(system: System) -> Schema:
    """The schema of a deck file: what it may say (DU-A0, DU-A1, DU-A2, DU-A3, DU-A4, DU-A8, DU-A12, DU-A20)."""
    lines = properties(map_keys())
    ends = {name: lines.pop(name) for name in ("longest", "shortest")}  # judged where no rows go before them
    told = {name: {"description": one["description"]} for name, one in ends.items()}
    either: list[Schema] = [{"required": ["rows"]}, {"properties": ends, "required": list(ends)}]
    fog = table(properties(fog_keys()), [key.name for key in fog_keys() if key.follows])
    fields = {
        "system": described({"const": system.id}, system.name),
        **properties(list_keys()),
        "map": described(table({**lines, **told}, anyOf=either), "The lines of the map (DU-A3)."),
        "fog": described(fog, "The Fog of War cards (DU-A4, DU-A5, DU-A6, DU-A7)."),
        "units": described({"type": "array", "minItems": 1, "items": _unit()}, "The units (DU-A8)."),
        "house": described(system.reference.house.schema(), "House rules of this list."),
        "catalogue": described({"type": "string"}, "A file with home-made actions and special rules."),
    }
    needed = ["system", "faction", "opponent", "map", "fog", "units"]
    return document("du.army.schema.json", "A deck of Deterministically Undaunted", table(fields, needed))


def _unit() -> Schema:
    """A unit; which keys a class has is left to the checks. Actions of the base game may say anything."""
    named = {"type": "object", "properties": properties(action_keys())}
    fields = {
        **properties(unit_keys()),
        "class": described({"enum": list(standing("listed"))}, "What it is (DU-A2)."),
        "actions": described(named, "What its card can do (DU-A20)."),
    }
    return table(fields, ["id", "class"])


def catalogue() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables, each a row by name."""
    told: Schema = {"name": TEXT, "summary": TEXT}
    constant = table({"value": INTEGER, "name": TEXT, "rule": TEXT}, ["value", "name", "rule"])
    words = {key: _each(table(told, list(told))) for key in ("modes", "variants", "theatres")}
    tables = {**TABLES.schema()["properties"], **words, "reminders": _each(TEXT)}
    rows: Schema = {"anyOf": [constant, EXPERT_ROWS.schema()["additionalProperties"]]}
    title = "Catalogue files of Deterministically Undaunted"
    return document("du.catalogue.schema.json", title, {**table(tables), "additionalProperties": rows})


def _each(row: Schema) -> Schema:
    return {"type": "object", "additionalProperties": row}

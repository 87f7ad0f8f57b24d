"""JSON Schemas: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import PRINTED, Points, Schema, record_schema, schema_document, table_schema, with_description
from .profiles import DRILL, GROUND
from .row_types import CARRIED, KINDS, LEVEL, PIECE, ROLE, TABLES, UnitKind
from .units import ArmyFacts

if TYPE_CHECKING:
    from ...api import RowOf, System

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
SHARE: Schema = {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"}


def army_schema(system: System) -> Schema:
    """The schema of an army file: what it may say (TGF-A2, TGF-A3), and the pieces of each kind (TGF-A15)."""
    found = record_schema(ArmyFacts)
    units = found["properties"]["units"]
    units["minItems"] = 1
    units["items"]["allOf"] = [_pieces_schema(row) for row in KINDS.printed.values()]
    budget: Schema = {"anyOf": [{"type": "null"}, Points(negative=True).schema()]}
    found["properties"]["budget"] = with_description(budget, "The points that the players agreed on (TGF-A1).")
    found["properties"]["house"] = with_description(system.reference.house.schema(), "House rules of this list.")
    names: Schema = {"type": ["string", "array", "object"], "minLength": 1, "items": TEXT}
    found["properties"]["catalogue"] = with_description(names, "A file with weapons, levels and roles of your own.")
    found |= {"required": ["units"], "if": {"not": {"required": ["catalogue"]}}, "then": _printed_only()}
    return schema_document("tgf.army.schema.json", "An army of The Grunt Factor", found)


def _pieces_schema(kind: UnitKind) -> Schema:
    """The pieces that a kind may have, as many as it needs (TGF-A12, TGF-A14, TGF-A15)."""
    allowed = [row.id for row in kind.allowed_pieces(PRINTED)]
    others = [row.id for row in PIECE.rows.values() if row.id not in allowed]
    most: Schema = {"maxItems": 1} if kind.crew else {}
    pieces: Schema = {"items": {"not": {"enum": others}}, "minItems": 1, **most} if allowed else {"maxItems": 0}
    then: Schema = {"properties": {"pieces": pieces}, "required": ["pieces"] if allowed else []}
    return {"if": {"properties": {"kind": {"const": kind.id}}, "required": ["kind"]}, "then": then}


def _printed_only() -> Schema:
    """What holds where an army names no catalogue: its words are those of the book."""
    words = {"role": ROLE, "level": LEVEL, "weapon": CARRIED}
    members = _items_schema({key: {"enum": _row_ids(kind)} for key, kind in words.items()})
    return {
        "properties": {"units": _items_schema({"members": members, "pieces": {"items": {"enum": _row_ids(PIECE)}}})}
    }


def _row_ids(kind: RowOf) -> list[str]:
    found: list[str] = kind.schema()["anyOf"][0]["enum"]
    return found


def _items_schema(properties: Schema) -> Schema:
    return {"items": {"properties": properties}}


def catalogue_schema() -> Schema:
    """The schema of the catalogue files, printed and home-made; a file holds some of these tables."""
    value: Schema = {"type": ["integer", "object"], "additionalProperties": WHOLE}
    modifiers = _rows_schema({"name": TEXT, "value": value, "from": WHOLE, "to": WHOLE}, ["name", "value"])
    cost = {"name": TEXT, "cost": WHOLE, "whole_unit": FLAG, "last": FLAG, "summary": TEXT}
    fall = table_schema(dict.fromkeys(("from", "to", "dam", "hits"), WHOLE), ["from", "to", "dam", "hits"])
    tables: Schema = {
        **TABLES.schema()["properties"],
        "co": table_schema({"name": TEXT, "ld": WHOLE, "pts": WHOLE}, ["name", "ld", "pts"]),
        "new": table_schema({"level": TEXT}, ["level"]),
        "bands": _rows_schema({"name": TEXT, "from": WHOLE, "to": WHOLE}, ["name"]),
        **dict.fromkeys(("to_hit", "damage", "close_combat"), modifiers),
        "movement": GROUND.schema(),
        "falls": table_schema({"rows": {"type": "array", "items": fall}}, ["rows"]),
        "mortars": table_schema({"firing_actions": {"type": "array", "items": WHOLE}}, ["firing_actions"]),
        "suppression": table_schema(dict.fromkeys(("trooper", "machine_gun", "mounted"), SHARE)),
        "gun_drill": DRILL.schema(),
        "actions": _rows_schema(cost, ["name", "cost"]),
        "numbers": {"type": "object", "additionalProperties": WHOLE},
        "heads": {"type": "object", "additionalProperties": {"type": "array", "items": TEXT}},
        "reminders": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": TEXT}},
        "phrases": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": TEXT}},
        "ideas": _rows_schema({"name": TEXT, "summary": TEXT}, ["name", "summary"]),
    }
    return schema_document("tgf.catalogue.schema.json", "Catalogue files of The Grunt Factor", table_schema(tables))


def _rows_schema(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "additionalProperties": table_schema(properties, required)}

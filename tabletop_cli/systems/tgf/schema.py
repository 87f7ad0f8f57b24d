"""JSON Schemas: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Points, Schema, described, document, record_schema, table
from .profiles import BANDS, KINDS, kinds
from .units import ArmyFacts

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}


def army(system: System) -> Schema:
    """The schema of an army file: what it may say (TGF-A2, TGF-A3), and the pieces of each kind (TGF-A15)."""
    found = record_schema(ArmyFacts)
    units = found["properties"]["units"]
    units["minItems"] = 1
    units["items"]["allOf"] = [_pieces(name) for name in KINDS]
    budget: Schema = {"anyOf": [{"type": "null"}, Points(negative=True).schema()]}
    found["properties"]["budget"] = described(budget, "The points that the players agreed on (TGF-A1).")
    found["properties"]["house"] = described(system.reference.house.schema(), "House rules of this list.")
    return document("tgf.army.schema.json", "An army of The Grunt Factor", {**found, "required": ["units"]})


def _pieces(kind: str) -> Schema:
    """The pieces that a kind may have, as many as it needs (TGF-A12, TGF-A14, TGF-A15)."""
    allowed = list(kinds()[kind].pieces)
    most: Schema = {"maxItems": 1} if kind == "gun-crew" else {}
    pieces: Schema = {"items": {"enum": allowed}, "minItems": 1, **most} if allowed else {"maxItems": 0}
    then: Schema = {"properties": {"pieces": pieces}, "required": ["pieces"] if allowed else []}
    return {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": then}


def catalogue() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables, each a row by name."""
    numbers = dict.fromkeys(("cc", "rc", "ld", "ac", "st", "mv", "a", "s", "pts"), WHOLE)
    told: Schema = {"name": TEXT, "summary": TEXT}
    cell = table({**dict.fromkeys(("hit", "dam", "shots", "hits"), WHOLE), "ruling": TEXT}, ["hit"])
    flags = dict.fromkeys(("carried", "gunner", "indirect"), FLAG)
    words = dict.fromkeys(("name", "template", "piece", "printed", "ruling"), TEXT)
    value: Schema = {"type": ["integer", "object"], "additionalProperties": WHOLE}
    modifiers = _each({"name": TEXT, "value": value, "from": WHOLE, "to": WHOLE}, ["name", "value"])
    drill = {"name": TEXT, "crew": WHOLE, "actions": WHOLE}
    rows = ("roles", "kinds", "reminders", "bands", "movement", "falls", "mortars", "suppression")
    others = ("actions", "heads", "ideas")
    tables: Schema = {
        **{key: {"type": "object"} for key in (*rows, *others)},
        "levels": _each({**told, **numbers}, [*told, *numbers]),
        "co": table({"name": TEXT, "ld": WHOLE, "pts": WHOLE}),
        "weapons": _each({**words, **flags, "cells": table(dict.fromkeys(BANDS, cell))}, ["name"]),
        **dict.fromkeys(("to_hit", "damage", "close_combat"), modifiers),
        "gun_drill": _each(drill, list(drill)),
        "numbers": {"type": "object", "additionalProperties": WHOLE},
    }
    return document("tgf.catalogue.schema.json", "Catalogue files of The Grunt Factor", table(tables))


def _each(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "additionalProperties": table(properties, required)}

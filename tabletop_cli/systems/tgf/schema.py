"""JSON Schemas: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...api import Points, Schema, described, document, table
from .profiles import BANDS, KINDS, LEVELS, PIECES, ROLES, carried, kinds, levels, roles

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
WORDS: Schema = {"type": "array", "items": TEXT}
KEBAB: Schema = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}


def army(system: System) -> Schema:
    """The schema of an army file: structure and vocabulary (TGF-A2, TGF-A3), and what each kind may have (TGF-A15)."""
    budget: Schema = {"anyOf": [{"type": "null"}, *Points(negative=True).schema()["anyOf"]]}
    properties = {
        "system": described({"const": "tgf"}, "The Grunt Factor"),
        "name": described(TEXT, "What the army is called."),
        "budget": described(budget, "The points that the players agreed on (TGF-A1)."),
        "units": described({"type": "array", "minItems": 1, "items": _unit()}, "The units of the list (TGF-A2)."),
        "house": described(system.reference.house.schema(), "House rules that this list is checked by."),
    }
    return document("tgf.army.schema.json", "An army of The Grunt Factor", table(properties, ["units"]))


def _unit() -> Schema:
    properties = {
        "id": described(KEBAB, "What the unit is called at the table; no other unit has it (TGF-A3)."),
        "name": described(TEXT, "A name of your own."),
        "kind": _named(KINDS, kinds(), "What the unit is"),
        "members": described({"type": "array", "items": _member()}, "Who is in it (TGF-A4, TGF-A5, TGF-A9)."),
        "pieces": described({"type": "array", "items": {"enum": list(PIECES)}}, "Mortars and guns, one entry each."),
    }
    return table(properties, ["id", "kind", "members"], allOf=[_pieces(name) for name in KINDS])


def _pieces(kind: str) -> Schema:
    """The pieces that a kind may have, as many as it needs (TGF-A12, TGF-A14, TGF-A15)."""
    allowed = list(kinds()[kind].pieces)
    most: Schema = {"maxItems": 1} if kind == "gun-crew" else {}
    pieces: Schema = {"items": {"enum": allowed}, "minItems": 1, **most} if allowed else {"maxItems": 0}
    then: Schema = {"properties": {"pieces": pieces}, "required": ["pieces"] if allowed else []}
    return {"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]}, "then": then}


def _member() -> Schema:
    count: Schema = {"type": "integer", "minimum": 1}
    properties = {
        "role": _named(ROLES, roles(), "What they are"),
        "level": _named(LEVELS, levels(), "How well they are trained"),
        "count": described(count, "How many of them."),
        "weapon": described({"enum": list(carried())}, "What they carry, where it is not standard (TGF-A17)."),
        "co": described(FLAG, "Under co = optional: the sergeant is a commanding officer (TGF-R1)."),
    }
    return table(properties, ["role", "level", "count"])


def _named(words: tuple[str, ...], rows: Any, what: str) -> Schema:
    told = " ".join(f"{name}: {rows[name].summary}" for name in words)
    return described({"enum": list(words)}, f"{what} (TGF-A3). {told}")


def catalogue() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables."""
    return document("tgf.catalogue.schema.json", "Catalogue files of The Grunt Factor", table({**_armies(), **_play()}))


def _armies() -> dict[str, Schema]:
    """Levels, roles, kinds of unit, weapons."""
    told: Schema = {"name": TEXT, "summary": TEXT}
    level = {**told, **dict.fromkeys(("cc", "rc", "ld", "ac", "st", "mv", "a", "s", "pts"), WHOLE)}
    role = {**told, "weapon": TEXT, "normal": FLAG, "specialist": FLAG, "extra": FLAG, "most": WHOLE, "rule": TEXT}
    kind = {
        **told,
        "pieces": WORDS,
        "size": {"type": "array", "items": WHOLE},
        "crew": WHOLE,
        "begun": {"type": "object"},
    }
    cell = table({**dict.fromkeys(("hit", "dam", "shots", "hits"), WHOLE), "ruling": TEXT}, ["hit"])
    weapon = {
        "name": TEXT,
        "carried": FLAG,
        "gunner": FLAG,
        "indirect": FLAG,
        "cells": table(dict.fromkeys(BANDS, cell)),
    }
    weapon |= {"template": {"enum": ["small", "large"]}, "piece": {"enum": ["mortar", "gun", "offboard"]}}
    return {
        "levels": _each(level, list(level)),
        "co": table({"name": TEXT, "ld": WHOLE, "pts": WHOLE}),
        "roles": _each(role, ["name", "summary", "weapon"]),
        "kinds": _each(kind, ["name", "summary", "pieces"]),
        "limits": {"type": "object", "additionalProperties": WHOLE},
        "weapons": _each({**weapon, "printed": TEXT, "ruling": TEXT}, ["name"]),
        "reminders": {"type": "object"},
    }


def _play() -> dict[str, Schema]:
    """The tables of play; `value` is a number, or one for each word."""
    span: Schema = {"from": WHOLE, "to": WHOLE}
    value: Schema = {"type": ["integer", "object"], "additionalProperties": WHOLE}
    ground = {"name": TEXT, "share": TEXT, "actions": WHOLE, "posture": FLAG}
    action = {"name": TEXT, "cost": WHOLE, "summary": TEXT, "whole_unit": FLAG, "last": FLAG}
    fall = table({**span, "dam": WHOLE, "hits": WHOLE}, ["from", "to", "dam", "hits"])
    return {
        "bands": _each({"name": TEXT, **span}, ["name"]),
        **dict.fromkeys(("to_hit", "damage", "close_combat"), _each({"name": TEXT, "value": value, **span}, ["value"])),
        "movement": _each(ground, ["name"]),
        "falls": table({"rows": {"type": "array", "items": fall}}),
        "mortars": table({"firing_actions": {"type": "array", "items": WHOLE}}),
        "suppression": {"type": "object", "additionalProperties": TEXT},
        "gun_drill": _each({"name": TEXT, "crew": WHOLE, "actions": WHOLE}, ["name", "crew", "actions"]),
        "actions": _each(action, ["name", "cost"]),
        "numbers": {"type": "object", "additionalProperties": WHOLE},
        "heads": {"type": "object", "additionalProperties": WORDS},
        "ideas": _each({"name": TEXT, "summary": TEXT}, ["name", "summary"]),
    }


def _each(properties: dict[str, Any], required: list[str]) -> Schema:
    return {"type": "object", "additionalProperties": table(properties, required)}

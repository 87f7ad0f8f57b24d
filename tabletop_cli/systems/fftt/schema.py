"""JSON Schemas: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Schema, described, document, properties, table
from .form import COUNT, ELITE, NAME, XP, army_keys, general_keys
from .profiles import FLANKS, MODES
from .tables import number
from .units import BOOK, FACTIONS, TABLES, UNITS, Faction, units_of

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
POSITIVE: Schema = {"type": "integer", "minimum": 1}
FLAG: Schema = {"type": "boolean"}
TEXTS: Schema = {"type": "array", "items": TEXT}


# --- Armies


def army(system: System) -> Schema:
    """The schema of an army file by the printed rows: what it may say, and for each faction its units (FFTT-A4)."""
    commanders = tuple(one for one in UNITS.printed.values() if not one.headquarters)
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
    whole = table(fields, ["faction", "units"], allOf=list(map(_of, FACTIONS.printed.values())))
    return document("fftt.army.schema.json", "An army of FFTT", whole)


def _some(one: Schema, least: int = 1) -> Schema:
    return {"type": "array", "minItems": least, "items": one}


def _of(faction: Faction) -> Schema:
    """The units of a faction."""
    allowed: Schema = {"items": {"properties": {"unit": {"enum": [one.id for one in units_of(faction)]}}}}
    said: Schema = {"properties": {"faction": {"const": faction.id}}, "required": ["faction"]}
    return {"if": said, "then": {"properties": {"units": allowed}}}


# --- The catalogue


def catalogue() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables, each a row by name."""
    told: Schema = {"name": TEXT, "summary": TEXT}
    modifier = table({"name": TEXT, "value": WHOLE, "blasts": FLAG}, ["name", "value"])
    blow = table({"name": TEXT, "times": POSITIVE, "wounds": POSITIVE}, ["name", "times", "wounds"])
    action = table({"name": TEXT, "ap": POSITIVE, "steps": TEXTS, "who": TEXT}, ["name", "ap", "steps", "who"])
    roll: Schema = {"type": "integer", "minimum": 2, "maximum": 12}
    ability = table({**told, "roll": roll, "effect": TEXT, "value": WHOLE}, ["name", "roll", "summary"])
    bonus = table({"fp": POSITIVE, "effect": TEXT, "value": WHOLE, "rule": TEXT, "summary": TEXT}, ["fp", "summary"])
    tables: Schema = {
        **dict.fromkeys(("to_hit", "hand_to_hand"), _each(modifier)),
        "blasts": _each(_blast()),
        "blows": _each(blow),
        "actions": _each(action),
        "abilities": _each(ability),
        "experience": _each(bonus),
        "modes": table(dict.fromkeys(MODES, table(told, ["name", "summary"]))),
        **_plain(),
        **TABLES.schema()["properties"],
    }
    return document("fftt.catalogue.schema.json", "Catalogue files of FFTT", table(tables))


def _blast() -> Schema:
    """A kind of burst: its circles are pairs of cm and wounds."""
    pair: Schema = {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 2, "maxItems": 2}
    told: Schema = {"name": TEXT, "summary": TEXT, "clears_goo": FLAG}
    return table({**told, "circles": _some(pair)}, ["name", "circles", "clears_goo", "summary"])


def _plain() -> Schema:
    """The tables that are no rows: numbers, words and what hatches or arrives on which die."""
    sizes: Schema = {"type": "array", "items": POSITIVE}
    unit: Schema = {"enum": list(BOOK)}
    needs = table({"first": POSITIVE, "automatic": POSITIVE, "needs": _each(POSITIVE)}, ["first", "automatic", "needs"])
    return {
        "numbers": _each(WHOLE),
        "budgets": table({"printed": sizes, "sizes": sizes}, ["printed", "sizes"]),
        "arrival": needs,
        "egg": table({"creatures": _each(unit)}, ["creatures"]),
        "foes": table({"units": {"type": "array", "items": unit}}, ["units"]),
        **dict.fromkeys(("notes", "reminders"), _each(TEXT)),
    }


def _each(row: Schema) -> Schema:
    return {"type": "object", "additionalProperties": row}

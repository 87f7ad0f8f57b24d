"""JSON Schemas of td: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...api import Schema, described, document, table, when
from .tables import EXPERIENCE, MANEUVERABILITY, SIZES, entries, infantry
from .warband import ENTRY_FIELDS, PIERCING_CARRIERS, variants

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}


def army(system: System) -> Schema:
    """The schema of an army file: structure, vocabulary, and what each kind of unit may have (TD-A1 to TD-A14)."""
    properties = {
        "system": described({"const": "td"}, "Truffles & Dermaphytes"),
        "name": described(TEXT, "What the warband is called."),
        "budget": described({"type": "number"}, "The points that the players agreed on (TD-A15)."),
        "units": described({"type": "array", "minItems": 1, "items": _entry()}, "The entries of the list (TD-A1)."),
        "house": described(system.reference.house.schema(), "House rules that this list is checked by."),
    }
    return document("td.army.schema.json", "An army of Truffles & Dermaphytes", table(properties, ["units"]))


def _entry() -> Schema:
    """One entry: its type decides which other fields there are (TD-A2, TD-A10)."""
    kinds = {kind: described(TEXT, str(entries()[kind]["summary"])) for kind in ENTRY_FIELDS}
    names = {"enum": list(kinds), "description": "What is fielded (TD-A2)."}
    return {
        "type": "object",
        "properties": {"type": names},
        "required": ["type"],
        "allOf": [when("type", kind, _fields(kind)) for kind in kinds],
    }


def _fields(kind: str) -> Schema:
    common: Schema = {
        "type": {"const": kind},
        "name": described(TEXT, "A name of your own."),
        "count": described({"type": "integer", "minimum": 1, "default": 1}, "Identical copies (TD-A3)."),
    }
    if kind == "infantry-unit":
        return table({**common, **_infantry()}, ["type", "experience", "maneuverability"], allOf=_grid())
    if kind in ("tank", "mech"):
        variant = described({"enum": variants(kind)}, "Which vehicle (TD-A14).")
        return table({**common, "variant": variant}, ["type", "variant"])
    fixed: Schema = {
        key: described({"const": entries()[kind][key]}, "Always so; leave it out (TD-A11).")
        for key in ("experience", "maneuverability")
    }
    if kind == "off-table-artillery":
        guns: Schema = {
            "size": described({"enum": list(SIZES)}, "Light, medium or heavy guns (TD-A12)."),
            "spotters": described({"const": 1}, "Exactly one spotter (TD-A12)."),
        }
        return table({**common, **fixed, **guns}, ["type", "size"])
    start: Schema = {"start": described({"enum": ["towed", "untowed"]}, "How it begins (TD-A13).")}
    return table({**common, **fixed, **(start if kind == "atg" else {})}, ["type"])


def _infantry() -> Schema:
    options = {"type": "array", "items": {"enum": list(infantry()["options"])}, "uniqueItems": True}
    return {
        "experience": described({"enum": list(EXPERIENCE)}, "Green, regular or veteran (TD-A4)."),
        "maneuverability": described({"enum": list(MANEUVERABILITY)}, "How it is led (TD-A4)."),
        "models": described({"type": "integer"}, "The number of the grid; may be left out (TD-A5)."),
        "leaders": described({"const": 1}, "Exactly one (TD-A6)."),
        "options": described(options, "Options of the unit (TD-A7 to TD-A10)."),
        "armour_piercing_on": described({"enum": list(PIERCING_CARRIERS)}, "A trooper carries it (TD-A7)."),
    }


def _grid() -> list[Schema]:
    """For each cell of the grid, its number of models and the options it may take."""
    cells = []
    for maneuverability in MANEUVERABILITY:
        for experience in EXPERIENCE:
            quality = {"maneuverability": {"const": maneuverability}, "experience": {"const": experience}}
            allowed = [
                option
                for option, data in infantry()["options"].items()
                if [maneuverability, experience] in data["eligible"]
            ]
            models = infantry()["models"][maneuverability][experience]
            options: Schema = {"items": {"enum": allowed}} if allowed else {"maxItems": 0}
            then: Schema = {"properties": {"models": {"const": models}, "options": options}}
            cells.append({"if": {"properties": quality, "required": list(quality)}, "then": then})
    carried = {"properties": {"armour_piercing_on": {"const": "trooper"}}}
    taken = {"properties": {"options": {"contains": {"const": "armour-piercing"}}}, "required": ["options"]}
    return [*cells, {"if": taken, "then": carried}]


_NUMBERS: Schema = {"type": "object", "additionalProperties": COUNT}
_WORDS: Schema = {"type": "array", "items": TEXT}
_FLAG: Schema = {"type": "boolean"}
_TOLD: Schema = {"name": TEXT, "summary": TEXT, "rules": _WORDS}


def catalogue() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables."""
    tables = {**_fielded(), **_words(), **_tables_of_play()}
    return document("td.catalogue.schema.json", "Catalogue files of Truffles & Dermaphytes", table(tables))


def _fielded() -> Schema:
    """What an army fields: entries, infantry units, vehicles, guns, artillery."""
    words: Schema = {"experience": TEXT, "maneuverability": TEXT, "base_mm": TEXT, "gun": TEXT}
    numbers: Schema = dict.fromkeys(("arc", "cc_dice", "fire_dice", "cost", "tokens", "reload"), COUNT)
    kinds: Schema = {"type": {"enum": ["infantry", "vehicle"]}, "fire": {"enum": ["direct", "indirect"]}}
    pairs: Schema = {"type": "array", "items": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}}
    extra: Schema = {**_TOLD, "note": COUNT, "cost": COUNT, "eligible": pairs, "group_move": COUNT}
    vehicle: Schema = {
        **_TOLD,
        "entry": {"enum": ["tank", "mech"]},
        "gun": TEXT,
        "second_gun": TEXT,
        "armour": COUNT,
        "cc_dice": COUNT,
        "arc": COUNT,
        "large": _FLAG,
        "fast": _FLAG,
    }
    gun: Schema = {
        "name": TEXT,
        "summary": TEXT,
        "mounted_on": _WORDS,
        "armour_penetrating": _FLAG,
        "at_infantry": _FLAG,
        "house": _WORDS,
        "direct_fire_dice": COUNT,
    }
    smoke: Schema = {"type": "array", "items": COUNT, "minItems": 2, "maxItems": 2}
    size: Schema = {
        "name": TEXT,
        "summary": TEXT,
        "dice": COUNT,
        "kill_potential": COUNT,
        "missions": COUNT,
        "smoke_cm": smoke,
    }
    return {
        "entries": _each({**_TOLD, **words, **numbers, **kinds}, ["name", "type", "fire", "cost", "summary"]),
        "profile": _NUMBERS,
        "leader_bonus": _NUMBERS,
        "models": {"type": "object", "additionalProperties": _NUMBERS},
        "options": _each(extra, ["name", "note", "cost", "eligible"]),
        "notes": _each(extra, ["name", "note", "eligible"]),
        "vehicles": _each(vehicle, ["name", "entry", "armour", "gun", "cc_dice", "arc", "large", "fast"]),
        "guns": _each(gun, ["name", "armour_penetrating", "at_infantry", "house"]),
        "sizes": _each(size, ["dice", "kill_potential", "smoke_cm", "missions"]),
        "spotter_tokens": COUNT,
    }


def _words() -> Schema:
    """Words for choices and rosters."""
    chosen = ("experience", "maneuverability", "traits", "starts", "carriers", "statuses")
    return {
        **{key: _each(_TOLD, ["name"]) for key in chosen},
        "handiwork": _each({"name": TEXT, "done": TEXT}, ["name", "done"]),
        "missions": _each({"name": TEXT, "key": TEXT}, ["name", "key"]),
        **{key: {"type": "object", "additionalProperties": TEXT} for key in ("letters", "quick", "roles", "fighters")},
        **{key: {"type": "object", "additionalProperties": _WORDS} for key in ("reminders", "quick_switches")},
    }


def _tables_of_play() -> Schema:
    """The tables of play: firing results, rally, actions, terrain."""
    cover: Schema = {"name": TEXT, "cover_direct": _FLAG, "cover_indirect": _FLAG, "blocks": TEXT, "examples": TEXT}
    action: Schema = {**_TOLD, "who": TEXT, "single": _FLAG, "group": _FLAG, "counted": COUNT}
    return {
        "numbers": _NUMBERS,
        "firing": {"type": "object", "additionalProperties": {"type": "array", "items": TEXT, "minItems": 4}},
        "rally": {"type": "object", "additionalProperties": _NUMBERS},
        "actions": _each(action, ["name", "single", "group", "counted"]),
        "terrain": _each(cover, ["name", "cover_direct", "cover_indirect"]),
        "linear": _each(cover, ["name", "cover_direct", "cover_indirect"]),
    }


def _each(properties: dict[str, Any], required: list[str]) -> Schema:
    return {"type": "object", "additionalProperties": table(properties, required)}

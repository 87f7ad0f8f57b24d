"""JSON Schemas of td: army files and the catalogue, generated from catalogue and declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Schema, schema_document, schema_properties, schema_when, table_schema, with_description
from .keys import ARMY, COUNT, NAME, QUALITY, TYPES, keys_of
from .tables import EXPERIENCE, MANEUVERABILITY, TABLES, infantry

if TYPE_CHECKING:
    from ...api import System

TEXT: Schema = {"type": "string"}
CATALOGUE: Schema = {"anyOf": [TEXT, {"type": "array", "items": TEXT, "minItems": 1}, {"type": "object"}]}
NUMBER: Schema = {"type": "integer", "minimum": 0}


def army_schema(system: System) -> Schema:
    """The schema of an army file: structure, vocabulary, and what each kind of unit may have (TD-A1 to TD-A14)."""
    fields = {
        "system": with_description({"const": "td"}, "Truffles & Dermaphytes"),
        **schema_properties(ARMY),
        "catalogue": with_description(
            CATALOGUE, "A file of home-made rows beside this one, several, or the rows themselves."
        ),
        "units": with_description(
            {"type": "array", "minItems": 1, "items": _entry_schema()}, "The entries of the list (TD-A1)."
        ),
        "house": with_description(system.reference.house.schema(), "House rules that this list is checked by."),
    }
    return schema_document(
        "td.army.schema.json",
        "An army of Truffles & Dermaphytes",
        table_schema(fields, ["units"], **_printed_rows_schema()),
    )


def _entry_schema() -> Schema:
    """One entry: its type decides which other fields there are (TD-A2, TD-A10)."""
    return {
        "type": "object",
        "properties": {"type": with_description({"enum": list(TYPES)}, "What is fielded (TD-A2).")},
        "required": ["type"],
        "allOf": [schema_when("type", kind, _fields_schema(kind)) for kind in TYPES],
    }


def _fields_schema(kind: str) -> Schema:
    """What an entry of a type may have and must have; of a quality that is always the same, that comes first."""
    keys = sorted(keys_of(kind), key=lambda key: key.name not in QUALITY)
    own = {"type": {"const": kind}, **schema_properties([NAME, COUNT, *keys])}
    for key in TABLES.named:
        if key in own:
            own[key] = {"anyOf": [{"enum": own[key].pop("enum")}, TEXT], **own[key]}
    grid = {"allOf": _grid_schemas()} if kind == "infantry-unit" else {}
    return table_schema(own, ["type", *(key.name for key in keys if key.needed)], **grid)


def _printed_rows_schema() -> Schema:
    """Without a catalogue of its own, an army names printed rows only."""
    named = {kind: schema_properties(key for key in keys_of(kind) if key.name in TABLES.named) for kind in TYPES}
    items = {"allOf": [schema_when("type", kind, {"properties": own}) for kind, own in named.items() if own]}
    return {"if": {"required": ["catalogue"]}, "else": {"properties": {"units": {"items": items}}}}


def _grid_schemas() -> list[Schema]:
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


_NUMBERS: Schema = {"type": "object", "additionalProperties": NUMBER}
_WORDS: Schema = {"type": "array", "items": TEXT}
_FLAG: Schema = {"type": "boolean"}
_TOLD: Schema = {"name": TEXT, "summary": TEXT, "rules": _WORDS}


def catalogue_schema() -> Schema:
    """The schema of the catalogue files; a file holds some of these tables."""
    tables = {**TABLES.schema()["properties"], **_infantry_schemas(), **_words_schemas(), **_tables_of_play()}
    return schema_document(
        "td.catalogue.schema.json", "Catalogue files of Truffles & Dermaphytes", table_schema(tables)
    )


def _infantry_schemas() -> Schema:
    """Infantry units."""
    pairs: Schema = {"type": "array", "items": {"type": "array", "items": TEXT, "minItems": 2, "maxItems": 2}}
    extra: Schema = {**_TOLD, "note": NUMBER, "cost": NUMBER, "eligible": pairs, "group_move": NUMBER}
    return {
        "profile": _NUMBERS,
        "leader_bonus": _NUMBERS,
        "models": {"type": "object", "additionalProperties": _NUMBERS},
        "options": _rows_schema(extra, ["name", "note", "cost", "eligible"]),
        "notes": _rows_schema(extra, ["name", "note", "eligible"]),
        "spotter_tokens": NUMBER,
    }


def _words_schemas() -> Schema:
    """Words for choices and rosters."""
    chosen = ("experience", "maneuverability", "traits", "starts", "carriers", "statuses")
    texts = ("letters", "quick", "tokens", "on_rosters", "supplied", "roles", "fighters")
    return {
        **{key: _rows_schema(_TOLD, ["name"]) for key in chosen},
        "handiwork": _rows_schema({"name": TEXT, "done": TEXT}, ["name", "done"]),
        "missions": _rows_schema({"name": TEXT, "key": TEXT}, ["name", "key"]),
        **{key: {"type": "object", "additionalProperties": TEXT} for key in texts},
        **{key: {"type": "object", "additionalProperties": _WORDS} for key in ("reminders", "added_on_rosters")},
    }


def _tables_of_play() -> Schema:
    """The tables of play: firing results, rally, actions, terrain."""
    cover: Schema = {"name": TEXT, "cover_direct": _FLAG, "cover_indirect": _FLAG, "blocks": TEXT, "examples": TEXT}
    action: Schema = {**_TOLD, "who": TEXT, "single": _FLAG, "group": _FLAG, "counted": NUMBER}
    return {
        "numbers": _NUMBERS,
        "firing": {"type": "object", "additionalProperties": {"type": "array", "items": TEXT, "minItems": 4}},
        "rally": {"type": "object", "additionalProperties": _NUMBERS},
        "actions": _rows_schema(action, ["name", "single", "group", "counted"]),
        "terrain": _rows_schema(cover, ["name", "cover_direct", "cover_indirect"]),
        "linear": _rows_schema(cover, ["name", "cover_direct", "cover_indirect"]),
    }


def _rows_schema(properties: Schema, required: list[str]) -> Schema:
    return {"type": "object", "additionalProperties": table_schema(properties, required)}

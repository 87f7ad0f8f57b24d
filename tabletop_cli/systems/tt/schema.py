"""JSON Schemas of tt: army files and catalogue files, generated from catalogue and declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...api import (
    House,
    Schema,
    Shaped,
    ShapedMapping,
    record_schema,
    schema_document,
    schema_when,
    table_schema,
    with_description,
)
from .declared import ArmyFacts, EntryFacts
from .model import FACTIONS, Faction, Option, UnitType, Weapon, When
from .reading import TABLES
from .tables import REFERENCE, is_in_force

if TYPE_CHECKING:
    from ...api import System


def army_schema(system: System) -> Schema:
    """The schema of an army file. A printed faction has its own units, and each unit its own options (TT-A2, TT-A7)."""
    own = record_schema(ArmyFacts)["properties"]
    properties = {
        "system": with_description({"const": "tt"}, "Tenebrae Terribles"),
        "name": own["name"],
        "faction": with_description(
            {**own["faction"], "examples": list(FACTIONS.printed)}, "The army's faction (TT-A1)."
        ),
        "budget": own["budget"],
        "catalogue": with_description(
            {"type": "string", "minLength": 1}, "A file with home-made factions, beside this one."
        ),
        "units": with_description(
            {"type": "array", "minItems": 1, "items": _entry_schema()}, "The entries of the list."
        ),
        "house": with_description(system.reference.house.schema(), "House rules that this list is checked by."),
    }
    schema = table_schema(properties, ["faction", "units"], allOf=[*_faction_schemas(), *_switched_schemas()])
    return schema_document("tt.army.schema.json", "An army of Tenebrae Terribles", schema)


def _entry_schema() -> Schema:
    """An entry of any faction."""
    entry = record_schema(EntryFacts)
    entry["properties"]["count"] = with_description({"type": "integer", "minimum": 1, "default": 1}, "Copies (TT-A3).")
    return entry


def _faction_schemas() -> Iterator[Schema]:
    for faction in FACTIONS.printed.values():
        units = [_when_unit(kind) for kind in faction.units]
        ids = list(dict.fromkeys(kind.id for kind in faction.units))
        names = with_description({"enum": ids}, f"A unit of {faction.title} (TT-A2).")
        items: Schema = {"properties": {"unit": names}, "allOf": units}
        yield schema_when("faction", faction.id, {"properties": {"units": {"items": items}}})


def _when_unit(kind: UnitType) -> Schema:
    """The options of one unit: its own and no others (TT-A7), those with a `when` in their widest form."""
    options: dict[str, Schema] = {}
    for option in kind.options:
        options[option.id] = _value_schema(option, strict=not option.when)
    needed = [option.id for option in kind.options if option.required]
    own = table_schema(
        options, needed, allOf=[_needed_flag_schema(one) for one in kind.options if one.needs and not one.when]
    )
    if not own["allOf"]:
        del own["allOf"]
    then: Schema = {"properties": {"options": with_description(own, f"Options of {kind.title}.")}}
    return schema_when("unit", kind.id, {**then, "required": ["options"]} if needed else then)


def _value_schema(option: Option, *, strict: bool) -> Schema:
    """What an option may be set to (TT-A8, TT-A9, TT-A10, TT-A11, TT-A12, TT-A13)."""
    if option.kind == "flag":
        return with_description({"type": "boolean"}, option.title)
    names: Schema = {"enum": [choice.id for choice in option.choices or ()]}
    if option.kind == "one":
        return with_description(names, option.title)
    several: Schema = {"type": "array", "items": names, "minItems": option.pick, "maxItems": option.pick}
    return with_description({**several, "uniqueItems": True} if strict and not option.repeat else several, option.title)


def _needed_flag_schema(option: Option) -> Schema:
    """An option that stands only beside a flag (TT-A13)."""
    then = {"properties": {option.needs: {"const": True}}, "required": [option.needs]}
    return {"if": {"required": [option.id]}, "then": then}


def _switched_schemas() -> Iterator[Schema]:
    """The strict form of options that exist under some house rules only."""
    for faction in FACTIONS.printed.values():
        for kind in faction.units:
            for option in kind.options:
                if option.when:
                    yield {"if": _house_condition(faction, option.when), "then": _strict_schema(kind, option)}


def _house_condition(faction: Faction, chosen: ShapedMapping) -> Schema:
    """An army of a faction whose house rules say so; a default also holds where nothing is said."""
    tests: list[Schema] = [{"properties": {"faction": {"const": faction.id}}, "required": ["faction"]}]
    printed_rules: House = REFERENCE.house.printed
    for switch, value in chosen.items():
        if is_in_force({switch: value}, printed_rules):
            others = [one for one in REFERENCE.house.switches[switch].values if one != value]
            tests.append({"not": _house_schema({switch: {"enum": others}})})
        else:
            tests.append(_house_schema({switch: {"const": value}}))
    return {"allOf": tests}


def _house_schema(switches: Schema) -> Schema:
    return {
        "properties": {"house": {"type": "object", "properties": switches, "required": list(switches)}},
        "required": ["house"],
    }


def _strict_schema(kind: UnitType, option: Option) -> Schema:
    options: Schema = {"properties": {option.id: _value_schema(option, strict=True)}}
    if option.needs:
        options["allOf"] = [_needed_flag_schema(option)]
    entry = schema_when("unit", kind.id, {"properties": {"options": options}})
    return {"properties": {"units": {"items": entry}}}


def catalogue_schema() -> Schema:
    """The schema of catalogue files, printed and home-made."""
    weapon = {**record_schema(Weapon), "allOf": [_strength_schema(), _range_schema()]}
    definitions = {
        "when": with_description(When().schema(), "Only under these house rules."),
        "weapon": {**weapon, "properties": _with_definitions(weapon["properties"])},
    }
    shape = _with_definitions({**TABLES.schema(), "anyOf": [{"required": ["factions"]}, {"required": ["rules"]}]})
    return schema_document(
        "tt.catalogue.schema.json", "Catalogue files of Tenebrae Terribles", {**shape, "definitions": definitions}
    )


_PLACES = {"when": "when", "weapons": "weapon", "add_weapons": "weapon"}


def _with_definitions(schema: Shaped) -> Shaped:
    """The same schema with what stands in many places written once, under `definitions`."""
    if isinstance(schema, list):
        return [_with_definitions(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found: Schema = {}
    for key, inner in schema.items():
        name = _PLACES.get(key) if isinstance(inner, dict) else None
        if name == "when":
            found[key] = {"$ref": "#/definitions/when"}
        elif name == "weapon":
            found[key] = {**inner, "items": {"$ref": "#/definitions/weapon"}}
        else:
            found[key] = _with_definitions(inner)
    return found


def _strength_schema() -> Schema:
    """`value` stands instead of `ap` and `at`, and one of them is there (TT-R3)."""
    marked: Schema = {"anyOf": [{"required": ["ap"]}, {"required": ["at"]}]}
    return {"if": {"required": ["value"]}, "then": {"not": marked}, "else": marked}


def _range_schema() -> Schema:
    """Every weapon but Assault has a range."""
    assault = {"properties": {"id": {"const": "assault"}}, "required": ["id"]}
    return {"if": assault, "then": {"not": {"required": ["range"]}}, "else": {"required": ["range"]}}

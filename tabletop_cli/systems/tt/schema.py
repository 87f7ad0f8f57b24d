"""JSON Schemas of tt: army files and catalogue files, generated from catalogue and declarations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...api import House, Schema, Shaped, ShapedMapping, described, document, record_schema, table, when
from .declared import ArmyFacts, EntryFacts
from .model import FACTIONS, Faction, Option, UnitType, Weapon, When
from .reading import TABLES
from .tables import REFERENCE, holds

if TYPE_CHECKING:
    from ...api import System


def army(system: System) -> Schema:
    """The schema of an army file. A printed faction has its own units, and each unit its own options (TT-A2, TT-A7)."""
    own = record_schema(ArmyFacts)["properties"]
    properties = {
        "system": described({"const": "tt"}, "Tenebrae Terribles"),
        "name": own["name"],
        "faction": described({**own["faction"], "examples": list(FACTIONS.printed)}, "The army's faction (TT-A1)."),
        "budget": own["budget"],
        "catalogue": described({"type": "string", "minLength": 1}, "A file with home-made factions, beside this one."),
        "units": described({"type": "array", "minItems": 1, "items": _any_entry()}, "The entries of the list."),
        "house": described(system.reference.house.schema(), "House rules that this list is checked by."),
    }
    schema = table(properties, ["faction", "units"], allOf=[*_factions(), *_switched()])
    return document("tt.army.schema.json", "An army of Tenebrae Terribles", schema)


def _any_entry() -> Schema:
    """An entry of any faction."""
    entry = record_schema(EntryFacts)
    entry["properties"]["count"] = described({"type": "integer", "minimum": 1, "default": 1}, "Copies (TT-A3).")
    return entry


def _factions() -> Iterator[Schema]:
    for faction in FACTIONS.printed.values():
        units = [_when_unit(kind) for kind in faction.units]
        ids = list(dict.fromkeys(kind.id for kind in faction.units))
        names = described({"enum": ids}, f"A unit of {faction.title} (TT-A2).")
        items: Schema = {"properties": {"unit": names}, "allOf": units}
        yield when("faction", faction.id, {"properties": {"units": {"items": items}}})


def _when_unit(kind: UnitType) -> Schema:
    """The options of one unit: its own and no others (TT-A7), those with a `when` in their widest form."""
    options: dict[str, Schema] = {}
    for option in kind.options:
        options[option.id] = _value(option, strict=not option.when)
    needed = [option.id for option in kind.options if option.required]
    own = table(options, needed, allOf=[_needs(one) for one in kind.options if one.needs and not one.when])
    if not own["allOf"]:
        del own["allOf"]
    then: Schema = {"properties": {"options": described(own, f"Options of {kind.title}.")}}
    return when("unit", kind.id, {**then, "required": ["options"]} if needed else then)


def _value(option: Option, *, strict: bool) -> Schema:
    """What an option may be set to (TT-A8, TT-A9, TT-A10, TT-A11, TT-A12, TT-A13)."""
    if option.kind == "flag":
        return described({"type": "boolean"}, option.title)
    names: Schema = {"enum": [choice.id for choice in option.choices or ()]}
    if option.kind == "one":
        return described(names, option.title)
    several: Schema = {"type": "array", "items": names, "minItems": option.pick, "maxItems": option.pick}
    return described({**several, "uniqueItems": True} if strict and not option.repeat else several, option.title)


def _needs(option: Option) -> Schema:
    """An option that stands only beside a flag (TT-A13)."""
    then = {"properties": {option.needs: {"const": True}}, "required": [option.needs]}
    return {"if": {"required": [option.id]}, "then": then}


def _switched() -> Iterator[Schema]:
    """The strict form of options that exist under some house rules only."""
    for faction in FACTIONS.printed.values():
        for kind in faction.units:
            for option in kind.options:
                if option.when:
                    yield {"if": _under(faction, option.when), "then": _strictly(kind, option)}


def _under(faction: Faction, chosen: ShapedMapping) -> Schema:
    """An army of a faction whose house rules say so; a default also holds where nothing is said."""
    tests: list[Schema] = [{"properties": {"faction": {"const": faction.id}}, "required": ["faction"]}]
    printed_rules: House = REFERENCE.house.printed
    for switch, value in chosen.items():
        if holds({switch: value}, printed_rules):
            others = [one for one in REFERENCE.house.switches[switch].values if one != value]
            tests.append({"not": _house({switch: {"enum": others}})})
        else:
            tests.append(_house({switch: {"const": value}}))
    return {"allOf": tests}


def _house(switches: Schema) -> Schema:
    return {
        "properties": {"house": {"type": "object", "properties": switches, "required": list(switches)}},
        "required": ["house"],
    }


def _strictly(kind: UnitType, option: Option) -> Schema:
    options: Schema = {"properties": {option.id: _value(option, strict=True)}}
    if option.needs:
        options["allOf"] = [_needs(option)]
    entry = when("unit", kind.id, {"properties": {"options": options}})
    return {"properties": {"units": {"items": entry}}}


def catalogue() -> Schema:
    """The schema of catalogue files, printed and home-made."""
    weapon = {**record_schema(Weapon), "allOf": [_either_or(), _reach()]}
    definitions = {
        "when": described(When().schema(), "Only under these house rules."),
        "weapon": {**weapon, "properties": _sharing(weapon["properties"])},
    }
    shape = _sharing({**TABLES.schema(), "anyOf": [{"required": ["factions"]}, {"required": ["rules"]}]})
    return document(
        "tt.catalogue.schema.json", "Catalogue files of Tenebrae Terribles", {**shape, "definitions": definitions}
    )


_PLACES = {"when": "when", "weapons": "weapon", "add_weapons": "weapon"}


def _sharing(schema: Shaped) -> Shaped:
    """The same schema with what stands in many places written once, under `definitions`."""
    if isinstance(schema, list):
        return [_sharing(one) for one in schema]
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
            found[key] = _sharing(inner)
    return found


def _either_or() -> Schema:
    """`value` stands instead of `ap` and `at`, and one of them is there (TT-R3)."""
    marked: Schema = {"anyOf": [{"required": ["ap"]}, {"required": ["at"]}]}
    return {"if": {"required": ["value"]}, "then": {"not": marked}, "else": marked}


def _reach() -> Schema:
    """Every weapon but Assault has a range."""
    assault = {"properties": {"id": {"const": "assault"}}, "required": ["id"]}
    return {"if": assault, "then": {"not": {"required": ["range"]}}, "else": {"required": ["range"]}}

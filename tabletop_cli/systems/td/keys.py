"""The keys of an army file of td, each declared once: for players, for editors, and for what belongs nowhere (TD-A10).

Their order is that of the file's schema and of the hints.
"""

from __future__ import annotations

from functools import cache, lru_cache

from ...api import (
    PRINTED,
    Catalogue,
    Key,
    ListOf,
    Nullable,
    Number,
    OneOf,
    Schema,
    ShapedMapping,
    Text,
    Whole,
    catalogue_key,
    picks_of,
)
from .tables import BATTERIES, ENTRIES, VEHICLES, choice_rows, infantry, words

TYPES = ("infantry-unit", "hmg", "off-table-artillery", "atg", "tank", "mech")
QUALITY = ("experience", "maneuverability")

AGREED = "The points that both players agreed on, or the scenario says. Without them nothing is compared."
BUDGET = {"told": "The points that the players agreed on (TD-A15).", "valid": {"type": "number"}}
ARMY = (
    Key.from_name("name", "Name", Text(), help="The name of the warband."),
    Key.from_name("budget", "Budget", Nullable(Number(0)), "TD-A15", help=AGREED, **BUDGET),
)
COPIES = {"told": "Identical copies (TD-A3).", "valid": {"type": "integer", "minimum": 1, "default": 1}}
COUNT = Key.from_name("count", "Count", Whole(1), "TD-A3", default=1, help="How many identical copies.", **COPIES)
NAME = Key.from_name("name", "Name", Text(), help="A name of your own.")
COMMON = ("type", "count", "name")


@lru_cache(maxsize=64)
def keys_of(entry_type: str, catalogue: Catalogue = PRINTED) -> tuple[Key, ...]:
    """What an entry of a type has beside its type, count and name."""
    if entry_type == "infantry-unit":
        return _infantry_keys()
    if entry_type in ("tank", "mech"):
        variants = _variant_choices(entry_type, catalogue)
        return (catalogue_key("variant", "Variant", variants, "TD-A14", told="Which vehicle (TD-A14)."),)
    if entry_type == "off-table-artillery":
        sizes = choice_rows(BATTERIES.all_rows(catalogue))
        size = catalogue_key("size", "Size", sizes, "TD-A12", told="Light, medium or heavy guns (TD-A12).")
        return (
            size,
            _only_one_key("spotters", "Spotters", "TD-A12", "Exactly one spotter (TD-A12)."),
            *_fixed_keys(entry_type),
        )
    if entry_type == "atg":
        starts = words("starts")
        editors = {"told": "How it begins (TD-A13).", "valid": {"enum": sorted(starts)}}
        return catalogue_key("start", "Start", starts, "TD-A13", default=next(iter(starts)), **editors), *_fixed_keys(
            entry_type
        )
    return _fixed_keys(entry_type)


def _variant_choices(entry_type: str, catalogue: Catalogue = PRINTED) -> ShapedMapping:
    return choice_rows({name: row for name, row in VEHICLES.all_rows(catalogue).items() if row.entry == entry_type})


@cache
def names_of(entry_type: str) -> tuple[str, ...]:
    """Every key that an entry of a type may have."""
    return (*COMMON, *(key.name for key in keys_of(entry_type)))


def _infantry_keys() -> tuple[Key, ...]:
    options, carriers = infantry()["options"], words("carriers")
    taken = {"type": "array", "items": {"enum": list(options)}, "uniqueItems": True}
    return (
        catalogue_key(
            "experience", "Experience", words("experience"), "TD-A4", told="Green, regular or veteran (TD-A4)."
        ),
        catalogue_key(
            "maneuverability", "Maneuverability", words("maneuverability"), "TD-A4", told="How it is led (TD-A4)."
        ),
        _number_key(
            "models", "Models", "TD-A5", "The number of the grid; may be left out (TD-A5).", {"type": "integer"}
        ),
        _only_one_key("leaders", "Leaders", "TD-A6", "Exactly one (TD-A6)."),
        Key.from_name(
            *("options", "Options", ListOf(OneOf(tuple(options))), "TD-A7", "TD-A8", "TD-A9", "TD-A10"),
            picks=picks_of(options),
            default=(),
            told="Options of the unit (TD-A7 to TD-A10).",
            valid=taken,
        ),
        catalogue_key(
            *("armour_piercing_on", "Who carries the armour-piercing weapon", carriers, "TD-A7"),
            default=next(iter(carriers)),
            short=False,
            spare=True,
            told="A trooper carries it (TD-A7).",
        ),
    )


def _fixed_keys(entry_type: str) -> tuple[Key, ...]:
    """Experience and maneuverability of what always has the same."""
    own = {key: str(getattr(ENTRIES.printed[entry_type], key)) for key in QUALITY}
    told = "Always so; leave it out (TD-A11)."
    return tuple(
        catalogue_key(
            *(key, key.capitalize(), {value: words(key)[value]}, "TD-A11"),
            default=value,
            spare=True,
            told=told,
            valid={"const": value},
        )
        for key, value in own.items()
    )


def _only_one_key(name: str, title: str, rule: str, told: str) -> Key:
    """A number that is always 1."""
    return _number_key(name, title, rule, told, {"const": 1}, default=1)


def _number_key(name: str, title: str, rule: str, told: str, valid: Schema, default: int | None = None) -> Key:
    """A number that the book gives; where it is written it may be wrong."""
    better = "Leave it out, and it is what the book says."
    return Key.from_name(name, title, Whole(0), rule, default=default, spare=True, help=better, told=told, valid=valid)

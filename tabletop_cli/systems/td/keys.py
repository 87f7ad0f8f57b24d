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
    picks_of,
    worded,
)
from .tables import BATTERIES, ENTRIES, VEHICLES, infantry, picked, words

TYPES = ("infantry-unit", "hmg", "off-table-artillery", "atg", "tank", "mech")
QUALITY = ("experience", "maneuverability")

AGREED = "What both players agreed on, or what the scenario says; without it nothing is compared."
BUDGET = {"told": "The points that the players agreed on (TD-A15).", "valid": {"type": "number"}}
ARMY = (
    Key.of("name", "Name", Text(), help="What the warband is called."),
    Key.of("budget", "Budget", Nullable(Number(0)), "TD-A15", help=AGREED, **BUDGET),
)
COPIES = {"told": "Identical copies (TD-A3).", "valid": {"type": "integer", "minimum": 1, "default": 1}}
COUNT = Key.of("count", "Count", Whole(1), "TD-A3", default=1, help="How many identical ones.", **COPIES)
NAME = Key.of("name", "Name", Text(), help="A name of your own.")
COMMON = ("type", "count", "name")


@lru_cache(maxsize=64)
def keys_of(entry_type: str, catalogue: Catalogue = PRINTED) -> tuple[Key, ...]:
    """What an entry of a type has beside its type, count and name."""
    if entry_type == "infantry-unit":
        return _of_infantry()
    if entry_type in ("tank", "mech"):
        variants = _variants(entry_type, catalogue)
        return (worded("variant", "Variant", variants, "TD-A14", told="Which vehicle (TD-A14)."),)
    if entry_type == "off-table-artillery":
        sizes = picked(BATTERIES.of(catalogue))
        size = worded("size", "Size", sizes, "TD-A12", told="Light, medium or heavy guns (TD-A12).")
        return size, _one("spotters", "Spotters", "TD-A12", "Exactly one spotter (TD-A12)."), *_fixed(entry_type)
    if entry_type == "atg":
        starts = words("starts")
        editors = {"told": "How it begins (TD-A13).", "valid": {"enum": sorted(starts)}}
        return worded("start", "Start", starts, "TD-A13", default=next(iter(starts)), **editors), *_fixed(entry_type)
    return _fixed(entry_type)


def _variants(entry_type: str, catalogue: Catalogue = PRINTED) -> ShapedMapping:
    return picked({name: row for name, row in VEHICLES.of(catalogue).items() if row.entry == entry_type})


@cache
def names_of(entry_type: str) -> tuple[str, ...]:
    """Every key that an entry of a type may have."""
    return (*COMMON, *(key.name for key in keys_of(entry_type)))


def _of_infantry() -> tuple[Key, ...]:
    options, carriers = infantry()["options"], words("carriers")
    taken = {"type": "array", "items": {"enum": list(options)}, "uniqueItems": True}
    return (
        worded("experience", "Experience", words("experience"), "TD-A4", told="Green, regular or veteran (TD-A4)."),
        worded("maneuverability", "Maneuverability", words("maneuverability"), "TD-A4", told="How it is led (TD-A4)."),
        _number("models", "Models", "TD-A5", "The number of the grid; may be left out (TD-A5).", {"type": "integer"}),
        _one("leaders", "Leaders", "TD-A6", "Exactly one (TD-A6)."),
        Key.of(
            *("options", "Options", ListOf(OneOf(tuple(options))), "TD-A7", "TD-A8", "TD-A9", "TD-A10"),
            picks=picks_of(options),
            default=(),
            told="Options of the unit (TD-A7 to TD-A10).",
            valid=taken,
        ),
        worded(
            *("armour_piercing_on", "Who carries the armour-piercing weapon", carriers, "TD-A7"),
            default=next(iter(carriers)),
            short=False,
            spare=True,
            told="A trooper carries it (TD-A7).",
        ),
    )


def _fixed(entry_type: str) -> tuple[Key, ...]:
    """Experience and maneuverability of what always has the same."""
    own = {key: str(getattr(ENTRIES.printed[entry_type], key)) for key in QUALITY}
    told = "Always so; leave it out (TD-A11)."
    return tuple(
        worded(
            *(key, key.capitalize(), {value: words(key)[value]}, "TD-A11"),
            default=value,
            spare=True,
            told=told,
            valid={"const": value},
        )
        for key, value in own.items()
    )


def _one(name: str, title: str, rule: str, told: str) -> Key:
    """A number that is always 1."""
    return _number(name, title, rule, told, {"const": 1}, default=1)


def _number(name: str, title: str, rule: str, told: str, valid: Schema, default: int | None = None) -> Key:
    """A number that the book gives; where it is written it may be wrong."""
    better = "Better left out: then it is what the book says."
    return Key.of(name, title, Whole(0), rule, default=default, spare=True, help=better, told=told, valid=valid)

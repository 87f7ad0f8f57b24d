"""What a deck file may say at all: its tables, their keys, and the type of what no constraint is about (DU-A0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import Json, Problem, Where, brief_text, did_you_mean, too_long_text
from .deck import FOG_COUNTS, Deck, whole_from

Keys = Mapping[str, str]  # what a key may say, a name of `TYPES`; empty or WORD: a constraint judges it
CODE = "DU-A0"
WORD = "word"  # only its length is judged here

TYPES: Mapping[str, tuple[str, str]] = {  # what is needed, and what mends it
    "text": ("text", "write it in quotes"),
    "yes or no": ("true or false", "write true or false"),
    "table": ("a table", "write it as a table"),
    "list": ("a list of tables", "begin each with [[units]]"),
    "whole": ("a whole number from 0", "write a whole number"),
}
LIST_KEYS: Keys = {
    **dict.fromkeys(("system", "budget", "faction", "opponent", "mode", "variant", "hand", "map", "fog"), ""),
    **dict.fromkeys(("faction", "opponent"), WORD),
    "name": "text",
    "theatre": "text",
    "combined": "yes or no",
    "units": "list",
    "house": "table",
    "catalogue": "",
}
UNIT_KEYS: Keys = {
    **dict.fromkeys(("id", "class", "defense", "hardness", "initiative", "deck", "supply", "expert"), ""),
    "name": "text",
    "light": "yes or no",
    "move": "whole",
    "manoeuvre": "whole",
    "squadron": "text",
    "actions": "table",
}
MAP_KEYS: Keys = dict.fromkeys(("longest", "shortest", "rows"), "")
FOG_KEYS: Keys = dict.fromkeys((*FOG_COUNTS, "initiative"), "")


def shape_problems(deck: Deck) -> Iterator[Problem]:
    """DU-A0: what the shape of a list forbids and no constraint is about; house rules that are none."""
    if deck.fields.get("system") != "du":
        said = f"system is {brief_text(deck.fields['system'])}" if "system" in deck.fields else "no system"
        yield Problem(CODE, f"{said}, this is a list of du", 'write system = "du"', ("system",))
    yield from _table_problems((), deck.fields, LIST_KEYS, "the list")
    for key, keys in (("map", MAP_KEYS), ("fog", FOG_KEYS)):
        yield from _table_problems((key,), deck.fields.get(key), keys, key)
    for unit in deck.units:
        own = {key: "" if unit.kind == "off-map-plane" and kind == "whole" else kind for key, kind in UNIT_KEYS.items()}
        yield from _table_problems(("units", unit.at), unit.fields, own, unit.label)
    for wrong in deck.house_wrong:
        switch = wrong.where.rpartition(".")[2] if "." in wrong.where else ""
        hint = wrong.hint or "leave it out; tabletop rules du tells them all"
        yield Problem(CODE, wrong.message, hint, ("house", switch) if switch else ("house",))


def _table_problems(where: Where, fields: Json, keys: Keys, owner: str) -> Iterator[Problem]:
    """The keys of a table; of what is none nothing is said."""
    for key, value in fields.items() if isinstance(fields, Mapping) else ():
        if key not in keys:
            hint = did_you_mean(key, list(keys))
            yield Problem(CODE, f"{owner}: there is no key {brief_text(key)}", hint or "leave it out", (*where, key))
        elif keys[key] in (WORD, "text") and (said := too_long_text(value)):
            yield Problem(CODE, f"{owner}: {key}: {said}", "give a shorter one", (*where, key))
        elif (kind := keys[key]) and kind != WORD and not _is_of_type(kind, value):
            needed, hint = TYPES[kind]
            yield Problem(CODE, f"{owner}: {key} is {brief_text(value)}, {needed} is needed", hint, (*where, key))


def _is_of_type(kind: str, value: Json) -> bool:
    """Whether a value is of a type."""
    if kind == "list":
        return isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value)
    if kind == "whole":
        return whole_from(value, 0) is not None
    return isinstance(value, {"text": str, "yes or no": bool, "table": Mapping}[kind])

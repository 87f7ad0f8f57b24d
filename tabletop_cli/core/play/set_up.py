"""The JSON Schema of set-ups, for editors: from the declared facts, with army files allowed at the seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..data import Schema
from ..declare.catalogue import CATALOGUE
from ..declare.facts import record_schema

if TYPE_CHECKING:
    from ..system import System
    from .game import AnyGame

_FILE = {"type": "string", "description": "in a script: an army file beside it"}


def set_up_schema(game: AnyGame, system: System) -> Schema:
    """Draft-07 JSON Schema of a set-up. Where an army goes, a script may name its file instead."""
    found = record_schema(game.set_up)
    if "house" in found["properties"]:
        found["properties"]["house"] = system.reference.house.schema()
    if system.own_tables is not None:
        told = "the home-made catalogue of all sides"
        found["properties"].setdefault(CATALOGUE, {"type": "object", "description": told})
    for seat in game.seats({}):
        if seat.path:
            _allow_file(found, seat.path.split("."))
    return found


def _allow_file(schema: Schema, path: list[str]) -> None:
    """Let a text stand at a path, beside what stands there already."""
    first, *rest = path
    for holder, key in ((schema.get("properties", {}), first), (schema, "additionalProperties")):
        if isinstance(inner := holder.get(key), dict):
            if rest:
                _allow_file(inner, rest)
            elif _FILE not in inner.get("anyOf", ()):
                holder[key] = {"anyOf": [_FILE, inner]}
            return
    if isinstance(schema.get("items"), dict) and rest:  # in a list of tables a step is the id of one
        _allow_file(schema["items"], rest)

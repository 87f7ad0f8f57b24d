"""Home-made ids in the schema of army files: where an army names a catalogue, its entries may name rows of it.

Systems write their schemas of what the rulebook prints. An `enum` of which every value is the id of a row that may be
home-made is opened here: any text is one where the army has the key ``catalogue``, else the values of the enum alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..data import Json, Schema
from ..declare.catalogue import CATALOGUE, in_force
from ..declare.schema import with_description

if TYPE_CHECKING:
    from ..declare.tables import Tables
    from ..system import System

_TOLD = "Files with home-made units, beside this one or in the folder of your own catalogues; or the rows themselves."
_INNER = ("properties", "items", "then", "else")  # what is below these is about parts of the army
_FILE: Schema = {"type": "string", "minLength": 1}


def open_ids(schema: Schema, system: System) -> Schema:
    """Return the schema of army files with the key ``catalogue``; the same where a system has no such files."""
    if system.own_tables is None:
        return schema
    named: Schema = {"anyOf": [_FILE, {"type": "array", "items": _FILE}, {"type": "object"}]}
    properties = {**schema.get("properties", {})}
    properties[CATALOGUE] = with_description(named, properties.get(CATALOGUE, {}).get("description", _TOLD))
    whole = {**schema, "properties": _with_units_last(properties)}
    if not (strict := _printed_rows_schema(whole, system.tables)):
        return whole
    alone: Schema = {"if": {"not": {"required": [CATALOGUE]}}, "then": strict}
    opened = _with_open_rows(whole, system.tables)
    return {**opened, "allOf": [*opened.get("allOf", ()), alone]}


def _with_units_last(properties: Schema) -> Schema:
    """The keys in the order in which people write them: entries and house rules stand last."""
    last = [key for key in ("units", "house") if key in properties]
    return {key: properties[key] for key in (*(one for one in properties if one not in last), *last)}


def _own_rows(node: Json, tables: Tables) -> list[str] | None:
    """The home-made rows that may stand where a node names printed ones, None where it names none of an open table."""
    named = node.get("enum") if isinstance(node, Mapping) else None
    if not isinstance(named, list) or not named:
        return None
    for table in tables.open.values():
        printed = {row.key for row in table.printed.values()}
        if all(isinstance(one, str) and one in printed for one in named):
            return [row.key for row in in_force().rows.get(table.name, {}).values()]
    return None


def _with_open_rows(node: Schema, tables: Tables) -> Schema:
    """The same schema, in which what names printed rows may be any text."""
    if (own := _own_rows(node, tables)) is not None:
        rest = {key: one for key, one in node.items() if key != "enum"}
        return {"anyOf": [{"enum": [*node["enum"], *own]}, {"type": "string"}], **rest}
    found: Schema = {}
    for key, inner in node.items():
        if key == "properties":
            found[key] = {name: _with_open_rows(one, tables) for name, one in inner.items()}
        elif key == "allOf":
            found[key] = [_with_open_rows(one, tables) for one in inner]
        else:
            found[key] = _with_open_rows(inner, tables) if key in _INNER and isinstance(inner, dict) else inner
    return found


def _printed_rows_schema(node: Schema, tables: Tables) -> Schema:
    """What a schema says of printed rows, and nothing else: empty where it names none."""
    if _own_rows(node, tables) is not None:
        return {"enum": node["enum"]}
    found: Schema = {}
    for key, inner in node.items():
        if key == "properties":
            parts = {name: one for name, part in inner.items() if (one := _printed_rows_schema(part, tables))}
            found |= {key: parts} if parts else {}
        elif key == "allOf":
            every = [one for part in inner if (one := _printed_rows_schema(part, tables))]
            found |= {key: every} if every else {}
        elif key in _INNER and isinstance(inner, dict) and (part := _printed_rows_schema(inner, tables)):
            found |= {"if": node["if"], key: part} if key in ("then", "else") else {key: part}
    return found

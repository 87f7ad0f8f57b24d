"""JSON for other programs, and its schema. Both come from the same fields, declared once below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ...core.data import Json, JsonObject, Schema
from ...core.declare.plain import plain_data
from ...core.lists.arsenal import Foe
from ...core.lists.list_odds import Chance
from ...core.lists.problems import Problem
from ...core.lists.sheet import Sheet, Source
from ...core.page import Boxes, Table
from ...core.quantities import format_ratio
from ..jsonout import dump
from . import Options

VERSION = 1  # of this description; a change that breaks readers makes it another


class Field(NamedTuple):
    """A key of an object: what its value looks like, how it is taken from the record, and what it says."""

    schema: Schema
    of: Callable[[Any], Json]
    help: str = ""


Fields = Mapping[str, Field]


def render(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text."""
    return [dump(roster_data(sheet, source))]


def roster_data(sheet: Sheet, source: Source) -> JsonObject:
    """A roster as JSON data, as `schema` describes it."""
    return {**_record_data(SHEET, sheet), "source": _record_data(SOURCE, source)}


def roster_json_schema() -> Schema:
    """Draft-07 JSON Schema of rosters in JSON."""
    found = _object_schema(SHEET)
    found["properties"]["source"] = {
        **_object_schema(SOURCE),
        "description": "Where it comes from: compare paper and file.",
    }
    found["required"].append("source")
    return {"description": "An army list as `tabletop roster --format json` gives it.", **found}


def _record_data(fields: Fields, record: object) -> JsonObject:
    return {name: field.of(record) for name, field in fields.items()}


def _object_schema(fields: Fields) -> Schema:
    """The schema of an object that has these keys, all of them, and no others."""
    said = {name: {**one.schema, **({"description": one.help} if one.help else {})} for name, one in fields.items()}
    return {"type": "object", "properties": said, "required": list(fields), "additionalProperties": False}


def _list_schema(inner: Schema) -> Schema:
    return {"type": "array", "items": inner}


def _texts_data(values: Sequence[str]) -> list[str]:
    return list(values)


def _pairs_data(rows: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "text": text} for name, text in rows]


TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
YES: Schema = {"type": "boolean"}
RATIO: Schema = {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"}
POINTS: Schema = {"anyOf": [RATIO, {"type": "null"}]}
PLACE = _list_schema({"type": ["string", "integer"]})
PAIRS = _list_schema(
    {
        "type": "object",
        "properties": {"name": TEXT, "text": TEXT},
        "required": ["name", "text"],
        "additionalProperties": False,
    }
)

BOXES: Fields = {
    "name": Field(TEXT, lambda boxes: boxes.name),
    "marked": Field(WHOLE, lambda boxes: boxes.marked),
    "whole": Field(WHOLE, lambda boxes: boxes.whole),
    "labels": Field(
        _list_schema(TEXT), lambda boxes: _texts_data(boxes.labels), "of the single boxes; empty if all are alike"
    ),
    "turn": Field(YES, lambda boxes: boxes.turn, "cleared when another turn begins"),
    "agreed": Field(TEXT, lambda boxes: boxes.agreed, "what players agree on the number of; `whole` is then a guess"),
}
TABLE: Fields = {
    "title": Field(TEXT, lambda table: table.title),
    "columns": Field(_list_schema(TEXT), lambda table: _texts_data(table.columns)),
    "rows": Field(_list_schema(_list_schema(TEXT)), lambda table: [_texts_data(row) for row in table.rows]),
}
PROBLEM: Fields = {
    "code": Field(TEXT, lambda one: one.code, "id of the constraint"),
    "severity": Field({"enum": ["error", "warning"]}, lambda one: one.severity, "error: the list is illegal"),
    "line": Field({"type": ["integer", "null"]}, lambda one: one.line, "of the army file"),
    "message": Field(TEXT, lambda one: one.message),
    "hint": Field(TEXT, lambda one: one.hint, "what to do about it"),
    "where": Field(PLACE, lambda one: list(one.where), "place in the army file"),
}


def _boxes_data(all_boxes: Sequence[Boxes]) -> list[JsonObject]:
    return [_record_data(BOXES, boxes) for boxes in all_boxes]


def _problems_data(problems: Sequence[Problem]) -> list[JsonObject]:
    return [_record_data(PROBLEM, problem) for problem in problems]


def _ratio_or_none(number: Fraction | None) -> str | None:
    return None if number is None else format_ratio(number)


def _table_data(table: Table | None) -> JsonObject | None:
    return None if table is None else _record_data(TABLE, table)


CARD: Fields = {
    "entry": Field(
        {"type": "integer", "minimum": 1}, lambda card: card.number, "number in its list of the army file, from 1"
    ),
    "place": Field(PLACE, lambda card: list(card.place), "in the army file, numbers from 0"),
    "id": Field(TEXT, lambda card: card.id, "what it is, as the catalogue calls it"),
    "name": Field(TEXT, lambda card: card.title, "its own name; what it is, if it has none"),
    "kind": Field(TEXT, lambda card: card.kind, "what it is, in words"),
    "copies": Field(WHOLE, lambda card: card.count),
    "each": Field(POINTS, lambda card: _ratio_or_none(card.each), "points of one copy; null without points"),
    "points": Field(POINTS, lambda card: _ratio_or_none(card.points), "of all copies"),
    "options": Field(_list_schema(TEXT), lambda card: _texts_data(card.options)),
    "stats": Field(PAIRS, lambda card: _pairs_data(card.stats), "the stat line of one copy"),
    "table": Field(
        {"anyOf": [_object_schema(TABLE), {"type": "null"}]}, lambda card: _table_data(card.table), "weapons, profiles"
    ),
    "rules": Field(
        _list_schema(TEXT), lambda card: _texts_data(card.rules), "names of special rules, see the list's rules"
    ),
    "boxes": Field(
        _list_schema(_object_schema(BOXES)), lambda card: _boxes_data(card.boxes), "to tick off, for one copy"
    ),
    "note": Field(TEXT, lambda card: card.note),
    "secret": Field(YES, lambda card: card.secret, "the opponent must not see it before it is revealed"),
}
FOE: Fields = {
    "id": Field(TEXT, lambda foe: foe.id),
    "name": Field(TEXT, lambda foe: foe.name),
    "told": Field(TEXT, lambda foe: foe.told, "which enemies these are; empty if the name says it"),
}
CASE: Fields = {
    "resolver": Field(TEXT, lambda case: case.resolver, "as `tabletop odds` knows it"),
    "situation": Field({"type": "object"}, lambda case: plain_data(dict(case.facts)), "without the list's house rules"),
}
CHANCE: Fields = {
    "foe": Field(TEXT, lambda pair: pair[0].id),
    "chance": Field(POINTS, lambda pair: _ratio_or_none(pair[1].chance), "to remove one; null if there is none"),
    "why": Field(TEXT, lambda pair: pair[1].why, "why there is none: no use, to agree, too much to work out"),
    "told": Field(TEXT, lambda pair: pair[1].told, "the same in a sentence; may be empty"),
    "best": Field(YES, lambda pair: pair[1].best, "nothing else that the same attacker has is better"),
    "case": Field(
        {"anyOf": [_object_schema(CASE), {"type": "null"}]},
        lambda pair: pair[1].case and _record_data(CASE, pair[1].case),
        "what the odds are for",
    ),
}


def _chances_data(foes: Sequence[Foe], chances: Sequence[Chance]) -> list[JsonObject]:
    return [_record_data(CHANCE, pair) for pair in zip(foes, chances, strict=bool(chances))]


CHANCES = _list_schema(_object_schema(CHANCE))
MEANS: Fields = {
    "with": Field(TEXT, lambda pair: pair[1].words, "weapon or way to attack"),
    "chances": Field(CHANCES, lambda pair: _chances_data(pair[0], pair[1].chances), "one for each of the foes"),
}
ATTACKER: Fields = {
    "times": Field(WHOLE, lambda pair: pair[1][0].times, "how many such one copy has"),
    "way": Field(TEXT, lambda pair: pair[1][0].way, "key of a sum"),
    "means": Field(
        _list_schema(_object_schema(MEANS)),
        lambda pair: [_record_data(MEANS, (pair[0], line)) for line in pair[1]],
        "one of these",
    ),
}
PROSPECT: Fields = {
    "entry": CARD["entry"]._replace(of=lambda pair: pair[1].number),
    "name": Field(TEXT, lambda pair: pair[1].title),
    "copies": Field(WHOLE, lambda pair: pair[1].count),
    "each": Field(POINTS, lambda pair: _ratio_or_none(pair[1].each), "points of one copy"),
    "attackers": Field(
        _list_schema(_object_schema(ATTACKER)),
        lambda pair: [_record_data(ATTACKER, (pair[0], one)) for one in pair[1].attackers],
    ),
}
EXPECTED: Fields = {
    "foe": Field(TEXT, lambda pair: pair[0].id),
    "expected": Field(POINTS, lambda pair: _ratio_or_none(pair[1].expected), "how many are removed; null: nobody can"),
    "whole": Field(YES, lambda pair: pair[1].whole, "false: at least so many, something is left out"),
}
SUM: Fields = {
    "says": Field(TEXT, lambda pair: pair[1][0]),
    "of": Field(
        _list_schema(_object_schema(EXPECTED)),
        lambda pair: [_record_data(EXPECTED, both) for both in zip(pair[0], pair[1][1], strict=True)],
        "one for each of the foes",
    ),
}
PROSPECTS: Fields = {
    "conditions": Field(TEXT, lambda one: one.conditions, "conditions for all these odds"),
    "foes": Field(
        _list_schema(_object_schema(FOE)),
        lambda one: [_record_data(FOE, foe) for foe in one.foes],
        "classes of enemies",
    ),
    "units": Field(
        _list_schema(_object_schema(PROSPECT)),
        lambda one: [_record_data(PROSPECT, (one.foes, entry)) for entry in one.entries],
    ),
    "sums": Field(
        _list_schema(_object_schema(SUM)),
        lambda one: [_record_data(SUM, (one.foes, row)) for row in one.sum_rows()],
        "what the whole list can be expected to remove if everybody attacks once",
    ),
    "together": Field(
        CHANCES, lambda one: _chances_data(one.foes, one.together), "of the whole list, where nothing can be added up"
    ),
}
SHEET: Fields = {
    "roster": Field({"const": VERSION}, lambda sheet: VERSION, "version of this description"),
    "system": Field(TEXT, lambda sheet: sheet.system),
    "system_name": Field(TEXT, lambda sheet: sheet.system_name),
    "name": Field(TEXT, lambda sheet: sheet.name),
    "faction": Field(TEXT, lambda sheet: sheet.faction, "in words; empty if there are none"),
    "player": Field(TEXT, lambda sheet: sheet.player, "the player; empty if the file does not say"),
    "opponent": Field(TEXT, lambda sheet: sheet.opponent, "the opponent; empty if the file does not say"),
    "event": Field(TEXT, lambda sheet: sheet.event, "where or what for; empty if the file does not say"),
    "points": Field(POINTS, lambda sheet: _ratio_or_none(sheet.points), "null in a system without points"),
    "budget": Field(POINTS, lambda sheet: _ratio_or_none(sheet.budget), "null if none is agreed"),
    "legal": Field(YES, lambda sheet: sheet.legal),
    "problems": Field(_list_schema(_object_schema(PROBLEM)), lambda sheet: _problems_data(sheet.problems)),
    "copies": Field(WHOLE, lambda sheet: sheet.units, "of all units together"),
    "units": Field(
        _list_schema(_object_schema(CARD)), lambda sheet: [_record_data(CARD, card) for card in sheet.cards]
    ),
    "rules": Field(PAIRS, lambda sheet: _pairs_data(sheet.rules), "special rules in full words"),
    "tracks": Field(
        _list_schema(_object_schema(BOXES)), lambda sheet: _boxes_data(sheet.tracks), "to tick off for the whole army"
    ),
    "legend": Field(PAIRS, lambda sheet: _pairs_data(sheet.legend), "what the labels of boxes mean"),
    "facts": Field(PAIRS, lambda sheet: _pairs_data(sheet.facts), "what else there is to know"),
    "house": Field(PAIRS, lambda sheet: _pairs_data(sheet.house), "house rules that differ from print"),
    "note": Field(TEXT, lambda sheet: sheet.note),
    "prospects": Field(
        {"anyOf": [_object_schema(PROSPECTS), {"type": "null"}]},
        lambda sheet: sheet.prospects and _record_data(PROSPECTS, sheet.prospects),
        "what the list can do; null if it is left out",
    ),
    "more": Field({"type": "object"}, lambda sheet: plain_data(dict(sheet.data)), "what only this game system says"),
}
SOURCE: Fields = {
    "file": Field(TEXT, lambda source: source.file, "name of the army file"),
    "sha256": Field(
        {"type": "string", "pattern": "^([0-9a-f]{64})?$"}, lambda source: source.sha256, "of the file's bytes"
    ),
    "data": Field(TEXT, lambda source: source.data, "version of the catalogues that it was checked by"),
    "program": Field(TEXT, lambda source: source.program),
}

"""JSON for other programs, and its schema. Both come from the same fields, declared once below."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ...core.data import Json, JsonObject, Schema
from ...core.declare.plain import plain
from ...core.lists.arsenal import Foe
from ...core.lists.problems import Problem
from ...core.lists.prospects import Chance
from ...core.lists.sheet import Sheet, Source
from ...core.numbers import ratio
from ...core.page import Boxes, Table
from ..jsonout import dump
from . import Options

VERSION = 1  # of this description; a change that breaks readers makes it another


class Field(NamedTuple):
    """A key of an object: what its value looks like, how it is taken from the record, and what it says."""

    schema: Schema
    of: Callable[[Any], Json]
    help: str = ""


Fields = Mapping[str, Field]


def report(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text."""
    return [dump(data(sheet, source))]


def data(sheet: Sheet, source: Source) -> JsonObject:
    """A roster as JSON data, as `schema` describes it."""
    return {**_taken(SHEET, sheet), "source": _taken(SOURCE, source)}


def schema() -> Schema:
    """Draft-07 JSON Schema of rosters in JSON."""
    found = _object(SHEET)
    found["properties"]["source"] = {**_object(SOURCE), "description": "Where it comes from: compare paper and file."}
    found["required"].append("source")
    return {"description": "An army list as `tabletop roster --format json` gives it.", **found}


def _taken(fields: Fields, record: object) -> JsonObject:
    return {name: field.of(record) for name, field in fields.items()}


def _object(fields: Fields) -> Schema:
    """The schema of an object that has these keys, all of them, and no others."""
    said = {name: {**one.schema, **({"description": one.help} if one.help else {})} for name, one in fields.items()}
    return {"type": "object", "properties": said, "required": list(fields), "additionalProperties": False}


def _list(inner: Schema) -> Schema:
    return {"type": "array", "items": inner}


def _texts(values: Sequence[str]) -> list[str]:
    return list(values)


def _pairs(rows: Sequence[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "text": text} for name, text in rows]


TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer", "minimum": 0}
YES: Schema = {"type": "boolean"}
RATIO: Schema = {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"}
POINTS: Schema = {"anyOf": [RATIO, {"type": "null"}]}
PLACE = _list({"type": ["string", "integer"]})
PAIRS = _list(
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
    "labels": Field(_list(TEXT), lambda boxes: _texts(boxes.labels), "of the single boxes; empty where all are alike"),
    "turn": Field(YES, lambda boxes: boxes.turn, "cleared when another turn begins"),
    "agreed": Field(TEXT, lambda boxes: boxes.agreed, "what players agree on the number of; `whole` is then a guess"),
}
TABLE: Fields = {
    "title": Field(TEXT, lambda table: table.title),
    "columns": Field(_list(TEXT), lambda table: _texts(table.columns)),
    "rows": Field(_list(_list(TEXT)), lambda table: [_texts(row) for row in table.rows]),
}
PROBLEM: Fields = {
    "code": Field(TEXT, lambda one: one.code, "id of the constraint"),
    "severity": Field({"enum": ["error", "warning"]}, lambda one: one.severity, "error: the list is illegal"),
    "line": Field({"type": ["integer", "null"]}, lambda one: one.line, "of the army file"),
    "message": Field(TEXT, lambda one: one.message),
    "hint": Field(TEXT, lambda one: one.hint, "what would mend it"),
    "where": Field(PLACE, lambda one: list(one.where), "place in the army file"),
}


def _boxes(all_boxes: Sequence[Boxes]) -> list[JsonObject]:
    return [_taken(BOXES, boxes) for boxes in all_boxes]


def _problems(problems: Sequence[Problem]) -> list[JsonObject]:
    return [_taken(PROBLEM, problem) for problem in problems]


def _ratio(number: Fraction | None) -> str | None:
    return None if number is None else ratio(number)


def _table(table: Table | None) -> JsonObject | None:
    return None if table is None else _taken(TABLE, table)


CARD: Fields = {
    "entry": Field(
        {"type": "integer", "minimum": 1}, lambda card: card.number, "number in its list of the army file, from 1"
    ),
    "place": Field(PLACE, lambda card: list(card.place), "in the army file, numbers from 0"),
    "id": Field(TEXT, lambda card: card.id, "what it is, as the catalogue calls it"),
    "name": Field(TEXT, lambda card: card.title, "its own name; what it is, where it has none"),
    "kind": Field(TEXT, lambda card: card.kind, "what it is, in words"),
    "copies": Field(WHOLE, lambda card: card.count),
    "each": Field(POINTS, lambda card: _ratio(card.each), "points of one copy; null without points"),
    "points": Field(POINTS, lambda card: _ratio(card.points), "of all copies"),
    "options": Field(_list(TEXT), lambda card: _texts(card.options)),
    "stats": Field(PAIRS, lambda card: _pairs(card.stats), "the stat line of one copy"),
    "table": Field({"anyOf": [_object(TABLE), {"type": "null"}]}, lambda card: _table(card.table), "weapons, profiles"),
    "rules": Field(_list(TEXT), lambda card: _texts(card.rules), "names of special rules, see the list's rules"),
    "boxes": Field(_list(_object(BOXES)), lambda card: _boxes(card.boxes), "to tick off, for one copy"),
    "note": Field(TEXT, lambda card: card.note),
    "secret": Field(YES, lambda card: card.secret, "the opponent must not see it before it shows itself"),
}
FOE: Fields = {
    "id": Field(TEXT, lambda foe: foe.id),
    "name": Field(TEXT, lambda foe: foe.name),
    "told": Field(TEXT, lambda foe: foe.told, "which enemies these are; empty where the name says it"),
}
CASE: Fields = {
    "resolver": Field(TEXT, lambda case: case.resolver, "as `tabletop odds` knows it"),
    "situation": Field({"type": "object"}, lambda case: plain(dict(case.facts)), "without the list's house rules"),
}
CHANCE: Fields = {
    "foe": Field(TEXT, lambda pair: pair[0].id),
    "chance": Field(POINTS, lambda pair: _ratio(pair[1].chance), "to remove one; null where there is none"),
    "why": Field(TEXT, lambda pair: pair[1].why, "why there is none: no use, to agree, too much to reckon"),
    "told": Field(TEXT, lambda pair: pair[1].told, "the same in a sentence; may be empty"),
    "best": Field(YES, lambda pair: pair[1].best, "nothing else that the same attacker has is better"),
    "case": Field(
        {"anyOf": [_object(CASE), {"type": "null"}]},
        lambda pair: pair[1].case and _taken(CASE, pair[1].case),
        "what the chance is the odds of",
    ),
}


def _chances(foes: Sequence[Foe], chances: Sequence[Chance]) -> list[JsonObject]:
    return [_taken(CHANCE, pair) for pair in zip(foes, chances, strict=bool(chances))]


CHANCES = _list(_object(CHANCE))
MEANS: Fields = {
    "with": Field(TEXT, lambda pair: pair[1].words, "weapon or way to attack"),
    "chances": Field(CHANCES, lambda pair: _chances(pair[0], pair[1].chances), "one for each of the foes"),
}
ATTACKER: Fields = {
    "times": Field(WHOLE, lambda pair: pair[1][0].times, "how many such one copy has"),
    "way": Field(TEXT, lambda pair: pair[1][0].way, "key of a sum"),
    "means": Field(
        _list(_object(MEANS)), lambda pair: [_taken(MEANS, (pair[0], line)) for line in pair[1]], "one of these"
    ),
}
PROSPECT: Fields = {
    "entry": CARD["entry"]._replace(of=lambda pair: pair[1].number),
    "name": Field(TEXT, lambda pair: pair[1].title),
    "copies": Field(WHOLE, lambda pair: pair[1].count),
    "each": Field(POINTS, lambda pair: _ratio(pair[1].each), "points of one copy"),
    "attackers": Field(
        _list(_object(ATTACKER)), lambda pair: [_taken(ATTACKER, (pair[0], one)) for one in pair[1].attackers]
    ),
}
EXPECTED: Fields = {
    "foe": Field(TEXT, lambda pair: pair[0].id),
    "expected": Field(POINTS, lambda pair: _ratio(pair[1].expected), "how many are removed; null: nobody can"),
    "whole": Field(YES, lambda pair: pair[1].whole, "false: at least so many, something is left out"),
}
SUM: Fields = {
    "says": Field(TEXT, lambda pair: pair[1][0]),
    "of": Field(
        _list(_object(EXPECTED)),
        lambda pair: [_taken(EXPECTED, both) for both in zip(pair[0], pair[1][1], strict=True)],
        "one for each of the foes",
    ),
}
PROSPECTS: Fields = {
    "conditions": Field(TEXT, lambda one: one.conditions, "under which all chances hold"),
    "foes": Field(_list(_object(FOE)), lambda one: [_taken(FOE, foe) for foe in one.foes], "classes of enemies"),
    "units": Field(
        _list(_object(PROSPECT)), lambda one: [_taken(PROSPECT, (one.foes, entry)) for entry in one.entries]
    ),
    "sums": Field(
        _list(_object(SUM)),
        lambda one: [_taken(SUM, (one.foes, row)) for row in one.sums()],
        "what the whole list can be expected to remove if everybody attacks once",
    ),
    "together": Field(
        CHANCES, lambda one: _chances(one.foes, one.together), "of the whole list, where nothing can be added up"
    ),
}
SHEET: Fields = {
    "roster": Field({"const": VERSION}, lambda sheet: VERSION, "version of this description"),
    "system": Field(TEXT, lambda sheet: sheet.system),
    "system_name": Field(TEXT, lambda sheet: sheet.system_name),
    "name": Field(TEXT, lambda sheet: sheet.name),
    "faction": Field(TEXT, lambda sheet: sheet.faction, "in words; empty where there are none"),
    "player": Field(TEXT, lambda sheet: sheet.player, "who brings it; empty where the file does not say"),
    "opponent": Field(TEXT, lambda sheet: sheet.opponent, "against whom; empty where the file does not say"),
    "event": Field(TEXT, lambda sheet: sheet.event, "where, or for what; empty where the file does not say"),
    "points": Field(POINTS, lambda sheet: _ratio(sheet.points), "null in a system without points"),
    "budget": Field(POINTS, lambda sheet: _ratio(sheet.budget), "null where none is agreed"),
    "legal": Field(YES, lambda sheet: sheet.legal),
    "problems": Field(_list(_object(PROBLEM)), lambda sheet: _problems(sheet.problems)),
    "copies": Field(WHOLE, lambda sheet: sheet.units, "of all units together"),
    "units": Field(_list(_object(CARD)), lambda sheet: [_taken(CARD, card) for card in sheet.cards]),
    "rules": Field(PAIRS, lambda sheet: _pairs(sheet.rules), "special rules in full words"),
    "tracks": Field(_list(_object(BOXES)), lambda sheet: _boxes(sheet.tracks), "to tick off for the whole army"),
    "legend": Field(PAIRS, lambda sheet: _pairs(sheet.legend), "what the labels of boxes stand for"),
    "facts": Field(PAIRS, lambda sheet: _pairs(sheet.facts), "what else there is to know"),
    "house": Field(PAIRS, lambda sheet: _pairs(sheet.house), "house rules that differ from print"),
    "note": Field(TEXT, lambda sheet: sheet.note),
    "prospects": Field(
        {"anyOf": [_object(PROSPECTS), {"type": "null"}]},
        lambda sheet: sheet.prospects and _taken(PROSPECTS, sheet.prospects),
        "what the list can do; null where nothing is said of it",
    ),
    "more": Field({"type": "object"}, lambda sheet: plain(dict(sheet.data)), "what only this game system says"),
}
SOURCE: Fields = {
    "file": Field(TEXT, lambda source: source.file, "name of the army file"),
    "sha256": Field(
        {"type": "string", "pattern": "^([0-9a-f]{64})?$"}, lambda source: source.sha256, "of the file's bytes"
    ),
    "data": Field(TEXT, lambda source: source.data, "version of the catalogues that it was checked by"),
    "program": Field(TEXT, lambda source: source.program),
}

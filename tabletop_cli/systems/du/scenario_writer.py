"""A scenario file, question by question: what a board game prints in a scenario booklet, in its order.

A draft has the keys of a scenario file, as far as they are answered; each answer is judged at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_uppercase

from ...api import (
    NO_DEFAULT,
    AnyKind,
    Json,
    JsonMapping,
    JsonObject,
    Malformed,
    Nullable,
    Question,
    Text,
    YesNo,
    brief_text,
    did_you_mean,
)
from .pieces import SIDES, STRUCTURES
from .scenario import HOLE, MOST_ROWS, find_faults, read_scenario

PLAIN = "."
STRUCTURE = "bridge objective C4 hardness 5"
BONUSES = {"c": "cover", "b": "building", "h": "hill", "r": "reinforcement"}
ON_MAP = ("infantry", "crew", "vehicle", "plane")  # what has a token at the start
ENOUGH = "_enough"  # in a draft: the lists that are complete
Answered = tuple[str, str, Json]  # the field, its question, and what Enter gives


def next_question(draft: JsonMapping, lists: Sequence[JsonMapping]) -> Question | None:
    """What is asked next, None when the scenario is whole; `lists` are those of its sides, if they are known."""
    found = next(_open_questions(draft, lists), None)
    if found is None:
        return None
    field, text, default = found
    kind: AnyKind = YesNo() if field == "_shifted" else Nullable(Text()) if default is None else Text()
    return Question(field, text, kind, default=default)


def _open_questions(draft: JsonMapping, lists: Sequence[JsonMapping]) -> Iterator[Answered]:
    """The questions that have no answer yet, in their order."""
    done = _inner_list(draft, ENOUGH)
    if "name" not in draft:
        yield "name", "What is the scenario called?", NO_DEFAULT
    for field, text in (("told", "What is it about?"), ("objective", "How does a side win, in a sentence?")):
        if field not in done:
            yield field, f"{text}{' What else?' if draft.get(field) else ''}", None
    for side, number in zip(SIDES, ("first", "second"), strict=True):
        if f"sides.{side}" not in done:
            known = next((str(one.get("faction", "")) for one in lists[SIDES.index(side) :][:1]), "")
            yield f"sides.{side}", f"Of which faction is the {number} list?", known or NO_DEFAULT
    yield from _map_questions(draft, done)
    yield from _token_questions(draft, done, lists)


def _map_questions(draft: JsonMapping, done: Sequence[Json]) -> Iterator[Answered]:
    if "_shifted" not in draft:
        yield "_shifted", "Does the northern row begin half a tile farther east than the next?", False
    if "rows" not in done:
        row = len(_inner_list(draft, "rows"))
        how = "" if row else f": a letter for each tile, {PLAIN} for a plain one, {HOLE} for none"
        yield "rows", f"Row {ascii_uppercase[row]} of the map, from west to east{how}?", None if row else NO_DEFAULT
    for word in _letters(draft):
        if f"ground.{word}" not in done:
            yield f"ground.{word}", f"What is {word}: its name and bonuses, such as Wood c1, or Mill b2 r1?", NO_DEFAULT
    for side in SIDES:
        if f"control.{side}" not in done:
            yield f"control.{side}", f"Which tiles does {_faction(draft, side)} control, such as C3 D4?", None


def _token_questions(draft: JsonMapping, done: Sequence[Json], lists: Sequence[JsonMapping]) -> Iterator[Answered]:
    for at, side in enumerate(SIDES):
        if at >= len(lists) and f"tokens.{side}" not in done:
            text = f"A token of {_faction(draft, side)}: its unit and tile, such as rifleman-a C3?"
            yield f"tokens.{side}", text, None
        for unit in _units(lists[at]) if at < len(lists) else ():
            field = f"at.{side}.{unit['id']}"
            if field not in done:
                where = "its tile, or the vehicle that it is aboard" if unit["class"] == "crew" else "its tile"
                yield field, f"Where is {unit['id']} at the start: {where}?", None
    if "structures" not in done:
        text = "A structure or objective: its id, class, tile, and defense or hardness"
        yield "structures", f"{text}, such as {STRUCTURE}?", None


def _units(army: JsonMapping) -> list[JsonMapping]:
    """The units of a list that may have a token at the start."""
    return [one for one in _inner_list(army, "units") if isinstance(one, Mapping) and one.get("class") in ON_MAP]


# --- answers


def with_scenario_answer(draft: JsonMapping, field: str, value: Json) -> JsonObject:
    """The draft with an answer. Errors: `Malformed` for what such a scenario cannot say."""
    said = value.strip() if isinstance(value, str) else "" if value is None else value
    first, _, rest = field.partition(".")
    side, _, unit = rest.partition(".")
    changed: JsonObject = dict(draft)
    if field in ("name", "_shifted"):
        if said == "":
            raise Malformed("a scenario needs a name")
        changed[field] = said
        return changed
    if said == "" and first in ("told", "objective", "rows", "tokens", "structures", "at"):
        return _with_enough(changed, field)
    assert isinstance(said, str), "all other answers are words"
    if first in ("told", "objective"):
        changed[first] = [*_inner_list(draft, first), said]
        return changed
    if first == "rows":
        return _with_row(changed, said)
    if first in ("tokens", "at"):
        words = [unit, said] if first == "at" else said.split()
        return _with_token(changed, field, side, words, once=first == "at")
    if first == "structures":
        return _with_structure(changed, said.split())
    changed[first] = {**_inner_table(draft, first), rest: _PARTS[first](changed, rest, said)}
    return _with_enough(changed, field)


def _with_row(draft: JsonObject, said: str) -> JsonObject:
    rows = _inner_list(draft, "rows")
    if len(rows) == MOST_ROWS:
        raise Malformed(f"a map has at most {MOST_ROWS} rows", hint="press Enter")
    words = said.split() if " " in said else list(said)
    if strange := [word for word in words if not (word in (PLAIN, HOLE) or (len(word) == 1 and word.isalnum()))]:
        raise Malformed(f"{brief_text(strange[0])} is no tile", hint=f"write a letter, {PLAIN} or {HOLE}")
    tiles = " ".join(words)
    offset = (len(rows) + (0 if draft.get("_shifted") else 1)) % 2
    draft["rows"] = [*rows, {"offset": 1 - offset, "tiles": tiles}]
    return draft


def _read_ground(draft: JsonMapping, word: str, said: str) -> Json:
    """``Wood c1``: a name, and bonuses by their first letters."""
    words = said.split()
    found: JsonObject = {}
    while words and (bonus := re.fullmatch(r"([cbhr])(\d+)", words[-1].casefold())):
        found[BONUSES[bonus[1]]] = int(bonus[2])
        words.pop()
    if not words:
        raise Malformed(f"what is {word} called?", hint="begin with its name: Wood c1")
    return {"name": " ".join(words), **found}


def _read_control(draft: JsonMapping, side: str, said: str) -> Json:
    return [_find_tile(draft, word) for word in said.replace(",", " ").split()]


def _read_faction(draft: JsonMapping, side: str, said: str) -> Json:
    if not said:
        raise Malformed("a side needs a faction")
    return said


_PARTS = {"ground": _read_ground, "control": _read_control, "sides": _read_faction}


def _with_token(draft: JsonObject, field: str, side: str, words: Sequence[str], *, once: bool) -> JsonObject:
    """A unit and its tile, or the vehicle that it is aboard."""
    if len(words) != 2:
        raise Malformed("a token is a unit and a tile", hint="such as rifleman-a C3")
    unit, where = words
    tokens = _inner_table(draft, "tokens")
    if unit in tokens and not once:
        raise Malformed(f"{unit} is on the map already")
    vehicle = tokens.get(where)
    if isinstance(vehicle, Mapping):
        aboard = {**vehicle, "crew": [*_inner_list(vehicle, "crew"), unit]}
        draft["tokens"] = {**tokens, where: aboard, unit: {"side": side}}
    else:
        draft["tokens"] = {**tokens, unit: {"side": side, "at": _find_tile(draft, where)}}
    return _with_enough(draft, field) if once else draft


def _with_structure(draft: JsonObject, words: Sequence[str]) -> JsonObject:
    """``bridge objective C4 hardness 5``. Errors: `Malformed`."""
    if len(words) != 5 or words[3] not in ("defense", "hardness") or not words[4].isdecimal():
        raise Malformed("a structure has an id, a class, a tile, and a number", hint=f"write {STRUCTURE}")
    name, class_, where, key, number = words
    if class_ not in STRUCTURES:
        hint = did_you_mean(class_, list(STRUCTURES)) or f"one of {', '.join(STRUCTURES)}"
        raise Malformed(f"{brief_text(class_)} is no class of structures", hint=hint)
    token = {"class": class_, "at": _find_tile(draft, where), key: int(number)}
    draft["tokens"] = {**_inner_table(draft, "tokens"), name: token}
    return draft


def _find_tile(draft: JsonMapping, word: str) -> str:
    """A tile of the map by its name, as it is written. Errors: `Malformed`."""
    known = {f"{row}{tile}" for row, tile, _ in _tiles(draft)}
    if word.upper() not in known:
        raise Malformed(f"there is no tile {brief_text(word)}", hint=did_you_mean(word.upper(), sorted(known)))
    return word.upper()


def _tiles(draft: JsonMapping) -> Iterator[tuple[str, int, str]]:
    """Each tile: the letter of its row, its number there, and its word."""
    for row, one in enumerate(_inner_list(draft, "rows")):
        tiles = one["tiles"] if isinstance(one, Mapping) else ""
        for number, word in enumerate(str(tiles).split(), 1):
            if word != HOLE:
                yield ascii_uppercase[row], number, word


def _letters(draft: JsonMapping) -> list[str]:
    """The letters of the rows that need a meaning, in order."""
    return [word for word in dict.fromkeys(word for _, _, word in _tiles(draft)) if word != PLAIN]


def _with_enough(draft: JsonObject, field: str) -> JsonObject:
    draft[ENOUGH] = [*_inner_list(draft, ENOUGH), field]
    return draft


def _faction(draft: JsonMapping, side: str) -> str:
    return str(_inner_table(draft, "sides").get(side, side))


def _inner_list(table: JsonMapping, key: str) -> list[Json]:
    found = table.get(key)
    return list(found) if isinstance(found, list) else []


def _inner_table(table: JsonMapping, key: str) -> JsonObject:
    found = table.get(key)
    return dict(found) if isinstance(found, Mapping) else {}


# --- the file


def scenario_text(draft: JsonMapping) -> str:
    """The file of a whole draft, in TOML, with a table for each ground and token. Errors: `Malformed`."""
    data: JsonObject = {"system": "du", **{key: one for key, one in draft.items() if not key.startswith("_")}}
    if (wrong := next(find_faults(data, "scenario"), None)) is not None:
        raise wrong
    read_scenario(data)
    tables = {key: _inner_table(data, key) for key in ("ground", "control", "tokens") if key in data}
    lines = [f"{key} = {_toml(one)}" for key, one in data.items() if key not in tables]
    for name, table in tables.items():
        inner = {f"{name}.{key}": _inner_table(table, key) for key in table} if name != "control" else {name: table}
        for head, one in inner.items():
            lines += ["", f"[{head}]", *(f"{key} = {_toml(value)}" for key, value in one.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Json) -> str:
    """A value in TOML: lists of tables and of sentences on a line each."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        long = any(isinstance(one, Mapping) or (isinstance(one, str) and " " in one) for one in value)
        inside = [_toml(one) for one in value]
        return "[\n" + "".join(f"  {one},\n" for one in inside) + "]" if long else f"[{', '.join(inside)}]"
    return json.dumps(value, ensure_ascii=False)

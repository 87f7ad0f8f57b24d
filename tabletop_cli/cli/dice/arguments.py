"""Facts as words on the command line: ``--weapon hmg``, ``--target.terrain=rough``, ``weapon=hmg``, ``--json '{...}'``.

The options of `resolve` and `odds` come from the declaration of a situation, so they are read here and not by Typer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from ...core.data import Json, JsonMapping, JsonObject, parse_json
from ...core.declare.facts import Record, facts_of, record_of, spelled_out
from ...core.declare.house import HouseRules
from ...core.declare.kinds import AnyKind, YesNo, brief_text, did_you_mean
from ...core.declare.matching_words import join_words
from ...core.errors import Malformed
from ...core.records import dataclass

DEEPEST = 40  # levels of what is typed on one line
CATALOGUE_OPTION = "--catalogue"
OPTIONS = {"-f": "--format", **{one: one for one in ("--format", "--json", "--dice", "--vary", CATALOGUE_OPTION)}}
_ANOTHER = re.compile(r"--.|-[a-z]$|[A-Za-z_][\w.-]*=")  # a word that is a fact or an option itself, no value


@dataclass
class Words:
    """A command line taken apart: what stands in its places, named options, and facts by dotted name as typed.

    A fact without a value is None: it is switched on. `every` has the options in order, `options` the last of each.
    """

    places: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    every: list[tuple[str, str]] = field(default_factory=list)
    facts: list[tuple[str, str | None]] = field(default_factory=list)
    help: bool = False


def take_apart(args: Sequence[str], options: Mapping[str, str] | None = None, places: int = 2) -> Words:
    """Sort words into so many places, options and facts. `options` are the names of options by how they are typed.

    Errors: `Malformed` for a word that is none of them.
    """
    known = OPTIONS if options is None else options
    words, left = Words(), list(args)
    while left:
        word = left.pop(0)
        if word in ("-h", "--help"):
            words.help = True
        elif (name := known.get(word.partition("=")[0])) is not None:
            words.options[name] = _option_value(word, name, left)
            words.every.append((name, words.options[name]))
        elif word.startswith("--") and len(word) > 2:
            words.facts.append(_split_fact(word[2:], left))
        elif "=" in word and not word.startswith("-"):
            fact, _, value = word.partition("=")
            words.facts.append((fact, value))
        elif len(words.places) < places and not word.startswith("-"):
            words.places.append(word)
        else:
            raise Malformed(f"unexpected {brief_text(word)}", hint="write facts like --weapon hmg or weapon=hmg")
    return words


def _option_value(word: str, name: str, left: list[str]) -> str:
    """The value of an option; dice may be typed apart, as they lie on the table."""
    if "=" in word:
        return word.partition("=")[2]
    if not left or (left[0].startswith("--")):
        raise Malformed(f"{name} needs a value", hint=_NEEDED.get(name, ""))
    value = left.pop(0)
    while name == "--dice" and left and left[0].isdecimal() and value != "ask":
        value += f" {left.pop(0)}"
    return value


_NEEDED = {
    "--format": "such as --format json",
    "--json": """such as --json '{"weapon": "hmg"}'""",
    "--dice": "such as --dice 345, --dice 3 4 5, or --dice ask",
    "--vary": "such as --vary target.terrain=open,rough",
    CATALOGUE_OPTION: "such as --catalogue guns.catalogue.toml",
}


def _split_fact(text: str, left: list[str]) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    if equals:
        return name, value
    return name, left.pop(0) if left and not _ANOTHER.match(left[0]) else None


def situation_data(cls: type[object], house: HouseRules, words: Words) -> JsonObject:
    """The situation as raw data, for `read_situation`. Errors: `Malformed` naming the fact."""
    given = _json_object(words.options["--json"]) if "--json" in words.options else {}
    data: JsonObject = spelled_out(Record(cls), given)
    for name, text in words.facts:
        path, value = read_fact(cls, house, name, text)
        put_value(data, path, value)
    return data


def _json_object(text: str) -> JsonObject:
    try:
        found = parse_json(text)
    except (ValueError, RecursionError) as broken:
        raise Malformed(f"--json: this is not JSON: {broken}", hint="put quotes around all of it: '{...}'") from None
    if not isinstance(found, dict):
        raise Malformed(f"--json: {brief_text(found)} is not a table of facts", hint="give an object: '{...}'")
    return found


def read_fact(cls: type[object], house: HouseRules, name: str, text: str | None) -> tuple[tuple[str, ...], object]:
    """The path and the raw value of one fact as typed. Errors: `Malformed` with near names."""
    if name.startswith("house."):
        key = name.removeprefix("house.")
        return ("house", *house.path_of(key)), True if text is None else house.parse(key, text)
    kinds = dict(kinds_of(cls))
    known = _known_name(name, kinds)
    if known is None and name.startswith("no-") and (off := _known_name(name[3:], kinds)) and text is None:
        known, text = off, "no"
    if known is None:
        near = did_you_mean(name, list(kinds)) or did_you_mean(
            name.rpartition(".")[2], list(dict.fromkeys(_last_names(kinds)))
        )
        raise Malformed(f"there is no fact {brief_text(name)} here", hint=near or "--help lists the facts")
    return tuple(known.split(".")), _parse_value(kinds[known], known, text)


def kinds_of(cls: type[object], prefix: str = "") -> Iterator[tuple[str, AnyKind]]:
    """Every fact of a declaration by dotted name; tables inside are opened, and can also be given whole."""
    for one in facts_of(cls):
        name = f"{prefix}{one.name}"
        yield name, one.kind
        if (inner := record_of(one)) is not None:
            yield from kinds_of(inner, f"{name}.")


def _known_name(name: str, kinds: Mapping[str, AnyKind]) -> str | None:
    return next((one for one in (name, name.replace("-", "_")) if one in kinds), None)


def _last_names(kinds: Mapping[str, AnyKind]) -> Iterator[str]:
    return (name.rpartition(".")[2] for name in kinds)


def _parse_value(kind: AnyKind, name: str, text: str | None) -> object:
    """The JSON value of what was typed; a yes-or-no fact without a value is a yes."""
    if text is None:
        if isinstance(kind, YesNo):
            return True
        raise Malformed(f"--{name} needs a value", hint=f"give {kind.words}")
    try:
        return kind.from_words(text, name)
    except Malformed as wrong:
        if isinstance(kind, Record):
            wrong.hint += f", or its facts one by one: --{name}.NAME VALUE"
        raise


def put_value(data: JsonObject, path: Sequence[str], value: Json) -> None:
    """Set a value in nested tables. Errors: `Malformed` where something else stands in the way, or for too many."""
    if len(path) > DEEPEST:
        raise Malformed(f"{brief_text('.'.join(path))}: nested deeper than {DEEPEST} levels")
    at = data
    for key in path[:-1]:
        inner = at.setdefault(key, {})
        if not isinstance(inner, dict):
            raise Malformed(f"{'.'.join(path)}: {key} is already given as {brief_text(inner)}")
        at = inner
    at[path[-1]] = value


def as_words(data: JsonMapping) -> list[str]:
    """A situation as the words that give it, ready for a shell: ``weapon=hmg``, ``target.terrain=rough``."""
    from ...core.shell import quote

    return [quote(f"{name}={text}") for name, text in _flat_words(data)]


def _flat_words(data: JsonMapping, prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        name = f"{prefix}{key}"
        if isinstance(value, Mapping):
            yield from _flat_words(value, f"{name}.")
        elif isinstance(value, list | tuple) and not any(isinstance(item, Mapping | list | tuple) for item in value):
            yield name, join_words(_value_word(item) for item in value)
        else:
            yield name, _value_word(value)


def _value_word(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value)


def missing_facts(cls: type[object], data: JsonMapping, prefix: str = "") -> list[str]:
    """The required facts that are not given, by dotted name."""
    found = []
    for one in facts_of(cls):
        inner = record_of(one)
        given = data.get(one.name)
        if one.name not in data:
            if one.required:
                inside = missing_facts(inner, {}, f"{prefix}{one.name}.") if inner else []
                found += inside or [f"{prefix}{one.name}"]
        elif inner is not None and isinstance(given, Mapping):
            found += missing_facts(inner, given, f"{prefix}{one.name}.")
    return found

"""Events as people type and read them: `direct-fire by=a model=a1-2 target=b1-1`, and back into words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ...core.data import Json, JsonMapping, JsonObject, is_deeper, parse_json
from ...core.declare.composed import ListOf
from ...core.declare.facts import Record, facts_of
from ...core.declare.kinds import AnyKind, brief_text, did_you_mean
from ...core.declare.matching_words import json_or_text
from ...core.errors import Malformed, Refused, TabletopError
from ...core.play.game import AnyGame
from ...core.system import System
from ..dice.arguments import DEEPEST, put_value

_BY = ("do", "by", "dice")


def parse_event(game: AnyGame, words: Sequence[str]) -> JsonObject:
    """An event from JSON text, or from a kind and `key=value` words. Errors: `Malformed`."""
    if words and words[0].lstrip().startswith("{"):
        return _from_json(" ".join(words))
    pairs = [word.partition("=") for word in words]
    event: JsonObject = {}
    for at, (key, equals, value) in enumerate(pairs):
        if not equals and at == 0:
            key, value = "do", key
        elif not equals:
            raise Malformed(f"{brief_text(key)} is not KEY=VALUE", hint="like: direct-fire by=a model=a1-2 target=b1-1")
        put_value(event, key.split("."), _parse_value(game, event.get("do"), key, value))
    return event


def _from_json(text: str) -> JsonObject:
    try:
        event = parse_json(text)
        if is_deeper(event, DEEPEST):
            raise ValueError(f"nested deeper than {DEEPEST} levels")
    except (ValueError, RecursionError) as broken:
        raise Malformed(f"the event is not JSON: {broken}", hint='like: {"do": "move", "by": "a"}') from None
    if not isinstance(event, dict):
        raise Malformed(f"{brief_text(event)} is not an event", hint='like: {"do": "move", "by": "a"}')
    return event


def _parse_value(game: AnyGame, do: Json, key: str, text: str) -> Json:
    """The value of a field as its kind reads words; JSON or plain text where the kind is not known."""
    if key == "do":
        return text
    kind = _kind_of(game, do, key)
    return json_or_text(text) if kind is None else kind.from_words(text, key)


def _kind_of(game: AnyGame, do: Json, key: str) -> AnyKind | None:
    if not isinstance(do, str) or do not in game.events:
        raise Malformed(f"unknown event {brief_text(do)}", hint=did_you_mean(do, list(game.events)), code="bad-event")
    cls: type[object] | None = game.events[do].cls
    kind: AnyKind | None = None
    for name in key.split("."):
        found = [fact.kind for fact in facts_of(cls) if fact.name == name] if cls else []
        kind = found[0] if found else None
        cls = kind.cls if isinstance(kind, Record) else None
    return kind


def event_text(game: AnyGame, event: JsonMapping, side_name: Callable[[str], str] = str) -> str:
    """An event for people: ``Direct fire by A (Green Horde): model a1-2, target b1-1``."""
    kind = game.events.get(str(event.get("do")))
    title = kind.title if kind else str(event.get("do"))
    by = f" by {side_name(str(event['by']))}" if event.get("by") else ""
    told = ", ".join(_detail_words({key: event[key] for key in event if key not in _BY}, kind.cls if kind else None))
    return f"{title}{by}{': ' if told else ''}{told}"


def _detail_words(fields: JsonMapping, cls: type[object] | None = None) -> list[str]:
    """Fields as words in the order of their declaration, tables last; what is empty or an unchanged no is left out."""
    facts = {fact.name: fact for fact in facts_of(cls)} if cls else {}
    order = [*facts, *(key for key in fields if key not in facts)]
    tables = [key for key in order if isinstance(fields.get(key), Mapping)]
    found: list[str] = []
    for key in (*(key for key in order if key not in tables), *tables):
        value, name = fields.get(key), key.replace("_", " ")
        fact = facts.get(key)
        if value in (None, [], ()) or (value is False and fact is not None and fact.default is False):
            continue
        kind = fact.kind if fact else None
        if kind is not None and (own := _typed_words(kind, value)):
            found.append(f"{name} {own}")
            continue
        inner = kind.item if isinstance(kind, ListOf) else kind
        found += _field_words(name, value, inner.cls if isinstance(inner, Record) else None)
    return found


def _typed_words(kind: AnyKind, value: Json) -> str:
    """A value as people type it; empty where its kind has no such words, and for what is no value of it."""
    try:
        return kind.to_words(kind.plain(kind.read(value, "")))
    except TabletopError:
        return ""


def _field_words(name: str, value: Json, cls: type[object] | None) -> list[str]:
    """One field as words."""
    if isinstance(value, Mapping):
        return _detail_words(value, cls)
    if isinstance(value, list | tuple) and any(isinstance(one, Mapping) for one in value):
        told = [", ".join(_detail_words(one, cls)) if isinstance(one, Mapping) else str(one) for one in value]
        return [f"{name}: {'; '.join(told)}"]
    if isinstance(value, list | tuple):
        return [f"{name} {' '.join(map(str, value))}"]
    return [f"{name} {('no', 'yes')[value] if isinstance(value, bool) else value}"]


def stated_text(event: JsonMapping, story: str = "") -> str:
    """What people stated of the table for an event, without what its story names: ``distance 30, night no``."""
    return ", ".join(_stated_words({key: value for key, value in event.items() if key not in _BY}, story))


def _stated_words(fields: JsonMapping, story: str) -> Iterator[str]:
    """The answers of a record and of those in it; of records in a list, all answers of each."""
    for key, value in fields.items():
        name = key.replace("_", " ")
        if isinstance(value, Mapping):
            named = all(
                isinstance(one, Mapping) for one in value.values()
            )  # records by name, such as who is in an area
            yield from (f"{one}: {stated_text(value[one])}" for one in value) if named else _stated_words(value, story)
        elif isinstance(value, list | tuple):
            told = [stated_text(one) if isinstance(one, Mapping) else str(one) for one in value]
            if not told or not all(one in story for one in told):
                yield f"{name}: {'; '.join(told) or 'none'}"
        elif isinstance(value, bool):
            yield f"{name} {('no', 'yes')[value]}"
        elif value is not None and not (isinstance(value, str) and value in story):
            yield f"{name} {value}"


def refusal_sentence(system: System, no: Refused) -> str:
    """Why the rules refuse something, in the words of the reference, with the rules: for machines, which know ids."""
    return f"{system.reference.refusal_text(no).rstrip('.')} [{', '.join(no.rules)}]"

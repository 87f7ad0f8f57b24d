"""What an event says: whether each id names something of the battle, and what is said of it so far has its shape."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..data import Json, JsonMapping, Shaped
from .composed import ListOf, MapOf, Nullable, check_distinct
from .facts import Fact, Record, Tagged, facts_of, key_of
from .kinds import AnyKind, Ref, brief_text, did_you_mean, malformed_value, unknown_field

_REFERRING: dict[type[object], tuple[Fact, ...]] = {}


def _referring_facts(cls: type[object]) -> tuple[Fact, ...]:
    """The facts of a record in which ids may stand: few have any, and every event is looked through."""
    if cls not in _REFERRING:
        _REFERRING[cls] = facts_of(cls)  # for a record inside itself
        _REFERRING[cls] = tuple(one for one in facts_of(cls) if _has_refs(one.kind))
    return _REFERRING[cls]


def _has_refs(kind: AnyKind) -> bool:
    """Whether a kind, or one inside it, is of ids."""
    if isinstance(kind, Nullable | ListOf):
        return _has_refs(kind.item)
    if isinstance(kind, MapOf):
        return _has_refs(kind.names) or _has_refs(kind.item)
    if isinstance(kind, Record):
        return bool(_referring_facts(kind.cls))
    if isinstance(kind, Tagged):
        return any(map(_referring_facts, kind.cases.values()))
    return isinstance(kind, Ref)


def refs_in(cls: type[object], data: JsonMapping) -> Iterator[str]:
    """Return every id that an event names, in the order of its facts; the event has been judged before."""
    for one in _referring_facts(cls):
        if data.get(one.name) is not None:
            yield from _refs_of(one.kind, data[one.name])


def _refs_of(kind: AnyKind, value: Shaped) -> Iterator[str]:
    """Return the ids in a value of a kind."""
    if isinstance(kind, Ref):
        yield value
    elif isinstance(kind, Nullable):
        yield from _refs_of(kind.item, value) if value is not None else ()
    elif isinstance(kind, Record):
        table = kind.spelled_out(value)
        yield from refs_in(kind.cls, table) if isinstance(table, Mapping) else ()
    elif isinstance(kind, Tagged):
        yield from refs_in(kind.cases[value[kind.tag]], value)
    elif isinstance(kind, ListOf):
        for item in value:
            yield from _refs_of(kind.item, item)
    elif isinstance(kind, MapOf):
        for key, item in value.items():
            yield from _refs_of(kind.names, key)
            yield from _refs_of(kind.item, item)


def ref_tables(records: Iterable[type[object]]) -> tuple[str, ...]:
    """Return the tables of the state in which ids of these events may stand, each once."""
    return tuple(
        dict.fromkeys(table for cls in records for one in _referring_facts(cls) for table in _tables_of(one.kind))
    )


def _tables_of(kind: AnyKind) -> Iterator[str]:
    """Return the tables that ids of a kind, or of one inside it, stand in."""
    if isinstance(kind, Ref):
        yield kind.table
    elif isinstance(kind, Nullable | ListOf):
        yield from _tables_of(kind.item)
    elif isinstance(kind, MapOf):
        yield from (*_tables_of(kind.names), *_tables_of(kind.item))
    elif isinstance(kind, Record | Tagged):
        yield from ref_tables((kind.cls,) if isinstance(kind, Record) else kind.cases.values())


def check_refs(cls: type[object], data: JsonMapping, state: object, where: str = "") -> None:
    """Every id in an event that was read names something of the battle. Errors: `Malformed` with near ids."""
    for one in _referring_facts(cls):
        if data.get(one.name) is not None:
            check_ref(one.kind, data[one.name], state, f"{where}.{one.name}" if where else one.name)


def check_ref(kind: AnyKind, value: Shaped, state: object, where: str) -> None:
    """Every id in a value of a kind names something of the battle. Errors: `Malformed` with near ids."""
    if isinstance(kind, Nullable):
        check_ref(kind.item, value, state, where)
    elif isinstance(kind, Ref):
        kind.check(value, state, where)
    elif isinstance(kind, Record):
        check_refs(kind.cls, value, state, where)
    elif isinstance(kind, Tagged):
        check_refs(kind.cases[value[kind.tag]], value, state, where)
    elif isinstance(kind, ListOf):
        for item in value:
            check_ref(kind.item, item, state, where)
    elif isinstance(kind, MapOf):
        for key, item in value.items():
            check_ref(kind.names, key, state, where)
            check_ref(kind.item, item, state, f"{where}.{key}")


def check_said(kind: AnyKind, value: Shaped, state: object, where: str) -> None:
    """Check a value of which a part may still be unsaid: what is there has its shape, and its ids are of the battle.

    Fields that a table lacks may be asked for later. Errors: `Malformed` with the place inside.
    """
    if isinstance(kind, Nullable):
        if value is not None:
            check_said(kind.item, value, state, where)
    elif isinstance(kind, Record):
        _check_fields(facts_of(kind.cls), kind.spelled_out(value), state, where)
    elif isinstance(kind, Tagged):
        _check_tagged(kind, value, state, where)
    elif isinstance(kind, ListOf) and value is not None and _has_parts(kind.item):
        for at, item in enumerate(kind.items_of(value, where)):
            check_said(kind.item, item, state, f"{where}[{at}]")
        if isinstance(kind.item, Record | Tagged):
            _check_keys(_key_of(kind.item), value, kind.distinct, where)
    elif isinstance(kind, MapOf) and _has_parts(kind.item):
        for name, item in kind.table_of(value, where).items():
            check_said(kind.names, name, state, where)
            check_said(kind.item, item, state, f"{where}.{name}")
    else:
        check_ref(kind, kind.plain(kind.read(value, where)), state, where)


def _has_parts(kind: AnyKind) -> bool:
    """Whether a part of a value may be unsaid: of a table with declared fields, and of what holds such tables."""
    return isinstance(kind, Record | Tagged) or (isinstance(kind, ListOf | MapOf | Nullable) and _has_parts(kind.item))


def _key_of(kind: Record[Any] | Tagged[Any]) -> str:
    """The field that tells one table of a list from the others."""
    return key_of(kind.cls if isinstance(kind, Record) else kind.common).name


def _check_keys(key: str, tables: Sequence[Shaped], distinct: bool, where: str) -> None:
    """Check that each table of a list says what tells it from the others. Errors: `Malformed`."""
    for at, one in enumerate(tables):
        if isinstance(one, Mapping) and key not in one:
            raise malformed_value(f"{where}[{at}]", f"{key} is missing")
    if distinct:
        check_distinct([one[key] if isinstance(one, Mapping) else one for one in tables], where)


def _check_fields(facts: tuple[Fact, ...], value: Json, state: object, where: str) -> None:
    """Check the fields of a table that are said. Errors: `Malformed`, also for an unknown one."""
    if not isinstance(value, Mapping):
        raise malformed_value(where, f"{brief_text(value)} is not a table")
    known = {fact.name: fact for fact in facts}
    for name, one in value.items():
        if name not in known:
            raise unknown_field(where, name, list(known))
        check_said(known[name].kind, one, state, f"{where}.{name}")


def _check_tagged(kind: Tagged[Any], value: Json, state: object, where: str) -> None:
    """Check a table whose tag may be unsaid. Errors: `Malformed`."""
    if not isinstance(value, Mapping):
        raise malformed_value(where, f"{brief_text(value)} is not a table")
    cls = kind.common
    if kind.tag in value:
        word = value[kind.tag]
        if not isinstance(word, str) or word not in kind.cases:
            raise malformed_value(
                f"{where}.{kind.tag}", f"unknown {brief_text(word)}", did_you_mean(word, list(kind.cases))
            )
        cls = kind.cases[word]
    rest = {key: one for key, one in value.items() if key != kind.tag}
    _check_fields(facts_of(cls), rest, state, where)

"""What of an event is secret: the facts that are declared so, wherever they stand in it."""

from __future__ import annotations

from ..data import Shaped, ShapedMapping, ShapedObject
from ..declare.composed import ListOf, MapOf, Nullable
from ..declare.facts import Fact, Record, Tagged, facts_of
from ..declare.kinds import AnyKind


def is_secret(fact: Fact) -> bool:
    """Whether a fact is secret, or something inside it is."""
    return fact.secret or any(is_secret(inner) for cls in _records_in(fact.kind) for inner in facts_of(cls))


def _records_in(kind: AnyKind) -> tuple[type[object], ...]:
    if isinstance(kind, ListOf | MapOf | Nullable):
        return _records_in(kind.item)
    if isinstance(kind, Tagged):
        return tuple(kind.cases.values())
    return (kind.cls,) if isinstance(kind, Record) else ()


def without_secrets(cls: type[object], answers: ShapedMapping) -> ShapedObject:
    """The answers of a record, in JSON form, that are no secret."""
    public = {fact.name: fact.kind for fact in facts_of(cls) if not fact.secret}
    return {name: _public_value(public[name], value) for name, value in answers.items() if name in public}


def _public_value(kind: AnyKind, value: Shaped) -> Shaped:
    """A value in JSON form without what is secret inside it."""
    if isinstance(kind, Nullable):
        return None if value is None else _public_value(kind.item, value)
    if isinstance(kind, ListOf):
        return [_public_value(kind.item, one) for one in value]
    if isinstance(kind, Tagged):
        word = value.get(kind.tag)
        return {kind.tag: word, **without_secrets(kind.cases[word], value)} if word in kind.cases else {}
    if isinstance(kind, MapOf):
        return {name: _public_value(kind.item, one) for name, one in value.items()}
    return without_secrets(kind.cls, value) if isinstance(kind, Record) else value

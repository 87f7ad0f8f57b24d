"""The order in which an event was answered, as far as logs of older versions depend on it and do not hold it."""

from __future__ import annotations

from ..data import Shaped, ShapedMapping
from ..declare.composed import ListOf, MapOf, Nullable
from ..declare.facts import Record, Tagged, facts_of
from ..declare.kinds import AnyKind


def order_counts(cls: type[object], answers: ShapedMapping) -> bool:
    """Return whether before stream 3 the dice or words of an event depended on more than its answers.

    It mattered in which order the keys of a table were typed, and whether a list was given whole or in parts.
    """
    facts = {fact.name: fact for fact in facts_of(cls)}
    given = [(facts[name], value) for name, value in answers.items() if name in facts]
    return any(fact.in_parts or _order_counts_in(fact.kind, value) for fact, value in given)


def _order_counts_in(kind: AnyKind, value: Shaped) -> bool:
    if value is None:
        return False
    if isinstance(kind, Nullable):
        return _order_counts_in(kind.item, value)
    if isinstance(kind, ListOf):
        return any(_order_counts_in(kind.item, one) for one in value)
    if isinstance(kind, MapOf):
        return len(value) > 1 or any(_order_counts_in(kind.item, one) for one in value.values())
    if isinstance(kind, Tagged):
        word = value.get(kind.tag)
        return word in kind.cases and order_counts(kind.cases[word], value)
    return isinstance(kind, Record) and order_counts(kind.cls, value)

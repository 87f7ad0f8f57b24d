"""Ids in an event: whether each names something of the battle."""

from __future__ import annotations

from ..data import JsonMapping, Shaped
from .composed import ListOf, MapOf, Nullable
from .facts import Fact, Record, Tagged, facts_of
from .kinds import AnyKind, Ref

_REFERRING: dict[type[object], tuple[Fact, ...]] = {}


def _referring(cls: type[object]) -> tuple[Fact, ...]:
    """The facts of a record in which ids may stand: few have any, and every event is looked through."""
    if cls not in _REFERRING:
        _REFERRING[cls] = facts_of(cls)  # for a record inside itself
        _REFERRING[cls] = tuple(one for one in facts_of(cls) if _refers(one.kind))
    return _REFERRING[cls]


def _refers(kind: AnyKind) -> bool:
    """Whether a kind, or one inside it, is of ids."""
    if isinstance(kind, Nullable | ListOf):
        return _refers(kind.item)
    if isinstance(kind, MapOf):
        return _refers(kind.names) or _refers(kind.item)
    if isinstance(kind, Record):
        return bool(_referring(kind.cls))
    if isinstance(kind, Tagged):
        return any(map(_referring, kind.cases.values()))
    return isinstance(kind, Ref)


def check_refs(cls: type[object], data: JsonMapping, state: object, where: str = "") -> None:
    """Every id in an event that was read names something of the battle. Errors: `Malformed` with near ids."""
    for one in _referring(cls):
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

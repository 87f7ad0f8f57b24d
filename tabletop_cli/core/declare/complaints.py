"""All that is wrong with the shape of data from outside, where `read_record` stops at the first fault.

For files that people write: whoever made three mistakes hears of three.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..data import Json
from ..errors import Malformed
from .composed import ListOf, Nullable
from .facts import Record, facts_of, no_table_error
from .kinds import AnyKind, malformed_value, unknown_field


def record_complaints(cls: type[object], data: Json, where: str, *, whole: bool = True) -> Iterator[Malformed]:
    """Every unknown, missing and wrong field of a record, in their order, each with its place.

    Nothing where `read_record` reads the data, and as its first what that says otherwise, or a fault beside it. What is
    not `whole` may lack fields that are given later.
    """
    if not isinstance(data, Mapping):
        yield no_table_error(cls, data, where)
        return
    known = {fact.name: fact for fact in facts_of(cls)}
    for key in data:
        if key not in known:
            yield unknown_field(where, key, list(known))
    for name, one in known.items():
        if name in data:
            yield from _value_complaints(one.kind, data[name], f"{where}.{name}" if where else name, whole=whole)
        elif one.required and whole:
            yield malformed_value(where, f"{name} is missing", f"{name} is {one.kind.data_words}")


def _value_complaints(kind: AnyKind, value: Json, where: str, *, whole: bool) -> Iterator[Malformed]:
    """Complaints about one value: item by item in a list, field by field in a record."""
    if isinstance(kind, Nullable) and value is not None:
        kind = kind.item
    if isinstance(kind, Record):
        yield from record_complaints(kind.cls, kind.spelled_out(value), where, whole=whole)
        return
    if isinstance(kind, ListOf) and isinstance(value, list | tuple) and kind.minimum <= len(value) <= kind.maximum:
        for at, item in enumerate(value):
            yield from _value_complaints(kind.item, item, f"{where}[{at}]", whole=whole)
        return
    try:
        kind.read(value, where)
    except Malformed as wrong:
        yield wrong

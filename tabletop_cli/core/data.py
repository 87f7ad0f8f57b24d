"""Names for data as JSON and TOML hold it, before and after somebody has judged it.

Json     a value from outside that nobody has judged: a type checker lets nobody look inside before it is narrowed
Shaped   one whose shape is known, since the program itself has made or checked it: a schema, a result, a log entry

Each has a form for tables: `JsonObject` and `ShapedObject`, which the holder may change, `JsonMapping` and
`ShapedMapping`, which are only read. A `Schema` is a JSON Schema of ours.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

Json: TypeAlias = object
JsonObject: TypeAlias = dict[str, Json]
JsonMapping: TypeAlias = Mapping[str, Json]

Shaped: TypeAlias = Any
ShapedObject: TypeAlias = dict[str, Shaped]
ShapedMapping: TypeAlias = Mapping[str, Shaped]
Schema: TypeAlias = ShapedObject


class KeyTwice(ValueError):
    """A key that stands twice in one table of JSON. JSON itself would keep the last of them and drop the other."""

    def __init__(self, key: str) -> None:
        super().__init__(f"the key {json.dumps(key[:40])} is there twice in one table")


def parse_json(text: str, **more: Any) -> Shaped:
    """Return the data of a JSON text that comes from outside; `more` is for `json.loads`.

    Errors: `ValueError` for what is no JSON, `KeyTwice` among them; `RecursionError`.
    """
    return json.loads(text, object_pairs_hook=_table_of, **more)


def _table_of(pairs: list[tuple[str, Json]]) -> JsonObject:
    """The table of some keys and values. Errors: `KeyTwice`."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise KeyTwice(next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1))
    return table


def is_deeper(value: Json, most: int) -> bool:
    """Whether there are more levels of tables and lists than this; no deeper than that is looked."""
    level: list[Json] = [value]
    for _ in range(most + 1):
        holders = [one for one in level if isinstance(one, dict | list)]
        if not holders:
            return False
        level = [item for one in holders for item in (one.values() if isinstance(one, dict) else one)]
    return True


def texts_in(value: Json) -> Iterator[str]:
    """Return every text in data, at any depth, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield str(key)
            yield from texts_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_in(one)


_DIGITS = re.compile(r"([0-9]+)")


NaturalKey: TypeAlias = tuple[tuple[str | tuple[int, str], ...], str]


def natural_key(text: str) -> NaturalKey:
    """Return what texts are sorted by, so that numbers in them count as numbers: ``a2``, ``a10``, ``b1``."""
    return tuple(_number_key(part) if at % 2 else part for at, part in enumerate(_DIGITS.split(text))), text


def _number_key(digits: str) -> tuple[int, str]:
    number = digits.lstrip("0")
    return len(number), number  # thousands of digits, too, which int() refuses


def sort_keys(value: Shaped) -> Shaped:
    """Return JSON data with the keys of all its tables in natural order; lists keep theirs.

    Nobody means anything by the order in which the keys of a table are typed, so nothing may depend on it.
    """
    if isinstance(value, Mapping):
        return {key: sort_keys(value[key]) for key in sorted(value, key=_key_of)}
    return [sort_keys(one) for one in value] if isinstance(value, list | tuple) else value


def _key_of(key: object) -> NaturalKey:
    return natural_key(str(key))

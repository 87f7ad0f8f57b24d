"""Names for data as JSON and TOML hold it, before and after somebody has judged it.

Json     a value from outside that nobody has judged: a type checker lets nobody look inside before it is narrowed
Shaped   one whose shape is known, since the program itself has made or checked it: a schema, a result, a log entry

Each has a form for tables: `JsonObject` and `ShapedObject`, which the holder may change, `JsonMapping` and
`ShapedMapping`, which are only read. A `Schema` is a JSON Schema of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Json: TypeAlias = object
JsonObject: TypeAlias = dict[str, Json]
JsonMapping: TypeAlias = Mapping[str, Json]

Shaped: TypeAlias = Any
ShapedObject: TypeAlias = dict[str, Shaped]
ShapedMapping: TypeAlias = Mapping[str, Shaped]
Schema: TypeAlias = ShapedObject


def deeper(value: Json, most: int) -> bool:
    """Whether there are more levels of tables and lists than this; no deeper than that is looked."""
    level: list[Json] = [value]
    for _ in range(most + 1):
        holders = [one for one in level if isinstance(one, dict | list)]
        if not holders:
            return False
        level = [item for one in holders for item in (one.values() if isinstance(one, dict) else one)]
    return True

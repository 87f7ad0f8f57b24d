"""Data as TOML that people like to read: values first, then a block for each entry of a list, then tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import TypeGuard

from ...data import Json, JsonMapping
from ...errors import TabletopError
from ..change import is_list

WIDTH = 100  # characters of a line from which on the items of a list stand one a line
INDENT = "  "


def fresh(data: JsonMapping, schema_line: str = "") -> str:
    """A whole new file. `schema_line` is its first line: ``#:schema td.army.schema.json``, for editors.

    Errors: `TabletopError` for what TOML cannot hold: null.
    """
    head = "".join(
        pair_line((key,), value) for key, value in data.items() if not is_table(value) and not is_tables(value)
    )
    lists = [block for key, value in data.items() if is_tables(value) for block in blocks((key,), value)]
    tables = [block for key, value in data.items() if is_table(value) for block in blocks((key,), value)]
    first = f"{schema_line.strip()}\n" if schema_line.strip() else ""
    return "\n".join(part for part in (first + head, *lists, *tables) if part)


def blocks(keys: Sequence[str], value: JsonMapping | Sequence[JsonMapping]) -> list[str]:
    """The entries of a list of tables as ``[[units]]``, or a table as ``[house]`` and those in it as ``[house.x]``."""
    if not isinstance(value, Mapping):
        return [entry(keys, one) for one in value]
    inner = {key: one for key, one in value.items() if is_table(one) and one}
    lines = "".join(pair_line((key,), one) for key, one in value.items() if key not in inner)
    own = [f"[{dotted(keys)}]\n{lines}"] if lines or not inner else []
    return [*own, *(block for key, one in inner.items() for block in blocks((*keys, key), one))]


def entry(keys: Sequence[str], value: JsonMapping) -> str:
    """One entry of a list of tables; tables inside it stand in braces."""
    return f"[[{dotted(keys)}]]\n" + "".join(pair_line((key,), inner) for key, inner in value.items())


def pair_line(keys: Sequence[str], value: Json, indent: str = "") -> str:
    """A key and its value on a line; a long list of tables has an item a line."""
    line = f"{indent}{dotted(keys)} = {written(value)}\n"
    if len(line) <= WIDTH or not is_list(value) or not value:
        return line
    items = "".join(f"{indent}{INDENT}{written(item)},\n" for item in value)
    return f"{indent}{dotted(keys)} = [\n{items}{indent}]\n"


def written(value: Json) -> str:
    """A value on one line. Errors: `TabletopError` for what TOML cannot hold."""
    from tomlkit import item

    if isinstance(value, Mapping):
        inside = ", ".join(f"{dotted((key,))} = {written(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if is_list(value):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, bool | int | float | date | time):
        return item(value).as_string()
    if isinstance(value, str):
        return item(_whole(value)).as_string()
    what = "an empty value (null)" if value is None else f"a value of the kind {type(value).__name__}"
    raise TabletopError(f"TOML files cannot hold {what}", hint="leave the key away, or use a JSON file", code="no-toml")


def dotted(keys: Sequence[str]) -> str:
    """A key as it is written: ``house.guns."my gun"``."""
    from tomlkit import key

    return ".".join(key(_whole(one)).as_string() for one in keys)


def is_table(value: Json) -> TypeGuard[JsonMapping]:
    return isinstance(value, Mapping)


def is_tables(value: Json) -> TypeGuard[Sequence[JsonMapping]]:
    """Whether a value is a list of tables, with at least one."""
    return is_list(value) and bool(value) and all(map(is_table, value))


def _whole(text: str) -> str:
    """The text. Errors: `TabletopError` for halves of characters, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TabletopError("a text holds half a character, which no file can hold", code="no-toml") from None
    return text

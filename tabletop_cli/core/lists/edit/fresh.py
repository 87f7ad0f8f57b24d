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


def format_file(data: JsonMapping, schema_line: str = "") -> str:
    """A whole new file. `schema_line` is its first line: ``#:schema td.army.schema.json``, for editors.

    Errors: `TabletopError` for what TOML cannot hold: null.
    """
    head = "".join(
        pair_line((key,), value) for key, value in data.items() if not is_table(value) and not is_tables(value)
    )
    lists = [block for key, value in data.items() if is_tables(value) for block in format_blocks((key,), value)]
    tables = [block for key, value in data.items() if is_table(value) for block in format_blocks((key,), value)]
    first = f"{schema_line.strip()}\n" if schema_line.strip() else ""
    return "\n".join(part for part in (first + head, *lists, *tables) if part)


def format_blocks(keys: Sequence[str], value: JsonMapping | Sequence[JsonMapping]) -> list[str]:
    """The entries of a list of tables as ``[[units]]``, or a table as ``[house]`` and those in it as ``[house.x]``."""
    if not isinstance(value, Mapping):
        return [format_entry(keys, one) for one in value]
    inner = {key: one for key, one in value.items() if is_table(one) and one}
    lines = "".join(pair_line((key,), one) for key, one in value.items() if key not in inner)
    own = [f"[{format_key(keys)}]\n{lines}"] if lines or not inner else []
    return [*own, *(block for key, one in inner.items() for block in format_blocks((*keys, key), one))]


def format_entry(keys: Sequence[str], value: JsonMapping) -> str:
    """One entry of a list of tables; tables inside it stand in braces."""
    return f"[[{format_key(keys)}]]\n" + "".join(pair_line((key,), inner) for key, inner in value.items())


def pair_line(keys: Sequence[str], value: Json, indent: str = "") -> str:
    """A key and its value on a line; a long list of tables has an item a line."""
    line = f"{indent}{format_key(keys)} = {format_value(value)}\n"
    if len(line) <= WIDTH or not is_list(value) or not value:
        return line
    items = "".join(f"{indent}{INDENT}{format_value(item)},\n" for item in value)
    return f"{indent}{format_key(keys)} = [\n{items}{indent}]\n"


def format_value(value: Json) -> str:
    """A value on one line. Errors: `TabletopError` for what TOML cannot hold."""
    from tomlkit import item

    if isinstance(value, Mapping):
        inside = ", ".join(f"{format_key((key,))} = {format_value(inner)}" for key, inner in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if is_list(value):
        return f"[{', '.join(map(format_value, value))}]"
    if isinstance(value, bool | int | float | date | time):
        return item(value).as_string()
    if isinstance(value, str):
        return item(_require_whole_letters(value)).as_string()
    what = "an empty value (null)" if value is None else f"a value of the kind {type(value).__name__}"
    raise TabletopError(f"TOML files cannot hold {what}", hint="leave the key out, or use a JSON file", code="no-toml")


def format_key(keys: Sequence[str]) -> str:
    """A key as it is written: ``house.guns."my gun"``."""
    from tomlkit import key

    return ".".join(key(_require_whole_letters(one)).as_string() for one in keys)


def is_table(value: Json) -> TypeGuard[JsonMapping]:
    return isinstance(value, Mapping)


def is_tables(value: Json) -> TypeGuard[Sequence[JsonMapping]]:
    """Whether a value is a list of tables, with at least one."""
    return is_list(value) and bool(value) and all(map(is_table, value))


def _require_whole_letters(text: str) -> str:
    """The text. Errors: `TabletopError` for halves of characters, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TabletopError("a text holds half a character, which no file can hold", code="no-toml") from None
    return text

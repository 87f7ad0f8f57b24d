"""Changing a file that a person wrote: comments, order and layout stay, and the file is never half written."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

from ...data import Json, JsonObject, parse_json
from ...errors import Malformed, TabletopError, TooBig
from ..army import LARGEST_FILE
from ..change import Change, Drop, Put, is_list, value_at
from .locks import lock_list
from .saving import MARK, require_place, require_writable, save, write_whole

__all__ = ["JSON", "edit_text", "lock_list", "require_place", "require_writable", "save", "with_value", "write_whole"]

JSON = ".json"


def edit_text(text: str, suffix: str, *changes: Change) -> str:
    """The text of a TOML file, or of a JSON file where the suffix says so, after some changes of its data.

    What it says then is what `change.apply_changes` makes of the data; what no change concerns stays byte for byte in
    TOML, and keeps its order and indent in JSON. Errors: `TabletopError` for a place that is not there, for what the
    format cannot hold, for a layout that defeats the editor (``no-edit``); `TooBig`.
    """
    from . import json_file, toml_file  # whoever writes a roster, or reads notes, changes no list

    mark, body = (MARK, text[1:]) if text.startswith(MARK) else ("", text)
    is_json = suffix.lower() == JSON
    for change in changes:
        body = (json_file.change_json if is_json else toml_file.change_toml)(body, _parse_text(body, is_json), change)
    after = mark + body
    if len(after.encode(errors="surrogatepass")) > LARGEST_FILE:
        raise TooBig(f"the file would be too large: an army file has at most {LARGEST_FILE:,} bytes")
    return after


def with_value(text: str, path: Sequence[str], value: Json) -> str:
    """A TOML text with a value at a path of tables; None takes it away. Everything else stays as it was written.

    Errors: `TabletopError` where the path leads through something that is no table.
    """
    data, place = _parse_text(text), tuple(path)
    for size in range(1, len(place)):
        if not isinstance(value_at(data, place[:size], {}), Mapping):
            raise TabletopError(f"{'.'.join(path)}: {path[size - 1]} is not a table in this file", code="no-table")
    if value is not None:
        return edit_text(text, "", Put(place, value))
    missing = object()
    return text if value_at(data, place, missing) is missing else edit_text(text, "", Drop(place))


def _parse_text(text: str, is_json: bool = False) -> JsonObject:
    """The data of a text. Errors: `Malformed` for broken syntax."""
    try:
        data = parse_json(text) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as broken:
        raise Malformed(f"broken {'JSON' if is_json else 'TOML'}: {broken}", code="bad-syntax") from None
    if not isinstance(data, dict):
        what = "a list" if is_list(data) else "a single value"
        raise Malformed(f"an army must be a table, not {what}", code="bad-army")
    return data

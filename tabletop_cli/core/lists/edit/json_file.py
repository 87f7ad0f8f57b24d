"""Changes of a JSON file: it has no comments, so it is written again, in the indent and with the letters it had."""

from __future__ import annotations

import json
import re

from ...data import JsonMapping
from ...errors import TabletopError
from ..change import Change, Note, apply_changes, same_value

_INDENT = re.compile(r"^[ \t]+(?=[\"{\[])", re.MULTILINE)
_ESCAPED = re.compile(r"\\u(?!00[01])[0-9a-fA-F]{4}")


def change_json(text: str, before: JsonMapping, change: Change) -> str:
    """The text after a change of its data. Errors: `TabletopError`."""
    if isinstance(change, Note):
        raise TabletopError(
            "JSON files have no comments, so they cannot hold notes",
            hint="keep the list as a .toml file",
            code="no-notes",
        )
    after = apply_changes(before, change)
    return text if same_value(before, after) else _format_like(text, after)


def _format_like(text: str, data: JsonMapping) -> str:
    """Some data in the style of a text: its indent, its line breaks, whether letters such as é are escaped."""
    newline = "\r\n" if "\r\n" in text else "\n"
    found = _INDENT.search(text)
    indent = found[0] if found else "  " if "\n" in text.strip() else None
    ascii_only = bool(_ESCAPED.search(text)) and text.isascii()
    words = json.dumps(data, indent=indent, ensure_ascii=ascii_only) + ("\n" if text.endswith("\n") else "")
    return words.replace("\n", newline)

"""JSON: a page's own data, or its blocks where it has none; strings that steer no terminal.

Tables and lists that are short stand on one line each, as a person would write them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from ..core.data import Json, JsonMapping, JsonObject
from ..core.declare.plain import plain_data
from ..core.page import Page
from .safe import json_safe

SHORT = 120  # characters of a table or list that stands on one line
INDENT = "  "


def render(all_pages: Sequence[Page]) -> str:
    """One object for one page, a list for several."""
    data = [page_data(page) for page in all_pages]
    return dump(data[0] if len(data) == 1 else data)


def page_data(page: Page) -> JsonObject:
    """The page for machines."""
    if page.data:
        data: JsonObject = plain_data(dict(page.data))
        return data
    blocks = [{"kind": type(block).__name__.lower(), **plain_data(block)} for block in page.blocks]
    return {"title": page.title, "subtitle": page.subtitle, "blocks": blocks}


def dump(value: JsonMapping | Sequence[Json]) -> str:
    """JSON text for people and machines, ending in a line break."""
    return json_safe(_format_value(value, "")) + "\n"


def _format_value(value: JsonMapping | Sequence[Json] | Json, indent: str) -> str:
    """A value on one line where that is short, else with each of its items on lines of its own."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= SHORT or isinstance(value, str) or not isinstance(value, Mapping | Sequence):
        return line
    inner = indent + INDENT
    if isinstance(value, Mapping):
        found = (f"{json.dumps(name, ensure_ascii=False)}: {_format_value(one, inner)}" for name, one in value.items())
        opened, closed = "{}"
    else:
        found = (_format_value(one, inner) for one in value)
        opened, closed = "[]"
    lines = ",\n".join(inner + item for item in found)
    return f"{opened}\n{lines}\n{indent}{closed}"

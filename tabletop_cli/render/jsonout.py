"""JSON: a page's own data, or its blocks where it has none; strings that steer no terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..core.data import Json, JsonMapping, JsonObject
from ..core.declare.plain import plain
from ..core.page import Page
from .safe import json_safe


def pages(all_pages: Sequence[Page]) -> str:
    """One object for one page, a list for several."""
    data = [page_data(page) for page in all_pages]
    return dump(data[0] if len(data) == 1 else data)


def page_data(page: Page) -> JsonObject:
    """The page for machines."""
    if page.data:
        data: JsonObject = plain(dict(page.data))
        return data
    blocks = [{"kind": type(block).__name__.lower(), **plain(block)} for block in page.blocks]
    for block in blocks:
        block.pop("apart", None)  # how a table looks in lines is no fact of it
    return {"title": page.title, "subtitle": page.subtitle, "blocks": blocks}


def dump(value: JsonMapping | Sequence[Json]) -> str:
    """JSON text for people and machines, ending in a line break."""
    return json_safe(json.dumps(value, indent=2, ensure_ascii=False)) + "\n"

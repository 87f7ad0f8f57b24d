"""The small blocks of which printed pages consist: words in a line, tables, rows of boxes, names with values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.data import Shaped, ShapedObject
from ...core.page import BLANK

Plain = ShapedObject
HALF = 62  # letters of a table that stands in half a page
HEAD_SIZE = 0.75  # of the head of a table, which may also wrap between words


def shorten_text(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3].rstrip() + "..."


def span(text: str, style: str = "", to: str = "") -> Plain:
    return {"t": text, "style": style, "to": to}


def boxes_block(row: Plain, legend: Sequence[Sequence[str]] = (), *, paper: bool = True) -> Plain:
    """A row of boxes, each with words for who hears it; `counts`, its boxes are ticked in order."""
    meant = {pair[0]: pair[1] for pair in legend}
    name, whole = row["name"], row["whole"]
    words = [
        meant.get(label, label) or (f"{at} of {whole}" if whole > 1 else name) for at, label in _number_labels(row)
    ]
    shown = {"screen": True, "paper": paper, "write": False}
    return {**row, "kind": "boxes", "words": words, **shown, "counts": _is_counter(row["labels"]), "goes_on": False}


def _is_counter(labels: Sequence[str]) -> bool:
    """Whether boxes are alike, or numbered from 1: then they are a number, and not things of their own."""
    return len(labels) > 1 and (not any(labels) or list(labels) == [str(at) for at in range(1, len(labels) + 1)])


def _number_labels(row: Plain) -> Iterator[tuple[int, str]]:
    return enumerate(row["labels"], 1)


def para_block(text: Shaped, tone: str) -> Plain:
    return {"kind": "para", "text": text, "tone": tone}


def value_rows(rows: Sequence[Sequence[str]]) -> list[Shaped]:
    """Names and values; what is still to be agreed is a place to write."""
    return [[name, _cell_or_blank(value)] for name, value in rows]


def table_block(block: Plain) -> Plain:
    """A table of a page or an entry as a block; a row of one cell is the name of the row below, over all columns."""
    columns = [{**column, "grow": 0} for column in block["columns"]]
    rows = [[_cell_or_blank(cell) for cell in row] for row in block["rows"]]
    return {**block, "kind": "table", "name": "", "columns": columns, "rows": rows, "foot": [], "size": ""}


def _cell_or_blank(text: str) -> Shaped:
    return [span(text, "blank")] if text == BLANK else text


def needs_whole_width(block: Plain | None, room: float = HALF) -> bool:
    """Whether a table needs the whole width of a page, by letters that half a page has room for."""
    if block is None:
        return False
    heads = [HEAD_SIZE * max(map(len, column["name"].split() or [""])) for column in block["columns"]]
    cells = [max(map(len, column)) for column in zip(*block["rows"], strict=False)] or [0] * len(heads)
    return sum(max(pair) + 2 for pair in zip(heads, cells, strict=False)) > room

"""Markdown: GitHub's tables, everything from outside escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..core.page import Bars, Block, Boxes, Chart, Drawing, Facts, Heading, Lines, Page, Para, Table, Tiling
from .bars import bar_rows
from .chart.text import chart_lines as chart_lines
from .chart.tiles import tiling_lines as tiling_lines
from .drawing import drawing_lines as drawing_lines
from .safe import ROOM, clean, one_line

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~$]|&(?=#?\w+;)|#(?=#*\s*$))")
_AT_START = re.compile(r"^(\d*)([#+=\-]|(?<=\d)[.)])")
TONES = {"note": "*Note:* ", "warn": "**Warning:** ", "bad": "**Problem:** "}
MOST_BOXES = 30
DRAWING = 76  # columns of a drawing, which is code: four spaces stand before it


def render(all_pages: Sequence[Page]) -> str:
    """Pages one after the other."""
    return "\n".join("\n".join(_page_lines(page)) + "\n" for page in all_pages)


def escape(text: str) -> str:
    """One line of text that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", one_line(text))


def _para_text(text: str) -> str:
    """Lines that stay lines; none becomes a heading or an entry of a list."""
    return "  \n".join(_AT_START.sub(r"\1\\\2", escape(line.strip())) for line in clean(text).split("\n"))


def _page_lines(page: Page) -> Iterator[str]:
    if page.title:
        yield f"# {escape(page.title)}"
    if page.subtitle:
        yield f"\n{escape(page.subtitle)}"
    before: Block | None = None
    for at, block in enumerate(page.blocks):
        if (at or page.title) and not (isinstance(block, Boxes) and isinstance(before, Boxes)):
            yield ""
        yield from _block_lines(block)
        before = block


def _block_lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f"{'#' * level} {escape(text)}"
        case Para(text, tone):
            yield TONES.get(tone, "") + _para_text(text)
        case Facts(rows):
            yield from (f"- **{escape(name)}:** {escape(value)}" for name, value in rows)
        case Table():
            yield from _table_lines(block)
        case Boxes(name, marked, whole):
            boxes = "☒" * marked + "☐" * (whole - marked) if whole <= MOST_BOXES else f"{marked} of {whole}"
            yield f"- {escape(name)}: {boxes}"
        case Bars():
            yield from _bar_lines(block)
        case Chart():
            yield from ("    " + line if line else "" for line in chart_lines(block, DRAWING))
        case Tiling():
            yield from ("    " + line if line else "" for line in tiling_lines(block, DRAWING))
        case Drawing():
            yield from ("    " + line if line else "" for line in drawing_lines(block, DRAWING))
        case Lines(name):
            yield f"{escape(name)}: {escape(ROOM)}"


def _table_lines(table: Table) -> Iterator[str]:
    if table.title:
        yield f"**{escape(table.title)}**\n"
    width = max((len(row) for row in table.rows), default=len(table.columns))
    columns = table.columns or ("",) * width
    yield _table_row(columns)
    yield _table_row(tuple("---:" if name in table.right else "---" for name in columns), escaped=True)
    for row in table.rows:
        yield _table_row((*row, *("",) * (len(columns) - len(row))))


def _table_row(cells: Sequence[str], *, escaped: bool = False) -> str:
    return f"| {' | '.join(cell if escaped else escape(cell) for cell in cells)} |"


def _bar_lines(bars: Bars) -> Iterator[str]:
    rows = list(bar_rows(bars, 0, plain=False))
    columns = ("outcome", "chance", "exactly", *(("at least",) if bars.rising else ()))
    cells = tuple((row.name, row.percent, row.fraction, row.at_least)[: len(columns)] for row in rows)
    yield from _table_lines(Table(columns, cells, bars.title, frozenset({"chance", "exactly", "at least"})))

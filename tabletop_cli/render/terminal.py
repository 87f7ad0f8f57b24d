"""For a terminal, with rich: boxes and a little colour, which never says what the words do not say."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import zip_longest
from shutil import get_terminal_size
from typing import Literal

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from ..core.page import Bars, Block, Boxes, Chart, Drawing, Facts, Heading, Lines, Page, Para, Table, Tiling
from .bars import bar_rows
from .chart.text import chart_lines as chart_lines
from .chart.tiles import tiling_lines as tiling_lines
from .drawing import drawing_lines as drawing_lines
from .safe import ROOM, clean, one_line

TONES = {
    "plain": ("", ""),
    "note": ("", "dim"),
    "good": ("✓ ", "green"),
    "warn": ("! ", "yellow"),
    "bad": ("✗ ", "red"),
}
WIDEST = 110  # columns; longer lines are hard to read
MOST_BOXES = 30


def render(all_pages: Sequence[Page]) -> str:
    """Pages as a terminal shows them."""
    width = min(get_terminal_size().columns, WIDEST)
    return render_parts((part for page in all_pages for part in _page_parts(page, width)), width)


def render_parts(parts: Iterable[RenderableType], width: int) -> str:
    """What rich draws, as text of some width: in colour unless it is refused, without spaces at the ends of lines."""
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _page_parts(page: Page, width: int) -> Iterator[RenderableType]:
    if page.title:
        yield Text(one_line(page.title), style="bold")
    if page.subtitle:
        yield Text(one_line(page.subtitle), style="dim")
    before: Block | None = None
    for at, block in enumerate(page.blocks):
        together = isinstance(block, Para | Boxes) and type(block) is type(before)
        if (at or page.title) and not together and not isinstance(before, Heading):
            yield ""
        yield _block_part(block, width)
        before = block


def _block_part(block: Block, width: int) -> RenderableType:
    match block:
        case Heading(text, level):
            return Text(one_line(text), style="bold underline" if level == 2 else "bold")
        case Para(text, tone):
            mark, style = TONES.get(tone, ("", ""))
            return Text(mark + clean(text), style=style)
        case Facts(rows):
            return _facts_part(rows)
        case Table():
            return _table_part(block, width)
        case Boxes():
            return _boxes_part(block)
        case Bars():
            return _bars_part(block, width)
        case Chart():
            return Text("\n".join(chart_lines(block, width)), no_wrap=True, overflow="ignore")
        case Tiling():
            return Text("\n".join(tiling_lines(block, width)), no_wrap=True, overflow="ignore")
        case Drawing():
            return Text("\n".join(drawing_lines(block, width)), no_wrap=True, overflow="ignore")
        case Lines(name):
            return Text(f"{one_line(name)} {ROOM}")


def _facts_part(rows: Sequence[tuple[str, str]]) -> RenderableType:
    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")  # a seal must not be cut off
    for name, value in rows:
        grid.add_row(Text(one_line(name), style="dim"), Text(one_line(value)))
    return grid


def _table_part(table: Table, width: int) -> RenderableType:
    """A box where there is room for it, else a line below the heads only; closer together before words are broken."""
    title = Text(one_line(table.title), style="bold") if table.title else None
    columns = _table_columns(table)
    widths = [max(map(len, column)) for column in columns]
    roomy = sum(widths) + 3 * len(widths) + 1 <= width
    between = 3 if roomy or sum(_least_widths(columns)) + 3 * (len(columns) - 1) <= width else 1
    rich = RichTable(
        box=box.ROUNDED if roomy else box.SIMPLE_HEAD,
        padding=(0, between // 2),
        show_edge=roomy,
        pad_edge=roomy,
        title=title,
        title_justify="left",
        header_style="bold",
        border_style="dim",
    )
    if not roomy:
        widths = _fit_widths(columns, width - between * (len(widths) - 1))
    for column, wide in zip(columns, widths, strict=True):
        justify: Literal["left", "right"] = "right" if column[0] in table.right else "left"
        rich.add_column(Text(column[0]), justify=justify, overflow="fold", width=wide)
    for row in zip(*(column[1:] for column in columns), strict=True):
        rich.add_row(*map(Text, row))
    return rich


def _table_columns(table: Table) -> list[tuple[str, ...]]:
    """The columns, each with its head first; short rows are filled up."""
    rows = [tuple(map(one_line, row)) for row in (table.columns, *table.rows)]
    return list(zip_longest(*rows, fillvalue=""))


def _fit_widths(columns: Sequence[tuple[str, ...]], room: int) -> list[int]:
    """Widths that fit: the widest column gives way first, and words stay whole while that is possible."""
    widths = [max(map(len, column)) for column in columns]
    least = _least_widths(columns)
    while sum(widths) > max(room, len(widths)):
        loose = [at for at, wide in enumerate(widths) if wide > least[at]]
        widest = max(loose or range(len(widths)), key=lambda at: widths[at])
        widths[widest] -= 1
    return widths


def _least_widths(columns: Sequence[tuple[str, ...]]) -> list[int]:
    """The widths in which all words are whole."""
    return [max((len(word) for cell in column for word in cell.split()), default=1) for column in columns]


def _boxes_part(boxes: Boxes) -> RenderableType:
    drawn = "■" * boxes.marked + "□" * (boxes.whole - boxes.marked) if boxes.whole <= MOST_BOXES else ""
    return Text(f"{one_line(boxes.name)} {drawn} {boxes.marked} of {boxes.whole}".replace("  ", " "))


def _bars_part(bars: Bars, width: int) -> RenderableType:
    rows = list(bar_rows(bars, _room_for_bars(bars, width), plain=False))
    grid = RichTable.grid(padding=(0, 2))
    for justify in ("left", "right", "left", "right", "left"):
        grid.add_column(justify=justify, no_wrap=True)
    if bars.rising:
        grid.add_row("", "", "", Text("at least", style="dim"), "")
    for row in rows:
        at_least = Text(row.at_least)
        grid.add_row(Text(row.name), Text(row.percent), Text(row.fraction), at_least, Text(row.bar, style="cyan"))
    return Padding(grid, (0, 0, 0, 0)) if not bars.title else _with_title(bars.title, grid)


def _room_for_bars(bars: Bars, width: int) -> int:
    """What the words and numbers of a chart leave of the width."""
    rows = list(bar_rows(bars, 0, plain=True))
    columns = zip(*((row.name, row.percent, row.fraction, row.at_least) for row in rows), strict=True)
    taken = sum(max(map(len, column)) + 2 for column in columns)
    return max(10, min(40, width - taken - 2))


def _with_title(title: str, grid: RichTable) -> RenderableType:
    outer = RichTable.grid()
    outer.add_row(Text(one_line(title), style="bold"))
    outer.add_row(grid)
    return outer

"""Plain text: no boxes, no colour, one fact a line; for pipes, files and screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.page import Bars, Block, Boxes, Chart, Drawing, Facts, Heading, Lines, Page, Para, Table, Tiling
from .bars import bar_rows
from .chart.text import chart_facts as chart_facts
from .chart.tiles import tiling_facts as tiling_facts
from .safe import ROOM, clean, one_line

TONES = {"note": "Note: ", "good": "", "warn": "Warning: ", "bad": "Problem: "}
BAR = 20  # characters


def render(all_pages: Sequence[Page]) -> str:
    """Pages one after the other, an empty line between."""
    return "\n".join("\n".join(_page_lines(page)) + "\n" for page in all_pages)


def _page_lines(page: Page) -> Iterator[str]:
    if page.title:
        yield one_line(page.title)
    if page.subtitle:
        yield one_line(page.subtitle)
    before: Block | None = None
    for at, block in enumerate(page.blocks):
        together = isinstance(block, Para | Boxes) and type(block) is type(before)
        if (at or page.title) and not together:
            yield ""
        yield from _block_lines(block)
        before = block


def _block_lines(block: Block) -> Iterator[str]:
    match block:
        case Heading(text):
            yield one_line(text).upper() if block.level == 2 else one_line(text)
        case Para(text, tone):
            yield clean(TONES.get(tone, "") + text)
        case Facts(rows):
            yield from (f"{one_line(name)}: {one_line(value)}" for name, value in rows)
        case Table():
            yield from _table_lines(block)
        case Boxes(name, marked, whole):
            yield f"{one_line(name)}: {marked} of {whole} marked"
        case Bars():
            yield from _bar_lines(block)
        case Chart():
            yield from chart_facts(block)
        case Tiling():
            yield from tiling_facts(block)
        case Drawing(rows):
            yield from _drawing_lines(rows)
        case Lines(name):
            yield f"{one_line(name)}: {ROOM}"


def _table_lines(table: Table) -> Iterator[str]:
    """A row a paragraph: what it is about, then column and value; rows of two cells on one line each.

    An empty line keeps rows apart where any of them takes several.
    """
    if table.title:
        yield one_line(table.title)
    head = next((at for at, name in enumerate(table.columns) if name not in table.right), 0)
    rows = [list(_row_lines(table, row, head)) for row in table.rows]
    apart = any(len(lines) > 1 for lines in rows)
    for at, lines in enumerate(filter(None, rows)):
        if at and apart:
            yield ""
        yield from lines


def _row_lines(table: Table, row: Sequence[str], head: int) -> Iterator[str]:
    """The lines of a row that is about what stands in column `head`."""
    names = [one_line(name) for name in table.columns]
    cells = [(name, one_line(cell)) for name, cell in zip(names, row, strict=False)]
    first = cells.pop(head)[1]
    if len(names) == 2:
        yield f"{first}: {cells[0][1]}"
    else:
        yield from [first] if first else []  # a row that goes on with what is named above
        yield from (f"  {name}: {cell}" for name, cell in cells if cell)


def _drawing_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows as they lie on the table: the label, then the cells; rows with nothing in them are left out."""
    for row in rows:
        first, *cells = map(one_line, row)
        last = max((at for at, cell in enumerate(cells) if cell), default=-1)
        if last >= 0:
            yield f"{first}: {' '.join(cell or '-' for cell in cells[: last + 1])}"


def _bar_lines(bars: Bars) -> Iterator[str]:
    if bars.title:
        yield one_line(bars.title)
    rows = list(bar_rows(bars, BAR, plain=True))
    wide = max((len(row.name) for row in rows), default=0)
    exact = max((len(row.fraction) for row in rows), default=0)
    for row in rows:
        more = f"  at least: {row.at_least:>7}" if row.at_least else ""
        yield f"{row.name:<{wide}}  {row.percent:>7}  {row.fraction:<{exact}}{more}  {row.bar}".rstrip()

"""Maps of tiles in staggered rows: as text, one fact a line, and as a picture in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.page import Cell, Tiling
from ..safe import one_line

# --- as text

NARROWEST, WIDEST = 8, 18  # columns of a tile, one of its frame counted
INSIDE = 3  # lines in a tile

# --- as a picture

WIDE, HIGH = 120.0, 132.0  # of a tile with its point up
MARGIN = 6.0
LINES = 3  # that there is room for beside title and ground
PAINT = ("#3b6fb6", "#b5482a", "#3f8f52", "#8a5aa8", "#a8871a", "#2f8f94", "#b0457e", "#5d6b2f")
STYLE = """\
.tile { fill: #fff; stroke: #555; stroke-width: 1.5 }
.rough { fill: #ececec }
.tiles text { font: 13px "Libertinus Serif", Georgia, serif; fill: #1c1c1c; text-anchor: middle }
.tiles .where { font-size: 11px; fill: #555 }
.tiles .there { font-weight: bold }
.tiles .whose { font-size: 11px; fill: #fff; font-weight: bold }
"""


def tiling_facts(tiling: Tiling) -> Iterator[str]:
    """A line for each tile, for whoever sees no pictures; what is plain and empty stands in one line at the end."""
    plain = []
    for cell in tiling.cells:
        told = [one for one in (cell.ground, *cell.lines, f"of {cell.group}" if cell.group else "") if one]
        if told:
            yield f"{one_line(cell.title)}: {', '.join(map(one_line, told))}"
        else:
            plain.append(one_line(cell.title))
    if plain:
        yield f"plain and empty: {', '.join(plain)}"


def tiling_lines(tiling: Tiling, width: int) -> Iterator[str]:
    """The map in no more than `width` columns, where that leaves room for words; else as facts."""
    if not tiling.cells:
        return
    left = min(cell.right for cell in tiling.cells)
    across = max(cell.right for cell in tiling.cells) - left + 2
    half = min(WIDEST, 2 * (width - 1) // across) // 2
    if 2 * half < NARROWEST:
        yield from tiling_facts(tiling)
        return
    top = min(cell.row for cell in tiling.cells)
    high = (max(cell.row for cell in tiling.cells) - top + 1) * (INSIDE + 1) + 1
    canvas = [[" "] * (half * across + 1) for _ in range(high)]
    for cell in tiling.cells:
        _add_tile(canvas, (cell.right - left) * half, (cell.row - top) * (INSIDE + 1), 2 * half, cell)
    yield from ("".join(row).rstrip() for row in canvas)


def _add_tile(canvas: list[list[str]], column: int, row: int, wide: int, cell: Cell) -> None:
    """A tile at its upper left corner; its frame is shared with those beside it, and says above whose it is."""
    head = [cell.title, *([cell.ground] if cell.ground else [])]
    room = INSIDE - len(head)
    shown = [*head, *cell.lines[:room]]
    if len(cell.lines) > room:
        shown[-1] = f"+{len(cell.lines) - room + 1} more" if room > 1 else f"{len(cell.lines)} there"
    for at in (row, row + INSIDE + 1):
        for step in range(wide + 1):
            corner = step in (0, wide) or canvas[at][column + step] in "|+"
            canvas[at][column + step] = "+" if corner else "-"
    if cell.group:
        canvas[row][column + 1 : column + 4] = f"[{one_line(cell.group)[:1]:1}]"
    for at in range(INSIDE):
        text = one_line(shown[at]) if at < len(shown) else ""
        text = text if len(text) <= wide - 1 else text[: wide - 2] + "…"
        canvas[row + 1 + at][column : column + wide + 1] = ["|", *f"{text:<{wide - 1}}", "|"]


def tiling_size(tiling: Tiling) -> tuple[float, float]:
    """How wide and how high the picture is."""
    middles = list(_tile_middles(tiling))
    wide, high = (max((middle[axis] for middle in middles), default=0.0) for axis in (0, 1))
    return wide + WIDE / 2 + MARGIN, high + HIGH / 2 + MARGIN


def _tile_middles(tiling: Tiling) -> Iterator[tuple[float, float]]:
    """The middle of each tile in the picture."""
    left, top = (min((getattr(cell, key) for cell in tiling.cells), default=0) for key in ("right", "row"))
    for cell in tiling.cells:
        x = MARGIN + (cell.right - left + 1) * WIDE / 2
        yield x, MARGIN + HIGH / 2 + (cell.row - top) * HIGH * 0.75


def tiling_svg(tiling: Tiling) -> str:
    """The map as an SVG element, black on white with a disc in the colour of its side; all is said in words, too."""
    groups = list(dict.fromkeys((*tiling.groups, *(cell.group for cell in tiling.cells if cell.group))))
    placed = zip(tiling.cells, _tile_middles(tiling), strict=True)
    inside = "\n".join(part for cell, (x, y) in placed for part in _hexagon_elements(cell, x, y, groups))
    wide, high = tiling_size(tiling)
    box = f'width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}"'
    fit = "width: 100%; height: auto; max-height: 150mm"  # on a page; alone it is as large as it says
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="tiles" role="img" style="{fit}" {box}>'
    return f"{head}\n<title>map</title>\n<style>{STYLE}</style>\n{inside}\n</svg>"


def _hexagon_elements(cell: Cell, x: float, y: float, groups: Sequence[str]) -> Iterator[str]:
    """A tile around its middle."""
    from html import escape  # only pictures want it, and it brings a table of 2,000 names

    across, up = WIDE / 2, HIGH / 2
    corners = [(0.0, -up), (across, -up / 2), (across, up / 2), (0.0, up), (-across, up / 2), (-across, -up / 2)]
    points = " ".join(f"{x + right:g},{y + down:g}" for right, down in corners)
    told = ", ".join(map(one_line, (cell.title, cell.ground, *cell.lines)))
    yield f"<g><title>{escape(told)}</title>"
    yield f'<polygon class="tile{" rough" if cell.ground else ""}" points="{points}"/>'
    yield _text_element("where", x, y - 42, cell.title)
    if cell.ground:
        yield _text_element("ground", x, y - 26, cell.ground)
    shown = (
        cell.lines if len(cell.lines) <= LINES else (*cell.lines[: LINES - 1], f"+{len(cell.lines) - LINES + 1} more")
    )
    for at, line in enumerate(shown):
        yield _text_element("there", x, y - 8 + 16 * at, line)
    if cell.group:
        paint = PAINT[groups.index(cell.group) % len(PAINT)]
        yield f'<circle cx="{x:g}" cy="{y + 46:g}" r="9" fill="{paint}"/>'
        yield _text_element("whose", x, y + 50, cell.group[:1].upper())
    yield "</g>"


def _text_element(kind: str, x: float, y: float, text: str) -> str:
    from html import escape

    plain = one_line(text)
    short = plain if len(plain) <= 17 else plain[:16] + "…"
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(short)}</text>'

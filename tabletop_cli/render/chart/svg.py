"""Charts as SVG, alone or in an HTML page that needs nothing else, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ...core.page import Chart, Page, Para, Spot, Tiling
from ..safe import clean, one_line
from . import tiles
from .layout import arrange_spots, cell_centre

WIDE, HIGH = 190, 84  # of a box
ACROSS, DOWN = 240, 150  # from one box to the next
MARGIN = 20
LINE = 17  # from one line of text to the next
DRAWN = """\
.link { stroke: var(--line, #777); stroke-width: 2 }
.spot { fill: var(--paper, #fff); stroke: var(--line, #777); stroke-width: 2 }
.sign { fill: var(--paper, #fff); stroke: var(--line, #777) }
text { font: 13px system-ui, sans-serif; fill: var(--ink, #1c1c1c) }
.title { font-weight: 600; font-size: 15px }
"""  # of what is drawn; without the colours of a page it is dark on light
STYLE = f"""\
:root {{ color-scheme: light dark; --ink: #1c1c1c; --paper: #fff; --line: #777 }}
@media (prefers-color-scheme: dark) {{ :root {{ --ink: #e8e8e8; --paper: #191919; --line: #999 }} }}
body {{ font: 16px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1.5rem }}
svg {{ max-width: 100%; height: auto }}
{DRAWN}"""


def charts_html(page: Page) -> str:
    """A page with its charts and its words as one HTML file."""
    title = escape(one_line(page.title))
    body = []
    for block in page.blocks:
        if isinstance(block, Tiling):
            body.append(tiles.tiling_svg(block))
        elif isinstance(block, Chart):
            body.append(chart_svg(block))
            body += [f"<p>{escape(one_line(meaning))}</p>" for meaning in block.meanings]
        elif isinstance(block, Para):
            body.append(f"<p>{escape(clean(block.text))}</p>")
    subtitle = f"<p>{escape(one_line(page.subtitle))}</p>\n" if page.subtitle else ""
    head = f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{title}</title>'
    style = f"<style>\n{STYLE}</style>"
    inside = "\n".join(body)
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n{style}\n<h1>{title}</h1>\n{subtitle}{inside}\n</html>\n'


def page_pictures(page: Page) -> Iterator[str]:
    """The charts and maps of a page, each as an SVG element."""
    for block in page.blocks:
        if isinstance(block, Chart | Tiling):
            yield chart_svg(block) if isinstance(block, Chart) else tiles.tiling_svg(block)


def chart_svg(chart: Chart, style: str = STYLE) -> str:
    """A chart as an SVG element; every spot and every sign has its words. A page of its own colours has its `style`."""
    at = {name: _box_corner(cell) for name, cell in arrange_spots(chart).items()}
    wide = max((x for x, _ in at.values()), default=0) + WIDE + MARGIN
    high = max((y for _, y in at.values()), default=0) + HIGH + MARGIN
    groups = list(dict.fromkeys((*chart.groups, *(spot.group for spot in chart.spots if spot.group))))
    parts = [
        *_link_elements(chart, at),
        *(part for spot in chart.spots for part in _spot_elements(spot, at[spot.id], groups)),
    ]
    size = f'width="{wide:g}" height="{high:g}" viewBox="0 0 {wide:g} {high:g}"'
    inside = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>\n<style>{style}</style>\n{inside}\n</svg>'


def _box_corner(cell: tuple[int, int]) -> tuple[float, float]:
    right, down = cell_centre(cell)
    return MARGIN + right * ACROSS, MARGIN + down * DOWN


def _link_elements(chart: Chart, at: dict[str, tuple[float, float]]) -> Iterator[str]:
    for link in chart.links:
        (x, y), (u, v) = ((left + WIDE / 2, top + HIGH / 2) for left, top in (at[end] for end in link.ends))
        yield f'<line class="link" x1="{x:g}" y1="{y:g}" x2="{u:g}" y2="{v:g}"/>'
        if sign := one_line(link.sign):
            middle, down, wide = (x + u) / 2, (y + v) / 2, 9 * len(sign) + 12
            told = escape(one_line(link.words))
            box = f'x="{middle - wide / 2:g}" y="{down - 11:g}" width="{wide}" height="22" rx="11"'
            text = f'<text x="{middle:g}" y="{down + 5:g}" text-anchor="middle">{escape(sign)}</text>'
            yield f'<g><title>{told}</title><rect class="sign" {box}/>{text}</g>'


def _spot_elements(spot: Spot, corner: tuple[float, float], groups: list[str]) -> Iterator[str]:
    """A box with a strip in the colour of its group; whose it is stands in its words, too."""
    x, y = corner
    lines = [one_line(line) for line in spot.lines]
    shown = lines if len(lines) <= 3 else [*lines[:2], f"+{len(lines) - 2} more"]
    yield f"<g><title>{escape('; '.join((one_line(spot.title), *lines)))}</title>"
    yield f'<rect class="spot" x="{x:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="8"/>'
    if spot.group:
        paint = tiles.PAINT[groups.index(spot.group) % len(tiles.PAINT)]
        yield f'<rect x="{x:g}" y="{y:g}" width="10" height="{HIGH}" rx="4" fill="{paint}"/>'
    yield f'<text class="title" x="{x + 18:g}" y="{y + 20:g}">{escape(_shorten_text(one_line(spot.title), 20))}</text>'
    for at, line in enumerate(shown, 1):
        yield f'<text x="{x + 18:g}" y="{y + 20 + at * LINE:g}">{escape(_shorten_text(line, 26))}</text>'
    yield "</g>"


def _shorten_text(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"

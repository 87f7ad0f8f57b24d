"""Charts as lines of text: boxes and dots for a terminal, or one fact a line."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.page import Chart, Spot
from ..safe import one_line
from .layout import COLUMNS, Cell, arrange_spots

NARROWEST, ROOMY, WIDEST = 14, 16, 22  # columns of a box
GAP = 2  # columns between boxes at least
HEIGHT = 5  # lines of a box: a frame, a title, two lines
STEP = 8  # lines from one row of boxes to the next


def chart_facts(chart: Chart) -> Iterator[str]:
    """A line for each spot and each line between two, for whoever sees no pictures."""
    titles = {spot.id: one_line(spot.title) for spot in chart.spots}
    for spot in chart.spots:
        yield ": ".join(filter(None, (titles[spot.id], ", ".join(map(one_line, spot.lines)))))
    for link in chart.links:
        words = f": {one_line(link.words)}" if link.words else ""
        yield f"{titles[link.ends[0]]} - {titles[link.ends[1]]}{words}"


def chart_room(chart: Chart) -> tuple[int, int]:
    """Columns and lines of a terminal in which the drawing reads well."""
    cells = arrange_spots(chart).values()
    across, down = (max((cell[at] for cell in cells), default=0) for at in (1, 0))
    return int((ROOMY + GAP) * (across + 1.5) - GAP) + 1, down * STEP + HEIGHT + len(chart.meanings) + 1


def chart_lines(chart: Chart, width: int) -> Iterator[str]:
    """The chart in no more than `width` columns, and below it what the signs on its lines mean."""
    if not chart.spots:
        return
    columns = max(1, min(COLUMNS, int((width + GAP) / (NARROWEST + GAP) - 0.5)))
    cells = arrange_spots(chart, columns)
    across = max(column for _, column in cells.values()) + 1
    box = min(WIDEST, int((width + GAP) / (across + 0.5)) - GAP)
    canvas = _Canvas(width, (max(row for row, _ in cells.values()) * STEP) + HEIGHT)
    for link in chart.links:
        canvas.add_line(_box_middle(cells[link.ends[0]], box), _box_middle(cells[link.ends[1]], box))
    for spot in chart.spots:
        canvas.add_box(_box_corner(cells[spot.id], box), box, spot)
    for link in chart.links:
        canvas.add_sign(
            _box_middle(cells[link.ends[0]], box), _box_middle(cells[link.ends[1]], box), one_line(link.sign)
        )
    yield from canvas.as_lines()
    if chart.meanings:
        yield ""
        yield from map(one_line, chart.meanings)


def _box_corner(cell: Cell, box: int) -> tuple[int, int]:
    """Column and line of the upper left corner of a box."""
    row, column = cell
    return column * (box + GAP) + (row % 2) * ((box + GAP) // 2), row * STEP


def _box_middle(cell: Cell, box: int) -> tuple[int, int]:
    left, top = _box_corner(cell, box)
    return left + box // 2, top + HEIGHT // 2


class _Canvas:
    """Characters in rows."""

    def __init__(self, width: int, height: int) -> None:
        self._rows = [[" "] * width for _ in range(height)]

    def put_text(self, column: int, row: int, text: str) -> None:
        for at, letter in enumerate(text, column):
            if 0 <= row < len(self._rows) and 0 <= at < len(self._rows[row]):
                self._rows[row][at] = letter

    def add_line(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        for column, row in _points_between(one, other):
            self.put_text(column, row, "·")

    def add_sign(self, one: tuple[int, int], other: tuple[int, int], text: str) -> None:
        """A sign at the middle of what is seen of a line."""
        free = [at for at in _points_between(one, other) if self._rows[at[1]][at[0]] == "·"]
        if text and free:
            column, row = free[len(free) // 2]
            self.put_text(column - len(text) // 2, row, text)

    def add_box(self, corner: tuple[int, int], box: int, spot: Spot) -> None:
        left, top = corner
        inside = box - 4
        shown = [spot.title, *spot.lines[: HEIGHT - 3]]
        if len(spot.lines) > HEIGHT - 3:
            shown[-1] = f"+{len(spot.lines) - HEIGHT + 4} more"
        self.put_text(left, top, f"┌{'─' * (box - 2)}┐")
        for at in range(HEIGHT - 2):
            text = one_line(shown[at]) if at < len(shown) else ""
            text = text if len(text) <= inside else text[: inside - 1] + "…"
            self.put_text(left, top + 1 + at, f"│ {text:<{inside}} │")
        self.put_text(left, top + HEIGHT - 1, f"└{'─' * (box - 2)}┘")

    def as_lines(self) -> Iterator[str]:
        yield from ("".join(row).rstrip() for row in self._rows)


def _points_between(one: tuple[int, int], other: tuple[int, int]) -> list[tuple[int, int]]:
    """The characters on the way from one to another, every other one where it is slanting."""
    wide, high = other[0] - one[0], other[1] - one[1]
    steps = max(abs(wide) // 2, abs(high) * 2, 1) if high else abs(wide)
    points = ((one[0] + round(wide * at / steps), one[1] + round(high * at / steps)) for at in range(steps + 1))
    return list(dict.fromkeys(points))

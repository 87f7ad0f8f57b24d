"""Drawings of dice as lines: a label, then cells as wide as the widest of all; in parts where that is too wide."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.page import Drawing
from .safe import one_line

GAP = 2  # columns between the labels and the cells


def drawing_lines(drawing: Drawing, width: int) -> Iterator[str]:
    """The drawing in no more than `width` columns; where it takes several parts, an empty line stands between them.

    A part has at least one cell in a row, however narrow the terminal is. Rows may be of different length.
    """
    rows = [[one_line(cell) for cell in row] for row in drawing.rows]
    labels = max((len(row[0]) for row in rows if row), default=0)
    cell = max((len(cell) for row in rows for cell in row[1:]), default=0) + 1
    most = max((len(row) - 1 for row in rows), default=0)
    room = max(1, (width - labels - GAP + 1) // cell)
    for first in range(0, max(most, 1), room):
        if first:
            yield ""
        for row in rows:
            if row:
                cells = "".join(one.rjust(cell) for one in row[1 + first : 1 + first + room])
                yield f"{row[0]:<{labels + GAP - 1}}{cells}".rstrip()

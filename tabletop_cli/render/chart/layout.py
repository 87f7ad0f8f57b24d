"""Where the spots of a chart are drawn: on a staggered grid, so that lines are short and few cross each other.

The same chart always looks the same: nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot

from ...core.page import Chart

Cell = tuple[int, int]  # row, column
Point = tuple[float, float]  # right, down, in cells
COLUMNS = 4
MOST = 40  # spots that are arranged; more stand in their order
ROUNDS = 12
CROSSING, HIDDEN = 3.0, 8.0  # what two lines that cross, and a line behind a spot, weigh against length


def cell_centre(cell: Cell) -> Point:
    """The middle of a cell: every other row stands half a cell to the right."""
    row, column = cell
    return column + 0.5 * (row % 2), float(row)


def arrange_spots(chart: Chart, columns: int = COLUMNS) -> dict[str, Cell]:
    """The cell of each spot by id."""
    names = _by_nearness(chart)
    wide = min(columns, max(2, round(len(names) ** 0.5))) if names else 1
    cells = [(at // wide, at % wide) for at in range(-(-len(names) // wide) * wide)]
    places = dict(zip(names, cells, strict=False))
    if len(names) > MOST:
        return places
    links = [ends for ends in {tuple(sorted(link.ends)) for link in chart.links} if ends[0] != ends[1]]
    return _improve_places(places, cells, sorted((one, other) for one, other in links))


def _by_nearness(chart: Chart) -> list[str]:
    """The spots so that those joined to each other stand near each other: as one comes to them from the first."""
    joined: dict[str, list[str]] = {spot.id: [] for spot in chart.spots}
    for one, other in (link.ends for link in chart.links):
        joined[one].append(other)
        joined[other].append(one)
    found: list[str] = []
    for spot in chart.spots:
        waiting = [spot.id]
        while waiting:
            name = waiting.pop(0)
            if name not in found:
                found.append(name)
                waiting += sorted(joined[name])
    return found


def _improve_places(
    places: dict[str, Cell], cells: Sequence[Cell], links: Sequence[tuple[str, str]]
) -> dict[str, Cell]:
    """The places after swaps, each of which makes the drawing lighter."""
    best = _drawing_weight(places, links)
    for _ in range(ROUNDS):
        before = best
        for one, other in combinations(cells, 2):
            tried = _swap_cells(places, one, other)
            if (weight := _drawing_weight(tried, links)) < best - 1e-9:
                places, best = tried, weight
        if best == before:
            break
    return places


def _swap_cells(places: Mapping[str, Cell], one: Cell, other: Cell) -> dict[str, Cell]:
    swap = {one: other, other: one}
    return {name: swap.get(cell, cell) for name, cell in places.items()}


def _drawing_weight(places: Mapping[str, Cell], links: Sequence[tuple[str, str]]) -> float:
    """How hard a drawing is to read: the lengths of its lines, where they cross, and what stands before them."""
    at = {name: cell_centre(cell) for name, cell in places.items()}
    lines = [(at[one], at[other]) for one, other in links]
    weight = sum(_distance(*line) ** 2 for line in lines)
    weight += CROSSING * sum(_is_crossing(*one, *other) for one, other in combinations(lines, 2))
    for start, end in lines:
        weight += HIDDEN * sum(_is_before_line(spot, start, end) for spot in at.values() if spot not in (start, end))
    return weight


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _side_of_line(one: Point, other: Point, third: Point) -> float:
    """On which side of a line a point is: positive, negative, or 0 on it."""
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


def _is_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two lines cross; those that meet at a spot do not."""
    if {a, b} & {c, d}:
        return False
    return _side_of_line(a, b, c) * _side_of_line(a, b, d) < 0 and _side_of_line(c, d, a) * _side_of_line(c, d, b) < 0


def _is_before_line(spot: Point, start: Point, end: Point) -> bool:
    """Whether a spot stands before a line."""
    along = (spot[0] - start[0]) * (end[0] - start[0]) + (spot[1] - start[1]) * (end[1] - start[1])
    length = _distance(start, end)
    return 0 < along < length**2 and abs(_side_of_line(start, end, spot)) / length < 0.4

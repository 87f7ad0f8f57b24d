"""Several lists side by side, as a page: a row for each thing, a column for each list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..core.data import JsonObject
from ..core.lists.side_by_side import Held, SideBySide
from ..core.page import Page, Para, Table
from ..core.quantities import format_ratio
from .number_text import format_spent
from .safe import one_line

NONE = "-"


def side_by_side_page(found: SideBySide, names: Sequence[str]) -> Page:
    """The lists by their files: sums, things and house rules."""
    heads = ("", *map(one_line, names))
    held = [(_held_text(one), *_count_cells(one)) for one in found.held]
    blocks = [Table(heads, tuple(_sum_rows(found))), Table(heads, tuple(held), right=frozenset(heads[1:]))]
    if found.house:
        blocks.append(Table(heads, tuple((name, *values) for name, values in found.house), "House rules"))
    end = [Para("no difference")] if found.same else []
    return Page("Lists side by side", (*blocks, *end), data=_lists_data(found, names))


def _sum_rows(found: SideBySide) -> Iterator[tuple[str, ...]]:
    lists = found.lists
    yield "name", *(one_line(one.sheet.name) for one in lists)
    if len({one.system.id for one in lists}) > 1:
        yield "system", *(one.system.id for one in lists)
    if any(one.sheet.faction for one in lists):
        yield "faction", *(one_line(one.sheet.faction) or NONE for one in lists)
    if any(one.report.points is not None for one in lists):
        yield "points", *(format_spent(one.report.points, one.report.budget) or NONE for one in lists)
    yield f"{one_line(lists[0].sheet.unit)}s", *(str(one.sheet.units) for one in lists)
    yield "legal", *(f"no, {count}" if count else "yes" for count in found.problems)


def _held_text(one: Held) -> str:
    """``Terminator Squad, Two Assault Cannons [2]``: with the points of one copy, where they are the same."""
    prices = {price for price, count in zip(one.points, one.counts, strict=True) if count}
    price = prices.pop() if len(prices) == 1 else None
    return ", ".join(map(one_line, (one.kind, *one.options))) + ("" if price is None else f" [{format_spent(price)}]")


def _count_cells(one: Held) -> Iterator[str]:
    prices = {price for price, count in zip(one.points, one.counts, strict=True) if count}
    for count, price in zip(one.counts, one.points, strict=True):
        told = f" [{format_spent(price)}]" if len(prices) > 1 and price is not None else ""
        yield f"{count}{told}" if count else NONE


def _lists_data(found: SideBySide, names: Sequence[str]) -> JsonObject:
    lists = [
        {
            "file": name,
            "name": one.sheet.name,
            "system": one.system.id,
            "faction": one.sheet.faction,
            "points": _ratio_or_none(one.report.points),
            "budget": _ratio_or_none(one.report.budget),
            "units": one.sheet.units,
            "legal": not count,
        }
        for name, one, count in zip(names, found.lists, found.problems, strict=True)
    ]
    held = [
        {
            "kind": one.kind,
            "options": list(one.options),
            "counts": list(one.counts),
            "points_each": list(map(_ratio_or_none, one.points)),
        }
        for one in found.held
    ]
    house = [{"rule": name, "values": list(values)} for name, values in found.house]
    return {"same": found.same, "lists": lists, "entries": held, "house": house}


def _ratio_or_none(points: Fraction | None) -> str | None:
    return None if points is None else format_ratio(points)

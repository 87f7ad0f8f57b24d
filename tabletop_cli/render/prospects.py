"""What a list can do, as a table with a few words above and below it: the same in every format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..core.lists.prospects import TO_AGREE, TOO_MUCH, Chance, Line, Prospect, Prospects, Sum
from ..core.numbers import mixed
from ..core.page import Block, Heading, Para, Table
from .numbers import expected, rounded
from .safe import one_line

TITLE = "What the list can do"
LEFT_OUT = "note: there is no room for what the list can do; --odds shows it"
NOBODY, BETTER = "-", ""  # cells: no use against it; another row of the same is better
OPEN = {TO_AGREE: "to agree", TOO_MUCH: "too much"}  # cells, see `notes`
MORE = "+"  # behind a sum of which something is left out


def blocks(prospects: Prospects | None, *, in_words: bool = False) -> tuple[Block, ...]:
    """As blocks of a page; none where nothing is said. `in_words`: a line for each row instead of a table."""
    if prospects is None:
        return ()
    below = (Para(one, "note") for one in notes(prospects))
    lines = (Para(f"{name}: {text}" if name else f"- {text}") for name, text in told(prospects))
    return (Heading(TITLE), Para(prospects.conditions), *(lines if in_words else (table(prospects),)), *below)


class Row(NamedTuple):
    """A row: whose it is, empty for a further one of the same; with what; what a copy costs; a cell for each foe."""

    name: str
    words: str
    each: str
    cells: tuple[str, ...]


def table(prospects: Prospects) -> Table:
    """A row for each means that is the best against somebody, then the rows of the whole list."""
    heads = [one_line(foe.name) for foe in prospects.foes]
    priced = prospects.points is not None
    rows = ((row.name, row.words, *((row.each,) if priced else ()), *row.cells) for row in _rows(prospects))
    columns = ("unit", "with", *(("each",) if priced else ()), *heads)
    return Table(columns, tuple(rows), right=frozenset(("each", *heads)))


def told(prospects: Prospects, glue: str = " ") -> list[tuple[str, str]]:
    """The same rows in words, for each value against whom: ``Hale [1]``, ``Small Arms: 42% infantry +1; 25% bike``.

    What says nothing is left out. `glue` stands in what belongs together.
    """
    found = []
    for row in _rows(prospects):
        values: dict[str, list[str]] = {}
        for cell, foe in zip(row.cells, prospects.foes, strict=True):
            if cell not in (NOBODY, BETTER):
                values.setdefault(cell, []).append(one_line(foe.name).replace(" ", glue))
        if values:
            text = "; ".join(f"{cell}{glue}{', '.join(foes)}" for cell, foes in values.items())
            words = f"{row.words}: {text}" if row.words else text
            found.append((f"{row.name} [{row.each}]" if row.each else row.name, words))
    return found


def _rows(prospects: Prospects) -> list[Row]:
    entries = [row for same, count in _alike(prospects.entries) for row in _of_entry(same, count)]
    return [*entries, *_whole(prospects)]


def _alike(entries: Sequence[Prospect]) -> list[tuple[Prospect, int]]:
    """Entries that look alike stand once, with their copies together."""
    found: dict[tuple[str, Fraction | None, str], tuple[Prospect, int]] = {}
    for one in entries:
        key = (
            one.title,
            one.each,
            repr([[(line.words, line.times, line.chances) for line in own] for own in one.attackers]),
        )
        first, count = found.get(key, (one, 0))
        found[key] = (first, count + one.count)
    return list(found.values())


def _of_entry(one: Prospect, count: int) -> Iterator[Row]:
    """The rows of an entry; what it is and costs stands in the first."""
    name = f"{count}x {one_line(one.title)}" if count > 1 else one_line(one.title)
    each = mixed(one.each) if one.each is not None else ""
    for lines in one.attackers:
        shown = [line for line in lines if any(chance.shown for chance in line.chances)] or lines[:1]
        for at, line in enumerate(shown):
            words = f"{line.times}x {one_line(line.words)}" if line.times > 1 else one_line(line.words)
            cells = (_cell(chance, lines, foe, first=not at) for foe, chance in enumerate(line.chances))
            yield Row(name, words, each, tuple(cells))
            name = each = ""


def _cell(chance: Chance, lines: Sequence[Line], foe: int, *, first: bool) -> str:
    if chance.shown:
        return rounded(chance.chance) if chance.chance is not None else OPEN[chance.why]
    return NOBODY if first and not any(line.chances[foe].shown for line in lines) else BETTER


def _whole(prospects: Prospects) -> Iterator[Row]:
    """What all of them together can be expected to remove, and the points that one removal costs."""
    if prospects.together:
        chances = (
            rounded(one.chance) if one.chance is not None else OPEN.get(one.why, NOBODY) for one in prospects.together
        )
        yield Row(next(iter(prospects.ways.values())), "", "", tuple(chances))
    for words, sums in prospects.sums():
        yield Row(words, "expected", "", tuple(map(_expected, sums)))
        if prospects.points is not None and any(one.expected and one.whole for one in sums):
            yield Row("", "points for one", "", tuple(_points_for(one, prospects.points) for one in sums))


def _expected(one: Sum) -> str:
    if one.expected is None:
        return OPEN.get(one.why, NOBODY)
    return expected(one.expected) + MORE * (not one.whole)


def _points_for(one: Sum, points: Fraction) -> str:
    return f"{float(points / one.expected):.1f}" if one.expected and one.whole else NOBODY


def notes(prospects: Prospects) -> list[str]:
    """What stands below the table: which enemies are meant, and what the words in its cells say."""
    meant = "; ".join(f"{one_line(foe.name)}: {one_line(foe.told)}" for foe in prospects.foes if foe.told)
    lines = [line for entry in prospects.entries for lines in entry.attackers for line in lines]
    open_ = dict.fromkeys(one_line(line.words) for line in lines if any(one.why == TO_AGREE for one in line.chances))
    agree = f"{OPEN[TO_AGREE]}: the rulebook leaves a number open, and no house rule says it: {', '.join(open_)}"
    least = f"{MORE} behind a sum: at least so much"
    much = f"{OPEN[TOO_MUCH]}: these odds take too long to reckon here"
    late = any(one.why == TOO_MUCH for one in (*prospects.together, *(one for line in lines for one in line.chances)))
    return [one for one, there in ((meant, meant), (agree, open_), (much, late), (least, open_ or late)) if there]

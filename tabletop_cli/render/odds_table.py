"""What a list can do, as a table with a few words above and below it: the same in every format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ..core.lists.list_odds import TO_AGREE, TOO_MUCH, Chance, Line, Prospect, Prospects, Sum
from ..core.page import BLANK, Block, Heading, Para, Table
from ..core.quantities import format_fraction
from .number_text import format_expected, format_percent
from .safe import one_line

TITLE = "What the list can do"
BRIEF = "Only the best attack of each unit is shown."  # behind the conditions
LEFT_OUT = "note: the odds table was left out for want of room; --odds shows it"
NOBODY, BETTER = "-", ""  # cells: no use against it; another row of the same is better
OPEN = {TO_AGREE: BLANK, TOO_MUCH: "too much"}  # cells, see `odds_notes`
MORE = "+"  # behind a sum of which something is left out


def odds_blocks(prospects: Prospects | None, *, in_words: bool = False) -> tuple[Block, ...]:
    """As blocks of a page; none where nothing is said. `in_words`: a line for each row instead of a table."""
    if prospects is None:
        return ()
    below = (Para(one, "note") for one in odds_notes(prospects))
    lines = (Para(f"{name}: {text}" if name else f"- {text}") for name, text in odds_lines(prospects))
    return (Heading(TITLE), Para(prospects.conditions), *(lines if in_words else odds_tables(prospects)), *below)


class Row(NamedTuple):
    """A row: whose it is, empty for a further one of the same; with what; what a copy costs; a cell for each foe."""

    name: str
    words: str
    each: str
    cells: tuple[str, ...]


def odds_tables(prospects: Prospects) -> tuple[Table, ...]:
    """For each way of attacking a table: a row for each means that is the best against somebody, then their sum.

    The tables have titles where there are several.
    """
    ways = dict.fromkeys(lines[0].way for one in prospects.entries for lines in one.attackers)
    several = len(ways) > 1
    return tuple(
        _rows_table(prospects, _list_rows(prospects, way if several else ""), way.capitalize() * several)
        for way in sorted(ways, key=[*prospects.ways].index)
    )


def brief_odds_table(prospects: Prospects) -> Table:
    """A row for each entry, with the best of all its attacks against each foe; then the sums of the whole list."""
    rows = [_best_row(prospects, same, count) for same, count in _merge_alike(prospects.entries)]
    whole = [row for row in _sum_rows(prospects) if row.name]
    return _rows_table(prospects, [*rows, *(_with_full_name(row) for row in whole)])


def _with_full_name(row: Row) -> Row:
    return row._replace(name=f"{row.name}, {row.words}" if row.words else row.name, words="")


def _rows_table(prospects: Prospects, rows: Sequence[Row], title: str = "") -> Table:
    """Rows as a table; a column in which nothing would be is left out."""
    heads = [one_line(foe.name) for foe in prospects.foes]
    there = (True, any(row.words for row in rows), prospects.points is not None)
    columns = [name for name, shown in zip(("unit", "with", "each"), there, strict=True) if shown]
    cells = (
        (*(cell for cell, shown in zip((row.name, row.words, row.each), there, strict=True) if shown), *row.cells)
        for row in rows
    )
    return Table((*columns, *heads), tuple(cells), title, right=frozenset(("each", *heads)))


def odds_lines(prospects: Prospects, glue: str = " ") -> list[tuple[str, str]]:
    """The same rows in words, for each value against whom: ``Hale [1]``, ``Small Arms: 42% infantry +1; 25% bike``.

    What says nothing is left out. `glue` stands in what belongs together.
    """
    found = []
    for row in _list_rows(prospects):
        values: dict[str, list[str]] = {}
        for cell, foe in zip(row.cells, prospects.foes, strict=True):
            if cell not in (NOBODY, BETTER):
                values.setdefault(cell, []).append(one_line(foe.name).replace(" ", glue))
        if values:
            text = "; ".join(f"{cell}{glue}{', '.join(foes)}" for cell, foes in values.items())
            words = f"{row.words}: {text}" if row.words else text
            found.append((f"{row.name} [{row.each}]" if row.each else row.name, words))
    return found


def _list_rows(prospects: Prospects, way: str = "") -> list[Row]:
    """The rows of all entries and of the whole list, or those of one way of attacking."""
    entries = [row for same, count in _merge_alike(prospects.entries) for row in _entry_rows(same, count, way)]
    return [*entries, *_sum_rows(prospects, way)]


def _merge_alike(entries: Sequence[Prospect]) -> list[tuple[Prospect, int]]:
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


def _name_and_price(one: Prospect, count: int) -> tuple[str, str]:
    """What an entry is called, and what a copy of it costs."""
    name = f"{count}x {one_line(one.title)}" if count > 1 else one_line(one.title)
    return name, format_fraction(one.each) if one.each is not None else ""


def _entry_rows(one: Prospect, count: int, way: str) -> Iterator[Row]:
    """The rows of an entry, those of one way where one is said; its name and its price are in the first."""
    name, each = _name_and_price(one, count)
    for lines in one.attackers:
        if way not in ("", lines[0].way):
            continue
        shown = [line for line in lines if any(chance.shown for chance in line.chances)] or lines[:1]
        for at, line in enumerate(shown):
            words = f"{line.times}x {one_line(line.words)}" if line.times > 1 else one_line(line.words)
            cells = (_chance_cell(chance, lines, foe, first=not at) for foe, chance in enumerate(line.chances))
            yield Row(name, words, each, tuple(cells))
            name = each = ""


def _chance_cell(chance: Chance, lines: Sequence[Line], foe: int, *, first: bool) -> str:
    if chance.shown:
        return format_percent(chance.chance) if chance.chance is not None else OPEN[chance.why]
    return NOBODY if first and not any(line.chances[foe].shown for line in lines) else BETTER


def _best_row(prospects: Prospects, one: Prospect, count: int) -> Row:
    """An entry in one row."""
    lines = [line for group in one.attackers for line in group]
    cells = (_best_cell([line.chances[at] for line in lines]) for at in range(len(prospects.foes)))
    name, each = _name_and_price(one, count)
    return Row(name, "", each, tuple(cells))


def _best_cell(chances: Sequence[Chance]) -> str:
    known = [one.chance for one in chances if one.chance is not None]
    open_ = [OPEN[one.why] for one in chances if one.why in OPEN]
    if known:
        return format_percent(max(known)) + MORE * bool(open_)
    return min(open_, default=NOBODY)


def _sum_rows(prospects: Prospects, way: str = "") -> Iterator[Row]:
    """What all of them together can be expected to remove, and the points that one removal costs."""
    if prospects.together:
        chances = (
            format_percent(one.chance) if one.chance is not None else OPEN.get(one.why, NOBODY)
            for one in prospects.together
        )
        yield Row(next(iter(prospects.ways.values())), "", "", tuple(chances))
    for words, sums in prospects.sum_rows(way):
        yield Row(words, "expected", "", tuple(map(_expected_cell, sums)))
        if prospects.points is not None and any(one.expected and one.whole for one in sums):
            yield Row("", "points for one", "", tuple(_points_for(one, prospects.points) for one in sums))


def _expected_cell(one: Sum) -> str:
    if one.expected is None:
        return OPEN.get(one.why, NOBODY)
    return format_expected(one.expected) + MORE * (not one.whole)


def _points_for(one: Sum, points: Fraction) -> str:
    return f"{float(points / one.expected):.1f}" if one.expected and one.whole else NOBODY


def odds_notes(prospects: Prospects) -> list[str]:
    """What stands below the table: which enemies are meant, and what the words in its cells say."""
    meant = "; ".join(f"{one_line(foe.name)}: {one_line(foe.told)}" for foe in prospects.foes if foe.told)
    lines = [line for entry in prospects.entries for lines in entry.attackers for line in lines]
    open_ = dict.fromkeys(one_line(line.words) for line in lines if any(one.why == TO_AGREE for one in line.chances))
    agree = f"{OPEN[TO_AGREE]}: the rulebook leaves a number open, and no house rule gives it: {', '.join(open_)}"
    least = f"{MORE} after a number: at least this much"
    much = f"{OPEN[TOO_MUCH]}: these odds take too long to work out here"
    late = any(one.why == TOO_MUCH for one in (*prospects.together, *(one for line in lines for one in line.chances)))
    return [one for one, there in ((meant, meant), (agree, open_), (much, late), (least, open_ or late)) if there]

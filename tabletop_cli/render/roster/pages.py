"""For a terminal and as Markdown: a roster is a page like any other, which their reporters lay out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...core.lists.sheet import Card, Sheet, Source
from ...core.page import Block, Facts, Heading, Page, Para, Table
from ...core.quantities import count_text
from .. import render_pages
from ..number_text import format_spent, in_points
from ..odds_table import odds_blocks as prospect_blocks
from ..safe import one_line
from . import Options, roster_text
from .quiet import quiet_record

SHORT = 14  # characters of a stat with a column of its own
NUMBERS = frozenset({"copies", "points"})
_NUMBER = re.compile(r"[+-]?\d[\d /.,]*|-|")


def render(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text. Markdown is pasted where names may call people, so there they are quiet."""
    brief = options.form == "terminal"
    found = roster_page(sheet, source, brief=brief)
    return [render_pages(found if brief else quiet_record(found), options.form)]


def roster_page(sheet: Sheet, source: Source, *, brief: bool = True) -> Page:
    """A roster as a page; a brief one shows only the beginning of the file's hash."""
    subtitle = [
        sheet.system_name,
        sheet.faction,
        in_points(sheet.points, sheet.budget),
        count_text(sheet.units, sheet.unit),
    ]
    blocks = (
        *_problem_blocks(sheet),
        *((units_table(sheet.cards),) if sheet.cards else ()),
        *_stats_table(sheet.cards),
        *_card_tables(sheet.cards),
        *prospect_blocks(sheet.prospects),
        *_rule_blocks(sheet),
        *(() if brief else _track_blocks(sheet)),
        *([Facts(sheet.facts)] if sheet.facts else ()),
        *_section_blocks("House rules", sheet.house),
        *_section_blocks("Notes", _note_rows(sheet)),
        *_origin_blocks(source, brief),
    )
    return Page(sheet.name, blocks, " - ".join(part for part in subtitle if part))


def _problem_blocks(sheet: Sheet) -> Iterator[Block]:
    """What is wrong comes first."""
    if not sheet.legal:
        yield Para(roster_text.not_legal_text(sheet), "bad")
    for problem in sheet.problems:
        yield Para(roster_text.problem_text(problem), "bad" if problem.is_error else "warn")


def units_table(cards: Sequence[Card]) -> Table:
    """An entry a row; columns in which nothing would stand are left out."""
    kinds, chosen = any(roster_text.card_kind(card) for card in cards), any(card.options for card in cards)
    priced = any(card.points is not None for card in cards)
    found = (("copies", True), ("unit", True), ("kind", kinds), ("options", chosen), ("points", priced))
    rows = tuple(
        (
            str(card.count),
            roster_text.card_title(card) + " (hidden)" * card.secret,
            *((roster_text.card_kind(card),) if kinds else ()),
            *((roster_text.options_text(card) or "-",) if chosen else ()),
            *((format_spent(card.points),) if priced else ()),
        )
        for card in cards
    )
    return Table(tuple(name for name, shown in found if shown), rows, right=NUMBERS)


def _stats_table(cards: Sequence[Card]) -> Iterator[Table]:
    """A column for each short stat that many have; what few have stands together in the last one."""
    known = [(roster_text.card_title(card), dict(card.stats)) for card in cards if card.stats]
    names = dict.fromkeys(name for _, stats in known for name in stats)
    columns = [name for name in names if _is_column(name, [stats for _, stats in known])]
    rows = []
    for title, stats in known:
        more = ", ".join(f"{name} {text}" for name, text in stats.items() if name not in columns)
        rows.append((title, *(stats.get(name, "-") for name in columns), more))
    last = any(row[-1] for row in rows)
    if rows:
        right = frozenset(name for at, name in enumerate(columns, 1) if all(_NUMBER.fullmatch(row[at]) for row in rows))
        found = ["unit", *columns, *(["besides"] if last else [])]
        yield Table(tuple(found), tuple(dict.fromkeys(row[: len(found)] for row in rows)), right=right)


def _is_column(name: str, all_stats: Sequence[Mapping[str, str]]) -> bool:
    values = [stats[name] for stats in all_stats if name in stats]
    return 2 * len(values) >= len(all_stats) and max(map(len, values)) <= SHORT


def _card_tables(cards: Sequence[Card]) -> Iterator[Table]:
    """The tables of all entries, those about the same as one; entries that are alike share their rows.

    A table whose title is that of its entry stands alone.
    """
    kinds: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        if card.table and card.table.rows and card.table.columns:
            kinds.setdefault((card.table.title, card.table.columns[0]), []).append(card)
    for (title, _), found in kinds.items():
        tables = [card.table for card in found if card.table]
        columns = tuple(dict.fromkeys(name for table in tables for name in table.columns))
        alike: dict[tuple[tuple[str, ...], ...], list[Card]] = {}
        for card, table in zip(found, tables, strict=True):
            alike.setdefault(tuple(_rows_under_columns(table, columns)), []).append(card)
        rows = [
            (_card_titles(same) if not at else "", *row) for own, same in alike.items() for at, row in enumerate(own)
        ]
        right = frozenset[str]().union(*(table.right for table in tables))
        alone = all(one_line(title) == roster_text.card_title(card) for card in found)
        heads = columns if alone else ("unit", *columns)
        yield Table(heads, tuple(row[1:] for row in rows) if alone else tuple(rows), title, right)


def _rows_under_columns(table: Table, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The rows of a table under the columns of several."""
    for row in table.rows:
        cells = dict(zip(table.columns, row, strict=False))
        yield tuple(cells.get(name, "-") for name in columns)


def _card_titles(cards: Sequence[Card]) -> str:
    return ", ".join(dict.fromkeys(roster_text.card_title(card) for card in cards))


def _rule_blocks(sheet: Sheet) -> Iterator[Block]:
    if sheet.rules:
        yield Heading("Special rules")
        yield from (Para(f"{one_line(name)}: {text}") for name, text in sheet.rules)


def _note_rows(sheet: Sheet) -> list[tuple[str, str]]:
    notes = [("army", sheet.note), *((roster_text.card_title(card), card.note) for card in sheet.cards)]
    return [(name, note) for name, note in notes if note]


def _track_blocks(sheet: Sheet) -> Iterator[Block]:
    """What is ticked off during a game: not on a terminal, where nobody can."""
    empty, full = "☐", "☒"
    units = tuple(roster_text.track_lines(sheet, empty, full, ", "))
    army = tuple(roster_text.army_track_lines(sheet, empty, full))
    if units:
        yield Table(("to tick off", ""), units)
    if army:
        yield Table(("for the army", ""), army)
    if sheet.legend and (units or army):
        yield Para(roster_text.legend_text(sheet), "note")


def _section_blocks(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[Block]:
    if rows:
        yield Heading(title)
        yield Facts(tuple(rows))


def _origin_blocks(source: Source, brief: bool) -> Iterator[Block]:
    """One line below all else, such as ``file morel.toml, SHA256 0123456789ab``."""
    found = roster_text.origin_pairs(source, brief=brief)
    parts = [f"{name if name.isupper() else name.lower()} {value}" for name, value in found]
    if parts:
        yield Para(", ".join(parts), "note")

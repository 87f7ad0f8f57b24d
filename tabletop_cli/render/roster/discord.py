"""Messages for Discord, each short enough to be sent: units stay whole as far as they can.

A message may have 2,000 characters. Pieces count in UTF-16 units, which is never less than what Discord counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from textwrap import wrap

from ...core.lists.sheet import Card, Sheet, Source
from ...core.page import Table
from .. import odds_table
from ..safe import clean, one_line
from . import Options, roster_text
from .quiet import quiet_text

MOST = 1_950  # of 2,000
PIECE = 300  # characters of a text from outside in one line; marks and escapes make it longer
WIDEST = 60  # columns of a table, more do not fit on a telephone
_SPECIAL = re.compile(r"([\\`*_~|<>\[\]])")
_AT_START = re.compile(r"^(\d*)([#+\-]|(?<=\d)[.)])")


def render(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """The messages, in order; where there are several each begins with the army's name and its number.

    What the list can do is told where it needs no message more, or where somebody wants it.
    """
    name = f"**{escape(one_line(sheet.name)[:60])}**"
    room = MOST - utf16_length(f"{name} (999 of 999)\n\n")
    messages = list(pack_messages(_roster_sections(sheet, source), room))
    if sheet.prospects is not None and options.odds is None:
        fewer = list(pack_messages(_roster_sections(replace(sheet, prospects=None), source), room))
        if len(fewer) < len(messages):
            messages = fewer
            options.warn(odds_table.LEFT_OUT)
    if len(messages) == 1:
        return [f"{name}\n{messages[0]}\n"]
    options.warn(
        f"note: {len(messages)} messages; --short gives one line per {sheet.unit}, --no-rules leaves out rule texts"
    )
    return [f"{name} ({at} of {len(messages)})\n{text}\n" for at, text in enumerate(messages, 1)]


def utf16_length(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def escape(text: str) -> str:
    """One line that Discord shows as it is: nobody is called, nothing is marked up, no page is shown."""
    return _AT_START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", quiet_text(one_line(text))))


def pack_messages(sections: Sequence[list[str]], room: int) -> Iterator[str]:
    """Sections in as few messages as they need in order; one that is too long for a message is parted between lines."""
    text = ""
    for section in sections:
        whole = "\n".join(section)
        if utf16_length(whole) > room:
            pieces = [(piece, "\n\n" if not at else "\n") for at, piece in enumerate(section)]
        else:
            pieces = [(whole, "\n\n")]
        for piece, between in pieces:
            if text and utf16_length(text + between + piece) > room:
                yield text
                text = ""
            text += between + piece if text else piece
    if text:
        yield text


def _roster_sections(sheet: Sheet, source: Source) -> list[list[str]]:
    """What belongs together: the head, each unit, each rule."""
    found = [list(_head_lines(sheet)), *(list(_card_lines(card)) for card in sheet.cards)]
    found.append(list(_prospect_lines(sheet)))
    for title, rows in (("Special rules", sheet.rules), ("House rules", sheet.house), ("Good to know", sheet.facts)):
        lines = [line for name, text in rows for line in _fact_lines(name, text)]
        found.append([f"__{title}__", *lines] if lines else [])
    where = ", ".join(f"{name} {escape(value)}" for name, value in roster_text.origin_pairs(source, brief=True))
    return [section for section in (*found, [where]) if any(section)]


def _head_lines(sheet: Sheet) -> Iterator[str]:
    if utf16_length(one_line(sheet.name)) > 60:
        yield from text_lines(sheet.name)
    yield from text_lines(" - ".join(part for part in (sheet.system_name, sheet.faction) if part))
    yield roster_text.sums_text(sheet, lambda points: f"**{points}**", escape)
    if not sheet.legal:
        yield f"**{roster_text.not_legal_text(sheet)}**"
    for problem in sheet.problems:
        yield from text_lines(roster_text.problem_text(problem), "- " if problem.is_error else "- Warning: ")
    yield from _note_lines(sheet.note)


def _card_lines(card: Card) -> Iterator[str]:
    name, kind, points = roster_text.card_heading(card)
    more = " - ".join(part for part in (kind, points, roster_text.SECRET if card.secret else "") if part)
    yield from _join_if_both_short(text_lines(name, "**", "**"), text_lines(more), " - ")
    yield from chain.from_iterable(text_lines(option, "- ") for option in card.options)
    yield from text_lines(roster_text.stats_text(card))
    yield from _table_lines(card.table)
    yield from text_lines(", ".join(card.rules), "*", "*")
    yield from _note_lines(card.note)


def _prospect_lines(sheet: Sheet) -> Iterator[str]:
    """What the list can do."""
    if sheet.prospects is None:
        return
    yield f"__{odds_table.TITLE}__"
    yield from text_lines(sheet.prospects.conditions)
    for name, told in odds_table.odds_lines(sheet.prospects):
        yield from _fact_lines(name, told) if name else text_lines(told, "- ")
    for note in odds_table.odds_notes(sheet.prospects):
        yield from text_lines(note)


def _note_lines(note: str) -> Iterator[str]:
    for line in clean(note).split("\n"):
        yield from text_lines(line, "> ")


def _fact_lines(name: str, text: str) -> list[str]:
    return _join_if_both_short(text_lines(name, "**", ":**"), text_lines(text), " ")


def _join_if_both_short(first: list[str], then: list[str], between: str) -> list[str]:
    """Two texts on one line where both are short."""
    if len(first) == len(then) == 1 and utf16_length(first[0] + then[0]) <= 2 * PIECE:
        return [first[0] + between + then[0]]
    return first + then


def text_lines(text: str, before: str = "", after: str = "") -> list[str]:
    """A text in lines, each escaped and short enough for a message."""
    return [f"{before}{escape(piece)}{after}" for piece in wrap(one_line(text), PIECE, break_on_hyphens=False)]


def _table_lines(table: Table | None) -> Iterator[str]:
    """A table in columns where it is narrow enough for that, else a row a line; no code block is too long to send."""
    if not table or not table.rows:
        return
    rows = [
        [_code_cell(cell) for cell in (*row, *[""] * (len(table.columns) - len(row)))][: len(table.columns)]
        for row in (table.columns, *table.rows)
    ]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(wide) + 2 * len(wide) > WIDEST:
        yield from chain.from_iterable(
            text_lines(roster_text.named_value(*row), "- ") for row in roster_text.row_pairs(table)
        )
        return
    pads = [str.rjust if name in table.right else str.ljust for name in table.columns]
    lines = ["  ".join(pad(cell, n) for pad, cell, n in zip(pads, row, wide, strict=True)) for row in rows]
    most = 1_000 // WIDEST
    for at in range(0, len(lines), most):
        yield "\n".join(("```", *(quiet_text(line).rstrip() for line in lines[at : at + most]), "```"))


def _code_cell(cell: str) -> str:
    """A cell that cannot end its code block."""
    return one_line(cell).replace("`", "'")

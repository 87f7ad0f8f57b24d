"""BBCode for forums: bold and lists, which all of them know.

There is no way of escaping that all forums share: [noparse] is unknown to most and can be closed from inside, entities
are shown as they are. So a space of no width stands behind each bracket of a name: it looks the same, and `[` followed
by it begins no tag anywhere. The same space parts @names, addresses and smileys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.lists.sheet import Card, Sheet, Source
from .. import odds_table
from ..safe import clean, one_line
from . import Options, roster_text
from .quiet import GAP, quiet_text


def render(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text."""
    return ["\n\n".join("\n".join(block) for block in _roster_blocks(sheet, source) if block) + "\n"]


def escape(text: str) -> str:
    """One line that is shown as it is."""
    return quiet_text(one_line(text)).replace("[", f"[{GAP}")


def bold_text(text: str) -> str:
    return f"[b]{escape(text)}[/b]"


def _roster_blocks(sheet: Sheet, source: Source) -> Iterator[list[str]]:
    yield [*_head_lines(sheet), *_note_lines(sheet.note)]
    for card in sheet.cards:
        yield list(_card_lines(card))
    yield list(_prospect_lines(sheet))
    yield _section_lines("Special rules", sheet.rules)
    yield _section_lines("House rules", list(roster_text.house_pairs(sheet)))
    yield _section_lines("Good to know", sheet.facts)
    said = ", ".join(f"{name} {escape(value)}" for name, value in roster_text.origin_pairs(source, brief=True))
    yield [f"[i]{said}[/i]"] if said else []


def _head_lines(sheet: Sheet) -> Iterator[str]:
    yield bold_text(sheet.name)
    yield " - ".join(escape(part) for part in (sheet.system_name, sheet.faction) if part)
    yield roster_text.sums_text(sheet, bold_text, escape)
    if not sheet.legal:
        yield bold_text(roster_text.not_legal_text(sheet))
    remarks = [("" if one.is_error else "Warning: ") + roster_text.problem_text(one) for one in sheet.problems]
    yield from _list_lines([escape(remark) for remark in remarks])


def _card_lines(card: Card) -> Iterator[str]:
    name, kind, points = roster_text.card_heading(card)
    yield " - ".join(part for part in (bold_text(name), escape(kind), points) if part)
    facts = [("Options", roster_text.options_text(card)), ("Stats", roster_text.stats_text(card))]
    facts += [("Rules", ", ".join(card.rules)), ("Secret", roster_text.SECRET if card.secret else "")]
    lines = [f"{name}: {escape(value)}" for name, value in facts if value]
    lines[2:2] = [escape(roster_text.named_value(*row)) for row in roster_text.row_pairs(card.table)]
    yield from _list_lines([*lines, *_note_lines(card.note)])


def _prospect_lines(sheet: Sheet) -> Iterator[str]:
    """What the list can do."""
    if sheet.prospects is None:
        return
    yield bold_text(odds_table.TITLE)
    yield escape(sheet.prospects.conditions)
    rows = [
        f"{bold_text(name)}: {escape(told)}" if name else escape(told)
        for name, told in odds_table.odds_lines(sheet.prospects)
    ]
    yield from _list_lines([*rows, *map(escape, odds_table.odds_notes(sheet.prospects))])


def _note_lines(note: str) -> list[str]:
    lines = [escape(line) for line in clean(note).split("\n") if line.strip()]
    return ["[i]" + "\n".join(lines) + "[/i]"] if lines else []


def _section_lines(title: str, rows: Sequence[tuple[str, str]]) -> list[str]:
    return (
        [bold_text(title), *_list_lines([f"{bold_text(name)}: {escape(text)}" for name, text in rows])] if rows else []
    )


def _list_lines(lines: Sequence[str]) -> list[str]:
    return ["[list]", *(f"[*]{line}" for line in lines), "[/list]"] if lines else []

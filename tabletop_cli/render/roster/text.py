"""Plain text as tournaments want it: a header, one fact a line, then a block for each entry; 72 columns.

Boxes to tick off are left to the formats for paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from ...core.lists.sheet import Card, Sheet, Source
from .. import odds_table
from ..safe import clean, one_line
from . import Options, roster_text

WIDTH = 72
GLUE = "\u00a0"  # a space at which no line is broken


def render(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text. Whatever people wrote is indented but for the army's name above all, so scripts can tell it apart."""
    return ["\n\n".join("\n".join(block) for block in _roster_blocks(sheet, source) if block) + "\n"]


def _roster_blocks(sheet: Sheet, source: Source) -> Iterator[list[str]]:
    yield [*_wrap_text(one_line(sheet.name)), *_header_lines(sheet)]
    for card in sheet.cards:
        yield list(_card_lines(card))
    yield list(_prospect_lines(sheet))
    yield _section_lines("SPECIAL RULES", sheet.rules)
    yield _section_lines("GOOD TO KNOW", sheet.facts)
    yield _section_lines("HOUSE RULES", list(roster_text.house_pairs(sheet)))
    yield _section_lines("SOURCE", roster_text.origin_pairs(source), indent="")


def _header_lines(sheet: Sheet) -> Iterator[str]:
    for name, value in roster_text.header_pairs(sheet):
        yield from _wrap_text(f"{name}: {value}")
    for problem in sheet.problems:
        yield from _wrap_text(f"{'Problem' if problem.is_error else 'Warning'}: {roster_text.problem_text(problem)}")
    yield from _note_lines(sheet.note, "")


def _card_lines(card: Card) -> Iterator[str]:
    name, kind, points = roster_text.card_heading(card)
    more = f"{f' ({kind})' if kind else ''}{f' [{points}]' if points else ''}"
    head = f"{name}{more}".replace(" ", GLUE, 1)  # no line breaks behind 3x
    first, *rest = _wrap_text(head, more="    ")
    yield from (first.replace(GLUE, " ", 1), *rest)
    facts = [("Options", roster_text.options_text(card)), ("Stats", roster_text.stats_text(card))]
    facts += roster_text.row_pairs(card.table)
    facts += [("Rules", ", ".join(map(one_line, card.rules))), ("Secret", roster_text.SECRET if card.secret else "")]
    for fact, value in facts:
        if value or fact not in ("Options", "Stats", "Rules", "Secret"):
            yield from _wrap_text(roster_text.named_value(fact, value), "  ")
    yield from _note_lines(card.note, "  ")


def _prospect_lines(sheet: Sheet) -> Iterator[str]:
    """What the list can do: a line for each row of the table, a further one of the same unit indented."""
    if sheet.prospects is None:
        return
    yield odds_table.TITLE.upper()
    yield from _wrap_text(one_line(sheet.prospects.conditions), "  ", more="")
    for name, told in odds_table.odds_lines(sheet.prospects, GLUE):
        lines = _wrap_text(f"{name}: {told}" if name else told, "  " if name else "    ", more="    ")
        yield from (line.replace(GLUE, " ") for line in lines)
    for note in odds_table.odds_notes(sheet.prospects):
        yield from _wrap_text(note, "  ")


def _note_lines(note: str, indent: str) -> Iterator[str]:
    """What a player wrote; all lines but the first are indented further."""
    for at, line in enumerate(clean(note).split("\n") if note else ()):
        yield from _wrap_text(line if at else f"Note: {line}", indent + "    " * bool(at))


def _section_lines(title: str, rows: Sequence[tuple[str, str]], indent: str = "  ") -> list[str]:
    lines = [
        line
        for name, text in rows
        for line in _wrap_text(roster_text.named_value(one_line(name), one_line(text)), indent)
    ]
    return [title, *lines] if lines else []


def _wrap_text(text: str, indent: str = "", more: str = "  ") -> list[str]:
    """Text in lines of at most `WIDTH`; the second and all after it are indented further."""
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + more, break_on_hyphens=False)

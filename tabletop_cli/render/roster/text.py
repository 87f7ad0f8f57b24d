"""Plain text as tournaments want it: a header, one fact a line, then a block for each entry; 72 columns.

Boxes to tick off are left to the formats for paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from ...core.lists.sheet import Card, Sheet, Source
from .. import prospects
from ..safe import clean, one_line
from . import Options, words

WIDTH = 72
GLUE = "\u00a0"  # a space at which no line is broken


def report(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text. Whatever people wrote is indented but for the army's name above all, so scripts can tell it apart."""
    return ["\n\n".join("\n".join(block) for block in _blocks(sheet, source) if block) + "\n"]


def _blocks(sheet: Sheet, source: Source) -> Iterator[list[str]]:
    yield [*_wrapped(one_line(sheet.name)), *_header(sheet)]
    for card in sheet.cards:
        yield list(_card(card))
    yield list(_prospects(sheet))
    yield _section("SPECIAL RULES", sheet.rules)
    yield _section("GOOD TO KNOW", sheet.facts)
    yield _section("HOUSE RULES", list(words.house(sheet)))
    yield _section("SOURCE", words.origin(source), indent="")


def _header(sheet: Sheet) -> Iterator[str]:
    for name, value in words.header(sheet):
        yield from _wrapped(f"{name}: {value}")
    for problem in sheet.problems:
        yield from _wrapped(f"{'Problem' if problem.is_error else 'Warning'}: {words.fault(problem)}")
    yield from _note(sheet.note, "")


def _card(card: Card) -> Iterator[str]:
    name, kind, points = words.heading(card)
    more = f"{f' ({kind})' if kind else ''}{f' [{points}]' if points else ''}"
    head = f"{name}{more}".replace(" ", GLUE, 1)  # no line breaks behind 3x
    first, *rest = _wrapped(head, more="    ")
    yield from (first.replace(GLUE, " ", 1), *rest)
    facts = [("Options", words.options(card)), ("Stats", words.stats(card))]
    facts += words.rows(card.table)
    facts += [("Rules", ", ".join(map(one_line, card.rules))), ("Secret", words.SECRET if card.secret else "")]
    for fact, value in facts:
        if value or fact not in ("Options", "Stats", "Rules", "Secret"):
            yield from _wrapped(words.named(fact, value), "  ")
    yield from _note(card.note, "  ")


def _prospects(sheet: Sheet) -> Iterator[str]:
    """What the list can do: a line for each row of the table, a further one of the same unit indented."""
    if sheet.prospects is None:
        return
    yield prospects.TITLE.upper()
    yield from _wrapped(one_line(sheet.prospects.conditions), "  ", more="")
    for name, told in prospects.told(sheet.prospects, GLUE):
        lines = _wrapped(f"{name}: {told}" if name else told, "  " if name else "    ", more="    ")
        yield from (line.replace(GLUE, " ") for line in lines)
    for note in prospects.notes(sheet.prospects):
        yield from _wrapped(note, "  ")


def _note(note: str, indent: str) -> Iterator[str]:
    """What a player wrote; all lines but the first are indented further."""
    for at, line in enumerate(clean(note).split("\n") if note else ()):
        yield from _wrapped(line if at else f"Note: {line}", indent + "    " * bool(at))


def _section(title: str, rows: Sequence[tuple[str, str]], indent: str = "  ") -> list[str]:
    lines = [line for name, text in rows for line in _wrapped(words.named(one_line(name), one_line(text)), indent)]
    return [title, *lines] if lines else []


def _wrapped(text: str, indent: str = "", more: str = "  ") -> list[str]:
    """Text in lines of at most `WIDTH`; the second and all after it are indented further."""
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + more, break_on_hyphens=False)

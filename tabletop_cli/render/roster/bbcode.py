"""BBCode for forums: bold and lists, which all of them know.

There is no way of escaping that all forums share: [noparse] is unknown to most and can be closed from inside, entities
are shown as they are. So a space of no width stands behind each bracket of a name: it looks the same, and `[` followed
by it begins no tag anywhere. The same space parts @names, addresses and smileys.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.lists.sheet import Card, Sheet, Source
from .. import prospects
from ..safe import clean, one_line
from . import Options, words
from .quiet import GAP, quiet


def report(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text."""
    return ["\n\n".join("\n".join(block) for block in _blocks(sheet, source) if block) + "\n"]


def escape(text: str) -> str:
    """One line that is shown as it is."""
    return quiet(one_line(text)).replace("[", f"[{GAP}")


def bold(text: str) -> str:
    return f"[b]{escape(text)}[/b]"


def _blocks(sheet: Sheet, source: Source) -> Iterator[list[str]]:
    yield [*_head(sheet), *_note(sheet.note)]
    for card in sheet.cards:
        yield list(_card(card))
    yield list(_prospects(sheet))
    yield _section("Special rules", sheet.rules)
    yield _section("House rules", list(words.house(sheet)))
    yield _section("Good to know", sheet.facts)
    said = ", ".join(f"{name} {escape(value)}" for name, value in words.origin(source, brief=True))
    yield [f"[i]{said}[/i]"] if said else []


def _head(sheet: Sheet) -> Iterator[str]:
    yield bold(sheet.name)
    yield " - ".join(escape(part) for part in (sheet.system_name, sheet.faction) if part)
    yield words.sums(sheet, bold, escape)
    if not sheet.legal:
        yield bold(words.wrong(sheet))
    remarks = [("" if one.is_error else "Warning: ") + words.fault(one) for one in sheet.problems]
    yield from _list([escape(remark) for remark in remarks])


def _card(card: Card) -> Iterator[str]:
    name, kind, points = words.heading(card)
    yield " - ".join(part for part in (bold(name), escape(kind), points) if part)
    facts = [("Options", words.options(card)), ("Stats", words.stats(card))]
    facts += [("Rules", ", ".join(card.rules)), ("Secret", words.SECRET if card.secret else "")]
    lines = [f"{name}: {escape(value)}" for name, value in facts if value]
    lines[2:2] = [escape(words.named(*row)) for row in words.rows(card.table)]
    yield from _list([*lines, *_note(card.note)])


def _prospects(sheet: Sheet) -> Iterator[str]:
    """What the list can do."""
    if sheet.prospects is None:
        return
    yield bold(prospects.TITLE)
    yield escape(sheet.prospects.conditions)
    rows = [f"{bold(name)}: {escape(told)}" if name else escape(told) for name, told in prospects.told(sheet.prospects)]
    yield from _list([*rows, *map(escape, prospects.notes(sheet.prospects))])


def _note(note: str) -> list[str]:
    lines = [escape(line) for line in clean(note).split("\n") if line.strip()]
    return ["[i]" + "\n".join(lines) + "[/i]"] if lines else []


def _section(title: str, rows: Sequence[tuple[str, str]]) -> list[str]:
    return [bold(title), *_list([f"{bold(name)}: {escape(text)}" for name, text in rows])] if rows else []


def _list(lines: Sequence[str]) -> list[str]:
    return ["[list]", *(f"[*]{line}" for line in lines), "[/list]"] if lines else []

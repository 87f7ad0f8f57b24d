"""A roster for a chat or a packet of lists: a head, and a line for each entry, without profiles and rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.lists.sheet import Card, Sheet, Source
from ..numbers import spent
from ..paper import counted
from ..safe import one_line
from . import Options, words


def report(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text; for Discord its marks are escaped, and it is parted only where it has more than a message may have."""
    lines = list(_lines(sheet, source))
    if options.form != "discord":
        return ["".join(f"{line}\n" for line in lines)]
    from .discord import MOST, packed, text_lines

    pieces = [piece for line in lines for piece in text_lines(line)]
    return [f"{text}\n" for text in packed([pieces], MOST)]


def _lines(sheet: Sheet, source: Source) -> Iterator[str]:
    yield one_line(" - ".join(part for part in (sheet.name, sheet.system, sheet.faction) if part))
    legal = "" if sheet.legal else f", NOT LEGAL: {counted(len(sheet.errors), 'problem')}"
    yield words.sums(sheet, str, one_line) + legal
    yield from map(_entry, sheet.cards)
    if source.sha256:
        yield f"SHA256 {source.sha256[:12]}"


def _entry(card: Card) -> str:
    """``+ 2x Terminator Squad [4]``, ``+ Hale (Command Squad), Librarian [2]``."""
    count = f"{card.count}x " if card.count != 1 else ""
    kind = f" ({words.kind(card)})" if words.kind(card) else ""
    points = "" if card.points is None else f" [{spent(card.points)}]"
    options = "".join(f", {one_line(option)}" for option in card.options)
    return f"+ {count}{words.title(card)}{kind}{options}{points}{' (hidden)' if card.secret else ''}"

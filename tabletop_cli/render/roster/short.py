"""A roster for a chat or a packet of lists: a head, and a line for each entry, without profiles and rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.lists.sheet import Card, Sheet, Source
from ..numbers import in_points, spent
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


# --- In few letters, for the picture on a printed roster

MOST = 600  # letters: more make the squares of a picture of 25 mm too small for a phone


def short_text(sheet: Sheet) -> str:
    """A head and a line for each entry, at most `MOST` letters; options, and then the last entries, give way."""
    for options in (True, False):
        lines = [*_head(sheet), *(_in_few_letters(card, options=options) for card in sheet.cards)]
        if sum(len(line) + 1 for line in lines) <= MOST:
            return "\n".join(lines)
    left = len(sheet.cards)
    while left and sum(len(line) + 1 for line in lines) > MOST - 20:
        lines.pop()
        left -= 1
    text = "\n".join([*lines, f"and {len(sheet.cards) - left} more"])
    return text if len(text) <= MOST else text[: MOST - 3] + "..."


def _head(sheet: Sheet) -> Iterator[str]:
    """Name, then whose and of what, then points and what is wrong."""
    yield one_line(sheet.name)
    yield ", ".join(one_line(part) for part in (sheet.player, sheet.faction or sheet.system_name) if part)
    legal = "legal" if sheet.legal else "NOT LEGAL"
    yield ", ".join(
        part for part in (in_points(sheet.points, sheet.budget), f"{sheet.units} {sheet.unit}s", legal) if part
    )


def _in_few_letters(card: Card, *, options: bool) -> str:
    """``2 Terminator Squad: Two Assault Cannons, 4``."""
    chosen = f": {words.options(card)}" if options and card.options else ""
    points = "" if card.points is None else f", {spent(card.points)}"
    return f"{card.count} {words.title(card)}{chosen}{points}"

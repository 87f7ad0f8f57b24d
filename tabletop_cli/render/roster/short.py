"""A roster in short: a head, and a line for each entry, for chats, packets of lists and the picture on paper."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.lists.sheet import Card, Sheet, Source
from ...core.quantities import count_text
from ..number_text import format_spent
from ..safe import one_line
from . import Options, roster_text

MOST = 600  # letters: more make the squares of a picture of 25 mm too small for a phone


def render(sheet: Sheet, source: Source, options: Options) -> list[str]:
    """One text; for Discord its marks are escaped, and it is parted only where it has more than a message may have."""
    lines = [*_short_lines(sheet), *([f"SHA256 {source.sha256[:12]}"] if source.sha256 else [])]
    if options.form != "discord":
        return ["".join(f"{line}\n" for line in lines)]
    from .discord import MOST as A_MESSAGE
    from .discord import pack_messages, text_lines

    pieces = [piece for line in lines for piece in text_lines(line)]
    return [f"{text}\n" for text in pack_messages([pieces], A_MESSAGE)]


def short_text(sheet: Sheet) -> str:
    """The same in `MOST` letters at most: kinds and options, and then the last entries, give way."""
    for full in (True, False):
        lines = list(_short_lines(sheet, full=full))
        if sum(len(line) + 1 for line in lines) <= MOST:
            return "\n".join(lines)
    left = len(sheet.cards)
    while left and sum(len(line) + 1 for line in lines) > MOST - 20:
        lines.pop()
        left -= 1
    text = "\n".join([*lines, f"and {len(sheet.cards) - left} more"])
    return text if len(text) <= MOST else text[: MOST - 3] + "..."


def _short_lines(sheet: Sheet, *, full: bool = True) -> Iterator[str]:
    yield one_line(" - ".join(part for part in (sheet.name, sheet.system, sheet.faction, sheet.player) if part))
    legal = "" if sheet.legal else f", NOT LEGAL: {count_text(len(sheet.errors), 'problem')}"
    yield roster_text.sums_text(sheet, str, one_line) + legal
    yield from (_card_line(card, full=full) for card in sheet.cards)


def _card_line(card: Card, *, full: bool) -> str:
    """``+ 2x Terminator Squad [4]``, ``+ Hale (Command Squad), Librarian [2]``; if not `full` ``+ Hale [2]``."""
    count = f"{card.count}x " if card.count != 1 else ""
    kind = f" ({roster_text.card_kind(card)})" if full and roster_text.card_kind(card) else ""
    points = "" if card.points is None else f" [{format_spent(card.points)}]"
    options = "".join(f", {one_line(option)}" for option in card.options) if full else ""
    return f"+ {count}{roster_text.card_title(card)}{kind}{options}{points}{' (hidden)' if card.secret else ''}"

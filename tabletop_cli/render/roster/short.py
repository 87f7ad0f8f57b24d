"""A list in few letters: what a phone shows that reads the picture on a printed roster."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.lists.sheet import Card, Sheet
from ..numbers import in_points, spent
from ..safe import one_line
from . import words

MOST = 600  # letters: more make the squares of a picture of 25 mm too small for a phone


def short_text(sheet: Sheet) -> str:
    """A head and a line for each entry, at most `MOST` letters; options, and then the last entries, give way."""
    for options in (True, False):
        lines = [*_head(sheet), *(_entry(card, options=options) for card in sheet.cards)]
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


def _entry(card: Card, *, options: bool) -> str:
    """``2 Terminator Squad: Two Assault Cannons, 4``."""
    chosen = f": {words.options(card)}" if options and card.options else ""
    points = "" if card.points is None else f", {spent(card.points)}"
    return f"{card.count} {words.title(card)}{chosen}{points}"

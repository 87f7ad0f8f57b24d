"""What the copies of an entry are called, wherever each has boxes of its own."""

from __future__ import annotations

from ..core.lists.sheet import Card
from .safe import one_line

MOST_COPIES = 100  # of one entry


def copy_titles(card: Card, most: int = MOST_COPIES) -> list[str]:
    """A title for each copy: ``Sporethrower 1``, ``Sporethrower 2``; just the title for a single one."""
    title = one_line(card.title)
    return [title] if card.count <= 1 else [f"{title} {at}" for at in range(1, min(card.count, most) + 1)]

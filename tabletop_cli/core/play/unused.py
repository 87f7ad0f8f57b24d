"""What an end throws away: people hear what they have not used before a phase, a turn or an activation is over."""

from __future__ import annotations

from collections.abc import Sequence

from ..quantities import count_text

MOST = 4  # that are named


def unused_text(lost: Sequence[str], title: str) -> str:
    """Ask whether an event with this title is meant, although something is lost with it; empty where nothing is.

    Of many only the first are named: ``a1 has 2 actions, a2 1, a3 1, a4 2 and 3 others. End the turn all the same?``
    """
    if not lost:
        return ""
    others = f" and {count_text(len(lost) - MOST, 'other')}" if len(lost) > MOST else ""
    return f"{', '.join(lost[:MOST])}{others}. {title} all the same?"

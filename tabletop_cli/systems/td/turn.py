"""The turn structure: the battle's vocabulary of events, in one table. What each does stands in `play`."""

from __future__ import annotations

from ...core.game import EventKind
from .play import combat, fire, moves

EVENTS: dict[str, EventKind] = {kind.id: kind for kind in (*moves.EVENTS, *fire.EVENTS, *combat.EVENTS)}

"""The list of battles as a page; it needs no game system."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.games import BATTLE
from ...core.keep.store import BattleSummary
from ...core.page import Page, Para, Table
from .store import local_time


def battles_page(found: Sequence[BattleSummary], kind: str = BATTLE) -> Page:
    """All battles, or games of another kind, the one played last first."""
    ordered = sorted((one for one in found if one.header.kind == kind), key=lambda one: one.changed, reverse=True)
    rows = tuple((_marked_name(b), b.header.system, str(b.events), local_time(b.changed), b.header.id) for b in ordered)
    table = Table((kind, "system", "events", "last played", "id"), rows, right=frozenset({"events"}))
    none = Para(f"No {kind} yet. To begin one: tabletop {kind} new.")
    data = {
        f"{kind}s": [
            {
                "name": b.header.name,
                "id": b.header.id,
                "system": b.header.system,
                "events": b.events,
                "created": b.header.created,
                "changed": b.changed,
                "commitment": b.header.commitment,
                "unchecked": b.unchecked,
            }
            for b in ordered
        ]
    }
    return Page(f"{kind.capitalize()}s", (table,) if rows else (none,), "", data)


def _marked_name(battle: BattleSummary) -> str:
    return f"{battle.header.name} (unchecked)" if battle.unchecked else battle.header.name

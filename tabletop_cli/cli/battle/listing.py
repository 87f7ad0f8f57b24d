"""The list of battles as a page; it needs no game system."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.keep.store import BattleSummary
from ...core.page import Page, Para, Table
from .store import local


def battles(found: Sequence[BattleSummary]) -> Page:
    """All battles, the one played last first."""
    ordered = sorted(found, key=lambda one: one.changed, reverse=True)
    rows = tuple((b.header.name, b.header.system, str(b.events), local(b.changed), b.header.id) for b in ordered)
    table = Table(("battle", "system", "events", "last played", "id"), rows, right=frozenset({"events"}))
    none = Para("There is no battle yet: tabletop battle new begins one.")
    data = {
        "battles": [
            {
                "name": b.header.name,
                "id": b.header.id,
                "system": b.header.system,
                "events": b.events,
                "created": b.header.created,
                "changed": b.changed,
                "commitment": b.header.commitment,
            }
            for b in ordered
        ]
    }
    return Page("Battles", (table,) if rows else (none,), "", data)

"""The laptop at which an evening is played: its store, its clock, and how much was done at it. See `evenings`."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from io import BytesIO
from pathlib import Path

from ..dice.brute_force import require
from ..keep.store import Store
from ..play.battle import Battle
from ..play.taking_in import take_in
from ..records import dataclass
from .judging import export_bytes


@dataclass(frozen=True)
class Evening:
    """How much was played, and through which doors."""

    battles: int = 0
    events: int = 0
    entries: int = 0
    undone: int = 0
    reopened: int = 0
    killed: int = 0
    windows: int = 0
    mistyped: int = 0
    exported: int = 0
    longest: int = 0  # the most entries of one log

    def __add__(self, other: Evening) -> Evening:
        added = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        return Evening(**{**added, "longest": max(self.longest, other.longest)})

    @property
    def words(self) -> str:
        """All of it in a line."""
        counts = ", ".join(f"{getattr(self, one.name):,} {one.name}" for one in fields(self) if one.name != "longest")
        return f"{counts}; the longest log has {self.longest:,} entries"


class Laptop:
    """The machine at which people sit: its store, its clock, and how much was done at it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stores = 0
        self._seconds = 0
        self.did: Counter[str] = Counter()
        self.longest = 0
        self.doing = "begins"  # where, and what, for messages
        self.store = self._new_store()

    def _new_store(self) -> Store:
        self._stores += 1
        return Store(self._folder / f"laptop-{self._stores}.sqlite")

    def next_time(self) -> str:
        """Return the time of the next entry, a second after the last."""
        self._seconds += 1
        hours, seconds = divmod(self._seconds, 3600)
        return f"2026-05-{1 + hours // 24:02}T{hours % 24:02}:{seconds // 60:02}:{seconds % 60:02}Z"

    def carry_battles(self, where: str) -> None:
        """Take all battles to another laptop, checked; there they are the same, to the byte."""
        old, new = self.store, self._new_store()
        for one in old.list_battles():
            text = export_bytes(old, one.header.id)
            header = take_in(new, BytesIO(text))
            require(export_bytes(new, header.id) == text, f"{where}: the export is another one after an import")
            here, there = (Battle.open(store, header.id) for store in (old, new))
            require(
                here.freeze_fold(here.fold) == there.freeze_fold(there.fold),
                f"{where}: the imported battle is another one",
            )
            self.did["exported"] += 1
        old.close()
        self.store = new

    @property
    def evening(self) -> Evening:
        """All that was done."""
        return Evening(**self.did, longest=self.longest)

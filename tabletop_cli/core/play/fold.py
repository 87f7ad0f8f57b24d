"""Where a log has led: all that must be known of it to go on."""

from __future__ import annotations

from dataclasses import field

from ..records import dataclass, replace
from .log import LogEntry
from .numerals import Numbers


@dataclass(frozen=True)
class Fold:
    """The state, the events in force by number, and those that may be redone."""

    state: object
    in_force: Numbers = field(default_factory=Numbers)
    redoable: Numbers = field(default_factory=Numbers)
    rolling: int = 0  # of those in force, how many had dice
    word: str | None = None  # that the other player gave for the dice, see `seal.py`
    seed_shown: int | None = None  # the first entry that says that people have seen the seed

    def after_event(self, state: object, in_force: Numbers, redoable: Numbers, rolling: int) -> Fold:
        """The fold after an event, an undo or a redo: nothing else of it changes."""
        return Fold(state, in_force, redoable, rolling, self.word, self.seed_shown)

    def beside_events(self, entry: LogEntry) -> Fold:
        """The fold after an entry of any other kind."""
        if entry.word is not None:
            return replace(self, word=entry.word)
        return replace(self, seed_shown=entry.n) if entry.shown == "seed" and self.seed_shown is None else self

"""What a log says of its events, in the words of this version.

An entry carries its explanation and its sentence. Those that another version wrote cannot be verified, since words may
change between versions, so people could be shown words that no version ever said. They read what this version says of
the same answers and the same dice instead; entries of this version are verified as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..dice.handlers import Replay
from .battle import Battle
from .fold import Fold
from .log import LogEntry


def has_own_words(battle: Battle, entry: LogEntry) -> bool:
    """Return whether the words of an entry are those of this version, or whether it has none."""
    return entry.event is None or (entry.version or battle.header.version) == battle.version


def retell_entry(battle: Battle, number: int) -> LogEntry:
    """Return an entry of the log in the words of this version. Errors: `ReplayMismatch`, as when a battle is opened."""
    entry = battle.entry(number)
    return entry if has_own_words(battle, entry) else next(one for one in retell_log(battle) if one.n == number)


def retell_log(battle: Battle) -> Iterator[LogEntry]:
    """Return the whole log in order, in the words of this version. Errors: as `retell_entry`."""
    entries = list(battle.entries())
    last = max((entry.n for entry in entries if not has_own_words(battle, entry)), default=0)
    fold = Fold(battle.game.start(battle.setup, battle.system)) if last else Fold(None)
    for entry in entries:
        if entry.n > last:
            yield entry
        elif has_own_words(battle, entry):
            fold = battle.fold_entry(fold, entry)
            yield entry
        else:
            assert entry.event is not None
            dice = Replay(entry.rolls)
            after, _, story = battle.game.play_and_tell(fold.state, entry.event, dice)
            fold = battle.fold_entry(fold, entry, after)
            yield replace(entry, story=story, steps=tuple(dice.steps))

"""The seal on the seed: once people have seen the seed, they can compute all of the program's dice that follow.

So the log says when the seed was shown. What was played after that entry is marked wherever people see it.
"""

from __future__ import annotations

from ..keep.export import BattleHeader
from ..keep.store import Store
from .chain import link_after
from .log import LogEntry

_SHOWN = '"shown":"seed"'


def seed_shown(store: Store, battle_id: str, after: int = 0) -> int | None:
    """The number of the first entry, after one, that says that the seed was shown; None while it is sealed."""
    for number, line in enumerate(store.events(battle_id, after), after + 1):
        if _SHOWN in line and LogEntry.from_line(line).shown:
            return number
    return None


def show_seed(store: Store, header: BattleHeader, now: str) -> LogEntry | None:
    """Write into the log that people see the seed now; None where it says so already. It needs no game system.

    Errors: `StoreError`; nothing is written then.
    """
    if seed_shown(store, header.id) is not None:
        return None
    count = store.count(header.id)
    entry = LogEntry(count + 1, now, shown="seed", prev=link_after(store, header, count))
    store.append(header.id, entry.n, entry.line(), finishes=False)
    return entry

"""One program at a time changes an army file: so no change gets lost, on any platform that can lock files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import TabletopError
from ...keep.home import usual_home

if TYPE_CHECKING:
    from filelock import BaseFileLock

PATIENCE = 30.0  # seconds to wait for another program; a change takes far less than one
STEP = 0.02  # seconds between two tries
LOCKS = 16  # files that stay: lists share them, for a lock that is taken away could be held by two

_locks: dict[Path, BaseFileLock] = {}  # of this process: a command may hold what its draft holds again
_told: set[Path] = set()  # folders without locks that people have heard of


def _tell_nobody(text: str) -> None:
    return


@contextmanager
def lock_list(path: Path, tell: Callable[[str], None] = _tell_nobody) -> Iterator[None]:
    """Keep every other process from changing an army file until the block ends; a link stands for its file.

    The locks are empty files in the player's own folder, whatever ``--home`` says, so that all windows mean the same
    ones; that of a process that died holds nobody up. Where none can be had the block runs without, and `tell` hears of
    it once. Errors: `TabletopError` ``busy`` when another process does not let go.
    """
    place = _lock_path(path)
    try:
        lock = _acquire_lock(place)
    except TimeoutError:
        hint = "nothing was changed; wait until the other program is done, and try again"
        raise TabletopError(f"{path}: another program is changing it", hint=hint, code="busy") from None
    except (OSError, RuntimeError) as none:  # the folder cannot be written, or its file system has no locks
        lock = None
        if place.parent not in _told:
            why = getattr(none, "strerror", None) or none
            tell(f"note: no locks in {place.parent}: {why}. Make sure that no other program changes this list.")
        _told.add(place.parent)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _lock_path(path: Path) -> Path:
    """The file of the lock for an army file."""
    from hashlib import sha256  # the library behind it takes as long to load as a list to check

    real = os.path.realpath(path).encode(errors="surrogatepass")
    return usual_home() / "locks" / f"list-{sha256(real).digest()[0] % LOCKS:x}.lock"


def _acquire_lock(place: Path) -> BaseFileLock:
    """The lock at a place, ours now. Errors: `TimeoutError`; `OSError` and `RuntimeError` where there are no locks."""
    from filelock import FileLock

    place.parent.mkdir(parents=True, exist_ok=True)
    if place not in _locks:
        _locks[place] = FileLock(place)
    _locks[place].acquire(timeout=PATIENCE, poll_interval=STEP)
    return _locks[place]

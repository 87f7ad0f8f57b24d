"""Writing a file whole or not at all, and one program at a time: so no change gets lost."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from ...errors import TabletopError

MARK = "\ufeff"  # some editors of Windows begin a file with it
PATIENCE = 30.0  # seconds to wait for another program; a change takes far less than one
WRITABLE = 0o222  # in the mode of a file: somebody may write it
STEP = 0.02  # seconds between two tries

_held: set[str] = set()  # files that this process holds: a command may hold what its draft holds again


def save(path: Path, text: str) -> None:
    """Write an army file whole or not at all; one that began with a byte order mark does so again.

    Errors: `TabletopError`.
    """
    try:
        mark = MARK if _has_mark(path) and not text.startswith(MARK) else ""
        data = (mark + text).encode()
    except (OSError, UnicodeEncodeError, RuntimeError) as broken:
        raise _unwritable(path, broken) from None
    write_whole(path, data)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: beside it first, durable, then in its place.

    A link stays a link, and its mode stays; what is no plain file, such as ``/dev/stdout``, is written into.
    Errors: `TabletopError`; ``read-only`` for a file that nobody may write.
    """
    require_writable(path)
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        real = path.resolve()
        mode = real.stat().st_mode if real.exists() else 0o644
        with tempfile.NamedTemporaryFile("wb", dir=real.parent, prefix=f".{real.name[:40]}.", delete=False) as file:
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                Path(file.name).chmod(mode & 0o777)
                Path(file.name).replace(real)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except (OSError, RuntimeError) as broken:
        raise _unwritable(path, broken) from None


def require_writable(path: Path) -> None:
    """Errors: `TabletopError` ``read-only`` for a file that is protected: people freeze lists so, as handed in.

    The folder alone decides whether another file could take its place, and for root nothing is closed: so its mode is
    looked at.
    """
    with suppress(OSError, RuntimeError):
        real = path.resolve()
        protected = real.is_file() and (not real.stat().st_mode & WRITABLE or not os.access(real, os.W_OK))
        if protected:
            hint = f"write into a copy, or take the protection off: chmod u+w {path}"
            raise TabletopError(f"{path} is read-only", hint=hint, where=str(path), code="read-only")


def _unwritable(path: Path, broken: Exception) -> TabletopError:
    why = getattr(broken, "strerror", None) or broken
    return TabletopError(f"{path}: cannot be written: {why}", where=str(path), code="unwritable")


def _has_mark(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(3) == MARK.encode()


@contextmanager
def holding(path: Path) -> Iterator[None]:
    """Keep every other process from changing an army file until the block ends; a link stands for its file.

    The lock is an empty file in the temporary folder, which is taken away again; that of a process that died holds
    nobody up. Where no lock can be had the block runs without. Errors: `TabletopError` ``busy`` when another process
    does not let go.
    """
    real = os.path.realpath(path)
    if real in _held:
        yield
        return
    name = sha256(real.encode(errors="surrogatepass")).hexdigest()[:32]
    place = Path(tempfile.gettempdir()) / f"tabletop-{name}.lock"
    handle = _taken(place, path)
    _held.add(real)
    try:
        yield
    finally:
        _held.discard(real)
        if handle is not None:
            with suppress(OSError):  # it is another user's, or the system keeps open files
                place.unlink()
            os.close(handle)  # which lets go


def _taken(place: Path, path: Path) -> int | None:
    """The lock at a place, ours now; None where there are no locks. Errors: `TabletopError` ``busy``."""
    lock, end = _locker(), time.monotonic() + PATIENCE
    while lock is not None and (handle := _opened(place)) is not None:
        try:
            lock(handle)
            if _is_at(handle, place):  # else who had it has taken it away meanwhile
                return handle
        except (BlockingIOError, PermissionError):
            if time.monotonic() > end:
                os.close(handle)
                hint = "nothing was changed; wait until the other one is done, and try again"
                raise TabletopError(f"{path}: another program is changing it", hint=hint, code="busy") from None
            time.sleep(STEP)
        except OSError:  # this file system has none
            lock = None
        os.close(handle)
    return None


def _opened(place: Path) -> int | None:
    """The file of the lock; that of another user can only be read, which is enough. None where there is none."""
    safe = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
    for flags in (os.O_RDWR | os.O_CREAT | safe, os.O_RDONLY | safe):
        with suppress(OSError):
            return os.open(place, flags, 0o644)
    return None


def _is_at(handle: int, place: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), place.stat(follow_symlinks=False))
    except FileNotFoundError:
        return False


def _locker() -> Callable[[int], None] | None:
    """What takes a lock at once or raises `BlockingIOError` or `PermissionError`; None where there are no locks."""
    try:
        import fcntl
    except ImportError:
        return _locker_of_windows()
    return lambda handle: fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _locker_of_windows() -> Callable[[int], None] | None:
    from importlib import import_module

    try:
        msvcrt = import_module("msvcrt")
    except ImportError:
        return None
    return lambda handle: msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

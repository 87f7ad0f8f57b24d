"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import sleep

from ... import shell
from ...errors import TabletopError

MARK = "\ufeff"  # some editors of Windows begin a file with it
DATABASE = b"SQLite format 3\x00"  # the first bytes of one
BESIDE = ("-wal", "-shm", "-journal")  # what a database that is in use keeps beside it
PAUSES = (0.05, 0.1, 0.2, 0.3, 0.4)  # seconds until a file is replaced again that another program has open
WRITABLE = 0o222  # in the mode of a file: somebody may write it


def save(path: Path, text: str) -> None:
    """Write an army file whole or not at all; one that began with a byte order mark does so again.

    Errors: `TabletopError`.
    """
    try:
        mark = MARK if _has_mark(path) and not text.startswith(MARK) else ""
        data = (mark + text).encode()
    except (OSError, UnicodeEncodeError, RuntimeError) as broken:
        raise _unwritable_error(path, broken) from None
    write_whole(path, data)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: beside it first, durable, then in its place.

    A link stays a link, and its mode stays; what is no plain file, such as ``/dev/stdout``, is written into.
    Errors: `TabletopError`; ``read-only`` for a file that nobody may write.
    """
    require_writable(path)
    _require_no_database(path)
    from tempfile import NamedTemporaryFile  # brings random numbers along; a command that writes nothing needs none

    try:
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        real = path.resolve()
        mode = real.stat().st_mode if real.exists() else 0o644
        with NamedTemporaryFile("wb", dir=real.parent, prefix=f".{real.name[:40]}.", delete=False) as file:
            beside = Path(file.name)
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                file.close()  # Windows moves no open file
                beside.chmod(mode & 0o777)
                _replace_file(real, beside)
            except BaseException:
                with suppress(OSError):  # on a full disk, closing fails as writing did
                    file.close()
                beside.unlink(missing_ok=True)
                raise
    except (OSError, RuntimeError) as broken:
        raise _unwritable_error(path, broken) from None


def _replace_file(real: Path, beside: Path) -> None:
    """Put a file in the place of another. Errors: `OSError`.

    On Windows that fails as long as another program, such as an editor or a virus scanner, has the old one open; most
    let go of it soon, so it is tried again for about a second.
    """
    for pause in PAUSES:
        try:
            beside.replace(real)
            return
        except PermissionError:
            sleep(pause)
    beside.replace(real)


def require_writable(path: Path) -> None:
    """Errors: `TabletopError` ``read-only`` for a file that is protected: people freeze lists so, as handed in.

    The folder alone decides whether another file could take its place, and for root nothing is closed: so its mode is
    looked at.
    """
    with suppress(OSError, RuntimeError):
        real = path.resolve()
        protected = real.is_file() and (not real.stat().st_mode & WRITABLE or not os.access(real, os.W_OK))
        if protected:
            command = f"attrib -R {shell.quote(str(path))}" if shell.WINDOWS else f"chmod u+w {shell.quote(str(path))}"
            hint = f"change a copy, or remove the protection: {command}"
            raise TabletopError(f"{path} is read-only", hint=hint, where=str(path), code="read-only")


def require_place(path: Path) -> None:
    """Check that a new file can be written, by writing an empty one that goes away again. Errors: `TabletopError`.

    To be asked before a person answers many questions about what shall stand in it.
    """
    try:
        path.open("xb").close()
        path.unlink()
    except (OSError, RuntimeError) as broken:
        raise _unwritable_error(path, broken) from None


def _require_no_database(path: Path) -> None:
    """Errors: `TabletopError` ``exists`` for a database or a file that belongs to one: it may hold all battles."""
    with suppress(OSError, RuntimeError):
        for one in (path, *(path.with_name(path.name.removesuffix(end)) for end in BESIDE if path.name.endswith(end))):
            if one.is_file() and _begins_with(one, DATABASE):
                text = (
                    f"{path} is the file in which tabletop keeps all battles"
                    if one == path
                    else f"{path} belongs to {one.name}"
                )
                raise TabletopError(text, hint="choose another file", where=str(path), code="exists")


def _unwritable_error(path: Path, broken: Exception) -> TabletopError:
    why = getattr(broken, "strerror", None) or broken
    held = shell.WINDOWS and isinstance(broken, PermissionError)
    hint = "if another program has it open, close it there and try again" if held else ""
    return TabletopError(f"{path}: cannot be written: {why}", hint=hint, where=str(path), code="unwritable")


def _has_mark(path: Path) -> bool:
    return path.is_file() and _begins_with(path, MARK.encode())


def _begins_with(path: Path, first: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(first)) == first

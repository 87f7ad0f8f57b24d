"""One SQLite file, used so that nothing is lost: opened safely, written durably, its failures said clearly.

Knows no battles: `store.py` does. No sqlite3 exception leaves this module; every failure is a StoreError that
names the file and says what to do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..data import Shaped
from ..errors import StoreDamaged, StoreError, StoreLocked

if TYPE_CHECKING:
    from sqlite3 import Connection, Cursor, Error

Row = tuple[Shaped, ...]  # what a query gives: the query says what stands in it
APPLICATION_ID = 0x7461626C  # "tabl"; tells our files from those of other programs
BUSY_SECONDS = 5.0
ROOM = 65_536  # bytes: with fewer on the disk SQLite cannot even read
SMALLEST = 512  # bytes of a page, without which SQLite takes a file for a new one


class Database:
    """The open file. Making it makes its folders; only the owner can read it.

    `migrations` are the steps that brought the tables to their present form, each a tuple of statements; the
    file's user_version says how many of them it has had.
    """

    def __init__(self, path: Path, migrations: Sequence[Sequence[str]]) -> None:
        self.path = path
        self._migrations = migrations
        with translate_errors(path):
            self.read_only = _is_read_only(path)
            if not self.read_only:
                _make_file(path)
            self._file = os.stat(path)
            self._connection = _connect(path, self.read_only)
            try:
                self._prepare()
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        """Let go of the file. Closing twice does no harm."""
        with translate_errors(self.path):
            self._connection.close()

    def fetch_all(self, sql: str, *values: object) -> list[Row]:
        """Every row that the query gives."""
        with translate_errors(self.path):
            return self._connection.execute(sql, values).fetchall()

    def run(self, sql: str, *values: object) -> Cursor:
        """One statement that writes; to be used inside a transaction."""
        return self._connection.execute(sql, values)

    @property
    def in_transaction(self) -> bool:
        """Whether what is written now is written together with something else."""
        return self._connection.in_transaction

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, and on the disk at the end. Waits up to BUSY_SECONDS for other writers.

        One within another is a part of it.
        """
        if self.in_transaction:
            yield
            return
        with translate_errors(self.path):
            self._check_in_place()
            try:
                self.run("BEGIN IMMEDIATE")
                yield
                self.run("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self.run("ROLLBACK")
                raise

    @contextmanager
    def hasty_transaction(self) -> Iterator[None]:
        """For what may be lost: waits neither for the disk nor for another writer, but raises StoreLocked."""
        self.fetch_all("PRAGMA synchronous = NORMAL")
        self.fetch_all("PRAGMA busy_timeout = 0")
        try:
            with self.transaction():
                yield
        finally:
            self._be_careful()

    def _prepare(self) -> None:
        """Settle how to write, refuse a file that is not ours, and bring an older one up to date."""
        if self.read_only:
            if self._read_version() < len(self._migrations):
                raise StoreError(f"{self.path} is older and cannot be written", hint=_COPY, where=str(self.path))
            return
        self.fetch_all("PRAGMA foreign_keys = ON")
        self.fetch_all("PRAGMA fullfsync = ON")  # macOS needs it for a sync that reaches the disk
        self._be_careful()
        if self._read_version() < len(self._migrations):
            self._migrate()
        # A write-ahead log costs one sync a commit instead of four, and is as safe. Where the file system has
        # no place for one, or another process is in the way just now, the rollback journal does as well.
        with suppress(StoreLocked):
            self.fetch_all("PRAGMA journal_mode = WAL")

    def _be_careful(self) -> None:
        # EXTRA is FULL, and syncs the folder too when there is a rollback journal.
        self.fetch_all("PRAGMA synchronous = EXTRA")
        self.fetch_all(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000:.0f}")

    def _read_version(self) -> int:
        """How many migrations the file has had. Refuses a file that is not ours or is of a newer program."""
        self.fetch_all("SAVEPOINT version")  # another window may be making the tables: all three are of one moment
        ((ours,),) = self.fetch_all("PRAGMA application_id")
        ((version,),) = self.fetch_all("PRAGMA user_version")
        ((tables,),) = self.fetch_all("SELECT count(*) FROM sqlite_master")
        self.fetch_all("RELEASE version")
        if ours == version == tables == 0:
            return 0
        if ours != APPLICATION_ID:
            raise StoreDamaged(
                f"{self.path} is a database of another program, not of tabletop",
                hint="Move it away, or name another folder with --home.",
                where=str(self.path),
            )
        if version > len(self._migrations):
            raise StoreError(
                f"{self.path} was written by a newer version of tabletop",
                hint="Update tabletop, or name another folder with --home.",
                code="store-newer",
                where=str(self.path),
            )
        return int(version)

    def _migrate(self) -> None:
        with self.transaction():
            # Asked again inside the transaction: another process may have done it meanwhile.
            for statement in [line for step in self._migrations[self._read_version() :] for line in step]:
                self.run(statement)
            self.run(f"PRAGMA application_id = {APPLICATION_ID}")
            self.run(f"PRAGMA user_version = {len(self._migrations)}")

    def _check_in_place(self) -> None:
        """Refuse to write into a file that was deleted or replaced since it was opened: it would be lost."""
        try:
            in_place = os.path.samestat(os.stat(self.path), self._file)
        except FileNotFoundError:
            in_place = False
        if not in_place:
            raise StoreError(
                f"{self.path} was moved, deleted or replaced while tabletop was using it",
                hint="Put it back and start again. Your last action was not saved.",
                where=str(self.path),
            )


def damage_error(path: Path, what: str) -> StoreDamaged:
    """The error for a file whose content is wrong, with the advice for it."""
    return StoreDamaged(
        f"{path} is damaged: {what}",
        hint="Nothing was changed. Save what can still be read with `tabletop battle export`; then restore a "
        "copy of the file, or move it away and import the battles again.",
        where=str(path),
    )


@contextmanager
def translate_errors(path: Path) -> Iterator[None]:
    """Turn the exceptions of sqlite3 and of the operating system into StoreErrors about this file."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        raise _clear_error(path, error) from error
    except UnicodeDecodeError as error:  # sqlite3 cannot even read the message about what is wrong
        raise damage_error(path, "it holds broken text") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(f"{path} cannot be used: {why}", hint=_ADVICE["SQLITE_CANTOPEN"], where=str(path)) from error


_FOLDER = "Check the folder and its permissions, or name another folder with --home."
_ADVICE = {
    "SQLITE_FULL": "The disk is full. Make room and try again: nothing that was saved before is lost.",
    "SQLITE_READONLY": f"You may read it but not write to it. {_FOLDER}",
    "SQLITE_CANTOPEN": _FOLDER,
    "SQLITE_PERM": _FOLDER,
    "SQLITE_IOERR": "The disk does not work properly. Check it, and keep a copy of the file elsewhere.",
    "SQLITE_TOOBIG": "This is more than one battle can hold.",
    "SQLITE_NOMEM": "The memory is full. Close other programs and try again.",
}


def _clear_error(path: Path, error: Error) -> StoreError:
    """What this exception of sqlite3 means to a person."""
    import sqlite3

    name = "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])
    if name in ("SQLITE_BUSY", "SQLITE_LOCKED"):
        return StoreLocked(
            f"another program is using {path}",
            hint="Wait until it is done or close it, and try again. Nothing was saved.",
            where=str(path),
        )
    if name == "SQLITE_IOERR" and free_bytes(path) < ROOM:  # reading needs room for the locks that windows share
        return StoreError(f"{path} cannot be used: the disk is full", hint=_ADVICE["SQLITE_FULL"], where=str(path))
    if name in _ADVICE or isinstance(error, sqlite3.ProgrammingError):
        return StoreError(f"{path} cannot be used: {error}", hint=_ADVICE.get(name, ""), where=str(path))
    # What is left says that the content is wrong: no database, malformed pages, missing tables, broken text.
    return damage_error(path, str(error))


def free_bytes(path: Path) -> int:
    """Return the room on the disk where a file lies; `ROOM` where nobody can tell."""
    from shutil import disk_usage

    try:
        return disk_usage(path.parent).free
    except OSError:
        return ROOM


def _make_file(path: Path) -> None:
    """Make the file and its folders unless they are there; refuse one that has lost its content."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # SQLite gives the files beside it, such as the write-ahead log, the same mode. A file that is there is
    # not opened here: closing it again would drop the locks that this process may hold on it already.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    if 0 < path.stat().st_size < SMALLEST:
        raise damage_error(path, "it was cut off: none of its content is left")
    log = path.with_name(path.name + "-wal")
    if path.stat().st_size == 0 and log.exists() and log.stat().st_size > 0:
        # SQLite would take the empty file for a new one, and throw the log with the last events away.
        raise damage_error(path, f"it is empty, but {log.name} beside it is not")


_COPY = "Copy the folder to a place where you may write, and name that with --home."


def _is_read_only(path: Path) -> bool:
    """Whether the file lies where nothing can be written, such as a backup: it can still be read.

    Errors: `StoreError` where the newest entries are in a log beside it, which could only be read by writing.
    """
    if not path.is_file() or os.access(path.parent, os.W_OK):
        return False
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size > 0:
        raise StoreError(
            f"{path} cannot be read in this folder, because {log.name} belongs to it", hint=_COPY, where=str(path)
        )
    return True


def _connect(path: Path, read_only: bool) -> Connection:
    import sqlite3

    if read_only:  # nobody else writes there either, so SQLite needs no locks, for which it would have to write
        place = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        return sqlite3.connect(place, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    # Without an isolation level sqlite3 begins no transactions behind our back.
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)

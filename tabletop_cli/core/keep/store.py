"""The durable store of battles: one SQLite file that keeps every event, whatever happens to the machine.

The store knows no game. It keeps the header of a battle and its numbered events as JSON text, exactly as
given, and gives them back exactly so. An event is on the disk when `append_event` returns, never half; a second
program that plays the same battle gets a clear error instead of a mixed-up log. An event that is under way,
with the faces that people have seen already, is kept beside the log as durably. Snapshots are a cache that may
be lost.

In the file: `list_battles` has a row a battle, `events` a row an event, `progress` the event that is under way in a
battle, `read_snapshots` the cache. Texts have a checksum, because SQLite does not notice a flipped bit in one.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO
from zlib import crc32

from ..clock import now
from ..errors import StoreDamaged, StoreError
from ..games import BATTLE
from ..records import dataclass
from .database import Database, Row, damage_error
from .export import FIELDS, BattleHeader, Exported, check_event, check_header, header_line, new_id
from .refusals import (
    battle_exists_error,
    conflict_error,
    name_taken_error,
    no_such_battle_error,
    under_way_conflict_error,
)

NEWEST_SNAPSHOTS = 4
COLUMNS = ", ".join(FIELDS)
ANYTHING: Any = object()  # for `known`: whatever stands there

MIGRATIONS = (
    (
        """CREATE TABLE battles (
            row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
            name_key TEXT NOT NULL UNIQUE, system TEXT NOT NULL, version TEXT NOT NULL, created TEXT NOT NULL,
            setup TEXT NOT NULL, seed TEXT NOT NULL, commitment TEXT NOT NULL, crc INTEGER NOT NULL)""",
        """CREATE TABLE events (
            battle INTEGER NOT NULL REFERENCES battles ON DELETE CASCADE, number INTEGER NOT NULL,
            at TEXT NOT NULL, crc INTEGER NOT NULL, line TEXT NOT NULL,
            PRIMARY KEY (battle, number)) WITHOUT ROWID""",
        """CREATE TABLE snapshots (
            battle INTEGER NOT NULL REFERENCES battles ON DELETE CASCADE, number INTEGER NOT NULL,
            key TEXT NOT NULL, crc INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (battle, number))""",
    ),
    (
        "ALTER TABLE battles ADD COLUMN kind TEXT NOT NULL DEFAULT 'battle'",
        "ALTER TABLE battles ADD COLUMN stream INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE battles ADD COLUMN unchecked INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE progress (
            battle INTEGER PRIMARY KEY REFERENCES battles ON DELETE CASCADE, number INTEGER NOT NULL,
            crc INTEGER NOT NULL, text TEXT NOT NULL)""",
    ),
)


@dataclass(frozen=True)
class BattleSummary:
    """A line in the list of battles: the header, the number of events, and when the last one came (UTC).

    `unchecked`: it was imported, and nobody looked whether its log fits the rules.
    """

    header: BattleHeader
    events: int
    changed: str
    unchecked: bool = False


class Store:
    """The open file of battles. Use it in a `with` statement, or `close` it.

    Opening makes the file and its folders if need be, readable by their owner only. Every method that names a
    battle takes its id; `find_battle` gives the id for what a person types. Raises StoreError or one of its kinds.
    """

    def __init__(self, path: Path) -> None:
        self.path = Path(path)
        self._database = Database(self.path, MIGRATIONS)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file. Closing twice does no harm."""
        self._database.close()

    def transaction(self) -> AbstractContextManager[None]:
        """All that is written within it, in several battles, is written as one, or not at all."""
        return self._database.transaction()

    # Battles

    def create_battle(self, header: BattleHeader) -> str:
        """Begin a battle and return its id. Refuses a name or an id that is taken, and a wrong commitment."""
        header = check_header(header if header.id else replace(header, id=new_id()))
        with self._database.transaction():
            self._insert_battle(header)
        return header.id

    def find_battle(self, name_or_id: str) -> BattleHeader:
        """The battle of this id, or of this name whatever its case. Not found: says which are close."""
        rows = self._database.fetch_all("SELECT id, name, name_key FROM battles ORDER BY row")
        ids = [battle_id for battle_id, _, _ in rows if battle_id == name_or_id]
        named = [battle_id for battle_id, _, name_key in rows if name_key == name_or_id.casefold()]
        if not ids + named:
            raise no_such_battle_error(name_or_id, [name for _, name, _ in rows])
        return self.read_header((ids + named)[0])

    def read_header(self, battle_id: str) -> BattleHeader:
        """What is fixed about the battle."""
        sql = f"SELECT {COLUMNS}, crc FROM battles WHERE row = ?"
        found = self._database.fetch_all(sql, self._find_row(battle_id))
        if not found:
            raise damage_error(self.path, f"the header of battle {battle_id} is lost")
        return self._header_from_row(found[0])

    def list_battles(self) -> list[BattleSummary]:
        """All battles, the oldest first."""
        rows = self._database.fetch_all(
            f"""SELECT {COLUMNS}, crc,
                coalesce((SELECT max(number) FROM events WHERE battle = row), 0),
                coalesce((SELECT at FROM events WHERE battle = row ORDER BY number DESC LIMIT 1), created),
                unchecked FROM battles ORDER BY row"""
        )
        return [BattleSummary(self._header_from_row(row[:-3]), row[-3], row[-2], bool(row[-1])) for row in rows]

    def is_unchecked(self, battle_id: str) -> bool:
        """Whether the battle was imported without a look whether its log fits the rules."""
        return bool(
            self._database.fetch_all("SELECT unchecked FROM battles WHERE row = ?", self._find_row(battle_id))[0][0]
        )

    def delete_battle(self, battle_id: str) -> None:
        """Remove the battle with its events and snapshots, for good."""
        with self._database.transaction():
            self._database.run("DELETE FROM battles WHERE row = ?", self._find_row(battle_id))

    # Events

    def append_event(
        self, battle_id: str, number: int, line: str, *, finishes: bool = True, known: str | None = ANYTHING
    ) -> None:
        """Keep event `number`, which must be the next one; when this returns, the event is on the disk.

        The line is a JSON object on one line; if it has a key `n`, that is its number. With it ends what was under
        way, in the same transaction; unless `finishes` is False, as for a note: then that goes on, one number later.
        When somebody else has played meanwhile, nothing is written and StoreLocked (code "conflict") says so; also
        when what is under way is not what this window has `known` of it.
        """
        check_event(line, number)
        with self._database.transaction():
            row = self._find_row(battle_id)
            self._check_next(row, number, known)
            self._insert_event(row, number, line)
            if finishes:
                self._database.run("DELETE FROM progress WHERE battle = ?", row)
            else:
                self._database.run("UPDATE progress SET number = ? WHERE battle = ?", number + 1, row)

    def count_events(self, battle_id: str) -> int:
        """How many events the battle has, which is the number of the last one."""
        return self._count_events(self._find_row(battle_id))

    def event_lines(self, battle_id: str, after: int = 0) -> list[str]:
        """The lines of the events after number `after`, in order, exactly as they were given."""
        rows = self._database.fetch_all(
            "SELECT number, crc, line FROM events WHERE battle = ? AND number > ? ORDER BY number",
            self._find_row(battle_id),
            after,
        )
        for expected, (number, crc, line) in enumerate(rows, start=after + 1):
            if number != expected or crc != _checksum(line):
                raise damage_error(self.path, f"event {expected} of battle {battle_id} is lost or changed")
        return [line for _, _, line in rows]

    # The event that is under way

    def put_progress(self, battle_id: str, number: int, text: str, *, known: str | None = ANYTHING) -> None:
        """Keep how far event `number`, which is to be the next one, has come; on the disk when this returns.

        The text is a JSON object on one line, instead of what was kept before. When another window has played event
        `number`, nothing is written and StoreLocked (code "conflict") says so; also when what is under way is not
        what this window has `known` of it (None: nothing).
        """
        check_event(text, number)
        with self._database.transaction():
            row = self._find_row(battle_id)
            self._check_next(row, number, known)
            self._insert_progress(row, number, text)

    def read_progress(self, battle_id: str) -> tuple[int, str] | None:
        """The event that is under way: the number that it will have, and what `put_progress` was given."""
        rows = self._database.fetch_all(
            "SELECT number, crc, text FROM progress WHERE battle = ?", self._find_row(battle_id)
        )
        if not rows:
            return None
        number, crc, text = rows[0]
        if crc != _checksum(text):
            raise damage_error(self.path, f"what was under way in battle {battle_id} is changed")
        return number, text

    # Snapshots

    def put_snapshot(self, battle_id: str, number: int, key: str, text: str) -> None:
        """Remember the state after event `number`, to reopen quickly. A cache: it may be lost or not be kept.

        `key` says who can read it, such as the program's version; snapshots under another key are dropped. Of
        the others stay the newest few, and ever fewer the further back, so that undo far back is quick too.
        """
        if self._database.in_transaction:
            return  # what is written together must not wait for a cache
        try:
            with self._database.hasty_transaction():
                self._replace_snapshots(self._find_row(battle_id), number, key, text)
        except StoreDamaged:
            raise
        except StoreError:
            pass  # locked, or the disk is full: what is played is kept without a snapshot too

    def read_snapshots(self, battle_id: str, key: str) -> dict[int, str]:
        """All snapshots under `key` by the numbers of their events; damaged ones, which nobody reads, are none."""
        found = "SELECT number, text, crc FROM snapshots WHERE battle = ? AND key = ?"
        rows = self._database.fetch_all(found, self._find_row(battle_id), key)
        return {number: text for number, text, crc in rows if crc == _checksum(text)}

    def latest_snapshot(self, battle_id: str, at_most: int, key: str) -> tuple[int, str] | None:
        """The newest snapshot under `key` of an event up to number `at_most`, with that event's number."""
        rows = self._database.fetch_all(
            """SELECT number, text, crc FROM snapshots
               WHERE battle = ? AND number <= ? AND key = ? ORDER BY number DESC LIMIT 1""",
            *(self._find_row(battle_id), at_most, key),
        )
        return next(((number, text) for number, text, crc in rows if crc == _checksum(text)), None)

    # Out and in

    def export_battle(self, battle_id: str, file: BinaryIO, along: str | None = None) -> None:
        """Write the battle as JSON Lines: its header, then its events exactly as they are stored.

        Behind it goes the game with the id `along`, which is played inside it.
        """
        lines = self._export_lines(battle_id, along=along is not None) + (self._export_lines(along) if along else [])
        try:
            file.writelines(line.encode() + b"\n" for line in lines)
            file.flush()
        except BrokenPipeError:
            raise  # whoever reads has seen enough: no error of ours
        except OSError as error:
            raise StoreError(f"the battle could not be exported: {error.strerror or error}") from error

    def _export_lines(self, battle_id: str, *, along: bool = False) -> list[str]:
        events = self.event_lines(battle_id)
        under_way = self.read_progress(battle_id)
        # Where another window has played between these two lines, what is under way now is not that of these events.
        last = [under_way[1]] if under_way is not None and under_way[0] == len(events) + 1 else []
        return [header_line(self.read_header(battle_id), len(events), progress=bool(last), along=along), *events, *last]

    def take_in(self, exported: Exported, name: str | None = None, *, unchecked: bool = False) -> BattleHeader:
        """Take in a battle that was read from a file, whole or not at all; `unchecked` marks it as such.

        With `name` the battle gets that name, and a new id if its own is taken. Raises StoreError when the id or the
        name is taken. What came along is taken in by `core/play/taking_in.py`, which knows what it is called here.
        """
        header = exported.header
        with self._database.transaction():
            if name is not None:
                taken = self._database.fetch_all("SELECT 1 FROM battles WHERE id = ?", header.id)
                header = check_header(replace(header, name=name, id=new_id() if taken else header.id))
            row = self._insert_battle(header, unchecked)
            for number, line in enumerate(exported.events, start=1):
                self._insert_event(row, number, line)
            if exported.progress is not None:
                self._insert_progress(row, len(exported.events) + 1, exported.progress)
        return header

    def check(self) -> list[str]:
        """What SQLite and our own checksums find wrong with the file; empty when all is well."""
        found = [text for (text,) in self._database.fetch_all("PRAGMA integrity_check") if text != "ok"]
        for (battle_id,) in self._database.fetch_all("SELECT id FROM battles"):
            try:
                self.read_header(battle_id)
                self.event_lines(battle_id)
                self.read_progress(battle_id)
            except StoreDamaged as error:
                found.append(error.message)
        return found

    # Rows

    def _find_row(self, battle_id: str) -> int:
        """The key of the battle in the tables."""
        # An argument of the command line may hold bytes that are no text, which SQLite would not take.
        text = battle_id.encode(errors="replace").decode()
        found = self._database.fetch_all("SELECT row FROM battles WHERE id = ?", text)
        if not found:
            raise no_such_battle_error(battle_id, [])
        return int(found[0][0])

    def _count_events(self, row: int) -> int:
        sql = "SELECT coalesce(max(number), 0) FROM events WHERE battle = ?"
        return int(self._database.fetch_all(sql, row)[0][0])

    def _header_from_row(self, values: Row) -> BattleHeader:
        *texts, crc = values
        header = BattleHeader(*texts)
        if crc != _header_checksum(header):
            raise damage_error(self.path, f"the header of battle {header.id} is changed")
        return header

    def _check_next(self, row: int, number: int, known: str | None) -> None:
        """Refuse to go on from anything but what this window knows. Raises StoreLocked."""
        count = self._count_events(row)
        if number != count + 1:
            raise conflict_error(number, count)
        if known is not ANYTHING:
            found = self._database.fetch_all("SELECT text FROM progress WHERE battle = ?", row)
            if (found[0][0] if found else None) != known:
                raise under_way_conflict_error(number, count)

    def _insert_battle(self, header: BattleHeader, unchecked: bool = False) -> int:
        name_key = header.name.casefold()
        for old_id, old_key in self._database.fetch_all("SELECT id, name_key FROM battles"):
            if old_id == header.id:
                raise battle_exists_error(header)
            if old_key == name_key:
                raise name_taken_error(header)
        row = self._database.run(
            f"INSERT INTO battles ({COLUMNS}, name_key, crc, unchecked) VALUES ({', '.join('?' * (len(FIELDS) + 3))})",
            *(getattr(header, field) for field in FIELDS),
            *(name_key, _header_checksum(header), int(unchecked)),
        ).lastrowid
        assert row is not None
        return row

    def _insert_event(self, row: int, number: int, line: str) -> None:
        crc = _checksum(line)
        self._database.run("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row, number, now(), crc, line)

    def _insert_progress(self, row: int, number: int, text: str) -> None:
        sql = "INSERT OR REPLACE INTO progress (battle, number, crc, text) VALUES (?, ?, ?, ?)"
        self._database.run(sql, row, number, _checksum(text), text)

    def _replace_snapshots(self, row: int, number: int, key: str, text: str) -> None:
        database = self._database
        database.run("DELETE FROM snapshots WHERE battle = ? AND key != ?", row, key)
        database.run(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)", *(row, number, key, _checksum(text), text)
        )
        numbers = {n for (n,) in database.fetch_all("SELECT number FROM snapshots WHERE battle = ?", row)}
        for surplus in numbers - snapshots_to_keep(numbers):
            database.run("DELETE FROM snapshots WHERE battle = ? AND number = ?", row, surplus)


def snapshots_to_keep(numbers: set[int]) -> set[int]:
    """Which snapshots to keep: the newest few, and of the last two blocks of every size 2^k the first.

    So a snapshot d events back has a kept one within about 2 d behind it, and about 2 log2(newest) are kept.
    One that is kept at size 2^k is still kept at the next size when it leaves: nothing is dropped and wanted
    later.
    """
    kept = set(sorted(numbers)[-NEWEST_SNAPSHOTS:])
    newest = max(numbers, default=0)
    for size in range(newest.bit_length() + 1):
        first = {number >> size: number for number in sorted(numbers, reverse=True)}
        kept.update(first[block] for block in (newest >> size, (newest >> size) - 1) if block in first)
    return kept


def _checksum(text: object) -> int:
    return crc32(str(text).encode())


def _header_checksum(header: BattleHeader) -> int:
    values = [getattr(header, field) for field in FIELDS]
    # Headers that were written before there were kinds and streams have a checksum without them.
    if (header.kind, header.stream) == (BATTLE, 1):
        values = values[:-2]
    return _checksum(values)

"""`battle verify`, `export` and `import`: battles leave the store and come back, and nothing was changed on the way."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ...core.clock import now
from ...core.declare.kinds import brief_text
from ...core.errors import Malformed, No, StoreDamaged, StoreError, TabletopError
from ...core.keep.export import BattleHeader
from ...core.keep.store import Store
from ...core.page import Page, Para, Table
from ...core.play.seal import hand_over, show_seed
from ..session import Session, say
from .store import find_header, open_battle, open_store

if TYPE_CHECKING:
    from ...core.play.battle import Battle

STDOUT = Path("-")


def verify_game(
    session: Session, name: str | None, kind: str, *, reveal: bool, noted: str | None, form: str | None
) -> bool:
    """Verify a stored battle or an exported file, and show what was found. True when everything fits."""
    from ...core.play.battle import Battle
    from ...core.play.hash_chain import parse_noted

    if noted is not None and parse_noted(noted) is None:
        raise Malformed(
            f"{brief_text(noted)} is not a code that status gives to note", hint="such as a1b2-c3d4-e5f6-0718"
        )
    if name is not None and Path(name).is_file():
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "verify.sqlite") as store:
            header = import_from(store, Path(name), None, unchecked=True)
            return _check_battle(session, Battle.open_unread(store, header.id), reveal=reveal, noted=noted, form=form)
    with open_store(session) as store:
        return _check_battle(session, open_battle(store, name, kind), reveal=reveal, noted=noted, form=form)


def _check_battle(session: Session, battle: Battle, *, reveal: bool, noted: str | None, form: str | None) -> bool:
    from ...core.play.hash_chain import find_noted_entry, parse_noted
    from .pages import verification_page

    verdict, after, letters = battle.verify(), None, parse_noted(noted or "")
    if letters is not None:
        after = find_noted_entry(battle.header, battle.store.event_lines(battle.header.id), letters)
        if after is None and not battle.header.commitment.startswith(letters):
            gone = f"this log never had the code {noted}: its entries from before you noted it were changed or removed"
            verdict.problems.append(gone)
    if reveal or battle.over:
        mark_seed_shown(battle.store, battle.header)
    session.show(verification_page(battle, verdict, reveal=reveal, noted=noted, noted_after=after), form)
    return not verdict.problems


def mark_seed_shown(store: Store, header: BattleHeader) -> None:
    """Keep in the log that people see the seed now, and in that of the game inside, whose seed is made of it."""
    _mark_logs(show_seed, store, header)


def _mark_logs(tell: Callable[[Store, BattleHeader, str], object], store: Store, header: BattleHeader) -> None:
    """Keep in the logs how people see the seed. Where that cannot be written, say so: they see it all the same."""
    from ...core.play.linked import inner_game_now

    inside = inner_game_now(store, header)
    try:
        for one in (header, inside) if inside else (header,):
            tell(store, one, now())
    except StoreDamaged:
        raise
    except StoreError as not_now:
        say(f"note: the log does not say that the seed was shown: {not_now.message}")


def export_to(store: Store, name: str, out: Path | None, kind: str, *, force: bool) -> None:
    """Write a battle, with the one that is fought in it now, to a file that its owner alone may read, or to stdout.

    On stdout the seed is shown to whoever looks. An existing file is replaced only by `force`, when the new one is
    whole; the store itself is never written over. Errors: `TabletopError` for a file that is there, and for the store.
    """
    from ...core.play.linked import inner_game_now

    header = find_header(store, name, kind)
    inside = inner_game_now(store, header)
    along = inside.id if inside else None
    if out is None or out == STDOUT:
        mark_seed_shown(store, header)
        sys.stdout.flush()
        store.export_battle(header.id, sys.stdout.buffer, along)
        return
    _check_free(store, out, force=force)
    part = out.with_name(f"{out.name}.part")
    try:
        with _open_for_owner(part) as file:
            _mark_logs(hand_over, store, header)
            store.export_battle(header.id, file, along)
        part.replace(out)
    except OSError as broken:
        part.unlink(missing_ok=True)
        raise _file_error(out, broken) from None
    games = (header, inside) if inside else (header,)
    hidden = " and everything that is hidden from others" if any(map(_has_secrets, games)) else ""
    also = f", with {inside.name}" if inside else ""
    risk = "anyone who reads it can predict the program's dice; the log says so"
    say(f"saved: {out}{also} (with the seed{hidden}: {risk})")


def _check_free(store: Store, out: Path, *, force: bool) -> None:
    """Check that a file may be written. Errors: `TabletopError` for one that is there, and for the store."""
    if not out.exists():
        return
    if out.resolve().name.startswith(store.path.name) and out.resolve().parent == store.path.resolve().parent:
        raise TabletopError(
            f"{out} is the file in which tabletop keeps all battles", hint="choose another file", code="exists"
        )
    if not force:
        hint = "choose another file, or replace this one with --force"
        raise TabletopError(f"{out} already exists", hint=hint, code="exists")


def _open_for_owner(path: Path) -> BinaryIO:
    """Open a new file that nobody else may read, as the store is. Errors: `OSError`."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _has_secrets(header: BattleHeader) -> bool:
    """Whether sides have secrets in this game, as far as its system is here to say so."""
    from ...core.registry import load

    try:
        return load(header.system).game_named(header.kind).has_secrets
    except TabletopError:
        return False


def import_from(store: Store, path: Path, name: str | None, *, unchecked: bool) -> BattleHeader:
    """Take an exported battle in, looked at unless it is to be `unchecked`.

    Errors: `No` for one that is not as it was played, `Malformed` and `TooBig` with the line, `StoreError` for a taken
    name.
    """
    from ...core.play.taking_in import take_in

    if path == STDOUT:
        return take_in(store, sys.stdin.buffer, name, unchecked=unchecked)
    try:
        file: BinaryIO
        with path.open("rb") as file:
            return take_in(store, file, name, unchecked=unchecked)
    except OSError as broken:
        raise _file_error(path, broken) from None
    except No as changed:
        changed.message = f"{path}: {changed.message}"
        raise
    except TabletopError as wrong:
        if wrong.where.startswith("line "):
            wrong.where = f"{path}, {wrong.where}"
        raise


def _file_error(path: Path, broken: OSError) -> TabletopError:
    return TabletopError(f"{path}: cannot be used: {broken.strerror or broken}", where=str(path), code="unreadable")


def check_store(session: Session, form: str | None) -> bool:
    """Look at the file of all battles, and at every game in it as `verify` does. True when everything fits."""
    from ...core.play.battle import Battle

    rows: list[tuple[str, ...]] = []
    found: list[str] = []
    with open_store(session) as store:
        found += store.check()
        for one in store.list_battles():
            try:
                problems = Battle.open_unread(store, one.header.id).verify().problems
            except TabletopError as broken:
                problems = [broken.message]
            found += [f"{one.header.name}: {text}" for text in problems]
            rows.append((one.header.name, one.header.kind, one.header.system, str(one.events), str(len(problems))))
        where = str(store.path)
    columns = ("name", "kind", "system", "events", "problems")
    table = (Table(columns, tuple(rows), right=frozenset({"events", "problems"})),) if rows else ()
    said = [Para(text, "bad") for text in found] or [
        Para("The file is not damaged, and everything in it fits.", "good")
    ]
    data = {
        "file": where,
        "ok": not found,
        "findings": found,
        "games": [dict(zip(columns, row, strict=True)) for row in rows],
    }
    session.show(Page(f"All battles in {where}", (*table, *said), "", data), form)
    return not found

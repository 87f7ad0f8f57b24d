"""`battle verify`, `export` and `import`: battles leave the store and come back, and nothing was changed on the way."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ...core.errors import TabletopError
from ...core.keep.export import BattleHeader
from ...core.keep.store import Store
from ..session import Session, say
from .store import open_battle, open_store

if TYPE_CHECKING:
    from ...core.play.battle import Battle


def check(session: Session, name: str | None, *, reveal: bool, form: str | None) -> bool:
    """Verify a stored battle or an exported file, and show what was found. True when everything fits."""
    if name is not None and Path(name).is_file():
        with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "verify.sqlite") as store:
            from ...core.play.battle import Battle

            header = import_from(store, Path(name), None)
            return _checked(session, Battle.open(store, header.id), reveal=reveal, form=form)
    with open_store(session) as store:
        return _checked(session, open_battle(store, name), reveal=reveal, form=form)


def _checked(session: Session, battle: Battle, *, reveal: bool, form: str | None) -> bool:
    from .pages import verified

    findings = battle.verify()
    session.show(verified(battle, findings, reveal=reveal), form)
    return not findings


def export_to(store: Store, name: str, out: Path | None) -> None:
    """Write a battle to a file, or to stdout. An existing file is replaced only when the new one is whole."""
    header = store.find(name)
    if out is None:
        sys.stdout.flush()
        store.export(header.id, sys.stdout.buffer)
        return
    part = out.with_name(f"{out.name}.part")
    try:
        with part.open("wb") as file:
            store.export(header.id, file)
        part.replace(out)
    except OSError as broken:
        part.unlink(missing_ok=True)
        raise _unusable(out, broken) from None
    say(f"written: {out} (with the seed: whoever reads it can foresee the program's dice)")


def import_from(store: Store, path: Path, name: str | None) -> BattleHeader:
    """Take an exported battle in. Errors: `Malformed` and `TooBig` with the line, `StoreError` for a taken name."""
    if str(path) == "-":
        return store.import_(sys.stdin.buffer, name)
    try:
        file: BinaryIO
        with path.open("rb") as file:
            return store.import_(file, name)
    except OSError as broken:
        raise _unusable(path, broken) from None
    except TabletopError as wrong:
        if wrong.where.startswith("line "):
            wrong.where = f"{path}, {wrong.where}"
        raise


def _unusable(path: Path, broken: OSError) -> TabletopError:
    return TabletopError(f"{path}: cannot be used: {broken.strerror or broken}", where=str(path), code="unreadable")

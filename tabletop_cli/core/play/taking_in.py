"""Battles from files: looked at before they are taken in, so that nobody plays on from a log that was changed."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import BinaryIO

from ..errors import No
from ..keep.export import BattleHeader, Exported, read_export
from ..keep.store import Store
from .battle import Battle

MOST_SAID = 3  # findings in one message


def take_in(store: Store, file: BinaryIO, name: str | None = None, *, unchecked: bool = False) -> BattleHeader:
    """Take an exported battle in: its chain is whole, and a replay by the rules gives what stands in it.

    `unchecked` takes it in without a look, and marks it. Errors: `No` with code ``changed-log`` that names the changed
    entry; `Malformed` and `TooBig` with the line; `StoreError` for a taken name or id.
    """
    exported = read_export(file)
    if not unchecked and (findings := faults(exported)):
        more = f"; and {len(findings) - MOST_SAID} more" if len(findings) > MOST_SAID else ""
        raise No(
            f"this log is not as it was played: {'; '.join(findings[:MOST_SAID])}{more}",
            hint="--unchecked takes it in all the same, and marks it",
            code="changed-log",
        )
    return store.take_in(exported, name, unchecked=unchecked)


def faults(exported: Exported) -> list[str]:
    """The problems that `Battle.verify` finds in an exported battle, in words; empty when all fits."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "look.sqlite") as store:
        header = store.take_in(exported)
        return Battle.unread(store, header.id).verify().problems

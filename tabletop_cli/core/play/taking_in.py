"""Battles from files: looked at before they are taken in, so that nobody plays on from a log that was changed."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from ..errors import No, StoreError, TabletopError
from ..keep.export import BattleHeader, Exported, read_export
from ..keep.store import Store
from ..shell import quote
from .battle import Battle
from .linked import free_name, id_of, inner_game_now

MOST_SAID = 3  # findings in one message


def take_in(store: Store, file: BinaryIO, name: str | None = None, *, unchecked: bool = False) -> BattleHeader:
    """Take an exported battle in: its chain is whole, and a replay by the rules gives what stands in it.

    The game that is played inside it comes along: both are taken in, or neither. `unchecked` takes them in without a
    look, and marks them. Errors: `No` with code ``changed-log`` that names the changed
    entry; `Malformed` and `TooBig` with the line; `StoreError` for a taken name or id.
    """
    exported = read_export(file)
    if not unchecked and (findings := export_findings(exported)):
        more = f"; and {len(findings) - MOST_SAID} more" if len(findings) > MOST_SAID else ""
        raise No(
            f"this log was changed after it was played: {'; '.join(findings[:MOST_SAID])}{more}",
            hint="to import it anyway, marked as unchecked: --unchecked",
            code="changed-log",
        )
    _check_room(store, exported, name)
    with store.transaction():
        header = store.take_in(exported, name, unchecked=unchecked)
        if exported.along is not None:
            _take_along(store, header, exported.along, renamed=name is not None, unchecked=unchecked)
    return header


def export_findings(exported: Exported) -> list[str]:
    """The problems that `Battle.verify` finds in an exported battle, in words; empty when all fits.

    What came along has to be the game that is played inside it, and to fit, too.
    """
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "look.sqlite") as store:
        header = store.take_in(exported)
        inside = store.take_in(exported.along) if exported.along else None
        battle = Battle.open_unread(store, header.id)
        found = battle.verify().problems
        if inside is not None and not found and inner_game_now(store, header) != inside:
            found.append(f"{inside.name} does not fit {header.name} now")
        return found


def _check_room(store: Store, exported: Exported, name: str | None) -> None:
    """Check that neither of two games that travel together is here. Errors: `StoreError` ``battle-exists``."""
    if exported.along is None:
        return
    here = {one.header.id: one.header for one in store.list_battles()}
    around, inside = here.get(exported.header.id), here.get(exported.along.header.id)
    found = [one for one in (around, inside) if one is not None]
    if not found or (around and name is not None):  # a copy under another name gets a battle of its own
        return
    commands = " and ".join(f"`tabletop {one.kind} delete {quote(one.name)}`" for one in found)
    raise StoreError(
        f"{' and '.join(one.name for one in found)} {'is' if len(found) == 1 else 'are'} already here",
        hint=f"To use the file, first delete what is here (export it if you may need it): {commands}."
        + (" Or import the file as a copy: --name." if around else ""),
        code="battle-exists",
    )


def _take_along(store: Store, around: BattleHeader, along: Exported, *, renamed: bool, unchecked: bool) -> None:
    """Take in the game that is played inside another one, which is here already: its id comes of that one's.

    Beside a log that cannot be played, which somebody takes in unchecked, it is taken in as it is.
    """
    header = along.header
    try:
        found = Battle.open(store, around.id)
        linked = found.game.linked(found.state)
    except TabletopError:
        if not unchecked:
            raise
        linked = None
    if linked is not None:
        taken = renamed or any(one.header.name.casefold() == header.name.casefold() for one in store.list_battles())
        name = free_name(store, around.name, linked) if taken else header.name
        header = replace(header, id=id_of(around, linked), name=name)
    store.take_in(along._replace(header=header), unchecked=unchecked)

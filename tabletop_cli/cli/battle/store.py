"""Where battles are kept on this machine, and which one is meant."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from ...core.errors import StoreLocked, TabletopError
from ...core.games import BATTLE
from ..session import Session, home_of

if TYPE_CHECKING:
    from ...core.keep.export import BattleHeader
    from ...core.keep.store import Store
    from ...core.play.battle import Battle

FILE = "battles.sqlite"
MOST_TRIES = 50
T = TypeVar("T")


def open_store(session: Session) -> Store:
    """The battles. Errors: `StoreError` for a folder or file that cannot be used."""
    from ...core.keep.store import Store

    return Store(home_of(session) / FILE)


def open_battle(store: Store, name: str | None, kind: str = BATTLE) -> Battle:
    """A battle by name or id, or the one that was played last; or another kind of game.

    Errors: `TabletopError` where there is none.
    """
    from ...core.play.battle import Battle

    return Battle.open(store, latest_id(store, kind) if name is None else find_header(store, name, kind).id)


def retry_on_conflict(battle: Battle, act: Callable[[], T]) -> T:
    """What `act` writes; when another process was faster, the battle is read again and it is tried again.

    Errors: those of `act`, and `StoreLocked` when others were faster again and again.
    """
    from random import uniform
    from time import sleep

    for _ in range(MOST_TRIES):
        try:
            return act()
        except StoreLocked as busy:
            if busy.code != "conflict":
                raise
            sleep(uniform(0.005, 0.05))  # not in step with whoever tries again, too
            battle.refresh()
    return act()


def find_header(store: Store, name: str, kind: str = BATTLE) -> BattleHeader:
    """What is fixed about a game of this kind, by name or id. Errors: `TabletopError`, also for one of another kind."""
    header = store.find_battle(name)
    if header.kind != kind:
        hint = f"use the commands of tabletop {header.kind}"
        raise TabletopError(f"{header.name} is a {header.kind}, not a {kind}", hint=hint, code="other-kind")
    return header


def latest_id(store: Store, kind: str = BATTLE) -> str:
    """The id of the game of this kind in which something happened last."""
    played = [one for one in store.list_battles() if one.header.kind == kind]
    if not played:
        example = "; tabletop demo shows one" if kind == BATTLE else ""
        raise TabletopError(
            f"there is no {kind} yet", hint=f"to begin one: tabletop {kind} new SYSTEM{example}", code="no-such-battle"
        )
    newest = max(enumerate(played), key=lambda numbered: (numbered[1].changed, numbered[0]))
    return newest[1].header.id


def local_time(at: str) -> str:
    """A time of a log in local time, for people: ``2026-05-01 14:03``; as it is where it is no time."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at

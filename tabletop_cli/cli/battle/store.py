"""Where battles are kept on this machine, and which one is meant."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from ...core.errors import TabletopError
from ..session import Session, home_of

if TYPE_CHECKING:
    from ...core.keep.store import Store
    from ...core.play.battle import Battle

FILE = "battles.sqlite"


def open_store(session: Session) -> Store:
    """The battles. Errors: `StoreError` for a folder or file that cannot be used."""
    from ...core.keep.store import Store

    return Store(home_of(session) / FILE)


def open_battle(store: Store, name: str | None) -> Battle:
    """A battle by name or id, or the one that was played last. Errors: `TabletopError` where there is none."""
    from ...core.play.battle import Battle

    return Battle.open(store, name if name is not None else latest(store))


def latest(store: Store) -> str:
    """The id of the battle in which something happened last."""
    battles = store.battles()
    if not battles:
        raise TabletopError(
            "there is no battle yet",
            hint="tabletop battle new SYSTEM ARMY ARMY begins one; tabletop demo shows what one looks like",
            code="no-such-battle",
        )
    newest = max(enumerate(battles), key=lambda numbered: (numbered[1].changed, numbered[0]))
    return newest[1].header.id


def now() -> str:
    """The time of day as it stands in logs: UTC, ISO 8601, whole seconds."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local(at: str) -> str:
    """A time of a log in local time, for people: ``2026-05-01 14:03``; as it is where it is no time."""
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return at

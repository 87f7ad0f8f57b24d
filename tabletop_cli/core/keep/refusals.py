"""What the store says when it cannot do what it was asked to do: errors that name the battle and a way out."""

from __future__ import annotations

from ..errors import StoreError, StoreLocked
from .export import BattleHeader

_NOTHING_WRITTEN = "Nothing was saved. Look at what was played there, and go on from there."


def no_such_battle_error(name: str, names: list[str]) -> StoreError:
    """No battle has this name or id; `names` are those that there are."""
    from difflib import get_close_matches

    close = get_close_matches(name, names, n=3, cutoff=0.5)
    meant = "Did you mean " + " or ".join(repr(other) for other in close) + "? " if close else ""
    return StoreError(
        f"no battle is called {name!r}", hint=meant + "To list all battles: tabletop battle list", code="no-such-battle"
    )


def conflict_error(number: int, count: int) -> StoreLocked:
    """Event `number` cannot be the next one of a battle with `count` events."""
    if number <= count:
        message = f"another window has played event {number} of this battle"
    else:
        message = f"event {number} cannot follow: this battle has {count} events now"
    return StoreLocked(message, hint=_NOTHING_WRITTEN, code="conflict", count=count)


def under_way_conflict_error(number: int, count: int) -> StoreLocked:
    """What is under way in the battle is not what this window knows of it."""
    message = f"another window has begun event {number} of this battle, and may have rolled dice"
    return StoreLocked(message, hint=_NOTHING_WRITTEN, code="conflict", count=count)


def battle_exists_error(header: BattleHeader) -> StoreError:
    """A battle with this id is there."""
    return StoreError(
        f"the battle {header.id} is already here",
        hint="Delete it first, or give the copy another name.",
        code="battle-exists",
    )


def name_taken_error(header: BattleHeader) -> StoreError:
    """A battle with this name is there."""
    return StoreError(
        f"there is already a battle called {header.name!r}", hint="Choose another name.", code="name-taken"
    )

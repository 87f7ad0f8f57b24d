"""A game inside a game: an attack of a campaign that is fought as a battle of its own, whose result is taken back.

The battle is a game like all others, with a log and a seed. What it has led to comes into the game around it as one
ordinary event, so that this needs the battle no more. That event ends what was waiting for it: whatever happens in
between, it is played once or not at all, and the same battle can be asked for again until it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..data import JsonMapping, ShapedMapping
from ..errors import TabletopError
from ..keep.export import canonical
from ..keep.store import Store
from ..records import dataclass
from .battle import Battle

MOST = 100  # battles of the same name, all of which began otherwise
DIGITS = 16  # of an id: no two of them are alike by chance


@dataclass(frozen=True)
class Linked:
    """The game that is to be played now inside another one.

    kind     which game of the system it is
    name     what to call it, behind the name of the game around it; the same as long as it is wanted
    setup    its set-up
    result   its final state for machines to the event of the game around it that takes it back
    unsure   of that state: the fields of the event of which the game cannot tell, but only propose, what they are
    """

    kind: str
    name: str
    setup: JsonMapping
    result: Callable[[ShapedMapping], JsonMapping]
    unsure: Callable[[ShapedMapping], tuple[str, ...]] = lambda view: ()


def wanted_by(around: Battle) -> Linked:
    """The game that is to be played inside another one now. Errors: `TabletopError` where there is none."""
    found: Linked | None = around.game.linked(around.state)
    if found is None:
        raise TabletopError(f"no battle is to be fought in {around.header.name} now", code="no-battle-now")
    return found


def opened(store: Store, around: Battle, linked: Linked, now: str) -> tuple[Battle, bool]:
    """The game inside, taken up again if it has begun, and whether it begins only now.

    It is known by its id, which comes of the game around it: one that another game of the same name has led to is
    another one. Where one has its name already, it is called otherwise.
    """
    games, own = [one.header for one in store.battles()], _id(around, linked)
    if any(one.id == own for one in games):
        return Battle.open(store, own), False
    taken = {one.name.casefold() for one in games}
    for name in _names(around, linked):
        if name.casefold() not in taken:
            return Battle.create(store, around.system, name, linked.setup, now, linked.kind, own), True
    raise TabletopError(f"{MOST} battles have the name {linked.name}", hint="delete some", code="name-taken")


def _id(around: Battle, linked: Linked) -> str:
    """The id of the game inside: the same as long as it is wanted, whatever either game is called."""
    from hashlib import sha256

    told = canonical([around.header.id, around.header.commitment, linked.kind, linked.name, linked.setup])
    return sha256(told.encode()).hexdigest()[:DIGITS]


def _names(around: Battle, linked: Linked) -> Iterator[str]:
    name = f"{around.header.name}-{linked.name}"
    yield name
    yield from (f"{name}-{n}" for n in range(2, MOST + 1))

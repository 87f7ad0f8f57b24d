"""A game inside a game: an attack of a campaign that is fought as a battle of its own, whose result is taken back.

The battle is a game like all others, with a log and a seed. What it has led to comes into the game around it as one
ordinary event, so that this needs the battle no more. That event ends what was waiting for it: whatever happens in
between, it is played once or not at all, and the same battle can be asked for again until it was.

The game around it decides all that the battle begins with: its id, its set-up, and its seed, which is made of the dice
of the game around it: ``HMAC-SHA256(key = the key of its dice, message = "tabletop:inside:" and [kind, name] as
canonical JSON)``, of which the first 16 bytes. So whoever puts another battle in its place, or deletes one and begins
it anew for other dice, is found (`mismatch_findings`); and the word of the other player for the dice of the game around
it counts for those of the battle, too. The log says when the battle begins, and what it was when its result was taken.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Iterable, Iterator

from ..data import JsonMapping, ShapedMapping
from ..dice.stream import SEED_BYTES, commitment_of
from ..errors import No, TabletopError
from ..keep.export import BattleHeader, canonical_json
from ..keep.store import Store
from ..records import dataclass
from . import seal
from .battle import Battle
from .inside import Inside
from .log import LogEntry

MOST = 100  # battles of the same name, all of which began otherwise
DIGITS = 16  # of an id: no two of them are alike by chance


@dataclass(frozen=True)
class Linked:
    """The game that is to be played now inside another one.

    kind     which game of the system it is
    name     what to call it, behind the name of the game around it; the same as long as it is wanted, and no other
             one that the game around it ever leads to has the same
    setup    its set-up
    result   its final state for machines to the event of the game around it that takes it back
    unsure   of that state: the fields of the event of which the game cannot tell, but only propose, what they are
    """

    kind: str
    name: str
    setup: JsonMapping
    result: Callable[[ShapedMapping], JsonMapping]
    unsure: Callable[[ShapedMapping], tuple[str, ...]] = lambda view: ()


def wanted_inner_game(around: Battle) -> Linked:
    """The game that is to be played inside another one now. Errors: `TabletopError` where there is none."""
    found: Linked | None = around.game.linked(around.state)
    if found is None:
        raise TabletopError(f"no battle is due in {around.header.name} now", code="no-battle-now")
    return found


def kept_inner_game(store: Store, around: BattleHeader, linked: Linked | None) -> BattleHeader | None:
    """What is kept of the game that is to be played inside another one; None where none is, or none is wanted."""
    if linked is None:
        return None
    own = id_of(around, linked)
    return next((one.header for one in store.list_battles() if one.header.id == own), None)


def inner_game_now(store: Store, around: BattleHeader) -> BattleHeader | None:
    """What is kept of the game that is played inside another one now; None where none is, or nobody can tell."""
    try:
        found = Battle.open(store, around.id)
    except TabletopError:
        return None  # its system is not here, or its log is broken
    return kept_inner_game(store, around, found.game.linked(found.state))


def open_inner_game(store: Store, around: Battle, linked: Linked, now: str) -> tuple[Battle, bool]:
    """The game inside, taken up again if it has begun, and whether it begins only now; the log tells of both.

    It is known by its id, which comes of the game around it: one that another game of the same name has led to is
    another one. Where one has its name already, it is called otherwise. Errors: `No` with code ``not-its-battle`` for
    one that is not what the game around it leads to, which leaves a note.
    """
    kept = kept_inner_game(store, around.header, linked)
    if kept is None:
        return _begin_inner_game(store, around, linked, now), True
    if wrong := [
        *mismatch_findings(kept, around, linked, seal_of(around.key_after(around.fold), linked), around.entries())
    ]:
        note_once(around, f"{kept.name} is not the battle of {around.header.name}: {'; '.join(wrong)}", now)
        raise No(
            f"{kept.name} does not fit {around.header.name}: {'; '.join(wrong)}",
            hint=f"tabletop {kept.kind} delete {kept.name}, then run this command again",
            code="not-its-battle",
        )
    inside = Battle.open(store, kept.id)
    _tell_log(around, inside, now)
    return inside, False


def _begin_inner_game(store: Store, around: Battle, linked: Linked, now: str) -> Battle:
    """A new game inside another one. Whoever can tell the seed of that one can tell the new one's."""
    key, kind, own = around.key_after(around.fold), linked.kind, id_of(around.header, linked)
    name = free_name(store, around.header.name, linked)
    with store.transaction():
        inside = Battle.create(store, around.system, name, linked.setup, now, kind, own, _seed_of(key, linked))
        around.tell_inside(inside_record(inside), now)
        if around.seed_shown is not None:
            seal.show_seed(store, inside.header, now)
        elif any(entry.shown == seal.FILE for entry in around.entries()):
            seal.hand_over(store, inside.header, now)
    inside.refresh()
    return inside


def _tell_log(around: Battle, inside: Battle, now: str) -> None:
    """Tell the log which battle it is, unless it says so: one that was deleted and begun anew, or one that came in."""
    told = inside_record(inside)
    for entry in around.entries():
        if entry.inside is not None and entry.inside.same_as(told):
            return
        if told_by_note(entry, told.commitment) and not told.unchecked:
            return
    around.tell_inside(told, now)


def inside_record(inside: Battle, noted: str | None = None, said: Iterable[str] = ()) -> Inside:
    """What a log says of a game inside its own now."""
    header = inside.header
    unchecked = inside.store.is_unchecked(header.id)
    return Inside(header.name, header.commitment, header.created, inside.count, unchecked, noted, tuple(sorted(said)))


def note_once(around: Battle, text: str, now: str) -> None:
    """Leave a note about a game inside, unless it is there already."""
    if not any(entry.note == text for entry in around.entries()):
        around.write_note(text, now)


# --- what the game around decides ---


def mismatch_findings(
    header: BattleHeader, around: Battle, linked: Linked, own_seal: str, entries: Iterable[LogEntry]
) -> Iterator[str]:
    """In what a game is not the one that another one leads to, in words; `own_seal` is what `seal_of` gives for it.

    Battles that were begun by versions that drew a new seed for each are known by a note among the `entries`.
    """
    if header.system != around.header.system or header.kind != linked.kind:
        yield f"it is a {header.kind} for {header.system}"
    elif header.setup != canonical_json(linked.setup):
        yield "its set-up is different"
    if header.commitment != own_seal and not any(told_by_note(entry, header.commitment) for entry in entries):
        yield f"its {around.game.lots.all} do not come from those of {around.header.name}"


def told_by_note(entry: LogEntry, commitment: str) -> bool:
    """Whether an entry is the note with which earlier versions told that a battle began."""
    return entry.note is not None and " begins; its " in entry.note and entry.note.endswith(commitment)


def seal_of(key: bytes, linked: Linked) -> str:
    """What the dice of the game inside are sealed as; `key` is that of the dice of the game around it."""
    return commitment_of(_seed_of(key, linked))


def _seed_of(key: bytes, linked: Linked) -> bytes:
    told = "tabletop:inside:" + canonical_json([linked.kind, linked.name])
    return hmac.digest(key, told.encode(), "sha256")[:SEED_BYTES]


def id_of(around: BattleHeader, linked: Linked) -> str:
    """The id of the game inside: the same as long as it is wanted, whatever either game is called."""
    from hashlib import sha256

    told = canonical_json([around.id, around.commitment, linked.kind, linked.name, linked.setup])
    return sha256(told.encode()).hexdigest()[:DIGITS]


def free_name(store: Store, around: str, linked: Linked) -> str:
    """A name for the game inside that no other one has. Errors: `TabletopError` where all are taken."""
    taken = {one.header.name.casefold() for one in store.list_battles()}
    first = f"{around}-{linked.name}"
    for name in (first, *(f"{first}-{n}" for n in range(2, MOST + 1))):
        if name.casefold() not in taken:
            return name
    raise TabletopError(f"{MOST} battles are called {linked.name}", hint="delete some", code="name-taken")

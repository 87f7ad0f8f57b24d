"""A change of an army as small steps, each of which touches as little of a file as can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...data import Json, JsonMapping
from ..change import Change, Drop, Insert, Note, Put, Shift, is_list, same_value, value_at
from ..problems import Where

EditStep = Put | Drop | Insert | Shift


def split_change(data: JsonMapping, change: Change) -> Iterator[EditStep]:
    """The steps of a change of some data, of which it is known that it can be made.

    Tables are written key by key and lists entry by entry, so that what stays the same stays as it is written.
    """
    match change:
        case Put(place, value):
            yield from _put_steps(place, value_at(data, place, _MISSING), value)
        case Drop(place):
            yield from _drop_steps(data, place)
        case Insert(place, value) if is_list(value_at(data, place[:-1])):
            yield change
        case Insert(place, value):
            yield Put(place[:-1], [value])
        case Shift(place, to):
            if place[-1] != to:
                yield change
        case Note():
            return


_MISSING = object()


def _put_steps(place: Where, old: Json, new: Json) -> Iterator[EditStep]:
    if old is not _MISSING and same_value(old, new):
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping) and old.keys() & new.keys():
        gone = [key for key in old if key not in new]
        for key in sorted(gone, key=lambda key: not isinstance(old[key], Mapping)):
            yield Drop((*place, key))  # tables first: a comment of a key above one must not be taken for its own
        for key, value in new.items():
            yield from _put_steps((*place, key), old.get(key, _MISSING), value)
    elif is_list(old) and is_list(new) and old and new:
        yield from _put_list_steps(place, old, new)
    else:
        yield Put(place, new)


def _put_list_steps(place: Where, old: Sequence[Json], new: Sequence[Json]) -> Iterator[EditStep]:
    """What is alike at both ends stays; what is between is written, taken out or put in."""
    most = min(len(old), len(new))
    front = next((at for at in range(most) if not same_value(old[at], new[at])), most)
    back = next((at for at in range(most - front) if not same_value(old[-1 - at], new[-1 - at])), most - front)
    both = most - front - back
    for at in range(front, front + both):
        yield from _put_steps((*place, at), old[at], new[at])
    for at in reversed(range(front + both, len(old) - back)):
        yield Drop((*place, at))
    for at in range(front + both, len(new) - back):
        yield Insert((*place, at), new[at])


def _drop_steps(data: JsonMapping, place: Where) -> Iterator[EditStep]:
    """Without a place, and without the tables that are left empty by it."""
    while len(place) > 1 and isinstance(place[-1], str) and isinstance(place[-2], str):
        if len(value_at(data, place[:-1])) > 1:
            break
        place = place[:-1]
    yield Drop(place)

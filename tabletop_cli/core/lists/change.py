"""Changes of an army list, as data: what a change would do is tried on the data first, then it is made in the file.

`apply_changes` changes data; `edit.edit_text` makes the same change in the text of a file. The data of that text are
what `apply_changes` gives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

from ..data import Json, JsonMapping, JsonObject, Shaped
from ..errors import TabletopError
from ..records import dataclass
from .problems import Where


@dataclass(frozen=True)
class Put:
    """Write a value at a place; tables on the way there come to be. In a list the entry must be there already."""

    place: Where
    value: Json


@dataclass(frozen=True)
class Drop:
    """Take a key or an entry of a list away; a table inside an entry that is left empty goes with it."""

    place: Where


@dataclass(frozen=True)
class Insert:
    """Put a new entry into a list, before the one at the place; the list comes to be where there is none."""

    place: Where
    value: Json


@dataclass(frozen=True)
class Shift:
    """Move an entry of a list to another position of the same list."""

    place: Where
    to: int


@dataclass(frozen=True)
class Note:
    """Set the note of an entry, or of the army at the place ``()``; an empty text takes it away. Data has no notes."""

    place: Where
    text: str


Change = Put | Drop | Insert | Shift | Note


def apply_changes(data: JsonMapping, *changes: Change) -> JsonObject:
    """The data after some changes; what is given stays as it was.

    Errors: `TabletopError` for a place that is not there.
    """
    found: JsonObject = dict(data)
    for change in changes:
        if not change.place and not isinstance(change, Note):
            raise _nowhere_error(change.place)
        if not isinstance(change, Note):
            found = _change_at(found, change.place, change)
    return dict(found)


def origin_of(place: Where, changes: Sequence[Change]) -> Where | None:
    """Where an entry stood before some changes that have been made; None for one that they have put in."""
    for change in reversed(changes):
        size = len(change.place)
        at = change.place[-1] if change.place else None
        if len(place) < size or place[: size - 1] != change.place[:-1] or not isinstance(at, int):
            continue
        now = place[size - 1]
        assert isinstance(now, int)
        match change:
            case Drop():
                then = now + (now >= at)
            case Insert():
                if now == at:
                    return None
                then = now - (now > at)
            case Shift(_, to):
                without = now - (now > to)
                then = at if now == to else without + (without >= at)
            case _:
                then = now
        place = (*place[: size - 1], then, *place[size:])
    return place


def value_at(data: Json, place: Where, default: Json = None) -> Shaped:
    """What stands at a place of the data; the default where nothing does."""
    for step in place:
        if isinstance(data, Mapping):
            if step not in data:
                return default
            data = data[step]
        elif is_list(data) and isinstance(step, int) and 0 <= step < len(data):
            data = data[step]
        else:
            return default
    return data


def is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    """Whether a value is a list of a file."""
    return isinstance(value, list | tuple)


def same_value(one: Json, other: Json) -> bool:
    """Whether two values are written alike: 1, 1.0 and true are not the same; the order of keys does not matter."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same_value(value, other[key]) for key, value in one.items())
    if is_list(one) and is_list(other):
        return len(one) == len(other) and all(map(same_value, one, other))
    return type(one) is type(other) and (one == other or (one != one and other != other))


def _change_at(inside: Shaped, place: Where, change: Change) -> Shaped:
    """A copy of a table or list with the change made at a place below it."""
    step, rest = place[0], place[1:]
    if (rest and not isinstance(change, Insert)) or len(rest) > 1:
        return _with_replaced(inside, step, _change_at(_step_into(inside, step, change, place), rest, change), change)
    if rest:  # an insertion: the list may come to be here
        entries = _step_into(inside, step, change, place)
        if not is_list(entries) and entries:  # a table with something in it is no list yet to be
            raise _nowhere_error(change.place)
        return _with_replaced(inside, step, _change_at(entries or [], rest, change), change)
    return _change_here(inside, step, change)


def _step_into(inside: Shaped, step: str | int, change: Change, place: Where) -> Shaped:
    """What a step leads to; a new table where `change` may make one."""
    missing = object()
    found = value_at(inside, (step,), missing)
    makes = isinstance(change, Put | Insert) and isinstance(step, str)
    if found is missing and makes:
        return {}
    if found is missing or not isinstance(found, Mapping | list | tuple):
        raise _nowhere_error(place)
    return found


def _with_replaced(inside: Shaped, step: str | int, value: Json, change: Change) -> Shaped:
    """The same with another value behind one step; what `Drop` has emptied is left out of tables."""
    if isinstance(change, Drop) and isinstance(inside, Mapping) and value == {}:
        return {key: one for key, one in inside.items() if key != step}
    if isinstance(inside, Mapping):
        return {**inside, step: value}
    return [value if at == step else one for at, one in enumerate(inside)]


def _change_here(inside: Shaped, step: str | int, change: Change) -> Shaped:
    """The table or list in which a change takes place, after it."""
    if isinstance(inside, Mapping):
        if isinstance(change, Put):
            return {**inside, step: change.value}
        if isinstance(change, Drop) and step in inside:
            return {key: value for key, value in inside.items() if key != step}
        raise _nowhere_error(change.place)
    entries = list(inside)
    if not isinstance(step, int) or not 0 <= step < len(entries) + isinstance(change, Insert):
        raise _nowhere_error(change.place)
    _change_list(entries, step, change)
    return entries


def _change_list(entries: list[Json], at: int, change: Change) -> None:
    match change:
        case Put(_, value):
            entries[at] = value
        case Drop():
            del entries[at]
        case Insert(_, value):
            entries.insert(at, value)
        case Shift(_, to):
            if not 0 <= to < len(entries):
                raise _nowhere_error(change.place)
            entries.insert(to, entries.pop(at))


def _nowhere_error(place: Sequence[str | int]) -> TabletopError:
    where = ".".join(map(str, place)) or "the top of the file"
    return TabletopError(f"nothing at {where} can be changed like this", code="no-place")

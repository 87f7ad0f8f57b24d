"""The items of a list of an event, of which more may still come.

A list of records may be open: whoever reads past those that are there wants the list.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar, overload

from ..data import Shaped
from ..declare.facts import Record, Tagged, key_of
from ..declare.kinds import AnyKind
from .place import AnyPlace, Wanted

if TYPE_CHECKING:
    from .answers import Reader

T = TypeVar("T")


class Items(Sequence[T]):
    """The items of a list of an event; of an open one only those that are there can be told."""

    def __init__(self, reader: Reader, place: AnyPlace, kind: AnyKind, raw: Sequence[Shaped]) -> None:
        self._reader, self._place, self._kind, self._raw = reader, place, kind, raw
        self._open = place.path in reader.still_open
        self._made: dict[int, T] = {}

    def _item_at(self, at: int) -> T:
        if self._raw[at] is None:
            self._check_closed()  # a hole: other items were given first
        if at not in self._made:
            self._made[at] = self._reader.read_item(self._kind, self._raw, self._place, at)
        return self._made[at]

    def _check_closed(self) -> None:
        if self._open:
            raise Wanted(self._place, self._raw)

    def __iter__(self) -> Iterator[T]:
        for at in range(len(self._raw)):
            yield self._item_at(at)
        self._check_closed()

    def __len__(self) -> int:
        self._check_closed()
        return len(self._raw)

    @property
    def keys(self) -> list[Shaped]:
        """What tells the items apart, of each; of the rest nothing is read."""
        self._check_closed()
        kind = self._kind
        cls = kind.common if isinstance(kind, Tagged) else kind.cls if isinstance(kind, Record) else None
        return [one if cls is None else one[key_of(cls).name] for one in self._raw]

    @property
    def there(self) -> list[T]:
        """The items that are there, though more may come."""
        return [self._item_at(at) for at, one in enumerate(self._raw) if one is not None]

    def select(self, these: Container[object]) -> list[T]:
        """Return the items that are among these; where none is, and more may come, that is asked first."""
        found = [self._item_at(at) for at, one in enumerate(self._raw) if one is not None and one in these]
        if not found:
            self._check_closed()
        return found

    def has_at_least(self, n: int) -> bool:
        """Whether there are `n` items; where more may come, that is asked first."""
        there = sum(one is not None for one in self._raw)
        if there < n:
            self._check_closed()
        return there >= n

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            self._check_closed()
            return tuple(self._item_at(at) for at in range(len(self._raw))[index])
        if index < 0 or index >= len(self._raw):
            self._check_closed()
        return self._item_at(range(len(self._raw))[index])


def has_at_least(items: Sequence[object], n: int) -> bool:
    """Whether a list of an event has `n` items; where more may come, that is asked first."""
    return items.has_at_least(n) if isinstance(items, Items) else len(items) >= n


def items_so_far(items: Sequence[T]) -> Sequence[T]:
    """The items of a list of an event that are there, though more may come."""
    return items.there if isinstance(items, Items) else items


def select_items(items: Sequence[T], these: Container[object]) -> Sequence[T]:
    """Return the items of a list of an event that are among these; of the others nothing is read.

    Where none is, and more may come, that is asked first.
    """
    return items.select(these) if isinstance(items, Items) else [one for one in items if one in these]


def item_keys(items: Sequence[object]) -> list[Shaped]:
    """The first fact of each item of a list of records, read before anything else of them."""
    return items.keys if isinstance(items, Items) else [getattr(one, key_of(type(one)).attribute) for one in items]

"""Numbers of entries of a log, the newest last, of which a fold after every entry keeps its own.

A fold ten thousand entries long is made of the one before by putting a number on or taking one off. A tuple would be
copied each time; here folds that go on from each other share one row, and each knows how much of it is its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import overload


class Numbers(Sequence[int]):
    """Numbers that never change: `and_then` and `without_last` give others, at the same cost however many there are.

    Only who goes on after `without_last` pays for a copy.
    """

    __slots__ = ("_length", "_row")

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._row = list(numbers)  # grows only behind what every owner knows of it
        self._length = len(self._row)

    def and_then(self, number: int) -> Numbers:
        """These, and one more."""
        row = self._row if len(self._row) == self._length else self._row[: self._length]
        row.append(number)
        return _first_numbers(row, self._length + 1)

    def without_last(self) -> Numbers:
        """All but the last; none are none."""
        return _first_numbers(self._row, max(self._length - 1, 0))

    def begin_with(self, others: Numbers) -> bool:
        """Whether the others are these, or the first of them."""
        if others._length > self._length:
            return False
        return others._row is self._row or list(others) == self._row[: others._length]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        return islice(self._row, self._length)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> list[int]: ...
    def __getitem__(self, index: int | slice) -> int | list[int]:
        if isinstance(index, slice):
            return self._row[: self._length][index]
        return self._row[range(self._length)[index]]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Numbers):
            return self._length == other._length and self.begin_with(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self._length, self[-1] if self else 0))

    def __repr__(self) -> str:
        return f"Numbers({list(self)})"


def _first_numbers(row: list[int], length: int) -> Numbers:
    """The first numbers of a row that others may know, too."""
    part = Numbers.__new__(Numbers)
    part._row, part._length = row, length
    return part

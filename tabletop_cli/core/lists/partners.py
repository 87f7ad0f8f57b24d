"""Which entries of two lists belong together: sensibly, always the same way, and without end of work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

MOST = 1_000  # pairs of one group that are weighed; larger groups are taken in their order
T = TypeVar("T")


def find_partners(
    before: Sequence[T], after: Sequence[T], distance: Callable[[T, T], int], keys: Sequence[Callable[[T], str]]
) -> dict[int, int]:
    """Partners: places in the second list by places in the first.

    First those belong together that are alike by the first key, then by the second, and so on; an empty key is like
    none. Where several are alike, the nearest by `distance` come together, then those whose places are nearest.
    """
    found: dict[int, int] = {}
    for key in keys:
        taken = set(found.values())
        left = _group_places(before, key, set(found))
        right = _group_places(after, key, taken)
        for word, ones in left.items():
            found |= _pair_nearest(ones, right.get(word, []), lambda a, b: distance(before[a], after[b]))
    return found


def _group_places(things: Sequence[T], key: Callable[[T], str], without: set[int]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for at, thing in enumerate(things):
        if at not in without and (word := key(thing)):
            groups.setdefault(word, []).append(at)
    return groups


def _pair_nearest(ones: Sequence[int], others: Sequence[int], distance: Callable[[int, int], int]) -> dict[int, int]:
    if len(ones) * len(others) > MOST:
        return dict(zip(ones, others, strict=False))
    ranked = sorted((distance(a, b), abs(i - j), a, b) for i, a in enumerate(ones) for j, b in enumerate(others))
    found: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, a, b in ranked:
        if a not in found and b not in taken:
            found[a] = b
            taken.add(b)
    return found

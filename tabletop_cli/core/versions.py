"""Versions of the program: whether something was written by one that is newer than this one."""

from __future__ import annotations

import re

from .. import __version__

_VERSION = re.compile(
    r"([0-9]{1,9}(?:\.[0-9]{1,9})*)(?:[-_.]?(dev|alpha|a|beta|b|rc|c|post)[-_.]?([0-9]{0,9}))?(?:\+.*)?"
)
_STAGES = ("dev", "a", "b", "rc", "", "post")  # of one version, in the order in which they come out
_SAME = {"alpha": "a", "beta": "b", "c": "rc"}


def is_newer(version: str, present: str = __version__) -> bool:
    """Return whether a version of the program is newer than this one, whose rules may then be others.

    A text that is no version counts as newer: no version up to this one has called itself so.
    """
    mine, other = _parts(present), _parts(version)
    return other is None or (mine is not None and other > mine)


def _parts(version: str) -> tuple[list[int], int, int] | None:
    """What versions are compared by: the numbers, the stage and its number; None for a text that is no version."""
    found = _VERSION.fullmatch(version)
    if found is None:
        return None
    numbers = [int(number) for number in found[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers, _STAGES.index(_SAME.get(found[2] or "", found[2] or "")), int(found[3] or 0)

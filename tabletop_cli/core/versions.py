"""Versions of the program, and of a game system beside it: what battles keep, and whether theirs is newer than ours.

A battle of a system that has a version of its own keeps ``0.3.0+1.2``: the program's, then the system's.
"""

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

    Where both name a version of their system, too, one of these that is newer counts. A text that is no version counts
    as newer: no version up to this one has called itself so.
    """
    program, _, own = version.partition("+")
    mine, _, my_own = present.partition("+")
    return _comes_after(program, mine) or (bool(own and my_own) and own != my_own and _comes_after(own, my_own))


def _comes_after(version: str, present: str) -> bool:
    mine, other = _version_parts(present), _version_parts(version)
    return other is None or (mine is not None and other > mine)


def version_with(own: str) -> str:
    """Return what a battle keeps of the versions that wrote it; `own` is its system's, or empty."""
    return f"{__version__}+{own}" if own else __version__


def version_words(kept: str, system: str) -> str:
    """Return what a battle keeps of versions in words: ``1.2 of Coin Duel (tabletop 0.3.0)``."""
    program, _, own = kept.partition("+")
    return f"{own} of {system} (tabletop {program})" if own else program


def _version_parts(version: str) -> tuple[list[int], int, int] | None:
    """What versions are compared by: the numbers, the stage and its number; None for a text that is no version."""
    found = _VERSION.fullmatch(version)
    if found is None:
        return None
    numbers = [int(number) for number in found[1].split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers, _STAGES.index(_SAME.get(found[2] or "", found[2] or "")), int(found[3] or 0)

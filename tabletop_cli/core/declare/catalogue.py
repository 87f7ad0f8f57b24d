"""What players made beside a rulebook, and which of it is in force while something from outside is read.

This module is imported by everything that has house rules, so it imports next to nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Any

from ..data import JsonObject, ShapedMapping
from ..records import dataclass

if TYPE_CHECKING:
    from .rows import OwnRule, Ruled

CATALOGUE = "catalogue"  # the key of situations, armies and set-ups under which it stands
WHOLE_ARMY = "army"  # in the `for` of a special rule: it holds for the whole list


class Keyed:
    """What a table of a catalogue holds: values that machines know by a key, and snapshots by table and id."""

    @property
    def key(self) -> str:
        """What machines call it in an event or a situation."""
        raise NotImplementedError

    def to_snapshot(self) -> JsonObject:
        """Return what `from_snapshot` needs to find the same value again."""
        raise NotImplementedError

    @classmethod
    def from_snapshot(cls, data: Any) -> Keyed:
        """Return the value that `to_snapshot` described."""
        raise NotImplementedError


@dataclass(frozen=True)
class Catalogue:
    """What players wrote beside a rulebook. Two are equal when their hashes are.

    raw    the data that it was read from
    rows   by table and id
    rules  special rules, by id
    hash   of the system and the data; empty for the printed book alone
    """

    raw: ShapedMapping = field(default_factory=dict, compare=False)
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False)
    rules: Mapping[str, OwnRule] = field(default_factory=dict, compare=False)
    hash: str = ""

    def __bool__(self) -> bool:
        return bool(self.hash)

    def rules_of(self, row: Ruled | None) -> tuple[OwnRule, ...]:
        """Return the special rules of a row or a part of one: those it names, then those written for it."""
        if row is None or not self.rules:
            return ()
        named = [self.rules[one] for one in row.special if one in self.rules]
        return tuple(dict.fromkeys([*named, *(one for one in self.rules.values() if row.id in one.for_)]))

    @property
    def army_rules(self) -> tuple[OwnRule, ...]:
        """Return the special rules of the whole list."""
        return tuple(one for one in self.rules.values() if WHOLE_ARMY in one.for_)


PRINTED = Catalogue()
_in_force = PRINTED


def in_force() -> Catalogue:
    """Return the catalogue whose rows may be named in what is read now."""
    return _in_force


def use_catalogue(catalogue: Catalogue) -> None:
    """Put a catalogue in force from here on, for a command that is about one."""
    global _in_force
    _in_force = catalogue


def catalogue_of(thing: object) -> Catalogue:
    """Return the catalogue of the house rules that a state or a situation is played by."""
    house = getattr(thing, "house", None)
    return getattr(house, "catalogue", PRINTED)


@contextmanager
def catalogue_in_force(catalogue: Catalogue) -> Iterator[None]:
    """Put a catalogue in force while something from outside is read that may name its rows."""
    before = _in_force
    use_catalogue(catalogue)
    try:
        yield
    finally:
        use_catalogue(before)

"""What a game system is: one record that names its resolvers, army checks, battle, catalogue and reference.

A system is a package with a module-level ``SYSTEM = System(...)`` behind an entry point of the group
``tabletop.systems``. Everything that the program does with it goes through this record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .dice import Dice
from .errors import Malformed
from .facts import did_you_mean, read_record, shown
from .house import House
from .plain import plain
from .reference import Reference

if TYPE_CHECKING:
    from .army import Muster
    from .game import Game
    from .page import Page


@dataclass(frozen=True, kw_only=True)
class Situation:
    """Base of all situations: facts that players know, and the house rules they play by."""

    house: House


@dataclass(frozen=True)
class Common:
    """A key that every situation, army and set-up of a system may hold beside ``house``, such as a home-made catalogue.

    It is read once and handed to every record as a field of the same name. `read(value, where)` raises `Malformed`;
    `write` is its inverse, for snapshots; `kind` is the type that is read.
    """

    kind: type[Any]
    read: Callable[[Any, str], Any]
    write: Callable[[Any], Any]
    default: Callable[[], Any]


@dataclass(frozen=True)
class Illegal:
    """What the rules forbid, settled before the first die: the reason's word and the rule that says so."""

    reason: str
    rule: str
    more: tuple[tuple[str, Any], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        return {"legal": False, "reason": self.reason, "rule": self.rule, **plain(dict(self.more))}


@dataclass(frozen=True)
class Odds:
    """The names of a rule's outcomes; with `rule` and `situation` where odds have facts of their own.

    `name(situation, outcome)` gives the outcome's name; the names form a partition. `order` lists names in the order in
    which people think of them; where that is a scale (`rising`), "at least this" is worth knowing too.
    """

    name: Callable[[Any, Any], str]
    situation: type[Situation] | None = None
    rule: Callable[[Any, Dice], Hashable | Illegal] | None = None
    order: tuple[str, ...] = ()
    rising: bool = False

    def sorted(self, chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """The same chances in the order of `order`, other names after it, numbers in them by value."""
        places = {name: at for at, name in enumerate(self.order)}
        last = len(places)
        names = sorted(chances, key=lambda name: (places.get(name, last), _by_number(name)))
        return {name: chances[name] for name in names}


def _by_number(name: str) -> list[tuple[int, str]]:
    """A name as words and numbers, so that 10 comes after 9."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", name)]


@dataclass(frozen=True, kw_only=True)
class Resolver:
    """One ruling: a situation, the rule that settles it, the names of its outcomes, the rules it implements.

    `example` is a small situation for help texts, the conformance kit and the documentation.
    """

    id: str
    title: str
    situation: type[Situation]
    rule: Callable[[Any, Dice], Any]
    rules: tuple[str, ...]
    odds: Odds | None = None
    example: Mapping[str, Any] = field(default_factory=dict)

    def odds_situation(self) -> type[Situation]:
        return (self.odds and self.odds.situation) or self.situation


@dataclass(frozen=True, kw_only=True)
class System:
    """A game system. `illegal_odds` names the outcome of an illegal situation in odds; None makes it an error."""

    id: str
    name: str
    reference: Reference
    resolvers: Mapping[str, Resolver]
    muster: Muster
    game: Game
    catalogue: Callable[[], tuple[Page, ...]]
    catalogue_schema: Callable[[], dict[str, Any]]
    illegal_odds: Callable[[Illegal], str] | None = None
    common: Mapping[str, Common] = field(default_factory=dict)

    @cached_property
    def house(self) -> House:
        """The house rules as printed: every switch at its default."""
        return self.reference.house.printed

    def resolver(self, name: object) -> Resolver:
        """A resolver by name. Errors: `Malformed` with code ``unknown-resolver`` and near names."""
        if isinstance(name, str) and name in self.resolvers:
            return self.resolvers[name]
        raise Malformed(
            f"{self.id} has no resolver {shown(name)}",
            hint=did_you_mean(name, list(self.resolvers)),
            code="unknown-resolver",
        )

    def read_common(self, data: Mapping[str, Any], where: str) -> dict[str, Any]:
        """House rules and the system's other common keys, read or at their defaults, by name. Errors: `Malformed`."""
        shared = {"house": self.reference.house.read(data.get("house"), f"{where}.house")}
        for key, one in self.common.items():
            shared[key] = one.read(data[key], f"{where}.{key}") if key in data else one.default()
        return shared

    def freezers(self) -> dict[type[Any], Callable[[Any], Any]]:
        """How values of the common keys become JSON, by their type, for `plain.pack`."""
        return {House: lambda house: house.as_dict(), **{one.kind: one.write for one in self.common.values()}}

    def thawers(self) -> dict[type[Any], Callable[[Any], Any]]:
        """The inverse of `freezers`, for `plain.unpack`."""
        readers = {one.kind: (lambda data, one=one: one.read(data, "snapshot")) for one in self.common.values()}
        return {House: self.reference.house.read, **readers}

    def read_situation(self, cls: type[Situation], data: Any, where: str = "situation") -> Situation:
        """A situation from outside. Errors: `Malformed` with code ``bad-situation`` or ``bad-house``."""
        try:
            if not isinstance(data, Mapping):
                raise Malformed(f"{where}: {shown(data)} is not a table of facts", where=where)
            shared = self.read_common(data, where)
            return read_record(cls, {k: v for k, v in data.items() if k not in shared}, where, **shared)
        except Malformed as wrong:
            if wrong.code == Malformed.code:
                wrong.code = "bad-situation"
            raise

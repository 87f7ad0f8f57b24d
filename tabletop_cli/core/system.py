"""What a game system is: one record that names its resolvers, army checks, battle, catalogue and reference.

A system is a package with a module-level ``SYSTEM = System(...)`` behind an entry point of the group
``tabletop.systems``. Everything that the program does with it goes through this record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from importlib import import_module
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

    In army files the key is a path, see `references`: `check(value, where)` finds more faults in a file that was read;
    `wanted(army)` says whether an army needs such a file, `serves(army, data)` whether a file has what it needs;
    `merge` makes one table of those of two armies.
    """

    kind: type[Any]
    read: Callable[[Any, str], Any]
    write: Callable[[Any], Any]
    default: Callable[[], Any]
    check: Callable[[Any, str], None] = lambda value, where: None
    wanted: Callable[[Mapping[str, Any]], bool] = lambda army: False
    serves: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] = lambda army, data: False
    merge: Callable[[Any, Any], Any] = lambda one, other: other


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

    `example` is a small situation for help texts, the conformance kit and the documentation. `says_legal` is False
    where nothing can be illegal, so that the outcome need not say that it is not.
    """

    id: str
    title: str
    situation: type[Situation]
    rule: Callable[[Any, Dice], Any]
    rules: tuple[str, ...]
    odds: Odds | None = None
    example: Mapping[str, Any] = field(default_factory=dict)
    says_legal: bool = True

    def odds_situation(self) -> type[Situation]:
        return (self.odds and self.odds.situation) or self.situation


class Topics(Mapping[str, Resolver]):
    """Resolvers by the topic that holds them: a topic's module is imported when one of its resolvers is first used.

    `topics` names modules of `package`, each with the ids of the resolvers in its ``RESOLVERS``.
    """

    def __init__(self, package: str, topics: Mapping[str, Sequence[str]]) -> None:
        self._package = package
        self._topic_of = {resolver: topic for topic, ids in topics.items() for resolver in ids}

    def __getitem__(self, name: str) -> Resolver:
        found: Resolver = next(one for one in self._module(self._topic_of[name]).RESOLVERS if one.id == name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._topic_of)

    def __len__(self) -> int:
        return len(self._topic_of)

    def __contains__(self, name: object) -> bool:
        return name in self._topic_of

    def _module(self, topic: str) -> Any:
        return import_module(f".{topic}", self._package)


def part(package: str, place: str) -> Callable[[], Any]:
    """A part of a system that is imported when it is first used: ``part(__name__, "muster:MUSTER")``."""
    module, _, name = place.partition(":")
    return lambda: getattr(import_module(f".{module}", package), name)


@dataclass(frozen=True, kw_only=True)
class System:
    """A game system: its table of contents. What it names is imported when it is used, for start-up is a feature.

    resolvers              by name; `Topics` for those of modules
    muster_from, game_from what gives the `Muster` and the `Game`: a `part`
    catalogue_from         what gives the function that writes the pages of the catalogue
    catalogue_schema_from  what gives the function that writes the schema of catalogue files
    quick_from             what gives the function that writes, for some house rules, the tables that people look up
                           during a game: at most a page of paper; without it, those of the catalogue
    illegal_odds           names the outcome of an illegal situation in odds; None makes it an error
    common                 keys that every situation, army and set-up may hold beside ``house``
    house_code             the code of errors in house rules; empty: that of what holds them
    """

    id: str
    name: str
    reference: Reference
    resolvers: Mapping[str, Resolver]
    muster_from: Callable[[], Muster]
    game_from: Callable[[], Game]
    catalogue_from: Callable[[], Callable[[], tuple[Page, ...]]]
    catalogue_schema_from: Callable[[], Callable[[], dict[str, Any]]]
    quick_from: Callable[[], Callable[[House], tuple[Page, ...]]] | None = None
    illegal_odds: Callable[[Illegal], str] | None = None
    common: Mapping[str, Common] = field(default_factory=dict)
    house_code: str = "bad-house"

    @cached_property
    def muster(self) -> Muster:
        """The army lists."""
        return self.muster_from()

    @cached_property
    def game(self) -> Game:
        """The battles."""
        return self.game_from()

    def catalogue(self) -> tuple[Page, ...]:
        """The pages of the catalogue."""
        return self.catalogue_from()()

    def quick(self, house: House) -> tuple[Page, ...]:
        """The tables that people look up during a game, under some house rules."""
        return self.catalogue() if self.quick_from is None else self.quick_from()(house)

    def catalogue_schema(self) -> dict[str, Any]:
        """Draft-07 JSON Schema of catalogue files."""
        return self.catalogue_schema_from()()

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
        shared = {"house": self.read_house(data.get("house", {}), f"{where}.house")}
        for key, one in self.common.items():
            shared[key] = one.read(data[key], f"{where}.{key}") if key in data else one.default()
        return shared

    def read_house(self, data: Any, where: str) -> House:
        """A house table from outside. Errors: `Malformed` with `house_code`."""
        try:
            if data is None:
                raise Malformed(f"{where}: null is not a table of house rules", hint="leave it out", where=where)
            return self.reference.house.read(data, where)
        except Malformed as wrong:
            wrong.code = self.house_code or Malformed.code
            raise

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

"""What a game system is: one record that names its resolvers, army checks, battle, catalogue and reference.

A system is a package with a module-level ``SYSTEM = System(...)`` behind an entry point of the group
``tabletop.systems``. Everything that the program does with it goes through this record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .data import Json, JsonMapping, JsonObject, Schema, ShapedObject
from .declare.catalogue import CATALOGUE, Catalogue, catalogue_in_force
from .declare.facts import read_record
from .declare.house import House
from .declare.kinds import brief_text, did_you_mean
from .declare.reference import Reference
from .errors import Malformed, Refused, TabletopError
from .games import BATTLE, Games
from .records import dataclass, replace

if TYPE_CHECKING:
    from .declare.tables import Tables
    from .lists.army import AnyMuster
    from .lists.scenario import Scenarios
    from .page import Page
    from .play.game import AnyGame
    from .rule.resolver import AnyResolver
    from .rule.situation import Situation


def _pack_house(house: House) -> JsonObject:
    """House rules in a snapshot, with the home-made catalogue that they carry."""
    own = house.catalogue
    return {"house": house.as_dict(), CATALOGUE: dict(own.raw)} if own.hash else house.as_dict()


@dataclass(frozen=True)
class OwnTables:
    """The tables to which players may add rows of their own, and how these are read.

    `tables` imports them when a file is read. `read(data, where)` raises `Malformed`.
    """

    tables: Callable[[], Tables]
    read: Callable[[Json, str], Catalogue]


def home_made(tables: Callable[[], Tables]) -> OwnTables:
    """Return the tables, a `lazy_part`, as those to which players may add rows of their own."""
    return OwnTables(tables, lambda data, where: tables().read(data, where))


def lazy_part(package: str, place: str) -> Callable[[], Any]:
    """A part of a system that is imported when it is first used: ``part(__name__, "muster:MUSTER")``."""
    module, _, name = place.partition(":")

    def import_part() -> Any:
        return import_from_package(package, module, name)

    import_part.__module__ = package  # it is to blame for what it gives
    return import_part


def import_from_package(package: str, module: str, name: str = "") -> Any:
    """A module of a system, or what has a name in it. Whatever is wrong there is its fault, see `registry.blamed`."""
    found = import_module(f".{module}", package)
    return getattr(found, name) if name else found


def lazy_function(package: str, place: str) -> Callable[..., Any]:
    """A function of a system that is imported when it is first called: ``later(__package__, "sheet:sheet")``."""
    found = lazy_part(package, place)

    def call_function(*given: Any) -> Any:
        return found()(*given)

    call_function.__module__ = package
    return call_function


@dataclass(frozen=True, kw_only=True)
class System:
    """A game system: its table of contents. What it names is imported when it is used, for start-up is a feature.

    version                of a package of its own: raise it with every change of rules or states, and no text, snapshot
                           or replay of an older one is taken for one of this; empty: it goes with the program
    resolvers              by name; `Topics` for those of modules
    game_from              what gives the `Game`: a `lazy_part`
    muster_from            what gives the `Muster`; None in a system without army lists
    other_games            what gives further games by name, such as ``campaign``; see `games`
    catalogue_from         what gives the function that writes the pages of the catalogue; None where there is none
    catalogue_schema_from  what gives the function that writes the schema of catalogue files; without it, that of
                           `own_tables`
    scenario_from          what gives the `Scenarios`, files of what stands on the table; None where there are none
    quick_from             what gives the function that writes, for some house rules, the tables that people look up
                           during a game: at most a page of paper; without it, those of the catalogue
    illegal_odds           names the outcome of an illegal situation in odds; None makes it an error
    own_tables             the tables to which players may add rows, see `home_made`; None where there are none. Every
                           situation, army and set-up may hold such rows as ``catalogue``, beside ``house``
    house_code             the code of errors in house rules; empty: that of what holds them

    What the contract of a rulebook says about replies for machines:

    illegal_names_rule       an illegal outcome names its rule beside the reason
    refusals_name_all        a refused event names all rules concerned and has a message, beside its rule and reason
    refusals_tell_more       a refused event tells whatever else is known: which models, what is due first
    malformed_fails_request  a malformed event fails the whole request, with its ``index``; else it is a result
    absent_dice_are_none     a situation or an event without ``dice`` has none; else the program rolls what it needs
    """

    id: str
    name: str
    reference: Reference
    resolvers: Mapping[str, AnyResolver]
    version: str = ""
    game_from: Callable[[], AnyGame]
    muster_from: Callable[[], AnyMuster] | None = None
    catalogue_from: Callable[[], Callable[[], tuple[Page, ...]]] | None = None
    catalogue_schema_from: Callable[[], Callable[[], Schema]] | None = None
    scenario_from: Callable[[], Scenarios] | None = None
    quick_from: Callable[[], Callable[[House], tuple[Page, ...]]] | None = None
    other_games: Mapping[str, Callable[[], AnyGame]] = field(default_factory=dict)
    illegal_odds: Callable[[Refused], str] | None = None
    own_tables: OwnTables | None = None
    house_code: str = "bad-house"
    illegal_names_rule: bool = True
    refusals_name_all: bool = True
    refusals_tell_more: bool = True
    malformed_fails_request: bool = False
    absent_dice_are_none: bool = False

    @cached_property
    def muster(self) -> AnyMuster:
        """The army lists, each with its ``sheet``. Errors: `TabletopError` ``no-lists`` in a system without them."""
        if self.muster_from is None:
            raise TabletopError(f"{self.name} has no army lists", code="no-lists")
        from .lists.heading import with_heading  # only those who want lists need it

        return with_heading(self.muster_from())

    @property
    def has_lists(self) -> bool:
        """Whether there are army lists at all."""
        return self.muster_from is not None

    @cached_property
    def game(self) -> AnyGame:
        """The battles."""
        return self.game_from()

    @cached_property
    def games(self) -> Mapping[str, AnyGame]:
        """All games by name: ``battle``, and where the rulebook has one, ``campaign``."""
        return Games({BATTLE: lambda: self.game, **self.other_games})

    def game_named(self, name: str) -> AnyGame:
        """One of the games. Errors: `TabletopError` for one that the system does not have."""
        if name not in self.games:
            known = ", ".join(self.games)
            raise TabletopError(f"{self.name} has no {name}", hint=f"it has: {known}", code="no-such-game")
        return self.games[name]

    @property
    def scenarios(self) -> Scenarios:
        """The scenario files. Errors: `TabletopError` with code ``no-scenarios`` in a system without them."""
        if self.scenario_from is None:
            raise TabletopError(f"{self.name} has no scenario files", code="no-scenarios")
        return self.scenario_from()

    def make_catalogue_pages(self) -> tuple[Page, ...]:
        """The pages of the catalogue. Errors: `TabletopError` with code ``no-catalogue`` in a system without one."""
        if self.catalogue_from is None:
            raise TabletopError(f"{self.name} has no catalogue", code="no-catalogue")
        return self.catalogue_from()()

    def make_quick_pages(self, house: House) -> tuple[Page, ...]:
        """The tables that people look up during a game, under some house rules."""
        return self.make_catalogue_pages() if self.quick_from is None else self.quick_from()(house)

    def catalogue_schema(self) -> Schema:
        """Draft-07 JSON Schema of catalogue files. Errors: `TabletopError` with code ``no-catalogues``."""
        if self.catalogue_schema_from is None and self.own_tables is not None:
            from .declare.schema import schema_document

            title = f"Catalogue files of {self.name}"
            return schema_document(f"{self.id}.catalogue.schema.json", title, self.tables.schema())
        if self.catalogue_schema_from is None:
            raise TabletopError(f"{self.name} has no catalogue files", code="no-catalogues")
        return self.catalogue_schema_from()()

    @cached_property
    def house(self) -> House:
        """The house rules as printed: every switch at its default."""
        return self.reference.house.printed

    def find_resolver(self, name: object) -> AnyResolver:
        """A resolver by name. Errors: `Malformed` with code ``unknown-resolver`` and near names."""
        if isinstance(name, str) and name in self.resolvers:
            return self.resolvers[name]
        raise Malformed(
            f"{self.id} has no resolver {brief_text(name)}",
            hint=did_you_mean(name, list(self.resolvers)),
            code="unknown-resolver",
        )

    @property
    def common_keys(self) -> tuple[str, ...]:
        """What every situation, army and set-up may hold."""
        return ("house",) if self.own_tables is None else ("house", CATALOGUE)

    @property
    def tables(self) -> Tables:
        """The tables to which players may add rows. Errors: `TabletopError` ``no-catalogues`` where there are none."""
        if self.own_tables is None:
            raise TabletopError(f"{self.name} has no home-made catalogues", code="no-catalogues")
        return self.own_tables.tables()

    def read_common(self, data: JsonMapping, where: str) -> ShapedObject:
        """House rules, read or at their defaults, with the home-made catalogue that travels with them.

        Errors: `Malformed`.
        """
        above = f"{where}." if where else ""
        house = self.read_house(data.get("house", {}), f"{above}house")
        if self.own_tables is not None and CATALOGUE in data:
            house = replace(house, catalogue=self.own_tables.read(data[CATALOGUE], f"{above}{CATALOGUE}"))
        return {"house": house}

    def read_house(self, data: Json, where: str) -> House:
        """A house table from outside. Errors: `Malformed` with `house_code`."""
        try:
            if data is None:
                raise Malformed(f"{where}: null is not a table of house rules", hint="leave it out", where=where)
            return self.reference.house.read(data, where)
        except Malformed as wrong:
            wrong.code = self.house_code or Malformed.code
            raise

    def pack_hooks(self) -> dict[type[object], Callable[[Any], Any]]:
        """How house rules become JSON, for `plain.pack`."""
        return {House: _pack_house}

    def unpack_hooks(self) -> dict[type[object], Callable[[Any], Any]]:
        """The inverse of `pack_hooks`, for `plain.unpack`."""
        return {House: self._unpack_house}

    def _unpack_house(self, data: Any) -> House:
        if CATALOGUE not in data:
            return self.reference.house.read(data)
        assert self.own_tables is not None, "a system without tables of players' own has no such snapshots"
        made = self.own_tables.read(data[CATALOGUE], "snapshot")
        return replace(self.reference.house.read(data["house"]), catalogue=made)

    def read_situation(self, cls: type[Situation], data: Json, where: str = "situation") -> Situation:
        """A situation from outside. Errors: `Malformed` with code ``bad-situation`` or ``bad-house``."""
        try:
            if not isinstance(data, Mapping):
                raise Malformed(f"{where}: {brief_text(data)} is not a table of facts", where=where)
            shared = self.read_common(data, where)
            with catalogue_in_force(shared["house"].catalogue):
                facts = {k: v for k, v in data.items() if k not in self.common_keys}
                return read_record(cls, facts, where, **shared)
        except Malformed as wrong:
            if wrong.code == Malformed.code:
                wrong.code = "bad-situation"
            raise

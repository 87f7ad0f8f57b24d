"""Lists whose entries are rows of a catalogue, each named by its ``type``; and the pages that show such tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, ClassVar, Generic, TypeVar

from ..data import Json, JsonMapping, Schema
from ..declare.house import House
from ..declare.kinds import Number, Text, Whole, brief_text, did_you_mean
from ..declare.rows import Row, RowOf, Rows, column_kinds
from ..errors import Malformed
from ..page import Page, Table
from ..records import dataclass
from ..system import System
from .army import Muster
from .entry import Entry, units_of
from .form import Form, Setting, Shelf, Ware, Written
from .keys import Key, army_schema, offered_settings, stray_setting
from .problems import Problem
from .sheet import Card, Sheet

R = TypeVar("R", bound=Row)
TYPE = "type"
BESIDE = ("system", "units", "house", "catalogue")  # what an army file may have beside the keys of its system


ARMY_KEYS = (Key.from_name("name", "Name", Text()), Key.from_name("budget", "Points", Number(0)))
UNIT_KEYS = (Key.from_name("name", "Name", Text()), Key.from_name("count", "Copies", Whole(1), default=1))


@dataclass(frozen=True)
class RowEntry(Entry, Generic[R]):
    """An entry that is a row of a table, printed or home-made; `rows` says of which."""

    house: House

    rows: ClassVar[Rows[Any]]

    @cached_property
    def row(self) -> R | None:
        """What the catalogue says of it; None where nobody knows it."""
        word = self.fields.get(TYPE)
        return self.rows.all_rows(self.house.catalogue).get(word) if isinstance(word, str) else None

    @property
    def word(self) -> str:
        return self.row.name if self.row else str(self.fields.get(TYPE, "unit"))

    @property
    def points(self) -> Fraction:
        """What one copy costs: the ``points`` of its row, if it has such a fact."""
        return Fraction(getattr(self.row, "points", 0))

    def roster_card(self, **more: Any) -> Card:
        """Return it for a roster; `more` are further facts of the `Card`."""
        known = {"id": str(self.fields.get(TYPE, "")), "title": str(self.fields.get("name") or self.word)}
        sums = {"count": self.count, "each": self.points, "points": self.points * self.count}
        rows = (self.row,) if self.row else ()
        return Card(**{"place": ("units", self.at), **known, "kind": self.word, **sums, "rows": rows, **more})

    def row_problems(self, rule: str, keys: Iterable[Key]) -> Iterator[Problem]:
        """What is wrong with it in any system: an unknown row, a broken count, keys that it does not have."""
        yield from self.unknown_word_problems(rule, TYPE, list(self.rows.all_rows(self.house.catalogue)))
        yield from self.broken_count_problems(rule)
        yield from self.strange_key_problems(rule, [TYPE, *(key.name for key in keys)])


E = TypeVar("E", bound=RowEntry[Any])


@dataclass(frozen=True)
class RowArmy(Generic[E]):
    """A list whose entries are rows of a table, as it was read."""

    system: System
    house: House
    fields: JsonMapping
    units: tuple[E, ...]
    budget: Fraction | None

    @property
    def points(self) -> Fraction:
        """What all copies of all entries cost."""
        return sum((unit.count * unit.points for unit in self.units), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class RowLists(Generic[E]):
    """Army lists whose entries are rows of a table: how they are read, written and printed.

    entry      the class of their entries
    told       what is to be known of a row, in a few words
    card       an entry on a roster, see `RowEntry.roster_card`
    known      the constraint that a list has entries, and that they are known
    checks     the other constraints, by id
    keys       what a list may say beside its entries; `unit_keys` what an entry may say beside its ``type``
    """

    entry: type[E]
    told: Callable[[Any], str]
    card: Callable[[E], Card]
    known: str
    checks: Mapping[str, Callable[[RowArmy[E]], Iterable[Problem]]]
    keys: tuple[Key, ...] = ARMY_KEYS
    unit_keys: tuple[Key, ...] = UNIT_KEYS

    @property
    def muster(self) -> Muster[RowArmy[E]]:
        """These lists as a system has them."""
        return Muster(
            read=self.read,
            checks={self.known: self.check_known, **self.checks},
            points=lambda army: army.points,
            budget=lambda army: army.budget,
            schema=self.make_schema,
            form=self.make_form,
            sheet=self.make_sheet,
            house=True,
        )

    def read(self, army: JsonMapping, budget: Json, system: System) -> RowArmy[E]:
        """Return a list from raw data. Errors: `Malformed` for a wrong structure."""
        house: House = system.read_common(army, "")["house"]
        agreed = army.get("budget") if budget is None else budget
        units = tuple(self.entry(at, fields, house) for at, fields in enumerate(units_of(army, system.id)))
        return RowArmy(system, house, army, units, None if agreed is None else Number(0).read(agreed, "budget"))

    def check_known(self, army: RowArmy[E]) -> Iterator[Problem]:
        """Return what is wrong with a list and its entries whatever they cost."""
        yield from strange_keys(army.fields, self.keys, self.known)
        if not army.units:
            yield Problem(self.known, "0 units, at least 1 needed", "add a unit", ("units",))
        for unit in army.units:
            yield from unit.row_problems(self.known, self.unit_keys)

    def make_form(self, army: JsonMapping, system: System) -> Form:
        """Return what there is to buy, and what to choose about it."""
        return form_of(army, system, self.known, self.keys, self.entry.rows, self.unit_keys, self.told)

    def make_schema(self, system: System) -> Schema:
        """Return the schema of army files."""
        named = Key.from_name(TYPE, "Unit", RowOf.of_tables(self.entry.rows), needed=True)
        return army_schema(system, self.keys, (named, *self.unit_keys))

    def make_sheet(self, army: RowArmy[E], problems: Sequence[Problem]) -> Sheet:
        """Return a list for a roster."""
        return Sheet(
            system=army.system.id,
            system_name=army.system.name,
            name=str(army.fields.get("name", "")),
            points=army.points,
            budget=army.budget,
            cards=tuple(map(self.card, army.units)),
            problems=tuple(problems),
        )


def strange_keys(army: JsonMapping, keys: Iterable[Key], rule: str) -> Iterator[Problem]:
    """Return a problem for each key of an army that its system does not know."""
    known = [*BESIDE, *(key.name for key in keys)]
    for key in army:
        if key not in known:
            yield Problem(rule, f"an army has no {brief_text(key)}", did_you_mean(key, known), (key,))


def form_of(
    army: JsonMapping,
    system: System,
    rule: str,
    keys: Iterable[Key],
    units: Rows[R],
    unit_keys: Iterable[Key],
    told: Callable[[R], str],
) -> Form:
    """Return the form of lists with one shelf: the rows of a table, and what is chosen about an army and about a unit.

    `told` says in a few words what is to be known of a row; `rule` is cited for what does not belong there.
    """
    fields, rows, each = army if isinstance(army, Mapping) else {}, units.printed, tuple(unit_keys)
    with suppress(Malformed):
        rows = units.all_rows(system.read_common(fields, "")["house"].catalogue)

    def ware_id(entry: Written) -> str | None:
        word = entry.get(TYPE)
        return word if isinstance(word, str) and word in rows else None

    def unit_settings(entry: Written) -> tuple[Setting, ...]:
        return tuple(offered_settings(each, entry, strange_setting, TYPE))

    def strange_setting(key: str, value: object) -> Setting:
        return stray_setting((key,), f"unknown: {key}", rule)

    wares = (
        Ware(id=one, title=row.name, entry={TYPE: one}, help=told(row), rules=row.rules) for one, row in rows.items()
    )
    shelf = Shelf(wares=tuple(wares), settings=unit_settings, ware=ware_id)
    return Form(settings=tuple(offered_settings(keys, fields, strange_setting, *BESIDE, "sheet")), shelves=(shelf,))


def catalogue_page(title: str, *tables: Rows[Any]) -> Page:
    """Return the printed rows of some tables as a page: their ids and names, then a column for each of their facts."""
    return Page(title, tuple(map(_page_table, tables)))


def _page_table(table: Rows[Row]) -> Table:
    columns: dict[str, Callable[[Row], object]] = {"name": lambda row: row.name}
    columns |= {name.replace("_", " "): partial(_column_value, name) for name in column_kinds(table.cls)}
    return Table.from_rows("id", table.printed, columns, table.name.replace("-", " ").replace("_", " ").capitalize())


def _column_value(name: str, row: Row) -> object:
    """What a row says in a column; rows that it names by their names."""
    value = getattr(row, name)
    return value.name if isinstance(value, Row) else value

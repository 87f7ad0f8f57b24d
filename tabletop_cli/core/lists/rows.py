"""Lists whose entries are rows of a catalogue, each named by its ``type``; and the pages that show such tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any, ClassVar, Generic, TypeVar

from ..data import JsonMapping
from ..declare.house import House
from ..declare.kinds import brief, did_you_mean
from ..declare.rows import OwnRule, Row, Rows, column_kinds
from ..errors import Malformed
from ..page import Page, Table
from ..records import dataclass
from ..system import System
from .entry import Entry
from .form import Form, Setting, Shelf, Ware, Written
from .keys import Key, offered, stray
from .problems import Problem

R = TypeVar("R", bound=Row)
TYPE = "type"
BESIDE = ("system", "units", "house", "catalogue")  # what an army file may have beside the keys of its system


@dataclass(frozen=True)
class RowEntry(Entry, Generic[R]):
    """An entry that is a row of a table, printed or home-made; `rows` says of which."""

    house: House

    rows: ClassVar[Rows[Any]]

    @cached_property
    def row(self) -> R | None:
        """What the catalogue says of it; None where nobody knows it."""
        word = self.fields.get(TYPE)
        return self.rows.of(self.house.catalogue).get(word) if isinstance(word, str) else None

    @property
    def word(self) -> str:
        return self.row.name if self.row else str(self.fields.get(TYPE, "unit"))

    @property
    def special(self) -> tuple[OwnRule, ...]:
        """The special rules of one's own that it has."""
        return self.house.catalogue.rules_of(self.row)

    def faults(self, rule: str, keys: Iterable[Key]) -> Iterator[Problem]:
        """What is wrong with it in any system: an unknown row, a broken count, keys that it does not have."""
        yield from self.unknown(rule, TYPE, list(self.rows.of(self.house.catalogue)))
        yield from self.uncounted(rule)
        yield from self.strange(rule, [TYPE, *(key.name for key in keys)])


def strange_keys(army: JsonMapping, keys: Iterable[Key], rule: str) -> Iterator[Problem]:
    """Return a problem for each key of an army that its system does not know."""
    known = [*BESIDE, *(key.name for key in keys)]
    for key in army:
        if key not in known:
            yield Problem(rule, f"an army has no {brief(key)}", did_you_mean(key, known), (key,))


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
        rows = units.of(system.read_common(fields, "")["house"].catalogue)

    def ware(entry: Written) -> str | None:
        word = entry.get(TYPE)
        return word if isinstance(word, str) and word in rows else None

    def settings(entry: Written) -> tuple[Setting, ...]:
        return tuple(offered(each, entry, strange, TYPE))

    def strange(key: str, value: object) -> Setting:
        return stray((key,), f"unknown: {key}", rule)

    wares = (
        Ware(id=one, title=row.name, entry={TYPE: one}, help=told(row), rules=row.rules) for one, row in rows.items()
    )
    shelf = Shelf(wares=tuple(wares), settings=settings, ware=ware)
    return Form(settings=tuple(offered(keys, fields, strange, *BESIDE, "sheet")), shelves=(shelf,))


def catalogue_page(title: str, *tables: Rows[Any]) -> Page:
    """Return the printed rows of some tables as a page: their ids and names, then a column for each of their facts."""
    return Page(title, tuple(map(_table, tables)))


def _table(table: Rows[Row]) -> Table:
    columns: dict[str, Callable[[Row], object]] = {"name": lambda row: row.name}
    columns |= {name.replace("_", " "): partial(_value, name) for name in column_kinds(table.cls)}
    return Table.of("id", table.printed, columns, table.name.replace("-", " ").replace("_", " ").capitalize())


def _value(name: str, row: Row) -> object:
    """What a row says in a column; rows that it names by their names."""
    value = getattr(row, name)
    return value.name if isinstance(value, Row) else value

"""Pages of a catalogue whose tables are declared: a column for each fact of their rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..declare.rows import Row, Rows, column_kinds
from ..page import Page, Table


def catalogue_page(title: str, *tables: Rows[Row]) -> Page:
    """Return the printed rows of some tables as a page: their ids and names, then a column for each of their facts."""
    return Page(title, tuple(_table(one) for one in tables))


def _table(table: Rows[Row]) -> Table:
    columns: dict[str, Callable[[Row], object]] = {"name": lambda row: row.name}
    columns |= {name.replace("_", " "): partial(_value, name) for name in column_kinds(table.cls)}
    return Table.of("id", table.printed, columns, table.name.replace("-", " ").replace("_", " ").capitalize())


def _value(name: str, row: Row) -> object:
    """What a row says in a column; rows that it names by their names."""
    value = getattr(row, name)
    return value.name if isinstance(value, Row) else value

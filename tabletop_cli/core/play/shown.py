"""What a game shows where its system says nothing else: the whole state, for machines and as a page.

Both are made of what `Game.seen_by` leaves of the state, so what that hides stays hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from ..data import Shaped, ShapedMapping, ShapedObject
from ..declare.house import House
from ..declare.plain import in_words, plain_data
from ..declare.rows import Row
from ..page import Block, Facts, Page, Table
from .holding import Memory

NOT_SHOWN = (House, Memory)  # the set-up has the house rules, and the events have what was said


def view_of(state: Shaped) -> ShapedObject:
    """Return a state for machines: all its fields but the house rules, and what people have said."""
    kept = {one.name: getattr(state, one.name) for one in fields(state)}
    return {name: plain_data(value) for name, value in kept.items() if not isinstance(value, NOT_SHOWN)}


def board_of(state: object, side: str | None) -> Page:
    """Return a state as a page: a table for each field that holds records by id, a line for each other one."""
    named = _by_name(state)
    shown = {name: value for name, value in named.items() if not isinstance(getattr(state, name), NOT_SHOWN)}
    tables: list[Block] = [_records_table(name, rows) for name, rows in shown.items() if _holds_records(rows)]
    facts = tuple((_field_title(name), _cell_text(value)) for name, value in shown.items() if not _holds_records(value))
    return Page("The table", (*([Facts(facts)] if facts else []), *tables))


def _by_name(value: Shaped) -> Shaped:
    """A value as data, in which rows of a catalogue stand by their names."""
    if isinstance(value, Row):
        return value.name
    if is_dataclass(value) and not isinstance(value, House):
        return {one.name: _by_name(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _by_name(one) for key, one in value.items()}
    return [_by_name(one) for one in value] if isinstance(value, tuple | list) else plain_data(value)


def _holds_records(value: Shaped) -> bool:
    return isinstance(value, Mapping) and bool(value) and all(isinstance(one, Mapping) for one in value.values())


def _records_table(name: str, rows: Mapping[str, ShapedMapping]) -> Table:
    """Records by their ids; a column for each of their fields."""
    columns = {_field_title(key): key for row in rows.values() for key in row if key != "id"}
    cells = {one: {key: _cell_text(value) for key, value in row.items()} for one, row in rows.items()}
    return Table.from_rows("id", cells, columns, _field_title(name).capitalize())


def _cell_text(value: Shaped) -> str:
    """A value in few words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_cell_text(one)}" for key, one in value.items()) or "-"
    if isinstance(value, list):
        return ", ".join(map(_cell_text, value)) or "-"
    return "-" if value is None else in_words(value)


def _field_title(name: str) -> str:
    return name.replace("_", " ")

"""Home-made catalogues as pages: a table for each of their tables, special rules; and empty rows to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core.data import Json, JsonObject, Shaped
from ..core.declare.catalogue import Catalogue
from ..core.declare.composed import ListOf
from ..core.declare.facts import Fact, Record, facts_of
from ..core.declare.plain import in_words, plain_data
from ..core.declare.rows import OwnRule, Row
from ..core.declare.tables import OWN_RULES, Tables
from ..core.lists.edit.fresh import pair_line
from ..core.page import Block, Page, Table, cell_text

OWN = "own"  # the mark of what is home-made
_TOLD = ("summary", "rules")  # facts of every row that take no column


def own_pages(catalogue: Catalogue, file: str) -> list[Page]:
    """Return the rows and special rules of a catalogue: a page for each of its tables."""
    pages = [_rows_page(name, list(rows.values()), file) for name, rows in catalogue.rows.items() if rows]
    return [*pages, *([own_rules_page(list(catalogue.rules.values()), file)] if catalogue.rules else [])]


def _rows_page(name: str, rows: Sequence[Row], file: str) -> Page:
    data: JsonObject = {
        OWN: True,
        "file": file,
        "table": name,
        "rows": {one.id: plain_data(_facts_data(one)) for one in rows},
    }
    title = f"{name.capitalize()} ({OWN})"
    inner = [block for row in rows for block in _inner_tables(row)]
    return Page(title, (_rows_table(name.removesuffix("s"), rows), *inner), f"of {file}", data)


def _facts_data(row: object) -> dict[str, Shaped]:
    """The facts of a row as they would be written."""
    return {one.name: one.kind.plain(getattr(row, one.attribute)) for one in facts_of(type(row))}


def _inner_tables(row: Row) -> Iterator[Block]:
    """The lists of records in a row, such as the units of a faction, each as a table."""
    for one in facts_of(type(row)):
        if _is_list_of_records(one) and (items := getattr(row, one.attribute)):
            yield _rows_table(one.name.removesuffix("s"), items, f"{row.name}: {one.name}")


def _is_list_of_records(fact: Fact) -> bool:
    return isinstance(fact.kind, ListOf) and isinstance(fact.kind.item, Record)


def _rows_table(first: str, rows: Sequence[Any], title: str = "") -> Table:
    """Rows as lines: what they are called, then each fact in which one of them differs from what holds by default."""
    known = {one.name: one for row in rows for one in facts_of(type(row))}
    named = [one for one in known if one not in ("id", *_TOLD) and not _is_list_of_records(known[one])]
    shown = [one for one in named if any(_is_said(row, known[one]) for row in rows)]
    lines = tuple((f"{row.id} ({OWN})", *(_fact_cell(row, known[one]) for one in shown)) for row in rows)
    numbers = {one.replace("_", " ") for one in shown if all(_fact_cell(row, known[one]).isdecimal() for row in rows)}
    return Table((first, *(one.replace("_", " ") for one in shown)), lines, title, frozenset(numbers))


def _is_said(row: object, fact: Fact) -> bool:
    value = getattr(row, fact.attribute, fact.default)
    return fact.required or value != fact.default


def _fact_cell(row: object, fact: Fact) -> str:
    value = getattr(row, fact.attribute, None)
    shown = None if value is None else fact.kind.plain(value)
    return in_words(shown) if isinstance(shown, Mapping) else cell_text(_items_in_words(shown))


def _items_in_words(value: Json) -> Json:
    return [in_words(one) for one in value] if isinstance(value, list | tuple) else value


def own_rules_page(rules: Sequence[OwnRule], file: str) -> Page:
    """Return special rules of one's own as a page."""
    lines = tuple((f"{one.id} ({OWN})", one.name, one.timing or "-", one.text) for one in rules)
    data: JsonObject = {OWN: True, "file": file, "rules": {one.id: plain_data(_facts_data(one)) for one in rules}}
    return Page(f"Special rules ({OWN})", (Table(("rule", "name", "when", "text"), lines),), f"of {file}", data)


# --- an empty row to fill in


def row_template(tables: Tables, name: str) -> str:
    """Return a row of a table as a file: what is needed with the values of a printed row, the rest as comments."""
    lines = [f'system = "{tables.system}"', "", f"[{name}.my-own]"]
    if name == OWN_RULES:
        example: Mapping[str, Json] = {"name": "My own rule", "text": "What it says, in one paragraph."}
        return "\n".join([*lines, *_fact_lines(OwnRule, example), ""])
    table = tables.open[name]
    one, printed = next(iter(table.load().items()))
    if table.listed:
        return "\n".join([*lines[:2], *_listed_lines(table.cls, printed, name), ""])
    lines += _fact_lines(table.cls, {**printed, "name": f"My own {name.removesuffix('s')}"}, like=one)
    return "\n".join([*lines, ""])


def _listed_lines(cls: type[object], example: Mapping[str, Any], name: str) -> Iterator[str]:
    """A row of a list, and below it a row of each list that it must have, such as a unit of a faction."""
    facts = [one for one in facts_of(cls) if one.required and _is_list_of_records(one)]
    yield from (f"[[{name}]]", 'id = "my-own"')
    yield from (line for line in _fact_lines(cls, example) if line.partition(" ")[0] not in {one.name for one in facts})
    for one in facts:
        inner: Sequence[Mapping[str, Json]] = example[one.name]
        assert isinstance(one.kind, ListOf) and isinstance(one.kind.item, Record), "as it was chosen"
        yield ""
        yield from _listed_lines(one.kind.item.cls, inner[0], f"{name}.{one.name}")


def _fact_lines(cls: type[object], example: Mapping[str, Json], like: str = "") -> Iterator[str]:
    """The facts of a row: first those that must be said.

    A row that could be like another has all that the example says; one of a list only its flags.
    """
    facts = sorted((one for one in facts_of(cls) if one.name != "id"), key=lambda one: not one.required)
    if like:
        yield _fact_line("like", like, "a printed row that gives all values left out here", needed=False)
    for one in facts:
        said = one.name in example and one.name not in _TOLD and (bool(like) or example[one.name] is True)
        usual = None if one.required or one.default is None else one.kind.plain(one.default)
        needed = one.required or (said and example[one.name] != usual)
        value = example.get(one.name) if needed or usual is None else usual
        yield _fact_line(one.name, value, f"{one.kind.data_words}{f': {one.help}' if one.help else ''}", needed=needed)


def _fact_line(name: str, value: Json, told: str, *, needed: bool) -> str:
    pair = f"{name} =" if value is None else pair_line((name,), value).rstrip("\n")
    return f"{'' if needed else '# '}{pair}  # {told}"

"""Rows of a catalogue: a table is declared once, with the record of its rows, for printed files and home-made ones.

A fact that names a row (`RowOf`) holds the row itself: no rule looks anything up by an id. Which home-made rows there
are is known while something from outside is read, see `catalogue.reading`; afterwards nobody needs to know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar
from weakref import WeakValueDictionary

from ..data import Json, JsonObject, Schema, ShapedMapping
from ..errors import Malformed
from ..quantities import count_text
from ..records import dataclass
from .catalogue import Catalogue, Keyed, in_force
from .composed import ListOf
from .facts import fact, facts_of, read_record, record_schema
from .ids import Id
from .kinds import AnyKind, Kind, OneOf, Simple, Text, brief_text, did_you_mean, malformed_value

DEEPEST_LIKE = 5  # rows of which each is `like` the next
LONGEST_TEXT = 2_000  # letters of a text of one's own
NOT_COPIED = ("id", "name", "also", "summary", "rules", "special", "like")  # of a row that another one is `like`


@dataclass(frozen=True)
class Prose(Simple[str]):
    """A text of some sentences; line breaks count as blanks."""

    def read(self, value: Json, where: str) -> str:
        if not isinstance(value, str):
            raise malformed_value(where, f"{brief_text(value)} is not text")
        if not (text := " ".join(value.split())):
            raise malformed_value(where, "an empty text", f"write {self.words}")
        if len(text) > LONGEST_TEXT:
            raise malformed_value(where, f"{len(text)} letters; at most {LONGEST_TEXT} are allowed")
        return text

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": LONGEST_TEXT}

    @property
    def words(self) -> str:
        return "a sentence or more"


@dataclass(frozen=True, kw_only=True, eq=False)
class Row(Keyed):
    """A row of a table; its id is the key under which it is written. Equal rows of one catalogue are the same object.

    `home` is the hash of the catalogue that a home-made row comes from, and empty for a printed one.
    """

    id: str
    home: str = field(default="", compare=False)
    name: str = fact(Text())
    summary: str = fact(Prose(), "", help="what it is, in a sentence")
    rules: tuple[str, ...] = fact(ListOf(Id("FIRE-1")), (), help="rules of the book that explain it")
    special: tuple[str, ...] = fact(ListOf(Id("bunker-buster")), (), help="special rules of your own, from [rules]")

    table: ClassVar[Rows[Any]]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):  # `unit == "hq"` would be false without a word
            raise TypeError(f"the row {self.id} is compared with the text {other}: ask for a property of the row")
        return self is other

    __hash__ = object.__hash__

    def __str__(self) -> str:
        return self.key

    @property
    def key(self) -> str:
        return self.id

    def to_snapshot(self) -> JsonObject:
        return {"table": self.table.key, "id": self.id, **({"home": self.home} if self.home else {})}

    @classmethod
    def from_snapshot(cls, data: Any) -> Keyed:
        """Return the row; the catalogue of a home-made one has been read before it, with the house rules."""
        table = _TABLES[data["table"]]
        rows = read_catalogues[data["home"]].rows[table.name] if "home" in data else table.printed
        found: Row = rows[data["id"]]
        return found


class Ruled(Protocol):
    """What may have special rules: a row, or a part of one."""

    @property
    def id(self) -> str: ...

    @property
    def special(self) -> tuple[str, ...]: ...


R = TypeVar("R", bound=Row)
Placed = tuple[str, str, Json]  # the place of a row, its id, its data
_TABLES: dict[str, Rows[Any]] = {}  # by their keys
# By hash, so that the same file read twice gives the same rows as long as anybody has them.
read_catalogues: WeakValueDictionary[str, Catalogue] = WeakValueDictionary()


def toml_rows(path: Path) -> Callable[[], ShapedMapping]:
    """Return what reads the rows of a TOML file when they are asked for: a table for each, under its id."""

    def load_rows() -> ShapedMapping:
        import tomllib

        return tomllib.loads(path.read_text(encoding="utf-8"))

    return load_rows


def placed_rows(data: Json, where: str, listed: bool = False) -> Iterator[Placed]:
    """Return rows as they are written in a file, in a table by id or in a list; the id is empty where there is none."""
    if not listed:
        table = data if isinstance(data, Mapping) else {}
        yield from ((f"{where}.{one}", str(one), row) for one, row in table.items())
        return
    for at, row in enumerate(data if isinstance(data, list | tuple) else ()):
        one = row.get("id") if isinstance(row, Mapping) else ""
        yield f"{where}[{at}]", one if isinstance(one, str) else "", row


def written_out(row: Json, own: ShapedMapping, printed: ShapedMapping, where: str) -> Json:
    """Return the data of a row over those of the row that it is `like`. Errors: `Malformed`."""
    chain: list[ShapedMapping] = []
    while isinstance(row, Mapping) and "like" in row:
        one = row["like"]
        if any(row is over for over in chain):
            hint = "name a printed row, or one without like"
            raise malformed_value(f"{where}.like", "these rows are like each other in a circle", hint)
        chain.append(row)
        if len(chain) > DEEPEST_LIKE:
            raise malformed_value(f"{where}.like", f"a chain of more than {DEEPEST_LIKE} rows, each like the next")
        if not isinstance(one, str) or (one not in own and one not in printed):
            raise malformed_value(
                f"{where}.like", f"{brief_text(one)} is not known", did_you_mean(one, [*own, *printed])
            )
        row = printed[one] if one in printed else own[one]
    for over in reversed(chain):
        copied = row if isinstance(row, Mapping) else {}
        kept = {key: value for key, value in copied.items() if key not in NOT_COPIED}
        row = {**kept, **{key: value for key, value in over.items() if key != "like"}}
    return row


def schema_with_like(row: Schema, needed: str) -> Schema:
    """Return the schema of a row that may be `like` another one, of which only one key is needed then."""
    told = "a row that gives all values left out here"
    like = {"like": {"type": "string", "description": told}}
    others = {"required": row.get("required", [])}
    whole = {key: one for key, one in row.items() if key != "required"} | {"properties": {**row["properties"], **like}}
    return {**whole, "if": {"required": ["like"]}, "then": {"required": [needed]}, "else": others}


class Rows(Generic[R]):
    """A table of a catalogue.

    name    what the table is called in files
    load    gives the printed rows as data, by id
    home    what its rows are, for people ("tanks and mechs"); empty where home-made files may have none
    listed  files have a list of rows, and `id` is a fact of each
    """

    def __init__(
        self,
        system: str,
        name: str,
        cls: type[R],
        load: Callable[[], ShapedMapping],
        home: str = "",
        listed: bool = False,
    ) -> None:
        self.name, self.cls, self.load, self.home, self.key = name, cls, load, home, f"{system}/{name}"
        self.listed = listed
        cls.table = _TABLES[self.key] = self

    @cached_property
    def printed(self) -> Mapping[str, R]:
        """The rows of the rulebook by id."""
        return {one: self.read_row(row, one, f"{self.name}.{one}") for one, row in self.load().items()}

    def read_row(self, row: Json, one: str, where: str, home: str = "") -> R:
        """Return a row from its data. Errors: `Malformed`."""
        named = {} if self.listed else {"id": one}
        return read_record(self.cls, row, where, home=home, **named)

    def all_rows(self, catalogue: Catalogue) -> Mapping[str, R]:
        """Return the printed rows, then the home-made ones."""
        own = catalogue.rows.get(self.name)
        return {**self.printed, **own} if own else self.printed

    def rows_with_places(self, data: Json, where: str) -> Iterator[Placed]:
        """Return the rows of a file as they are written, each with its place and its id."""
        return placed_rows(data, where, self.listed)

    def written_out(self, row: Json, own: ShapedMapping, where: str = "") -> Json:
        """Return the data of a row over those of the row that it is `like`: a printed one, or one of the same file.

        Errors: `Malformed` for a row that is like none, or like itself.
        """
        return written_out(row, own, self.load(), where)

    def faults_of_like(self, row: Json, own: ShapedMapping, where: str) -> Iterator[Malformed]:
        """Return what keeps a row from being written out."""
        try:
            self.written_out(row, own, where)
        except Malformed as wrong:
            yield wrong

    def ruled_parts(self, row: R, where: str) -> Iterator[tuple[str, Ruled]]:
        """Return all that may have special rules in a row, each with its place: the row itself."""
        yield where, row

    def contents_text(self, rows: Collection[R]) -> str:
        """Return how many rows there are: ``2 vehicles``."""
        return count_text(len(rows), self.name.removesuffix("s"))

    def schema(self) -> Schema:
        """Return the draft-07 JSON Schema of the table. Of a row that is `like` another, only the name is needed."""
        row = record_schema(self.cls)
        if self.listed:
            return {"type": "array", "items": row}
        if not self.home:
            return {"type": "object", "additionalProperties": row}
        return {"type": "object", "additionalProperties": schema_with_like(row, "name")}


@dataclass(frozen=True, kw_only=True)
class OwnRule:
    """A special rule of one's own: it is shown with every unit that has it, and no rule of play knows it."""

    id: str = ""
    name: str = fact(Text())
    text: str = fact(Prose(), help="the rule, in one paragraph")
    timing: str = fact(Text(), "", help="when it matters, in a few words")
    for_: tuple[str, ...] = fact(ListOf(Id()), (), help="printed rows that have it, too; `army` means the whole list")

    @property
    def title(self) -> str:
        """Its name, and when it matters: ``Bunker buster (own fire)``."""
        return f"{self.name} ({self.timing})" if self.timing else self.name


@dataclass(frozen=True)
class RowOf(Kind[Any]):
    """A row, named by its key, of one of some tables; `fits` says which of their rows are meant."""

    tables: tuple[Rows[Any], ...]
    fits: Callable[[Any], bool] = lambda row: True

    @classmethod
    def of_tables(cls, *tables: Rows[Any], fits: Callable[[Any], bool] = lambda row: True) -> RowOf:
        return cls(tables, fits)

    @property
    def rows(self) -> Mapping[str, Any]:
        """The rows that may be named now, by key."""
        catalogue = in_force()
        return {row.key: row for table in self.tables for row in table.all_rows(catalogue).values() if self.fits(row)}

    def read(self, value: Json, where: str) -> Any:
        if isinstance(value, Row):
            return value
        known = self.rows
        if not isinstance(value, str) or value not in known:
            raise malformed_value(where, f"{brief_text(value)} is not known", did_you_mean(value, list(known)))
        return known[value]

    def plain(self, value: Any) -> Json:
        return value.key if isinstance(value, Row) else value

    def from_words(self, text: str, where: str) -> Json:
        return OneOf(tuple(self.rows)).from_words(text, where)

    def schema(self) -> Schema:
        printed = [row.key for table in self.tables for row in table.printed.values() if self.fits(row)]
        if any(table.home for table in self.tables):
            return {"anyOf": [{"enum": printed}, {"type": "string"}]}
        return {"enum": printed}

    @property
    def words(self) -> str:
        return " | ".join(self.rows)

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(self.rows)


def column_kinds(cls: type[Row]) -> Mapping[str, AnyKind]:
    """Return the kinds of a row's own facts by name, without those that every row has."""
    shared = {one.name for one in facts_of(Row)}
    return {one.name: one.kind for one in facts_of(cls) if one.name not in shared}

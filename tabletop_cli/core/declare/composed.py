"""Kinds that are made of other kinds: lists and tables of values of one kind, and values that may be null."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from ..data import Json, JsonMapping, JsonObject, Schema, Shaped
from ..quantities import count_text
from ..records import dataclass
from .kinds import Kind, Text, brief_text, malformed_value
from .matching_words import json_or_text, split_words
from .plain import as_typed

V = TypeVar("V", covariant=True)  # what the kind inside reads

MOST_ITEMS = 2_000  # of any list that comes from outside


@dataclass(frozen=True)
class ListOf(Kind[tuple[V, ...]], Generic[V]):
    """A list of values of one kind; read as a tuple. People type commas or blanks between the values.

    In a `distinct` list nothing stands twice; of tables, the first required field counts.
    """

    item: Kind[V]
    minimum: int = 0
    maximum: int = MOST_ITEMS
    distinct: bool = False

    def read(self, value: Json, where: str) -> tuple[V, ...]:
        items = tuple(self.item.read(item, f"{where}[{at}]") for at, item in enumerate(self.items_of(value, where)))
        if self.distinct:
            check_distinct([self.item.list_key(item) for item in items], where)
        return items

    def items_of(self, value: Json, where: str) -> Sequence[Json]:
        """Return the items of a list, as many as may be, unread. Errors: `Malformed`."""
        if not isinstance(value, list | tuple):
            raise malformed_value(where, f"{brief_text(value)} is not a list", _as_list(value, where))
        self._check_number(len(value), where)
        return value

    @property
    def typed_as_json(self) -> bool:
        return self.item.typed_as_json or isinstance(self.item, ListOf)

    def from_words(self, text: str, where: str) -> Json:
        if self.typed_as_json:
            named = [self.item.from_one_word(word, where) for word in _words_alone(text)]
            return named if named and None not in named else super().from_words(text, where)
        if text.lstrip().startswith("["):
            return self.plain(self.read(json_or_text(text), where))
        items = [self.item.from_words(word, where) for word in split_words(text)]
        self._check_number(len(items), where)
        return items

    def to_words(self, value: Shaped) -> str:
        if self.typed_as_json or not isinstance(value, list | tuple) or any(isinstance(one, Mapping) for one in value):
            return ""
        return " ".join(self.item.to_words(one) or as_typed(one) for one in value)

    def _check_number(self, items: int, where: str) -> None:
        if not self.minimum <= items <= self.maximum:
            most = f"{self.minimum} to {self.maximum} allowed"
            needed = f"exactly {self.minimum} needed" if self.minimum == self.maximum else most
            raise malformed_value(where, f"{count_text(items, 'item')}; {needed}")

    def schema(self) -> Schema:
        plain: Schema = {"type": "array", "items": self.item.schema()}
        return plain | ({"minItems": self.minimum} if self.minimum else {})

    @property
    def words(self) -> str:
        return self.data_words if self.typed_as_json else f"{self.item.words}, several with commas"

    @property
    def data_words(self) -> str:
        return f"a list of: {self.item.data_words}"

    def plain(self, value: tuple[Any, ...]) -> list[Json]:
        return [self.item.plain(item) for item in value]


def _words_alone(text: str) -> list[str]:
    """The words of a text that is no JSON."""
    return [] if text.lstrip()[:1] in ("[", "{") else list(split_words(text))


def check_distinct(items: Sequence[object], where: str) -> None:
    """Nothing may stand twice. Errors: `Malformed`."""
    twice = next((item for at, item in enumerate(items) if item in items[:at]), None)
    if twice is not None:
        raise malformed_value(where, f"{brief_text(twice)} is there twice")


def _as_list(value: Json, where: str) -> str:
    """A hint how a single value, or a single table of TOML, is written as a list: ``specials = ["fast"]``."""
    key = where.rpartition(".")[2]
    if not key or "]" in key:
        return ""
    if isinstance(value, Mapping):
        return f"write [[{key}]] above each table"
    return f"write {key} = [{brief_text(value)}]" if isinstance(value, str | int | float) else ""


@dataclass(frozen=True)
class MapOf(Kind[dict[str, V]], Generic[V]):
    """A table of names to values of one kind; `names` is the kind of the names."""

    item: Kind[V]
    names: Kind[str] = Text()

    def read(self, value: Json, where: str) -> dict[str, V]:
        table = self.table_of(value, where)
        return {self.names.read(key, where): self.item.read(v, f"{where}.{key}") for key, v in table.items()}

    def table_of(self, value: Json, where: str) -> JsonMapping:
        """Return a table, as large as may be, unread. Errors: `Malformed`."""
        if not isinstance(value, Mapping):
            raise malformed_value(where, f"{brief_text(value)} is not a table")
        if len(value) > MOST_ITEMS:
            raise malformed_value(where, f"{len(value)} entries; at most {MOST_ITEMS} are allowed")
        return value

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": self.item.schema()}

    @property
    def words(self) -> str:
        return self.data_words

    @property
    def data_words(self) -> str:
        return f"a table of: {self.item.data_words}"

    def plain(self, value: JsonMapping) -> JsonObject:
        return {str(self.names.plain(key)): self.item.plain(v) for key, v in value.items()}


@dataclass(frozen=True)
class Nullable(Kind[V | None], Generic[V]):
    """A value of a kind, or null."""

    item: Kind[V]

    def read(self, value: Json, where: str) -> V | None:
        return None if value is None else self.item.read(value, where)

    @property
    def typed_as_json(self) -> bool:
        return self.item.typed_as_json

    def from_words(self, text: str, where: str) -> Json:
        return None if text.strip().lower() in ("", "null", "none") else self.item.from_words(text, where)

    def schema(self) -> Schema:
        return {"anyOf": [self.item.schema(), {"type": "null"}]}

    @property
    def words(self) -> str:
        return f"{self.item.words}, or none"

    @property
    def data_words(self) -> str:
        return f"{self.item.data_words}, or null"

    def plain(self, value: Any) -> Json:
        return None if value is None else self.item.plain(value)

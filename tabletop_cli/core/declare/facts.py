"""Declaring facts once: a frozen dataclass whose fields say their type, range, default and question.

From one declaration come the reading of JSON and TOML (with errors that name the place), the command-line options,
the interactive questions, the JSON Schema and the reference text. A field is declared with `fact(kind, default, ...)`,
where a `Kind` (see `kinds`) knows how to read, parse, describe and schematise one value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, TypeVar

from ..errors import Malformed
from .kinds import Kind, Nullable, brief, did_you_mean, malformed

R = TypeVar("R")
REQUIRED: Any = MISSING


@dataclass(frozen=True)
class Record(Kind):
    """A table with declared fields: a dataclass whose fields are facts."""

    cls: type[Any]

    def read(self, value: Any, where: str) -> Any:
        return value if isinstance(value, self.cls) else read_record(self.cls, value, where)

    def schema(self) -> dict[str, Any]:
        return record_schema(self.cls)

    @property
    def words(self) -> str:
        return "a table with " + ", ".join(fact.name for fact in facts_of(self.cls))

    def plain(self, value: Any) -> dict[str, Any]:
        return plain_record(value)


@dataclass(frozen=True)
class Fact:
    """One declared field: its name, kind, default, question and when the question matters.

    `attribute` is the field on the dataclass: the name, with an underscore where the name is a word of Python.
    """

    attribute: str
    kind: Kind
    default: Any
    ask: str = ""
    help: str = ""
    when: Callable[[Mapping[str, Any]], bool] | None = None

    @property
    def name(self) -> str:
        return self.attribute.removesuffix("_")

    @property
    def required(self) -> bool:
        return self.default is MISSING

    def relevant(self, given: Mapping[str, Any]) -> bool:
        """Whether the question matters after these answers (dotted paths of the same record, without prefix)."""
        return self.when is None or self.when(given)


def fact(
    kind: Kind,
    default: Any = REQUIRED,
    *,
    ask: str = "",
    help: str = "",
    when: Callable[[Mapping[str, Any]], bool] | None = None,
) -> Any:
    """Declare a field. Without a default it is required; `ask` is the question put to people."""
    metadata = {"kind": kind, "ask": ask, "help": help, "when": when}
    if default is MISSING:
        return field(metadata=metadata)
    if isinstance(default, dict | list):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def _default(declared: Field[Any]) -> Any:
    if declared.default_factory is not MISSING:
        return declared.default_factory()
    return declared.default


_DECLARED: dict[Any, tuple[Fact, ...]] = {}


def facts_of(cls: type[Any]) -> tuple[Fact, ...]:
    """The facts that a dataclass declares, in order."""
    if cls not in _DECLARED:
        _DECLARED[cls] = _declared(cls)
    return _DECLARED[cls]


def _declared(cls: type[Any]) -> tuple[Fact, ...]:
    return tuple(
        Fact(f.name, f.metadata["kind"], _default(f), *(f.metadata[key] for key in ("ask", "help", "when")))
        for f in fields(cls)
        if "kind" in f.metadata
    )


def read_record(cls: type[R], data: Any, where: str, **more: Any) -> R:
    """An instance from untrusted data; `more` are fields that are no facts.

    Errors: `Malformed` for anything but a table, for unknown, missing and wrong fields.
    """
    if not isinstance(data, Mapping):
        raise no_table(cls, data, where)
    known = {fact.name: fact for fact in facts_of(cls)}
    for key in data:
        if key not in known:
            raise malformed(where, f"unknown field {brief(key)}", did_you_mean(key, list(known)))
    values = dict(more)
    for name, one in known.items():
        if name in data:
            values[one.attribute] = one.kind.read(data[name], f"{where}.{name}" if where else name)
        elif one.required:
            raise malformed(where, f"{name} is missing", f"{name} is {one.kind.words}")
    return cls(**values)


def no_table(cls: type[Any], data: Any, where: str) -> Malformed:
    """A single value where a table is needed, with the table that was perhaps meant: ``{ capacity = 2 }``."""
    needed = [one for one in facts_of(cls) if one.required]
    written = f"{needed[0].name} = {brief(data)}" if len(needed) == 1 and _reads(needed[0].kind, data) else ""
    inside = written or ", ".join(f"{one.name} = ..." for one in needed)
    key = _last_word(where)
    hint = f"write {key} = {{ {inside} }}" if key and inside and not isinstance(data, list | tuple) else ""
    return malformed(where, f"{brief(data)} is not a table of facts", hint)


def _last_word(where: str) -> str:
    """The key at the end of a place; empty at the top and for an item of a list."""
    return "" if where.endswith("]") or "." not in where else where.rpartition(".")[2]


def _reads(kind: Kind, value: Any) -> bool:
    try:
        kind.read(value, "")
    except Malformed:
        return False
    return True


def plain_record(value: Any) -> dict[str, Any]:
    """The JSON form of a record, which reads back as the same: its facts by name, without those left unsaid."""
    said = [(one, getattr(value, one.attribute)) for one in facts_of(type(value))]
    return {one.name: one.kind.plain(v) for one, v in said if v is not None or isinstance(one.kind, Nullable)}


def record_schema(cls: type[Any]) -> dict[str, Any]:
    """Draft-07 JSON Schema of a record: closed, with descriptions from the questions."""
    properties: dict[str, Any] = {}
    for one in facts_of(cls):
        properties[one.name] = one.kind.schema()
        if text := one.help or one.ask:
            properties[one.name]["description"] = text
    required = [one.name for one in facts_of(cls) if one.required]
    plain: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return plain | ({"required": required} if required else {})

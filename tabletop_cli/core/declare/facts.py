"""Declaring facts once: a frozen dataclass whose fields say their type, range, default and question.

From one declaration come the reading of JSON and TOML (with errors that name the place), the command-line options,
the interactive questions, the JSON Schema and the reference text. A field is declared with `fact(kind, default, ...)`,
where a `Kind` (see `kinds`) knows how to read, parse, describe and schematise one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar, Unpack

from ..data import Json, JsonObject, Schema, Shaped
from ..errors import Malformed
from ..records import dataclass
from .composed import ListOf, MapOf, Nullable
from .kinds import AnyKind, Kind, Text, brief_text, did_you_mean, malformed_value, unknown_field
from .matching_words import json_or_text

R = TypeVar("R")
V = TypeVar("V")
REQUIRED: Any = MISSING

if TYPE_CHECKING:  # what a fact knows of the table is a function of its place
    from ..play.holding import Holds, Says
    from ..play.place import AnyPlace
    from ..play.question import Answer

    Ask: TypeAlias = str | Callable[[AnyPlace], str]
    Among: TypeAlias = Callable[[AnyPlace], Iterable[Answer]]
    Put: TypeAlias = Callable[[AnyPlace, Sequence[Shaped], Shaped], list[Shaped]]

    class Told(TypedDict, total=False):
        """What `fact` may be told besides kind and default: the further fields of `Fact`."""

        ask: Ask
        help: str
        among: Among
        known: Callable[[AnyPlace], Json]
        usual: Callable[[AnyPlace], Json]
        when: Callable[[AnyPlace], bool]
        unmeant: Callable[[AnyPlace, Json], str]
        presumed: Callable[[AnyPlace], bool]
        whose: Callable[[AnyPlace], str]
        rules: tuple[str, ...]
        stages: tuple[Stage, ...]
        one_by_one: bool
        enough: str
        put: Put
        whole: bool
        most: bool
        weigh: bool
        menu: bool
        typed: bool
        secret: bool
        alone: Callable[[AnyPlace], bool]
        openly: Among
        there: bool
        entries: bool
        holds: Holds
        says: Says
        doubt: Callable[[AnyPlace, Json], str]


@dataclass(frozen=True)
class Record(Kind[R]):
    """A table with declared fields: a dataclass whose fields are facts.

    `by_word`: its only required fact may stand for the whole table, where all others are at their defaults.
    """

    cls: type[R]
    by_word: bool = False

    def read(self, value: Json, where: str) -> R:
        return value if isinstance(value, self.cls) else read_record(self.cls, self.spelled_out(value), where)

    def spelled_out(self, value: Json) -> Json:
        """The table that a word stands for; anything else as it is."""
        return {key_of(self.cls).name: value} if self.by_word and isinstance(value, str) else value

    def schema(self) -> Schema:
        table = record_schema(self.cls)
        return {"anyOf": [key_of(self.cls).kind.schema(), table]} if self.by_word else table

    @property
    def words(self) -> str:
        table = "a table with " + ", ".join(fact.name for fact in facts_of(self.cls))
        return f"{key_of(self.cls).kind.words}, or {table}" if self.by_word else table

    def from_words(self, text: str, where: str) -> Json:
        if not self.by_word:
            return super().from_words(text, where)
        table, key = json_or_text(text), key_of(self.cls)
        return table if isinstance(table, Mapping) else {key.name: key.kind.from_words(text, where)}

    def plain(self, value: Any) -> JsonObject:
        return plain_record(value)

    def list_key(self, value: Any) -> object:
        return getattr(value, key_of(self.cls).attribute)

    def from_one_word(self, word: str, where: str) -> JsonObject | None:
        """A table of which only a name is required: ``{"id": "ann"}`` for ``ann``."""
        needed = [fact for fact in facts_of(self.cls) if fact.required]
        if len(needed) != 1 or not (self.by_word or isinstance(needed[0].kind, Text)):
            return None
        return {needed[0].name: needed[0].kind.from_words(word, where)}


@dataclass(frozen=True)
class Tagged(Kind[R]):
    """A table whose word `tag` says which of several records it is.

    `common` is the record of what all of them have, its first fact what tells them apart in a list; `fact` declares
    the tag for people. Each record in `cases` has the tag as a field that is no fact.
    """

    tag: str
    common: type[R]
    cases: Mapping[str, type[R]]
    fact: Fact

    def read(self, value: Json, where: str) -> R:
        if isinstance(value, self.common):
            return value
        if not isinstance(value, Mapping):
            raise malformed_value(where, f"{brief_text(value)} is not a table")
        word = value.get(self.tag)
        if not isinstance(word, str) or word not in self.cases:
            raise malformed_value(
                f"{where}.{self.tag}", f"unknown {brief_text(word)}", did_you_mean(word, list(self.cases))
            )
        rest = {key: one for key, one in value.items() if key != self.tag}
        return read_record(self.cases[word], rest, where, **{self.tag: word})

    def plain(self, value: Any) -> JsonObject:
        return {self.tag: getattr(value, self.tag), **plain_record(value)}

    def list_key(self, value: Any) -> object:
        return getattr(value, key_of(self.common).attribute)

    def schema(self) -> Schema:
        kinds = []
        for word, cls in self.cases.items():
            one = record_schema(cls)
            one["properties"] = {self.tag: {"const": word}, **one["properties"]}
            when = {"properties": {self.tag: {"const": word}}, "required": [self.tag]}
            kinds.append({"if": when, "then": one})
        known = {self.tag: {"enum": list(self.cases)}}
        return {"type": "object", "properties": known, "required": [self.tag], "allOf": kinds}

    @property
    def words(self) -> str:
        return f"a table with {self.tag} ({' | '.join(self.cases)}) and its facts"


@dataclass(frozen=True)
class Stage:
    """One of several questions that together pick a list: its text, its candidates, and what Enter gives."""

    ask: Ask
    among: Among
    usual: Callable[[AnyPlace], Json] | None = None


@dataclass(frozen=True)
class Fact:
    """One declared field: its name, kind, default, and what people are asked.

    `attribute` is the field on the dataclass: the name, with an underscore where the name is a word of Python.

    ask          the question; ``{model}`` stands for the answer to that field; or a function that gives the text
    help         what it is, for schemas and help texts
    among        the candidates on the table, as answers
    known        what is remembered from before: used and told, not asked; None where nothing is
    usual        what Enter gives people, where that is not the default
    when         whether people are asked at all; machines may always say it
    unmeant      why people cannot mean an answer that machines may give; empty where they can
    presumed     whether what Enter gives is taken without a word, unless an answer was typed ahead; another question
                 or the story says so
    whose        the side whose question it is; by default the one that does the event
    rules        ids of the rules that the question is about
    stages       the questions that pick a list in turn
    one_by_one   a list is filled one after the other, until it is `enough`; `put` places a pick where order is free,
                 or puts what comes with it beside it; a hole (None) that it leaves is filled when a rule reads it
    whole        an answer is the whole list
    most         Enter picks as many as may be picked together
    weigh        each answer is shown with the odds that it leads to
    menu         its answers stand in the main menu, each as an entry of its own
    entries      so they do, with their own keys and words, also where what comes before them is known
    there        of a table that may be left out: where a rule reads it, people are asked for its facts, and not
                 whether it is there
    typed        its answers are some of many: other values of its kind may be typed, or, of a list that is filled one
                 by one, other items
    secret       asked with the screen handed over, never told as the only choice; `EventKind.hides` says from whom it
                 is hidden afterwards, and until when
    alone        whether it is asked with the screen handed over, for its answers tell what only its side may know;
                 what is chosen is no secret by itself, see `EventKind.veils`. A secret fact is asked so unless this
                 says otherwise
    openly       of a secret fact whose answer everybody sees at once: the answers that everybody may know of. If one of
                 them is typed for all to see, the screen is not handed over; it is refused if it is not possible
    holds        of whom it is said, and how long that holds: of these people are not asked it again (`play.holding`)
    says         the words of a value in a line of facts: a text with ``{}``, or a function of them
    doubt        what people are asked before an answer that is hardly meant, though no rule forbids it, such as an own
                 model as a target: a text that is answered with yes or no, empty for all other answers

    The functions get the `answers.Place` of the field in the event that is being made.
    """

    attribute: str
    kind: AnyKind
    default: Json
    ask: Ask = ""
    help: str = ""
    among: Among | None = None
    known: Callable[[AnyPlace], Json] | None = None
    usual: Callable[[AnyPlace], Json] | None = None
    when: Callable[[AnyPlace], bool] | None = None
    unmeant: Callable[[AnyPlace, Json], str] | None = None
    presumed: Callable[[AnyPlace], bool] | None = None
    whose: Callable[[AnyPlace], str] | None = None
    rules: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()
    one_by_one: bool = False
    enough: str = "no more"
    put: Put | None = None
    whole: bool = False
    most: bool = False
    weigh: bool = False
    menu: bool = False
    there: bool = False
    entries: bool = False
    typed: bool = False
    secret: bool = False
    alone: Callable[[AnyPlace], bool] | None = None
    openly: Among | None = None
    holds: Holds | None = None
    says: Says = ""
    doubt: Callable[[AnyPlace, Json], str] | None = None

    @cached_property
    def name(self) -> str:
        return self.attribute.removesuffix("_")

    @property
    def required(self) -> bool:
        return self.default is MISSING

    @cached_property
    def asked(self) -> bool:
        """Whether people are asked for it."""
        return bool(self.ask or self.among or self.stages)

    @cached_property
    def record(self) -> type[Any] | None:
        """See `record_of`; it is wanted at every reading of an event."""
        kind = self.kind.item if isinstance(self.kind, Nullable) else self.kind
        return kind.cls if isinstance(kind, Record) else None

    @property
    def answered(self) -> AnyKind:
        """The kind of what is answered at once: the whole, or an item of a list that is typed one by one."""
        return self.kind.item if self.typed and self.one_by_one and isinstance(self.kind, ListOf) else self.kind

    @property
    def in_parts(self) -> bool:
        """Whether people fill its list in several answers."""
        return self.one_by_one or bool(self.stages)

    @property
    def question(self) -> str:
        """The question without the words of a table; empty where only a table has them."""
        text = self.ask if isinstance(self.ask, str) else ""
        return text.replace("{", "").replace("}", "").replace("_", " ")

    @property
    def about(self) -> str:
        """What it is, in a line for machines and reference texts."""
        return self.help or self.question


_MORE = tuple(one.name for one in fields(Fact))[3:]


def fact(kind: Kind[V], default: V = REQUIRED, **more: Unpack[Told]) -> V:
    """Declare a field of what the kind reads. Without a default it is required; `more` is what `Fact` tells besides.

    Errors: TypeError for a word that `Fact` does not know.
    """
    if unknown := more.keys() - set(_MORE):
        raise TypeError(f"a fact has no {', '.join(sorted(unknown))}")
    metadata = {"kind": kind, "more": more}
    declared: Any
    if default is MISSING:
        declared = field(metadata=metadata)
    elif isinstance(default, dict | list):
        declared = field(default_factory=lambda: type(default)(default), metadata=metadata)
    else:
        declared = field(default=default, metadata=metadata)
    return declared  # type: ignore[no-any-return]  # the dataclass puts a value of the kind in its place


def _default_of(declared: Field[Any]) -> Any:
    if declared.default_factory is not MISSING:
        return declared.default_factory()
    return declared.default


_DECLARED: dict[type, tuple[Fact, ...]] = {}


def facts_of(cls: type[object]) -> tuple[Fact, ...]:
    """The facts that a dataclass declares, in order."""
    if cls not in _DECLARED:
        _DECLARED[cls] = _collect_facts(cls)
    return _DECLARED[cls]


def _collect_facts(cls: type[Any]) -> tuple[Fact, ...]:
    return tuple(
        Fact(f.name, f.metadata["kind"], _default_of(f), **f.metadata["more"])
        for f in fields(cls)
        if "kind" in f.metadata
    )


_BY_NAME: dict[type, dict[str, Fact]] = {}


def _facts_by_name(cls: type[object]) -> dict[str, Fact]:
    if cls not in _BY_NAME:
        _BY_NAME[cls] = {fact.name: fact for fact in facts_of(cls)}
    return _BY_NAME[cls]


def record_of(fact: Fact) -> type[Any] | None:
    """The declaration inside a fact that is a table, also one that may be null."""
    return fact.record


def named_records(kind: AnyKind) -> type[Any] | None:
    """The record of a table of records by name, of which people pick the names; None for other kinds."""
    return kind.item.cls if isinstance(kind, MapOf) and isinstance(kind.item, Record) else None


def key_of(cls: type[object]) -> Fact:
    """The fact that tells one record from another in a list: the first that is required."""
    facts = facts_of(cls)
    return next((one for one in facts if one.required), facts[0])


def read_record(cls: type[R], data: Json, where: str, **more: Json) -> R:
    """An instance from untrusted data; `more` are fields that are no facts.

    Errors: `Malformed` for anything but a table, for unknown, missing and wrong fields.
    """
    if not isinstance(data, Mapping):
        raise no_table_error(cls, data, where)
    known = _facts_by_name(cls)
    for key in data:
        if key not in known:
            raise unknown_field(where, key, list(known))
    values = dict(more)
    for name, one in known.items():
        if name in data:
            values[one.attribute] = one.kind.read(data[name], f"{where}.{name}" if where else name)
        elif one.required:
            raise malformed_value(where, f"{name} is missing", f"{name} is {one.kind.data_words}")
    return cls(**values)


def spelled_out(kind: AnyKind, value: Shaped) -> Shaped:
    """A value whose words that stand for tables are written out, wherever they are (`Record.by_word`)."""
    if isinstance(kind, Nullable):
        return spelled_out(kind.item, value)
    if isinstance(kind, ListOf) and isinstance(value, list | tuple):
        return [spelled_out(kind.item, item) for item in value]
    if isinstance(kind, Record) and isinstance(table := kind.spelled_out(value), Mapping):
        kinds = {one.name: one.kind for one in facts_of(kind.cls)}
        return {key: spelled_out(kinds[key], item) if key in kinds else item for key, item in table.items()}
    return value


def no_table_error(cls: type[object], data: Json, where: str) -> Malformed:
    """A single value where a table is needed, with the table that was perhaps meant: ``{ capacity = 2 }``."""
    needed = [one for one in facts_of(cls) if one.required]
    written = f"{needed[0].name} = {brief_text(data)}" if len(needed) == 1 and _can_read(needed[0].kind, data) else ""
    inside = written or ", ".join(f"{one.name} = ..." for one in needed)
    key = _last_word(where)
    hint = f"write {key} = {{ {inside} }}" if key and inside and not isinstance(data, list | tuple) else ""
    return malformed_value(where, f"{brief_text(data)} must be a table", hint)


def _last_word(where: str) -> str:
    """The key at the end of a place; empty at the top and for an item of a list."""
    return "" if where.endswith("]") or "." not in where else where.rpartition(".")[2]


def _can_read(kind: AnyKind, value: Json) -> bool:
    try:
        kind.read(value, "")
    except Malformed:
        return False
    return True


def plain_record(value: object) -> JsonObject:
    """The JSON form of a record, which reads back as the same: its facts by name, without those left unsaid."""
    said = [(one, getattr(value, one.attribute)) for one in facts_of(type(value))]
    return {one.name: one.kind.plain(v) for one, v in said if v is not None or isinstance(one.kind, Nullable)}


def record_schema(cls: type[object]) -> Schema:
    """Draft-07 JSON Schema of a record: closed, with descriptions from the questions."""
    properties: dict[str, Schema] = {}
    for one in facts_of(cls):
        properties[one.name] = one.kind.schema()
        if one.about:
            properties[one.name]["description"] = one.about
    required = [one.name for one in facts_of(cls) if one.required]
    plain: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return plain | ({"required": required} if required else {})

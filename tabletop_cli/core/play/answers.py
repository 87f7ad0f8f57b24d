"""An event as a record whose fields are answered when a rule reads them.

`play(state, event, dice)` reads the fields of its event as it asks for dice. What it is given is an instance of the
declared record whose facts are looked up at the first reading: a `Reader` either has the answer, or says what happens
where there is none. So one function serves machines (every field is there, or at its default) and people (the first
field without an answer is the next question). What has been read so far is kept: the dice of the program depend on it.

A list of records may be open: more of its items may still come. Whoever reads past those that are there wants the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

from ..declare.facts import Fact, Record, Tagged, facts_of, key_of, record_of
from ..declare.kinds import Kind, ListOf, MapOf
from ..dice.handlers import Roll

S = TypeVar("S")
T = TypeVar("T")
Path = tuple[str | int, ...]  # of a field in an event: ("shots", 0, "facts", "terrain")


@dataclass(frozen=True)
class Place(Generic[S]):
    """A field of an event in the making: the state it is for, the event, and the record that the field stands in.

    What a fact knows of the table (its candidates, what is known or usual, its question) is a function of its place.
    `about` is what the rule said that it wants to know it of, see the function of that name.
    """

    reader: Reader
    record: Any
    fact: Fact
    path: Path
    about: Any = None

    @property
    def state(self) -> S:
        found: S = self.reader.state
        return found

    @property
    def event(self) -> Any:
        """The event as far as it is answered; reading more of it wants that first."""
        return self.reader.event

    @property
    def event_kind(self) -> str:
        """The word for the event: its ``do``."""
        return self.reader.do

    @property
    def notes(self) -> frozenset[str]:
        """What answers noted that is no part of the event, see `Answer.note`."""
        return self.reader.notes

    @property
    def faces(self) -> list[int]:
        """The dice that have fallen for this event, in rolling order."""
        return [face for roll in self.reader.rolls for face in roll.faces if isinstance(face, int)]

    @property
    def items(self) -> Sequence[Any]:
        """What stands in this list so far, in JSON form."""
        return self.record._answers.get(self.fact.name) or ()

    @property
    def name(self) -> str:
        """The path as people and messages write it: ``shots.0.facts.terrain``."""
        return ".".join(map(str, self.path))

    def get(self, name: str) -> Any:
        """A field of the same record, or of the nearest one around it that has it; None where none has."""
        record = self.record
        while record is not None:
            attribute = next((fact.attribute for fact in facts_of(type(record)) if fact.name == name), name)
            if hasattr(type(record), attribute) or attribute in vars(record):
                return getattr(record, attribute)
            record = record._inside
        return None

    def before(self) -> list[Mapping[str, Any]]:
        """What is answered of the items before this one in the same list, the innermost, in JSON form."""
        items: Any = self.reader.answers
        before: list[Mapping[str, Any]] = []
        for step in self.path:
            if isinstance(step, int):
                before, items = list(items[:step]), (items[step] if step < len(items) else None) or {}
            else:
                items = items.get(step, {})
        return before


class Wanted(Exception):
    """A rule has read a field that nobody has answered yet."""

    def __init__(self, place: Place[Any], items: Sequence[Any] = ()) -> None:
        super().__init__(place.name)
        self.place = place
        self.items = items  # of an open list: those that are there


Missing = Callable[[Place[Any]], Any]


def at_default(place: Place[Any]) -> Any:
    """Where machines left a field out: its default. A required field is found missing before."""
    return place.fact.default


def wanted(place: Place[Any]) -> Any:
    """Where nobody has answered: this is the next question, unless people are not asked it. Errors: `Wanted`."""
    fact = place.fact
    if fact.when is not None and not fact.when(place):
        return fact.default
    if fact.required or fact.asked or (fact.known is not None and fact.known(place) is not None):
        raise Wanted(place)
    return fact.default


class Reader:
    """Hands out the fields of one event, or of one situation. `seen` are those read so far, by path, in JSON form.

    `known` are fields of the record that are no facts, such as the house rules of a situation.
    """

    def __init__(
        self,
        do: str,
        cls: type[Any],
        answers: Mapping[str, Any],
        state: Any,
        missing: Missing,
        still_open: frozenset[Path] = frozenset(),
        notes: frozenset[str] = frozenset(),
        rolls: Sequence[Roll] = (),
        known: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.rolls = rolls
        self.do = do
        self.answers = answers
        self.state = state
        self.missing = missing
        self.still_open = still_open
        self.notes = notes
        self.seen: dict[Path, Any] = {}
        self.event = self.record(cls, answers, (), None, **known)

    def record(self, cls: type[Any], answers: Mapping[str, Any], path: Path, inside: Any, **known: Any) -> Any:
        """An instance of `cls` that looks its facts up in `answers`; `known` are fields that are no facts."""
        instance = object.__new__(_looking_up(cls))
        instance.__dict__.update(known, _reader=self, _answers=answers, _path=path, _inside=inside)
        return instance

    def read(self, record: Any, fact: Fact) -> Any:
        """The value of a fact of a record. Errors: those of `missing`."""
        path = (*record._path, fact.name)
        place: Place[Any] = Place(self, record, fact, path)
        inner = self.inside(fact)
        if fact.name not in record._answers:
            if inner is not None and not fact.among and self.opens(fact):
                return self.record(inner, {}, path, record)
            value = self.missing(place)
            if inner is None:
                self._see(path, None if value is None else fact.kind.plain(value))
            return value
        raw = record._answers[fact.name]
        if inner is not None and raw is not None:
            return self.record(inner, raw, path, record)
        if isinstance(fact.kind, ListOf) and (path in self.still_open or isinstance(fact.kind.item, Record | Tagged)):
            return Items(self, place, fact.kind.item, () if raw is None else raw)
        if (of := named_records(fact.kind)) is not None:
            self._see(path, list(raw))
            return {name: self.record(of, one, (*path, name), record) for name, one in raw.items()}
        value = fact.kind.read(raw, place.name)
        self._see(path, None if value is None else fact.kind.plain(value))
        return value

    def _see(self, path: Path, value: Any) -> None:
        if not _peeks:
            self.seen[path] = value

    def so_far(self) -> str:
        """What was read so far, as canonical text: what the program's dice depend on besides the seed."""
        from ..keep.export import canonical

        return canonical({"do": self.do, "read": {".".join(map(str, path)): seen for path, seen in self.seen.items()}})

    def inside(self, fact: Fact) -> type[Any] | None:
        """The record that a fact holds, None where it holds none. One that may be absent is opened only to be asked."""
        if isinstance(fact.kind, Record) and fact.default is None and not fact.ask:
            return None
        return record_of(fact)

    def opens(self, fact: Fact) -> bool:
        """Whether a record that is not there is opened, to be asked field by field; machines leave it out."""
        return fact.default is not None or self.missing is not at_default

    def item(self, kind: Kind, raw: Any, place: Place[Any], at: int) -> Any:
        """One item of a list."""
        path = (*place.path, at)
        if isinstance(kind, Record):
            return self.record(kind.cls, raw, path, place.record)
        if isinstance(kind, Tagged):
            return self._tagged(kind, raw, place, path)
        value = kind.read(raw, f"{place.name}.{at}")
        self._see(path, kind.plain(value))
        return value

    def _tagged(self, kind: Tagged, raw: Mapping[str, Any], place: Place[Any], path: Path) -> Any:
        """A record whose tag decides its class; without a tag, the tag is what is missing."""
        if kind.tag not in raw:
            record = self.record(kind.common, raw, path, place.record)
            word = self.missing(Place(self, record, kind.fact, (*path, kind.tag)))
        else:
            word = raw[kind.tag]
        self._see((*path, kind.tag), word)
        rest = {key: value for key, value in raw.items() if key != kind.tag}
        return self.record(kind.cases[word], rest, path, place.record, **{kind.tag: word})


def named_records(kind: Kind) -> type[Any] | None:
    """The record of a table of records by name, of which people pick the names; None for other kinds."""
    return kind.item.cls if isinstance(kind, MapOf) and isinstance(kind.item, Record) else None


class Items(Sequence[T]):
    """The items of a list of an event; of an open one only those that are there can be told."""

    def __init__(self, reader: Reader, place: Place[Any], kind: Kind, raw: Sequence[Any]) -> None:
        self._reader, self._place, self._kind, self._raw = reader, place, kind, raw
        self._open = place.path in reader.still_open
        self._made: dict[int, T] = {}

    def _at(self, at: int) -> T:
        if self._raw[at] is None:
            self._end()  # a hole: other items were given first
        if at not in self._made:
            self._made[at] = self._reader.item(self._kind, self._raw[at], self._place, at)
        return self._made[at]

    def _end(self) -> None:
        if self._open:
            raise Wanted(self._place, self._raw)

    def __iter__(self) -> Iterator[T]:
        for at in range(len(self._raw)):
            yield self._at(at)
        self._end()

    def __len__(self) -> int:
        self._end()
        return len(self._raw)

    @property
    def keys(self) -> list[Any]:
        """What tells the items apart, of each; of the rest nothing is read."""
        self._end()
        kind = self._kind
        cls = kind.common if isinstance(kind, Tagged) else kind.cls if isinstance(kind, Record) else None
        return [one if cls is None else one[key_of(cls).name] for one in self._raw]

    @property
    def there(self) -> list[T]:
        """The items that are there, though more may come."""
        return [self._at(at) for at, one in enumerate(self._raw) if one is not None]

    def has(self, n: int) -> bool:
        """Whether there are `n` items; where more may come, that is asked first."""
        there = sum(one is not None for one in self._raw)
        if there < n:
            self._end()
        return there >= n

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            self._end()
            return tuple(self._at(at) for at in range(len(self._raw))[index])
        if index < 0 or index >= len(self._raw):
            self._end()
        return self._at(range(len(self._raw))[index])


class _LookedUp:
    """A fact of a record of answers: looked up at the first reading, then an ordinary field."""

    def __init__(self, fact: Fact) -> None:
        self._fact = fact

    def __get__(self, instance: Any, owner: type[Any]) -> Any:
        if instance is None:
            return self
        value = instance._reader.read(instance, self._fact)
        if not _peeks:
            instance.__dict__[self._fact.attribute] = value
        return value


_CLASSES: dict[type[Any], type[Any]] = {}


def _looking_up(cls: type[Any]) -> type[Any]:
    """The same record, whose facts are looked up."""
    if cls not in _CLASSES:
        facts = {fact.attribute: _LookedUp(fact) for fact in facts_of(cls)}
        _CLASSES[cls] = type(cls.__name__, (cls,), {**facts, "__module__": cls.__module__})
    return _CLASSES[cls]


def derived(cls: type[T], source: Any, **own: Any) -> T:
    """A record of `cls` with fields of its own, and all others read from `source` when they are needed.

    So a situation that is made of an event asks for no more of it than its rule reads. Without a source the others are
    at their defaults.
    """
    instance = object.__new__(_borrowing(cls))
    instance.__dict__.update(own, _source=source)
    return instance  # type: ignore[no-any-return]


class _Borrowed:
    """A fact of a situation that is read from what it was made of."""

    def __init__(self, fact: Fact) -> None:
        self._fact = fact

    def __get__(self, instance: Any, owner: type[Any]) -> Any:
        if instance is None:
            return self
        value = getattr(instance._source, self._fact.attribute, self._fact.default)
        if not _peeks:
            instance.__dict__[self._fact.attribute] = value
        return value


_BORROWING: dict[type[Any], type[Any]] = {}


def _borrowing(cls: type[Any]) -> type[Any]:
    if cls not in _BORROWING:
        facts = {fact.attribute: _Borrowed(fact) for fact in facts_of(cls)}
        _BORROWING[cls] = type(cls.__name__, (cls,), {**facts, "__module__": cls.__module__})
    return _BORROWING[cls]


_peeks = 0  # tests under way that look at answers before their time


def peeking() -> bool:
    """Whether a test is under way that looks at answers before their time, see `if_answered`."""
    return _peeks > 0


def if_answered(test: Callable[[], T], otherwise: T) -> T:
    """What a test gives that belongs here, if its answers are there; people are asked for them later on.

    What it reads does not count as seen: whoever plays a whole event has the same dice as people who are asked later.
    """
    global _peeks
    _peeks += 1
    try:
        return test()
    except Wanted:
        return otherwise
    finally:
        _peeks -= 1


def judged_first(read: Callable[[], T], judge: Callable[[], None]) -> T:
    """An answer; before people are asked for it, what is known already is judged, and may be refused.

    Whole events are judged in the order of the tests alone.
    """
    try:
        return read()
    except Wanted:
        judge()
        raise


def about(read: Callable[[], T], what: Any) -> T:
    """What a rule reads; where people are asked for it, the place of the question knows that it is about `what`.

    So a list of which the rules want one thing after the other is asked for with each in its turn.
    """
    try:
        return read()
    except Wanted as question:
        raise Wanted(replace(question.place, about=what), question.items) from None


def said(record: Any) -> frozenset[str]:
    """The names of the facts that were given for a record of answers; the others are at their defaults."""
    return frozenset(vars(record).get("_answers", ()))


def has(items: Sequence[Any], n: int) -> bool:
    """Whether a list of an event has `n` items; where more may come, that is asked first."""
    return items.has(n) if isinstance(items, Items) else len(items) >= n


def there(items: Sequence[T]) -> Sequence[T]:
    """The items of a list of an event that are there, though more may come."""
    return items.there if isinstance(items, Items) else items


def keys(items: Sequence[Any]) -> list[Any]:
    """The first fact of each item of a list of records, read before anything else of them."""
    return items.keys if isinstance(items, Items) else [getattr(one, key_of(type(one)).attribute) for one in items]


def judged(tests: Sequence[Callable[[], T | None]]) -> list[T]:
    """What those tests find that can be judged already; all of them, where every answer is there.

    A test that reads a field without an answer is left out where another one has found something. Errors: `Wanted`
    where none has.
    """
    found: list[T] = []
    waiting: Wanted | None = None
    for test in tests:
        try:
            result = test()
        except Wanted as open_question:
            waiting = waiting or open_question
        else:
            if result is not None:
                found.append(result)
    if waiting is not None and not found:
        raise waiting
    return found

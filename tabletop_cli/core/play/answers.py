"""An event as a record whose fields are answered when a rule reads them.

`play(state, event, dice)` reads the fields of its event as it asks for dice. What it is given is an instance of the
declared record whose facts are looked up at the first reading: a `Reader` either has the answer, or says what happens
where there is none. So one function serves machines (every field is there, or at its default) and people (the first
field without an answer is the next question). What has been read so far is kept: the dice of the program depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from types import MappingProxyType
from typing import Any, TypeVar

from ..data import Json, JsonMapping, Shaped, ShapedMapping, sort_keys
from ..declare.catalogue import PRINTED, catalogue_in_force, catalogue_of
from ..declare.composed import ListOf
from ..declare.facts import Fact, Record, Tagged, facts_of, key_of, named_records
from ..declare.kinds import AnyKind, Kind
from ..dice.handlers import Roll
from .holding import Subject
from .items import Items
from .place import AnyPlace, Missing, Path, Place, Wanted, at_default, at_default_unless_needed, path_name

T = TypeVar("T")
R = TypeVar("R")


class Reader:
    """Hands out the fields of one event, or of one situation. `seen` are those read so far, by path, in JSON form.

    What it hands out is the same whether the answers came one by one or all at once, and in whatever order the keys of
    a table were typed: explanations, results and the program's dice depend on it. So the keys are in natural order,
    and a list that people fill in parts is read item by item in a whole event, too.

    `known` are fields of the record that are no facts, such as the house rules of a situation.
    """

    def __init__(
        self,
        do: str,
        cls: type[Any],
        answers: ShapedMapping,
        state: Any,
        missing: Missing,
        still_open: frozenset[Path] = frozenset(),
        notes: frozenset[str] = frozenset(),
        rolls: Sequence[Roll] = (),
        known: Mapping[str, object] = MappingProxyType({}),
    ) -> None:
        self.rolls = rolls
        house = known.get("house")
        self.catalogue = catalogue_of(state) if house is None else getattr(house, "catalogue", PRINTED)
        self.do = do
        self.answers = answers
        self.state = state
        self.missing = missing
        self.still_open = still_open
        self.notes = notes
        self.seen: dict[Path, Json] = {}
        self.answered: dict[Path, tuple[AnyPlace, Json]] = {}  # the facts that were answered and read, in this order
        self._lists: dict[Path, tuple[AnyKind, Sequence[Shaped]]] = {}  # of which an item was read
        self.event = self.make_record(cls, answers, (), None, **known)

    def make_record(self, cls: type[R], answers: ShapedMapping, path: Path, inside: object, **known: object) -> R:
        """An instance of `cls` that looks its facts up in `answers`; `known` are fields that are no facts."""
        instance: R = object.__new__(_lookup_class(cls))
        instance.__dict__.update(known, _reader=self, _answers=answers, _path=path, _inside=inside)
        return instance

    def fact_value(self, record: Any, fact: Fact) -> object:
        """The value of a fact of a record. Errors: those of `missing`."""
        path = (*record._path, fact.name)
        inner = self.inner_record(fact)
        if fact.name not in record._answers:
            if inner is not None and not fact.among and self.is_opened(fact):
                return self.make_record(inner, {}, path, record)
            value = self.missing(Place(self, record, fact, path))
            if inner is None:
                self._mark_seen(path, None if value is None else fact.kind.plain(value))
            return value
        raw = sort_keys(record._answers[fact.name])
        if not _peeks:
            self.answered[path] = Place(self, record, fact, path), raw
        if inner is not None and raw is not None:
            return self.make_record(inner, raw, path, record)
        if isinstance(fact.kind, ListOf) and (fact.in_parts or isinstance(fact.kind.item, Record | Tagged)):
            return Items(self, Place(self, record, fact, path), fact.kind.item, () if raw is None else raw)
        if (of := named_records(fact.kind)) is not None:
            self._mark_seen(path, list(raw))
            return {name: self.make_record(of, one, (*path, name), record) for name, one in raw.items()}
        value = self.read_value(fact.kind, raw, path_name(path))
        self._mark_seen(path, None if value is None else fact.kind.plain(value))
        return value

    def read_value(self, kind: Kind[T], raw: Json, where: str) -> T:
        """Return a value that may name rows of the catalogue which is played by. Errors: `Malformed`."""
        with catalogue_in_force(self.catalogue):
            return kind.read(raw, where)

    def find_subject(self, place: AnyPlace) -> Subject | None:
        """Of whom the fact of a place is said; None where it is kept of nobody, or not known yet."""
        holds = place.fact.holds
        return None if holds is None else peek(lambda: holds.find_subject(place), None)

    def find_members(self, place: AnyPlace) -> list[Subject]:
        """Of whom the list of a place says something, of each; of those nobody else is told."""
        holds = place.fact.holds
        if holds is None or holds.members is None:
            return []
        return peek(lambda: holds.find_members(place), [])

    def recall_said(self, place: AnyPlace) -> Json:
        """What was said of the same before in this event, which the state does not know yet; None for nothing."""
        if (subject := place.subject) is None:
            return None
        word = subject.apart if subject.brief else ""
        for path, (other, value) in reversed(self.answered.items()):
            alike = other.fact.holds is not None and (word or other.fact.name == place.fact.name)
            if alike and path != place.path and other.subject == subject:
                return value
        return None

    @property
    def said(self) -> list[tuple[AnyPlace, Json]]:
        """The answers that hold for longer than this event."""
        return [(place, value) for place, value in self.answered.values() if place.fact.holds is not None]

    def _mark_seen(self, path: Path, value: Json) -> None:
        if not _peeks:
            self.seen[path] = value

    def seen_text(self) -> str:
        """What was read so far, as canonical text: what the program's dice depend on besides the seed.

        Equal choices give equal texts: the order of what people pick together does not count, an item of a list goes by
        what tells it from the others, and a list that was left out is an empty one.
        """
        seen = {self._path_by_names(path): value for path, value in self.seen.items() if value != []}
        return self._canonical_answers({name: _in_any_order(value) for name, value in seen.items()})

    def seen_text_by_place(self) -> str:
        """The same in battles whose dice are of stream 2: every item by its place in its list."""
        return self._canonical_answers({path_name(path): value for path, value in self.seen.items()})

    def _canonical_answers(self, seen: JsonMapping) -> str:
        from ..keep.export import canonical_json

        return canonical_json({"do": self.do, "read": seen})

    def _path_by_names(self, path: Path) -> str:
        """A path with items by name: ``shots.a1.target``."""
        lists = (self._lists.get(path[:at]) for at in range(len(path)))
        found = zip(path, lists, strict=True)
        return path_name(tuple(_item_name(*held, int(step)) if held else step for step, held in found))

    def inner_record(self, fact: Fact) -> type[object] | None:
        """The record that a fact holds, None where it holds none. One that may be absent is opened only to be asked."""
        inner = fact.record
        if inner is None or (fact.default is None and not fact.ask and isinstance(fact.kind, Record)):
            return None
        return inner

    def is_opened(self, fact: Fact) -> bool:
        """Whether a record that is not there is opened, to be asked field by field; machines leave it out."""
        return fact.default is not None or self.missing not in (at_default, at_default_unless_needed)

    def read_item(self, kind: AnyKind, items: Sequence[Shaped], place: AnyPlace, at: int) -> Any:
        """One item of a list."""
        raw, path = items[at], (*place.path, at)
        self._lists[place.path] = kind, items
        if isinstance(kind, Record):
            return self.make_record(kind.cls, raw, path, place.record)
        if isinstance(kind, Tagged):
            return self._read_tagged(kind, raw, place, path)
        value = self.read_value(kind, raw, f"{place.name}.{at}")
        self._mark_seen(path, kind.plain(value))
        return value

    def _read_tagged(self, kind: Tagged[Any], raw: ShapedMapping, place: AnyPlace, path: Path) -> object:
        """A record whose tag decides its class; without a tag, the tag is what is missing."""
        if kind.tag not in raw:
            record = self.make_record(kind.common, raw, path, place.record)
            word = self.missing(Place(self, record, kind.fact, (*path, kind.tag)))
        else:
            word = raw[kind.tag]
        self._mark_seen((*path, kind.tag), word)
        rest = {key: value for key, value in raw.items() if key != kind.tag}
        return self.make_record(kind.cases[word], rest, path, place.record, **{kind.tag: word})


def _item_name(kind: AnyKind, items: Sequence[Shaped], at: int) -> str:
    """What tells an item of a list from the others: of records the first fact, and how many before it have the same."""
    cls = kind.cls if isinstance(kind, Record) else kind.common if isinstance(kind, Tagged) else None
    if cls is None:
        return str(at)
    key = key_of(cls).name
    before = sum(one is not None and one.get(key) == items[at].get(key) for one in items[:at])
    return f"{items[at].get(key)}{'+' * before}"


def _in_any_order(value: Json) -> Json:
    """A value in which the order of a list does not count, as in what people pick together."""
    return sorted(value, key=str) if isinstance(value, list) else value


class _LookedUp:
    """A fact of a record of answers: looked up at the first reading, then an ordinary field."""

    def __init__(self, fact: Fact) -> None:
        self._fact = fact

    def __get__(self, instance: Any, owner: type[object]) -> object:
        if instance is None:
            return self
        value = instance._reader.fact_value(instance, self._fact)
        if not _peeks:
            instance.__dict__[self._fact.attribute] = value
        return value


_CLASSES: dict[type[object], type[Any]] = {}


def _lookup_class(cls: type[R]) -> type[R]:
    """The same record, whose facts are looked up."""
    if cls not in _CLASSES:
        facts = {fact.attribute: _LookedUp(fact) for fact in facts_of(cls)}
        _CLASSES[cls] = type(cls.__name__, (cls,), {**facts, "__module__": cls.__module__})
    return _CLASSES[cls]


def derive_situation(cls: type[T], *sources: object, **own: object) -> T:
    """A record of `cls` with fields of its own, and all others read when they are needed: from the first of the
    `sources` that has a field of that name.

    So a situation that is made of the state, of a thing on the table and of an event repeats none of their fields, and
    asks for no more of the event than its rule reads. What no source has is at its default.
    """
    instance: T = object.__new__(_borrowing_class(cls))
    instance.__dict__.update(own, _sources=sources)
    return instance


class _Borrowed:
    """A field of a situation that is read from what it was made of."""

    def __init__(self, name: str, default: Any) -> None:
        self._name, self._default = name, default

    def __get__(self, instance: Any, owner: type[object]) -> object:
        if instance is None:
            return self
        for source in instance._sources:
            value = getattr(source, self._name, _NOWHERE)
            if value is not _NOWHERE:
                break
        else:
            value = self._default
        if value is MISSING:
            raise AttributeError(f"no source has {self._name}")
        if not _peeks:
            instance.__dict__[self._name] = value
        return value


_NOWHERE = object()
_BORROWING: dict[type[object], type[Any]] = {}


def _borrowing_class(cls: type[Any]) -> type[Any]:
    if cls not in _BORROWING:
        defaults = {fact.attribute: fact.default for fact in facts_of(cls)}
        borrowed = {one.name: _Borrowed(one.name, defaults.get(one.name, one.default)) for one in fields(cls)}
        _BORROWING[cls] = type(cls.__name__, (cls,), {**borrowed, "__module__": cls.__module__})
    return _BORROWING[cls]


_peeks = 0  # tests under way that look at answers before their time


def is_peeking() -> bool:
    """Whether a test is under way that looks at answers before their time, see `peek`."""
    return _peeks > 0


def peek(test: Callable[[], T], otherwise: T) -> T:
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


def for_people(read: Callable[[], T]) -> T:
    """An answer that people give so that a later question is put to the right one; machines leave it out.

    It does not count as seen: whoever plays the event without it has the same dice.
    """
    global _peeks
    _peeks += 1
    try:
        return read()
    finally:
        _peeks -= 1


def read_or_judge(read: Callable[[], T], judge: Callable[[], object]) -> T:
    """An answer; before people are asked for it, what is known already is judged, and may be refused.

    Whole events are judged in the order of the tests alone.
    """
    try:
        return read()
    except Wanted:
        judge()
        raise


def ask_about(read: Callable[[], T], what: object) -> T:
    """What a rule reads; where people are asked for it, the place of the question knows that it is about `what`.

    So a list of which the rules want one thing after the other is asked for with each in its turn.
    """
    try:
        return read()
    except Wanted as question:
        raise Wanted(replace(question.place, about=what), question.items) from None


def given_facts(record: object) -> frozenset[str]:
    """The names of the facts that were given for a record of answers; the others are at their defaults."""
    return frozenset(vars(record).get("_answers", ()))


def run_ready_tests(tests: Sequence[Callable[[], T | None]]) -> list[T]:
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

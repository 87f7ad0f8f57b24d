"""What people said of the table, and how long each of it holds.

A fact says of whom it is: `of_one` model, of a `of_pair` of them in order, of the ground on which one is (`of_ground`),
or of the whole table (`of_table`). Where people have said it of somebody, they are not asked it again of the same, as
long as none of these has moved; of nobody else is it ever taken to be true. What a move has broken is asked again, with
what it was; it is no default.

A state has one field for all of it, ``kept: Memory = NOTHING_SAID``. Systems only tell it who has moved
(`with_moved`); what is said in an event is kept when the event was played (`keep`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from ..data import Json
from ..records import dataclass, replace

if TYPE_CHECKING:
    from .place import AnyPlace

Says: TypeAlias = str | Callable[[str], str]  # of the words of a value, those of a line of facts
Of: TypeAlias = "str | Callable[[AnyPlace], str | None]"  # a field of the event, or what finds the id


@dataclass(frozen=True)
class Subject:
    """Of whom something is said: their ids in order, whose moves `end` it, and what tells it `apart` otherwise.

    `brief` is what is said of all of a list at once in one event: nobody keeps it. `anybody`: each move ends it.
    """

    scope: str
    ids: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    apart: str = ""
    anybody: bool = False
    brief: bool = False

    @property
    def key(self) -> str:
        still = ("while-all-stay",) if self.anybody else ()
        return " ".join((self.scope, *self.ids, *self.ends, self.apart, *still)).rstrip()


@dataclass(frozen=True)
class Holds:
    """Of whom a fact is said, and what ends it; `of_one`, `of_pair`, `of_ground` and `of_table` make it.

    apart     what tells two things apart that are said of the same, such as two weapons; None: nothing is to be kept
    all_stay  whether it ends as soon as anybody at all moves
    together  a word where one answer serves for all of a list in this event, empty elsewhere; what has the same word
              has the same answer, and it is not kept, for it was said of nobody in particular
    members   of all of whom a list says something: yes of those in it, no of the others
    """

    scope: str
    of: tuple[Of, ...] = ()
    follows: Of | None = None
    apart: Callable[[AnyPlace], str | None] | None = None
    all_stay: bool = False
    together: Callable[[AnyPlace], str] | None = None
    members: Callable[[AnyPlace], Iterable[str]] | None = None

    def find_subject(self, place: AnyPlace) -> Subject | None:
        """Of whom it is said at a place; None where that is nobody. Errors: `Wanted` where it is not known yet."""
        if self.together is not None and (word := self.together(place)):
            return Subject("all", apart=word, brief=True)
        if self.scope == "all" or self.members is not None:
            return None
        return self._make_subject(place, [_find_id(one, place) for one in self.of])

    def find_members(self, place: AnyPlace) -> list[Subject]:
        """All of whom a list says something: of those in it yes, of the others no."""
        found = () if self.members is None else self.members(place)
        return [subject for one in found if (subject := self._make_subject(place, [one])) is not None]

    def _make_subject(self, place: AnyPlace, found: list[str | None]) -> Subject | None:
        behind = [] if self.follows is None else [_find_id(self.follows, place)]
        ids, ends = tuple(filter(None, found)), tuple(filter(None, behind))
        if len(ids) < len(found) or len(ends) < len(behind):
            return None
        apart = "" if self.apart is None else self.apart(place)
        if apart is None:
            return None
        return Subject(self.scope, ids, ends, apart, self.all_stay)


def _find_id(of: Of, place: AnyPlace) -> str | None:
    return place.get(of) if isinstance(of, str) else of(place)


def of_one(of: Of, follows: Of | None = None, **more: Any) -> Holds:
    """Return how long it holds what is said of one model: until it moves, or whom it `follows`, such as its leader."""
    return Holds("one", (of,), follows, **more)


def of_each(members: Callable[[AnyPlace], Iterable[str]], follows: Of | None = None) -> Holds:
    """Return how long it holds what a list says of each of some: yes of those in it, no of the others, as `of_one`."""
    return Holds("one", follows=follows, members=members)


def of_pair(first: Of, second: Of, **more: Any) -> Holds:
    """Return how long it holds what is said of two: until one of them moves. When one turns, only as the first."""
    return Holds("pair", (first, second), **more)


def of_ground(of: Of, **more: Any) -> Holds:
    """Return how long it holds what is said of the ground on which a model is: until it leaves it."""
    return Holds("ground", (of,), **more)


def of_table(**more: Any) -> Holds:
    """Return how long it holds what is the same for all: until somebody says otherwise."""
    return Holds("table", **more)


def of_all(together: Callable[[AnyPlace], str]) -> Holds:
    """Return that one answer serves for all of a list in an event, where `together` gives a word; nobody keeps it."""
    return Holds("all", together=together)


@dataclass(frozen=True)
class Said:
    """What was said of a subject: the `facts` that hold, by name, and what others `was` before somebody moved."""

    subject: Subject
    facts: Mapping[str, Json] = field(default_factory=dict)
    was: Mapping[str, Json] = field(default_factory=dict)

    def with_fact(self, name: str, value: Json) -> Said:
        """The same with one fact more."""
        was = {one: old for one, old in self.was.items() if one != name}
        return replace(self, facts={**self.facts, name: value}, was=was)

    def after_moves(self, moved: frozenset[str], turned: frozenset[str]) -> Said:
        """What is left of it when some have moved, and others have only turned."""
        about = self.subject
        ended = moved & {*about.ids, *about.ends} or (about.anybody and moved)
        if about.scope == "pair":
            ended = ended or turned & set(about.ids[:1])
        return replace(self, facts={}, was={**self.was, **self.facts}) if ended and self.facts else self


@dataclass(frozen=True)
class Memory:
    """What people said and what still holds, by subject, the latest last.

    `gone` and `turned` are those who have moved in the event that is being played: of them nothing is kept.
    """

    said: Mapping[str, Said] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    turned: frozenset[str] = frozenset()

    def recall(self, place: AnyPlace) -> Json:
        """What was said before of the same, in JSON form; None where that is nothing, or holds no longer."""
        if members := place.members:
            said = self._said_of_members(place, members)
            return None if None in said.values() else [one for one, yes in said.items() if yes]
        found = self._said_at(place)
        return None if found is None else found.facts.get(place.fact.name)

    def recall_some(self, place: AnyPlace) -> list[str] | None:
        """Of whom a list is known to say yes, where it is known of somebody; None where it is known of nobody."""
        said = self._said_of_members(place, place.members)
        return None if set(said.values()) <= {None} else [one for one, yes in said.items() if yes]

    def _said_of_members(self, place: AnyPlace, members: Iterable[Subject]) -> dict[str, Json]:
        name, nothing = place.fact.name, dict[str, Json]()
        found = {one.ids[0]: self.said.get(one.key) for one in members}
        return {one: (nothing if said is None else said.facts).get(name) for one, said in found.items()}

    def was(self, place: AnyPlace) -> Json:
        """What was said of the same before one of them moved; None where nothing was."""
        found = self._said_at(place)
        return None if found is None else found.was.get(place.fact.name)

    def _said_at(self, place: AnyPlace) -> Said | None:
        subject = place.subject
        return None if subject is None else self.said.get(subject.key)

    def with_moved(self, *ids: str, turned: bool = False) -> Memory:
        """The same after some have moved, or only turned where they are."""
        return (
            replace(self, turned=self.turned | set(ids)) if turned else replace(self, gone=self.gone | set(ids))
        )._without_ended()

    def keep(self, places: Iterable[tuple[AnyPlace, Json]]) -> Memory:
        """The same with what was said in an event, except of those who have moved in it."""
        said = dict(self.said)
        for place, value in places:
            for subject, own in _said_at_place(place, value):
                before = said.pop(subject.key, None) or Said(subject)
                said[subject.key] = before.with_fact(place.fact.name, own)
        if not self.gone and not self.turned and said == self.said:
            return self
        return replace(replace(self, said=said)._without_ended(), gone=frozenset(), turned=frozenset())

    def _without_ended(self) -> Memory:
        said = {key: one.after_moves(self.gone, self.turned) for key, one in self.said.items()}
        return replace(self, said=said)


def _said_at_place(place: AnyPlace, value: Json) -> Iterator[tuple[Subject, Json]]:
    """Of whom an answer says what, as far as it is kept."""
    subject = place.subject
    if subject is not None and not subject.brief and value is not None:
        yield subject, value
    named = value if isinstance(value, list) else []
    yield from ((one, one.ids[0] in named) for one in place.members)


NOTHING_SAID = Memory()


def yes_or_no(yes: str, no: str) -> Callable[[str], str]:
    """Return the words that say in a line of facts what was answered with yes, or with no."""
    return lambda words: yes if words == "yes" else no


def memory_of(state: object) -> Memory:
    """What was said in a battle; nothing where its state keeps nothing."""
    found = getattr(state, "kept", NOTHING_SAID)
    return found if isinstance(found, Memory) else NOTHING_SAID


def with_said(state: Any, places: Iterable[tuple[AnyPlace, Json]]) -> Any:
    """A state with what was said in the event that has led to it."""
    if not isinstance(before := getattr(state, "kept", None), Memory):
        return state
    after = before.keep(places)
    return state if after is before else replace(state, kept=after)

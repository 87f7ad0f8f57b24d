"""A field of an event in the making, and what happens where nobody has answered it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from ..data import Json, Shaped, ShapedMapping
from ..declare.facts import Fact, facts_of
from ..records import dataclass
from .holding import Subject, memory_of

if TYPE_CHECKING:
    from .answers import Reader

S = TypeVar("S")
Path = tuple[str | int, ...]  # of a field in an event: ("shots", 0, "facts", "terrain")


def path_name(path: Path) -> str:
    """A path as people and messages write it: ``shots.0.facts.terrain``."""
    return ".".join(map(str, path))


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
    def items(self) -> Sequence[Shaped]:
        """What stands in this list so far, in JSON form."""
        return self.record._answers.get(self.fact.name) or ()

    @property
    def name(self) -> str:
        """The path as people and messages write it: ``shots.0.facts.terrain``."""
        return path_name(self.path)

    @property
    def for_one(self) -> bool:
        """Whether only the side that is asked may see question and answer."""
        return self.fact.secret if self.fact.alone is None else self.fact.alone(self)

    @property
    def subject(self) -> Subject | None:
        """Of whom this fact is said, see `holding`; None where it is kept of nobody, or that is not known yet."""
        return self.reader.find_subject(self)

    @property
    def members(self) -> list[Subject]:
        """Those of each of whom this list says something; empty for other facts."""
        return self.reader.find_members(self)

    @property
    def known(self) -> Json:
        """What need not be asked, for it was said before and still holds; None where nothing was."""
        known = None if self.fact.known is None else self.fact.known(self)
        if known is not None or self.fact.holds is None:
            return known
        said = self.reader.recall_said(self)
        return memory_of(self.state).recall(self) if said is None else said

    @property
    def was(self) -> Json:
        """What was said before somebody moved; None where nothing was."""
        return None if self.fact.holds is None else memory_of(self.state).was(self)

    def get(self, name: str) -> Any:
        """A field of the same record, or of the nearest one around it that has it; None where none has."""
        record = self.record
        while record is not None:
            attribute = next((fact.attribute for fact in facts_of(type(record)) if fact.name == name), name)
            if hasattr(type(record), attribute) or attribute in vars(record):
                return getattr(record, attribute)
            record = record._inside
        return None

    def items_before(self) -> list[ShapedMapping]:
        """What is answered of the items before this one in the same list, the innermost, in JSON form."""
        items: Shaped = self.reader.answers
        before: list[ShapedMapping] = []
        for step in self.path:
            if isinstance(step, int):
                before, items = list(items[:step]), (items[step] if step < len(items) else None) or {}
            else:
                items = items.get(step, {})
        return before


AnyPlace: TypeAlias = Place[Any]  # whatever the state is


class Wanted(Exception):
    """A rule has read a field that nobody has answered yet."""

    def __init__(self, place: AnyPlace, items: Sequence[Shaped] = ()) -> None:
        super().__init__(place.name)
        self.place = place
        self.items = items  # of an open list: those that are there


Missing = Callable[[AnyPlace], Any]


def at_default(place: AnyPlace) -> object:
    """Where machines left a field out: its default. A required field is found missing before."""
    return place.fact.default


def at_default_unless_needed(place: AnyPlace) -> object:
    """Where an event is looked at before all of it is known: the default. Errors: `Wanted` for a required field."""
    if place.fact.required:
        raise Wanted(place)
    return place.fact.default


def ask_next(place: AnyPlace) -> object:
    """Where nobody has answered: this is the next question, unless people are not asked it. Errors: `Wanted`."""
    fact = place.fact
    if fact.when is not None and not fact.when(place):
        return fact.default
    if fact.required or fact.asked or place.known is not None:
        raise Wanted(place)
    return fact.default

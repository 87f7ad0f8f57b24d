"""How a system describes its battles: events with declared fields, and what each does to a frozen state.

The same event vocabulary serves the log, scripts, machines and the table. Playing an event is a pure function of state,
event and dice; whoever plays it (a machine, the log, two people) differs only in the dice handler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as of_dataclass
from typing import TYPE_CHECKING, Any

from ..declare.facts import read_record, record_schema
from ..declare.kinds import Kind, YesNo, brief, did_you_mean
from ..declare.plain import plain
from ..dice.handlers import Dice, Rolling
from ..dice.requests import Request
from ..errors import Malformed
from ..rule.situation import Situation
from .seats import Seat, put_army

if TYPE_CHECKING:
    from ..page import Page
    from ..system import System


NO_DEFAULT: Any = object()


@dataclass(frozen=True, kw_only=True)
class Event:
    """Base of all events: `by` is the side that declares it."""

    by: str


@dataclass(frozen=True, kw_only=True)
class EventKind:
    """One event of a system's vocabulary.

    `play(state, event, dice)` gives the next state and the result's fields. Errors: `Malformed` for what can never be
    meant, `Refused` for what the rules forbid now - both before the first die.
    `odds(state, event)` names the resolver and situation whose exact odds people see before the roll.
    """

    id: str
    title: str
    cls: type[Any]
    play: Callable[[Any, Any, Dice], tuple[Any, dict[str, Any]]]
    rules: tuple[str, ...] = ()
    odds: Callable[[Any, Any], tuple[str, Situation] | None] = lambda state, event: None


@dataclass(frozen=True)
class Answer:
    """One possible answer to a question.

    `key` is what quick hands type (empty: its number in the list); `barred` says why it cannot be chosen (empty: it
    can); `detail` is a few more words for those who read; `help` tells all about it, for those who ask.
    """

    value: Any
    label: str
    key: str = ""
    detail: str = ""
    barred: str = ""
    help: str = ""


Draft = Mapping[str, Any]  # an event as far as it is answered; keys that begin with "_" are notes of the questions


@dataclass(frozen=True)
class Question:
    """What only the people at the table can know.

    `field` is where the answer goes in the draft; `put(draft, answer)` does so where that is not enough. `answers` are
    offered where they are few, else `kind` reads what is typed. `many` lets several be picked. `default` is what Enter
    gives (`NO_DEFAULT`: nothing); where several are picked and it is `standing`, it is what stands already, to be
    changed. `side` is whose question it is.
    """

    field: str
    text: str
    kind: Kind = of_dataclass(default_factory=YesNo)
    answers: tuple[Answer, ...] = ()
    many: bool = False
    default: Any = NO_DEFAULT
    side: str = ""
    rules: tuple[str, ...] = ()
    put: Callable[[Draft, Any], Draft] | None = None
    standing: bool = False

    def answered(self, draft: Draft, value: Any) -> Draft:
        """The draft with the answer in it."""
        return self.put(draft, value) if self.put else put_at(draft, self.field, value)


@dataclass(frozen=True)
class RollAhead:
    """The dice of the event are rolled now, because the next question is about them; the faces go to ``_dice``."""

    request: Request[Any]


def put_at(draft: Draft, field: str, value: Any) -> dict[str, Any]:
    """A draft with a value at a dotted path."""
    first, _, rest = field.partition(".")
    inner = put_at(draft.get(first, {}), rest, value) if rest else value
    return {**draft, first: inner}


def event_of(draft: Draft) -> dict[str, Any]:
    """The event that a finished draft stands for."""
    return {key: value for key, value in draft.items() if not key.startswith("_")}


@dataclass(frozen=True)
class Offer:
    """Something that may be done now: the event as far as it is settled, and words for the menu.

    `key` is one letter; `detail` says what it costs or why one might want it; `side` is who would do it. An
    `interrupt` is possible only until the next action begins (reactive fire, contact): it is offered first. `due`
    must happen before anything else can: Enter takes it.
    """

    event: Draft
    label: str
    key: str
    detail: str = ""
    side: str = ""
    interrupt: bool = False
    due: bool = False


@dataclass(frozen=True, kw_only=True)
class Game:
    """The battles of a system.

    begin(setup, system)     state of a new battle; errors: `Malformed` with code ``bad-setup``
    common(state)            fields added to every accepted result
    view(state)              the whole state for machines
    offers(state)            what may be done now, most usual first
    question(state, draft)   the next thing to ask people for this event, None when it is complete
    board(state)             the table as a page
    headline(state)          one line: whose turn, which counters, what it means
    over(state)              whether nothing can follow
    set_up                   declared facts of a set-up, for schemas and questions
    seats(setup)             who may sit at the table, as far as a set-up says: a `Seat` for each side, in order; a
                             free one that is not `required` may stay empty
    seated(setup, seat, army)  the set-up with an army list at a seat; by default the list stands there as it is written
    set_up_question(setup, system)  what people should still say about a set-up that has its armies, such as who starts
                             aboard; `field` is a path into the set-up, or begins with ``_`` for what is only to be
                             remembered until the battle begins; None when nothing is open
    doer(state, event)       the side that does an event; by default the one that it names
    side_name(state, side)   a side as people know it
    """

    events: Mapping[str, EventKind]
    state: type[Any]
    begin: Callable[[Mapping[str, Any], System], Any]
    common: Callable[[Any], dict[str, Any]]
    view: Callable[[Any], dict[str, Any]]
    over: Callable[[Any], bool]
    offers: Callable[[Any], Sequence[Offer]]
    question: Callable[[Any, Draft], Question | RollAhead | None]
    board: Callable[[Any], Page]
    headline: Callable[[Any], str]
    set_up: type[Any]
    seats: Callable[[Mapping[str, Any]], Sequence[Seat]] = lambda setup: ()
    seated: Callable[[Mapping[str, Any], Seat, Mapping[str, Any]], Mapping[str, Any]] = put_army
    set_up_question: Callable[[Mapping[str, Any], System], Question | None] = lambda setup, system: None
    doer: Callable[[Any, Mapping[str, Any]], str] = lambda state, event: str(event.get("by") or "")
    side_name: Callable[[Any, str], str] = lambda state, side: side

    def read_event(self, raw: Any) -> tuple[EventKind, Any]:
        """The kind and the record of an event from outside. Errors: `Malformed` with code ``bad-event``."""
        try:
            if not isinstance(raw, Mapping):
                raise Malformed(f"event: {brief(raw)} is not a table")
            name = raw.get("do")
            kind = self.events.get(name) if isinstance(name, str) else None
            if kind is None:
                raise Malformed(f"unknown event {brief(name)}", hint=did_you_mean(name, list(self.events)))
            return kind, read_record(kind.cls, {k: v for k, v in raw.items() if k not in ("do", "dice")}, kind.id)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise

    def play(self, state: Any, raw: Any, dice: Dice) -> tuple[Any, dict[str, Any]]:
        """Play one event: the next state and the accepted result. A refused event raises and changes nothing."""
        kind, event = self.read_event(raw)
        try:
            after, result = kind.play(state, event, dice)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise
        if isinstance(dice, Rolling) and hasattr(dice, "finish"):
            dice.finish()
        return after, {"ok": True, **plain(result), **self.common(after)}

    def schema(self) -> dict[str, Any]:
        """Draft-07 JSON Schema of one event."""
        kinds = []
        for kind in self.events.values():
            one = record_schema(kind.cls)
            one["title"] = kind.title
            one["properties"] = {
                "do": {"const": kind.id},
                **one["properties"],
                "dice": {"type": "array", "items": {"type": "integer", "minimum": 1}},
            }
            one["required"] = ["do", *one.get("required", [])]
            kinds.append(one)
        names = {"properties": {"do": {"enum": list(self.events)}}, "required": ["do"]}
        return {"allOf": [names, *(_when(kind) for kind in kinds)]}


def _when(kind: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"do": kind["properties"]["do"]}, "required": ["do"]}, "then": kind}

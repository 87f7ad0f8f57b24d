"""How a system describes its battles: events with declared fields, and what each does to a frozen state.

The same event vocabulary serves the log, scripts, machines and the table. Playing an event is a pure function of state,
event and dice; whoever plays it (a machine, the log, two people) differs only in who answers for fields and dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..declare.facts import Ask, Fact, Record, Tagged, check_refs, facts_of, read_record, record_schema
from ..declare.kinds import Kind, ListOf, MapOf, Nullable, brief, did_you_mean
from ..declare.plain import plain
from ..dice.handlers import Dice, Rolling
from ..errors import Malformed, Refused, TabletopError
from .answers import Place, Reader, at_default
from .question import Question
from .seats import Seat, put_army

if TYPE_CHECKING:
    from ..page import Page
    from ..system import System

S = TypeVar("S")
E = TypeVar("E")
Played = tuple[S, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Event:
    """Base of events that name their side: `by` declares it."""

    by: str


@dataclass(frozen=True, kw_only=True)
class EventKind(Generic[S, E]):
    """One event of a system's vocabulary.

    `play(state, event, dice)` gives the next state and the result's fields; it is the only place that knows what the
    event needs and when it is allowed. It reads fields as it needs them and refuses as soon as it can, so that people
    are asked no more than that. Errors: `Refused` for what the rules forbid now.

    `meant(state, event)` finds what can never be meant, where the kinds of the fields cannot tell: it sees whole events
    of machines before `play` does. Errors: `Malformed`.

    For people: `key` is one letter, `detail` a few words of what it costs or brings, as a text or of the state. An
    `interrupt` is possible only until the next action begins, and is offered first; what is `due` must happen before
    anything else can; `confirm` is what is asked before something that ends a battle. `story(state, event, result)`
    tells in a sentence what happened; without it the log lists the answers.

    `hides(state, event, result, side)` says whether an event is still hidden from a side, None: from a screen at which
    everybody looks; `state` is the present one. What is hidden is all but the answers that are no secret: secret
    answers, dice, result, story and explanation. Without it an event with secret facts is hidden from all but the side
    that does it, until the game is over.

    `own_dice` names a list of records that have dice of their own: machines put them into each, under ``dice``, and
    `play` says with `Dice.next_part` where the next begin.
    """

    id: str
    title: str
    cls: type[E]
    play: Callable[[S, E, Dice], Played[S]]
    rules: tuple[str, ...] = ()
    meant: Callable[[S, E], None] = lambda state, event: None
    key: str = ""
    detail: str | Callable[[S], str] = ""
    interrupt: bool = False
    due: bool = False
    confirm: str = ""
    story: Callable[[S, E, Mapping[str, Any]], str] | None = None
    hides: Callable[[S, E, Mapping[str, Any], str | None], bool] | None = None
    own_dice: str = ""

    @cached_property
    def has_secrets(self) -> bool:
        """Whether somebody may not see all of such an event, at least for a while."""
        return self.hides is not None or any(map(_is_secret, facts_of(self.cls)))


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """The battles of a system.

    begin(setup, system)     state of a new battle; errors: `Malformed` with code ``bad-setup``
    common(state)            fields added to every accepted result
    view(state)              the whole state for machines
    seen_by(state, side)     the state as far as a side knows it, None: as far as everybody does who looks at the same
                             screen. What that side is shown is made of it; by default nothing is hidden
    board(state, side)       the table as a page for a side, None: for everybody; `state` is what is `seen_by` them
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
    name(state, id)          a thing on the table as people know it
    again(state, event)      what people may want to do after that event with a single key, at most two things, such as
                             the same again, and the same by the next in line: events as far as they go unasked, and
                             words for each
    """

    events: Mapping[str, EventKind[S, Any]]
    state: type[S]
    begin: Callable[[Mapping[str, Any], System], S]
    common: Callable[[S], dict[str, Any]]
    view: Callable[[S], dict[str, Any]]
    over: Callable[[S], bool]
    board: Callable[[S, str | None], Page]
    headline: Callable[[S], str]
    set_up: type[Any]
    seats: Callable[[Mapping[str, Any]], Sequence[Seat]] = lambda setup: ()
    seated: Callable[[Mapping[str, Any], Seat, Mapping[str, Any]], Mapping[str, Any]] = put_army
    set_up_question: Callable[[Mapping[str, Any], System], Question | None] = lambda setup, system: None
    doer: Callable[[S, Any], str] = lambda state, event: str(getattr(event, "by", "") or "")
    seen_by: Callable[[S, str | None], S] = lambda state, side: state
    side_name: Callable[[S, str], str] = lambda state, side: side
    name: Callable[[S, str], str] = lambda state, one: one
    again: Callable[[S, Mapping[str, Any]], Iterable[tuple[Mapping[str, Any], str]]] = lambda state, event: ()

    # --- what is hidden ---

    @cached_property
    def has_secrets(self) -> bool:
        """Whether some event is hidden from somebody, at least for a while."""
        return any(kind.has_secrets for kind in self.events.values())

    def hides(self, state: S, raw: Mapping[str, Any], result: Mapping[str, Any], side: str | None) -> bool:
        """Whether an event that was played is still hidden from a side, None: from a screen for everybody."""
        kind = self.kind_of(raw)
        if not kind.has_secrets:
            return False
        event = Reader(kind.id, kind.cls, answers_of(raw, kind), state, at_default).event
        if kind.hides is None:
            return side != self.doer(state, event) and not self.over(state)
        return kind.hides(state, event, result, side)

    # --- events from outside ---

    def kind_of(self, raw: Any) -> EventKind[S, Any]:
        """The kind of an event from outside. Errors: `Malformed`."""
        if not isinstance(raw, Mapping):
            raise Malformed(f"event: {brief(raw)} is not a table")
        name = raw.get("do")
        kind = self.events.get(name) if isinstance(name, str) else None
        if kind is None:
            raise Malformed(f"unknown event {brief(name)}", hint=did_you_mean(name, list(self.events)))
        return kind

    def check_event(self, raw: Any) -> EventKind[S, Any]:
        """The kind of an event that is well formed. Errors: `Malformed` with code ``bad-event``."""
        try:
            kind = self.kind_of(raw)
            read_record(kind.cls, answers_of(raw, kind), kind.id)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise
        return kind

    def bare(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """An event from outside without its dice, as the log keeps it."""
        own = self.own_dice(raw)
        return {key: _without_dice(one, own == key) for key, one in raw.items() if key != "dice"}

    def own_dice(self, raw: Any) -> str:
        """The list of records of an event from outside that have dice of their own; empty where none has."""
        name = raw.get("do") if isinstance(raw, Mapping) else None
        kind = self.events.get(name) if isinstance(name, str) else None
        return kind.own_dice if kind and isinstance(raw.get(kind.own_dice), list) else ""

    def dice_of(self, raw: Any) -> list[Any] | None:
        """The faces beside an event from outside; a list for each record that has dice of its own; None for none.

        What is no list counts as one impossible die, so that it is refused last.
        """
        own = self.own_dice(raw)
        if not own or "dice" in raw:
            return _faces(raw)
        parts = [_faces(part) for part in raw[own]]
        return None if all(part is None for part in parts) else [part or [] for part in parts]

    def record(self, state: S, raw: Mapping[str, Any]) -> Any:
        """The record of a whole event, what is left out at its default. Errors: `Malformed`, code ``bad-event``."""
        kind = self.check_event(raw)
        try:
            answers = answers_of(raw, kind)
            check_refs(kind.cls, answers, state, kind.id)
            kind.meant(state, Reader(kind.id, kind.cls, answers, state, at_default).event)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise
        return Reader(kind.id, kind.cls, answers, state, at_default).event

    def story(self, state: S, raw: Mapping[str, Any], result: Mapping[str, Any]) -> str | None:
        """What an event did, in a sentence; `state` is the one before it. None where the system tells none."""
        tell = self.kind_of(raw).story
        return None if tell is None else tell(state, self.record(state, raw), result)

    def play(self, state: S, raw: Any, dice: Dice) -> Played[S]:
        """Play one event: the next state and the accepted result. A refused event raises and changes nothing."""
        kind = self.check_event(raw)
        event = self.record(state, raw)
        dice.follow(event)
        try:
            after, result = kind.play(state, event, dice)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise
        if isinstance(dice, Rolling) and hasattr(dice, "finish"):
            dice.finish()
        return after, {"ok": True, **plain(result), **self.common(after)}

    # --- words ---

    def words(self, place: Place[S], ask: Ask) -> str:
        """A question with the words of the table filled in."""
        text = ask if isinstance(ask, str) else ask(place)
        if not text:
            return place.name.replace("_", " ").replace(".", " ") + "?"
        names = [name for _, name, _, _ in Formatter().parse(text) if name]
        return text.format(**{name: self.named(place.state, place.get(name)) for name in names})

    def named(self, state: S, value: Any) -> str:
        """An answer as people know it."""
        if isinstance(value, str):
            return self.name(state, value)
        if isinstance(value, Sequence):
            return ", ".join(self.named(state, one) for one in value)
        return "the spot" if value is None else str(value)

    def why_not(self, system: System, no: TabletopError) -> str:
        """Why something is not possible, in a sentence with the rules."""
        if not isinstance(no, Refused):
            return no.message
        return f"{system.reference.refusal(no).rstrip('.')} [{', '.join(no.rules)}]" if no.rule else no.message

    def schema(self) -> dict[str, Any]:
        """Draft-07 JSON Schema of one event."""
        kinds = []
        for kind in self.events.values():
            one = record_schema(kind.cls)
            one["title"] = kind.title
            one["properties"] = {"do": {"const": kind.id}, **one["properties"], "dice": _DICE}
            if kind.own_dice:
                one["properties"][kind.own_dice]["items"]["properties"]["dice"] = _DICE
            one["required"] = ["do", *one.get("required", [])]
            kinds.append(one)
        names = {"properties": {"do": {"enum": list(self.events)}}, "required": ["do"]}
        return {"allOf": [names, *(_when(kind) for kind in kinds)]}


_DICE = {"type": "array", "items": {"type": "integer", "minimum": 1}}


def answers_of(raw: Mapping[str, Any], kind: EventKind[Any, Any]) -> dict[str, Any]:
    """The fields of an event from outside, without its kind and its dice."""
    return {key: _without_dice(one, kind.own_dice == key) for key, one in raw.items() if key not in ("do", "dice")}


def _without_dice(value: Any, own: bool) -> Any:
    """A field without the dice of the records in it, where these have dice of their own."""
    if not own or not isinstance(value, list):
        return value
    return [{k: v for k, v in one.items() if k != "dice"} if isinstance(one, Mapping) else one for one in value]


def _faces(holder: Any) -> list[Any] | None:
    dice = holder.get("dice") if isinstance(holder, Mapping) else None
    return dice if dice is None or isinstance(dice, list) else [brief(dice)]


def _when(kind: dict[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"do": kind["properties"]["do"]}, "required": ["do"]}, "then": kind}


def _is_secret(fact: Fact) -> bool:
    """Whether a fact is secret, or something inside it is."""
    return fact.secret or any(_is_secret(inner) for cls in _records_in(fact.kind) for inner in facts_of(cls))


def _records_in(kind: Kind) -> tuple[type[Any], ...]:
    if isinstance(kind, ListOf | MapOf | Nullable):
        return _records_in(kind.item)
    if isinstance(kind, Tagged):
        return tuple(kind.cases.values())
    return (kind.cls,) if isinstance(kind, Record) else ()


def without_secrets(cls: type[Any], answers: Mapping[str, Any]) -> dict[str, Any]:
    """The answers of a record, in JSON form, that are no secret."""
    public = {fact.name: fact.kind for fact in facts_of(cls) if not fact.secret}
    return {name: _public(public[name], value) for name, value in answers.items() if name in public}


def _public(kind: Kind, value: Any) -> Any:
    """A value in JSON form without what is secret inside it."""
    if isinstance(kind, Nullable):
        return None if value is None else _public(kind.item, value)
    if isinstance(kind, ListOf):
        return [_public(kind.item, one) for one in value]
    if isinstance(kind, Tagged):
        word = value.get(kind.tag)
        return {kind.tag: word, **without_secrets(kind.cases[word], value)} if word in kind.cases else {}
    if isinstance(kind, MapOf):
        return {name: _public(kind.item, one) for name, one in value.items()}
    return without_secrets(kind.cls, value) if isinstance(kind, Record) else value

"""How a system describes its battles: events with declared fields, and what each does to a frozen state.

The same event vocabulary serves the log, scripts, machines and the table. Playing an event is a pure function of state,
event and dice; whoever plays it (a machine, the log, two people) differs only in who answers for fields and dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from string import Formatter
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from ..data import Json, JsonMapping, JsonObject, Shaped, ShapedMapping, ShapedObject
from ..declare.catalogue import catalogue_in_force, catalogue_of
from ..declare.facts import facts_of, read_record, record_schema
from ..declare.kinds import brief_text, did_you_mean
from ..declare.plain import plain_data
from ..declare.refs import check_refs
from ..dice.handlers import Dice, Rolling
from ..errors import Malformed, Refused, TabletopError, TooBig
from ..records import dataclass
from .answers import Reader
from .holding import with_said
from .lots import DICE, Lots
from .no_candidate import Nobody
from .place import Place, at_default
from .question import Question
from .seats import Seat, put_army, take_out_rows
from .secrecy import is_secret
from .shown import board_of, view_of
from .unused import unused_text

if TYPE_CHECKING:
    from ..declare.facts import Ask
    from ..declare.rows import Ruled
    from ..page import Page
    from ..system import System
    from .linked import Linked
    from .progress import Progress

S = TypeVar("S")
E = TypeVar("E")
Played = tuple[S, ShapedObject]


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

    `rules` are the ids of those that it implements beside the ones that its facts name.

    For people: `key` is one letter, `detail` a few words of what it costs or brings, as a text or of the state,
    `brief` the title in a word or two, where keys are listed in a line; what is `rare` is not listed there. An
    `interrupt` is possible only until the next action begins, and is offered first; what is `due` must happen before
    anything else can, always or where a function of the state says so, and so must what `goes_on` to the next phase or
    turn when nothing else is left to do; `confirm` is asked before something that ends a battle, when all its questions
    are answered; ``{side}`` in it stands for the answer to that field. `doubt(state, answers)` is asked in the same way
    before what people hardly mean, though no rule forbids it; empty for all else. `usual(state)` gives the answers with
    which Enter does it from the main menu, None where it does not, and `says` them in the menu:
    ``{figure} at {target}``. `words` are verbs that people type for it beside its key, in any place of a line, and
    `line` says what such a line does: ``{figure} fires at {target}``. An event that never needs dice says so: `rolls`
    is False.
    `story(state, event, result)` tells in a sentence what happened; without it the log lists the answers.

    `hides(state, event, result, side)` says whether an event is still hidden from a side, None: from a screen at which
    everybody looks; `state` is the present one. What is hidden is all but the answers that are no secret: secret
    answers, dice, result, story and explanation. Without it an event with secret facts is hidden from all but the side
    that does it, until the game is over.

    `veils(state, event, result, side)` names answers that a side, or a screen for everybody, does not know yet although
    it sees the rest of the event, such as from where somebody may come who has not come. They are asked openly, in
    words that do not tell them; neither result nor story nor explanation tells them.

    `shows(result)` is what the rules show to everybody of what was hidden, such as from which pile a card was taken.

    `own_dice` names a list of records that have dice of their own: machines put them into each, under ``dice``, and
    `play` says with `Dice.next_part` where the next begin.
    """

    id: str
    title: str
    cls: type[E]
    play: Callable[[S, E, Dice], Played[S]]
    rules: tuple[str, ...] = ()
    meant: Callable[[S, E], None] | None = None
    key: str = ""
    brief: str = ""
    rare: bool = False
    detail: str | Callable[[S], str] = ""
    interrupt: bool = False
    due: bool | Callable[[S], bool] = False
    goes_on: bool = False
    usual: Callable[[S], JsonMapping | None] = lambda state: None
    confirm: str = ""
    doubt: Callable[[S, JsonMapping], str] = lambda state, answers: ""
    says: str = ""
    words: Sequence[str] = ()
    line: str = ""
    rolls: bool = True
    own_dice: str = ""
    story: Callable[[S, E, ShapedMapping], str] | None = None
    hides: Callable[[S, E, ShapedMapping, str | None], bool] | None = None
    veils: Callable[[S, E, ShapedMapping, str | None], Iterable[str]] | None = None
    shows: Callable[[ShapedMapping], object] = lambda result: None

    @cached_property
    def has_secrets(self) -> bool:
        """Whether somebody may not see all of such an event, at least for a while."""
        return self.hides is not None or any(map(is_secret, facts_of(self.cls)))


AnyEventKind: TypeAlias = EventKind[Any, Any]  # whatever the state and the events are


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """The battles of a system.

    begin(setup, system)     state of a new battle; errors: `Malformed`, which gets the code ``bad-setup``
    common(state)            fields added to every accepted result
    view(state)              the whole state for machines; by default all its fields but the house rules
    seen_by(state, side)     the state as far as a side knows it, None: as far as everybody does who looks at the same
                             screen. What that side is shown is made of it; by default nothing is hidden
    board(state, side)       the table as a page for a side, None: for everybody; `state` is what is `seen_by` them.
                             By default all fields of the state
    headline(state)          one line: whose turn, which counters, what it means
    goal(state)              what the sides play for, in a line, where a battle says so; `state` as for `board`
    strip(state, side)       the table in a few short lines, to be seen while people choose; `state` as for `board`. By
                             default there is none
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
    rows_of(state, id)       whose a thing on the table is, and the rows of the catalogue that it is and has, such as
                             its weapons: their special rules are told with it; None for what has no rows
    map(state, side)         places and the lines between them as a page with a `Chart`, for a side, None: for
                             everybody; `state` is what is `seen_by` them; None in a game without a map
    paper(state, side)       the game on paper, to print and to write on: a page for each sheet, for a side, None: for
                             everybody; `state` is what is `seen_by` them; None in a game that is not printed
    linked(state)            the game that is to be played inside this one now, such as the battle of an attack; see
                             `linked.Linked`
    asides                   what is never played, but whose odds people want to know, such as those of a fight that a
                             move would begin: written as events are, in words of their own
    lots                     what is left to chance, in words: `DICE` or `CARDS`
    elsewhere                the reason of a refusal which says that another step is for an event: who types the key of
                             such an event means another one that has it, and hears about that
    reactions_wait           whether people may still react to an event after the next one, so that they are asked once
                             after several alike
    again(state, event)      what people may want to do after that event with a single key, at most two things, such as
                             the same again, and the same by the next in line: events as far as they go unasked, and
                             words for each
    unused(state, event)     what is lost with that event because nobody has used it, each in a few words, such as
                             ``a1 has 2 actions``: people are asked once more before it, machines are not
    """

    events: Mapping[str, EventKind[S, Any]]
    state: type[S]
    begin: Callable[[JsonMapping, System], S]
    over: Callable[[S], bool]
    headline: Callable[[S], str]
    set_up: type[object]
    common: Callable[[S], JsonObject] = lambda state: {}
    goal: Callable[[S], str] = lambda state: ""
    view: Callable[[S], ShapedObject] = view_of
    board: Callable[[S, str | None], Page] = board_of
    strip: Callable[[S, str | None], Sequence[str]] = lambda state, side: ()
    seats: Callable[[JsonMapping], Sequence[Seat]] = lambda setup: ()
    seated: Callable[[JsonMapping, Seat, JsonMapping], JsonMapping] = put_army
    set_up_question: Callable[[JsonMapping, System], Question | None] = lambda setup, system: None
    doer: Callable[[S, Any], str] = lambda state, event: str(getattr(event, "by", "") or "")
    seen_by: Callable[[S, str | None], S] = lambda state, side: state
    side_name: Callable[[S, str], str] = lambda state, side: side
    name: Callable[[S, str], str] = lambda state, one: one
    rows_of: Callable[[S, str], tuple[str, Iterable[Ruled | None]] | None] = lambda state, one: None
    asides: Mapping[str, EventKind[S, Any]] = field(default_factory=dict)
    map: Callable[[S, str | None], Page] | None = None
    paper: Callable[[S, str | None], Sequence[Page]] | None = None
    linked: Callable[[S], Linked | None] = lambda state: None
    reactions_wait: bool = False
    lots: Lots = DICE
    elsewhere: str = ""
    again: Callable[[S, ShapedMapping], Iterable[tuple[ShapedMapping, str]]] = lambda state, event: ()
    unused: Callable[[S, Any], Sequence[str]] = lambda state, event: ()

    @cached_property
    def pondered(self) -> Game[S]:
        """The same game with its asides for events, to look at their odds."""
        return replace(self, events=self.asides)

    def start(self, setup: Shaped, system: System) -> S:
        """The state of a new game. Errors: `Malformed` ``bad-setup``; `TooBig` for more than a table holds."""
        if (pieces := counts_in(setup)) > MOST_PIECES:
            said = f"{pieces:,}" if pieces < 10**12 else "more than a million million"
            raise TooBig(f"the set-up has {said} pieces; at most {MOST_PIECES:,} are allowed", hint="check every count")
        try:
            return self._first_state(setup, system)
        except Malformed as wrong:
            if wrong.code == Malformed.code:
                wrong.code = "bad-setup"
            raise

    def _first_state(self, setup: Shaped, system: System) -> S:
        """The first state; the rows of a home-made catalogue are known while it is made."""
        if (own := system.own_tables) is None or not isinstance(setup, Mapping):
            return self.begin(setup, system)
        setup, table = take_out_rows(setup, self.seats(setup), own)
        if table is None:
            return self.begin(setup, system)
        with catalogue_in_force(own.read(table, "setup.catalogue")):
            return self.begin(setup, system)

    # --- what is hidden ---

    @cached_property
    def has_secrets(self) -> bool:
        """Whether some event, or an answer of it, is hidden from somebody, at least for a while."""
        return any(kind.has_secrets or kind.veils is not None for kind in self.events.values())

    def is_hidden_from(self, state: S, raw: JsonMapping, result: ShapedMapping, side: str | None) -> bool:
        """Whether an event that was played is still hidden from a side, None: from a screen for everybody."""
        kind = self.kind_of(raw)
        if not kind.has_secrets:
            return False
        event = Reader(kind.id, kind.cls, answers_of(raw, kind), state, at_default).event
        if kind.hides is None:
            return side != self.doer(state, event) and not self.over(state)
        return kind.hides(state, event, result, side)

    def veiled_answers(self, state: S, raw: JsonMapping, result: ShapedMapping, side: str | None) -> tuple[str, ...]:
        """The answers of an event that was played which a side, None: a screen for everybody, does not know yet."""
        kind = self.kind_of(raw)
        if kind.veils is None:
            return ()
        event = Reader(kind.id, kind.cls, answers_of(raw, kind), state, at_default).event
        return tuple(sorted(kind.veils(state, event, result, side)))

    # --- events from outside ---

    def kind_of(self, raw: Json) -> EventKind[S, Any]:
        """The kind of an event from outside. Errors: `Malformed`."""
        if not isinstance(raw, Mapping):
            raise Malformed(f"event: {brief_text(raw)} is not a table")
        name = raw.get("do")
        kind = self.events.get(name) if isinstance(name, str) else None
        if kind is None:
            raise Malformed(f"unknown event {brief_text(name)}", hint=did_you_mean(name, list(self.events)))
        return kind

    def check_event(self, raw: Json, state: S | None = None) -> EventKind[S, Any]:
        """The kind of an event that is well formed. Errors: `Malformed` with code ``bad-event``."""
        try:
            kind = self.kind_of(raw)
            assert isinstance(raw, Mapping), "else it has no kind"
            with catalogue_in_force(catalogue_of(state)):
                read_record(kind.cls, answers_of(raw, kind), kind.id)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise
        return kind

    def without_dice(self, raw: JsonMapping) -> JsonObject:
        """An event from outside without its dice, as the log keeps it."""
        own = self.own_dice(raw)
        return {key: _without_own_dice(one, own == key) for key, one in raw.items() if key != "dice"}

    def own_dice(self, raw: Json) -> str:
        """The list of records of an event from outside that have dice of their own; empty where none has."""
        name = raw.get("do") if isinstance(raw, Mapping) else None
        kind = self.events.get(name) if isinstance(name, str) else None
        return kind.own_dice if kind and isinstance(raw, Mapping) and isinstance(raw.get(kind.own_dice), list) else ""

    def dice_of(self, raw: Json) -> list[Shaped] | None:
        """The faces beside an event from outside; a list for each record that has dice of its own; None for none.

        What is no list counts as one impossible die, so that it is refused last.
        """
        own = self.own_dice(raw)
        if not own or not isinstance(raw, Mapping) or "dice" in raw:
            return _given_faces(raw)
        parts = [_given_faces(part) for part in raw[own]]
        return None if all(part is None for part in parts) else [part or [] for part in parts]

    def read_event(self, state: S, raw: Json, kind: EventKind[S, Any] | None = None) -> Any:
        """The record of a whole event, defaults filled in; `kind` where it is known. Errors: `Malformed`, bad-event."""
        kind = kind or self.check_event(raw, state)
        assert isinstance(raw, Mapping), "else it has no kind"
        try:
            answers = answers_of(raw, kind)
            check_refs(kind.cls, answers, state, kind.id)
            if kind.meant is not None:
                kind.meant(state, Reader(kind.id, kind.cls, answers, state, at_default).event)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise
        return Reader(kind.id, kind.cls, answers, state, at_default).event

    def tell_story(self, state: S, raw: JsonMapping, result: ShapedMapping) -> str | None:
        """What an event did, in a sentence; `state` is the one before it. None where the system tells none."""
        tell = self.kind_of(raw).story
        return None if tell is None else tell(state, self.read_event(state, raw), result)

    def play(self, state: S, raw: Json, dice: Dice) -> Played[S]:
        """Play one event: the next state and the accepted result. A refused event raises and changes nothing."""
        kind = self.check_event(raw, state)
        return self._play_record(kind, state, self.read_event(state, raw, kind), dice)

    def play_and_tell(self, state: S, raw: Json, dice: Dice) -> tuple[S, ShapedObject, str | None]:
        """The same, and what the event did, as `story` tells it."""
        kind = self.check_event(raw, state)
        event = self.read_event(state, raw, kind)
        after, result = self._play_record(kind, state, event, dice)
        return after, result, None if kind.story is None else kind.story(state, event, result)

    def _play_record(self, kind: EventKind[S, Any], state: S, event: Any, dice: Dice) -> Played[S]:
        dice.follow_event(event)
        try:
            after, result = kind.play(state, event, dice)
        except Malformed as wrong:
            wrong.code = "bad-event"
            raise
        after = with_said(after, event._reader.said)
        if isinstance(dice, Rolling) and hasattr(dice, "finish"):
            dice.finish()
        return after, {"ok": True, **plain_data(result), **self.common(after)}

    # --- words ---

    def question_text(self, place: Place[S], ask: Ask) -> str:
        """A question with the words of the table filled in."""
        text = ask if isinstance(ask, str) else ask(place)
        if not text:
            return place.name.replace("_", " ").replace(".", " ") + "?"
        names = [name for _, name, _, _ in Formatter().parse(text) if name]
        return text.format(**{name: self.answer_name(place.state, place.get(name)) for name in names})

    def confirm_words(self, state: S, progress: Progress, *, due: bool = False) -> str:
        """What is asked before an event that ends a battle, that people hardly mean, or with which something is lost.

        Empty for all others; nothing is lost with what is `due`, for nothing else can be done.
        """
        kind = self.events[progress.do]
        text = self._fill_text(kind.confirm, state, progress.answers) or kind.doubt(state, progress.answers)
        if text or due:
            return text
        event = Reader(kind.id, kind.cls, progress.answers, state, at_default).event
        return unused_text(self.unused(state, event), kind.title)

    def menu_text(self, state: S, progress: Progress) -> str:
        """An event that is begun, for the menu: ``Fire: a1 Grunt at b2 Grunt``."""
        kind = self.events[progress.do]
        listed = ", ".join(f"{{{name}}}" for name in progress.answers)
        return f"{kind.title}: {self._fill_text(kind.says or listed, state, progress.answers)}"

    def line_text(self, state: S, progress: Progress) -> str:
        """What an event does as far as it is answered: ``a1 fires at b2``; empty without words for it.

        An answer inside another is named with a dot: ``{attacker.unit}``.
        """
        text = self.events[progress.do].line
        known = {name: progress.answer_at(tuple(name.split("."))) for name in _PLACES.findall(text)}
        if None in known.values():
            return ""
        return _PLACES.sub(lambda found: self.answer_name(state, known[found[1]]), text)

    def _fill_text(self, text: str, state: S, answers: JsonMapping) -> str:
        return text.format(**{name: self.answer_name(state, value) for name, value in answers.items()})

    def answer_name(self, state: S, value: Json) -> str:
        """An answer as people know it."""
        if isinstance(value, str):
            return self.name(state, value)
        if isinstance(value, Sequence):
            return ", ".join(self.answer_name(state, one) for one in value)
        return "the spot" if value is None else str(value)

    def why_not(self, system: System, state: S, no: TabletopError) -> str:
        """Why something is not possible, in a sentence with the rules; things have the names that people know."""
        if isinstance(no, Nobody):
            return "; ".join(f"{who}: {self.why_not(system, state, one)}" for who, one in no.each)
        if not isinstance(no, Refused):
            return no.message
        words = system.reference.refusal_text(no, lambda one: self._name_with_id(state, one))
        return f"{words.rstrip('.')} [{', '.join(no.rules)}]" if no.rule else no.message

    def _name_with_id(self, state: S, one: str) -> str:
        """A thing as people know it, with its id where its name has nothing that they could type."""
        name = self.name(state, one)
        return name if {one, one.partition("-")[0]} & set(name.split()) else f"{name} ({one})"

    def event_schema(self) -> ShapedObject:
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
        return {"allOf": [names, *(_conditional_schema(kind) for kind in kinds)]}


MOST_PIECES = 10_000  # of all that is set up: each is an object, and what a file claims may not fill the memory


def counts_in(value: Shaped) -> int:
    """All numbers that are written as a ``count`` anywhere in a set-up, added up."""
    if isinstance(value, Mapping):
        own = value.get("count")
        here = own if isinstance(own, int) and own > 0 else 0
        return here + sum(counts_in(one) for key, one in value.items() if key != "count")
    return sum(map(counts_in, value)) if isinstance(value, list | tuple) else 0


AnyGame: TypeAlias = Game[Any]  # whatever its state is
_PLACES = re.compile(r"\{([\w.]+)\}")  # of the answers in the line of an event
_DICE = {"type": "array", "items": {"type": "integer", "minimum": 1}}


def answers_of(raw: JsonMapping, kind: AnyEventKind) -> ShapedObject:
    """The fields of an event from outside, without its kind and its dice."""
    return {key: _without_own_dice(one, kind.own_dice == key) for key, one in raw.items() if key not in ("do", "dice")}


def _without_own_dice(value: Json, own: bool) -> Json:
    """A field without the dice of the records in it, where these have dice of their own."""
    if not own or not isinstance(value, list):
        return value
    return [{k: v for k, v in one.items() if k != "dice"} if isinstance(one, Mapping) else one for one in value]


def _given_faces(holder: Json) -> list[Shaped] | None:
    dice = holder.get("dice") if isinstance(holder, Mapping) else None
    return dice if dice is None or isinstance(dice, list) else [brief_text(dice)]


def _conditional_schema(kind: ShapedObject) -> ShapedObject:
    return {"if": {"properties": {"do": kind["properties"]["do"]}, "required": ["do"]}, "then": kind}

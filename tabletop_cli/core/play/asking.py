"""An event in the making: from the answers and faces so far to the next question, the next roll, or the whole event.

`Making.advance` is a plain function. It runs the event's `play` on a record that has only the answers so far: the first
field without an answer is the next question, the first dice that have not fallen are the next roll. Whoever asks people
(a menu, plain lines, another device) shows what comes back and hands in an answer; nothing waits in between.

Whether an answer is possible is found by trying it: `play` refuses it, or every way on from it is refused. So what is
offered is what is accepted, and an answer that is barred carries the rule that forbids it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from ..declare.facts import Fact, Record, Tagged, facts_of, key_of
from ..declare.kinds import Kind, ListOf, Nullable, OneOf, YesNo
from ..dice.exact import Budget
from ..dice.handlers import Step, rolls_of
from ..dice.requests import Face, Request
from ..errors import Malformed, Refused, TabletopError
from ..rule.resolver import Resolver
from ..rule.settle import odds_of
from ..rule.situation import Situation
from ..system import System
from .answers import Missing, Place, Reader, Wanted, at_default, wanted
from .fallen import Fallen, Falls, Throw
from .game import Game
from .progress import Progress
from .question import AGAIN, NO_DEFAULT, Answer, Question
from .table_dice import Source, completed, hands_of

QUICK = 300_000  # millionths of a second for the odds of one answer in a menu
PATIENCE = 5_000_000  # millionths of a second that people at the table wait for odds
TRIALS = 3_000  # runs of `play` for one question; what is not tried by then is offered, and refused when it is chosen
FEW = 2  # others that a pick is tried with, where none of them is to blame
AHEAD = 60  # questions looked ahead to find out whether an answer leads anywhere


@dataclass(frozen=True)
class Foreseen:
    """The exact odds of a roll by the names of its outcomes, or why there are none."""

    resolver: Resolver
    chances: Mapping[str, Fraction]
    why_not: str = ""


@dataclass(frozen=True)
class Settled:
    """A question that need not be put, and the event before it, for whoever puts it all the same."""

    before: Progress
    question: Question


@dataclass(frozen=True)
class Done:
    """The whole event, which is legal, and how it is explained."""

    event: Mapping[str, Any]
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Begun:
    """An event that may be begun, or why not: its progress, words for what was chosen, and who does it."""

    progress: Progress
    label: str
    side: str
    no: TabletopError | None = None


@dataclass(frozen=True)
class _Run:
    """Where a run of `play` has come to: a place without answer, dice that have not fallen, or (neither) the end."""

    dice: Fallen
    reader: Reader
    place: Place[Any] | None = None
    items: tuple[Any, ...] = ()
    request: Request[Any] | None = None


class Making:
    """Events of one state in the making. Trials are counted for each question, so that no menu takes for ever."""

    def __init__(self, system: System, game: Game[Any], state: Any) -> None:
        self._system = system
        self._game = game
        self._state = state
        self._trials = 0
        self._way: Progress | None = None  # the last event that was found to be possible, up to its dice or its end

    def _run(self, progress: Progress, missing: Missing = wanted) -> _Run:
        """Run `play` as far as it comes. Errors: `Refused`, `Malformed`."""
        kind = self._game.events[progress.do]
        reader = Reader(
            progress.do,
            kind.cls,
            progress.answers,
            self._state,
            missing,
            progress.still_open,
            progress.notes,
            progress.rolls,
        )
        dice = Fallen(progress.rolls)
        try:
            kind.play(self._state, reader.event, dice)
        except Wanted as question:
            return _Run(dice, reader, question.place, tuple(question.items))
        except Falls as roll:
            return _Run(dice, reader, request=roll.request)
        return _Run(dice, reader)

    # --- the next thing ---

    def advance(self, progress: Progress) -> tuple[Progress, Question | Throw | Done, tuple[Settled, ...]]:
        """What comes next, after the answers that need not be asked: what is known, and what is the only choice.

        Gives the progress with these, what comes next, and what was settled. Errors: `Refused`, `Malformed`.
        """
        settled: list[Settled] = []
        while True:
            run = self._run(progress)
            if run.place is None:
                break
            question = self._question(progress, run)
            if not question.settled:
                return progress, question, tuple(settled)
            settled.append(Settled(progress, question))
            progress = _answered(progress, run, question.default)
        steps = tuple(run.dice.steps)
        if run.request is not None:
            kind = self._game.events[progress.do]
            return progress, Throw(run.request, steps, self._doer(run), kind.has_secrets), tuple(settled)
        return progress, Done(self._whole(progress, run.reader), steps), tuple(settled)

    def question(self, progress: Progress) -> Question:
        """The question at which an event stands, with all its answers, even if it need not be put."""
        return self._question(progress, self._run(progress), every=True)

    def explained(self, progress: Progress) -> tuple[Step, ...]:
        """What was explained up to where the event stands. Errors: `Refused`, `Malformed`."""
        return tuple(self._run(progress).dice.steps)

    def answered(self, progress: Progress, value: Any) -> Progress:
        """The progress with an answer to its question, in JSON form. Errors: as `advance`, also where it is refused."""
        run = self._run(progress)
        assert run.place is not None, "only a question can be answered"
        self._trials = 0
        after = _answered(progress, run, value)
        if value is not AGAIN and (no := self._verdict(after)) is not None:
            raise no
        return after

    def event_with(self, progress: Progress, answer: Answer) -> dict[str, Any]:
        """The event with an answer to its question, be it barred; what was not asked is the first that is possible."""
        run = self._run(progress)
        several = run.place is not None and _picks_several(run.place.fact)
        after = _answered(progress, run, [answer.value] if several else answer.value, answer)
        kind = self._game.events[progress.do]
        return self._whole(after, Reader(progress.do, kind.cls, after.answers, self._state, wanted))

    def thrown(self, progress: Progress, source: Source, typed: Sequence[Face | None] | None = None) -> Progress:
        """The progress with the dice that it waits for: typed ones, and the program's for None. Errors: `BadDice`."""
        run = self._run(progress)
        assert run.request is not None, "no dice are wanted"
        typed = typed or (None,) * sum(group.n for group in run.request.groups)
        faces = completed(run.request, typed, source.draw(run.dice.requests, run.reader.so_far()))
        return progress.thrown(rolls_of(run.request, faces, hands_of(run.request, typed)))

    def _whole(self, progress: Progress, reader: Reader) -> dict[str, Any]:
        """The event as it is stored; what every event must name and no rule has read is the first that is possible."""
        event = {"do": progress.do, **progress.answers}
        for fact in facts_of(self._game.events[progress.do].cls):
            if fact.required and fact.name not in event:
                with suppress(Wanted):
                    place: Place[Any] = Place(reader, reader.event, fact, (fact.name,))
                    found = next((one.value for one in _choices(place, ()) if one.value is not AGAIN), None)
                    if found is not None:  # else nothing is there to be named, and the event is refused without it
                        event[fact.name] = [found] if isinstance(fact.kind, ListOf) else found
        return event

    # --- the main menu ---

    def begun(self, progress: Progress, label: str = "") -> Iterator[Begun]:
        """An event that is begun, once for each answer that belongs into the main menu."""
        self._trials = 0
        no = self._verdict(progress)
        if no is not None:
            yield Begun(progress, label, "", no)
            return
        run = self._run(progress)
        if run.place is None or not run.place.fact.menu:
            yield Begun(progress, label, self._side(run))
            return
        for answer in _choices(run.place, run.items):
            found = self.begun(_answered(progress, run, answer.value, answer), answer.label)
            yield from (one for one in found if one.no is None)

    def _side(self, run: _Run) -> str:
        """Who does an event, by name, as far as that is known without asking."""
        return self._named(self._doer(run))

    def _doer(self, run: _Run) -> str:
        try:
            return self._game.doer(self._state, self._lenient(run).event)
        except Wanted:
            return ""

    def _named(self, side: str) -> str:
        return self._game.side_name(self._state, side) if side else ""

    def _lenient(self, run: _Run) -> Reader:
        reader = run.reader
        return Reader(reader.do, self._game.events[reader.do].cls, reader.answers, self._state, _likeliest)

    # --- trying ---

    def barred(self, progress: Progress) -> TabletopError | None:
        """Why no event can be made of this, None where one can, as far as is known."""
        self._trials = 0
        return self._verdict(progress)

    def _verdict(self, progress: Progress, ahead: int = AHEAD) -> TabletopError | None:
        self._trials += 1
        try:
            run = self._run(progress)
        except (Refused, Malformed) as no:
            return no
        if run.place is None:
            self._way = progress
        if run.place is None or not ahead or self._trials > TRIALS:
            return None
        return self._dead_end(progress, run, ahead)

    def _dead_end(self, progress: Progress, run: _Run, ahead: int) -> TabletopError | None:
        """Why there is no way on from a question, None where there is one."""
        assert run.place is not None
        fact = run.place.fact
        if (known := _known(run.place)) is not None:
            return self._verdict(_answered(progress, run, known), ahead - 1)
        found: list[TabletopError] = []
        hopeless: set[str] = set()
        for answer in _likely_first(run.place, run.items):
            if answer.like and answer.like in hopeless:
                continue
            no = self._tried(progress, run, answer, ahead - 1)
            if no is None:
                return None
            found.append(no)
            if not _blames(no, answer.value):
                hopeless.add(answer.like)
        if not found and not fact.among and not fact.stages:
            return None  # a number, a text: whatever people type is tried then
        if isinstance(fact.kind, ListOf) and not fact.kind.minimum and not fact.one_by_one and not fact.stages:
            no = self._verdict(_answered(progress, run, []), ahead - 1)
            return None if no is None else _commonest(found) if found else no
        return _commonest(found) if found else Refused("there is nothing to choose from", reason="nothing", rule="")

    def _tried(self, progress: Progress, run: _Run, answer: Answer, ahead: int = AHEAD) -> TabletopError | None:
        """Why an answer is not possible, None where it is."""
        assert run.place is not None
        if answer.value is AGAIN:
            return self._verdict(_answered(progress, run, AGAIN, answer), ahead)
        if not _picks_several(run.place.fact):
            return self._verdict(_answered(progress, run, answer.value, answer), ahead)
        return self._tried_among(progress, run, answer, ahead)

    def _goes_like_the_last(self, progress: Progress, run: _Run, answer: Answer) -> bool:
        """Whether an answer is possible with the answers that followed the last one that was: one run of `play`."""
        assert run.place is not None
        if self._way is None or answer.value is AGAIN:
            return False
        value = [answer.value] if _picks_several(run.place.fact) else answer.value
        after = _answered(progress, run, value, answer)
        if self._way.notes != after.notes:
            return False
        try:
            return self._run(replace(after, still_open=self._way.still_open), _as_in(self._way)).place is None
        except (Refused, Malformed):
            return False

    def _tried_among(self, progress: Progress, run: _Run, answer: Answer, ahead: int) -> TabletopError | None:
        """One of several picks: alone; where that is refused for want of others, with each of these."""
        assert run.place is not None
        no = self._verdict(_answered(progress, run, [answer.value]), ahead)
        if no is None or _blames(no, answer.value):
            return no
        others = (one.value for one in _choices(run.place, run.items) if one.value != answer.value)
        for at, other in enumerate(others):
            pair = self._verdict(_answered(progress, run, [answer.value, other]), ahead)
            if pair is None:
                return None
            if _blames(pair, answer.value):
                no = pair
            elif at >= FEW and not _blames(pair, other):
                break  # whoever comes along, it is not for want of others
        return no

    # --- questions ---

    def _question(self, progress: Progress, run: _Run, *, every: bool = False) -> Question:
        """What is asked at a place, each answer tried; where one is known, only that, unless `every` one is wanted."""
        place = run.place
        assert place is not None
        fact, stage = place.fact, _stage(place, run.items)
        answers, whose = tuple(self._weighed(progress, run, every)), self._whose(place)
        free = [answer for answer in answers if not answer.barred]
        question = Question(
            field=place.name,
            text=self._game.words(place, stage.ask if stage else fact.ask),
            kind=fact.kind,
            answers=answers,
            many=_picks_several(fact),
            default=self._default(progress, run, free),
            side=self._named(whose),
            whose=whose,
            rules=fact.rules,
            secret=fact.secret or (bool(progress.rolls) and self._game.events[progress.do].has_secrets),
            hides_barred=True,
        )
        if (known := _known(place)) is not None:
            words = next((answer.label for answer in answers if _is_known(place, answer, known)), "")
            told = fact.asked and not fact.secret
            return replace(question, default=known, words=words, settled="as before" if told else "silently")
        nobody = question.many and not free and not stage and not fact.secret
        if nobody and isinstance(fact.kind, ListOf) and not fact.kind.minimum:
            return replace(question, default=[], settled="silently")  # nobody is there to be picked
        if len(free) == 1 and _no_choice(fact, free[0]):
            only: Any = free[0].value
            return replace(question, default=[only] if question.many else only, settled="the only choice")
        return question

    def _weighed(self, progress: Progress, run: _Run, every: bool) -> Iterator[Answer]:
        """The answers of a place, each tried; with the odds that it leads to, where that is wanted."""
        assert run.place is not None
        weighed: dict[str, Mapping[str, Fraction]] = {}
        known, self._way = _known(run.place), None
        for answer in _choices(run.place, run.items):
            if known is not None and not every and not _same(answer.value, known):
                continue
            self._trials = 0
            no = None if self._goes_like_the_last(progress, run, answer) else self._tried(progress, run, answer)
            if no is not None:
                yield replace(answer, barred=self._game.why_not(self._system, no))
            elif run.place.fact.weigh and answer.value is not AGAIN:
                if not answer.like or answer.like not in weighed:
                    weighed[answer.like] = self.chances(_answered(progress, run, answer.value, answer))
                yield replace(answer, chances=weighed[answer.like])
            else:
                yield answer

    def _default(self, progress: Progress, run: _Run, free: Sequence[Answer]) -> Any:
        """What Enter gives."""
        assert run.place is not None
        place, fact, stage = run.place, run.place.fact, _stage(run.place, run.items)
        usual = stage.usual if stage else fact.usual
        if usual is not None and (value := usual(place)) is not None:
            return value
        if fact.most:
            return self._most(progress, run, [answer.value for answer in free])
        if fact.one_by_one:
            return None if any(answer.value is None for answer in free) else NO_DEFAULT
        if stage or fact.required or (fact.default is None and not _may_be_none(fact, free)):
            return NO_DEFAULT
        default = None if fact.default is None else fact.kind.plain(fact.default)
        if (
            free
            and (fact.whole or not isinstance(fact.kind, ListOf))
            and default not in [answer.value for answer in free]
        ):
            return NO_DEFAULT
        return default

    def _most(self, progress: Progress, run: _Run, values: list[Any]) -> Any:
        """As many as may be picked together: two that go together at first, then whoever else fits."""

        def fit(picks: list[Any]) -> bool:
            return self._verdict(_answered(progress, run, picks)) is None

        if fit(values):
            return values
        few = (list(picks) for n in (1, 2) for picks in combinations(values, n))
        chosen = next((picks for picks in few if fit(picks)), None)
        if chosen is None:
            return NO_DEFAULT
        for value in values:
            if value not in chosen and fit([*chosen, value]):
                chosen.append(value)
        return [value for value in values if value in chosen]

    def _whose(self, place: Place[Any]) -> str:
        """The side whose question it is; empty for everybody's."""
        try:
            return place.fact.whose(place) if place.fact.whose else self._game.doer(self._state, place.event)
        except Wanted:
            return ""

    # --- odds ---

    def foreseen(self, progress: Progress, patience: int = PATIENCE) -> list[Foreseen]:
        """The exact odds of what is rolled next, the broadest first; what is still open is taken as usual.

        What cannot be weighed in time tells why instead.
        """
        try:
            run = self._run(replace(progress, still_open=frozenset()), _leniently)
        except (TabletopError, Wanted):
            return []
        found = run.dice.foreseen if run.request is not None else []
        return [_weighed(self._system, resolver, situation, patience) for resolver, situation in found if resolver.odds]

    def chances(self, progress: Progress) -> Mapping[str, Fraction]:
        """The odds of the first of `foreseen`; empty where there are none."""
        return next((one.chances for one in self.foreseen(progress, QUICK)), {})


def _weighed(system: System, resolver: Resolver, situation: Situation, patience: int) -> Foreseen:
    try:
        return Foreseen(resolver, odds_of(system, resolver, situation, Budget(work=patience)))
    except TabletopError as none:
        return Foreseen(resolver, {}, none.message if none.code == "too-big" else "")


def _leniently(place: Place[Any]) -> Any:
    """For odds: what is known, what is usual, the default. Errors: `Wanted` where there is none of these."""
    for guess in (place.fact.known, place.fact.usual):
        if guess is not None and (value := guess(place)) is not None:
            return place.fact.kind.read(value, place.name)
    if place.fact.required:
        raise Wanted(place)
    return place.fact.default


def _as_in(other: Progress) -> Missing:
    """Answers as another event has them, but for what is known; where it has none, that is asked."""

    def answer(place: Place[Any]) -> Any:
        fact = place.fact
        if fact.when is not None and not fact.when(place):
            return fact.default
        value = _known(place) if fact.known is not None else None
        value = other.answer(place.path) if value is None else value
        if value is None or (isinstance(fact.kind, ListOf) and isinstance(fact.kind.item, Record | Tagged)):
            return wanted(place)
        return fact.kind.read(value, place.name)

    return answer


def _likeliest(place: Place[Any]) -> Any:
    """Who does it, before anybody was asked: of several, whoever comes first."""
    if place.fact.required and place.fact.among:
        return next(iter(_choices(place, ()))).value
    return _leniently(place)


def _known(place: Place[Any]) -> Any:
    return None if place.fact.known is None else place.fact.known(place)


def _is_known(place: Place[Any], answer: Answer, known: Any) -> bool:
    """Whether an answer is what is known, with all that comes with it."""
    facts = {fact.name: fact for fact in facts_of(type(place.record))}
    beside: Iterator[Place[Any]] = (
        Place(place.reader, place.record, facts[name], (*place.path[:-1], name)) for name in answer.also
    )
    return _same(answer.value, known) and all(
        _known(other) in (None, value) for other, value in zip(beside, answer.also.values(), strict=True)
    )


# --- answers in their place ---


def _picks_several(fact: Fact) -> bool:
    """Whether one question picks several items of a list."""
    return isinstance(fact.kind, ListOf) and bool(fact.among or fact.stages) and not (fact.one_by_one or fact.whole)


def _stage(place: Place[Any], items: Sequence[Any]) -> Any:
    """The stage that a list picked in stages has come to: the first of which nothing is there; None for other facts."""
    for stage in place.fact.stages:
        if not any(answer.value in items for answer in stage.among(place)):
            return stage
    return None


def _answered(progress: Progress, run: _Run, value: Any, answer: Answer | None = None) -> Progress:
    """The progress with an answer at the place where it stands."""
    place = run.place
    assert place is not None
    fact, path = place.fact, place.path
    if answer is None and not _picks_several(fact):
        answer = next((one for one in _choices(place, run.items) if _same(one.value, value)), None)
    if answer is not None and answer.note:
        progress = progress.noted(answer.note)
    if value is AGAIN:
        return progress
    if fact.stages:
        more = _stage(place, (*run.items, *value)) is not None
        return progress.answered(path, [*run.items, *value], still_open=more)
    if fact.one_by_one:
        return _one_more(progress, run, value)
    if _picks_several(fact):
        return progress.answered(path, _picked(place, value), still_open=False)
    progress = progress.answered(path, value)
    for name, other in (answer.also if answer else {}).items():
        progress = progress.answered((*path[:-1], name), other)
    return progress


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _one_more(progress: Progress, run: _Run, value: Any) -> Progress:
    """A list that is filled one by one: with one item more, or (None) closed."""
    assert run.place is not None
    fact, path = run.place.fact, run.place.path
    assert isinstance(fact.kind, ListOf)
    if value is None:
        return progress.answered(path, [one for one in run.items if one is not None], still_open=False)
    items = fact.put(run.place, run.items, value) if fact.put else [*run.items, _item(fact.kind.item, value)]
    return progress.answered(path, items, still_open=fact.put is None or None in items)


def _picked(place: Place[Any], values: Iterable[Any]) -> list[Any]:
    """Several picks as the items of their list; what comes with a pick is put beside it."""
    fact, items = place.fact, list[Any]()
    assert isinstance(fact.kind, ListOf)
    for value in values:
        item = _item(fact.kind.item, value)
        items = fact.put(place, items, item) if fact.put else [*items, item]
    return items


def _item(kind: Kind, value: Any) -> Any:
    """A pick as an item of its list; of records, what was picked is what tells them apart."""
    if isinstance(value, Mapping) or not isinstance(kind, Record | Tagged):
        return value
    cls = kind.cls if isinstance(kind, Record) else kind.common
    return {key_of(cls).name: value}


def _choices(place: Place[Any], items: Sequence[Any]) -> Iterator[Answer]:
    """The answers that a place has by itself: its candidates, or all values of its kind; none for numbers and texts."""
    fact, kind = place.fact, place.fact.kind
    if fact.stages:
        stage = _stage(place, items)
        yield from stage.among(place) if stage else ()
    elif fact.one_by_one:
        yield from _more(place, items)
    elif fact.among:
        yield from fact.among(place)
    elif not isinstance(kind, ListOf):
        yield from _values(kind.item if isinstance(kind, Nullable) else kind, fact.default)


def _more(place: Place[Any], items: Sequence[Any]) -> Iterator[Answer]:
    """What may be added to a list one by one, and that it is enough."""
    kind = place.fact.kind
    assert isinstance(kind, ListOf) and place.fact.among
    if len(items) >= kind.minimum and not place.fact.put:
        yield Answer(None, place.fact.enough, "n")
    for answer in place.fact.among(place):
        if _item(kind.item, answer.value) not in items or not kind.distinct:
            yield answer


def _values(kind: Kind, default: Any) -> Iterator[Answer]:
    """All values of a kind that has few, the usual first."""
    if isinstance(kind, YesNo):
        answers = (Answer(True, "yes", "y"), Answer(False, "no", "n"))
        yield from answers if default is not False else reversed(answers)
    elif isinstance(kind, OneOf):
        for value in kind.values:
            yield Answer(value, str(value).replace("-", " "))


def _likely_first(place: Place[Any], items: Sequence[Any]) -> list[Answer]:
    """The answers, what is usual first: the sooner one works, the fewer are tried."""
    usual = place.fact.usual(place) if place.fact.usual and not place.fact.stages else place.fact.default
    return sorted(_choices(place, items), key=lambda answer: not _same(answer.value, usual))


def _may_be_none(fact: Fact, free: Sequence[Answer]) -> bool:
    return (isinstance(fact.kind, Nullable) and not free) or any(answer.value is None for answer in free)


def _no_choice(fact: Fact, only: Answer) -> bool:
    """Whether a single answer need not be asked: it is a choice, and not something that people see on the table."""
    if not fact.among or isinstance(fact.kind, YesNo) or only.value is AGAIN:
        return False
    if fact.secret:
        return False  # that there was no choice would tell what it was
    if _picks_several(fact):
        return isinstance(fact.kind, ListOf) and fact.kind.minimum > 0
    return True


def _blames(no: TabletopError, value: Any) -> bool:
    """Whether a refusal names this pick."""
    named = set(map(str, value.values())) if isinstance(value, Mapping) else {value}
    return any(isinstance(one, str) and one in named for one in no.extra.values())


def _commonest(found: Sequence[TabletopError]) -> TabletopError:
    """The reason that most answers share."""
    reasons = [(getattr(no, "reason", no.message), getattr(no, "rule", "")) for no in found]
    return found[max(range(len(found)), key=lambda at: (reasons.count(reasons[at]), -at))]


__all__ = ["NO_DEFAULT", "Done", "Making", "Throw", "at_default"]

"""An event in the making: from the answers and faces so far to the next question, the next roll, or the whole event.

`Making.advance` is a plain function. It runs the event's `play` on a record that has only the answers so far: the first
field without an answer is the next question, the first dice that have not fallen are the next roll. Whoever asks people
(a menu, plain lines, another device) shows what comes back and hands in an answer; nothing waits in between.

Whether an answer is possible is found by trying it, see `trying`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from ..data import Json, JsonMapping, JsonObject
from ..declare.composed import ListOf
from ..declare.facts import facts_of, named_records
from ..declare.refs import check_said
from ..dice.exact import Budget
from ..dice.handlers import ReplayMismatch, Step, rolls_of
from ..dice.owners import with_side_names
from ..dice.requests import Face
from ..errors import TabletopError
from ..records import dataclass
from ..rule.resolve import odds_of
from ..rule.resolver import AnyResolver
from ..rule.situation import Situation
from ..system import System
from .answers import Reader
from .choosing import (
    answers_at,
    check_answer,
    guess_answer,
    guess_doer,
    is_forced_answer,
    is_known,
    kept_words,
    may_be_empty,
    may_be_none,
    picks_several,
    same_choice,
    stage_at,
    value_words,
    with_answer,
)
from .game import AnyGame
from .place import AnyPlace, Missing, Place, Wanted, ask_next, at_default
from .progress import Progress
from .question import AGAIN, NO_DEFAULT, PRESUMED, Answer, Question
from .running import Run, check_meant, run_of
from .seen_dice import Throw
from .table_dice import Source, complete_faces, hands_of
from .trying import Trying

QUICK = 300_000  # millionths of a second for the odds of one answer in a menu
PATIENCE = 5_000_000  # millionths of a second that people at the table wait for odds


@dataclass(frozen=True)
class Foreseen:
    """The exact odds of a roll by the names of its outcomes, or why there are none."""

    resolver: AnyResolver
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

    event: JsonMapping
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Begun:
    """An event that may be begun, or why not: its progress, words for what was chosen and its key, and who does it.

    `entry` is the answer that is an entry of the main menu with its own key and words.
    """

    progress: Progress
    label: str
    side: str
    no: TabletopError | None = None
    key: str = ""
    entry: Answer | None = None


class Making:
    """Events of one state in the making."""

    def __init__(self, system: System, game: AnyGame, state: object) -> None:
        self._system = system
        self._game = game
        self._state = state
        self._trying = Trying(game, state)

    def _run_of(self, progress: Progress, missing: Missing = ask_next) -> Run:
        return run_of(self._game, self._state, progress, missing)

    # --- the next thing ---

    def advance(self, progress: Progress) -> tuple[Progress, Question | Throw | Done, tuple[Settled, ...]]:
        """What comes next, after the answers that need not be asked: what is known, and what is the only choice.

        Gives the progress with these, what comes next, and what was settled. Errors: `Refused`, `Malformed`.
        """
        settled: list[Settled] = []
        while True:
            run = self._run_of(progress)
            if run.place is None:
                break
            question = self._question_at(progress, run)
            if not question.settled:
                return progress, question, tuple(settled)
            settled.append(Settled(progress, question))
            progress = with_answer(progress, run, question.default)
        check_meant(self._game, self._state, progress)
        steps = tuple(run.dice.steps)
        if run.request is not None:
            kind = self._game.events[progress.do]
            hands, doer = run.dice.owned_dice(run.request), self._doer_of(run)
            whose = hands[0].owner.side or doer
            hands = with_side_names(hands, doer, self._name_of_side)
            return progress, Throw(run.request, steps, whose, kind.has_secrets, hands), tuple(settled)
        return progress, Done(self._whole_event(progress, run.reader), steps), tuple(settled)

    def full_question(self, progress: Progress) -> Question:
        """The question at which an event stands, with all its answers, even if it need not be put."""
        return self._question_at(progress, self._run_of(progress), every=True)

    def doubt_text(self, progress: Progress, value: Json | Answer) -> str:
        """What people are asked before an answer that is hardly meant; empty for all others."""
        place = self._run_of(progress).place
        if place is None or place.fact.doubt is None or value is AGAIN:
            return ""
        return place.fact.doubt(place, value.value if isinstance(value, Answer) else value)

    def steps_so_far(self, progress: Progress) -> tuple[Step, ...]:
        """What was explained up to where the event stands. Errors: `Refused`, `Malformed`."""
        return tuple(self._run_of(progress).dice.steps)

    def steps_for_side(self, progress: Progress, side: str | None, after: int) -> tuple[Step, ...]:
        """Return what was explained after so many steps, without what is for other sides; None is for everybody.

        Errors: as `steps_so_far`.
        """
        dice, hidden = self._run_of(progress).dice, self._steps_for_others(progress, side)
        shown = (at for at in range(after, len(dice.steps)) if at not in hidden and dice.private.get(at, side) == side)
        return tuple(dice.steps[at] for at in shown)

    def _steps_for_others(self, progress: Progress, side: str | None) -> set[int]:
        """The numbers of the steps to which secret dice of other sides have led."""
        hidden: set[int] = set()
        if not self._game.events[progress.do].has_secrets:
            return hidden
        end = len(self.steps_so_far(progress))
        for count in range(len(progress.rolls) - 1, -1, -1):
            try:
                _, fell, _ = self.advance(replace(progress, rolls=progress.rolls[:count]))
            except ReplayMismatch:
                continue  # some that fell together with the next
            if isinstance(fell, Throw):
                if fell.whose != side:
                    hidden.update(range(len(fell.steps), end))
                end = len(fell.steps)
        return hidden

    def answer_question(self, progress: Progress, value: Json | Answer, *, openly: bool = False) -> Progress:
        """The progress with an answer to its question: in JSON form, or one that was offered, with what comes with it.

        What was said `openly` is judged by the rules alone, for what is offered instead is secret. Errors: as
        `advance`, also where it is refused.
        """
        run = self._run_of(progress)
        assert run.place is not None, "only a question can be answered"
        self._trying.trials = 0
        answer = value if isinstance(value, Answer) else None
        value = value.value if isinstance(value, Answer) else value
        if isinstance(value, list) and any(one is AGAIN for one in value):  # among several picks: it alone counts
            value = AGAIN
            answer = next(one for one in answers_at(run.place, run.items) if one.value is AGAIN)
        if value is AGAIN:
            return with_answer(progress, run, value, answer)
        if not openly:
            check_answer(run.place, run.items, value)
        after = with_answer(progress, run, value, answer)
        if run.place.path not in after.still_open:
            check_said(run.place.fact.kind, after.answer_at(run.place.path), self._state, run.place.name)
        if (no := self._trying.find_refusal(after)) is not None:
            raise no
        if self._run_of(after).place is None:
            check_meant(self._game, self._state, after)
        return after

    def event_with(self, progress: Progress, answer: Answer) -> JsonObject:
        """The event with an answer to its question, be it barred, and with what is known of it already.

        What was not asked is the first that is possible.
        """
        run = self._run_of(progress)
        several = run.place is not None and picks_several(run.place.fact)
        after = with_answer(progress, run, [answer.value] if several else answer.value, answer)
        with suppress(TabletopError):  # what is known may be why it is barred
            while (run := self._run_of(after)).place is not None and run.place.known is not None:
                after = with_answer(after, run, run.place.known)
        kind = self._game.events[progress.do]
        return self._whole_event(after, Reader(progress.do, kind.cls, after.answers, self._state, ask_next))

    def roll_dice(self, progress: Progress, source: Source, typed: Sequence[Face | None] | None = None) -> Progress:
        """The progress with the dice that it waits for: typed ones, and the program's for None. Errors: `BadDice`."""
        run = self._run_of(progress)
        assert run.request is not None, "no dice are wanted"
        typed = typed or (None,) * sum(group.n for group in run.request.groups)
        faces = complete_faces(run.request, typed, source.dice_of_roll(run.dice.requests, run.reader))
        return progress.with_rolls(rolls_of(run.request, faces, hands_of(run.request, typed)))

    def _whole_event(self, progress: Progress, reader: Reader) -> JsonObject:
        """The event as it is stored; what every event must name and no rule has read is the first that is possible."""
        event = {"do": progress.do, **progress.answers}
        for path in progress.still_open:
            items = event.get(str(path[0]))
            if len(path) == 1 and isinstance(items, list):  # holes at its end are filled by nobody any more
                event[str(path[0])] = [one for one in items if one is not None]
        for fact in facts_of(self._game.events[progress.do].cls):
            if fact.required and fact.name not in event:
                with suppress(Wanted):
                    place: AnyPlace = Place(reader, reader.event, fact, (fact.name,))
                    found = next((one.value for one in answers_at(place, ()) if one.value is not AGAIN), None)
                    if found is not None:  # else nothing is there to be named, and the event is refused without it
                        event[fact.name] = [found] if isinstance(fact.kind, ListOf) else found
        return event

    # --- the main menu ---

    def begun_events(self, progress: Progress, label: str = "", key: str = "") -> Iterator[Begun]:
        """An event that is begun, once for each answer that belongs into the main menu."""
        self._trying.trials = 0
        no = self._trying.find_refusal(progress)
        if no is not None:
            yield Begun(progress, label, "", no, key)
            return
        run = self._run_of(progress)
        if (beyond := self._at_entries(progress, run)) is not None:
            yield from self._begun_entries(progress, *beyond)
            return
        if run.place is None or not run.place.fact.menu:
            yield Begun(progress, label, self._doer_name(run), key=key)
            return
        for answer in answers_at(run.place, run.items):
            own = answer.key or (answer.value if isinstance(answer.value, str) else "")
            found = self.begun_events(with_answer(progress, run, answer.value, answer), answer.label, own)
            yield from (one for one in found if one.no is None)

    def _at_entries(self, progress: Progress, run: Run) -> tuple[Progress, Run] | None:
        """Where the answers are asked for that are entries of the main menu, if all before it is known."""
        while run.place is not None and not run.place.fact.entries and (known := run.place.known) is not None:
            progress = with_answer(progress, run, known)
            run = self._run_of(progress)
        return (progress, run) if run.place is not None and run.place.fact.entries else None

    def _begun_entries(self, begun: Progress, progress: Progress, run: Run) -> Iterator[Begun]:
        """An entry for each answer, or why not; one that only notes something leaves what is known open."""
        assert run.place is not None
        for answer in answers_at(run.place, run.items):
            if answer.value is AGAIN:
                yield Begun(begun.with_note(answer.note), answer.label, self._doer_name(run), entry=answer)
            else:
                after = with_answer(progress, run, answer.value, answer)
                yield Begun(after, answer.label, self._doer_name(run), self._trying.find_refusal(after), entry=answer)

    def _doer_name(self, run: Run) -> str:
        """Who does an event, by name, as far as that is known without asking."""
        return self._name_of_side(self._doer_of(run))

    def _doer_of(self, run: Run) -> str:
        try:
            return self._game.doer(self._state, self._likely_reader(run).event)
        except Wanted:
            return ""

    def _name_of_side(self, side: str) -> str:
        return self._game.side_name(self._state, side) if side else ""

    def _likely_reader(self, run: Run) -> Reader:
        reader = run.reader
        return Reader(reader.do, self._game.events[reader.do].cls, reader.answers, self._state, guess_doer)

    def find_refusal(self, progress: Progress) -> TabletopError | None:
        """Why no event can be made of this, None where one can, as far as is known."""
        self._trying.trials = 0
        return self._trying.find_refusal(progress)

    # --- questions ---

    def _question_at(self, progress: Progress, run: Run, *, every: bool = False) -> Question:
        """What is asked at a place, each answer tried; where one is known, only that, unless `every` one is wanted."""
        place = run.place
        assert place is not None
        fact, stage, known = place.fact, stage_at(place, run.items), place.known
        if known is None or every:
            answers = tuple(self._try_answers(progress, run))
        else:  # what is known is not tried: it is taken, and refused where it is read
            several = known if isinstance(known, list) else ()
            listed = answers_at(place, run.items)
            answers = tuple(one for one in listed if same_choice(one.value, known) or one.value in several)
        whose = self._asked_side(place)
        free = [answer for answer in answers if not answer.barred]
        question = Question(
            field=place.name,
            text=self._game.question_text(place, stage.ask if stage else fact.ask),
            kind=fact.answered,
            answers=answers,
            many=picks_several(fact),
            default=self._default_answer(progress, run, free),
            side=self._name_of_side(whose),
            whose=whose,
            rules=fact.rules,
            secret=self._for_one(place, progress),
            openly=tuple(fact.openly(place)) if fact.openly else (),
            hides_barred=True,
            typed=fact.typed,
            path=place.path,
            says=fact.says,
            **kept_words(place),
        )
        if known is not None:
            words = next((answer.label for answer in answers if is_known(place, answer, known)), "")
            again = (subject := place.subject) is not None and subject.brief  # said in this event, a question ago
            told = fact.asked and not question.secret and not again
            return replace(question, default=known, words=words, settled="as before" if told else "silently")
        if (was := place.was) is not None:  # a move has broken it: it is no default, but people may know it from here
            question = replace(question, default=NO_DEFAULT, text=f"{question.text} (was {value_words(was, answers)})")
        nobody = question.many and not free and not stage and not question.secret
        if nobody and may_be_empty(fact):
            return replace(question, default=[], settled="silently")  # nobody is there to be picked
        if len(free) == 1 and is_forced_answer(place, free[0]):
            only = free[0].value
            return replace(question, default=[only] if question.many else only, settled="the only choice")
        if fact.presumed and not every and question.default is not NO_DEFAULT and fact.presumed(place):
            return replace(question, settled=PRESUMED)
        return question

    def _for_one(self, place: AnyPlace, progress: Progress) -> bool:
        """Whether only the side whose question it is may see it."""
        return place.for_one or (bool(progress.rolls) and self._game.events[progress.do].has_secrets)

    def _try_answers(self, progress: Progress, run: Run) -> Iterator[Answer]:
        """The answers of a place, each tried; with the odds that it leads to, where that is wanted."""
        assert run.place is not None
        weighed: dict[str, Mapping[str, Fraction]] = {}
        self._trying.begin_question()
        for answer in answers_at(run.place, run.items):
            self._trying.trials = 0
            like_the_last = self._trying.goes_like_the_last(progress, run, answer)
            no = None if like_the_last else self._trying.find_answer_refusal(progress, run, answer)
            if no is not None:
                yield replace(answer, barred=self._game.why_not(self._system, self._state, no))
            elif run.place.fact.weigh and answer.value is not AGAIN:
                if not answer.like or answer.like not in weighed:
                    weighed[answer.like] = self.chances_by_name(with_answer(progress, run, answer.value, answer))
                yield replace(answer, chances=weighed[answer.like])
            else:
                yield answer

    def _default_answer(self, progress: Progress, run: Run, free: Sequence[Answer]) -> Json:
        """What Enter gives."""
        assert run.place is not None
        place, fact, stage = run.place, run.place.fact, stage_at(run.place, run.items)
        usual = stage.usual if stage else fact.usual
        if usual is not None and (value := usual(place)) is not None and _is_free(value, free):
            return value
        if fact.most:
            return self._most_picks(progress, run, [answer.value for answer in free])
        if fact.one_by_one:
            return None if any(answer.value is None for answer in free) else NO_DEFAULT
        if stage or fact.required or (fact.default is None and not may_be_none(fact, free)):
            return NO_DEFAULT
        if named_records(fact.kind) is not None and picks_several(fact):
            return []
        default = None if fact.default is None else fact.kind.plain(fact.default)
        if (
            free
            and (fact.whole or not isinstance(fact.kind, ListOf))
            and default not in [answer.value for answer in free]
        ):
            return NO_DEFAULT
        return default

    def _most_picks(self, progress: Progress, run: Run, values: list[Json]) -> Json:
        """As many as may be picked together: two that go together at first, then whoever else fits."""

        def is_possible(picks: list[Json]) -> bool:
            return self._trying.find_refusal(with_answer(progress, run, picks)) is None

        if is_possible(values):
            return values
        few = (list(picks) for n in (1, 2) for picks in combinations(values, n))
        chosen = next((picks for picks in few if is_possible(picks)), None)
        if chosen is None:
            return NO_DEFAULT
        for value in values:
            if value not in chosen and is_possible([*chosen, value]):
                chosen.append(value)
        return [value for value in values if value in chosen]

    def _asked_side(self, place: AnyPlace) -> str:
        """The side whose question it is; empty for everybody's."""
        try:
            return place.fact.whose(place) if place.fact.whose else self._game.doer(self._state, place.event)
        except Wanted:
            return ""

    # --- odds ---

    def foreseen_odds(self, progress: Progress, patience: int = PATIENCE) -> list[Foreseen]:
        """The exact odds of what is rolled next, the broadest first; what is still open is taken as usual.

        What cannot be weighed in time tells why instead.
        """
        try:
            run = self._run_of(replace(progress, still_open=frozenset()), guess_answer)
        except (TabletopError, Wanted):
            return []
        found = run.dice.foreseen if run.request is not None else []
        return [
            _foresee_odds(self._system, resolver, situation, patience) for resolver, situation in found if resolver.odds
        ]

    def chances_by_name(self, progress: Progress) -> Mapping[str, Fraction]:
        """The odds of the first of `foreseen_odds` by the names that people read; empty where there are none."""
        first = next(iter(self.foreseen_odds(progress, QUICK)), None)
        return first.resolver.odds.with_titles(first.chances) if first and first.resolver.odds else {}


def _is_free(value: Json, free: Sequence[Answer]) -> bool:
    """Whether what is usual can be answered now; where nothing is offered, whatever is typed is tried."""
    values = [answer.value for answer in free]
    whole = any(value == one for one in values)
    return not values or whole or all(one in values for one in (value if isinstance(value, list) else [value]))


def _foresee_odds(system: System, resolver: AnyResolver, situation: Situation, patience: int) -> Foreseen:
    try:
        return Foreseen(resolver, odds_of(system, resolver, situation, Budget(work=patience)))
    except TabletopError as none:
        return Foreseen(resolver, {}, none.message if none.code == "too-big" else "")


__all__ = ["NO_DEFAULT", "Done", "Making", "Throw", "at_default"]

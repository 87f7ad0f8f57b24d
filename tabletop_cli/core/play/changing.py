"""What was said of an event that is being made, said otherwise: one answer changes, and the others stay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ..data import Json
from ..declare.facts import facts_of
from ..errors import TabletopError
from ..records import dataclass
from .answers import peek
from .choosing import answers_at, same_choice, stage_at, with_answer
from .game import AnyGame
from .holding import Says, Subject, memory_of
from .place import AnyPlace, Path, ask_next
from .progress import Progress
from .question import Answer, Question
from .running import Run, run_of

if TYPE_CHECKING:
    from .asking import Making


@dataclass(frozen=True)
class Like:
    """What was said last of the same target by another: who that was, and the facts by name, and their words."""

    who: str
    facts: Mapping[str, Json]
    says: Mapping[str, Says]


class Changing:
    """Changes to events of one state in the making."""

    def __init__(self, game: AnyGame, state: object, making: Making) -> None:
        self._game, self._state, self._making = game, state, making

    def can_reopen(self, progress: Progress, path: Path) -> bool:
        """Whether an answer can be taken out, so that it is asked next and the others stay."""
        run = self._run_of(progress)
        if path not in run.reader.answered or (place := run.reader.answered[path][0]).fact.one_by_one:
            return False
        opened = self._run_of(self.reopen_answer(progress, path)).place
        return not place.fact.stages and opened is not None and opened.path == path

    def reopen_answer(self, progress: Progress, path: Path) -> Progress:
        """The event without an answer, and without what was only the same said again, or came with it unasked.

        What was said of the same before it stays: dice may have fallen for that.
        """
        answered = self._run_of(progress).reader.answered
        place, value = answered[path]
        later = list(answered)[list(answered).index(path) + 1 :]
        alike = [other for other in later if _is_same_fact(answered[other][0], place)]
        return progress.without_answers([path, *alike, *_paths_beside(place, value)])

    def reopened_question(self, progress: Progress, path: Path) -> Question:
        """The question of an answer that is taken out, with all its answers."""
        return self._making.full_question(self.reopen_answer(progress, path))

    def change_answer(self, progress: Progress, path: Path, value: Json | Answer) -> Progress:
        """The event with another answer at a path; of the others all that are about the same as before stay.

        Where it is not possible with them, what was answered after it goes. Errors: as `Making.answer_question`.
        """
        opened, answered = self.reopen_answer(progress, path), self._run_of(progress).reader.answered
        answer = value if isinstance(value, Answer) else None
        changed = with_answer(opened, self._run_of(opened), answer.value if answer else value, answer)
        try:
            found = run_of(self._game, self._state, changed, _known_or_ask).reader.answered
        except TabletopError:
            found = {}
        stale = [
            other
            for other, (place, _) in answered.items()
            if other[: len(path)] != path and not (other in found and self._is_alike(place, found[other][0]))
        ]
        later = list(answered)[list(answered).index(path) + 1 :]
        try:
            kept = opened.without_answers([one for one in stale if one in later])
            return self._making.answer_question(kept, value)
        except TabletopError:
            return self._making.answer_question(opened.without_answers(later), value)

    def find_like(self, progress: Progress) -> Like | None:
        """What another of the same side has said last of the same target, at a question that it answers, too."""
        place = self._run_of(progress).place
        subject = None if place is None else place.subject
        if place is None or subject is None or subject.scope != "pair":
            return None
        like = [(other, facts) for other, facts in self._said_of_pairs(place) if self._is_like(other, subject)]
        who = next((other.ids[0] for other, facts in like if place.fact.name in facts), None)
        if who is None:
            return None
        facts: dict[str, Json] = {}
        for other, said in like:
            facts = {**said, **facts} if other.ids[0] == who else facts
        return Like(who, facts, _says_around(place))

    def _said_of_pairs(self, place: AnyPlace) -> Iterator[tuple[Subject, Mapping[str, Json]]]:
        """What was said of each two, the latest first: in this event, then before."""
        here: dict[Subject, dict[str, Json]] = {}
        for one, value in reversed(place.reader.said):
            if (subject := one.subject) is not None:
                here.setdefault(subject, {}).setdefault(one.fact.name, value)
        yield from here.items()
        for said in reversed([*memory_of(self._state).said.values()]):
            yield said.subject, said.facts

    def _is_like(self, other: Subject, subject: Subject) -> bool:
        """Whether another pair has the same target, and a firer of the same side."""
        if (other.scope, other.ids[1:], other.apart) != (subject.scope, subject.ids[1:], subject.apart):
            return False
        return other.ids[0] != subject.ids[0] and self._side_of(other.ids[0]) == self._side_of(subject.ids[0])

    def _side_of(self, one: str) -> str | None:
        found = self._game.rows_of(self._state, one)
        return None if found is None else found[0]

    def _run_of(self, progress: Progress) -> Run:
        return run_of(self._game, self._state, progress)

    def _is_alike(self, one: AnyPlace, other: AnyPlace) -> bool:
        """Whether two answers are about the same: kept of the same, and with the same names in their questions."""
        return one.subject == other.subject and self._text_at(one) == self._text_at(other)

    def _text_at(self, place: AnyPlace) -> str:
        stage = stage_at(place, ())
        return peek(lambda: self._game.question_text(place, stage.ask if stage else place.fact.ask), "")


def _says_around(place: AnyPlace) -> dict[str, Says]:
    """The words of the facts of a record, and of those around it, in a line of facts."""
    says: dict[str, Says] = {}
    record = place.record
    while record is not None:
        says = {fact.name: fact.says for fact in facts_of(type(record))} | says
        record = record._inside
    return says


def _is_same_fact(one: AnyPlace, other: AnyPlace) -> bool:
    """Whether two places ask for the same of the same."""
    subject = one.subject
    if subject is None or subject != other.subject:
        return False
    return subject.brief or one.fact.name == other.fact.name


def _paths_beside(place: AnyPlace, value: Json) -> Iterator[Path]:
    """Where an answer has put what nobody is asked by itself."""
    unasked = {fact.name for fact in facts_of(type(place.record)) if not fact.asked}
    found = next((one for one in answers_at(place, ()) if same_choice(one.value, value)), None)
    if found is not None:
        yield from ((*place.path[:-1], name) for name in found.also if name in unasked)


def _known_or_ask(place: AnyPlace) -> object:
    """What is known, else the next question."""
    asked = place.fact.when is None or place.fact.when(place)
    if asked and (value := place.known) is not None:
        return place.reader.read_value(place.fact.kind, value, place.name)
    return ask_next(place)

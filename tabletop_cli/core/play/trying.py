"""What is possible is found by trying it: `play` refuses an answer, or every way on from it is refused.

So what is offered is what is accepted, and an answer that is barred carries the rule that forbids it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..data import Json
from ..errors import Malformed, Refused, TabletopError
from ..records import replace
from .choosing import answers_at, answers_from, likely_first, may_be_empty, picks_several, with_answer
from .game import AnyGame
from .no_candidate import no_candidate_error
from .progress import Progress
from .question import AGAIN, Answer
from .running import Run, run_of

TRIALS = 3_000  # runs of `play` for one question; what is not tried by then is offered, and refused when it is chosen
FEW = 2  # others that a pick is tried with, where none of them is to blame
AHEAD = 60  # questions looked ahead to find out whether an answer leads anywhere


class Trying:
    """Trials of one state. They are counted for each question (`begin_question`), so that no menu takes for ever."""

    def __init__(self, game: AnyGame, state: object) -> None:
        self._game = game
        self._state = state
        self.trials = 0
        self._way: Progress | None = None  # the last event that was found to be possible, up to its dice or its end

    def begin_question(self) -> None:
        """The next question has all trials for itself."""
        self.trials, self._way = 0, None

    def find_refusal(self, progress: Progress, ahead: int = AHEAD) -> TabletopError | None:
        self.trials += 1
        try:
            run = run_of(self._game, self._state, progress)
        except (Refused, Malformed) as no:
            return no
        if run.place is None:
            self._way = progress
        if run.place is None or not ahead or self.trials > TRIALS:
            return None
        return self._dead_end(progress, run, ahead)

    def _dead_end(self, progress: Progress, run: Run, ahead: int) -> TabletopError | None:
        """Why there is no way on from a question, None where there is one."""
        assert run.place is not None
        fact = run.place.fact
        if run.place.for_one:
            return None  # whether there is an answer would tell all what only its side may know
        if (known := run.place.known) is not None:
            return self.find_refusal(with_answer(progress, run, known), ahead - 1)
        found: list[TabletopError] = []
        whose: list[str] = []
        hopeless: set[str] = set()
        for answer in likely_first(run.place, run.items):
            if answer.like and answer.like in hopeless:
                continue
            no = self.find_answer_refusal(progress, run, answer, ahead - 1)
            if no is None:
                return None
            found.append(no)
            whose.append(answer.label)
            if not _names_pick(no, answer.value):
                hopeless.add(answer.like)
        if not found and not fact.among and not fact.stages:
            return None  # a number, a text: whatever people type is tried then
        if may_be_empty(fact) and not fact.one_by_one and not fact.stages:
            no = self.find_refusal(with_answer(progress, run, []), ahead - 1)
            return None if no is None else _commonest_reason(found) if found else no
        if not found:
            return Refused("there is nothing to choose from", reason="nothing", rule="")
        return (
            no_candidate_error(_commonest_reason(found), [*zip(whose, found, strict=True)])
            if fact.menu
            else _commonest_reason(found)
        )

    def find_answer_refusal(
        self, progress: Progress, run: Run, answer: Answer, ahead: int = AHEAD
    ) -> TabletopError | None:
        """Why an answer is not possible, None where it is."""
        assert run.place is not None
        if answer.value is AGAIN:
            return self.find_refusal(with_answer(progress, run, AGAIN, answer), ahead)
        if not picks_several(run.place.fact):
            return self.find_refusal(with_answer(progress, run, answer.value, answer), ahead)
        return self._find_refusal_among(progress, run, answer, ahead)

    def goes_like_the_last(self, progress: Progress, run: Run, answer: Answer) -> bool:
        """Whether an answer is possible with the answers that followed the last one that was: one run of `play`."""
        assert run.place is not None
        if self._way is None or answer.value is AGAIN:
            return False
        value = [answer.value] if picks_several(run.place.fact) else answer.value
        after = with_answer(progress, run, value, answer)
        if self._way.notes != after.notes:
            return False
        try:
            after = replace(after, still_open=self._way.still_open)
            run = run_of(self._game, self._state, after, answers_from(self._way))
        except (Refused, Malformed):
            return False
        return run.place is None

    def _find_refusal_among(self, progress: Progress, run: Run, answer: Answer, ahead: int) -> TabletopError | None:
        """One of several picks: alone; where that is refused for want of others, with each of these."""
        assert run.place is not None
        no = self.find_refusal(with_answer(progress, run, [answer.value]), ahead)
        if no is None or _names_pick(no, answer.value):
            return no
        others = (one.value for one in answers_at(run.place, run.items) if one.value != answer.value)
        for at, other in enumerate(others):
            pair = self.find_refusal(with_answer(progress, run, [answer.value, other]), ahead)
            if pair is None:
                return None
            if _names_pick(pair, answer.value):
                no = pair
            elif at >= FEW and not _names_pick(pair, other):
                break  # whoever comes along, it is not for want of others
        return no


def _names_pick(no: TabletopError, value: Json) -> bool:
    """Whether a refusal names this pick, or something in it."""
    several = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else (value,)
    named = set(map(str, several))
    return any(isinstance(one, str) and one in named for one in no.extra.values())


def _commonest_reason(found: Sequence[TabletopError]) -> TabletopError:
    """The reason that most answers share."""
    reasons = [(getattr(no, "reason", no.message), getattr(no, "rule", "")) for no in found]
    return found[max(range(len(found)), key=lambda at: (reasons.count(reasons[at]), -at))]

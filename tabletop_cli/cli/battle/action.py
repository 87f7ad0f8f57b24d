"""One action at the table: its questions, its exact odds, its dice, its result; the same for every game system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from ...core.clock import now
from ...core.dice.handlers import Replay, ReplayMismatch, Step
from ...core.dice.requests import Face, sides_of
from ...core.errors import BadDice, Refused, TabletopError
from ...core.page import Block, Para
from ...core.play.asking import Done, Foreseen, Making, Settled, Throw
from ...core.play.battle import Battle
from ...core.play.changing import Changing
from ...core.play.log import LogEntry
from ...core.play.offers import offered_again
from ...core.play.progress import Progress
from ...core.play.question import AGAIN, PRESUMED, Question
from ...core.play.viewpoint import View
from ...prompts.asker import Asker, Back, Cancelled, Taken, Wished, mistake_words, taken_text
from ...prompts.dice import DicePrompt
from ...prompts.match import NoMatch
from ...prompts.screen import address_question
from ...render.steps import step_blocks
from .answer_texts import answer_words, barred_words, line_words
from .facts import BEFORE, FOR_ALL, WISHES, Note, value_words
from .orders import named_offer
from .saying import Saying
from .table_settings import Detail
from .telling import bare_step_blocks, odds_blocks, result_blocks, rolled_blocks

Show = Callable[[Sequence[Block]], None]


class Action:
    """An event on its way from a choice in the menu to an entry of the log."""

    def __init__(
        self,
        battle: Battle,
        asker: Asker,
        show: Show,
        *,
        aside: bool = False,
        detail: Detail = "normal",
        stays: Callable[[str], bool] = lambda side: False,
        like: Progress | None = None,
    ) -> None:
        """`stays` tells whether a side that has the screen keeps it after the event, for it is asked alone again.

        `like` has what was said of another in the same line, which holds here as well.
        """
        self._battle = battle
        self._system = battle.system
        self._game = battle.game.pondered if aside else battle.game
        self._making = Making(self._system, self._game, battle.state)
        self._asker = asker
        self._show = show
        self._prompt = DicePrompt(asker)
        changing = Changing(self._game, battle.state, self._making)
        self._saying = Saying(asker, changing, self._put_question, self._why_not)
        self._before: list[tuple[Progress, int]] = []  # what each answer was given to, back to the last dice, ...
        self._facts = self._saying.notes  # ... and how many of these had been said then
        self._detail = detail
        self._told = 0  # steps of the explanation that people have heard, or that wait for the result, ...
        self._reasons: list[tuple[range, Step]] = []  # ... and those that wait, each with the steps told with it
        self.progress: Progress | None = None  # as far as the event has come
        self._alone = False  # whether a side looked alone at some of it
        self._unread = False  # whether the side that looks alone has been told something by its dice
        self._stays = stays
        self._like = like
        self._rolls_nothing = False  # whether the event is whole, and without dice

    def play(self, progress: Progress, *, due: bool = False) -> LogEntry:
        """Ask, show the odds, take the dice, play; `due`: nothing else can be done.

        Errors: `Cancelled`, `Refused` ...; what has fallen stays kept.
        """
        self._asker.wishes, self._asker.line_words = WISHES, self._line_words
        stays = False
        try:
            while True:
                progress, wanted = self._advance(progress)
                self.progress = progress
                if isinstance(wanted, Question):
                    self._tell_dice(progress, wanted)
                    progress = self._ask_question(progress, wanted)
                    continue
                self._rolls_nothing = isinstance(wanted, Done) and not progress.rolls
                self._asker.tell_line()
                self._saying.tell_facts()
                self._confirm(progress, due=due)
                if isinstance(wanted, Throw):
                    progress = self._roll_dice(progress, wanted)
                    continue
                self._ask_about_waiting(progress, wanted)
                entry = self._finish_event(progress, wanted)
                stays = bool(self._asker.handed_to) and self._stays(self._asker.handed_to)
                if self._unread and not stays:
                    self._asker.show_to_all(when_seen=True)
                return entry
        finally:
            self._asker.wishes, self._asker.line_words = (), taken_text
            if not stays:
                self._asker.show_to_all()

    def _advance(self, progress: Progress) -> tuple[Progress, Question | Throw | Done]:
        """What comes next, after what needs no question was told; what is presumed is asked if its answer was typed."""
        progress, wanted, settled = self._making.advance(progress)
        for one in settled:
            if one.question.settled == PRESUMED and self._asker.is_answered_ahead(one.question):
                return one.before, self._making.full_question(one.before)
            self._note_settled(one)
        return progress, wanted

    def _ask_about_waiting(self, progress: Progress, done: Done) -> None:
        """Before an event that has no dice to stop at: what of words that nothing asked for. Errors: `Cancelled`.

        Words that name what may follow the event wait for it.
        """
        words = self._asker.ahead.waiting_words()
        if words and not progress.rolls and not self._is_next_named(done):
            self._asker.drop_ahead()
            if not self._asker.confirm(f"No question asked for: {' '.join(words)}. Go on without it?"):
                raise Cancelled

    def _is_next_named(self, done: Done) -> bool:
        """Whether the words that wait begin with what may follow an event without dice."""
        after, _ = self._game.play(self._battle.state, done.event, Replay(()))
        again = offered_again(self._system, self._game, after, done.event)
        return named_offer(tuple(again), tuple(self._asker.ahead.words)) is not None

    def _line_words(self, taken: Sequence[Taken]) -> str:
        """What a line has answered, as one sentence: who does what, then all else that was said.

        Empty where nothing is rolled, for the story follows at once.
        """
        if self._rolls_nothing:
            return ""
        assert self.progress is not None
        done = self._game.line_text(self._battle.state, self.progress)
        if not done:
            title = self._game.events[self.progress.do].title
            return f"{title}: {'; '.join(line_words(one) for one in taken if one.words)}"
        told = [line_words(one) for one in taken if one.words and str(one.value) not in done.replace(",", " ").split()]
        return f"{done}: {', '.join(told)}" if told else f"{done}."

    def _confirm(self, progress: Progress, *, due: bool) -> None:
        """What ends a battle, is hardly meant, or loses something is asked once more, when all is answered.

        Errors: `Cancelled`.
        """
        text = "" if progress.rolls else self._game.confirm_words(self._battle.state, progress, due=due)
        if not text:
            return
        if not self._asker.confirm(text):
            raise Cancelled
        self._asker.tell_line()

    def _finish_event(self, progress: Progress, done: Done) -> LogEntry:
        """The entry; what only one side may see of it is shown to that side, where dice have told it anything."""
        event = self._battle.game.read_event(self._battle.state, done.event)
        doer = self._game.doer(self._battle.state, event)
        entry = self._battle.finish_event(done.event, progress, now())
        if not View(self._battle).is_hidden(entry):
            if self._alone:  # nobody else has heard all of it
                self._told, self._reasons = 0, []
        elif entry.rolls and doer:
            self._hand_to(progress, doer)
            self._show(self.result_of(View(self._battle, doer), entry, set(), plain=self._asker.scrolls))
            self._asker.show_to_all(when_seen=True)
        return entry

    def _hand_to(self, progress: Progress, side: str) -> None:
        """Let one side look alone. Errors: `Cancelled` as long as no dice have fallen."""
        while True:
            try:
                self._asker.hand_to(side, self._game.side_name(self._battle.state, side) if side else "")
            except Cancelled:
                self._stay_at_dice(progress)
            else:
                self._alone = True
                return

    def preview_odds(self, progress: Progress) -> tuple[Progress, bool]:
        """Ask, and show the odds of the first dice only. Gives the answers, and whether dice are needed."""
        self._asker.line_words = self._line_words
        try:
            return self._ask_and_show_odds(progress)
        finally:
            self._asker.line_words = taken_text
            self._asker.show_to_all()

    def _ask_and_show_odds(self, progress: Progress) -> tuple[Progress, bool]:
        while True:
            progress, wanted = self._advance(progress)
            self.progress = progress
            if isinstance(wanted, Question):
                progress = self._ask_question(progress, wanted)
                continue
            self._asker.tell_line()
            self._saying.tell_facts()
            if isinstance(wanted, Done):
                self._show([Para(f"This needs no {self._game.lots.all}.")])
                return progress, False
            if wanted.secret:
                self._hand_to(progress, wanted.whose)
            if not self._show_odds(self._making.foreseen_odds(progress), whole=True):
                self._show([Para("No exact odds are known for this.")])
            self._asker.show_to_all(when_seen=True)
            return progress, True

    def result_of(self, view: View, entry: LogEntry, reminded: set[str], *, plain: bool) -> list[Block]:
        """The result of the event that was made, but for what people have heard of it already."""
        reasons = [step for _, step in self._reasons]
        return result_blocks(view, entry, reminded, self._detail, self._told, reasons, plain=plain)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What can be explained of the event as far as it has come, to who looks now."""
        if self.progress is None:
            return ()
        return self._making.steps_for_side(self.progress, self._asker.handed_to, 0)

    # --- questions ---

    def _ask_question(self, progress: Progress, question: Question) -> Progress:
        """The progress with an answer; one that is not possible is refused at the question itself."""
        if question.secret and not progress.rolls and self._asker.has_open_answer(question):
            return self._answer_openly(progress, question)
        if (alike := self._answer_alike(progress, question)) is not None:
            return alike
        while True:
            try:
                self._let_look(progress, question.secret, question.whose)
                value, same_as = self._saying.ask_or_repeat(progress, question)
            except Wished as wish:
                if (changed := self._grant_wish(wish, progress, question)) is not None:
                    return changed
                continue
            except Back:
                return self._go_back(progress)
            except Cancelled as way_out:
                self._stay_at_dice(progress, way_out)
                continue
            try:
                after = self._making.answer_question(progress, value)
            except TabletopError as no:
                self._asker.say_wrong(f"Not allowed: {self._why_not(no)}")
                self._saying.refuse_repeat()
                continue
            if (doubt := self._making.doubt_text(progress, value)) and not self._asker.confirm(doubt):
                continue
            if value is not AGAIN:
                self._before.append((progress, len(self._facts)))
                self._facts.add(Note(question, value_words(value, question), same_as))
            return after

    def _answer_alike(self, progress: Progress, question: Question) -> Progress | None:
        """The progress with what was said of another in the same line; None where people are asked."""
        value = None if self._like is None or progress.rolls else self._like.answer_at(question.path)
        if value is None or question.secret or self._asker.is_answered_ahead(question):
            return None
        try:
            after = self._making.answer_question(progress, value)
        except TabletopError:
            return None
        self._facts.add(Note(question, value_words(value, question), FOR_ALL))
        return after

    def _answer_openly(self, progress: Progress, question: Question) -> Progress:
        """The progress with an answer that was typed for all to see. Where it is not possible, nothing else is told.

        Errors: `Refused`; `Cancelled` for what is no answer at all.
        """
        self._asker.show_to_all()
        try:
            value = self._asker.take_open_answer(question)
            return self._making.answer_question(progress, value, openly=True)
        except NoMatch as wrong:
            self._asker.drop_plan()
            self._asker.say_wrong(mistake_words(wrong))
            raise Cancelled from None
        except TabletopError:
            self._asker.drop_plan()
            raise

    def _put_question(self, question: Question) -> Any:
        return self._asker.ask(question, lambda: self._rules_text(question))

    def _grant_wish(self, wish: Wished, progress: Progress, question: Question | None = None) -> Progress | None:
        """What somebody wants otherwise: the event with it, which is explained anew; None where it is as it was."""
        changed = self._saying.grant_wish(wish.word, progress, question)
        if changed is not None:  # what was explained as before is not explained again
            self._before = [one for one in self._before if one[0].answer_at(self._saying.changed) is None]
            steps = zip(self._making.steps_so_far(progress), self._making.steps_so_far(changed), strict=False)
            alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], steps))
            self._forget_told(alike)
        return changed

    def _why_not(self, no: TabletopError) -> str:
        """Why an answer is not possible: by the rules, or as it was typed."""
        return (
            self._game.why_not(self._system, self._battle.state, no) if isinstance(no, Refused) else mistake_words(no)
        )

    def _let_look(self, progress: Progress, secret: bool, side: str) -> None:
        """Before something is put to people: a side alone, or everybody, looks at it. Errors: as `_hand_to`."""
        if secret:
            self._hand_to(progress, side)
        else:
            self._asker.show_to_all()

    def _go_back(self, progress: Progress) -> Progress:
        """The progress before the last answer; before the first question there is only the menu."""
        if not self._before:
            self._stay_at_dice(progress)
            return progress
        before, said = self._before.pop()
        self._saying.go_back(said)  # it is told again, for another answer may change it
        self._forget_told(len(self._making.steps_so_far(before)))  # another answer is explained otherwise
        return self._ask_question(before, self._making.full_question(before))

    def _forget_told(self, after: int) -> None:
        """Tell the steps after so many again."""
        again = [told for told, _ in self._reasons if told.stop > after]
        self._told = min([self._told, after, *(told.start for told in again)])
        self._reasons = [one for one in self._reasons if one[0] not in again]

    def _stay_at_dice(self, progress: Progress, way_out: Cancelled | None = None) -> None:
        """Give up, unless dice are on the table. Errors: `Cancelled`, or what of it was raised."""
        if not progress.rolls:
            raise way_out or Cancelled
        self._asker.say_wrong(
            f"The {self._game.lots.all} are on the table, so they count. Press u to undo them afterwards."
        )

    def _rules_text(self, question: Question) -> str:
        """The rules that a question is about, as far as the reference has them."""
        rules = self._system.reference.rules
        known = [rules[one] for one in question.rules if one in rules]
        return "\n".join(f"{rule.id} {rule.title}: {rule.text.strip()}" for rule in known)

    def _note_settled(self, settled: Settled) -> None:
        """What needed no question is told; what was said before, in one line before the dice (`_tell_facts`).

        The same answer to the same question, which names whom it is about, is told once for all of a group.
        """
        question = settled.question
        if question.settled == "silently" or self._is_for_others(question):
            return
        count, words = len(self._facts), answer_words(question)
        if question.settled == PRESUMED:
            self._facts.add(Note(question, words))  # who wants it otherwise changes it
            return
        new = self._facts.add(Note(question, words, BEFORE if question.kept else ""))
        if new and not question.kept:
            text = address_question(question.side, question.text)
            self._asker.tell(f"{text} {words} ({question.settled}){barred_words(question)}")
        if question.settled == "as before":
            self._before.extend([(settled.before, count)] if new else [])
        elif new:
            self._asker.ahead.use_up(question)

    def _is_for_others(self, question: Question) -> bool:
        """Whether those who look now may not see what is asked."""
        return question.secret and self._asker.handed_to != question.whose

    # --- dice ---

    def _roll_dice(self, progress: Progress, throw: Throw) -> Progress:
        """The progress with dice that fall now: kept before anybody sees them."""
        self._let_look(progress, throw.secret, throw.whose)
        self._pass_over(progress, throw.whose if throw.secret else None)
        self._tell_steps(progress)
        if not self._prompt.waiting:
            self._show_odds(self._making.foreseen_odds(progress), whole=self._detail == "full")
        self._prompt.show_odds = lambda: self._show_odds(self._making.foreseen_odds(progress), whole=True)
        self._prompt.on_table = bool(progress.rolls) and not self._before
        while True:
            try:
                typed = self._prompt(throw.request, self._faces_counter(progress), throw.hands)
                after = self._making.roll_dice(progress, self._battle.source, typed)
            except Wished as wish:
                return self._grant_wish(wish, progress) or progress
            except Back:
                return self._go_back(progress)
            except Cancelled:
                self._stay_at_dice(progress)
                continue
            except BadDice as wrong:
                self._asker.say_wrong(f"{wrong.message}.")
                continue
            self._battle.keep_under_way(after)
            self._before.clear()
            self._facts.clear()  # what is known is told again, for it can be changed for what comes
            if throw.secret:
                self._tell_alone(after, throw.whose)
            return after

    def _tell_alone(self, progress: Progress, side: str) -> None:
        """What its own dice led to, for the eyes of a side alone, before others look."""
        progress, wanted, _ = self._making.advance(progress)
        if isinstance(wanted, Done):
            event = self._battle.game.read_event(self._battle.state, wanted.event)
            if self._game.doer(self._battle.state, event) != side:  # else it sees the whole entry
                self._tell_steps(progress, answers=True)
                self._unread = True
        elif not (wanted.secret and wanted.whose == side):
            self._tell_steps(progress, answers=True)
            self._asker.show_to_all(when_seen=True)

    def _faces_counter(self, progress: Progress) -> Callable[[Sequence[Face]], int]:
        """How many of some faces the rolls take that follow one another without a question between them."""

        def count_used(faces: Sequence[Face]) -> int:
            used, at = 0, progress
            while True:
                at, wanted, _ = self._making.advance(at)
                if not isinstance(wanted, Throw):
                    return used
                needed = len(sides_of(wanted.request))
                if used + needed > len(faces):
                    return used
                at = self._making.roll_dice(at, self._battle.source, faces[used : used + needed])
                used += needed

        return count_used

    def _tell_dice(self, progress: Progress, question: Question) -> None:
        """Before a question after dice: what they showed, for the answer may depend on it."""
        if progress.rolls:
            self._asker.tell_line()
            self._let_look(progress, question.secret, question.whose)
            self._pass_over(progress, question.whose if question.secret else None)
            self._tell_steps(progress, answers=True)

    def _pass_over(self, progress: Progress, side: str | None) -> None:
        """What the last dice told another side alone is not told to a `side`, None: to everybody.

        It was told when they fell, which this action does not know when it goes on with what was kept.
        """
        if not self._battle.game.events[progress.do].has_secrets:
            return
        for before in range(len(progress.rolls) - 1, -1, -1):
            try:
                _, fell, _ = self._making.advance(replace(progress, rolls=progress.rolls[:before]))
            except ReplayMismatch:
                continue  # some that fell together with the last
            if isinstance(fell, Throw) and fell.whose != side:
                self._told = max(self._told, len(self._making.steps_so_far(progress)))
            return

    def _tell_steps(self, progress: Progress, *, answers: bool = False) -> None:
        """What was explained since it was told last, but for what only others may hear.

        Of little that is told, the reasons wait for the result, unless people need them for their `answers`.
        """
        steps = self._making.steps_for_side(progress, self._asker.handed_to, self._told)
        if self._detail == "full":
            self._show(step_blocks(steps))
        else:
            rolled = [step for step in steps if step.tell == "rolled"]
            told = [step for step in steps if step.tell == "now" or (answers and step.tell == "reason")]
            if answers and not told:
                told = [step for step in steps if step not in rolled][-1:]
            self._show([*rolled_blocks(rolled), *bare_step_blocks(told)])
            passed = range(self._told, len(self._making.steps_so_far(progress)))
            self._reasons += [(passed, step) for step in steps if step.tell == "reason" and not answers]
        self._told = len(self._making.steps_so_far(progress))

    def _show_odds(self, foreseen: Sequence[Foreseen], *, whole: bool) -> bool:
        """The exact odds, where there are some: in a line, or the `whole` of them as bars."""
        self._show(odds_blocks(foreseen, whole=whole))
        return any(one.chances for one in foreseen)

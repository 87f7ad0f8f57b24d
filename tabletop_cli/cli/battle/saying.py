"""Facts said otherwise while an action is made: ``c`` changes one, ``=`` says again what another said of a target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.errors import TabletopError
from ...core.play.changing import Changing
from ...core.play.place import Path
from ...core.play.progress import Progress
from ...core.play.question import Question
from ...prompts.asker import Asker, Back, Cancelled, Wished
from .facts import CHANGE, SAME, FactNotes, Note, like_text, path_of, value_words

CHANGED = "changed"
Ask = Callable[[Question], Any]


class Saying:
    """What is said of an action: the `notes` of its facts, and what people want otherwise.

    `ask` puts a question to people, `why_not` tells why an answer is not possible.
    """

    def __init__(self, asker: Asker, changing: Changing, ask: Ask, why_not: Callable[[TabletopError], str]) -> None:
        self._asker, self._changing, self._ask, self._why_not = asker, changing, ask, why_not
        self._same: set[tuple[str, ...]] = set()  # the pairs of which what another has said is said again; (): all
        self._offered: set[tuple[str, ...]] = set()  # the pairs of which people know that they can say it again
        self.notes = FactNotes()
        self.changed: Path = ()  # which fact has changed last

    def tell_facts(self) -> None:
        """Tell what was said before and still holds, in one line."""
        if line := self.notes.take_line():
            self._asker.tell(line)

    def go_back(self, count: int) -> None:
        """Forget all but the first facts: another answer may change them."""
        self.notes.forget_after(count)
        self._same.clear()
        self._offered.clear()

    def ask_or_repeat(self, progress: Progress, question: Question) -> tuple[Any, str]:
        """The answer to a question, and as whose it was said again, empty where it was asked. Errors: as `ask`."""
        like = self._changing.find_like(progress) if question.kept else None
        if like is not None and self._same & {(), question.about}:
            return like.facts[str(question.path[-1])], f"as {like.who}"
        if like is not None and question.about not in self._offered and not self._asker.has_ahead:
            self._offered.add(question.about)
            self._asker.tell_line()
            self._asker.tell(like_text(like))
        return self._ask(question), ""

    def refuse_repeat(self) -> None:
        """What another has said is not possible here, so that people are asked themselves."""
        self._same.clear()

    def grant_wish(self, word: str, progress: Progress, question: Question | None = None) -> Progress | None:
        """Do what one of the `WISHES` asks for: the event after it, None where nothing changes in it."""
        if word == CHANGE:
            return self._change_fact(progress)
        if question is None or not question.kept or self._changing.find_like(progress) is None:
            self._asker.say_wrong(f"{word} takes what another of your side said of the same target. Nobody has.")
        else:
            self._same.add(question.about if word == SAME else ())
        return None

    def _change_fact(self, progress: Progress) -> Progress | None:
        """Ask one of the facts again, and only that; None where there is none, or where people leave it as it is."""
        path = self._choose_fact(progress)
        if path is None:
            return None
        question = self._changing.reopened_question(progress, path)
        while True:
            try:
                value = self._ask(question)
                after = self._changing.change_answer(progress, path, value)
            except Wished:
                self._asker.say_wrong("Answer this first. b leaves it as it was.")
            except (Back, Cancelled):
                return None
            except TabletopError as no:
                self._asker.say_wrong(f"Not allowed: {self._why_not(no)}")
            else:
                self.changed = path
                self.notes.keep_only(after)
                self.notes.replace_fact(path, Note(question, value_words(value, question), CHANGED))
                return after

    def _choose_fact(self, progress: Progress) -> Path | None:
        """Which of the facts changes: the one that the next word typed ahead names, else one that is chosen."""
        found = [one for one in self.notes.choices() if self._changing.can_reopen(progress, path_of(one.value))]
        if not found:
            self._asker.say_wrong("There is nothing to change here.")
            return None
        word = self._asker.ahead.take_first()
        named = self.notes.find_named(word, found) if word else found
        if word and len(named) == 1:
            return path_of(named[0].value)
        self._asker.drop_ahead()
        if word and not named:
            self._asker.tell(f"{word!r} names nothing that was said here.")
        try:
            return path_of(self._asker.choose("Change what?", named or found))
        except (Back, Cancelled, Wished):
            return None

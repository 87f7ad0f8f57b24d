"""Words typed ahead: what waits for the next questions, and for the dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from ..core.play.question import NO_DEFAULT, Answer, Question
from .bound import ENTER, fits_question, fitting_words, has_own_kind, pick_word, split_line
from .match import find_answers


class Ahead:
    """A queue of `words`, and what stood behind a colon, which only a roll takes.

    After the first roll what is left of the dice are words again, for the questions and rolls that follow.
    """

    def __init__(self) -> None:
        self.words: deque[str] = deque()
        self._dice: tuple[str, ...] = ()
        self._enters_rest = False
        self._said: list[str] = []  # the words of which people have heard that they wait
        self._rolling = False  # whether what waits may be dice

    def add(self, words: Iterable[str], *, by_kind: bool) -> None:
        """Add words; `by_kind`: a colon and two dots mean what they mean at the table."""
        if not by_kind:
            self.words.extend(words)
            return
        line = split_line(words)
        self._rolling = self._rolling and bool(self.words)  # in a new line dice follow a colon again
        self.words.extend(line.words)
        self._dice = line.dice or self._dice
        self._enters_rest = self._enters_rest or line.enters_rest

    def put_back(self, words: Iterable[str]) -> None:
        """These words wait again, before all others."""
        self.words.extendleft(reversed(list(words)))

    def put_line_before(self, words: Iterable[str]) -> None:
        """The words of a line wait before all others; what stands behind its colon are dice."""
        line = split_line(words)
        self.put_back(line.words)
        self._rolling = self._rolling and not line.dice
        self._dice = line.dice or self._dice
        self._enters_rest = self._enters_rest or line.enters_rest

    def take_first(self) -> str:
        """The word that comes next, which counts as used; empty where none waits."""
        return self.words.popleft() if self.words else ""

    def drop(self) -> list[str]:
        """Forget everything, and give it back."""
        found = [*self.words, *self._dice]
        self.words.clear()
        self._dice, self._enters_rest, self._rolling = (), False, False
        return found

    def take_while(self, fits: Callable[[str], bool]) -> list[str]:
        """The words up to the first that does not fit; they count as used."""
        taken: list[str] = []
        while self.words and fits(self.words[0]):
            taken.append(self.words.popleft())
        return taken

    def take_numbers(self, digits: int | None) -> list[str]:
        """The numbers that come next, of no more digits than these in all; they count as used."""
        left = [digits]

        def is_wanted(word: str) -> bool:
            if left[0] is not None:
                left[0] -= len(word)
            return word.isdecimal() and (left[0] is None or left[0] >= 0)

        return self.take_while(is_wanted)

    # --- questions ---

    def take(self, question: Question, answers: Sequence[Answer]) -> str | None:
        """The word that answers a question, empty for Enter; None where people have to be asked."""
        words = list(self.words)
        at = pick_word(words, question, answers, enters=self._enters_rest)
        if at is None or at < 0:
            return None if at is None else ""
        listed = bool(answers) and not question.typed
        alone = listed or words[at] == ENTER or fitting_words(words[at : at + 1], question, answers)
        end = at + (1 if alone else max(1, fitting_words(words[at:], question, answers)))
        taken = " ".join(words[at:end])
        self.words = deque(words[:at] + words[end:])
        if taken == ENTER:
            return "" if question.default is not NO_DEFAULT else None
        return taken

    def has_answer(self, question: Question, answers: Sequence[Answer]) -> bool:
        """Whether one of the words answers a question, a dot where it has a default."""
        words = list(self.words)
        at = pick_word(words, question, answers, enters=False)
        if at is None or at < 0:
            return False
        return question.default is not NO_DEFAULT if words[at] == ENTER else fits_question(words[at], question, answers)

    def first_of(self, line: str, question: Question, answers: Sequence[Answer]) -> str:
        """What a line that was typed at a question answers to it; its other words wait for those that follow."""
        words = line.split()
        if fitting_words(words, question, answers) == len(words):
            return line
        later = list(self.words)
        self.words.clear()
        self.add(words, by_kind=True)
        words = list(self.words)
        at = 0 if words and fits_question(words[0], question, answers) else None
        at = pick_word(words, question, answers, enters=self._enters_rest) if at is None else at
        if at is None or at < 0:
            at = 0
        size = max(1, fitting_words(words[at:], question, answers)) if not answers or question.many else 1
        self.words = deque([*words[:at], *words[at + size :], *later])
        found = " ".join(words[at : at + size])
        return "" if found == ENTER else found

    def use_up(self, question: Question) -> None:
        """Forget a word that names what was settled: it was meant for this question."""
        default = question.default
        values = default if question.many and isinstance(default, list | tuple) else [default]
        settled = tuple(answer for answer in question.answers if answer.value in values)
        ordered = next((word for word in self.words if not has_own_kind(word)), None)
        for word in self.words:
            if (word == ordered or has_own_kind(word)) and find_answers(word, settled):
                self.words.remove(word)
                return

    def take_news(self) -> list[str]:
        """The words that wait, where that has not been said yet."""
        waiting = [word for word in self.words if word != ENTER]
        if waiting == self._said:
            return []
        self._said = waiting
        return waiting

    def waiting_words(self) -> list[str]:
        """The words that say what they are for, and that no question has asked for."""
        return [word for word in self.words if has_own_kind(word)]

    # --- dice ---

    def begin_dice(self) -> None:
        """What is typed from now on may be dice: people are asked for them."""
        self._rolling = True

    def open_dice(self) -> bool:
        """Put the dice of the line before people; False where words for questions are left that nothing has used."""
        if self._rolling:
            return True
        if any(word != ENTER for word in self.words):
            return False
        if self._dice:
            self.words, self._dice, self._rolling = deque(self._dice), (), True
        return True

    def enters_dice(self) -> bool:
        """Whether Enter answers for dice that nobody typed: a dot, which is used up, or two for all of the event."""
        if self.words and self.words[0] == ENTER:
            self.words.popleft()
            return True
        return not self.words and self._enters_rest

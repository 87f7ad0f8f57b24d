"""Asking one question after the other, whatever it looks like on the screen.

An `Asker` reads what people type and makes values of it. How a question is shown and a line of text is got is left to
its two kinds: `lines.Lines` (numbered plain lines) and `menus.Menus` (a menu on a terminal). So both understand the
same words: a number, a key or the start of an answer; Enter for the default; `?` explains; `b` goes back; `x` gives up.

Words can be typed ahead: they wait in a queue (`ahead`) and answer the questions that follow. A wrong one empties it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..core.data import Json
from ..core.declare.kinds import Text
from ..core.dice.requests import AnyRequest
from ..core.errors import TabletopError
from ..core.play.question import NO_DEFAULT, Answer, Question
from ..core.records import dataclass
from .ahead import Ahead
from .bound import COLON, ENTER, fits_question
from .faces import faces_alone
from .match import NoMatch, answer_tokens, details_of, find_answers, is_named, match_answer
from .meant import Gap, answers_of, check_number, is_typed, match_command, taken_words, value_of
from .screen import View, address_question, answer_help, explain_question, token_of, view_of

MORE = "+"  # lists what the bar of the main prompt leaves out
CLEARED = "\x1b[H\x1b[2J\x1b[3J"  # of a terminal: the screen, and what has scrolled away
ROLLS = ("r", "roll", "!")  # words that let the program roll
BACK, CANCEL, EXPLAIN = ("b", "<", "back"), ("x", "cancel"), ("?",)
UNSAID = (ENTER, *BACK, *CANCEL, *EXPLAIN)  # what answers no secret question for all to see


class Back(Exception):
    """Whoever answers wants the question before this one again."""


class Cancelled(Exception):
    """Whoever answers gives up what these questions are about."""


class Wished(Exception):
    """Whoever answers types one of the `Asker.wishes` instead of an answer; what follows it is typed ahead."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


class GivenUp(Cancelled):
    """Whoever answers gives up what these questions are about, and wants what `line` says instead."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


class Stopped(Exception):
    """Nobody answers any more: the end of the input, Ctrl-D on a terminal."""


@dataclass(frozen=True)
class Taken:
    """What a word typed ahead has answered: the question, its text with whose it is, the value, and that in words."""

    question: Question
    text: str
    value: Json
    words: str


def taken_text(taken: Sequence[Taken]) -> str:
    """What several words have answered, in one line."""
    return "; ".join(f"{one.text} {one.words}" for one in taken)


@dataclass(frozen=True)
class Command:
    """What was chosen at a main prompt, and the words that were typed after it."""

    value: Any
    rest: str = ""


class Asker(ABC):
    """Somebody who can be asked. `tell` puts a line of text before them.

    `scrolls`: what was said stays before them, line by line, and need not be said in full again. `handed_to` is the
    side that looks alone, by id, while the screen is handed over; empty: everybody looks.

    `at_table`: answers are facts of a battle, so nothing is taken that nobody stated. Enter then answers only where it
    has a default, and words typed ahead answer the questions that they fit (`bound`). `own_dice`: people roll their
    own, and nothing that was typed ahead has the program roll.
    """

    scrolls = False
    handed_to = ""
    at_table = False
    own_dice = False

    def __init__(self) -> None:
        self.ahead = Ahead()
        self.questions_put = 0  # questions that no word typed ahead has answered
        self._planned: tuple[str, deque[str]] = ("", deque())  # a side, and what it typed alone for its next secrets
        self._taken: list[Taken] = []  # what the words typed ahead have answered since that was said
        self.line_words: Callable[[Sequence[Taken]], str] = taken_text
        self.new_line: Callable[[str], str] = lambda line: ""  # asks whether to give up, where a line begins anew
        self.aside: Callable[[str], bool] = lambda word: False  # does what a word asks for beside a question, if it can
        self.after_clear: Callable[[], None] = lambda: None  # shows again what everybody should still see
        self.wishes: Sequence[str] = ()  # words that mean something of their own where no answer is called so
        self._listed: tuple[tuple[str, str], ...] = ()  # what the last main prompt listed

    @abstractmethod
    def show_and_read(self, view: View) -> str:
        """Show a question and get one line of text. Errors: `Stopped`."""

    @abstractmethod
    def tell(self, text: str) -> None:
        """Put text before whoever is asked."""

    def has_room(self, lines: int) -> bool:
        """Whether so many lines can stand on the screen beside a question."""
        return True

    def explain(self, text: str, view: View) -> None:
        """Put what was asked for with ``?`` before whoever is asked; then `view` is shown again."""
        self.tell(text)

    def show_pages(self, text: str) -> None:
        """Put a long text before whoever is asked, as it is laid out."""
        self.tell(text)

    def list_rare(self, view: View) -> None:
        """List the answers of a main prompt that its bar does not name."""
        rows = [(token, answer) for token, answer in zip(view.tokens, view.answers, strict=True) if token in view.rare]
        wide = max((len(token) for token, _ in rows), default=0)
        told = [f"  {token:<{wide}}  {', '.join(filter(None, (one.label, details_of(one))))}" for token, one in rows]
        self.tell("\n".join(told) or "That is all; ? lists every key.")

    @abstractmethod
    def clear(self) -> bool:
        """Take away all that stands on the screen; False where it is none, and everything stays."""

    # --- the screen in one hand ---

    def hand_to(self, side: str, name: str) -> None:
        """Hand the screen over to a side, unless it has it; what is typed then is not echoed. Errors: as `Cancelled`.

        Words that were typed ahead are forgotten: others may have typed them, or seen them.
        """
        if side and self.handed_to == side:
            return
        self.show_to_all()
        self._planned = ("", deque())
        if self.drop_ahead():
            self.tell("Answers typed ahead were dropped, because everybody could see them.")
        who = name or "the player who answers"
        if self.read(View(f"Hand the screen to {who}. Press Enter when nobody else can see it.")) in CANCEL:
            raise Cancelled
        self.handed_to = side or name or who

    def show_to_all(self, *, when_seen: bool = False) -> None:
        """Clear the screen and show it to everybody again; `when_seen`: not before whoever looks says so."""
        if not self.handed_to:
            return
        try:
            if when_seen:
                self.read(View("Press Enter to clear the screen."))
        finally:
            self.handed_to = ""
            self.drop_ahead()
            cleared = self.clear()
        self.tell("Everybody may look again.")
        if cleared:
            self.after_clear()

    def has_open_answer(self, question: Question) -> bool:
        """Whether a secret question needs no hand-over: its answer was typed for all to see, or planned alone before.

        Only an answer that everybody sees at once may be typed so, see `Question.openly`.
        """
        if not question.openly or self.handed_to == question.whose:
            return False
        return bool(self._open_words(question.whose)) and self._open_words(question.whose)[0] not in UNSAID

    def _open_words(self, side: str) -> deque[str]:
        """The words that answer a secret question of a side without a hand-over: typed ahead, else those planned."""
        return self.ahead.words or (self._planned[1] if self._planned[0] == side else deque())

    def take_open_answer(self, question: Question) -> Json:
        """The next of these answers, told to everybody. Errors: `NoMatch`, which tells of no card that is not open."""
        word = self._open_words(question.whose).popleft()
        found = match_answer(word, question.openly)
        self.tell(f"{address_question(question.side, question.text)} {taken_words(found.value, question.openly)}")
        return found.value

    def drop_plan(self) -> None:
        """Forget what a side planned alone."""
        self._planned = ("", deque())

    # --- words typed ahead ---

    def type_ahead(self, words: Iterable[str]) -> None:
        """These words answer the next questions."""
        self.ahead.add(words, by_kind=self.at_table)

    def forget_listed(self) -> None:
        """The next main prompt lists everything again, as if nothing had been listed."""
        self._listed = ()

    @property
    def has_ahead(self) -> bool:
        """Whether words that were typed ahead wait for a question."""
        return bool(self.ahead.words)

    def is_answered_ahead(self, question: Question) -> bool:
        """Whether a word typed ahead answers a question."""
        return self.ahead.has_answer(question, answers_of(question))

    def drop_ahead(self) -> list[str]:
        """Forget the words that no question has used, and give them back."""
        return self.ahead.drop()

    def say_unused(self) -> None:
        """Forget the words that no question has used, and say which: not the dots, for one Enter too many is none."""
        self.tell_line()
        if unused := [word for word in self.drop_ahead() if word != ENTER]:
            self.tell(f"Not used: {' '.join(unused)}")

    def note_taken(self, question: Question, value: Json) -> None:
        """A question was answered by a word of the line that nobody has seen it answer."""
        text = address_question(question.side, question.text)
        self._taken.append(Taken(question, text, value, taken_words(value, answers_of(question))))

    def tell_line(self) -> None:
        """Say what was taken of the words typed ahead: one answer with its question, several in one sentence."""
        if not self._taken:
            return
        taken, self._taken = self._taken, []
        if line := f"{taken[0].text} {taken[0].words}" if len(taken) == 1 else self.line_words(taken):
            self.tell(line)

    def read(self, view: View) -> str:
        """The next word typed ahead, or a line typed now; without spaces around it."""
        if not self.ahead.words:
            return self._read_shown(view)
        word = self.ahead.words.popleft()
        if not view.answers and not self.handed_to:
            self.tell(f"{view.text} {view.default or '' if word == ENTER else word}")
        return "" if word == ENTER else word

    def _read_shown(self, view: View) -> str:
        self.tell_line()
        line = self.show_and_read(view).strip()
        return "" if line == ENTER else line

    def read_dice(self, view: View) -> str:
        """The next of the dice typed ahead, or a line typed now. Only what stood behind a colon are dice.

        What no question has used was meant otherwise: it is named, and the dice are asked for.
        """
        if not self.at_table:
            return self.read(view)
        if not self.ahead.open_dice():
            self.say_unused()
        enters = self.ahead.enters_dice() and not self.own_dice
        if not enters and (not self.ahead.words or (self.own_dice and self.ahead.words[0] in ROLLS)):
            self.ahead.words.clear()
            self.ahead.begin_dice()
            return self._read_shown(view)
        self.tell_line()
        if enters:
            self.ahead.words.appendleft(ENTER)
        return self.read(view)

    def say_wrong(self, message: str) -> None:
        """Say what is wrong with what was typed, and which words after it are not used either."""
        self.tell_line()
        if dropped := self.drop_ahead():
            message += f" Not used either: {' '.join(dropped)}"
        self.tell(message)

    # --- questions ---

    def ask(
        self,
        question: Question,
        explain: Callable[[], str] = str,
        marked: Callable[[Sequence[Answer]], Sequence[Answer]] | None = None,
    ) -> Any:
        """The answer to a question, in its JSON form, or (see `Making.answered`) as it was offered.

        `marked` gives the answers anew beside those that are marked, where a menu marks several: the same ones, with
        other words. Errors: `Back`, `Cancelled`, `Stopped`.
        """
        answers = answers_of(question)
        view = replace(view_of(question, answers), marked=marked)
        while True:
            word, ahead = self._next_word(question, answers, view)
            view = replace(view, brief=True)
            if word.startswith("?") and not answer_help(word, answers) and self.aside(word):
                continue
            if word.startswith("?"):
                about = find_answers(word.removeprefix("?").strip(), answers)
                view = replace(
                    view, brief=False, pointed=answer_tokens(answers)[answers.index(about[0])] if about else ""
                )
                self.explain(answer_help(word, answers) or explain_question(question, answers, explain()), view)
                continue
            self._leave_if_asked(word, answers)
            try:
                value = self._value_of(question, answers, word)
            except (NoMatch, TabletopError) as wrong:
                if not self.aside(word):
                    self.say_wrong(mistake_words(wrong))
                continue
            if not question.secret:
                self._say_taken(question, view.text, word, value, ahead=ahead)
            if question.openly and self.handed_to == question.whose:
                self._planned = (question.whose, deque(self.drop_ahead()))
            return value

    def _value_of(self, question: Question, answers: Sequence[Answer], word: str) -> Json | Answer:
        """As `value_of`; those of a range that are not possible are named, and the others asked about."""
        try:
            return value_of(question, answers, word)
        except Gap as gap:
            if not self.confirm(gap.text):
                raise NoMatch("Name those that you mean.") from None
            return check_number(question, gap.values)

    def _next_word(self, question: Question, answers: Sequence[Answer], view: View) -> tuple[str, bool]:
        """The word that answers a question, and whether it was typed ahead."""
        if not self.at_table:
            ahead = self.has_ahead
            word = self.read(view)
            alone = not answers or question.many or word.startswith("?") or is_typed(question, word)
            return word if alone else self._first_of(word, answers), ahead
        wishes = not isinstance(question.kind, Text)
        if wishes and self.ahead.words and self._is_wish(self.ahead.words[0], answers):
            raise Wished(self.ahead.take_first())
        if (taken := self.ahead.take(question, answers)) is not None:
            return taken, True
        if waiting := self.ahead.take_news():
            self.tell_line()
            self.tell(f"Kept for a later question: {' '.join(waiting)}")
        self.questions_put += 1
        line = self._read_shown(view)
        if line.startswith("?") or not line:
            return line, False
        if wishes:
            self.grant_wish(line, answers)
        if (text := self.new_line(line)) and not fits_question(line.split()[0], question, answers):
            self._ask_to_give_up(text, line)
        return self.ahead.first_of(line, question, answers), False

    def _ask_to_give_up(self, text: str, line: str) -> None:
        """A line that begins something else while a question is open. Errors: `GivenUp`."""
        self.drop_ahead()
        if self.confirm(text):
            raise GivenUp(line)

    def _say_taken(self, question: Question, text: str, word: str, value: Json, *, ahead: bool) -> None:
        answers = answers_of(question)
        if ahead and self.at_table:
            typed = "" if answers else word or question.kind.to_words(value)
            words = typed or taken_words(value, answers)
            self._taken.append(Taken(question, text, value, words))
        elif not answers:
            return
        elif ahead:
            self.tell(f"{text} {taken_words(value, answers)}")
        elif word != value or not self.scrolls:
            self.echo_answer(text, word, taken_words(value, answers))

    def echo_answer(self, text: str, word: str, words: str) -> None:
        """Say in full words what was taken: people press a number and mean a thing, and a menu is gone by then."""
        self.tell(f"{text} {words}")

    def confirm(self, text: str, default: bool | None = None) -> bool:
        """Yes or no. Errors: `Cancelled`, `Back`, `Stopped`."""
        given, put = NO_DEFAULT if default is None else default, self.questions_put
        wishes, self.wishes = self.wishes, ()
        try:
            said = bool(self.ask(Question("", text, default=given)))
        finally:
            self.wishes = wishes
        self.questions_put = put  # nothing is answered by it that another might be asked
        return said

    def ask_path(self, text: str, side: str = "") -> str:
        """The path of a file."""
        return str(self.ask(Question("path", text, Text(), side=side)))

    def choose(self, text: str, answers: Sequence[Answer], default: Json = NO_DEFAULT) -> Any:
        """One of some answers. Errors: `Back`, `Cancelled`, `Stopped`."""
        return self.ask(Question("", text, answers=tuple(answers), default=default))

    def ask_command(
        self,
        text: str,
        answers: Sequence[Answer],
        *,
        unlisted: Sequence[Answer] = (),
        also: Sequence[Answer] = (),
        default: Json = NO_DEFAULT,
        dice: AnyRequest | None = None,
        hint: str = "",
        counted: str = "",
        bar: Sequence[str] = (),
        rare: Sequence[Answer] = (),
        above: Sequence[str] = (),
        order: Callable[[str], Any] = lambda line: None,
    ) -> Command:
        """One of the answers of a main prompt, of the `unlisted`, or of the commands in `also`; with what follows it.

        Barred answers are not listed; whoever types one is told why. `counted` is what a number stands for, such as
        an entry: whoever types one that is not there is told so. `dice` are what the default rolls first: whoever
        types their faces alone means both. With a `bar` of keys the answers are not listed, but for the `rare` ones
        where somebody types ``+``; `above` are lines above it on a terminal. `order` reads a line that begins
        otherwise, such as with whoever acts, or gives None. Errors: `Stopped`.
        """
        everything = (*answers, *unlisted)
        typed = tuple(answer_tokens(everything))[: len(answers)]
        words = tuple((answer.key, answer.label) for answer in answers)
        brief, self._listed = words == self._listed, words
        known = (*answers, *also)
        enter = token_of(default, known, (*typed, *(one.key or str(one.value) for one in also)))
        view = View(text, tuple(answers), typed, enter, hint=hint, brief=brief, hides_barred=True)
        less = tuple(token for token, answer in zip(typed, answers, strict=True) if answer in rare)
        view = replace(view, dice=dice is not None, typed=self.at_table, bar=tuple(bar), rare=less, above=tuple(above))
        while True:
            line = " ".join(self.drop_ahead()) or self._read_shown(view)
            if bar and line.startswith(MORE):
                line = line.removeprefix(MORE).strip()
                if not line:
                    self.list_rare(view)
                    continue
            if bar and COLON in line.partition(" ")[0]:
                line = line.replace(COLON, f" {COLON} ", 1).strip()  # ``.:20``
            if (ordered := order(line)) is not None:
                return Command(ordered)
            word, _, rest = ("?", "", line[1:]) if line.startswith("?") else line.partition(" ")
            second, _, others = rest.partition(" ")
            if second and is_named(word + second, everything) and not is_named(word, everything):
                word, rest = word + second, others  # ``k b3`` for kb3
            if word in ("", ENTER) and default is not NO_DEFAULT:
                return Command(default, rest)
            if not word:
                view = replace(view, brief=False)
                continue
            try:
                return Command(match_command(word, everything, also).value, rest.strip())
            except NoMatch as wrong:
                if dice is not None and (faces := faces_alone(line, dice)):
                    return Command(default, faces)
                view = replace(view, brief=True)
                strange = bool(counted) and word.isdecimal()
                self.say_wrong(f"No {counted} {word}; ? for help." if strange else mistake_words(wrong))

    def _first_of(self, text: str, answers: Sequence[Answer]) -> str:
        """The first of several words typed at once; the others answer the questions that follow."""
        first, *others = text.split() or [""]
        if not others or find_answers(text, answers):
            return text
        self.ahead.put_back(others)
        return "" if first == ENTER else first

    def grant_wish(self, text: str, answers: Sequence[Answer] = ()) -> None:
        """Take one of the `wishes`, where no answer is called so; words after it are typed ahead. Errors: `Wished`."""
        word, _, rest = text.partition(" ")
        if self._is_wish(word, answers):
            self.ahead.put_line_before(rest.split())
            raise Wished(word)

    def _is_wish(self, word: str, answers: Sequence[Answer]) -> bool:
        return word in self.wishes and not _is_answer(word, answers)

    def _leave_if_asked(self, word: str, answers: Sequence[Answer]) -> None:
        """Go back or give up, where this word is none of the answers."""
        exact = _is_answer(word, answers)
        if word in BACK and not exact:
            self.drop_ahead()
            raise Back
        if word in CANCEL and not exact:
            self.drop_ahead()
            raise Cancelled


def _is_answer(word: str, answers: Sequence[Answer]) -> bool:
    """Whether an answer is called exactly so."""
    return word in answer_tokens(answers) or any(word == str(answer.value) for answer in answers)


def mistake_words(wrong: Exception) -> str:
    """What is wrong with what was typed, and what to do about it, as sentences."""
    if not isinstance(wrong, TabletopError):
        return str(wrong)
    said = [text.strip().rstrip(".") for text in (wrong.message, wrong.hint)]
    ended = [text if text.endswith("?") else f"{text}." for text in said if text]
    return " ".join(f"{one[0].upper()}{one[1:]}" if at else one for at, one in enumerate(ended))

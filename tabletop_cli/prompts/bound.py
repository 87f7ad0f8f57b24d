"""The words of a line, bound to the questions that they fit: by their kind first, then in the order of speech.

An id or a name answers the next question that lists it, a number with a unit the number question of that unit, and a
word of three letters or more the question that has an answer beginning so. Keys, plain numbers and dots answer in
order. A word that fits nothing yet waits for a later question. Dice are only what follows a colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field

from ..core.errors import TabletopError
from ..core.play.question import NO_DEFAULT, Answer, Question
from ..core.records import dataclass
from .match import NoMatch, find_answers, is_id
from .meant import Gap, is_typed, names_unit, picks_of, value_of

ENTER = "."  # stands for Enter among words typed ahead
ENTER_ALL = ".."  # Enter for every further question of the event that has a default
COLON = ":"  # what follows it are dice
LETTERS = 3  # as many begin a word that is looked for in every question

_NUMBER = re.compile(r"[\d./]+")


@dataclass(frozen=True)
class Line:
    """What somebody typed in one go: words for questions, dice, and whether Enter answers what else has a default."""

    words: tuple[str, ...] = ()
    dice: tuple[str, ...] = field(default=())
    enters_rest: bool = False


def split_line(typed: Iterable[str]) -> Line:
    """The words of a line, before and behind its colon, without the two dots."""
    before, _, behind = " ".join(typed).partition(COLON)
    words = before.split()
    kept = tuple(word for word in words if word != ENTER_ALL)
    dice = tuple(behind.replace(COLON, " ").split())
    return Line(kept, dice, len(kept) < len(words))


def pick_word(words: Sequence[str], question: Question, answers: Sequence[Answer], *, enters: bool) -> int | None:
    """Which of some words answers a question: its place; -1 for Enter, None where people have to be asked.

    The word that is found may be wrong here: then nothing else can be meant, and people are told so.
    """
    if words and not answers and not _wants_number(question):
        return _pick_text(words, question, enters=enters)
    if question.typed and fitting_words(words, question, answers) > 1:
        return 0  # a value of several words, such as b1 2 b2 1
    ordered = next((at for at, word in enumerate(words) if not has_own_kind(word)), None)
    by_kind = [at for at, word in enumerate(words) if has_own_kind(word) and fits_question(word, question, answers)]
    if ordered is not None and _calls_id(words[ordered], question, answers):
        by_kind.append(ordered)
    if by_kind:
        return min(by_kind)
    has_default = question.default is not NO_DEFAULT
    if ordered is not None and words[ordered] == ENTER:
        return ordered
    if ordered is not None and fits_question(words[ordered], question, answers):
        return ordered
    if enters and has_default:
        return -1
    if ordered is not None and not _may_wait(words[ordered], answers):
        return ordered
    return _barred_word(words, answers)


def has_own_kind(word: str) -> bool:
    """Whether a word says by itself what it is for: an id, a number with its unit, or letters enough for a word."""
    letters = sum(letter.isalpha() for letter in word)
    return letters >= LETTERS or (letters > 0 and any(letter.isdecimal() for letter in word))


def fits_question(word: str, question: Question, answers: Sequence[Answer]) -> bool:
    """Whether a word answers a question as far as its words tell."""
    if not answers:
        return _reads(word, question, answers) and (not has_own_kind(word) or names_unit(word, question.text))
    if question.many:
        return _reads(word, question, answers)
    return is_typed(question, word) or any(not answer.barred for answer in find_answers(word, answers))


def fitting_words(words: Sequence[str], question: Question, answers: Sequence[Answer]) -> int:
    """How many words at the beginning of a line are one answer to a question, 0 where they are none."""
    if answers and not question.many and not question.typed:
        return len(words) if find_answers(" ".join(words), answers) else 0
    return next((n for n in range(len(words), 0, -1) if _reads(" ".join(words[:n]), question, answers)), 0)


def _reads(text: str, question: Question, answers: Sequence[Answer]) -> bool:
    try:
        value_of(question, answers, text)
    except (NoMatch, TabletopError):
        return False
    except Gap:
        return True
    return True


def _pick_text(words: Sequence[str], question: Question, *, enters: bool) -> int | None:
    """The same for a text or several words that are typed: the first word, unless Enter answers or it is for others."""
    if words[0] == ENTER or fitting_words(words, question, ()):
        return 0
    if enters and question.default is not NO_DEFAULT:
        return -1
    return None if has_own_kind(words[0]) else 0


def _wants_number(question: Question) -> bool:
    """Whether a question without answers is for a number, and not for a text or several words."""
    return _reads("1", question, ()) and not _reads("abc", question, ())


def _calls_id(word: str, question: Question, answers: Sequence[Answer]) -> bool:
    """Whether a word in order is short for an id that a question lists."""
    if question.many:
        return any(is_id(one) for one in picks_of(answers, word))
    return any(is_id(answer.value) and not answer.barred for answer in find_answers(word, answers))


def _may_wait(word: str, answers: Sequence[Answer]) -> bool:
    """Whether a word in order may be for a later question.

    It may if it is a number where nothing here is called by numbers, or several letters that fit nothing here, for they
    may be short for an id.
    """
    called = any(is_id(answer.value) or type(answer.value) is int for answer in answers)
    if _NUMBER.fullmatch(word):
        return bool(answers) and not called
    return len(word) > 1 and bool(answers) and not find_answers(word, answers)


def _barred_word(words: Sequence[str], answers: Sequence[Answer]) -> int | None:
    """The first word that names something that is not possible now; people hear why."""
    return next((at for at, word in enumerate(words) if find_answers(word, answers)), None)

"""What a word that somebody types stands for: an answer, several of them, a command, or a value of the kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from ..core.data import Json
from ..core.declare.composed import ListOf
from ..core.declare.kinds import OneOf, YesNo
from ..core.errors import TabletopError
from ..core.play.question import NO_DEFAULT, Answer, Question
from .match import NoMatch, answer_tokens, find_answers, full_label, is_named, match_answer

YES_NO = (Answer(True, "yes", "y"), Answer(False, "no", "n"))
_NONE, _ALL = ("-", "none"), ("*", "all")


def answers_of(question: Question) -> tuple[Answer, ...]:
    """The answers that are offered: the question's own, or those that its kind implies."""
    kind = question.kind.item if isinstance(question.kind, ListOf) and question.many else question.kind
    if question.answers:
        return question.answers
    if isinstance(kind, YesNo):
        return YES_NO
    return tuple(Answer(value, str(value)) for value in kind.values) if isinstance(kind, OneOf) else ()


def is_typed(question: Question, words: str) -> bool:
    """Whether all of these words are one value that may be typed besides the answers."""
    with suppress(TabletopError):
        return question.typed and bool(question.kind.from_words(words, ""))
    return False


def value_of(question: Question, answers: Sequence[Answer], word: str) -> Json | Answer:
    """The value that a word stands for, or the answer with all that comes with it. Errors: `NoMatch`, `Malformed`."""
    if not word:
        if question.default is NO_DEFAULT:
            raise NoMatch("Please answer; ? explains the question.")
        return question.default
    if question.many and answers:
        chosen = _choose_several(answers, word)
        if isinstance(question.kind, ListOf) and not question.kind.minimum <= len(chosen) <= question.kind.maximum:
            question.kind.read(chosen, "")  # says how many are allowed
        return chosen
    if answers:
        return _choose_one(question, answers, word)
    return question.kind.from_words(_without_unit(word, question.text), "")


def _without_unit(word: str, asked: str) -> str:
    """A number without the unit that a question names: ``20`` for 20 cm; a unit that it does not name stays."""
    found = re.fullmatch(r"(.*\d)\s*([a-z]+)", word.strip(), re.IGNORECASE)
    return found[1] if found and re.search(rf"\b{found[2]}\b", asked, re.IGNORECASE) else word


def _choose_one(question: Question, answers: Sequence[Answer], word: str) -> Json | Answer:
    """One of the answers, itself where others may have its value; or what may be typed besides.

    Errors: `NoMatch`; `Malformed` where what was typed is the beginning of no answer either.
    """
    if question.typed and word not in answer_tokens(answers):
        try:
            return Answer(question.kind.from_words(word, ""), word)
        except TabletopError:
            if not find_answers(word, answers):
                raise
    found = match_answer(word, answers)
    alike = sum(one.value == found.value for one in answers) > 1
    return found if found.also or alike else found.value


def match_command(word: str, answers: Sequence[Answer], also: Sequence[Answer]) -> Answer:
    """One of the answers, or one of the commands by its key or its name. Errors: `NoMatch`.

    Keys go before beginnings, and what cannot be chosen now is told only where the word means nothing else.
    """
    if not is_named(word, answers):
        if (by_key := next((command for command in also if word == command.key), None)) is not None:
            return by_key
        named = [command for command in also if len(word) > 1 and str(command.value).startswith(word.casefold())]
        if named and all(answer.barred for answer in find_answers(word, answers)):
            return named[0]
    return match_answer(word, answers)


def taken_words(value: Json, answers: Sequence[Answer]) -> str:
    """What was chosen, in full words: ids with their names."""
    if isinstance(value, Answer):
        return full_label(value)
    if isinstance(value, list | tuple) and not any(answer.value == value for answer in answers):
        return ", ".join(_id_or_label(one, answers) for one in value) or "none"
    found = next((one for one in answers if one.value == value and type(one.value) is type(value)), None)
    if found is None:
        return "none" if value is None else str(value)
    return full_label(found)


def _id_or_label(value: Json, answers: Sequence[Answer]) -> str:
    return value if isinstance(value, str) else taken_words(value, answers)


def _range_values(word: str, answers: Sequence[Answer]) -> list[Json]:
    """The answers from one to another: ``11-15``; empty where the word is no range."""
    first, dash, last = word.rpartition("-")
    ends = [find_answers(end, answers) for end in (first, last)]
    if not dash or find_answers(word, answers) or not all(len(found) == 1 for found in ends):
        return []
    low, high = (answers.index(found[0]) for found in ends)
    return [answer.value for answer in answers[low : high + 1] if not answer.barred]


def _choose_several(answers: Sequence[Answer], text: str) -> list[Json]:
    if text.casefold() in _NONE:
        return []
    if text.casefold() in _ALL:
        return [answer.value for answer in answers if not answer.barred]
    chosen: list[Json] = []
    for word in text.replace(",", " ").split():
        for value in _range_values(word, answers) or [match_answer(word, answers).value]:
            if value in chosen:
                raise NoMatch(f"{word!r} is there twice.")
            chosen.append(value)
    return chosen

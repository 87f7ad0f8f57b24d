"""What a word that somebody types stands for: an answer, several of them, a command, or a value of the kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from ..core.data import Json
from ..core.declare.composed import ListOf
from ..core.declare.kinds import OneOf, Ref, YesNo
from ..core.errors import TabletopError
from ..core.play.question import NO_DEFAULT, Answer, Question
from .match import (
    NoMatch,
    answer_tokens,
    find_answers,
    full_label,
    is_id,
    is_named,
    match_answer,
    natural_key,
    why_barred,
)

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
        return question.typed and bool(question.kind.from_words(_without_unit(words, question.text), ""))
    return False


def value_of(question: Question, answers: Sequence[Answer], word: str) -> Json | Answer:
    """The value that a word stands for, or the answer with all that comes with it. Errors: `NoMatch`, `Malformed`."""
    if not word:
        if question.default is NO_DEFAULT:
            raise NoMatch("Please answer; ? explains the question.")
        return question.default
    if question.many and answers:
        return check_number(question, choose_several(answers, word))
    if answers:
        return _choose_one(question, answers, word)
    return question.kind.from_words(_without_unit(word, question.text), "")


def check_number(question: Question, chosen: list[Json]) -> list[Json]:
    """Picks, as many as a question allows. Errors: `Malformed`."""
    if isinstance(question.kind, ListOf) and not question.kind.minimum <= len(chosen) <= question.kind.maximum:
        question.kind.read(chosen, "")  # says how many are allowed
    return chosen


_WITH_UNIT = re.compile(r"(.*\d)\s*([a-z]+)", re.IGNORECASE)


def names_unit(word: str, asked: str) -> bool:
    """Whether a word is a number with the unit that a question names: ``20cm``."""
    found = _WITH_UNIT.fullmatch(word.strip())
    return found is not None and re.search(rf"\b{found[2]}\b", asked, re.IGNORECASE) is not None


def _without_unit(word: str, asked: str) -> str:
    """A number without the unit that a question names: ``20`` for 20 cm; a unit that it does not name stays."""
    found = _WITH_UNIT.fullmatch(word.strip())
    return found[1] if found and names_unit(word, asked) else word


def _choose_one(question: Question, answers: Sequence[Answer], word: str) -> Json | Answer:
    """One of the answers, itself where others may have its value; or what may be typed besides.

    Errors: `NoMatch`; `Malformed` where what was typed is the beginning of no answer either.
    """
    if question.typed and word not in answer_tokens(answers) and not _is_short_for(question, answers, word):
        try:
            return Answer(question.kind.from_words(_without_unit(word, question.text), ""), word)
        except TabletopError:
            if not find_answers(word, answers):
                raise
    found = match_answer(word, answers)
    alike = sum(one.value == found.value for one in answers) > 1
    return found if found.also or alike else found.value


def _is_short_for(question: Question, answers: Sequence[Answer], word: str) -> bool:
    """Whether a word is short for an answer where ids may be typed, or a single letter, which is no id."""
    if not isinstance(question.kind, Ref) and not isinstance(getattr(question.kind, "item", None), Ref):
        return False
    return len(word) == 1 or len(find_answers(word, answers)) == 1


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


class Gap(Exception):
    """A range of ids has some in it that are not possible now; `values` are the others."""

    def __init__(self, values: list[Json], barred: Sequence[Answer]) -> None:
        self.values = values
        self.text = f"Not {'; '.join(map(why_barred, barred))}. The other {len(values)}?"
        super().__init__(self.text)


def _range_answers(word: str, answers: Sequence[Answer]) -> list[Answer]:
    """The answers from one id to another by their numbers, whatever the order of the list; empty for no range."""
    first, dash, last = word.rpartition("-")
    ends = [find_answers(end, answers) for end in (first, last)]
    if not dash or find_answers(word, answers) or not all(len(found) == 1 for found in ends):
        return []
    low, high = (natural_key(str(found[0].value)) for found in ends)
    between = [answer for answer in answers if is_id(answer.value) and low <= natural_key(answer.value) <= high]
    return sorted(between, key=lambda answer: natural_key(str(answer.value)))


def picks_of(answers: Sequence[Answer], text: str) -> list[Json]:
    """What a text picks of some answers; nothing where it is no list of them."""
    try:
        return choose_several(answers, text)
    except NoMatch:
        return []
    except Gap as gap:
        return gap.values


def choose_several(answers: Sequence[Answer], text: str) -> list[Json]:
    """What a text picks of some answers. Errors: `NoMatch`; `Gap` where some of a range cannot be picked now."""
    if text.casefold() in _NONE:
        return []
    if text.casefold() in _ALL:
        return [answer.value for answer in answers if not answer.barred]
    chosen: list[Json] = []
    barred: list[Answer] = []
    for word in text.replace(",", " ").split():
        for answer in _range_answers(word, answers) or [match_answer(word, answers)]:
            if answer.value in chosen:
                raise NoMatch(f"{word!r} is there twice.")
            if answer.barred:
                barred.append(answer)
            else:
                chosen.append(answer.value)
    if barred and chosen:
        raise Gap(chosen, barred)
    if barred:
        raise NoMatch(f"{why_barred(barred[0])}.")
    return chosen

"""What somebody typed, as one of the answers: by number, by key, or by the unambiguous start of a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeGuard

from ..core.data import Json
from ..core.play.question import Answer

LETTERS = 3  # of an id that has a number, without that number
SHOWN = 3  # outcomes that are told beside an answer


class NoMatch(Exception):
    """What was typed is none of the answers; the message says what is possible."""


def answer_tokens(answers: Sequence[Answer]) -> list[str]:
    """What to type for each answer: its key, else its value where that is a number or an id, else a number of its own.

    A number that stands for an answer is always shown beside it; nothing is ever meant by its place in a list.
    """
    found: list[str] = []
    for answer in answers:
        own = answer.key or (
            _value_word(answer.value) if not isinstance(answer.value, str) or is_id(answer.value) else ""
        )
        found.append(own if own not in found else "")
    numbers = (str(n) for n in range(1, 2 * len(answers) + 2) if str(n) not in found)
    return [token or next(numbers) for token in found]


def _value_word(value: Json) -> str:
    """The value as it may be typed; empty for one that is no word."""
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _answer_names(answer: Answer, letters: int) -> list[str]:
    """What an answer may be called by its beginning: an id with a number, such as goo-1, not by one or two letters."""
    names = [name.casefold() for name in (answer.key, _value_word(answer.value), answer.label)]
    own = _value_word(answer.value).casefold() if is_id(answer.value) and letters < LETTERS else ""
    return [name for name in names if not (own and name.startswith(own))]


def details_of(answer: Answer) -> str:
    """What is said of an answer behind its name: what comes first, its details, the likeliest of what it leads to."""
    return ", ".join(filter(None, (answer.first, further_of(answer))))


def further_of(answer: Answer) -> str:
    """The same without what comes first."""
    return ", ".join(filter(None, (answer.detail, likely_of(answer))))


def likely_of(answer: Answer) -> str:
    """The likeliest of what an answer leads to."""
    likely = sorted(answer.chances.items(), key=lambda one: -one[1])[:SHOWN]
    return ", ".join(f"{name} {round(float(chance) * 100)}%" for name, chance in likely)


def match_answer(text: str, answers: Sequence[Answer]) -> Answer:
    """The answer that is meant. Errors: `NoMatch` for none, several, or one that is barred."""
    found = find_answers(text, answers)
    if not found or (len(found) > 1 and all(answer.barred for answer in found)):
        raise NoMatch(f"{_short_quote(text)} is not possible here. {possible_text(answers)}")
    if len(found) > 1:
        raise NoMatch(
            f"{_short_quote(text)} could be {_either_text([full_label(answer) for answer in found])}. Type more of it."
        )
    if found[0].barred:
        raise NoMatch(f"{why_barred(found[0])}.")
    return found[0]


def find_answers(text: str, answers: Sequence[Answer]) -> list[Answer]:
    """The answers that a text may mean: exact ones if there are any, then ids by their numbers, then beginnings."""
    if not text:
        return []
    typed = answer_tokens(answers)
    spellings: tuple[Callable[[str], str], ...] = (str, str.casefold)
    for same in spellings:
        word = same(text)
        exact = [
            a for a, token in zip(answers, typed, strict=True) if word in (same(token), same(_value_word(a.value)))
        ]
        if exact:
            return exact[:1]
    whole = [answer for answer in answers if answer.label.casefold() == text.casefold()]
    if len(whole) == 1:
        return whole
    word = text.casefold()
    ids = [answer for answer in answers if is_id(answer.value)]
    for calls in (_is_without_dash, _begins_with_digits, _is_its_digits, _is_last_number):
        if found := [answer for answer in ids if calls(word, str(answer.value))]:
            return _free_first(found)
    if text.isdecimal():
        return []
    begins = [answer for answer in answers if any(name.startswith(word) for name in _answer_names(answer, len(word)))]
    return _free_first(begins or [answer for answer in answers if _is_initials(word, answer.value)])


def is_named(text: str, answers: Sequence[Answer]) -> bool:
    """Whether a text is exactly what is typed for one of the answers, capitals and all."""
    return text in answer_tokens(answers)


def full_label(answer: Answer) -> str:
    """An answer as it is told: things on the table with their id."""
    value, label = answer.value, answer.label
    return f"{value} {label}" if is_id(value) and value not in label else label


def why_barred(answer: Answer) -> str:
    """Why an answer cannot be chosen, with its name where the reason does not begin with that."""
    own = isinstance(answer.value, str) and answer.barred.startswith(answer.value)
    return answer.barred if own else f"{full_label(answer)}: {answer.barred}"


def _free_first(found: list[Answer]) -> list[Answer]:
    """Those that can be chosen; where none can, those that cannot."""
    return [answer for answer in found if not answer.barred] or found


def is_id(value: Json) -> TypeGuard[str]:
    """Whether a value is the id of a thing on the table: letters and numbers, like ``a1-2``."""
    return isinstance(value, str) and any(letter.isdecimal() for letter in value)


def _is_without_dash(word: str, value: str) -> bool:
    """``a12`` for a1-2."""
    return word == "".join(letter for letter in value.casefold() if letter.isalnum())


def _begins_with_digits(word: str, value: str) -> bool:
    """``r14`` for rf1-4: letters that begin the id, and all its digits."""
    letters = word.rstrip("0123456789")
    digits = word[len(letters) :]
    return letters.isalpha() and value.casefold().startswith(letters) and digits == _digits_of(value)


def _is_its_digits(word: str, value: str) -> bool:
    """``12`` for a1-2, ``3`` for b3-vyper."""
    return word == _digits_of(value)


def _is_last_number(word: str, value: str) -> bool:
    """``2`` for a1-2; nothing for an id that does not end in a number."""
    return word == value[len(value.rstrip("0123456789")) :]


def _is_initials(word: str, value: Json) -> bool:
    """``gg`` for guard-gun, ``cb`` for column-b: the first letters of its parts."""
    return isinstance(value, str) and "-" in value and word == "".join(part[:1] for part in value.casefold().split("-"))


def _digits_of(value: str) -> str:
    return "".join(letter for letter in value if letter.isdecimal())


def natural_key(value: str) -> tuple[tuple[int, str], ...]:
    """What ids are sorted by: a1-2 before a1-10."""
    parts = re.findall(r"\d+|\D+", value)
    return tuple((int(part), "") if part.isdecimal() else (-1, part) for part in parts)


def possible_text(answers: Sequence[Answer]) -> str:
    """What can be typed, in one short sentence."""
    free = [token for token, answer in zip(answer_tokens(answers), answers, strict=True) if not answer.barred]
    if not free:
        return "Nothing can be chosen now."
    return f"Possible: {', '.join(free[:24])}{', ...' if len(free) > 24 else '.'}"


def _either_text(words: Sequence[str]) -> str:
    shown = [word if len(word) <= 40 else word[:37] + "..." for word in words[:4]]
    return f"{', '.join(shown[:-1])} or {shown[-1]}" + (", or others" if len(words) > 4 else "")


def _short_quote(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")

"""What people type for a value: JSON where it is some, several words, the beginning of a word, a number with a half."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from ..data import Json, KeyTwice, parse_json
from ..errors import Malformed

_WORD = re.compile(r'"([^"]*)"|([^\s,]+)')
_FRACTION = re.compile(r"(?P<sign>-?)(?:(?P<whole>[0-9]{1,15}) +)?(?P<above>[0-9]{1,30})/(?P<below>[0-9]{1,30})")


def json_or_text(text: str) -> Json:
    """What was typed as JSON where it is some, else as text. Errors: `Malformed` for a key that stands twice."""
    try:
        return parse_json(text)
    except KeyTwice as twice:
        raise Malformed(str(twice), hint="leave one of them") from None
    except (ValueError, RecursionError):
        return text


def split_words(text: str) -> list[str]:
    """The words of a text, between commas and blanks; what stands in quotes is one word: ``a, b "the third"``."""
    return [quoted or plain for quoted, plain in _WORD.findall(text)]


def join_words(words: Iterable[str]) -> str:
    """The inverse of `split_words`: with commas between, and quotes around words that hold a comma or a blank."""
    return ",".join(word if re.fullmatch(r'[^\s,"]+', word) else f'"{word}"' for word in words)


def match_words(text: str, words: Iterable[str]) -> list[str]:
    """The words that a text may mean: those that begin with it, in small letters or large ones; none for no text."""
    begin = text.strip().casefold()
    return [word for word in words if begin and word.casefold().startswith(begin)]


def fraction_of(text: str) -> Fraction | None:
    """A fraction as people write it, exact: ``1/2``, ``7 1/2``, ``-3/2``; None for any other text."""
    found = _FRACTION.fullmatch(text.strip())
    if not found or not int(found["below"]):
        return None
    exact = int(found["whole"] or 0) + Fraction(int(found["above"]), int(found["below"]))
    return -exact if found["sign"] else exact

"""Dice and cards that somebody has on the table and types: `34516` in one go, or with blanks and commas between.

What a text means depends on what is rolled, so it is parted when that is known: each digit is a die of up to 9 sides,
each number a die with more, each word (or its clear beginning) a card.
"""

from __future__ import annotations

import re
from collections import deque

from ..declare.kinds import did_you_mean
from ..declare.matching_words import match_words
from ..errors import BadDice
from .cards import Cards
from .requests import Face, Group

_PART = re.compile(r'"([^"]*)"|([^\s,;/|"]+)')
MOST_DIGITS = 6  # of one face: no die has more
ONE_DIGIT = 9  # sides of a die whose faces may be typed without anything between


class TypedFaces:
    """A text that is taken apart group by group, in rolling order."""

    def __init__(self, text: str) -> None:
        self._parts = deque(quoted or plain for quoted, plain in _PART.findall(text))
        self._begun = ""  # digits that are left of a part
        self._last: Group | None = None

    def take_faces(self, group: Group, needed: int) -> list[Face]:
        """The faces of a group, fewer where the text ends. Errors: `BadDice` for a word that shows nothing."""
        self._last = group
        found: list[Face] = []
        while len(found) < group.n and (self._begun or self._parts):
            if isinstance(group, Cards):
                found.append(self._take_card(group, needed))
            else:
                found.append(self._take_digit(needed) if group.sides <= ONE_DIGIT else self._take_number(group, needed))
        return found

    @property
    def left(self) -> int:
        """How many faces are left, if they are of the kind that was taken last."""
        few = self._last is None or (self._last.sides <= ONE_DIGIT and not isinstance(self._last, Cards))
        parts = [*filter(None, [self._begun]), *self._parts]
        return sum(len(part) if few and part.isdecimal() else 1 for part in parts)

    def _take_digit(self, needed: int) -> int:
        part = self._begun or self._parts.popleft()
        self._begun = _check_digits(part, needed)[1:]
        return int(part[0])

    def _take_number(self, group: Group, needed: int) -> int:
        hint = f"dice with {group.sides} sides: put spaces between the faces, like 12 3 20"
        if self._begun:
            raise BadDice(f"{self._begun[:20]!r} is not a die; {hint}", needed=needed)
        part = _check_digits(self._parts.popleft(), needed)
        if len(part) > MOST_DIGITS:
            raise BadDice(hint, needed=needed)
        return int(part)

    def _take_card(self, group: Cards, needed: int) -> str:
        part = self._begun or self._parts.popleft()
        self._begun = ""
        names = [card for card, _ in group.deck]
        if part in names:
            return part
        held = [card for card, _ in group.held]
        found = [] if part in held else match_words(part, names)
        if len(found) == 1:
            return found[0]
        if not found and len(already := match_words(part, held)) == 1:
            raise BadDice(f"{already[0]!r} is in hand already: name only the {group.n} drawn now", needed=needed)
        why = f"could be {' or '.join(found[:4])}" if found else "is not a card of this deck"
        raise BadDice(f"{part[:40]!r} {why}", needed=needed, hint="" if found else did_you_mean(part, names))


def _check_digits(part: str, needed: int) -> str:
    """The same part, if it is a number. Errors: `BadDice`."""
    if not (part.isascii() and part.isdigit()):
        raise BadDice(f"{part[:20]!r} is not a die: type digits only", needed=needed)
    return part


def how_many(text: str, group: Group) -> int:
    """How many faces a text has, if all are of one kind. Errors: `BadDice` for a word that shows nothing."""
    typed = TypedFaces(text)
    return len(typed.take_faces(group, 0)) + typed.left

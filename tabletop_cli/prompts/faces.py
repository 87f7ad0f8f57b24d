"""Dice that somebody rolled on the table and types: `34516` in one go, or with spaces and commas between."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..core.dice.handlers import check_faces
from ..core.dice.requests import Group
from ..core.errors import BadDice

_BETWEEN = re.compile(r"[\s,;/|]+")
MOST_DIGITS = 6  # of one face: no die has more


def parse_faces(text: str, groups: Sequence[Group]) -> tuple[int, ...]:
    """The faces for all these dice. Errors: `BadDice` with what is wrong: a letter, the count, or a face."""
    sides = tuple(group.sides for group in groups for _ in range(group.n))
    faces = split_faces(text, max(sides, default=6))
    if len(faces) != len(sides):
        raise BadDice(f"{counted(len(faces))} typed, {len(sides)} needed: {in_words(groups)}", needed=len(sides))
    return check_faces(faces, sides, len(sides))


def split_faces(text: str, most: int = 6) -> list[int]:
    """The numbers in a text: every digit is a die, unless dice have more than 9 sides. Errors: `BadDice`."""
    words = [word for word in _BETWEEN.split(text) if word]
    for word in words:
        if not (word.isascii() and word.isdigit()):
            raise BadDice(f"{word[:20]!r} is no face of a die: type digits only", needed=0)
    if most <= 9:
        return [int(digit) for word in words for digit in word]
    for word in words:
        if len(word) > MOST_DIGITS:
            raise BadDice(f"dice with {most} sides: put spaces between the faces, like 12 3 20", needed=0)
    return [int(word) for word in words]


def counted(n: int) -> str:
    return "1 die" if n == 1 else f"{n} dice"


def in_words(groups: Sequence[Group]) -> str:
    """The dice of a roll for people: `3d6`, or with labels `attacker 3d6, defender 2d6`."""
    dice = [group for group in groups if group.n]
    if len(dice) == 1:
        return f"{dice[0].n}d{dice[0].sides}"
    return ", ".join(f"{group.label} {group.n}d{group.sides}".strip() for group in dice) or "no dice"

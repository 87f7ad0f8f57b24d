"""Dice and cards on the table, as somebody types them for one roll, and what is rolled in words."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from ..core.dice.cards import Cards
from ..core.dice.requests import AnyRequest, Face, Group, check_faces, groups_of
from ..core.dice.typed import ONE_DIGIT, TypedFaces
from ..core.errors import BadDice
from ..core.quantities import count_text

DIE, CARD = ("die", "dice"), ("card", "cards")


def parse_faces(text: str, groups: Sequence[Group]) -> tuple[Face, ...]:
    """The faces for all of this. Errors: `BadDice` with what is wrong: a letter, the count, a face or a card."""
    needed = sum(group.n for group in groups)
    typed = TypedFaces(text)
    faces = [face for group in groups for face in typed.take_faces(group, needed)]
    if (found := len(faces) + typed.left) != needed:
        typed_words = count_text(found, *(CARD if all(isinstance(group, Cards) for group in groups) else DIE))
        held = found > needed and any(isinstance(group, Cards) and group.held for group in groups)
        more = "; those in hand already are not drawn again" if held else ""
        raise BadDice(f"{typed_words} typed, {needed} needed: {dice_text(groups)}{more}", needed=needed)
    return check_faces(groups, faces, needed)


def faces_alone(text: str, request: AnyRequest) -> str:
    """A text that is nothing but the faces of a roll, in as few words as they take; else nothing."""
    groups, words = groups_of(request), text.split()
    small = all(not isinstance(group, Cards) and group.sides <= ONE_DIGIT for group in groups)
    with suppress(BadDice):
        if all(word.isdecimal() for word in words) and parse_faces(text, groups):
            return ("" if small else " ").join(words)
    return ""


def dice_text(groups: Sequence[Group]) -> str:
    """What is rolled, for people: `3d6`, or with labels `attacker 3d6, defender 2d6`; `5 of 40 cards`."""
    dice = [group for group in groups if group.n]
    if len(dice) == 1:
        return dice[0].words
    return ", ".join(f"{group.label} {group.words}".strip() for group in dice) or "no dice"

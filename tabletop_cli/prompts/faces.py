"""Dice and cards on the table, as somebody types them for one roll, and what is rolled in words."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby

from ..core.dice.cards import Cards
from ..core.dice.owners import OwnedDice
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


def roll_title(request: AnyRequest, hands: Sequence[OwnedDice] = ()) -> str:
    """What is rolled and what for; where that is known, who rolls, and whose dice come first."""
    groups, why = groups_of(request), request.why
    if not hands or not all(map(_roller_name, hands)):
        dice = dice_text(groups)
        return f"{why}: {dice}" if why and len(groups) == 1 else f"{why or 'dice'} ({dice})"
    parts = [(who, " and ".join(map(_hand_text, own))) for who, own in groupby(hands, _roller_name)]
    if parts[1:]:
        order = ", then ".join(f"{who} {dice}" for who, dice in parts)
        return f"{why}: first {order}" if why else f"first {order}"
    ((who, dice),) = parts
    cards = all(isinstance(group, Cards) for group in groups)
    if cards and who in why.split():
        return f"{why}: {dice_text(groups)}"
    one = hands[0]
    dice, also = (one.words, f", {one.about}" if one.about not in why else "") if len(hands) == 1 else (dice, "")
    return f"{who} {'draws' if cards else 'rolls'} {dice}" + (f": {why}{also}" if why else "")


def labelled_groups(request: AnyRequest, hands: Sequence[OwnedDice]) -> list[Group]:
    """The groups of a roll, each with the label by which people know whose it is."""
    groups = groups_of(request)
    if len(groups) != len(hands) or len(groups) == 1 or not all(map(_roller_name, hands)):
        return groups
    return [
        replace(group, label=f"{_roller_name(hand)} {_about_text(hand)}".strip())
        for group, hand in zip(groups, hands, strict=True)
    ]


def _roller_name(hand: OwnedDice) -> str:
    """Who rolls these dice: a model, or a side without the name of its army; empty where nobody knows."""
    side = hand.owner.side.partition(" (")[0]
    return hand.owner.who or (side.upper() if len(side) == 1 else side)


def _hand_text(hand: OwnedDice) -> str:
    return f"{hand.words} {_about_text(hand)}".strip()


def _about_text(hand: OwnedDice) -> str:
    return f"({hand.about})" if hand.about not in ("", "dice") else ""

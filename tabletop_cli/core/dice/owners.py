"""Whose dice lie on the table: event and rule say together in whose hand each die of a roll is.

An event knows whose the dice with a label are (`Dice.assign_dice`); a rule knows how the dice of one label are shared,
and what they must show (`Dice.share_dice`). It is for the people who roll: the log keeps nothing of it, and no die
depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..records import dataclass
from .requests import AnyRequest, Group, groups_of

BETWEEN = " ,:;"  # after the words of a label by which an event knows it


class Owner(NamedTuple):
    """Whose some dice are: a side, empty for that of whoever does the event, and which of its models rolls, if any."""

    side: str = ""
    who: str = ""


@dataclass(frozen=True)
class Share:
    """Some dice of a roll in one hand: how many, the label by which the event knows whose, and what they must show."""

    n: int
    label: str = ""
    need: str = ""


@dataclass(frozen=True)
class OwnedDice:
    """Some dice of a roll in one hand, for people: what is rolled, such as ``2d6``, whose they are, what they are for.

    `named` tells whether the event has said whose they are.
    """

    n: int
    words: str
    owner: Owner
    about: str = ""
    named: bool = False


def make_owners(sides: Mapping[str, str | Owner]) -> dict[str, Owner]:
    """Return whose the dice are, by label."""
    return {label: one if isinstance(one, Owner) else Owner(one) for label, one in sides.items()}


def match_owner(label: str, owners: Mapping[str, Owner]) -> tuple[Owner | None, str]:
    """Return whose the dice with a label are, by all of it or by how it begins, and the words that are left of it."""
    for known in sorted(owners, key=len, reverse=True):
        rest = label.removeprefix(known)
        if known and len(rest) < len(label) and rest[:1] in BETWEEN:
            return owners[known], rest.lstrip(BETWEEN)
    return None, label


def owned_dice(request: AnyRequest, shares: Sequence[Share], owners: Mapping[str, Owner]) -> tuple[OwnedDice, ...]:
    """Return a roll by whose dice they are, in rolling order; without `shares` that go with it, group by group."""
    groups = groups_of(request)
    if len(groups) == 1 and sum(share.n for share in shares) == groups[0].n:
        return tuple(_give_dice(replace(groups[0], n=share.n), share, owners) for share in shares if share.n)
    if len(groups) == len(shares):
        return tuple(_give_dice(group, share, owners) for group, share in zip(groups, shares, strict=True))
    return tuple(_give_dice(group, Share(group.n, group.label or request.why), owners) for group in groups)


def _give_dice(group: Group, share: Share, owners: Mapping[str, Owner]) -> OwnedDice:
    owner, left = match_owner(share.label, owners)
    return OwnedDice(group.n, group.words, owner or Owner(), share.need or left, owner is not None)


def with_side_names(dice: Sequence[OwnedDice], doer: str, name: Callable[[str], str]) -> tuple[OwnedDice, ...]:
    """Return dice with the names of their sides; those that nobody assigned are of whoever does the event."""
    return tuple(replace(one, owner=one.owner._replace(side=name(one.owner.side or doer))) for one in dice)


def tie_text(totals: Mapping[str, int]) -> str:
    """Return that some who rolled have equal totals and roll again: ``A 5, B 5: a tie; both roll again``."""
    shown = ", ".join(f"{name.upper() if len(name) == 1 else name} {total}" for name, total in totals.items())
    return f"{shown}: a tie; {'both' if len(totals) == 2 else 'all of them'} roll again"

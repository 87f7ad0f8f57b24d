"""How permissions are judged: what is looked at, one thing after the other, until something is against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...api import Dice, Illegal, dataclass


@dataclass(frozen=True)
class Legal:
    """Nothing forbids it."""


@dataclass(frozen=True)
class InOrder:
    """Something that was looked at and is in order: a sentence with its numbers, and the rules that decided."""

    text: str
    rules: tuple[str, ...]


Looked = Iterator[Illegal | InOrder]


def in_order(text: str, *rules: str) -> InOrder:
    """What is in order, with each rule once."""
    return InOrder(text, tuple(dict.fromkeys(rules)))


def ban_if(so: bool, reason: str, rule: str, text: str, *also: str) -> Looked:
    """The reason against something, where this is so; `also` are further rules that the sentence cites."""
    if so:
        yield Illegal(reason, rule, text=text, also=also)


def weighed(fine: bool, reason: str, rule: str, text: str, *also: str) -> Illegal | InOrder:
    """What the same sentence says whether it is in order or not, such as a distance beside its limit."""
    return in_order(text, rule, *also) if fine else Illegal(reason, rule, text=text, also=also)


def bans(looked: Looked) -> Iterator[Illegal]:
    """Only the reasons against something, in their order."""
    return (one for one in looked if isinstance(one, Illegal))


def until_a_ban(looked: Looked) -> Looked:
    """What is looked at, up to the first reason against it: what comes after may make no sense any more."""
    for one in looked:
        yield one
        if isinstance(one, Illegal):
            return


def judged(looked: Looked, dice: Dice) -> Legal | Illegal:
    """The first reason against something; where there is none, all that was in order is explained."""
    fine: list[InOrder] = []
    for one in looked:
        if isinstance(one, Illegal):
            return one
        fine.append(one)
    tell(fine, dice)
    return Legal()


def rules_of(lines: Iterable[InOrder]) -> tuple[str, ...]:
    """All rules that some lines name, each once."""
    return tuple(dict.fromkeys(rule for line in lines for rule in line.rules))


def tell(fine: Iterable[InOrder], dice: Dice) -> None:
    """Explain what was in order, line by line."""
    for one in fine:
        dice.explain(one.text, *one.rules)

"""How permissions are judged: what is looked at, one thing after the other, until something is against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...api import Cited, Dice, Finding, Illegal, Words, cite, dataclass


@dataclass(frozen=True)
class Legal:
    """Nothing forbids it."""


InOrder = Finding[object]  # something that was looked at and is in order
Looked = Iterator[Illegal | Finding[object]]


def in_order(text: Words, *rules: Cited) -> InOrder:
    """Return a finding that something is in order: a sentence with its numbers, and the rules that decided."""
    return Finding(None, text, *rules)


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
    fine: list[Finding[object]] = []
    for one in looked:
        if isinstance(one, Illegal):
            return one
        fine.append(one)
    tell(fine, dice)
    return Legal()


def rules_of(lines: Iterable[Finding[object]]) -> tuple[str, ...]:
    """All rules that some lines name, each once."""
    return cite(*lines)


def tell(fine: Iterable[Finding[object]], dice: Dice) -> None:
    """Explain what was in order, line by line."""
    for one in fine:
        dice.report(one)

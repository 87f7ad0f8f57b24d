"""How permissions are judged: a rule yields what it has found to be in order, and raises what is against it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...api import Cited, Dice, Finding, Refused, cite, dataclass, refusal_of

Findings: TypeAlias = Iterator[Finding[object]]  # what is in order, one thing after the other


@dataclass(frozen=True)
class Legal:
    """Nothing forbids it."""


def is_legal(looked: Findings) -> bool:
    """Whether nothing is against something."""
    return refusal_of(lambda: list(looked)) is None


def also_citing(looked: Findings, *rules: Cited) -> Findings:
    """Yield the same findings; a refusal among them cites these rules, too. Errors: `Refused`."""
    try:
        yield from looked
    except Refused as refusal:
        refusal.rules = cite(refusal.rules, *rules)
        raise


def report_all(findings: Iterable[Finding[object]], dice: Dice) -> Legal:
    """Explain all that is in order, but only if nothing is against it. Errors: `Refused` for what is."""
    for finding in list(findings):
        dice.report(finding)
    return Legal()

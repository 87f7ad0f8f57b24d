"""What a rule forbids inside an event is refused."""

from __future__ import annotations

from typing import TypeVar

from ..errors import Refused
from .resolver import Illegal

R = TypeVar("R")


def legal(outcome: R | Illegal) -> R:
    """The outcome of a rule inside an event, which is refused with all rules that forbid it. Errors: `Refused`."""
    if isinstance(outcome, Illegal):
        raise Refused(outcome.text, reason=outcome.reason, rule=outcome.rule, rules=outcome.cited)
    return outcome

"""Until every rule raises its refusals: an outcome that is `Illegal` is raised as what it says."""

from __future__ import annotations

from typing import TypeVar

from ..errors import Refused
from .resolver import Illegal

R = TypeVar("R")


def legal(outcome: R | Illegal) -> R:
    """Return the outcome of a rule. Errors: `Refused` if it is one."""
    if isinstance(outcome, Illegal):
        raise Refused(outcome.text, reason=outcome.reason, rule=outcome.rule, rules=outcome.cited)
    return outcome


def legal_with_more(outcome: R | Illegal) -> R:
    """Return the same; the refusal carries what machines are told besides."""
    if isinstance(outcome, Illegal):
        told = dict(outcome.more)
        raise Refused(outcome.text, reason=outcome.reason, rule=outcome.rule, rules=outcome.cited, **told)
    return outcome

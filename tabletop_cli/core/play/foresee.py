"""An event before it is played: whether it is allowed, its first dice, its exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..dice.exact import Budget
from ..dice.handlers import Hands, Rolling
from ..dice.requests import Request
from ..rule.settle import odds_of
from ..system import System

PATIENCE = 5_000_000  # millionths of a second that people at the table wait for odds


class _Wanted(Exception):
    def __init__(self, request: Request[Any]) -> None:
        super().__init__(request.why)
        self.request = request


class _FirstRoll(Rolling):
    """Dice that never fall: the first request for any ends the play."""

    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        if any(group.n for group in request.groups):
            raise _Wanted(request)
        return (), "program"


def first_roll(system: System, state: Any, event: Mapping[str, Any]) -> Request[Any] | None:
    """The first dice that an event needs now, None for one without dice.

    Errors: `Refused` and `Malformed` as when it is played, for what is not allowed is settled before the first die.
    """
    try:
        system.game.play(state, event, _FirstRoll())
    except _Wanted as wanted:
        return wanted.request
    return None


def event_odds(
    system: System, state: Any, event: Mapping[str, Any], patience: int = PATIENCE
) -> dict[str, Fraction] | None:
    """The exact odds that people see before an event's roll, None for an event without.

    The event must be allowed (see `first_roll`). Errors: `TooBig` and others of `rulings.odds_of`.
    """
    kind, record = system.game.read_event(event)
    foreseen = kind.odds(state, record)
    if foreseen is None:
        return None
    return odds_of(system, system.resolvers[foreseen[0]], foreseen[1], Budget(work=patience))


def on_a_scale(system: System, state: Any, event: Mapping[str, Any]) -> bool:
    """Whether the outcomes of `event_odds` rise, so that "at least" says something."""
    kind, record = system.game.read_event(event)
    foreseen = kind.odds(state, record)
    odds = None if foreseen is None else system.resolvers[foreseen[0]].odds
    return odds is not None and odds.rising

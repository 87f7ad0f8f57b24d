"""What people at the table hear of each event that the cases play: its story, what hands must do now, and reasons.

The screen shows the story, every step that is told `now`, and the first three that are told as a `reason`; all else is
for those who ask why. A system says itself which of its steps are which, so its tests listen here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tabletop_cli.core import registry
from tabletop_cli.core.data import Json
from tabletop_cli.core.dice.handlers import Given, Step
from tabletop_cli.core.errors import TabletopError
from tests.systems.test_cases import of_system

WIDTH, REASONS = 80, 3


@dataclass(frozen=True)
class Heard:
    """One event that was played: the case, the event, what came of it, its sentence and all steps of its explanation.

    `before` and `after` are the table before and after it.
    """

    case: str
    event: dict[str, Any]
    result: dict[str, Any]
    story: str
    steps: tuple[Step, ...]
    rolls: bool
    before: Any
    after: Any

    @property
    def now(self) -> list[str]:
        """What hands must do or people must know before they go on."""
        return [step.text for step in self.steps if step.tell == "now"]

    @property
    def reasons(self) -> list[str]:
        """The reasons that are shown without asking."""
        return [step.text for step in self.steps if step.tell == "reason"][:REASONS]

    @property
    def lines(self) -> list[str]:
        """What stands on a screen of 80 columns after it."""
        return [line for text in (self.story, *self.now, *self.reasons) for line in textwrap.wrap(text, WIDTH)]

    def __str__(self) -> str:
        return "\n".join([f"{self.case}: {self.event}", *self.lines])


@cache
def hear_cases(system: str) -> tuple[Heard, ...]:
    """Return every event that the battles of a system's cases accept."""
    return tuple(_hear_battles(system))


def _hear_battles(system: str) -> Iterator[Heard]:
    found = registry.load(system)
    for case in of_system(system):
        if case.request.get("do") != "battle" or not case.request.get("setup"):
            continue
        try:
            state = found.game.start(case.request["setup"], found)
        except TabletopError:
            continue
        for raw in case.request.get("events", ()):
            heard = _hear_event(found.game, f"{case.file}: {case.name}", state, raw)
            if heard is not None:
                yield heard
                state = heard.after


def _hear_event(game: Any, case: str, state: Any, raw: Json) -> Heard | None:
    """One event and what is heard of it; None where it is refused."""
    try:
        handler = Given(game.dice_of(raw) or [])
        after, result, story = game.play_and_tell(state, raw, handler)
    except TabletopError:
        return None
    assert story, f"nothing is told of {raw}"
    return Heard(case, dict(raw), result, story, tuple(handler.steps), bool(handler.rolls), state, after)


MOST_LINES = 14


def check_heard(system: str, struck: Callable[[Heard], bool], *plain: str) -> None:
    """Check that people hear little and enough of every kind of event that a system has.

    Every event fits on the screen beside the board; what takes somebody out of action or makes somebody move, which
    `struck` finds, says so for the hands; of each kind of event with dice at least half tell a reason, but for the
    `plain` ones, whose sentence says it all.
    """
    heard, game = hear_cases(system), registry.load(system).game
    assert {one.event["do"] for one in heard} == set(game.events)
    assert not [str(one) for one in heard if len(one.lines) > MOST_LINES]
    assert not [str(one) for one in heard if struck(one) and not one.now]
    for kind in {one.event["do"] for one in heard if one.rolls}.difference(plain):
        rolled = [one for one in heard if one.rolls and one.event["do"] == kind]
        assert sum(bool(one.reasons) for one in rolled) * 2 >= len(rolled), kind

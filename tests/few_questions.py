"""How many questions people answer for a deed, one by one, from its choice in the menu to its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import NO_DEFAULT, Question


def begin(system: str, setup: Mapping[str, Any], *played: Mapping[str, Any]) -> Any:
    """The state of a battle after some events."""
    found = registry.load(system)
    state = found.game.start(setup, found)
    for event in played:
        state, _ = found.game.play(state, dict(event), Given(found.game.dice_of(dict(event)) or []))
    return state


def put_questions(system: str, state: Any, do: str, answers: Mapping[str, Any], most: int = 40) -> Sequence[str]:
    """The fields that people are asked for, in order, up to the first dice or the end of the event.

    `answers` are those by the end of a field's name, several in turn; at other questions it is Enter.
    """
    turns = {end: iter(value) if isinstance(value, tuple) else repeat(value) for end, value in answers.items()}
    found = registry.load(system)
    making, progress, asked = Making(found, found.game, state), Progress(do), list[str]()
    for _ in range(most):
        progress, wanted, _ = making.advance(progress)
        if not isinstance(wanted, Question):
            return asked
        asked.append(wanted.field)
        turn = next((turns[end] for end in turns if wanted.field.endswith(end)), repeat(wanted.default))
        value = next(turn)
        assert value is not NO_DEFAULT, f"{wanted.field}: an answer is needed: {wanted.text}"
        progress = making.answer_question(progress, value)
    raise AssertionError(f"it never ends: {asked}")

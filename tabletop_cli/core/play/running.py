"""One run of the rules of an event: as far as its answers and its dice reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..dice.requests import Request
from .answers import Reader
from .fallen import Fallen, Falls
from .game import Game
from .place import Missing, Place, Wanted, wanted
from .progress import Progress


@dataclass(frozen=True)
class Run:
    """Where a run of `play` has come to: a place without answer, dice that have not fallen, or (neither) the end."""

    dice: Fallen
    reader: Reader
    place: Place[Any] | None = None
    items: tuple[Any, ...] = ()
    request: Request[Any] | None = None


def run_of(game: Game[Any], state: Any, progress: Progress, missing: Missing = wanted) -> Run:
    """Run `play` as far as it comes. Errors: `Refused`, `Malformed`."""
    kind = game.events[progress.do]
    reader = Reader(
        progress.do, kind.cls, progress.answers, state, missing, progress.still_open, progress.notes, progress.rolls
    )
    dice = Fallen(progress.rolls)
    try:
        kind.play(state, reader.event, dice)
    except Wanted as question:
        return Run(dice, reader, question.place, tuple(question.items))
    except Falls as roll:
        return Run(dice, reader, request=roll.request)
    return Run(dice, reader)

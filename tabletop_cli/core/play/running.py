"""One run of the rules of an event: as far as its answers and its dice reach."""

from __future__ import annotations

from contextlib import suppress

from ..data import Json
from ..dice.requests import AnyRequest
from ..records import dataclass
from .answers import Reader
from .game import AnyGame
from .place import AnyPlace, Missing, Wanted, ask_next, at_default_unless_needed
from .progress import Progress
from .seen_dice import Fallen, Falls


@dataclass(frozen=True)
class Run:
    """Where a run of `play` has come to: a place without answer, dice that have not fallen, or (neither) the end."""

    dice: Fallen
    reader: Reader
    place: AnyPlace | None = None
    items: tuple[Json, ...] = ()
    request: AnyRequest | None = None


def run_of(game: AnyGame, state: object, progress: Progress, missing: Missing = ask_next) -> Run:
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


def check_meant(game: AnyGame, state: object, progress: Progress) -> None:
    """Check that an event that has come to its dice or its end can be meant, as far as is known by then.

    Once its dice have fallen nothing can be answered otherwise, and the whole event would be refused. Errors:
    `Malformed`.
    """
    kind = game.events[progress.do]
    if kind.meant is None or progress.rolls:
        return
    reader = Reader(kind.id, kind.cls, progress.answers, state, at_default_unless_needed, progress.still_open)
    with suppress(Wanted):  # more of it must be known first
        kind.meant(state, reader.event)

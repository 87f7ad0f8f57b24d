"""What may be done now: every kind of event is begun, and offered where it can be finished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import TabletopError
from ..system import System
from .asking import Making
from .game import EventKind, Game
from .progress import Progress

AGAIN_KEYS = (".", ",")  # the first is Enter, too


@dataclass(frozen=True)
class Offer:
    """Something that may be done now, or (`barred`) why not: the event as far as it is settled, words for the menu.

    `side` is who would do it, empty for everybody. An `interrupt` is possible only until the next action begins; what
    is `due` must happen before anything else can; `confirm` is asked before it is done.
    """

    progress: Progress
    label: str
    key: str
    detail: str = ""
    side: str = ""
    interrupt: bool = False
    due: bool = False
    confirm: str = ""
    barred: str = ""


def offers(system: System, game: Game[Any], state: Any, side: str | None = None) -> list[Offer]:
    """Everything that may be done now, in the order of the vocabulary, and everything else with its reason.

    Its words are those for a side; without one, for everybody.
    """
    making, seen = Making(system, game, state), game.seen_by(state, side)
    return [offer for kind in game.events.values() for offer in _of(kind, making, system, game, seen)]


def _of(kind: EventKind[Any, Any], making: Making, system: System, game: Game[Any], seen: Any) -> Iterator[Offer]:
    """The offers of one kind: one, or one for each answer that belongs into the main menu."""
    found = list(making.begun(Progress(kind.id)))
    free = [one for one in found if one.no is None]
    for one in [one for one in found if one.entry is not None] or free or found[:1]:
        words = f": {one.label}" if len(free) > 1 and one.label else ""
        detail = kind.detail if isinstance(kind.detail, str) else (kind.detail(seen) if one.no is None else "")
        entry = one.entry
        yield Offer(
            progress=one.progress,
            label=f"{kind.title}{words}" if entry is None else entry.label,
            key=kind.key if entry is None else entry.key,
            detail=detail if entry is None else entry.detail,
            side=one.side,
            interrupt=kind.interrupt,
            due=kind.due,
            confirm=kind.confirm,
            barred="" if one.no is None else why(game, system, one.no),
        )


def offered_again(system: System, game: Game[Any], state: Any, event: Mapping[str, Any]) -> Iterator[Offer]:
    """What people may want to do after an event with a single key, as far as it is possible now."""
    for key, (again, words) in zip(AGAIN_KEYS, game.again(state, event), strict=False):
        progress = Progress(str(again["do"]), {name: value for name, value in again.items() if name != "do"})
        if Making(system, game, state).barred(progress) is None:
            yield Offer(progress, words, key)


def why(game: Game[Any], system: System, no: TabletopError) -> str:
    """Why something cannot be done, in words."""
    return game.why_not(system, no)

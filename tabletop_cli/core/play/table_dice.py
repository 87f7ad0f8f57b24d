"""The dice at a table: typed by people roll by roll, or drawn from the battle's stream.

The stream gives each roll of an event its own row of dice, which depends on the answers up to that roll (see
`core/dice/stream.py`). Old battles have one row of dice for a whole event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..dice.handlers import Hands, Prompt, Rolling, check_faces
from ..dice.requests import Request, groups_of, sides_of
from ..dice.stream import EventStream, NumberedStream
from .answers import Reader


class Source(Protocol):
    """Where the program's dice of one event come from."""

    def roll(self, sides: Sequence[int], ordinal: int, answers: str) -> Sequence[int]:
        """The faces of the event's roll `ordinal`, from 1, after these answers."""
        ...


class OneRow:
    """The dice of an event of an old battle: one row of dice, from which the rolls are taken one after the other."""

    def __init__(self, seed: bytes, event: int) -> None:
        self._row = NumberedStream(seed, event)

    def roll(self, sides: Sequence[int], ordinal: int, answers: str) -> Sequence[int]:
        return tuple(map(self._row.draw, sides))


def source_of(seed: bytes, stream: int, event: int, rolling_before: int) -> Source:
    """The program's dice of an event, by the version of the battle's stream."""
    return EventStream(seed, rolling_before) if stream >= 2 else OneRow(seed, event)


class TableDice(Rolling):
    """Dice that people type where `prompt` asks them, and the program's where it gives None, in all or for a die."""

    def __init__(self, source: Source, prompt: Prompt | None = None) -> None:
        super().__init__()
        self._source = source
        self._prompt = prompt
        self._ordinal = 0
        self._reader: Reader | None = None

    def follow(self, event: Any) -> None:
        self._reader = event._reader

    def faces(self, request: Request[Any]) -> tuple[tuple[int, ...], Hands]:
        sides = sides_of(request)
        if not sides:
            return (), "program"
        self._ordinal += 1
        typed = (self._prompt(request) if self._prompt else None) or (None,) * len(sides)
        answers = self._reader.so_far() if self._reader else ""
        faces = completed(typed, sides, self._source, self._ordinal, answers)
        return faces, hands_of(request, typed)


def completed(
    typed: Sequence[int | None], sides: Sequence[int], source: Source, ordinal: int, answers: str
) -> tuple[int, ...]:
    """The faces of a roll, with the program's dice where none were typed. Errors: `BadDice`."""
    if None not in typed:
        return check_faces(typed, tuple(sides), len(sides))
    if isinstance(source, OneRow):
        drawn = iter(source.roll([most for face, most in zip(typed, sides, strict=True) if face is None], ordinal, ""))
        faces = [next(drawn) if face is None else face for face in typed]
    else:
        rolled = source.roll(sides, ordinal, answers)
        faces = [own if face is None else face for face, own in zip(typed, rolled, strict=True)]
    return check_faces(faces, tuple(sides), len(sides))


def hands_of(request: Request[Any], typed: Sequence[int | None]) -> tuple[str, ...]:
    """Who rolled each group of dice."""
    hands, at = [], 0
    for group in groups_of(request):
        hands.append("program" if None in typed[at : at + group.n] else "player")
        at += group.n
    return tuple(hands)

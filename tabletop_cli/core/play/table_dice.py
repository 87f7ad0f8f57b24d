"""The dice at a table: typed by people roll by roll, or drawn from the battle's stream.

The stream gives each roll of an event its own row of dice, which depends on the answers up to that roll (see
`core/dice/stream.py`). Old battles have one row of dice for a whole event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..dice.handlers import Hands, Prompt, Roll, Rolling
from ..dice.requests import AnyRequest, Face, OneToN, check_faces, groups_of
from ..dice.stream import EventStream, NumberedStream
from ..errors import BadDice
from .answers import Reader


class Source(Protocol):
    """Where the program's dice of one event come from."""

    def dice_of_roll(self, ordinal: int, reader: Reader | None) -> OneToN:
        """The dice of the event's roll `ordinal`, from 1, after the answers that were read, one by one."""
        ...


class OneRow:
    """The dice of an event of an old battle: one row of dice, from which the rolls are taken one after the other."""

    def __init__(self, seed: bytes, event: int) -> None:
        self._row = NumberedStream(seed, event)

    def dice_of_roll(self, ordinal: int, reader: Reader | None) -> OneToN:
        """The next dice of the row, whatever the roll."""
        return self._row.next_face


class RowPerRoll:
    """The dice of an event: each roll has a row of its own."""

    def __init__(self, seed: bytes, rolling_before: int, *, by_place: bool = False) -> None:
        self._stream = EventStream(seed, rolling_before)
        self._by_place = by_place

    def dice_of_roll(self, ordinal: int, reader: Reader | None) -> OneToN:
        """The dice of a roll from the beginning of its row."""
        answers = "" if reader is None else reader.seen_text_by_place() if self._by_place else reader.seen_text()
        return self._stream.of_roll(ordinal, answers).next_face


def source_of(seed: bytes, stream: int, event: int, rolling_before: int) -> Source:
    """The program's dice of an event, by the version of the battle's stream."""
    return RowPerRoll(seed, rolling_before, by_place=stream == 2) if stream >= 2 else OneRow(seed, event)


class TableDice(Rolling):
    """Dice that people type where `prompt` asks them, and the program's where it gives None, in all or for a die."""

    def __init__(self, source: Source, prompt: Prompt | None = None) -> None:
        super().__init__()
        self._source = source
        self._prompt = prompt
        self._ordinal = 0
        self._reader: Reader | None = None

    def follow_event(self, event: Any) -> None:
        self._reader = event._reader

    def faces(self, request: AnyRequest) -> tuple[tuple[Face, ...], Hands]:
        needed = sum(group.n for group in request.groups)
        if not needed:
            return (), "program"
        self._ordinal += 1
        typed = (self._prompt(request) if self._prompt else None) or (None,) * needed
        return complete_faces(request, typed, self._source.dice_of_roll(self._ordinal, self._reader)), hands_of(
            request, typed
        )


def prompt_of_rolls(rolls: Sequence[Roll]) -> Prompt:
    """The dice of these rolls that people typed, for one request after the other; None for each of the program's."""
    logged = iter(rolls)

    def typed_faces(request: AnyRequest) -> Sequence[Face | None] | None:
        faces: list[Face | None] = []
        for group in groups_of(request):
            roll = next(logged, None)
            by_hand = roll is not None and roll.by == "player" and len(roll.faces) == group.n
            faces += roll.faces if roll is not None and by_hand else (None,) * group.n
        return faces

    return typed_faces


def complete_faces(request: AnyRequest, typed: Sequence[Face | None], draw: OneToN) -> tuple[Face, ...]:
    """The faces of a roll, with the program's dice where none were typed. Errors: `BadDice`."""
    groups, at = groups_of(request), 0
    faces: list[Face] = []
    for group in groups:
        faces += group.fill_faces(typed[at : at + group.n], draw)
        at += group.n
    if len(typed) > at:
        raise BadDice(f"{len(typed)} dice given, {at} needed", needed=at)
    return check_faces(groups, faces, at)


def hands_of(request: AnyRequest, typed: Sequence[Face | None]) -> tuple[str, ...]:
    """Who rolled each group of dice."""
    hands, at = [], 0
    for group in groups_of(request):
        hands.append("program" if None in typed[at : at + group.n] else "player")
        at += group.n
    return tuple(hands)

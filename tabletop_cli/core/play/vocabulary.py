"""How a system writes the events of its battles: each above the function that plays it, with its words in a table.

The decorator `plays` says what an event is to the rules, and makes an `EventKind` of the function. What people call it
stands in a TOML table, whose order is that of the menu; `load_vocabulary` puts the two together.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, TypedDict, TypeVar, Unpack

from ..data import JsonMapping
from ..dice.handlers import Dice
from .game import EventKind, Played

S = TypeVar("S")
E = TypeVar("E")
WORDS = frozenset({"title", "key", "brief", "rare", "detail", "confirm", "says", "words", "line"})


class EventWords(TypedDict, total=False):
    """What the code says of an event beside its rules: see `EventKind`."""

    detail: Callable[[Any], str]
    meant: Callable[[Any, Any], None]
    interrupt: bool
    due: bool | Callable[[Any], bool]
    goes_on: bool
    usual: Callable[[Any], Mapping[str, object] | None]
    rolls: bool
    own_dice: str
    doubt: Callable[[Any, JsonMapping], str]
    story: Callable[[Any, Any, Mapping[str, Any]], str]
    hides: Callable[[Any, Any, Mapping[str, Any], str | None], bool]
    veils: Callable[[Any, Any, Mapping[str, Any], str | None], Iterable[str]]
    shows: Callable[[Mapping[str, Any]], object]


def plays(
    id: str, cls: type[E], *, rules: tuple[str, ...], **words: Unpack[EventWords]
) -> Callable[[Callable[[S, E, Dice], Played[S]]], EventKind[S, E]]:
    """Make an event of the function that plays it: its word, its record, the ids of its rules, and see `EventKind`.

    Words for people are in the table; a `detail` is given here only where it depends on the state.
    """

    def make_kind(play: Callable[[S, E, Dice], Played[S]]) -> EventKind[S, E]:
        return EventKind(id=id, title="", cls=cls, play=play, rules=rules, **words)

    return make_kind


def load_vocabulary(table: Path, *modules: ModuleType) -> dict[str, EventKind[Any, Any]]:
    """The events that stand in some modules, with the words of a table and in its order.

    A row is named by the event's word, and has its ``title``, and of the other `WORDS` what it has. Errors: ValueError
    for a row without event, an event without row, and other words.
    """
    rows = tomllib.loads(table.read_text(encoding="utf-8"))
    kinds = {kind.id: kind for module in modules for kind in vars(module).values() if isinstance(kind, EventKind)}
    if alone := rows.keys() ^ kinds.keys():
        raise ValueError(f"{table}: only a row, or only an event: {', '.join(sorted(alone))}")
    for name, row in rows.items():
        if unknown := row.keys() - WORDS:
            raise ValueError(f"{table}: {name} has unknown words: {', '.join(sorted(unknown))}")
    return {name: replace(kinds[name], **row) for name, row in rows.items()}

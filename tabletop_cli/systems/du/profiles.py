"""Piece classes, actions and crew experts, typed.

Everything comes from ``catalogue/*.toml``. What a unit can do and bear stands on the players' own cards and in their
deck files; nothing of it is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import TypeVar

from ...api import ShapedMapping, ShapedObject, dataclass
from .texts import REFERENCE

MODES = ("ground", "aerial")
VARIANTS = ("standard", "late")
EXPERTS = ("crewman", "driver", "gunner")
NORTH_AFRICA = "north-africa"
FOG = "fog-of-war"  # what no unit is called (DU-A8)

Row = TypeVar("Row")


def table_of(file: str, name: str) -> ShapedObject:
    """One table of a file of the catalogue."""
    found: ShapedObject = REFERENCE.data(f"catalogue/{file}")[name]
    return found


def _records(cls: Callable[..., Row], rows: ShapedMapping) -> dict[str, Row]:
    return {name: cls(id=name, **row) for name, row in rows.items()}


@dataclass(frozen=True)
class PieceClass:
    """What a piece is.

    `listed`: a deck file may have such units; `token`: they have one on the map; `durability` is the key that says what
    they bear, empty for none; `lasting`: damage stays at the end of a turn; `effect` is what reaching it means.
    """

    id: str
    name: str
    summary: str
    effect: str
    listed: bool = False
    token: bool = False
    durability: str = ""
    lasting: bool = False


@cache
def classes() -> Mapping[str, PieceClass]:
    """The piece classes by id."""
    return _records(PieceClass, table_of("classes", "classes"))


@cache
def standing(flag: str) -> tuple[str, ...]:
    """The ids of the classes with a flag, such as ``listed``."""
    return tuple(one.id for one in classes().values() if getattr(one, flag))


@dataclass(frozen=True)
class Action:
    """An action that the house rules name; a `flag` has no number."""

    id: str
    name: str
    summary: str
    flag: bool = False


@cache
def actions() -> Mapping[str, Action]:
    """The actions by id."""
    return _records(Action, table_of("actions", "actions"))


@dataclass(frozen=True)
class Expert:
    """A crew expert; `initiative` is the one that is printed, None where none is.

    `trades` say which action of the card he may use for which expert action, with what value; see the catalogue.
    """

    id: str
    name: str
    summary: str
    trades: Sequence[ShapedMapping] = field(compare=False)
    initiative: int | None = None


@cache
def experts() -> Mapping[str, Expert]:
    """The crew experts by id."""
    return _records(Expert, REFERENCE.data("catalogue/experts"))

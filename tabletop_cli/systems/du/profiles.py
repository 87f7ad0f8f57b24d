"""Piece classes, actions and crew experts, typed.

Everything comes from ``catalogue/*.toml``. What a unit can do and bear stands on the players' own cards and in their
deck files; nothing of it is here. What an action does that no rule knows may stand in a home-made catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial

from ...api import (
    PRINTED,
    Catalogue,
    JsonMapping,
    ListOf,
    Nullable,
    Prose,
    Raw,
    Row,
    Rows,
    ShapedMapping,
    ShapedObject,
    Text,
    Whole,
    YesNo,
    dataclass,
    fact,
)
from .texts import REFERENCE

MODES = ("ground", "aerial")
VARIANTS = ("standard", "late")
EXPERTS = ("crewman", "driver", "gunner")
NORTH_AFRICA = "north-africa"
FOG = "fog-of-war"  # what no unit is called (DU-A8)


def catalogue_table(file: str, name: str) -> ShapedObject:
    """One table of a file of the catalogue."""
    found: ShapedObject = REFERENCE.file_data(f"catalogue/{file}")[name]
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class PieceClass(Row):
    """What a piece is."""

    effect: str = fact(Text(), help="what it means that damage reaches what it bears")
    listed: bool = fact(YesNo(), False, help="a deck file may have such units")
    token: bool = fact(YesNo(), False, help="they have one on the map")
    durability: str = fact(Text(), "", help="the key that says what they bear, empty for none")
    lasting: bool = fact(YesNo(), False, help="damage stays at the end of a turn")


@dataclass(frozen=True, kw_only=True, eq=False)
class Action(Row):
    """An action: one that the house rules name, or a home-made one, which is shown and computes nothing."""

    summary: str = fact(Prose(), help="what it does")
    flag: bool = fact(YesNo(), False, help="a card has it or has not; all others carry a number from 1")


@dataclass(frozen=True, kw_only=True, eq=False)
class Expert(Row):
    """A crew expert.

    `trades` say which action of the card he may use for which expert action, with what value; see the catalogue.
    """

    trades: tuple[ShapedMapping, ...] = fact(ListOf(Raw()))
    initiative: int | None = fact(Nullable(Whole()), None, help="the one that is printed")


CLASSES = Rows("du", "classes", PieceClass, partial(catalogue_table, "classes", "classes"))
ACTIONS = Rows("du", "actions", Action, partial(catalogue_table, "actions", "actions"), home="actions of cards")
EXPERT_ROWS = Rows("du", "experts", Expert, partial(REFERENCE.file_data, "catalogue/experts"))


def class_rows() -> Mapping[str, PieceClass]:
    """The piece classes by id."""
    return CLASSES.printed


@cache
def class_ids_with(flag: str) -> tuple[str, ...]:
    """The ids of the classes with a flag, such as ``listed``."""
    return tuple(one.id for one in class_rows().values() if getattr(one, flag))


def action_rows(catalogue: Catalogue = PRINTED) -> Mapping[str, Action]:
    """The actions by id: those of the house rules, then the home-made ones."""
    return ACTIONS.all_rows(catalogue)


def actions_of(said: JsonMapping, catalogue: Catalogue) -> tuple[Action, ...]:
    """The actions that a card has, by what it says of them; those of the base game are not among them."""
    known = action_rows(catalogue)
    return tuple(known[name] for name, value in said.items() if name in known and value is not False)


def own_actions(said: JsonMapping, catalogue: Catalogue) -> list[Action]:
    """The home-made ones among the actions that a card has."""
    return [one for one in actions_of(said, catalogue) if one.home]


def expert_rows() -> Mapping[str, Expert]:
    """The crew experts by id."""
    return EXPERT_ROWS.printed

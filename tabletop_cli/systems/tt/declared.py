"""What an army list and a set-up may hold: the declared facts, for reading, questions and schemas."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...api import (
    Anything,
    Id,
    JsonMapping,
    JsonObject,
    ListOf,
    Nullable,
    OneOf,
    Points,
    Raw,
    Record,
    Text,
    YesNo,
    dataclass,
    fact,
)

SIDES = ("a", "b")
COMMON = ("house", "catalogue")  # keys that are read together, beside the facts


# A count is judged by a constraint, not by the reader.
COUNT = Anything("a whole number from 1", {"type": "integer", "minimum": 1, "default": 1})


@dataclass(frozen=True, kw_only=True)
class EntryFacts:
    """One entry of an army list."""

    unit: str = fact(Text(), help="the unit's id (TT-A2)")
    count: Any = fact(COUNT, 1, help="identical copies (TT-A3)")
    name: str = fact(Text(), "", help="a name of your own")
    options: JsonMapping = fact(Raw(), {}, help="options of the unit (TT-A7)")
    commander: bool = fact(YesNo(), False, help="names the Commander under command-squads = at-least-one (TT-A4)")


@dataclass(frozen=True, kw_only=True)
class ArmyFacts:
    """An army list, without house rules and catalogue."""

    faction: str = fact(Text(), help="the army's faction (TT-A1)")
    units: tuple[EntryFacts, ...] = fact(ListOf(Record(EntryFacts), maximum=10_000), help="the entries of the list")
    system: str | None = fact(Text(), None)
    name: str = fact(Text(), "", help="what the army is called")
    budget: Fraction | None = fact(Nullable(Points(negative=True)), None, help="points to spend at most (TT-A5, TT-A6)")


@dataclass(frozen=True, kw_only=True)
class SetupUnit:
    """One unit of a side."""

    id: str = fact(Id(), help="a name that no other unit of the battle has")
    unit: str = fact(Text(), help="the unit's id in the catalogue")
    options: JsonMapping = fact(Raw(), {})
    loaded_in: str | None = fact(Id(), None, help="id of the transport in which it starts (TT-SETUP-3)")
    reserve: bool = fact(YesNo(), False, help="under ambush-deploy = choice: it starts off the table")
    commander: bool = fact(YesNo(), False, help="names the Commander under command-squads = at-least-one")
    name: str = fact(Text(), "", help="a name of your own")


@dataclass(frozen=True, kw_only=True)
class SideFacts:
    """The army of a side."""

    faction: str = fact(Text(), help="the faction's id")
    units: tuple[SetupUnit, ...] = fact(ListOf(Record(SetupUnit)))
    name: str = fact(Text(), "", help="what the army is called")


@dataclass(frozen=True, kw_only=True)
class SidesFacts:
    a: JsonObject = fact(Raw(), help="faction and units")
    b: JsonObject = fact(Raw(), help="faction and units")


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A battle: two armies, perhaps who begins, house rules, a catalogue."""

    sides: SidesFacts = fact(Record(SidesFacts))
    first: str | None = fact(OneOf(SIDES), None, help="who begins; without it the battle starts before that is known")
    house: JsonObject = fact(Raw(), {}, help="house rules of this battle; the armies' own do not count")
    catalogue: JsonObject = fact(Raw(), {}, help="home-made factions")

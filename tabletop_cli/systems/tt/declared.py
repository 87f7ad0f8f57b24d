"""What an army list and a set-up may hold: the declared facts, for reading, questions and schemas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...api import Kind, ListOf, Nullable, OneOf, Raw, Record, Text, YesNo, fact
from .model import Id
from .points import Points

SIDES = ("a", "b")


@dataclass(frozen=True)
class Anything(Kind):
    """A value that a constraint judges, not the reader: a count."""

    def read(self, value: Any, where: str) -> Any:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": 1, "default": 1}

    @property
    def words(self) -> str:
        return "a whole number from 1"


@dataclass(frozen=True, kw_only=True)
class EntryFacts:
    """One entry of an army list."""

    unit: str = fact(Text(), help="the unit's id (TT-A2)")
    count: Any = fact(Anything(), 1, help="identical copies (TT-A3)")
    name: str = fact(Text(), "", help="a name of your own")
    options: Mapping[str, Any] = fact(Raw(), {}, help="options of the unit (TT-A7)")
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
    options: Mapping[str, Any] = fact(Raw(), {})
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
    a: dict[str, Any] = fact(Raw(), help="faction and units")
    b: dict[str, Any] = fact(Raw(), help="faction and units")


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A battle: two armies, perhaps who begins, house rules, a catalogue."""

    sides: SidesFacts = fact(Record(SidesFacts))
    first: str | None = fact(OneOf(SIDES), None, help="who begins; without it the battle starts before that is known")
    house: dict[str, Any] = fact(Raw(), {}, help="house rules of this battle; the armies' own do not count")
    catalogue: dict[str, Any] = fact(Raw(), {}, help="home-made factions")

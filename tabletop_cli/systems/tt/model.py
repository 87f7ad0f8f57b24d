"""The records of a catalogue file: factions, units, weapons, options (*Catalogue files*).

Printed and home-made factions have the same shape and are read by the same declarations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...api import (
    Anything,
    House,
    Id,
    JsonMapping,
    JsonObject,
    Kind,
    ListOf,
    Number,
    OneOf,
    Points,
    Record,
    Simple,
    Text,
    Whole,
    YesNo,
    brief,
    dataclass,
    did_you_mean,
    fact,
    malformed,
)
from .tables import ASSAULT, CLASSES, FACTION_RULES, REFERENCE, SPECIALS, TRAITS, half, holds

Ids = tuple[str, ...]


@dataclass(frozen=True)
class When(Simple[dict[str, object]]):
    """The house rules under which something exists: switches with their values."""

    def read(self, value: Any, where: str) -> JsonObject:
        if not isinstance(value, Mapping):
            raise malformed(where, f"{brief(value)} is not a table of switches")
        switches = REFERENCE.house.switches
        for name, chosen in value.items():
            if name not in switches:
                raise malformed(f"{where}.{name}", "unknown switch", did_you_mean(name, list(switches)))
            switches[name].read(chosen, f"{where}.{name}")
        return dict(value)

    def schema(self) -> JsonObject:
        found = REFERENCE.house.schema()
        return {key: found[key] for key in ("type", "properties", "additionalProperties")}

    @property
    def words(self) -> str:
        return "a table of switches and their values"


@dataclass(frozen=True)
class HalfPoints(Kind[Fraction]):
    """Points in steps of 1/2, 0 or more."""

    def read(self, value: Any, where: str) -> Fraction:
        return Points(half()).read(value, where)

    def schema(self) -> JsonObject:
        return Points(half()).schema()

    @property
    def words(self) -> str:
        return 'a multiple of 1/2, such as 0.5 or "1/2"'

    def plain(self, value: Fraction) -> str:
        return Points(half()).plain(value)


# Whatever the kind of option allows; checked with the option.
ANY_VALUE = Anything("a value of the option", {"type": ["string", "boolean", "array"], "items": {"type": "string"}})


@dataclass(frozen=True, kw_only=True, eq=False)
class Named:
    """What has an id, and a name for people where that says more."""

    id: str = fact(Id())
    name: str = fact(Text(), "")

    @property
    def title(self) -> str:
        return self.name or self.id


@dataclass(frozen=True, kw_only=True, eq=False)
class Weapon(Named):
    """A weapon: reach in cm, what it adds against infantry (`ap`) and vehicles (`at`), or unmarked `value` (TT-R3)."""

    range: Fraction | None = fact(Number(0), None, help="reach in cm; none for the Assault weapon")
    min_range: Fraction = fact(Number(0), Fraction(0), help="shortest distance in cm")
    ap: int | None = fact(Whole(), None, help="strength against infantry")
    at: int | None = fact(Whole(), None, help="strength against vehicles")
    value: int | None = fact(Whole(), None, help="strength printed without AP or AT")
    traits: Ids = fact(ListOf(OneOf(TRAITS)), ())
    when: JsonMapping = fact(When(), {}, help="only under these house rules")

    @property
    def is_assault(self) -> bool:
        return self.id == ASSAULT


@dataclass(frozen=True, kw_only=True, eq=False)
class Effect:
    """What an option changes in a unit."""

    remove_weapons: Ids = fact(ListOf(Id()), ())
    add_weapons: tuple[Weapon, ...] = fact(ListOf(Record(Weapon)), ())
    add_specials: Ids = fact(ListOf(OneOf(SPECIALS)), ())


@dataclass(frozen=True, kw_only=True, eq=False)
class Choice(Named, Effect):
    """One value of an option, with its effect."""

    points: Fraction | None = fact(HalfPoints(), None, help="default: those of the option")
    when: JsonMapping = fact(When(), {}, help="only under these house rules")


@dataclass(frozen=True, kw_only=True, eq=False)
class Option(Named):
    """Something that an army list may say about a unit. `code` is the constraint that a wrong value breaks."""

    kind: str = fact(OneOf(("one", "some", "flag")), help="one choice, several choices, or yes and no")
    pick: int | None = fact(Whole(1), None, help="for `some`: how many choices")
    repeat: bool = fact(YesNo(), False, help="for `some`: the same choice may be taken again")
    default: Any = fact(ANY_VALUE, None, help="what holds where the list says nothing")
    required: bool = fact(YesNo(), False, help="the list must name a value")
    needs: str | None = fact(Id(), None, help="id of a flag of the unit that must be true")
    points: Fraction = fact(HalfPoints(), Fraction(0), help="for each value named")
    code: str = fact(Text(), "TT-A14", help="the constraint that a wrong value breaks")
    choices: tuple[Choice, ...] | None = fact(ListOf(Record(Choice)), None)
    effect: Effect | None = fact(Record(Effect), None, help="for `flag`: what true changes")
    when: JsonMapping = fact(When(), {}, help="only under these house rules")


@dataclass(frozen=True, kw_only=True, eq=False)
class Transport:
    """Who may be carried: infantry in `units`, or any infantry but `except_` (TT-TRANS-1)."""

    capacity: int = fact(Whole(), help="how many units")
    units: Ids = fact(ListOf(Id()), ())
    any_infantry: bool = fact(YesNo(), False)
    except_: Ids = fact(ListOf(Id()), ())


@dataclass(frozen=True, kw_only=True, eq=False)
class UnitType(Named):
    """A unit of a faction as its list prints it, before options."""

    class_: str = fact(OneOf(CLASSES))
    armor: int = fact(Whole())
    points: Fraction = fact(HalfPoints())
    commander: bool = fact(YesNo(), False, help="it may be the army's Commander")
    specials: Ids = fact(ListOf(OneOf(SPECIALS)), ())
    move: Fraction | None = fact(Number(0), None, help="normal move in cm; default: that of its class")
    transport: Transport | None = fact(Record(Transport), None)
    weapons: tuple[Weapon, ...] = fact(ListOf(Record(Weapon)), ())
    options: tuple[Option, ...] = fact(ListOf(Record(Option)), ())
    when: JsonMapping = fact(When(), {}, help="only under these house rules")


@dataclass(frozen=True, kw_only=True, eq=False)
class Faction(Named):
    """A faction: its rules and units."""

    rules: Ids = fact(ListOf(OneOf(FACTION_RULES)), ())
    units: tuple[UnitType, ...] = fact(ListOf(Record(UnitType)))

    def unit(self, one: str, house: House) -> UnitType | None:
        """A unit by id, None where the faction has none such under these house rules."""
        return next((unit for unit in self.units if unit.id == one and holds(unit.when, house)), None)


@dataclass(frozen=True, kw_only=True, eq=False)
class CatalogueFile:
    """A whole catalogue file."""

    factions: tuple[Faction, ...] = fact(ListOf(Record(Faction)))


def under(house: House, records: Sequence[Any]) -> list[Any]:
    """The records that exist under these house rules."""
    return [one for one in records if holds(one.when, house)]

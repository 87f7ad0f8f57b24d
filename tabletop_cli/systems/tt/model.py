"""The records of a catalogue file: factions, units, weapons, options (*Catalogue files*).

Printed and home-made factions have the same shape and are read by the same declarations. A home-made unit may be `like`
another one, and a home-made faction may include all units of another one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

from ...api import (
    Anything,
    House,
    Id,
    Json,
    JsonMapping,
    JsonObject,
    Kind,
    ListOf,
    Malformed,
    Number,
    OneOf,
    Points,
    Record,
    Row,
    RowOf,
    Rows,
    Ruled,
    Schema,
    ShapedMapping,
    Simple,
    Text,
    Whole,
    YesNo,
    brief_text,
    count_text,
    dataclass,
    did_you_mean,
    fact,
    in_force,
    malformed_value,
    schema_with_like,
    written_out,
)
from .tables import (
    ASSAULT,
    CLASSES,
    FACTION_RULES,
    REFERENCE,
    SPECIALS,
    TRAITS,
    catalogue_file,
    is_in_force,
    points_step,
)

Ids = tuple[str, ...]
SPECIAL = "special rules of your own, from [rules]"


@dataclass(frozen=True)
class When(Simple[dict[str, object]]):
    """The house rules under which something exists: switches with their values."""

    def read(self, value: Any, where: str) -> JsonObject:
        if not isinstance(value, Mapping):
            raise malformed_value(where, f"{brief_text(value)} is not a table of switches")
        switches = REFERENCE.house.switches
        for name, chosen in value.items():
            if name not in switches:
                raise malformed_value(f"{where}.{name}", "unknown switch", did_you_mean(name, list(switches)))
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
        return Points(points_step()).read(value, where)

    def schema(self) -> JsonObject:
        return Points(points_step()).schema()

    @property
    def words(self) -> str:
        return 'a multiple of 1/2, such as 0.5 or "1/2"'

    def plain(self, value: Fraction) -> str:
        return Points(points_step()).plain(value)


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
    special: Ids = fact(ListOf(Id()), (), help=SPECIAL)
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
    special: Ids = fact(ListOf(Id()), (), help=SPECIAL)
    move: Fraction | None = fact(Number(0), None, help="normal move in cm; default: that of its class")
    transport: Transport | None = fact(Record(Transport), None)
    weapons: tuple[Weapon, ...] = fact(ListOf(Record(Weapon)), ())
    options: tuple[Option, ...] = fact(ListOf(Record(Option)), ())
    when: JsonMapping = fact(When(), {}, help="only under these house rules")


class Included(RowOf):
    """A faction whose units another one has, too."""

    @property
    def rows(self) -> Mapping[str, Any]:
        return FACTIONS.all_rows(in_force())

    def schema(self) -> Schema:
        return {"anyOf": [{"enum": list(FACTIONS.printed)}, {"type": "string"}]}


@dataclass(frozen=True, kw_only=True, eq=False)
class Faction(Row):
    """A faction: its rules and units."""

    id: str = fact(Id())
    name: str = fact(Text(), "")
    rules: Ids = fact(ListOf(OneOf(FACTION_RULES)), ())
    includes: Faction | None = fact(Included(()), None, help="a faction whose units are also in this one")
    units: tuple[UnitType, ...] = fact(ListOf(Record(UnitType)), help="the units that only this faction has")

    @property
    def title(self) -> str:
        return self.name or self.id

    @cached_property
    def all_units(self) -> tuple[UnitType, ...]:
        """Its own units, then those that it includes, without those of which it has one of its own."""
        ids = {unit.id for unit in self.units}
        included = self.includes.all_units if self.includes else ()
        return (*self.units, *(unit for unit in included if unit.id not in ids))

    def find_unit(self, one: str, house: House) -> UnitType | None:
        """A unit by id, None where the faction has none such under these house rules."""
        return _find_unit_type(one, self.all_units, house)

    def find_own_unit(self, one: str, house: House) -> UnitType | None:
        """The same, without units that it includes from another faction."""
        return _find_unit_type(one, self.units, house)


def _find_unit_type(one: str, units: Sequence[UnitType], house: House) -> UnitType | None:
    return next((unit for unit in units if unit.id == one and is_in_force(unit.when, house)), None)


def records_under_house(house: House, records: Sequence[Any]) -> list[Any]:
    """The records that exist under these house rules."""
    return [one for one in records if is_in_force(one.when, house)]


def effects_of(option: Option, where: str) -> Iterator[tuple[Effect, str]]:
    """All that an option may change in a unit, each effect with its place."""
    if option.effect is not None:
        yield option.effect, f"{where}.effect"
    for at, choice in enumerate(option.choices or ()):
        yield choice, f"{where}.choices[{at}]"


# --- the table


def items_with_places(records: Sequence[Any], where: str) -> list[tuple[str, Any]]:
    """The items of a list, each with its place."""
    return [(f"{where}[{at}]", one) for at, one in enumerate(records)]


class Factions(Rows[Faction]):
    """The factions. In a file a unit may be `like` a printed one, or like another one of the same file."""

    def written_out(self, row: Json, own: ShapedMapping, where: str = "") -> Json:
        """A unit that is like none is written out, too, as any other; `faults_of_like` tells what is wrong."""
        if not isinstance(row, Mapping) or not isinstance(row.get("units"), list | tuple):
            return row
        return {**row, "units": [_written_out(unit, own) for unit in row["units"]]}

    def faults_of_like(self, row: Json, own: ShapedMapping, where: str) -> Iterator[Malformed]:
        for spot, unit in items_with_places(_list_at(row, "units"), f"{where}.units"):
            try:
                written_out(unit, _units_of(own), printed_units(), spot)
            except Malformed as wrong:
                yield wrong

    def ruled_parts(self, row: Faction, where: str) -> Iterator[tuple[str, Ruled]]:
        """The faction, its units, and their weapons, with those that options bring."""
        yield where, row
        for spot, unit in items_with_places(row.units, f"{where}.units"):
            yield spot, unit
            yield from items_with_places(unit.weapons, f"{spot}.weapons")
            for place, option in items_with_places(unit.options, f"{spot}.options"):
                for effect, inside in effects_of(option, place):
                    yield from items_with_places(effect.add_weapons, f"{inside}.add_weapons")

    def schema(self) -> Schema:
        found = super().schema()
        units = found["items"]["properties"]["units"]
        units["items"] = schema_with_like(units["items"], "id")
        return found

    def contents_text(self, rows: Collection[Faction]) -> str:
        units = sum(len(one.units) for one in rows)
        return f"{super().contents_text(rows)}, {count_text(units, 'unit')}"


def _printed_rows() -> ShapedMapping:
    rows = [
        row
        for name in _list_at(catalogue_file("tables"), "factions")
        for row in _list_at(catalogue_file(name), "factions")
    ]
    return {row["id"]: row for row in rows}


FACTIONS = Factions("tt", "factions", Faction, _printed_rows, home="factions", listed=True)


@cache
def printed_units() -> ShapedMapping:
    """The printed units as data, by id. Constraints of their options are those of the book, and are not copied."""
    units = (unit for row in _printed_rows().values() for unit in _list_at(row, "units"))
    return {unit["id"]: _without_codes(unit) for unit in units}


def _without_codes(unit: JsonMapping) -> JsonObject:
    options = [{key: one for key, one in option.items() if key != "code"} for option in _list_at(unit, "options")]
    return {**unit, **({"options": options} if options else {})}


def _units_of(own: ShapedMapping) -> ShapedMapping:
    """The units of a file by id."""
    units = (unit for row in own.values() for unit in _list_at(row, "units") if isinstance(unit, Mapping))
    return {unit["id"]: unit for unit in units if isinstance(unit.get("id"), str)}


def _list_at(row: Json, key: str) -> Sequence[Any]:
    found = row.get(key) if isinstance(row, Mapping) else ()
    return found if isinstance(found, list | tuple) else ()


def _written_out(unit: Any, own: ShapedMapping) -> Json:
    try:
        return written_out(unit, _units_of(own), printed_units(), "")
    except Malformed:
        return {**next(iter(printed_units().values())), **{key: one for key, one in unit.items() if key != "like"}}

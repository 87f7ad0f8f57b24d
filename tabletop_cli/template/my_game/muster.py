"""Army lists: reading them, checks, what to choose, the roster (MG-A1, MG-A2)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tabletop_cli.api import (
    Boxes,
    Card,
    Form,
    House,
    Json,
    JsonMapping,
    Key,
    Muster,
    Number,
    Problem,
    RowEntry,
    RowOf,
    Sheet,
    System,
    Text,
    Whole,
    army_schema,
    dataclass,
    form_of,
    strange_keys,
    units_of,
)

from .tables import UNITS, Kind

ARMY = (Key.of("name", "Name", Text()), Key.of("budget", "Points", Number(0)))
TYPE = Key.of("type", "Unit", RowOf.of(UNITS), needed=True)
UNIT = (Key.of("name", "Name", Text()), Key.of("count", "Copies", Whole(1), default=1))


@dataclass(frozen=True)
class Unit(RowEntry[Kind]):
    """One of the ``[[units]]`` of a file; `row` is what the catalogue knows of it."""

    rows = UNITS

    @property
    def points(self) -> Fraction:
        """What one copy costs."""
        return Fraction(self.row.points if self.row else 0)


@dataclass(frozen=True)
class Army:
    """A list as it was read."""

    fields: JsonMapping
    units: tuple[Unit, ...]
    budget: Fraction | None

    @property
    def points(self) -> Fraction:
        return sum((unit.count * unit.points for unit in self.units), Fraction(0))


def read(army: JsonMapping, budget: Json, system: System) -> Army:
    """A list from raw data. Errors: `Malformed` for a wrong structure."""
    house: House = system.read_common(army, "")["house"]
    agreed = army.get("budget") if budget is None else budget
    units = tuple(Unit(at, fields, house) for at, fields in enumerate(units_of(army, system.id)))
    return Army(army, units, None if agreed is None else Number(0).read(agreed, "budget"))


def a1(army: Army) -> Iterator[Problem]:
    """Units are there, and known (MG-A1)."""
    yield from strange_keys(army.fields, ARMY, "MG-A1")
    if not army.units:
        yield Problem("MG-A1", "0 units, at least 1 is needed", "add a unit", ("units",))
    for unit in army.units:
        yield from unit.faults("MG-A1", UNIT)


def a2(army: Army) -> Iterator[Problem]:
    """The army is within its budget (MG-A2)."""
    if army.budget is not None and army.points > army.budget:
        over = f"{army.points} of {army.budget} points, {army.points - army.budget} over"
        yield Problem("MG-A2", over, "take units away, or agree on more", ("budget",))


def form(army: JsonMapping, system: System) -> Form:
    """What there is to buy, and what to choose about it."""
    return form_of(army, system, "MG-A1", ARMY, UNITS, UNIT, lambda row: f"{row.points} points; {row.weapon.name}")


def sheet(army: Army, problems: Sequence[Problem]) -> Sheet:
    """The army on paper: a card for each unit, with a box for each wound."""
    return Sheet(
        system="my-game",
        system_name="My Game",
        name=str(army.fields.get("name", "An army")),
        points=army.points,
        budget=army.budget,
        unit="unit",
        cards=tuple(map(card_of, army.units)),
        rules=tuple(dict.fromkeys((rule.name, rule.text) for unit in army.units for rule in unit.special)),
        problems=tuple(problems),
    )


def card_of(unit: Unit) -> Card:
    row = unit.row
    return Card(
        place=("units", unit.at),
        id=str(unit.fields.get("type", "")),
        title=str(unit.fields.get("name") or unit.word),
        kind=unit.word,
        count=unit.count,
        each=unit.points,
        points=unit.points * unit.count,
        stats=(("weapon", row.weapon.name), ("dice", f"{row.weapon.dice}, {row.weapon.hits_on}+")) if row else (),
        boxes=(Boxes("wounds", 0, row.wounds),) if row else (),
        rules=tuple(rule.name for rule in unit.special),
    )


MUSTER = Muster(
    read=read,
    checks={"MG-A1": a1, "MG-A2": a2},
    points=lambda army: army.points,
    budget=lambda army: army.budget,
    schema=lambda system: army_schema(system, ARMY, (TYPE, *UNIT)),
    form=form,
    sheet=sheet,
    house=True,
)

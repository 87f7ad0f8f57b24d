"""What all situations of tt share: units named by their ids, and the catalogue in which those are looked up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...api import (
    House,
    Id,
    JsonMapping,
    Raw,
    Situation,
    Titles,
    YesNo,
    brief_text,
    dataclass,
    did_you_mean,
    fact,
    facts_of,
    malformed_value,
)
from .profiles import Profile, make_profile
from .tables import ASSAULT

TITLES = Titles(Path(__file__).with_name("resolvers.toml"))


@dataclass(frozen=True, kw_only=True)
class UnitFacts:
    """Which unit: its id in the catalogue, its options, and its faction where two have a unit of that id."""

    unit: str = fact(Id(), ask="Which unit?")
    faction: str | None = fact(Id(), None, help="only to tell two factions apart")
    options: JsonMapping = fact(Raw(), {}, help="options by key; what is left out has its default")


@dataclass(frozen=True, kw_only=True)
class ArmedFacts(UnitFacts):
    """A unit and one of its weapons."""

    weapon: str = fact(Id(), ask="With which weapon?")


@dataclass(frozen=True, kw_only=True)
class Place(UnitFacts):
    """A unit that may be loaded or in reserve."""

    loaded: bool = fact(YesNo(), False, ask="Is it in a transport?")
    in_reserve: bool = fact(YesNo(), False, ask="Is it off the table?")


@dataclass(frozen=True, kw_only=True)
class TtSituation(Situation):
    """A situation with units. Errors: `Malformed` for unknown units and weapons and for illegal options."""

    def __post_init__(self) -> None:
        for where, facts in units_in(self, "situation"):
            check_unit(facts, self.house, where)

    def profile_of(self, facts: UnitFacts) -> Profile:
        return profile_of(facts, self.house, "situation")


def profile_of(facts: UnitFacts, house: House, where: str) -> Profile:
    """The unit that these facts name. Errors: `Malformed`."""
    return make_profile(house, facts.unit, facts.faction, facts.options, where)


def check_unit(facts: UnitFacts, house: House, where: str) -> None:
    """Errors: `Malformed` for an unknown unit or weapon; a missing Assault weapon is a reason, not an error."""
    found = profile_of(facts, house, where)
    if isinstance(facts, ArmedFacts) and facts.weapon not in (*found.weapons, ASSAULT):
        text = f"{found.id} has no weapon {brief_text(facts.weapon)}"
        raise malformed_value(f"{where}.weapon", text, did_you_mean(facts.weapon, list(found.weapons)))


def units_in(value: object, where: str) -> Iterator[tuple[str, UnitFacts]]:
    """Every unit that a record names, itself or inside, with its place."""
    if isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from units_in(item, f"{where}[{at}]")
        return
    if isinstance(value, UnitFacts):
        yield where, value
    for one in facts_of(type(value)) if hasattr(value, "__dataclass_fields__") else ():
        inner = getattr(value, one.attribute)
        if isinstance(inner, tuple) or hasattr(inner, "__dataclass_fields__"):
            yield from units_in(inner, f"{where}.{one.name}")

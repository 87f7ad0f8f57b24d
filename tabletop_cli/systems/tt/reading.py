"""Reading catalogues: the printed factions and those that players write, with what is wrong said and placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from functools import cache
from typing import Any

from ...api import (
    House,
    Malformed,
    ShapedMapping,
    ShapedObject,
    brief,
    complaints,
    counted,
    dataclass,
    did_you_mean,
    malformed,
    read_record,
)
from .catalogue_faults import faults_of_care, faults_that_break, written
from .model import CatalogueFile, Faction, UnitType
from .tables import PRINTED, catalogue_file


@dataclass(frozen=True)
class Catalogue:
    """All factions of a table: home-made ones first, then the printed ones. `raw` is what players wrote."""

    home: tuple[Faction, ...] = field(compare=False)
    raw: ShapedMapping = field(hash=False)

    @property
    def factions(self) -> tuple[Faction, ...]:
        return (*self.home, *printed())

    def faction(self, one: str) -> Faction | None:
        return next((faction for faction in self.factions if faction.id == one), None)

    def find(self, unit: str, faction: str | None, house: House, where: str) -> tuple[Faction, UnitType]:
        """A unit in the named faction, else in the home-made ones, else in the printed ones.

        Errors: `Malformed` for an unknown faction or unit, and for a unit that two factions have.
        """
        if faction is not None and (named := self.faction(faction)) is None:
            known = [one.id for one in self.factions]
            raise malformed(f"{where}.faction", f"unknown faction {brief(faction)}", did_you_mean(faction, known))
        pools = (self.home, printed()) if faction is None else ((named,),)
        for pool in pools:
            found = [(one, kind) for one in pool if one and (kind := one.unit(unit, house))]
            if len(found) > 1:
                names = " and ".join(one.id for one, _ in found)
                raise malformed(f"{where}.unit", f"{names} both have a unit {brief(unit)}", "name the faction too")
            if found:
                return found[0]
        known = [kind.id for pool in pools for one in pool if one for kind in one.units]
        raise malformed(f"{where}.unit", f"unknown unit {brief(unit)}", did_you_mean(unit, known))


@cache
def printed() -> tuple[Faction, ...]:
    """The factions of the rulebook."""
    return tuple(
        faction
        for name in PRINTED
        for faction in read_record(CatalogueFile, catalogue_file(name), f"catalogue/{name}").factions
    )


@cache
def printed_catalogue() -> Catalogue:
    """The rulebook's factions and no others."""
    return Catalogue((), {"factions": []})


def read_catalogue(data: Any, where: str = "catalogue") -> Catalogue:
    """A catalogue that players wrote, beside the printed one. Errors: `Malformed` with code ``bad-catalogue``."""
    try:
        if isinstance(data, str):
            hint = "a path stands only in an army file; here the catalogue itself is needed"
            raise malformed(where, f"{brief(data)} is not a table", hint)
        home = read_record(CatalogueFile, data, where).factions
        for wrong in faults_that_break(written(data["factions"], f"{where}.factions")):
            raise wrong
    except Malformed as wrong:
        raise _bad(wrong) from None
    return Catalogue(home, dict(data))


def _bad(wrong: Malformed) -> Malformed:
    wrong.code = "bad-catalogue"
    return wrong


def catalogue_faults(data: Any, where: str = "catalogue") -> Iterator[Malformed]:
    """All that is wrong with a catalogue file, each with code ``bad-catalogue``: also what harms nobody else.

    A unit whose shape is wrong is not examined further.
    """
    factions = written(data.get("factions") if isinstance(data, Mapping) else (), f"{where}.factions")
    yield from map(_bad, complaints(CatalogueFile, data, where))
    yield from map(_bad, faults_that_break(factions))
    yield from map(_bad, faults_of_care(factions, printed()))


def contents(catalogue: Catalogue) -> str:
    """What a catalogue holds: ``1 faction, 7 units``."""
    units = sum(len(one.units) for one in catalogue.home)
    return f"{counted(len(catalogue.home), 'faction')}, {counted(units, 'unit')}"


def serves(army: ShapedMapping, data: ShapedMapping) -> bool:
    """Whether a catalogue file has the faction of an army."""
    factions = data.get("factions")
    found = factions if isinstance(factions, list) else []
    return any(isinstance(one, Mapping) and one.get("id") == army.get("faction") for one in found)


def merge(one: ShapedMapping, other: ShapedMapping) -> ShapedObject:
    """The factions of two catalogues; the same faction stands once. Errors: `Malformed` for two different ones."""
    factions = list(one.get("factions", ()))
    for faction in other.get("factions", ()):
        same = [known for known in factions if known.get("id") == faction.get("id")]
        if same and same[0] != faction:
            text = f"two different factions {brief(faction.get('id'))}"
            raise Malformed(f"catalogue: {text}", hint="both armies need the same catalogue", code="bad-catalogue")
        factions += [] if same else [faction]
    return {"factions": factions}

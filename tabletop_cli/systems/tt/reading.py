"""Reading catalogues: the printed factions and those that players write, with what is wrong said and placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

from ...api import House, Malformed, brief, did_you_mean, malformed, read_record
from .model import CatalogueFile, Effect, Faction, Option, UnitType, Weapon
from .tables import ASSAULT, PRINTED, catalogue_file


@dataclass(frozen=True)
class Catalogue:
    """All factions of a table: home-made ones first, then the printed ones. `raw` is what players wrote."""

    home: tuple[Faction, ...] = field(compare=False)
    raw: Mapping[str, Any] = field(hash=False)

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
        for at, faction in enumerate(home):
            spot = f"{where}.factions[{at}]"
            if faction.id in PRINTED:
                raise malformed(f"{spot}.id", f"{brief(faction.id)} is a printed faction", "choose an id of your own")
            _check_faction(faction, spot)
        _all_different(home, f"{where}.factions", "faction")
    except Malformed as wrong:
        wrong.code = "bad-catalogue"
        raise
    return Catalogue(home, dict(data))


def _all_different(records: Sequence[Any], where: str, what: str) -> None:
    """No two records of one id, unless they can never exist under the same house rules."""
    for (_, one), (at, other) in combinations(enumerate(records), 2):
        if one.id == other.id and not _exclude_each_other(one, other):
            raise malformed(f"{where}[{at}].id", f"a second {what} {brief(other.id)}", "give each an id of its own")


def _exclude_each_other(one: Any, other: Any) -> bool:
    mine, theirs = getattr(one, "when", {}), getattr(other, "when", {})
    return any(theirs.get(switch, value) != value for switch, value in mine.items())


def _check_faction(faction: Faction, where: str) -> None:
    _all_different(faction.units, f"{where}.units", "unit")
    for at, unit in enumerate(faction.units):
        _check_unit(unit, f"{where}.units[{at}]")


def _check_unit(unit: UnitType, where: str) -> None:
    for at, weapon in enumerate(unit.weapons):
        _check_weapon(weapon, f"{where}.weapons[{at}]")
    _all_different(unit.weapons, f"{where}.weapons", "weapon")
    for at, option in enumerate(unit.options):
        _check_option(option, unit, f"{where}.options[{at}]")
    _all_different(unit.options, f"{where}.options", "option")


def check_names(catalogue: Catalogue, where: str = "catalogue") -> None:
    """Names that lead nowhere: they harm nothing, but are not what the writer of a file meant.

    Errors: `Malformed` with code ``bad-catalogue`` for passengers and weapons to remove that do not exist.
    """
    known = [unit.id for one in catalogue.factions for unit in one.units]
    try:
        for at, faction in enumerate(catalogue.home):
            for number, unit in enumerate(faction.units):
                spot = f"{where}.factions[{at}].units[{number}]"
                _check_passengers(unit, spot, known)
                for place, option in enumerate(unit.options):
                    for effect, inner in _effects(option, f"{spot}.options[{place}]"):
                        _check_removed(effect, unit, inner)
    except Malformed as wrong:
        wrong.code = "bad-catalogue"
        raise


def _check_passengers(unit: UnitType, where: str, known: Sequence[str]) -> None:
    if unit.transport is None:
        return
    for key, ids in (("units", unit.transport.units), ("except", unit.transport.except_)):
        for at, one in enumerate(ids):
            if one not in known:
                spot = f"{where}.transport.{key}[{at}]"
                raise malformed(spot, f"unknown unit {brief(one)}", did_you_mean(one, known))


def _check_weapon(weapon: Weapon, where: str) -> None:
    if weapon.value is not None and (weapon.ap is not None or weapon.at is not None):
        raise malformed(f"{where}.value", "`value` stands instead of `ap` and `at`", "leave one or the other out")
    if weapon.id == ASSAULT and weapon.range is not None:
        raise malformed(f"{where}.range", "an Assault weapon has no range", "leave `range` out")
    if weapon.id != ASSAULT and weapon.range is None:
        hint = "write range = 10; only `assault` has none"
        raise malformed(where, f"the weapon {brief(weapon.id)} has no range", hint)


def _effects(option: Option, where: str) -> Iterator[tuple[Effect, str]]:
    if option.effect is not None:
        yield option.effect, f"{where}.effect"
    for at, choice in enumerate(option.choices or ()):
        yield choice, f"{where}.choices[{at}]"


def _check_option(option: Option, unit: UnitType, where: str) -> None:
    _check_shape(option, where)
    _all_different(option.choices or (), f"{where}.choices", "choice")
    ids = [choice.id for choice in option.choices or ()]
    if option.default is not None and (why := wrong_value(option, ids, option.default)):
        raise malformed(f"{where}.default", why, f"its choices: {', '.join(ids)}" if ids else "")
    flags = [one.id for one in unit.options if one.kind == "flag"]
    if option.needs is not None and option.needs not in flags:
        text = f"{brief(option.needs)} is no flag of {unit.id}"
        raise malformed(f"{where}.needs", text, did_you_mean(option.needs, flags))
    for effect, spot in _effects(option, where):
        for at, weapon in enumerate(effect.add_weapons):
            _check_weapon(weapon, f"{spot}.add_weapons[{at}]")
        _all_different(effect.add_weapons, f"{spot}.add_weapons", "weapon")


def _check_removed(effect: Effect, unit: UnitType, where: str) -> None:
    """What an effect takes away is something that the unit can have."""
    added = [weapon.id for option in unit.options for one, _ in _effects(option, "") for weapon in one.add_weapons]
    known = [*(weapon.id for weapon in unit.weapons), *added]
    for at, one in enumerate(effect.remove_weapons):
        if one not in known:
            text = f"{unit.id} has no weapon {brief(one)} to remove"
            raise malformed(f"{where}.remove_weapons[{at}]", text, did_you_mean(one, known))


def _check_shape(option: Option, where: str) -> None:
    """Each kind of option has its own fields."""
    if option.kind == "flag" and option.choices is not None:
        raise malformed(f"{where}.choices", "a `flag` has no choices", "write its effect under `effect`")
    if option.kind != "flag" and option.effect is not None:
        raise malformed(f"{where}.effect", "only a `flag` has an `effect`", "write the effects into the choices")
    if option.kind != "flag" and option.choices is None:
        raise malformed(where, f"the option {brief(option.id)} has no choices", "add `choices`")
    if option.kind == "some" and option.pick is None:
        raise malformed(where, f"the option {brief(option.id)} says `some`, but not how many", "add `pick`")
    if option.kind != "some" and option.pick is not None:
        raise malformed(f"{where}.pick", "`pick` belongs to options of kind `some`")


def wrong_value(option: Option, ids: Sequence[str], value: Any) -> str:
    """What is wrong with a value of an option whose choices have these ids; empty where nothing is."""
    if option.kind == "flag":
        return "" if isinstance(value, bool) else f"{brief(value)} is neither true nor false"
    if option.kind == "one":
        what = f"{brief(value)} is a list, one value is needed" if isinstance(value, list | tuple) else ""
        return "" if isinstance(value, str) and value in ids else what or f"{brief(value)} is not known"
    if not isinstance(value, list | tuple):
        return f"{brief(value)} is not a list of {option.pick}"
    unknown = [one for one in value if not (isinstance(one, str) and one in ids)]
    if unknown:
        return f"{brief(unknown[0])} is not known"
    if len(value) != option.pick:
        return f"{len(value)} named, exactly {option.pick} are needed"
    return "" if option.repeat or len(set(value)) == len(value) else "the same choice twice, they must be different"


def serves(army: Mapping[str, Any], data: Mapping[str, Any]) -> bool:
    """Whether a catalogue file has the faction of an army."""
    factions = data.get("factions")
    found = factions if isinstance(factions, list) else []
    return any(isinstance(one, Mapping) and one.get("id") == army.get("faction") for one in found)


def merge(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The factions of two catalogues; the same faction stands once. Errors: `Malformed` for two different ones."""
    factions = list(one.get("factions", ()))
    for faction in other.get("factions", ()):
        same = [known for known in factions if known.get("id") == faction.get("id")]
        if same and same[0] != faction:
            text = f"two different factions {brief(faction.get('id'))}"
            raise Malformed(f"catalogue: {text}", hint="both armies need the same catalogue", code="bad-catalogue")
        factions += [] if same else [faction]
    return {"factions": factions}

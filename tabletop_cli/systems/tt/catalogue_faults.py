"""What can be wrong with a catalogue that players write, beyond its shape: fault by fault, each with its place.

`faults_that_break` make a catalogue unusable, wherever it comes from. `faults_of_care` harm nothing, or only the unit
that has them, and are not what the writer of a file meant; they are looked for in files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations
from typing import Any

from ...api import (
    Malformed,
    ShapedMapping,
    brief_text,
    dataclass,
    did_you_mean,
    faults_of_id,
    malformed_value,
    read_record,
)
from .model import Effect, Faction, Option, Transport, UnitType, Weapon, effects_of, items_with_places
from .tables import ASSAULT, REFERENCE

Faults = Iterator[Malformed]


@dataclass(frozen=True)
class Written:
    """A faction as somebody wrote it: its place, its data, and those of its units that can be read, with places."""

    where: str
    id: str
    raw: ShapedMapping
    units: tuple[tuple[str, UnitType], ...]

    @property
    def entries(self) -> list[ShapedMapping]:
        """All its units as they are written, read or not; none where they are no list of tables."""
        units = self.raw.get("units", ())
        return [one for one in units if isinstance(one, Mapping)] if isinstance(units, list | tuple) else []


def read_faction(faction: ShapedMapping, one: str, where: str) -> Written:
    """What can be read of a faction; the shape of other units is complained about already."""
    found = []
    listed = faction.get("units")
    for spot, unit in items_with_places(listed if isinstance(listed, list | tuple) else (), f"{where}.units"):
        with suppress(Malformed):
            found.append((spot, read_record(UnitType, unit, spot)))
    return Written(where, one, faction, tuple(found))


# --- what makes a catalogue unusable


def faults_that_break(factions: Sequence[Written]) -> Faults:
    """Ids twice, weapons and options that contradict themselves."""
    for faction in factions:
        yield from _duplicate_faults(faction.units, "unit")
        for where, unit in faction.units:
            yield from _unit_faults(unit, where)


def _duplicate_faults(records: Sequence[tuple[str, Any]], what: str) -> Faults:
    """No two records of one id, unless they can never exist under the same house rules."""
    blamed: set[str] = set()
    for (_, one), (where, other) in combinations(records, 2):
        if one.id == other.id and where not in blamed and not _exclude_each_other(one, other):
            blamed.add(where)
            yield malformed_value(
                f"{where}.id", f"a second {what} {brief_text(other.id)}", "give each an id of its own"
            )


def _exclude_each_other(one: Any, other: Any) -> bool:
    mine, theirs = getattr(one, "when", {}), getattr(other, "when", {})
    return any(theirs.get(switch, value) != value for switch, value in mine.items())


def _unit_faults(unit: UnitType, where: str) -> Faults:
    weapons, options = (
        items_with_places(unit.weapons, f"{where}.weapons"),
        items_with_places(unit.options, f"{where}.options"),
    )
    for spot, weapon in weapons:
        yield from _weapon_faults(weapon, spot)
    yield from _duplicate_faults(weapons, "weapon")
    for spot, option in options:
        yield from _option_faults(option, unit, spot)
    yield from _duplicate_faults(options, "option")


def _weapon_faults(weapon: Weapon, where: str) -> Faults:
    marked = weapon.ap is not None or weapon.at is not None
    if weapon.value is not None and marked:
        yield malformed_value(f"{where}.value", "`value` stands instead of `ap` and `at`", "leave one or the other out")
    if weapon.value is None and not marked:
        hint = "write ap = 2 against infantry, at = 2 against vehicles, or value = 2 against both"
        yield malformed_value(where, f"the weapon {brief_text(weapon.id)} has neither `ap` nor `at` nor `value`", hint)
    if weapon.id == ASSAULT and weapon.range is not None:
        yield malformed_value(f"{where}.range", "an Assault weapon has no range", "leave `range` out")
    if weapon.id != ASSAULT and weapon.range is None:
        hint = "write range = 10; only `assault` has none"
        yield malformed_value(where, f"the weapon {brief_text(weapon.id)} has no range", hint)


def _option_faults(option: Option, unit: UnitType, where: str) -> Faults:
    yield from _shape_faults(option, where)
    yield from _duplicate_faults(items_with_places(option.choices or (), f"{where}.choices"), "choice")
    ids = [choice.id for choice in option.choices or ()]
    if option.default is not None and (why := wrong_value(option, ids, option.default)):
        yield malformed_value(f"{where}.default", why, f"its choices: {', '.join(ids)}" if ids else "")
    flags = [one.id for one in unit.options if one.kind == "flag"]
    if option.needs is not None and option.needs not in flags:
        text = f"{brief_text(option.needs)} is no flag of {unit.id}"
        yield malformed_value(f"{where}.needs", text, did_you_mean(option.needs, flags))
    for effect, spot in effects_of(option, where):
        added = items_with_places(effect.add_weapons, f"{spot}.add_weapons")
        for place, weapon in added:
            yield from _weapon_faults(weapon, place)
        yield from _duplicate_faults(added, "weapon")


def _shape_faults(option: Option, where: str) -> Faults:
    """Each kind of option has its own fields."""
    kind, told = option.kind, brief_text(option.id)
    if kind == "flag" and option.choices is not None:
        yield malformed_value(f"{where}.choices", "a `flag` has no choices", "write its effect under `effect`")
    if kind != "flag" and option.effect is not None:
        yield malformed_value(f"{where}.effect", "only a `flag` has an `effect`", "write the effects into the choices")
    if kind != "flag" and option.choices is None:
        yield malformed_value(where, f"the option {told} has no choices", "add `choices`")
    if kind == "some" and option.pick is None:
        yield malformed_value(where, f"the option {told} says `some`, but not how many", "add `pick`")
    if kind != "some" and option.pick is not None:
        yield malformed_value(f"{where}.pick", "`pick` belongs to options of kind `some`", "leave it out")


def wrong_value(option: Option, ids: Sequence[str], value: Any) -> str:
    """What is wrong with a value of an option whose choices have these ids; empty where nothing is."""
    if option.kind == "flag":
        return "" if isinstance(value, bool) else f"{brief_text(value)} is neither true nor false"
    if option.kind == "one":
        what = f"{brief_text(value)} is a list, one value is needed" if isinstance(value, list | tuple) else ""
        return "" if isinstance(value, str) and value in ids else what or f"{brief_text(value)} is not known"
    if not isinstance(value, list | tuple):
        return f"{brief_text(value)} is not a list of {option.pick}"
    unknown = [one for one in value if not (isinstance(one, str) and one in ids)]
    if unknown:
        return f"{brief_text(unknown[0])} is not known"
    if len(value) != option.pick:
        return f"{len(value)} named, exactly {option.pick} are needed"
    return "" if option.repeat or len(set(value)) == len(value) else "the same choice twice, they must be different"


# --- what harms nobody else, and was not meant


def faults_of_care(factions: Sequence[Written], printed: Collection[Faction]) -> Faults:
    """Names that lead nowhere, weapons that reach nobody, transports for nobody, choices that nobody can make."""
    known = [unit for one in printed for unit in one.units] + [unit for one in factions for _, unit in one.units]
    ids = list(
        dict.fromkeys(
            [
                *(unit.id for unit in known),
                *(str(one["id"]) for faction in factions for one in faction.entries if "id" in one),
            ]
        )
    )
    riders = {unit.id for unit in known if unit.class_ == "infantry"}
    strangers = {unit.id for unit in known} - riders
    for faction in factions:
        listed = isinstance(faction.raw.get("units", []), list | tuple)  # what is no list is another fault
        if (
            listed
            and "includes" not in faction.raw
            and not any(one.get("commander") is True for one in faction.entries)
        ):
            text = f"no unit of {faction.id or 'this faction'} is a Commander, and every army needs one (TT-A4)"
            yield malformed_value(faction.where, text, "write commander = true at one of its units")
        for where, unit in faction.units:
            yield from faults_of_id(unit.id, f"{where}.id")
            for spot, weapon in items_with_places(unit.weapons, f"{where}.weapons"):
                yield from _reach_faults(weapon, spot)
            if unit.transport is not None:
                yield from _transport_faults(unit.transport, f"{where}.transport", ids, strangers)
            for spot, option in items_with_places(unit.options, f"{where}.options"):
                yield from _choice_faults(option, unit, spot)


def _reach_faults(weapon: Weapon, where: str) -> Faults:
    yield from faults_of_id(weapon.id, f"{where}.id")
    if weapon.range is None:
        return
    if weapon.range == 0:
        yield malformed_value(
            f"{where}.range", "a range of 0 cm reaches nobody", "give its reach in cm, such as range = 10"
        )
    elif weapon.min_range > weapon.range:
        text = f"{_format_cm(weapon.min_range)} at least and {_format_cm(weapon.range)} at most: it reaches nobody"
        hint = f"give a min_range below {_format_cm(weapon.range)}, or leave it out"
        yield malformed_value(f"{where}.min_range", text, hint)


def _format_cm(number: Any) -> str:
    return f"{float(number):g} cm"


def _transport_faults(seats: Transport, where: str, known: Sequence[str], strangers: set[str]) -> Faults:
    """Passengers exist and are infantry, there is room for one, and exceptions are from something (TT-TRANS-1)."""
    if seats.capacity == 0:
        hint = "give a capacity of 1 or more, or leave `transport` out"
        yield malformed_value(f"{where}.capacity", "room for 0 units", hint)
    for key, ids in (("units", seats.units), ("except", seats.except_)):
        for at, one in enumerate(ids):
            if one not in known:
                yield malformed_value(
                    f"{where}.{key}[{at}]", f"unknown unit {brief_text(one)}", did_you_mean(one, known)
                )
            elif key == "units" and one in strangers:
                text = f"{brief_text(one)} is no infantry, and nothing else rides in transports"
                yield malformed_value(f"{where}.{key}[{at}]", text, "name infantry, or leave it out")
    if seats.except_ and not seats.any_infantry:
        hint = "write any_infantry = true beside it, or leave `except` out"
        yield malformed_value(f"{where}.except", "`except` takes nobody out without any_infantry", hint)
    if not seats.units and not seats.any_infantry:
        hint = "name its passengers under `units`, or write any_infantry = true"
        yield malformed_value(where, "this transport takes nobody", hint)


def _pick_faults(pick: int, different: int, where: str) -> Faults:
    if pick > different:
        text = f"{pick} different ones of {different} choices: nobody can name them"
        yield malformed_value(f"{where}.pick", text, f"pick {different} at most, or write repeat = true")


def _choice_faults(option: Option, unit: UnitType, where: str) -> Faults:
    yield from faults_of_id(option.id, f"{where}.id")
    if option.code not in REFERENCE.rules or REFERENCE.rules[option.code].kind != "army":
        hint = "leave `code` out, and a wrong value breaks TT-A14"
        yield malformed_value(f"{where}.code", f"there is no constraint {brief_text(option.code)}", hint)
    for at, choice in enumerate(option.choices or ()):
        yield from faults_of_id(choice.id, f"{where}.choices[{at}].id")
    if option.kind == "some" and option.pick and option.choices is not None and not option.repeat:
        yield from _pick_faults(option.pick, len({choice.id for choice in option.choices}), where)
    for effect, spot in effects_of(option, where):
        yield from _removal_faults(effect, unit, spot)
        for place, weapon in items_with_places(effect.add_weapons, f"{spot}.add_weapons"):
            yield from _reach_faults(weapon, place)


def _removal_faults(effect: Effect, unit: UnitType, where: str) -> Faults:
    """What an effect takes away is something that the unit can have."""
    added = [weapon.id for option in unit.options for one, _ in effects_of(option, "") for weapon in one.add_weapons]
    known = [*(weapon.id for weapon in unit.weapons), *added]
    for at, one in enumerate(effect.remove_weapons):
        if one not in known:
            text = f"{unit.id} has no weapon {brief_text(one)} to remove"
            yield malformed_value(f"{where}.remove_weapons[{at}]", text, did_you_mean(one, known))

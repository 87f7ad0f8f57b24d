"""A list of tt as people want it on paper: cards with profiles and boxes, special rules in full words, losses.

Nothing of a list is secret by the rules: only where units are deployed is hidden until both sides have done it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil

from ...api import (
    Boxes,
    Card,
    House,
    Problem,
    ShapedObject,
    Sheet,
    Table,
    brief_text,
    dataclass,
    format_fraction,
    format_ratio,
)
from .catalogue_faults import wrong_value
from .form import SEVERAL
from .model import Faction, UnitType, records_under_house
from .movement import unit_reach
from .muster import ArmyList, ListEntry
from .pages import format_distance, option_value_text, weapon_row
from .profiles import Profile, can_carry_kind, choice_ids, faults_of_options, make_profile, options_of
from .tables import (
    REFERENCE,
    SPECIALS,
    TRAITS,
    class_name,
    fill_text,
    name_and_summary,
    name_of,
    points_step,
    printed_table,
)
from .victory import beaten_at, by_points

COLUMNS = ("weapon", "range", "AP", "AT", "traits")
NUMBERS = frozenset({"range", "AP", "AT"})
VALUES = {"infantry": "AP", "vehicle": "AT"}  # what a weapon needs against what is attacked so (TT-SHOOT-8)
MOST_BOXES = 40  # of one row; more than that nobody ticks


def army_sheet(army: ArmyList, problems: Sequence[Problem]) -> Sheet:
    """A list that could be read, legal or not: what is there is shown."""
    return Paper(army).make_sheet(problems)


@dataclass(frozen=True)
class Paper:
    """A list, its profiles, and who commands it."""

    army: ArmyList

    def make_sheet(self, problems: Sequence[Problem]) -> Sheet:
        army = self.army
        return Sheet(
            system="tt",
            system_name=str(REFERENCE.about["name"]),
            name=army.facts.name,
            faction=army.faction.title if army.faction else army.facts.faction,
            points=army.points,
            budget=army.budget,
            cards=tuple(self._entry_card(entry) for entry in army.entries),
            rules=tuple((name, fill_text(text, army.house)) for name, text in self._rule_texts()),
            tracks=tuple(self._army_tracks()),
            facts=tuple(self._army_facts()),
            house=army.house.decision_texts(),
            legend=tuple(_legend(army.house)) if army.sound else (),
            problems=tuple(problems),
            data=_sheet_data(army),
        )

    # --- cards ---

    def _entry_card(self, entry: ListEntry) -> Card:
        """The card of an entry; of an unknown unit it says what the file does."""
        unit = self.profiles.get(entry.at)
        weapons = sorted(unit.weapons.values(), key=lambda weapon: weapon.is_assault) if unit else ()
        rows = tuple(weapon_row("", weapon, self.army.house)[1:] for weapon in weapons)
        return Card(
            place=entry.place_of_key(),
            id=entry.facts.unit,
            title=entry.title,
            kind=unit.title if unit else f"unknown unit {brief_text(entry.facts.unit)}",
            count=entry.count,
            each=entry.each,
            points=entry.points,
            options=tuple(_option_texts(entry)),
            stats=tuple(self._stat_line(unit)) if unit else (),
            table=Table(COLUMNS, rows, right=NUMBERS) if rows else None,
            rules=tuple(name for _, _, name, _ in self._rules_of(entry)) if unit else (),
            rows=unit.rows if unit else (),
            boxes=tuple(self._unit_boxes(unit)) if unit else (),
        )

    @cached_property
    def profiles(self) -> dict[int, Profile]:
        """The profile of each entry whose unit is known, by its number; options that are wrong change nothing."""
        army, found = self.army, {}
        for entry in army.entries:
            if entry.kind and army.faction:
                options = sound_options(entry)
                found[entry.at] = make_profile(army.house, entry.kind.id, army.faction.id, options, "army")
        return found

    def _stat_line(self, unit: Profile) -> Iterator[tuple[str, str]]:
        """The stat line; distances in cm."""
        house = self.army.house
        yield "class", class_name(unit.unit_class)
        yield "Armor", f"+{unit.armor}"
        yield "move", format_distance(unit_reach(unit, "move", False, house).allowance)
        yield "run", format_distance(unit_reach(unit, "run", False, house).allowance)
        can = bool(unit.charges) or unit.has_special("charges-aircraft")
        charges = can and unit.assault is not None and not unit.is_aircraft
        yield "charge", format_distance(unit_reach(unit, "charge", False, house).allowance) if charges else "-"
        yield "hit by", " or ".join(VALUES[one] for one in unit.attacked_as)
        if unit.transport:
            yield "carries", f"{unit.transport.capacity} of {_passenger_names(unit.faction, unit.kind, house)}"

    def _unit_boxes(self, unit: Profile) -> Iterator[Boxes]:
        """What is ticked for one copy: its end, seats that are taken, its entry from reserve, what it did this turn."""
        yield Boxes("destroyed", 0, 1)
        if unit.may_wait:
            yield Boxes("on the table", 0, 1)
        if unit.transport and 0 < unit.transport.capacity <= MOST_BOXES:
            yield Boxes("aboard", 0, unit.transport.capacity)
        yield Boxes("this turn", 0, len(printed_table("turn_boxes")), tuple(printed_table("turn_boxes")), turn=True)

    # --- special rules ---

    def _is_commander(self, entry: ListEntry) -> bool:
        """Whether an entry is the Commander's: by its kind, or where there may be several, by what the list says."""
        if entry.kind is None or not entry.kind.commander:
            return False
        return entry.facts.commander if self._several else True

    @cached_property
    def _several(self) -> bool:
        """Whether the list has several command units, as a house rule allows."""
        leaders = sum(one.count for one in self.army.sound if one.kind and one.kind.commander)
        return bool(self.army.house["command-squads"] == SEVERAL) and leaders > 1

    def _rules_of(self, entry: ListEntry) -> Iterator[tuple[int, int, str, str]]:
        """The special rules of an entry: two numbers for its place in the list of rules, its name, its text."""
        unit = self.profiles[entry.at]
        if self._is_commander(entry):
            yield 0, 0, *name_and_summary("unit_rules", "commander")
        if unit.transport:
            (name, text), seats = name_and_summary("unit_rules", "transport"), unit.transport.capacity
            yield 1, seats, f"{name} {seats}", text
        if unit.assault is None and not unit.is_aircraft:
            yield 1, 0, *name_and_summary("unit_rules", "no-assault")
        yield from (
            (2, at, *name_and_summary("specials", one)) for at, one in enumerate(SPECIALS) if unit.has_special(one)
        )
        traits = {trait for weapon in unit.weapons.values() for trait in weapon.traits}
        yield from ((3, at, *name_and_summary("traits", one)) for at, one in enumerate(TRAITS) if one in traits)

    def _rule_texts(self) -> Iterator[tuple[str, str]]:
        """Every rule that a card names, once, in full words; those of the faction first."""
        faction = self.army.faction
        yield from (name_and_summary("faction_rules", one) for one in (faction.rules if faction else ()))
        named = {rule for entry in self.army.entries if entry.kind for rule in self._rules_of(entry)}
        yield from ((name, text) for _, _, name, text in sorted(named))

    # --- the army ---

    def _army_tracks(self) -> Iterator[Boxes]:
        army = self.army
        if not army.sound:
            return
        if 0 < (losses := len(labels := _loss_labels(army))) <= MOST_BOXES:
            what = "points lost" if by_points(army.house) else "units lost"
            yield Boxes(what, 0, losses, labels)
        sides = int(printed_table("dice")["sides"])
        yield Boxes("command points this turn", 0, sides, tuple(str(one) for one in range(1, sides + 1)), turn=True)
        if army.faction and "for-the-emperor" in army.faction.rules:
            yield Boxes(f"{name_of('faction_rules', 'for-the-emperor')} this turn", 0, 1, turn=True)

    def _army_facts(self) -> Iterator[tuple[str, str]]:
        army = self.army
        if not army.sound:
            return
        yield "beaten when", _defeat_text(army)
        leaders = [entry.title for entry in army.sound if self._is_commander(entry)]
        if leaders:
            yield "Commander", ", ".join(leaders)
        waiting = [entry for entry in army.sound if self.profiles[entry.at].may_wait]
        if waiting:
            choice = army.house["ambush-deploy"] == "choice"
            yield (
                "may start off the table" if choice else "start off the table",
                ", ".join(map(_title_with_count, waiting)),
            )


def _legend(house: House) -> Iterator[tuple[str, str]]:
    """What the boxes of a turn are for (TT-SHOOT-4, TT-SHOOT-10, TT-MOVE-2, TT-SHOOT-5)."""
    yield from ((label, fill_text(text, house)) for label, text in printed_table("turn_boxes").items())


def _title_with_count(entry: ListEntry) -> str:
    return entry.title if entry.count == 1 else f"{entry.count} x {entry.title}"


@lru_cache(maxsize=256)
def _passenger_names(faction: Faction, transport: UnitType, house: House) -> str:
    """Who may ride in a transport: those of the faction, by their names."""
    units: list[UnitType] = records_under_house(house, faction.all_units)
    return ", ".join(dict.fromkeys(one.title for one in units if can_carry_kind(transport, one))) or "nobody"


def _beaten_at(army: ArmyList) -> Fraction:
    """The loss that decides, in what counts: units, or points by house rule (TT-WIN-1, TT-R16)."""
    points = by_points(army.house)
    return Fraction(beaten_at(army.points if points else sum(entry.count for entry in army.sound), by_points=points))


def _loss_labels(army: ArmyList) -> tuple[str, ...]:
    """Labels for every loss up to the one that is too much; none where they are too many to tick."""
    step = points_step() if by_points(army.house) else Fraction(1)
    steps = ceil(_beaten_at(army) / step)
    return tuple(format_fraction(step * one) for one in range(1, steps + 1)) if steps <= MOST_BOXES else ()


def _defeat_text(army: ArmyList) -> str:
    """``10 of 19 units are destroyed, or the Commander's unit`` (TT-WIN-1, TT-WIN-2)."""
    if by_points(army.house):
        at = format_fraction(_beaten_at(army))
        return f"units of {at} of {format_fraction(army.points)} points are destroyed, or the Commander's"
    lost, whole = int(_beaten_at(army)), sum(entry.count for entry in army.sound)
    are = "unit is" if whole == 1 else "units is" if lost == 1 else "units are"
    return f"{lost} of {whole} {are} destroyed, or the Commander's unit"


# --- options ---


def sound_options(entry: ListEntry) -> ShapedObject:
    """The options of an entry without those that are wrong, and without those that need one of these."""
    options = dict(entry.facts.options)
    assert entry.kind is not None
    while wrong := [fault.key for fault in faults_of_options(entry.kind, options, entry.house)]:
        options = {key: value for key, value in options.items() if key not in wrong}
    return options


def _option_texts(entry: ListEntry) -> Iterator[str]:
    """The options that an entry names, in words; what its unit does not know stands as it is written."""
    known = options_of(entry.kind, entry.house) if entry.kind else {}
    for key, value in entry.facts.options.items():
        option = known.get(key)
        if option is None:
            yield f"{key}: {brief_text(value)}"
        elif wrong_value(option, choice_ids(option, entry.house), value):
            yield f"{option.title}: {option_value_text(option, value)}"
        elif words := option_value_text(option, value):
            yield words


# --- for machines ---


def _sheet_data(army: ArmyList) -> ShapedObject:
    """What machines want beside the rest: ids, exact points, options and house rules as they are written."""
    return {
        "faction": army.facts.faction,
        "points": format_ratio(army.points),
        "budget": format_ratio(army.budget),
        "units": [_entry_data(entry) for entry in army.entries],
        "house": army.house.as_dict(),
    }


def _entry_data(entry: ListEntry) -> ShapedObject:
    said = {"name": entry.facts.name, "commander": entry.facts.commander}
    options = json.dumps(entry.facts.options, default=lambda day: day.isoformat())  # TOML has days and times
    return {
        "unit": entry.facts.unit,
        "count": entry.count,
        "points": format_ratio(entry.points),
        **{key: value for key, value in said.items() if value},
        "options": json.loads(options),
    }

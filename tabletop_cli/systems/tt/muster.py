"""Army checks: one function per constraint id, listed in the muster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from ...api import (
    Entry,
    House,
    Json,
    Malformed,
    Muster,
    Points,
    Problem,
    ShapedMapping,
    Where,
    brief_text,
    count_text,
    dataclass,
    did_you_mean,
    format_fraction,
    lazy_function,
    lazy_part,
    read_record,
)
from .declared import COMMON, ArmyFacts, EntryFacts
from .model import FACTIONS, Faction, UnitType
from .profiles import (
    OPTION_CODES,
    can_carry_kind,
    constraint_of,
    factions_of,
    faults_of_options,
    missing_options,
    option_points,
)
from .tables import is_in_force, points_step, printed_table

if TYPE_CHECKING:
    from ...api import System


@dataclass(frozen=True)
class ListEntry(Entry):
    """One entry of a list with what its faction knows about it (`kind` is None for an unknown unit, TT-A2)."""

    facts: EntryFacts
    kind: UnitType | None
    house: House

    @property
    def sound(self) -> bool:
        """Only such entries are priced and checked further."""
        return self.kind is not None and self.count > 0

    @property
    def each(self) -> Fraction:
        """Points of one copy with its options."""
        if self.kind is None:
            return Fraction(0)
        return self.kind.points + option_points(self.kind, self.facts.options, self.house)

    @property
    def points(self) -> Fraction:
        return self.count * self.each

    @property
    def title(self) -> str:
        """Its own name, or that of its unit."""
        return self.facts.name or (self.kind.title if self.kind else self.facts.unit)

    @property
    def word(self) -> str:
        return self.kind.title if self.kind else self.facts.unit


@dataclass(frozen=True)
class ArmyList:
    """A list as written, its faction (None: unknown, TT-A1), the house rules and the budget."""

    facts: ArmyFacts
    raw: ShapedMapping
    faction: Faction | None
    entries: tuple[ListEntry, ...]
    house: House
    budget: Fraction

    @cached_property
    def sound(self) -> tuple[ListEntry, ...]:
        return tuple(entry for entry in self.entries if entry.sound)

    @cached_property
    def points(self) -> Fraction:
        return sum((entry.points for entry in self.sound), Fraction(0))

    @property
    def budget_place(self) -> Where:
        """Where the budget stands; nowhere, if it is the standard one or comes from elsewhere."""
        return ("budget",) if "budget" in self.raw else ()


def read(army: ShapedMapping, budget: Json, system: System) -> ArmyList:
    """A list from raw data; `budget` goes before the army's. Errors: `Malformed` for a wrong structure."""
    shared = system.read_common(army, "army")
    facts = read_record(ArmyFacts, {key: value for key, value in army.items() if key not in COMMON}, "army")
    if facts.system not in (None, system.id):
        raise Malformed(f"system: this is an army of {brief_text(facts.system)}, not of {system.id}", where="system")
    house: House = shared["house"]
    faction = FACTIONS.all_rows(house.catalogue).get(facts.faction)
    entries = tuple(
        ListEntry(at, fields, one, faction.find_unit(one.unit, house) if faction else None, house)
        for at, (fields, one) in enumerate(zip(army["units"], facts.units, strict=True))
    )
    agreed = facts.budget if budget is None else Points(negative=True).read(budget, "budget")
    standard = Fraction(printed_table("army")["budget"])
    return ArmyList(facts, army, faction, entries, house, standard if agreed is None else agreed)


Found = Iterator[Problem]


def faction_problems(army: ArmyList) -> Found:
    """TT-A1: a known faction. Nothing else can be said without one."""
    if army.faction is None:
        known = [faction.id for faction in factions_of(army.house)]
        hint = did_you_mean(army.facts.faction, known)
        yield Problem("TT-A1", f"unknown faction {brief_text(army.facts.faction)}", hint, ("faction",))


def unknown_unit_problems(army: ArmyList) -> Found:
    """TT-A2: every unit belongs to the faction."""
    assert army.faction is not None
    known = [unit.id for unit in army.faction.all_units if is_in_force(unit.when, army.house)]
    for entry in army.entries:
        if entry.kind is None:
            text = f"{army.faction.title} has no unit {brief_text(entry.facts.unit)}"
            yield entry.make_problem("TT-A2", text, did_you_mean(entry.facts.unit, known), "unit")


def count_problems(army: ArmyList) -> Found:
    """TT-A3: whole copies."""
    for entry in army.entries:
        yield from entry.broken_count_problems("TT-A3")


def commander_problems(army: ArmyList) -> Found:
    """TT-A4: exactly one Commander unit; by house rule several, of which one is named (TT-R36, TT-R42)."""
    assert army.faction is not None
    leaders = [entry for entry in army.sound if entry.kind and entry.kind.commander]
    there = sum(entry.count for entry in leaders)
    fit = [unit for unit in army.faction.all_units if unit.commander and is_in_force(unit.when, army.house)]
    words = [unit.id for unit in fit]
    needed = int(printed_table("army")["commanders"])
    if army.house["command-squads"] == "exactly-one":
        if there != needed:
            fewer = f"keep {needed} of {', '.join(unit.title for unit in fit)}"
            hint = f'add one: unit = "{words[0]}"' if words and not there else fewer
            hint = hint if words else f"no unit of {army.faction.title} is one: write commander = true in its catalogue"
            where = leaders[-1].place_of_key("count") if leaders else ("units",)
            yield Problem("TT-A4", f"{there} Commander units, exactly {needed} is needed", hint, where)
        return
    named = [entry for entry in leaders if entry.facts.commander]
    if not there:
        hint = f"choose from {', '.join(words)}" if words else "write commander = true at a unit of its catalogue"
        yield Problem("TT-A4", "no Commander unit, at least 1 is needed", hint, ("units",))
    elif there > needed and len(named) != needed:
        text = f"{there} Commander units and {len(named)} of them named, name exactly {needed}"
        yield Problem("TT-A4", text, "write commander = true at one of them", leaders[-1].place_of_key("commander"))


def budget_problems(army: ArmyList) -> Found:
    """TT-A5: within the budget; by house rule exactly the budget (TT-R41)."""
    over = army.points - army.budget
    sums = f"{format_fraction(army.points)} of {count_text(army.budget, 'point')}"
    if over > 0:
        yield Problem("TT-A5", f"{sums}, {format_fraction(over)} over", _removal_hint(army, over), army.budget_place)
    elif over and army.house["budget-rule"] == "exact":
        hint = "the house rule budget-rule = exact wants all of them spent"
        yield Problem("TT-A5", f"{sums}, {format_fraction(-over)} short", hint, army.budget_place)


def _removal_hint(army: ArmyList, over: Fraction) -> str:
    """The cheapest single unit whose removal mends the total."""
    priced = sorted((entry.each, entry.at) for entry in army.sound if entry.kind and not entry.kind.commander)
    for points, at in priced:
        if points >= over:
            return f"remove one of {army.entries[at].label}, {count_text(points, 'point')}"
    return f"remove units worth {count_text(over, 'point')}"


def budget_step_problems(army: ArmyList) -> Found:
    """TT-A6: the budget is positive, in steps of 1/2."""
    if army.budget <= 0 or army.budget % points_step():
        text = f"a budget of {army.budget} is not a positive multiple of {points_step()}"
        yield Problem("TT-A6", text, f"the standard army has {printed_table('army')['budget']}", army.budget_place)


def _option_check(code: str) -> Callable[[ArmyList], Found]:
    def option_problems(army: ArmyList) -> Found:
        for entry in army.sound:
            assert entry.kind is not None
            given = (entry.kind, entry.facts.options, army.house)
            for fault in (*faults_of_options(*given), *missing_options(*given)):
                if constraint_of(fault.code) == code:
                    yield entry.make_problem(fault.code, fault.text, fault.hint, "options", fault.key)

    option_problems.__doc__ = f"{code}: options and their values, as the catalogue has them."
    return option_problems


def unspent_points_warnings(army: ArmyList) -> Found:
    """TT-W1, a warning: points are left."""
    left = army.budget - army.points
    if left > 0:
        text = (
            f"{format_fraction(army.points)} of {count_text(army.budget, 'point')} spent, {format_fraction(left)} left"
        )
        yield Problem("TT-W1", text, "there is no minimum", army.budget_place, "warning")


def empty_transport_warnings(army: ArmyList) -> Found:
    """TT-W2, a warning: a transport without anybody to carry."""
    kinds = {entry.kind for entry in army.sound if entry.kind}
    for entry in army.sound:
        assert entry.kind is not None
        if entry.kind.transport and not any(can_carry_kind(entry.kind, kind) for kind in kinds):
            units = army.faction.all_units if army.faction else ()
            who = ", ".join(unit.title for unit in units if can_carry_kind(entry.kind, unit))
            hint = f"it carries {who}" if who else "nobody in this faction fits"
            yield entry.make_problem("TT-W2", "nobody in this army can ride in it", hint, "unit", severity="warning")


def _in_a_faction(check: Callable[[ArmyList], Found]) -> Callable[[ArmyList], Found]:
    """Without a known faction only TT-A1 is reported."""

    def problems_in_faction(army: ArmyList) -> Found:
        return check(army) if army.faction else iter(())

    problems_in_faction.__doc__ = check.__doc__
    return problems_in_faction


OPTIONS = {code: _option_check(code) for code in OPTION_CODES}
IN_A_FACTION = {
    "TT-A2": unknown_unit_problems,
    "TT-A3": count_problems,
    "TT-A4": commander_problems,
    "TT-A5": budget_problems,
    "TT-A6": budget_step_problems,
    **OPTIONS,
    "TT-W1": unspent_points_warnings,
    "TT-W2": empty_transport_warnings,
}

MUSTER = Muster(
    house=True,
    read=read,
    checks={"TT-A1": faction_problems, **{code: _in_a_faction(check) for code, check in IN_A_FACTION.items()}},
    points=lambda army: army.points,
    budget=lambda army: army.budget,
    schema=lazy_function(__package__, "schema:army_schema"),
    sheet=lazy_function(__package__, "sheet:army_sheet"),
    form=lazy_function(__package__, "form:army_form"),
    arsenal_from=lazy_part(__package__, "arsenal:ARSENAL"),
    marks=lazy_function(__package__, "form:constraint_marks"),
)

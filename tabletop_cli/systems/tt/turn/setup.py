"""From two sides to the first state of a battle (TT-SETUP-3, TT-SETUP-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ....api import (
    House,
    Json,
    Malformed,
    Seat,
    ShapedMapping,
    System,
    brief_text,
    did_you_mean,
    malformed_value,
    put_inside,
    read_record,
    seats_at,
)
from ..declared import COMMON, SIDES, Setup, SetupUnit, SideFacts
from ..model import FACTIONS, Faction
from ..profiles import can_carry, factions_of, find_unit, make_profile
from .state import Side, State, Unit


def begin_battle(raw: Json, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup``, ``bad-catalogue`` for a wrong catalogue."""
    try:
        if not isinstance(raw, Mapping):
            raise malformed_value("setup", f"{brief_text(raw)} is not a table of facts")
        house = system.read_common(raw, "setup")["house"]
        setup = read_record(Setup, {key: value for key, value in raw.items() if key not in COMMON}, "setup")
        return _first_state(setup, house)
    except Malformed as wrong:
        if wrong.code == Malformed.code:
            wrong.code = "bad-setup"
        raise


def _first_state(setup: Setup, house: House) -> State:
    units: dict[str, Unit] = {}
    factions: dict[Side, Faction] = {}
    commanders: dict[Side, str] = {}
    names: dict[Side, str] = {}
    for side in SIDES:
        where = f"setup.sides.{side}"
        facts: SideFacts = read_record(SideFacts, getattr(setup.sides, side), where)
        factions[side] = _find_faction(house, facts.faction, where)
        for unit in _make_units(facts, side, house, where):
            if unit.id in units:
                raise malformed_value(where, f"a second unit {brief_text(unit.id)}", "ids are unique in the battle")
            units[unit.id] = unit
        names[side] = facts.name
        commanders[side] = _find_commander(facts, house, where)
    state = State(house, factions, commanders, units, names=names)
    _check_loaded(state)
    return state if setup.first is None else replace(state, active=setup.first, phase="start")


def _find_faction(house: House, one: str, where: str) -> Faction:
    found = FACTIONS.all_rows(house.catalogue).get(one)
    if found is None:
        known = [faction.id for faction in factions_of(house)]
        raise malformed_value(f"{where}.faction", f"unknown faction {brief_text(one)}", did_you_mean(one, known))
    return found


def _make_units(facts: SideFacts, side: Side, house: House, where: str) -> Iterator[Unit]:
    for at, one in enumerate(facts.units):
        spot = f"{where}.units[{at}]"
        found = make_profile(house, one.unit, facts.faction, one.options, spot)
        ambush, aircraft = found.has_special("ambush"), found.is_aircraft
        choice = ambush and house["ambush-deploy"] == "choice"
        reserve = aircraft or (one.reserve if choice else ambush)
        if one.reserve and not choice:
            hint = "only units with Ambush choose, and only under ambush-deploy = choice"
            raise malformed_value(f"{spot}.reserve", f"{found.title} has no choice of where to start", hint)
        if one.loaded_in is not None and reserve:
            raise malformed_value(f"{spot}.loaded_in", f"{found.title} starts off the table")
        if one.loaded_in is not None and house["deploy-loaded"] == "no":
            raise malformed_value(f"{spot}.loaded_in", "by the house rules nobody starts in a transport")
        status = "loaded" if one.loaded_in is not None else "reserve" if reserve else "table"
        yield Unit(one.id, side, one.unit, facts.faction, one.options, status, one.loaded_in, one.name)


def _find_commander(facts: SideFacts, house: House, where: str) -> str:
    """The Commander's unit of a side (TT-A4, TT-R36)."""

    def is_leader(one: SetupUnit) -> bool:
        return find_unit(house, one.unit, facts.faction, where)[1].commander

    leaders = [one for one in facts.units if is_leader(one)]
    if house["command-squads"] == "at-least-one":
        named = [one for one in leaders if one.commander]
        if len(leaders) > 1 and len(named) != 1:
            hint = "write commander = true at one of them"
            raise malformed_value(f"{where}.units", f"{len(named)} of {len(leaders)} Commander units named", hint)
        leaders = named or leaders
    if len(leaders) != 1:
        raise malformed_value(f"{where}.units", f"{len(leaders)} Commander units, exactly 1 is needed")
    return leaders[0].id


def _check_loaded(state: State) -> None:
    """Who starts in a transport fits into it (TT-TRANS-1)."""
    for unit in state.units.values():
        if unit.carrier is None:
            continue
        where = f"setup.sides.{unit.side}.units"
        transport = state.units.get(unit.carrier)
        if transport is None or transport.side != unit.side:
            raise malformed_value(
                where, f"{unit.id} starts in {brief_text(unit.carrier)}, which is no unit of its side"
            )
        if transport.id == unit.id or not can_carry(state.profile_of(transport), state.profile_of(unit)):
            raise malformed_value(where, f"{transport.id} cannot carry {unit.id}")
        seats = state.profile_of(transport).transport
        inside = len(state.units_aboard(transport.id))
        if seats is not None and inside > seats.capacity:
            raise malformed_value(where, f"{inside} units in {transport.id}, which carries {seats.capacity}")


def battle_seats(setup: ShapedMapping) -> tuple[Seat, ...]:
    """Two players with an army each, which stands there as a side of the battle."""
    return seats_at(setup, {side: f"sides.{side}" for side in SIDES})


def seat_army(setup: ShapedMapping, seat: Seat, army: ShapedMapping) -> ShapedMapping:
    """The set-up with an army list at a seat: every copy a unit with an id of its own, like ``a3-rhino``."""
    units = []
    number = 0
    for entry in army.get("units", ()):
        count = entry.get("count", 1)
        for copy in range(count if isinstance(count, int) else 0):
            number += 1
            one = {"id": f"{seat.id}{number}-{entry.get('unit')}", "unit": entry.get("unit")}
            one |= {key: entry[key] for key in ("name", "options") if entry.get(key)}
            one |= {"commander": True} if entry.get("commander") and copy == 0 else {}
            units.append(one)
    side = {"faction": army.get("faction"), "units": units} | ({"name": army["name"]} if army.get("name") else {})
    found: ShapedMapping = put_inside(setup, seat.path.split("."), side)
    return found

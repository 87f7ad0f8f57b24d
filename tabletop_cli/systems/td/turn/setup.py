"""From two army lists to the first state of a battle, or to the state in which a game is taken up again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ....api import (
    House,
    Malformed,
    MapOf,
    Nullable,
    OneOf,
    Raw,
    Record,
    Seat,
    ShapedMapping,
    System,
    Text,
    Whole,
    YesNo,
    check_list,
    dataclass,
    fact,
    read_army,
    read_record,
    seats_at,
)
from ..counters import SIDES, Side
from ..shooting import gun_value
from ..tables import BATTERIES, ENTRIES, STATUSES, VEHICLES, infantry, printed_kind
from ..warband import ArmyList, ListEntry
from .state import Model, State, Unit, settle_leaders, with_new_leaders


@dataclass(frozen=True, kw_only=True)
class SideSetup:
    army: dict[str, object] = fact(Raw(), help="an army list; violations other than TD-A15 are refused")
    actions: int = fact(
        Whole(1),
        ask="How many actions does this player have?",
        help="for the whole game, as the scenario says; the rulebook's example is 50 (TD-R14)",
    )


@dataclass(frozen=True, kw_only=True)
class Sides:
    a: SideSetup = fact(Record(SideSetup))
    b: SideSetup = fact(Record(SideSetup))


@dataclass(frozen=True, kw_only=True)
class ResumedCounters:
    a: int = fact(Whole(), 0)
    b: int = fact(Whole(), 0)
    catch_up: Side | None = fact(Nullable(OneOf(SIDES)), None)


@dataclass(frozen=True, kw_only=True)
class ResumedModel:
    status: str | None = fact(OneOf((*STATUSES, "out")), None)
    tokens: int | None = fact(Whole(), None)
    armour: int | None = fact(Whole(), None)
    towed: bool | None = fact(YesNo(), None)
    missions: int | None = fact(Whole(), None)
    leader: bool = fact(YesNo(), False, help="this model leads its unit now, with bonus 0")


@dataclass(frozen=True, kw_only=True)
class Resume:
    counters: ResumedCounters = fact(Record(ResumedCounters), ResumedCounters())
    models: Mapping[str, ResumedModel] = fact(MapOf(Record(ResumedModel)), {})


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A battle: two armies, the actions of both players, house rules, perhaps a game taken up later."""

    sides: Sides = fact(Record(Sides))
    house: dict[str, object] = fact(Raw(), {}, help="house rules of this battle; the armies' own do not count")
    scenario: str | None = fact(Nullable(Text()), None, ask="What is the scenario called?", help="free text")
    resume: Resume | None = fact(Record(Resume), None)


def battle_seats(setup: ShapedMapping) -> tuple[Seat, ...]:
    """Two players with an army each."""
    return seats_at(setup, {side: f"sides.{side}.army" for side in SIDES})


def begin_battle(raw: object, system: System) -> State:
    """The first state. Errors: `Malformed` with code ``bad-setup`` or ``bad-house``."""
    try:
        setup = read_record(Setup, raw, "setup")
        house = system.reference.house.read(setup.house, "setup.house")
        return _first_state(setup, house, system)
    except Malformed as wrong:
        if wrong.code != "bad-house":
            wrong.code = "bad-setup"
        raise


def _first_state(setup: Setup, house: House, system: System) -> State:
    models: dict[str, Model] = {}
    units: dict[str, Unit] = {}
    names: dict[Side, str] = {}
    limits: dict[Side, int] = {}
    for side in SIDES:
        chosen: SideSetup = getattr(setup.sides, side)
        army = _read_legal_army(chosen.army, side, system)
        names[side] = str(army.fields.get("name", f"Army {side.upper()}"))
        limits[side] = chosen.actions
        for unit, members in muster_units(army, side, house):
            units[unit.id] = unit
            models.update({model.id: model for model in members})
    state = State(house, limits, {"a": 0, "b": 0}, models, units, scenario=setup.scenario or "", names=names)
    return state if setup.resume is None else _resume_battle(state, setup.resume)


def _read_legal_army(raw: Mapping[str, object], side: Side, system: System) -> ArmyList:
    army: ArmyList = read_army(system, raw)
    wrong = [p for p in check_list(system, army).problems if p.severity == "error" and p.code != "TD-A15"]
    if wrong:
        where = f"setup.sides.{side}.army"
        raise Malformed(f"{where}: {wrong[0].code}: {wrong[0].message}", hint=wrong[0].hint, where=where)
    return army


def muster_units(army: ArmyList, side: Side, house: House) -> Iterator[tuple[Unit, tuple[Model, ...]]]:
    """Units through the list, copies one by one, each with its models: leader, troopers, armour-piercing, HMG."""
    number = 0
    for entry in army.entries:
        for _ in range(entry.count):
            number += 1
            unit = _make_unit(entry, f"{side}{number}", side, house)
            yield unit, tuple(_make_models(entry, unit, house))


def _make_unit(entry: ListEntry, unit_id: str, side: Side, house: House) -> Unit:
    assert entry.type is not None  # the list is legal
    fields = entry.fields
    row = ENTRIES.printed[entry.type]
    name = str(fields.get("name") or fields.get("variant") or entry.type)
    if entry.type != "infantry-unit":
        return Unit(
            unit_id,
            side,
            entry.type,
            name,
            row.experience,
            row.maneuverability,
            1,
            guns=BATTERIES.all_rows(house.catalogue).get(entry.battery),
            variant=fields.get("variant"),
        )
    assert entry.quality is not None
    maneuverability, experience = entry.quality
    attached = entry.attached_hmgs > 0
    return Unit(
        unit_id,
        side,
        entry.type,
        name,
        experience,
        maneuverability,
        entry.quality.models,
        attached,
        group=entry.group,
        fast_large=entry.is_fast_large(house),
        pairs=entry.has_note("pairs"),
        close_combat_only=entry.has_note("close-combat-only"),
    )


def _make_models(entry: ListEntry, unit: Unit, house: House) -> Iterator[Model]:
    if unit.type != "infantry-unit":
        yield _make_single_model(unit, house, entry.fields.get("start") == "towed")
        return
    assert unit.experience is not None
    piercing = "armour-piercing" in entry.options
    for at in range(1, unit.size + 1):
        leads = at == 1
        bonus = int(infantry()["leader_bonus"][unit.experience]) if leads else 0
        yield Model(
            f"{unit.id}-{at}", unit.side, unit.id, printed_kind("infantry"), leads, bonus, piercing and at == unit.size
        )
    if unit.attached_hmg:
        yield Model(f"{unit.id}-{unit.size + 1}", unit.side, unit.id, printed_kind("hmg"))


def _make_single_model(unit: Unit, house: House, towed: bool) -> Model:
    """A machine gun, spotter, anti-tank gun or vehicle, with the markers it starts with (TD-FIRE-8)."""
    model = Model(f"{unit.id}-1", unit.side, unit.id, printed_kind("spotter"))
    if unit.guns:
        return replace(model, missions=unit.guns.missions)
    if unit.type == "atg":
        return replace(model, kind=printed_kind("atg"), towed=towed, tokens=int(house["atg_reload"]))
    if not unit.variant:
        return replace(model, kind=printed_kind(unit.type))
    vehicle = VEHICLES.all_rows(house.catalogue)[unit.variant]
    tokens = gun_value(vehicle.gun, "reload", house)
    model = replace(model, kind=vehicle, armour=vehicle.armour, tokens=tokens)
    second = vehicle.second_gun if house["reload_scope"] == "weapon" else None
    return model if second is None else replace(model, tokens_hmg=gun_value(second, "reload", house))  # TD-R29


def _resume_battle(state: State, resume: Resume) -> State:
    counters = resume.counters
    used: dict[Side, int] = {"a": counters.a, "b": counters.b}
    for side in SIDES:
        if used[side] > state.limits[side]:
            raise Malformed(f"resume.counters.{side}: {used[side]} of {state.limits[side]} actions used")
    leaders: dict[str, str] = {}
    resumed: list[Model] = []
    for one, facts in resume.models.items():
        if one not in state.models:
            raise Malformed(f"resume.models: no model {one!r} in this battle")
        resumed.append(_resumed_model(state, state.models[one], facts))
        if facts.leader and leaders.setdefault(state.models[one].unit, one) != one:
            raise Malformed(f"resume.models: two leaders in unit {state.models[one].unit}")
    state = state.with_models(*resumed)
    state = with_new_leaders(state, [state.models[one] for one in leaders.values()])
    state = settle_leaders(state, state.units)
    return replace(state, used=used, catch_up=counters.catch_up)


def _resumed_model(state: State, model: Model, facts: ResumedModel) -> Model:
    unit = state.unit_of(model)
    impossible = (
        (facts.armour is not None and model.armour is None, "has no armour"),
        (facts.armour == 0 and facts.status != "out", "is on the table with armour 0; its status is out"),
        (facts.towed is not None and model.towed is None, "is no anti-tank gun"),
        (facts.missions is not None and model.missions is None, "is no spotter"),
        (facts.leader and unit.type != "infantry-unit", "belongs to no unit with a leader"),
        (facts.leader and facts.status == "out", "is out and cannot lead"),
        (model.is_vehicle and facts.status in ("pinned", "suppressed"), "is a vehicle and is never pinned"),
        (unit.fast_large and facts.status == "pinned", "is fast and is never pinned"),
    )
    for is_so, what in impossible:
        if is_so:
            raise Malformed(f"resume.models: {model.id} {what}")
    given = {key: getattr(facts, key) for key in ("status", "tokens", "armour", "towed", "missions")}
    return replace(model, **{key: value for key, value in given.items() if value is not None})

"""What the members of an activation do: the declared acts, why one is refused, what it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....api import (
    Kind,
    ListOf,
    Number,
    Record,
    Text,
    YesNo,
    brief,
    did_you_mean,
    fact,
    malformed,
    plain_record,
    read_record,
    record_schema,
)
from ..charging import ChargeCheck, ChargeFacts, ChargeTarget, charge_bans
from ..movement import reach, too_far_rule
from ..threat import duty_bans, harms
from ..transports import TransferFacts, transfer_bans
from .gate import allowed, check_enemy, check_own, check_path, known_unit
from .state import State, Unit, facts_of_unit, refuse


@dataclass(frozen=True, kw_only=True)
class ThreatBy:
    """An enemy within 5 cm that has the unit in front of it, and how far it is at the end."""

    by: str = fact(Text(), help="the enemy's id")
    end_distance: Fraction = fact(Number(0), help="cm at the end")


@dataclass(frozen=True, kw_only=True)
class Act:
    """What one unit of an activation does; `do` is its kind."""

    do: str
    unit: str = fact(Text())
    threats: tuple[ThreatBy, ...] = fact(ListOf(Record(ThreatBy)), ())
    goes_behind: bool = fact(YesNo(), False, help="the move goes behind an enemy that threatens it")


@dataclass(frozen=True, kw_only=True)
class MoveAct(Act):
    """A move or a run."""

    distance: Fraction = fact(Number(0))
    difficult_ground: bool = fact(YesNo(), False)
    difficult_cm: Fraction = fact(Number(0), Fraction(0))
    clear_of_enemies: bool = fact(YesNo(), True)
    impassable: bool = fact(YesNo(), False)


@dataclass(frozen=True, kw_only=True)
class ChargeAct(ChargeFacts, Act):
    target: str = fact(Text())


@dataclass(frozen=True, kw_only=True)
class LoadAct(Act):
    transport: str = fact(Text())
    gap: Fraction = fact(Number(0), Fraction(0))


@dataclass(frozen=True, kw_only=True)
class UnloadAct(LoadAct):
    clear_of_enemies: bool = fact(YesNo(), True)
    impassable: bool = fact(YesNo(), False)


ACTS: Mapping[str, type[Act]] = {
    "move": MoveAct,
    "run": MoveAct,
    "charge": ChargeAct,
    "load": LoadAct,
    "unload": UnloadAct,
    "stay": Act,
}


@dataclass(frozen=True)
class ActKind(Kind):
    """One act: its ``do`` decides which facts it has."""

    def read(self, value: Any, where: str) -> Act:
        if isinstance(value, Act):
            return value
        if not isinstance(value, Mapping):
            raise malformed(where, f"{brief(value)} is not a table")
        do = value.get("do")
        if not isinstance(do, str) or do not in ACTS:
            raise malformed(f"{where}.do", f"unknown act {brief(do)}", did_you_mean(do, list(ACTS)))
        return read_record(ACTS[do], {key: one for key, one in value.items() if key != "do"}, where, do=do)

    def schema(self) -> dict[str, Any]:
        kinds = []
        for do, cls in ACTS.items():
            one = record_schema(cls)
            one["properties"] = {"do": {"const": do}, **one["properties"]}
            kinds.append({"if": {"properties": {"do": {"const": do}}, "required": ["do"]}, "then": one})
        return {"type": "object", "properties": {"do": {"enum": list(ACTS)}}, "required": ["do"], "allOf": kinds}

    @property
    def words(self) -> str:
        return f"an act: unit, do ({' | '.join(ACTS)}) and its facts"

    def plain(self, value: Act) -> dict[str, Any]:
        return {"do": value.do, **plain_record(value)}


def check_known(state: State, act: Act) -> None:
    """Errors: `Malformed` for ids that are none."""
    named = [act.unit, *(threat.by for threat in act.threats)]
    named += [act.target] if isinstance(act, ChargeAct) else []
    named += [act.transport] if isinstance(act, LoadAct) else []
    for one in named:
        known_unit(state, one)


def carries_in(acts: Sequence[Act], transport: str) -> bool:
    """Whether somebody gets into or out of a transport in this activation."""
    return any(isinstance(act, LoadAct) and act.transport == transport for act in acts)


def check_act(state: State, before: State, act: Act, acts: Sequence[Act]) -> None:
    """Whether one act is allowed after those before it; threats count as of `before` the activation."""
    unit = state.units[act.unit]
    check_own(state, act.unit)
    if unit.activated:
        raise refuse("TT-CMD-5", "already-activated", unit=act.unit)
    if unit.loaded and act.do != "unload":
        raise refuse("TT-TRANS-5", "loaded", unit=act.unit)
    if act.do == "run" and carries_in(acts, act.unit):
        raise refuse("TT-TRANS-4", "transport-ran", unit=act.unit)
    if isinstance(act, MoveAct):
        _check_move(state, unit, act)
    elif isinstance(act, ChargeAct):
        _check_charge(state, unit, act)
    elif isinstance(act, LoadAct):
        _check_transfer(state, unit, act, acts)
    if act.goes_behind:
        raise refuse("TT-THREAT-4", "goes-behind", unit=act.unit)
    threats = [threat.end_distance for threat in act.threats if threatens(before, threat.by, act.unit)]
    allowed(duty_bans(act.do, threats), unit=act.unit)


def threatens(state: State, enemy: str, one: str) -> bool:
    """Whether an enemy that players see close by can harm a unit: the others are struck out (TT-THREAT-2)."""
    x, y = state.units[enemy], state.units[one]
    if x.side == y.side or x.status != "table" or y.status != "table":
        return False
    return harms(state.profile(x), state.profile(y), y.cloak_cancelled, state.house)


def _check_move(state: State, unit: Unit, act: MoveAct) -> None:
    profile = state.profile(unit)
    difficult = act.difficult_ground or act.difficult_cm > 0
    if not reach(profile, act.do, difficult, state.house).allows(act.distance, act.difficult_cm):
        raise refuse(too_far_rule(profile, act.do, difficult), "too-far", unit=unit.id)
    check_path(act.clear_of_enemies, act.impassable, unit.id)


def charge_situation(state: State, unit: Unit, act: ChargeAct) -> ChargeCheck:
    """The charge as the rule sees it."""
    target = state.units[act.target]
    sides = [charger.charge_side for charger in state.chargers(act.target)]
    seen = {one: getattr(act, one) for one in ChargeFacts.__dataclass_fields__}
    return ChargeCheck(
        house=state.house,
        catalogue=state.catalogue,
        **facts_of_unit(unit),
        **seen,
        loaded=unit.loaded,
        unloaded=unit.unloaded,
        entered=unit.entered,
        front_chargers=sides.count("front"),
        flank_chargers=sides.count("flank"),
        target=ChargeTarget(
            **facts_of_unit(target),
            loaded=target.loaded,
            in_reserve=target.in_reserve,
            cloak_cancelled=target.cloak_cancelled,
        ),
    )


def _check_charge(state: State, unit: Unit, act: ChargeAct) -> None:
    check_enemy(state, act.target, "TT-CHARGE-9")
    allowed(charge_bans(charge_situation(state, unit, act)), unit=unit.id)


def _check_transfer(state: State, unit: Unit, act: LoadAct, acts: Sequence[Act]) -> None:
    transport = state.units[act.transport]
    if state.profile(transport).transport is None or act.transport == act.unit:
        raise refuse("TT-TRANS-1", "not-a-transport", unit=act.transport)
    if act.do == "unload" and unit.carrier != act.transport:
        raise refuse("TT-TRANS-1", "not-aboard", unit=unit.id)
    facts = TransferFacts(
        act=act.do,
        aboard=len(state.aboard(act.transport)),
        gap=act.gap,
        same_activation=any(one.unit == act.transport for one in acts),
        unloaded_this_turn=unit.unloaded,
        passenger_moved=unit.moved,
        transport_ran=transport.ran or any(one.unit == act.transport and one.do == "run" for one in acts),
    )
    allowed(transfer_bans(facts, state.profile(transport), state.profile(unit)), unit=unit.id)
    if isinstance(act, UnloadAct):
        check_path(act.clear_of_enemies, act.impassable, unit.id)


def done(state: State, act: Act) -> State:
    """The state after an act (TT-TURN-2, TT-CHARGE-1, TT-TRANS-2)."""
    unit = replace(state.units[act.unit], activated=True, moved=act.do != "stay", ran=act.do == "run")
    if isinstance(act, ChargeAct):
        unit = replace(unit, charged=True, charging=act.target, charge_side=act.side, started_behind=act.started_behind)
    elif isinstance(act, UnloadAct):
        unit = replace(unit, status="table", carrier=None, unloaded=True)
    elif isinstance(act, LoadAct):
        unit = replace(unit, status="loaded", carrier=act.transport)
    return state.put(unit)

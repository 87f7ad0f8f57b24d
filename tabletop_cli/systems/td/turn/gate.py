"""Which events are allowed now: the tests of phase, turn, actions left, ownership and bans, in their fixed order.

Every test either passes or raises `Refused` with the rule that says no; the first failing test is the one reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....api import Dice, Event, Illegal, Malformed, OneOf, Record, YesNo, fact
from ..actions import BANS, Act, ActFacts, Actor, Cost, GroupAction, GroupUnit, can_act, group_cost
from ..counters import SIDES, Side
from ..sighting import Ground, Target
from ..tables import TERRAIN, vehicles
from .state import Model, State, Unit, refuse

_PHASE_FIRST = {
    "close-combat": ("TD-CC-1", "close-combat-running"),
    "casualties": ("TD-CC-9", "casualties-first"),
    "leader": ("TD-UNIT-4", "leader-first"),
}
_OUT_OF_PHASE = {
    "close-combat": ("TD-CC-1", "no-close-combat"),
    "casualties": ("TD-CC-9", "no-casualties"),
    "leader": ("TD-UNIT-4", "leader-alive"),
}


@dataclass(frozen=True, kw_only=True)
class TableFacts:
    """What players see on the table: the firer's view, and the ground of the target or spot."""

    los: bool = fact(YesNo(), True, ask="Is there line of sight to the target?")
    in_arc: bool = fact(YesNo(), True, ask="Is the target in its arc?")
    los_to_leader: bool = fact(YesNo(), True, ask="Does the model have line of sight to its leader?")
    leader_los: bool = fact(YesNo(), True, ask="Does the leader have line of sight to the designation?")
    terrain: str = fact(OneOf(TERRAIN), "open", ask="What ground does the target stand on?")
    next_to_linear: bool = fact(YesNo(), False, ask="Is the target next to a hedge, wall or fence?")
    line_crosses_it: bool = fact(YesNo(), False, ask="Does the line of fire cross it?")


@dataclass(frozen=True, kw_only=True)
class SideEvent(Event):
    """An event of one side."""

    by: Side = fact(OneOf(SIDES), help="the side that declares it")


@dataclass(frozen=True, kw_only=True)
class ActionEvent(SideEvent):
    """An action or reactive shot, with what players see on the table."""

    facts: TableFacts = fact(Record(TableFacts), TableFacts())


def known_model(state: State, one: str) -> Model:
    """A model by id. Errors: `Malformed` for an unknown one."""
    if one not in state.models:
        raise Malformed(f"no model {one!r} in this battle", hint="ids are like a1-2: side, unit, model")
    return state.models[one]


def known_unit(state: State, one: str) -> Unit:
    if one not in state.units:
        raise Malformed(f"no unit {one!r} in this battle", hint="ids are like a1: side and unit")
    return state.units[one]


def all_different(ids: Sequence[str]) -> None:
    """No model may stand twice in one list. Errors: `Malformed`."""
    if len(set(ids)) < len(ids):
        raise Malformed(f"a model stands twice: {', '.join(sorted(ids))[:200]}")


def check_phase(state: State, expects: str = "") -> None:
    """First tests: nothing after a goal, and what is due comes first (step 1 of the order of refusals).

    `expects` is the phase that an event belongs to; empty for actions, reactive fire and contact.
    """
    if state.goal:
        raise refuse("TD-TURN-6", "game-over")
    phase = state.phase
    if phase == expects:
        return
    if phase in _PHASE_FIRST:
        raise refuse(*_PHASE_FIRST[phase])
    if expects:
        raise refuse(*_OUT_OF_PHASE[expects])


def check_turn(state: State, by: Side) -> None:
    """Somebody can act, and it is this side's turn (step 2)."""
    if state.turn.over:
        raise refuse("TD-TURN-6", "game-over")
    if state.turn.next != by:
        raise refuse("TD-TURN-3", "not-your-turn")


def check_actions(state: State, by: Side, cost: int) -> None:
    """The counter does not pass the limit (step 2, TD-TURN-5)."""
    if state.used[by] + cost > state.limits[by]:
        raise refuse("TD-TURN-5", "no-actions-left", left=state.limits[by] - state.used[by])


def check_group(state: State, by: Side, unit: Unit, action: str, ids: Sequence[str], dice: Dice) -> int:
    """A group action of one unit, with its cost (step 2)."""
    if unit.type != "infantry-unit":
        raise refuse("TD-ACT-6", "not-for-this-model")
    if any(state.models[one].unit != unit.id for one in ids):
        raise refuse("TD-GROUP-1", "not-one-unit")
    cost = cost_of_group(state, unit, action, len(ids), dice)
    if isinstance(cost, Illegal):
        raise refuse(cost.rule, cost.reason)
    if "group" not in state.turn.may:
        raise refuse("TD-TURN-4", "singles-only")
    check_actions(state, by, cost.cost)
    return cost.cost


def cost_of_group(state: State, unit: Unit, action: str, participants: int, dice: Dice) -> Cost | Illegal:
    """What a group action of so many members costs, as things stand (TD-GROUP-1, TD-GROUP-3)."""
    size = GroupUnit(
        size=unit.size, attached_hmg=unit.attached_hmg, pairs=unit.pairs, alive=len(state.members(unit.id))
    )
    return group_cost(GroupAction(house=state.house, unit=size, action=action, participants=participants), dice)


def check_own(state: State, by: Side, one: str) -> None:
    """The model acting is one's own and still there (step 3)."""
    if state.models[one].side != by:
        raise refuse("TD-UNIT-1", "not-your-model", model=one)
    if state.models[one].out:
        raise refuse("TD-UNIT-1", "model-out", model=one)


def check_target(state: State, by: Side, one: str) -> None:
    """A target is still there and an enemy (step 3, TD-FIRE-1)."""
    if state.models[one].out:
        raise refuse("TD-UNIT-1", "model-out", model=one)
    if state.models[one].side == by:
        raise refuse("TD-FIRE-1", "own-model", model=one)


def actor(state: State, model: Model, weapon: str | None) -> Actor:
    """A model as the rules of action see it."""
    unit = state.unit_of(model)
    return Actor(
        role=_role(model, unit),
        maneuverability=unit.maneuverability or "autonomous",
        status=model.status,
        tokens=model.tokens_of(weapon),
        weapon=weapon,
        armour_piercing=model.armour_piercing,
        close_combat_only=unit.close_combat_only,
        towed=bool(model.towed),
        missions=1 if model.missions is None else model.missions,
    )


def _role(model: Model, unit: Unit) -> str:
    if model.is_vehicle:
        return "vehicle"
    if model.leader:
        return "leader"
    if unit.type == "infantry-unit":
        return "attached-hmg" if model.kind == "hmg" else "trooper"
    return model.kind


def check_can_act(
    state: State,
    one: str,
    action: str,
    facts: TableFacts,
    dice: Dice,
    *,
    weapon: str | None = None,
    target: str | None = None,
    group: bool = False,
) -> None:
    """No rule bans the action (step 4); all bans are named, the first in front."""
    model = state.models[one]
    leader = state.leader_of(model.unit)
    seen = ActFacts(
        target="vehicle" if target is not None and state.models[target].is_vehicle else "infantry",
        los=facts.los,
        in_arc=facts.in_arc,
        los_to_leader=facts.los_to_leader,
        leader_los=facts.leader_los,
        group=group,
        leader_status=leader.status if leader else "none",
    )
    act = Act(house=state.house, model=actor(state, model, weapon or _usual(model)), action=action, facts=seen)
    blocked = can_act(act, dice).blocked_by
    if blocked:
        raise refuse(blocked[0], BANS[blocked[0]][1], rules=blocked, model=one)


def _usual(model: Model) -> str | None:
    return model.weapons[0] if model.weapons else None


def weapon_of(model: Model, named: str | None) -> str | None:
    """The weapon that fires: the one named, else the usual one. Errors: `Malformed` for one it has not."""
    if named is not None and named not in model.weapons:
        raise Malformed(f"{model.id} has no {named}", hint=f"it has: {', '.join(model.weapons) or 'no weapon'}")
    return named or _usual(model)


def ground(state: State, facts: TableFacts, target: Model | None) -> Ground:
    """Where a target stands, with its own size; a spot has none."""
    return Ground(
        terrain=facts.terrain,
        next_to_linear=facts.next_to_linear,
        line_crosses_it=facts.line_crosses_it,
        large=target is not None and is_large(state, target),
    )


def infantry_target(state: State, facts: TableFacts, target: Model | None) -> Target:
    """A model of infantry as a target; without a model a spot."""
    g = ground(state, facts, target)
    return Target(
        terrain=g.terrain,
        next_to_linear=g.next_to_linear,
        line_crosses_it=g.line_crosses_it,
        large=g.large,
        status=target.status if target else "none",
        fast=state.unit_of(target).fast_large if target else False,
    )


def is_large(state: State, model: Model) -> bool:
    """Large models never have cover (TD-COVER-3)."""
    if model.is_vehicle:
        return bool(vehicles()[model.kind]["large"])
    return state.unit_of(model).fast_large


def declare(state: State, by: Side, cost: int) -> State:
    """A new action: the one before is finished, the counters are looked at, and the counter rises (TD-TURN-1, 3)."""
    return replace(state, catch_up=state.turn.catch_up, used={**state.used, by: state.used[by] + cost}, moving=None)

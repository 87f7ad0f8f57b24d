"""Which events are allowed now: the tests of phase, turn, actions left, ownership and bans, in their fixed order.

Every test either passes or raises `Refused` with the rule that says no; the first failing test is the one reported.
Here are also the fields that all events share: who declares it, and what players see on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....api import (
    Answer,
    Dice,
    Event,
    Given,
    Illegal,
    Malformed,
    OneOf,
    Place,
    Record,
    Ref,
    YesNo,
    counted,
    derived,
    fact,
)
from ..actions import Act, ActFacts, Actor, Cost, GroupAction, GroupUnit, View, can_act, group_cost, why_barred
from ..bans import BANS
from ..counters import SIDES, Side
from ..sighting import Ground, Standing, Target, has_cover
from ..tables import LINEAR, TERRAIN, terrain_name, vehicles
from .state import Model, State, Unit, refuse
from .words import label

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


# --- candidates ---


def sides(place: Place[State]) -> Iterator[Answer]:
    """Both sides, the one that is expected to act first; for a goal in their order, so that keys stay."""
    expected = None if place.event_kind == "goal" else place.state.expected
    for side in sorted(SIDES, key=lambda side: side != expected):
        yield Answer(side, place.state.side_name(side), side)


def models(state: State, which: Iterable[Model]) -> Iterator[Answer]:
    """Models as answers."""
    for one in which:
        yield Answer(one.id, label(state, one))


def own(place: Place[State]) -> Iterator[Answer]:
    """The models of the acting side that are there."""
    return models(place.state, place.state.there(place.event.by))


def enemies(place: Place[State]) -> Iterator[Answer]:
    """The models of the other side that are there."""
    for one in place.state.there():
        if one.side != place.event.by:
            yield Answer(one.id, label(place.state, one), like="vehicle" if one.is_vehicle else "infantry")


def beside(place: Place[State]) -> Iterator[Answer]:
    """Infantry that may stand beside the target, or beside a spot."""
    target = place.get("target")
    return models(place.state, (one for one in place.state.there() if not one.is_vehicle and one.id != target))


def own_units(place: Place[State]) -> Iterator[Answer]:
    """The infantry units of the acting side."""
    for unit in place.state.units.values():
        if unit.side == place.event.by and unit.type == "infantry-unit" and place.state.members(unit.id):
            yield Answer(unit.id, f"{unit.name}, {unit.experience} {unit.maneuverability}")


def weapons(place: Place[State]) -> Iterator[Answer]:
    """The weapons of the acting model, the usual one first (TD-R11)."""
    for weapon in place.state.models[place.get("model")].weapons:
        yield Answer(weapon, weapon.replace("-", " "))


# --- what players see on the table ---


def designation(place: Place[State]) -> str:
    """What a leader has to see: where a model goes, or its target (TD-LEAD-2, TD-GROUP-2)."""
    if place.path[0] == "movers":
        return "where they go"
    if place.path[0] == "shots":
        return "every target"
    return "the target" if hasattr(type(place.event), "target") else "where it goes"


def _led_text(place: Place[State]) -> str:
    """All of a group are asked about at once."""
    if place.path[0] in ("movers", "shots"):
        return f"Do all of them see their leader, and does it see {designation(place)}?"
    return "Does {model} see its leader?"


def _leader_text(place: Place[State]) -> str:
    return _led_text(place) if len(place.path) > 2 else f"Does the leader see {designation(place)}?"


def _not_itself(place: Place[State]) -> bool:
    """A leader that fires sees its own target: that was asked with the target."""
    model = place.state.models.get(place.get("model") or "")
    fires = len(place.path) == 2 and hasattr(type(place.event), "target")
    return not (fires and model is not None and model.leader)


def _led(place: Place[State]) -> bool | None:
    """In a group: what was said of all of them, which are both lines of sight at once."""
    for facts in _facts_before(place):
        for key in ("los_to_leader", "leader_los"):
            if key in facts:
                return bool(facts[key])
    return None


def _facts_before(place: Place[State]) -> Iterator[Mapping[str, Any]]:
    """What was said for this member of a group action and for those before it, the latest first."""
    if len(place.path) > 2:
        several = place.reader.answers[str(place.path[0])]
        for part in reversed(several[: len(place.before()) + 1]):
            yield part.get("facts", {})


def grounds(place: Place[State]) -> Iterator[Answer]:
    """Where the target may stand, with what it is worth against this kind of fire (TD-COVER-1, TD-COVER-2)."""
    direct = place.event_kind != "indirect-fire"
    for terrain in TERRAIN:
        for beside_linear in (False, True) if terrain == "open" and direct else (False,):
            ground = Ground(terrain=terrain, next_to_linear=beside_linear)
            crossed = beside_linear and place.state.house["linear_cover"] == "crossed"
            covered = has_cover(ground, "direct" if direct else "indirect", place.state.house)
            beside = f", next to a {', '.join(LINEAR[:-1])} or {LINEAR[-1]}" if beside_linear else ""
            name = terrain_name(terrain) + beside
            worth = "cover if the line of fire crosses it" if crossed else "cover" if covered else "no cover"
            yield Answer(terrain, name, _key(terrain, beside_linear), worth, also={"next_to_linear": beside_linear})


def _key(terrain: str, beside_linear: bool) -> str:
    """The letter for a ground: its first, but `h` for a hedge and `u` for a ruin, which comes after rough ground."""
    return "h" if beside_linear else {"ruin": "u"}.get(terrain, terrain[0])


def _ground_text(place: Place[State]) -> str:
    return "What does {target} stand on?" if place.get("target") else "What ground is the spot?"


def _ground_known(name: str, place: Place[State]) -> Any:
    """The ground of a target, said before in this action, or earlier while it has not moved."""
    target = place.get("target")
    for part in reversed(place.before()):
        if part.get("target") == target and name in part.get("facts", {}):
            return part["facts"][name]
    return place.state.ground_of(target).get(name) if target else None


def _view_known(name: str, place: Place[State]) -> Any:
    return place.state.view_of(place.get("model"), place.get("target")).get(name)


@dataclass(frozen=True, kw_only=True)
class TableFacts(Standing, View):
    """What players see on the table. That the target is seen and in the arc is asked with the target itself."""

    los: bool = fact(YesNo(), True, help="the firer sees the target")
    in_arc: bool = fact(YesNo(), True, help="the target is in the firer's arc")
    los_to_leader: bool = fact(YesNo(), True, ask=_led_text, known=_led, rules=("TD-LEAD-1", "TD-LEAD-3", "TD-GROUP-2"))
    leader_los: bool = fact(
        YesNo(), True, ask=_leader_text, known=_led, when=_not_itself, rules=("TD-LEAD-2", "TD-GROUP-2")
    )
    terrain: str = fact(
        OneOf(TERRAIN),
        "open",
        ask=_ground_text,
        among=grounds,
        known=lambda place: _ground_known("terrain", place),
        rules=("TD-COVER-1", "TD-COVER-2"),
    )
    next_to_linear: bool = fact(
        YesNo(),
        False,
        help="next to a hedge, wall or fence",
        known=lambda place: _ground_known("next_to_linear", place),
    )
    line_crosses_it: bool = fact(
        YesNo(),
        False,
        ask="Does the line of fire cross the hedge, wall or fence?",
        known=lambda place: _view_known("line_crosses_it", place),
        rules=("TD-COVER-1",),
    )


@dataclass(frozen=True, kw_only=True)
class SideEvent(Event):
    """An event of one side."""

    by: Side = fact(OneOf(SIDES), among=sides, ask="Which side?", help="the side that declares it", menu=True)


@dataclass(frozen=True, kw_only=True)
class ActionEvent(SideEvent):
    """An action or reactive shot, with what players see on the table."""

    facts: TableFacts = fact(Record(TableFacts), TableFacts())


@dataclass(frozen=True, kw_only=True)
class SingleEvent(ActionEvent):
    """An action of one model."""

    model: str = fact(Ref("models"), ask="Which model?", among=own)


# --- tests, in the order of the contract ---


def check_phase(state: State, expects: str = "") -> None:
    """First tests: nothing after a goal, and what is due comes first (step 1 of the order of refusals).

    `expects` is the phase that an event belongs to; empty for actions, reactive fire and contact.
    """
    if state.goal:
        raise refuse(
            "TD-TURN-6", "game-over", f"{state.side_name(state.goal)} has reached the goal: the battle is over."
        )
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
    left = state.limits[by] - state.used[by]
    if cost > left:
        raise refuse(
            "TD-TURN-5",
            "no-actions-left",
            f"It takes {counted(cost, 'action')}, {left} of {state.limits[by]} are left.",
            left=left,
        )


def check_group(state: State, by: Side, unit: Unit, action: str, ids: Sequence[str], dice: Dice) -> int:
    """A group action of one unit, with its cost (step 2)."""
    if unit.type != "infantry-unit":
        raise refuse("TD-ACT-6", "not-for-this-model")
    if any(state.models[one].unit != unit.id for one in ids):
        raise refuse("TD-GROUP-1", "not-one-unit")
    cost = cost_of_group(state, unit, action, len(ids), dice)
    if isinstance(cost, Illegal):
        raise refuse(cost.rule, cost.reason, cost.text)
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
    *,
    weapon: str | None = None,
    target: str | None = None,
    group: bool = False,
) -> None:
    """No rule bans the action (step 4); all bans are named, the first in front."""
    model = state.models[one]
    leader = state.leader_of(model.unit)
    seen = derived(
        ActFacts,
        facts,
        target="vehicle" if target is not None and state.models[target].is_vehicle else "infantry",
        group=group,
        leader_status=leader.status if leader else "none",
    )
    weapon = weapon or (model.weapons[0] if model.weapons else None)
    act = Act(house=state.house, model=actor(state, model, weapon), action=action, facts=seen)
    blocked = can_act(act, Given(())).blocked_by  # what speaks for an action goes without saying
    if blocked:
        raise refuse(blocked[0], BANS[blocked[0]].reason, why_barred(blocked[0], act), rules=blocked, model=one)


def weapon_of(model: Model, event: Any) -> str | None:
    """The weapon that fires: the one named where there are several, else the only one (TD-R11)."""
    if len(model.weapons) > 1:
        return event.weapon or model.weapons[0]
    return model.weapons[0] if model.weapons else None


def has_weapon(state: State, event: Any) -> None:
    """Nobody fires what it has not. Errors: `Malformed`."""
    model = state.models[event.model]
    if event.weapon is not None and event.weapon not in model.weapons:
        known = ", ".join(model.weapons) or "no weapon"
        raise Malformed(f"{model.id} has no {event.weapon}", hint=f"it has: {known}")


def ground(state: State, facts: TableFacts, target: Model | None) -> Ground:
    """Where a target stands, with its own size; a spot has none."""
    return derived(Ground, facts, large=target is not None and is_large(state, target))


def infantry_target(state: State, facts: TableFacts, target: Model | None) -> Target:
    """A model of infantry as a target; without a model a spot."""
    return derived(
        Target,
        facts,
        large=target is not None and is_large(state, target),
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

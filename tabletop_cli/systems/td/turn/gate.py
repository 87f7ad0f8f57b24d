"""Which events are allowed now: the tests of phase, turn, actions left, ownership and bans, in their fixed order.

Every test either passes or raises `Refused` with the rule that says no; the first failing test is the one reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ....api import (
    Dice,
    Given,
    Malformed,
    Refused,
    count_text,
    dataclass,
    derive_situation,
    peek,
    read_or_judge,
    refuse,
    replace,
)
from ..actions import Act, ActFacts, Actor, GroupAction, GroupUnit, bans_of, group_cost
from ..counters import Side, turn_findings
from ..tables import Gun, printed_kind
from .questions import GroupEvent, SideEvent, SingleEvent, TableFacts
from .state import Model, State, Unit

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
            f"It takes {count_text(cost, 'action')}, {left} of {state.limits[by]} are left.",
            left=left,
        )


def check_can_begin(state: State, event: SideEvent) -> None:
    """An action may begin (steps 1 and 2): whose turn it is has an action left, or it would not be (TD-TURN-6)."""
    check_phase(state)
    check_turn(state, event.by)


def check_group_can_begin(
    state: State, event: GroupEvent, action: str, ids: Callable[[], list[str]], dice: Dice
) -> tuple[list[str], int]:
    """A group action of one unit may begin: who takes part, and its cost (steps 1 and 2).

    `ids` reads who takes part. Before people are asked for that, all who can are judged.
    """
    check_phase(state)
    check_turn(state, event.by)
    unit = state.units[event.unit]
    if unit.type != "infantry-unit":
        raise refuse("TD-ACT-6", "not-for-this-model")
    taking = read_or_judge(ids, lambda: check_group(state, unit, action, _count_able(state, unit, action), Given(())))
    if any(state.models[one].unit != unit.id for one in taking):
        raise refuse("TD-GROUP-1", "not-one-unit")
    cost = check_group(state, unit, action, len(taking), dice)
    check_actions(state, event.by, cost)
    return taking, cost


def _count_able(state: State, unit: Unit, action: str) -> int:
    """How many of a unit no rule bars from a group action, whatever players see and at whom they aim."""
    vehicles = [one.id for one in state.models_there() if one.side != unit.side and one.is_vehicle]
    aims = (None, *vehicles[:1])
    return sum(any(_can_join(state, model.id, action, aim) for aim in aims) for model in state.members_of(unit.id))


def _can_join(state: State, one: str, action: str, aim: str | None) -> bool:
    try:
        check_can_act(Seen(state, TableFacts(), lambda: aim), one, action, group=True)
    except Refused:
        return False
    return True


def check_group(state: State, unit: Unit, action: str, participants: int, dice: Dice) -> int:
    """What a group action of so many members costs, if it can be one now (TD-GROUP-1, TD-GROUP-3, TD-TURN-4)."""
    size = GroupUnit(
        size=unit.size, attached_hmg=unit.attached_hmg, pairs=unit.pairs, alive=len(state.members_of(unit.id))
    )
    asked = GroupAction(house=state.house, unit=size, action=action, participants=participants)
    cost = group_cost(asked, dice).cost
    if "group" not in state.turn.may:
        raise refuse("TD-TURN-4", "singles-only")
    return cost


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


def make_actor(state: State, model: Model, weapon: Gun | None) -> Actor:
    """A model as the rules of action see it."""
    unit = state.unit_of(model)
    return Actor(
        role=_role_of(model, unit),
        maneuverability=unit.maneuverability or "autonomous",
        status=model.status,
        tokens=model.tokens_of(weapon),
        weapon=weapon,
        armour_piercing=model.armour_piercing,
        close_combat_only=unit.close_combat_only,
        towed=bool(model.towed),
        missions=1 if model.missions is None else model.missions,
    )


def _role_of(model: Model, unit: Unit) -> str:
    if model.is_vehicle:
        return "vehicle"
    if model.leader:
        return "leader"
    if unit.type == "infantry-unit":
        return "attached-hmg" if model.kind is printed_kind("hmg") else "trooper"
    return model.kind.key


@dataclass(frozen=True)
class Seen:
    """What the rules of an action read of the table: what players see, and whom it is aimed at, once that is named."""

    state: State
    facts: TableFacts
    aim: Callable[[], str | None] = lambda: None

    @property
    def target(self) -> str:
        """Whether the target is infantry or a vehicle."""
        one = self.aim()
        return "vehicle" if one is not None and self.state.models[one].is_vehicle else "infantry"

    def __getattr__(self, name: str) -> object:
        return getattr(self.facts, name)


def check_can_act(seen: Seen, one: str, action: str, *, weapon: Gun | None = None, group: bool = False) -> None:
    """No rule bans the action (step 4); all bans are named, the first in front."""
    state, model = seen.state, seen.state.models[one]
    leader = state.leader_of(model.unit)
    facts = derive_situation(ActFacts, seen, group=group, leader_status=leader.status if leader else "none")
    weapon = weapon or model.main_weapon
    act = Act(house=state.house, model=make_actor(state, model, weapon), action=action, facts=facts)
    if bans := bans_of(act):
        first = bans[0]
        raise refuse(first.rule, first.reason, first.message, [ban.rule for ban in bans], model=one)


def check_not_barred(seen: Seen, one: str, action: str) -> None:
    """Before people are asked for more: what bars a model whatever else they answer; one of several weapons may do."""
    if len(seen.state.models[one].weapons) < 2:
        peek(lambda: check_can_act(seen, one, action), None)


def check_single_action(state: State, event: SingleEvent, action: str, *also: str, weapon: Gun | None = None) -> None:
    """The tests that every single action passes: phase, turn, actions left, ownership, bans (steps 1 to 4)."""
    check_can_begin(state, event)
    models = (event.model, *also)
    for one in models:
        check_own(state, event.by, one)
    for one in models:
        check_can_act(Seen(state, event.facts), one, action, weapon=weapon)


class Armed(Protocol):
    """An event that may name the weapon of its model."""

    @property
    def model(self) -> str: ...

    @property
    def weapon(self) -> str | None: ...


def weapon_of(model: Model, event: Armed) -> Gun | None:
    """The weapon that fires: the one named where there are several, else the only one (TD-R11)."""
    named = event.weapon if len(model.weapons) > 1 else None
    return next((gun for gun in model.weapons if gun.id == named), model.main_weapon)


def check_has_weapon(state: State, event: Armed) -> None:
    """Nobody fires what it has not. Errors: `Malformed`."""
    model = state.models[event.model]
    own = [gun.id for gun in model.weapons]
    if event.weapon is not None and event.weapon not in own:
        raise Malformed(f"{model.id} has no {event.weapon}", hint=f"it has: {', '.join(own) or 'no weapon'}")


def explain_balance(state: State, dice: Dice) -> None:
    """Who acts after an action, as if nobody reacts to it any more; and that nobody has won (TD-TURN-3, TD-R59)."""
    now = state.turn
    news = now.over or now.catch_up != state.catch_up
    for finding in turn_findings(state.used, state.catch_up, state.idle, state.house):
        dice.report(finding, tell="now" if news else "")
        news = False
    if state.phase == "over":
        dice.explain("nobody has reached a goal of the scenario: nobody wins", "TD-TURN-6", "TD-R59", tell="now")


def declare_action(state: State, by: Side, cost: int) -> State:
    """A new action: the one before is finished, the counters are looked at, and the counter rises (TD-TURN-1, 3)."""
    return replace(state, catch_up=state.turn.catch_up, used={**state.used, by: state.used[by] + cost}, moving=None)

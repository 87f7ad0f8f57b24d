"""Who could do what now, as far as the state alone tells: the menus offer nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import Given
from ..actions import FIRE, Act, ActFacts, Cost, can_act
from ..counters import Side
from ..shooting import weapon_ban
from .gate import actor, cost_of_group
from .state import Model, State, Unit


def could(state: State, model: Model, action: str, target: str = "infantry", group: bool = False) -> bool:
    """Whether no rule bars the action, with any of its weapons, if all that players see on the table is in favour."""
    return bool(usable(state, model, action, target, group))


def usable(state: State, model: Model, action: str, target: str = "infantry", group: bool = False) -> list[str | None]:
    """The weapons with which no rule bars the action; for a model without weapons that is None."""
    leader = state.leader_of(model.unit)
    facts = ActFacts(target=target, group=group, leader_status=leader.status if leader else "none")

    def allowed(weapon: str | None) -> bool:
        act = Act(house=state.house, model=actor(state, model, weapon), action=action, facts=facts)
        blank = weapon is not None and action in FIRE and blank_values(state, model, weapon, target == "vehicle")
        return can_act(act, Given(())).allowed and not blank

    return [weapon for weapon in model.weapons or (None,) if allowed(weapon)]


def blank_values(state: State, model: Model, weapon: str, at_vehicle: bool) -> list[str]:
    """The house values that a weapon still needs to fire at such a target (TD-R12)."""
    ban = weapon_ban(weapon, at_vehicle, state.house, reload=model.kind != "atg")
    return list(dict(ban.more).get("missing", ())) if ban else []


def there(state: State, side: Side | None = None) -> Iterator[Model]:
    """Models that are not out, of one side or of both."""
    return (model for model in state.models.values() if not model.out and side in (None, model.side))


def actors(state: State, side: Side, action: str) -> list[Model]:
    """The models of a side that could take an action; for fire, at some enemy that is there."""
    if action not in ("direct-fire", "reactive-fire"):
        return [model for model in there(state, side) if could(state, model, action)]
    kinds = {target_kind(enemy) for enemy in enemies(state, side)}
    return [model for model in there(state, side) if any(could(state, model, action, kind) for kind in kinds)]


def enemies(state: State, side: Side) -> list[Model]:
    return [model for model in there(state) if model.side != side]


def target_kind(model: Model) -> str:
    return "vehicle" if model.is_vehicle else "infantry"


def targets(state: State, model: Model, action: str, group: bool = False) -> list[Model]:
    """The enemies that a model could fire at: for reactive fire those that are moving."""
    found = [one for one in enemies(state, model.side) if could(state, model, action, target_kind(one), group)]
    if action != "reactive-fire":
        return found
    moving = state.moving.models if state.moving else ()
    return [one for one in found if one.id in moving]


def group_units(state: State, side: Side, action: str) -> list[Unit]:
    """Units of a side that could take a group action now (TD-GROUP)."""
    if "group" not in state.turn.may:
        return []
    return [unit for unit in state.units.values() if unit.side == side and group_sizes(state, unit, action)]


def group_members(state: State, unit: Unit, action: str) -> list[Model]:
    """The members that could take part in a group action."""
    if state.leader_of(unit.id) is None:
        return []
    kinds = ["infantry"]
    if action == "direct-fire":
        kinds = sorted({target_kind(enemy) for enemy in enemies(state, unit.side)})
    return [
        model
        for model in state.members(unit.id)
        if any(could(state, model, action, kind, group=True) for kind in kinds)
    ]


def group_sizes(state: State, unit: Unit, action: str) -> list[int]:
    """How many models may take part, by their number, group(x) and the actions left (TD-GROUP-3, TD-TURN-5)."""
    left = state.limits[unit.side] - state.used[unit.side]
    sizes = range(1, len(group_members(state, unit, action)) + 1)
    costs = {size: cost_of_group(state, unit, action, size, Given(())) for size in sizes}
    return [size for size, cost in costs.items() if isinstance(cost, Cost) and cost.cost <= left]

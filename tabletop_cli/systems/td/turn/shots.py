"""A shot at the table: who fires what at whom, what it does to its target and beside it, and the event direct-fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ....api import (
    Dice,
    ListOf,
    Place,
    Ref,
    Text,
    dataclass,
    derive_situation,
    fact,
    peek,
    plays,
    read_or_judge,
    refusal_of,
    refuse,
    replace,
)
from ..reactive import find_reload
from ..shooting import (
    ANTI_VEHICLE,
    DIRECT_FIRE,
    AntiVehicle,
    ArmourShot,
    DirectFire,
    Shot,
    Vehicle,
    check_weapon,
    gun_value,
)
from ..sighting import Target, arc_of
from ..tables import Gun, printed_kind
from ..tables import Vehicle as VehicleRow
from . import stories
from .candidates import enemy_models, model_weapons, models_beside
from .gate import (
    Seen,
    check_can_act,
    check_can_begin,
    check_has_weapon,
    check_not_barred,
    check_own,
    check_target,
    declare_action,
    explain_balance,
    weapon_of,
)
from .questions import SingleEvent, TableFacts
from .state import Model, Played, State, remove_models

# --- what a shot says ---


def at_whom(place: Place[State]) -> str:
    """Only models with an arc are asked about it (TD-FIRE-1, TD-ARC-1)."""
    arc = arc_of(place.state.models[place.get("model")].kind, place.state.house)
    return "At which enemy in view" + (f" and in its arc of {arc} degrees" if arc < 360 else "") + " does {model} fire?"


def beside_text(kill_potential: int) -> str:
    """Who stands beside the target, and how many of them a kill potential suppresses (TD-FIRE-7, TD-IND-4)."""
    many = "first one" if kill_potential == 1 else f"first {kill_potential}"
    why = f"kill potential {kill_potential} suppresses the {many} that you name"
    return f"Which infantry is within one standard base of {{target}}? ({why})"


def _beside_gun(place: Place[State]) -> str:
    weapon = weapon_of(place.state.models[place.event.model], place.event)
    return beside_text(gun_value(weapon, "kill_potential", place.state.house) if weapon else 0)


@dataclass(frozen=True, kw_only=True)
class FireEvent(SingleEvent):
    target: str = fact(Ref("models"), ask=at_whom, among=enemy_models, rules=("TD-FIRE-1", "TD-ARC-1"))
    weapon: str | None = fact(
        Text(),
        None,
        ask="Which weapon?",
        among=model_weapons,
        weigh=True,
        help="of a model with two guns, the one that fires; default: the first",
        usual=lambda place: place.state.models[place.event.model].weapons[0].id,
        rules=("TD-R11",),
    )
    nearby: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask=_beside_gun,
        among=models_beside,
        help="infantry within one standard base of the target, first the ones to be suppressed first",
        rules=("TD-FIRE-7", "TD-IND-4"),
    )


# --- may it be fired ---


def check_nearby(state: State, nearby: Sequence[str], target: str | None) -> None:
    """Only infantry that is still there, and never the target itself, can be caught beside it (TD-IND-4)."""
    for one in nearby:
        model = state.models[one]
        if model.is_vehicle or model.out or one == target:
            raise refuse("TD-IND-4", "bad-nearby", model=one)


def check_gun(state: State, model: Model, weapon: Gun | None, target: Model) -> None:
    """The gun's blank values have been supplied, its reload number too unless it is an ATG (TD-R12)."""
    if weapon is None:
        return
    reloads = model.kind is not printed_kind("atg")
    ban = refusal_of(lambda: check_weapon(weapon, state.house, at_vehicle=target.is_vehicle, reload=reloads))
    if ban is not None:
        raise refuse(ban.rule, ban.reason, ban.message, model=model.id, **ban.extra)


def check_shot(state: State, event: FireEvent, action: str) -> tuple[Model, Model, Gun]:
    """Who fires at whom with what, once nothing bars it: models, bans, the gun's values (steps 3 to 5)."""
    seen = Seen(state, event.facts, lambda: event.target)
    check_own(state, event.by, event.model)
    aim = read_or_judge(lambda: event.target, lambda: check_not_barred(seen, event.model, action))
    check_target(state, event.by, aim)
    model, target = state.models[event.model], state.models[aim]
    if action == "reactive-fire" and aim not in state.on_the_move:
        raise refuse("TD-REACT-1", "not-moving", model=aim)
    weapon = weapon_of(model, event)
    check_can_act(seen, model.id, action, weapon=weapon)
    peek(lambda: check_nearby(state, event.nearby, aim), None)
    check_gun(state, model, weapon, target)
    assert weapon is not None  # a model without weapon is barred above
    return model, target, weapon


def explain_weapon(model: Model, weapon: Gun, dice: Dice) -> None:
    """Of several weapons one fires in an action (TD-R11)."""
    if len(model.weapons) > 1:
        dice.explain(f"{model.id} fires its {weapon.name.lower()}, and no other weapon now", "TD-R11")


# --- what it is fired at ---


def is_large(state: State, model: Model) -> bool:
    """Large models never have cover (TD-COVER-3)."""
    if isinstance(model.kind, VehicleRow):
        return model.kind.large
    return state.unit_of(model).fast_large


def infantry_target(state: State, facts: TableFacts, target: Model | None) -> Target:
    """A model of infantry as a target; without a model a spot."""
    if target is None:
        return derive_situation(Target, facts, large=False, status="none", fast=False)
    fast = state.unit_of(target).fast_large
    return derive_situation(Target, facts, large=is_large(state, target), status=target.status, fast=fast)


def vehicle_target(state: State, facts: TableFacts, target: Model) -> Vehicle:
    """A vehicle as a target."""
    return derive_situation(Vehicle, facts, large=is_large(state, target), armour=target.armour)


class NamesBeside(Protocol):
    """An event that names the models beside its target."""

    @property
    def nearby(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Beside:
    """How many models stand beside a target: they are counted, and asked for, when the dice make it matter."""

    event: NamesBeside

    @property
    def nearby(self) -> int:
        return len(self.event.nearby)


# --- what it does ---


def suppress_nearby(state: State, event: NamesBeside | None, many: int, dice: Dice) -> tuple[State, list[str]]:
    """Kill potential: the first so many models beside a target become suppressed, fast ones too (TD-IND-4)."""
    caught = list(event.nearby[:many]) if event and many else []
    if caught:
        dice.explain(f"suppressed beside it: {', '.join(caught)}", "TD-FIRE-7", "TD-IND-4", tell="now")
    return state.with_models(*(replace(state.models[one], status="suppressed") for one in caught)), caught


def put_status(state: State, target: Model, status: str, dice: Dice) -> State:
    """A target has a new status, or is out of action."""
    if status == "out":
        return remove_models(state, (target.id,), dice)
    return state.with_models(replace(target, status=status))


def apply_shot(state: State, target: Model, shot: Shot | ArmourShot, event: NamesBeside | None, dice: Dice) -> Played:
    """What a shot does to its target and to the models beside it, with the result's fields."""
    if isinstance(shot, ArmourShot):
        result = {"to_hit": shot.to_hit, "to_penetrate": shot.to_penetrate, "result": shot.result}
        return (remove_models(state, (target.id,), dice) if shot.result == "destroyed" else state), result
    state, caught = suppress_nearby(state, event, shot.suppressed_nearby, dice)
    result = {"pool": shot.pool, "hits": shot.hits, "status": shot.status, "suppressed": caught}
    return put_status(state, target, shot.status, dice), result


def resolve_shot(
    state: State,
    model: Model,
    target: Model,
    weapon: Gun,
    facts: TableFacts,
    event: NamesBeside | None,
    dice: Dice,
    *,
    as_before: bool = False,
) -> Played:
    """A shot of the active player: dice, effect, reload markers (TD-FIRE-3, TD-FIRE-4, TD-FIRE-8, TD-AV-1).

    `as_before`: the last shot of a volley was the same, so weapon and cover are not explained again.
    """
    shot: Shot | ArmourShot
    if target.is_vehicle:
        vehicle = vehicle_target(state, facts, target)
        shot = dice.settle(ANTI_VEHICLE, AntiVehicle(house=state.house, weapon=weapon, vehicle=vehicle))
    else:
        beside = Beside(event) if event else None
        seen = infantry_target(state, facts, target)
        fire = derive_situation(DirectFire, beside, house=state.house, weapon=weapon, target=seen, as_before=as_before)
        shot = dice.settle(DIRECT_FIRE, fire)
    state, result = apply_shot(state, target, shot, event, dice)
    reload = find_reload(weapon, model.kind is printed_kind("atg"), state.house)
    tokens = model.tokens_of(weapon) + dice.report(reload, tell="now")
    return set_reload_markers(state, model.id, weapon, tokens), {**result, "tokens": tokens}


def set_reload_markers(state: State, one: str, weapon: Gun, tokens: int) -> State:
    """Set the firer's reload markers; they bar the model, or only the weapon (TD-R29)."""
    return state.with_models(state.models[one].with_tokens(weapon, tokens))


@plays(
    "direct-fire",
    FireEvent,
    rules=("TD-FIRE-1", "TD-FIRE-2", "TD-FIRE-3", "TD-FIRE-4", "TD-FIRE-8", "TD-AV-1", "TD-UNIT-1", "TD-UNIT-5"),
    story=stories.fire_story,
    meant=check_has_weapon,
)
def direct_fire(state: State, event: FireEvent, dice: Dice) -> Played:
    """One model fires at an enemy model."""
    check_can_begin(state, event)
    model, target, weapon = check_shot(state, event, "direct-fire")
    explain_weapon(model, weapon, dice)
    state, result = resolve_shot(declare_action(state, event.by, 1), model, target, weapon, event.facts, event, dice)
    explain_balance(state, dice)
    return state, result

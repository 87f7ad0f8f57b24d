"""Events of fire: direct-fire, group-fire, reactive-fire, indirect-fire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ....api import Dice, EventKind, Illegal, ListOf, Malformed, Nullable, OneOf, Record, Situation, Text, fact
from ..artillery import Barrage, Bombardment, Mission, SmokeScreen, barrage, smoke
from ..counters import other
from ..reactive import ReactiveFire, reactive_fire, reload_after
from ..shooting import AntiVehicle, ArmourShot, DirectFire, Shot, Vehicle, anti_vehicle, direct_fire, weapon_ban
from .gate import (
    SideEvent,
    TableFacts,
    all_different,
    check_actions,
    check_can_act,
    check_group,
    check_own,
    check_phase,
    check_target,
    check_turn,
    declare,
    ground,
    infantry_target,
    known_model,
    known_unit,
    weapon_of,
)
from .memory import remember
from .moves import SingleEvent
from .state import Model, Smoke, State, refuse, remove

Played = tuple[State, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class FireEvent(SingleEvent):
    target: str = fact(Text(), ask="At which model?")
    weapon: str | None = fact(Text(), None, help="heavy tank: heavy-gun (default) or hmg")
    nearby: tuple[str, ...] = fact(
        ListOf(Text()),
        (),
        ask="Which infantry models are within one standard base of the target?",
        help="first the ones to be suppressed first",
    )


def _known(state: State, event: FireEvent) -> tuple[Model, Model, str | None]:
    """The firer, the target and the weapon of an event. Errors: `Malformed`."""
    model, target = known_model(state, event.model), known_model(state, event.target)
    check_nearby_known(state, event.nearby)
    return model, target, weapon_of(model, event.weapon)


def check_nearby_known(state: State, nearby: Sequence[str]) -> None:
    for one in nearby:
        known_model(state, one)
    all_different(nearby)


def check_nearby(state: State, nearby: Sequence[str], target: str | None) -> None:
    """Only infantry that is still there, and never the target itself, can be caught beside it (TD-IND-4)."""
    for one in nearby:
        model = state.models[one]
        if model.is_vehicle or model.out or one == target:
            raise refuse("TD-IND-4", "bad-nearby", model=one)


def check_gun(state: State, model: Model, weapon: str | None, target: Model) -> None:
    """The gun's blank values have been supplied, its reload number too unless it is an ATG (TD-R12)."""
    if weapon is None:
        return
    ban = weapon_ban(weapon, target.is_vehicle, state.house, reload=model.kind != "atg")
    if ban is not None:
        raise refuse(ban.rule, ban.reason, model=model.id, **{key: list(value) for key, value in ban.more})


def shot_at(state: State, weapon: str, target: Model, facts: TableFacts, nearby: int) -> DirectFire | AntiVehicle:
    """The situation that a shot stands for: at infantry or at a vehicle."""
    if target.is_vehicle:
        return AntiVehicle(house=state.house, weapon=weapon, vehicle=vehicle_target(state, target, facts))
    seen = infantry_target(state, facts, target)
    return DirectFire(house=state.house, weapon=weapon, target=seen, nearby=nearby)


def vehicle_target(state: State, target: Model, facts: TableFacts) -> Vehicle:
    g = ground(state, facts, target)
    assert target.armour is not None
    return Vehicle(
        terrain=g.terrain,
        next_to_linear=g.next_to_linear,
        line_crosses_it=g.line_crosses_it,
        large=g.large,
        armour=target.armour,
    )


def shoot(situation: DirectFire | AntiVehicle, dice: Dice) -> Shot | ArmourShot:
    """Roll a shot whose legality is settled."""
    rule = direct_fire if isinstance(situation, DirectFire) else anti_vehicle
    shot = rule(situation, dice)  # type: ignore[arg-type]  # the rule fits the situation
    assert not isinstance(shot, Illegal)
    return shot


def strike(state: State, target: Model, shot: Shot | ArmourShot, nearby: Sequence[str]) -> Played:
    """What a shot does to its target and to the models beside it, with the result's fields."""
    if isinstance(shot, ArmourShot):
        result: dict[str, Any] = {"to_hit": shot.to_hit, "to_penetrate": shot.to_penetrate, "result": shot.result}
        return (remove(state, (target.id,)) if shot.result == "destroyed" else state), result
    caught = list(nearby[: shot.suppressed_nearby])
    result = {"pool": shot.pool, "hits": shot.hits, "status": shot.status, "suppressed": caught}
    state = suppress(state, caught)
    if shot.status == "out":
        return remove(state, (target.id,)), result
    return state.put(replace(target, status=shot.status)), result


def suppress(state: State, ids: Sequence[str]) -> State:
    """Kill potential: these models become suppressed, fast ones too (TD-IND-4)."""
    return state.put(*(replace(state.models[one], status="suppressed") for one in ids))


def mark(state: State, one: str, weapon: str, tokens: int) -> State:
    """Set the firer's reload markers; they bar the model, or only the weapon (TD-R29)."""
    return state.put(state.models[one].with_tokens(weapon, tokens))


def play_direct_fire(state: State, event: FireEvent, dice: Dice) -> Played:
    """One model fires at an enemy model (TD-FIRE, TD-AV)."""
    model, target, weapon = _known(state, event)
    check_phase(state)
    check_turn(state, event.by)
    check_actions(state, event.by, 1)
    check_own(state, event.by, event.model)
    check_target(state, event.by, event.target)
    check_can_act(state, event.model, "direct-fire", event.facts, dice, weapon=weapon, target=event.target)
    check_nearby(state, event.nearby, event.target)
    check_gun(state, model, weapon, target)
    assert weapon is not None  # a model without weapon is barred above
    return _fired(declare(state, event.by, 1), model, target, weapon, event.facts, event.nearby, dice)


def _fired(
    state: State, model: Model, target: Model, weapon: str, facts: TableFacts, nearby: Sequence[str], dice: Dice
) -> Played:
    """A shot of the active player: dice, effect, reload markers (TD-FIRE-8)."""
    shot = shoot(shot_at(state, weapon, target, facts, len(nearby)), dice)
    state, result = strike(remember(state, model.id, target.id, facts), target, shot, nearby)
    markers = reload_after(weapon, model.kind == "atg", state.house)
    if markers:
        dice.explain(f"{model.id} has to reload: {markers} {'marker' if markers == 1 else 'markers'}", "TD-FIRE-8")
    tokens = model.tokens_of(weapon) + markers
    return mark(state, model.id, weapon, tokens), {**result, "tokens": tokens}


@dataclass(frozen=True, kw_only=True)
class GroupShotEvent:
    """One model's part of a group fire; `then` are further targets under ``lost_shots = retarget``."""

    model: str = fact(Text())
    target: str = fact(Text())
    then: tuple[str, ...] = fact(ListOf(Text()), ())
    facts: TableFacts = fact(Record(TableFacts), TableFacts())


@dataclass(frozen=True, kw_only=True)
class GroupFireEvent(SideEvent):
    unit: str = fact(Text(), ask="Which unit?")
    shots: tuple[GroupShotEvent, ...] = fact(ListOf(Record(GroupShotEvent)), ask="Who fires at whom, in order?")


def play_group_fire(state: State, event: GroupFireEvent, dice: Dice) -> Played:
    """Models of one unit fire one after the other, each with its own pool (TD-FIRE-6, TD-GROUP)."""
    unit = known_unit(state, event.unit)
    ids = [known_model(state, shot.model).id for shot in event.shots]
    all_different(ids)
    for shot in event.shots:
        _check_declared(state, shot)
    check_phase(state)
    check_turn(state, event.by)
    cost = check_group(state, event.by, unit, "direct-fire", ids, dice)
    for shot in event.shots:
        check_own(state, event.by, shot.model)
        for target in (shot.target, *shot.then):
            check_target(state, event.by, target)
    for shot in event.shots:
        _check_shot(state, shot, dice)
    return _volley(declare(state, event.by, cost), event, cost, dice)


def _check_declared(state: State, shot: GroupShotEvent) -> None:
    targets = (shot.target, *shot.then)
    for target in targets:
        known_model(state, target)
    all_different(targets)
    if shot.then and state.house["lost_shots"] != "retarget":
        raise Malformed("shots: further targets stand only under the house rule lost_shots = retarget")


def _check_shot(state: State, shot: GroupShotEvent, dice: Dice) -> None:
    """Steps 4 and 5 for one model of a group, for every target that it may come to fire at."""
    model = state.models[shot.model]
    weapon = weapon_of(model, None)
    for target in (shot.target, *shot.then):
        check_can_act(state, shot.model, "direct-fire", shot.facts, dice, weapon=weapon, target=target, group=True)
        check_gun(state, model, weapon, state.models[target])


def _volley(state: State, event: GroupFireEvent, cost: int, dice: Dice) -> Played:
    fired: list[dict[str, Any]] = []
    for shot in event.shots:
        target = next((one for one in (shot.target, *shot.then) if not state.models[one].out), None)
        if target is None:
            dice.explain(f"{shot.model}: the target is already out, this shot is lost and counted", "TD-FIRE-6")
            continue
        model = state.models[shot.model]
        weapon = model.weapons[0]
        dice.explain(f"{shot.model} fires at {target}", "TD-FIRE-6")
        state, result = _fired(state, model, state.models[target], weapon, shot.facts, (), dice)
        fired.append({"model": shot.model, "target": target, **result})
    return state, {"cost": cost, "shots": fired, "lost": len(event.shots) - len(fired)}


def play_reactive_fire(state: State, event: FireEvent, dice: Dice) -> Played:
    """The other side fires at a model that is moving or pivoting (TD-REACT-1 to 5)."""
    model, target, weapon = _known(state, event)
    check_phase(state)
    _check_reaction(state, event)
    check_own(state, event.by, event.model)
    check_target(state, event.by, event.target)
    if state.moving is None or event.target not in state.moving.models:
        raise refuse("TD-REACT-1", "not-moving", model=event.target)
    check_can_act(state, event.model, "reactive-fire", event.facts, dice, weapon=weapon, target=event.target)
    check_nearby(state, event.nearby, event.target)
    check_gun(state, model, weapon, target)
    assert weapon is not None and state.moving is not None  # a model without weapon is barred above
    reaction = reactive_fire(reaction_situation(state, event), dice)
    assert not isinstance(reaction, Illegal)  # all bans are settled above
    state = remember(state, event.model, event.target, event.facts)
    state = replace(state, used={**state.used, event.by: state.used[event.by] + 1})
    if reaction.stopped and state.moving is not None:
        left = tuple(one for one in state.moving.models if one != event.target)
        state = replace(state, moving=replace(state.moving, models=left))
    state, result = strike(state, target, reaction.shot, event.nearby)
    state = mark(state, event.model, weapon, reaction.tokens)
    moving = list(state.moving.models) if state.moving else []
    return state, {**result, "tokens": reaction.tokens, "stopped": reaction.stopped, "moving": moving}


def _check_reaction(state: State, event: FireEvent) -> None:
    """Something moves, the other side reacts, and it still may (step 2)."""
    if state.turn.over:
        raise refuse("TD-TURN-6", "game-over")
    if not state.moving or not state.moving.models:
        raise refuse("TD-REACT-1", "nothing-moving")
    if event.by != other(state.moving.by):
        raise refuse("TD-REACT-2", "not-reactive-player")
    check_actions(state, event.by, 1)
    if state.moving.in_catch_up and state.house["reactive_in_catch_up"] == "forbidden":
        raise refuse("TD-REACT-5", "no-interruption")
    if not state.reactive_left:
        raise refuse("TD-REACT-5", "beyond-balance")


def reaction_situation(state: State, event: FireEvent) -> ReactiveFire:
    """The situation that a reactive shot stands for."""
    model, target = state.models[event.model], state.models[event.target]
    weapon = weapon_of(model, event.weapon)
    assert weapon is not None
    at_vehicle = target.is_vehicle
    return ReactiveFire(
        house=state.house,
        weapon=weapon,
        target=None if at_vehicle else infantry_target(state, event.facts, target),
        vehicle=vehicle_target(state, target, event.facts) if at_vehicle else None,
        nearby=len(event.nearby),
        atg=model.kind == "atg",
    )


@dataclass(frozen=True, kw_only=True)
class IndirectFire(SingleEvent):
    mission: str = fact(OneOf(("barrage", "smoke")), ask="A barrage or a smoke screen?")
    target: str | None = fact(Nullable(Text()), None, ask="At which model? (none: at a spot)")
    nearby: tuple[str, ...] = fact(ListOf(Text()), (), ask="Which infantry models are within one standard base?")


def play_indirect_fire(state: State, event: IndirectFire, dice: Dice) -> Played:
    """A spotter calls a barrage or a smoke screen (TD-IND-1 to 6)."""
    known_model(state, event.model)
    check_nearby_known(state, event.nearby)
    if event.target is not None:
        known_model(state, event.target)
        if event.mission == "smoke":
            raise Malformed("indirect-fire: smoke is laid on a spot, not on a model")
    check_phase(state)
    check_turn(state, event.by)
    check_actions(state, event.by, 1)
    check_own(state, event.by, event.model)
    if event.target is not None:
        check_target(state, event.by, event.target)
    check_can_act(state, event.model, "indirect-fire", event.facts, dice, target=event.target)
    check_nearby(state, event.nearby, event.target)
    if event.mission == "smoke" and state.house.number("smoke_actions") is None:
        raise refuse("TD-R39", "smoke-actions-missing", model=event.model)
    called = mission(state, event)
    outcome = barrage(called, dice) if isinstance(called, Barrage) else smoke(called, dice)
    assert not isinstance(outcome, Illegal)  # markers and missions are settled above
    state = declare(state, event.by, 1)
    spotter = replace(state.models[event.model], missions=outcome.missions, tokens=outcome.tokens)
    state = state.put(spotter)
    if isinstance(outcome, SmokeScreen):
        return _smoke(state, event, outcome)
    return _bombarded(state, event, outcome)


def mission(state: State, event: IndirectFire) -> Mission:
    """The situation that an indirect fire event stands for."""
    model = state.models[event.model]
    size = state.unit_of(model).guns
    assert size is not None and model.missions is not None  # only spotters come this far
    if event.mission == "smoke":
        return Mission(house=state.house, size=size, missions=model.missions)
    target = None if event.target is None else state.models[event.target]
    return Barrage(
        house=state.house,
        size=size,
        missions=model.missions,
        aim="spot" if target is None else "model",
        target=infantry_target(state, event.facts, target),
        nearby=len(event.nearby),
    )


def _smoke(state: State, event: IndirectFire, outcome: SmokeScreen) -> Played:
    result: dict[str, Any] = {"lands": outcome.lands, "cm": list(outcome.cm)}
    if outcome.lands:
        lasts = state.house.number("smoke_actions")
        assert lasts is not None  # refused before the die
        ends_at = sum(state.used.values()) + lasts
        state = replace(state, smoke=(*state.smoke_now(), Smoke(event.by, outcome.cm, ends_at)))
        result["ends_at"] = ends_at
    return state, {**result, "missions": outcome.missions, "tokens": outcome.tokens}


def _bombarded(state: State, event: IndirectFire, outcome: Bombardment) -> Played:
    caught = list(event.nearby[: outcome.suppressed_nearby])
    state = suppress(state, caught)
    if event.target is not None:
        state = remember(state, event.model, event.target, event.facts)
        if outcome.status == "out":
            state = remove(state, (event.target,))
        elif outcome.status is not None:
            state = state.put(replace(state.models[event.target], status=outcome.status))
    return state, {
        "pool": outcome.pool,
        "hits": outcome.hits,
        "status": outcome.status,
        "suppressed": caught,
        "missions": outcome.missions,
        "tokens": outcome.tokens,
    }


def fire_odds(state: State, event: FireEvent) -> tuple[str, Situation] | None:
    model, target = state.models[event.model], state.models[event.target]
    weapon = weapon_of(model, event.weapon)
    if weapon is None:
        return None
    situation = shot_at(state, weapon, target, event.facts, len(event.nearby))
    return ("anti-vehicle" if target.is_vehicle else "direct-fire"), situation


def reaction_odds(state: State, event: FireEvent) -> tuple[str, Situation] | None:
    return "reactive-fire", reaction_situation(state, event)


def indirect_odds(state: State, event: IndirectFire) -> tuple[str, Situation] | None:
    return event.mission, mission(state, event)


EVENTS = (
    EventKind(
        id="direct-fire",
        title="Direct fire",
        cls=FireEvent,
        play=play_direct_fire,
        odds=fire_odds,
        rules=("TD-FIRE-1", "TD-FIRE-2", "TD-FIRE-3", "TD-FIRE-4", "TD-FIRE-8", "TD-AV-1", "TD-UNIT-1", "TD-UNIT-5"),
    ),
    EventKind(
        id="group-fire",
        title="Group fire",
        cls=GroupFireEvent,
        play=play_group_fire,
        rules=("TD-FIRE-6", "TD-GROUP-1", "TD-GROUP-2", "TD-GROUP-3"),
    ),
    EventKind(
        id="reactive-fire",
        title="Reactive fire",
        cls=FireEvent,
        play=play_reactive_fire,
        odds=reaction_odds,
        rules=("TD-REACT-1", "TD-REACT-2", "TD-REACT-3", "TD-REACT-4", "TD-REACT-5"),
    ),
    EventKind(
        id="indirect-fire",
        title="Indirect fire",
        cls=IndirectFire,
        play=play_indirect_fire,
        odds=indirect_odds,
        rules=("TD-IND-1", "TD-IND-2", "TD-IND-3", "TD-IND-4", "TD-IND-5", "TD-IND-6"),
    ),
)

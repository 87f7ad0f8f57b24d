"""Events of fire: direct-fire, group-fire, reactive-fire, indirect-fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ....api import (
    AGAIN,
    Answer,
    Dice,
    EventKind,
    Illegal,
    ListOf,
    Malformed,
    Nullable,
    OneOf,
    Place,
    Record,
    Ref,
    Text,
    derived,
    fact,
    if_answered,
    judged_first,
)
from ..artillery import BARRAGE, SMOKE, Barrage, Bombardment, Mission, SmokeScreen
from ..counters import other
from ..reactive import REACTIVE_FIRE, Reaction, ReactiveFire, explain_reload, reload_after
from ..shooting import (
    ANTI_VEHICLE,
    DIRECT_FIRE,
    GROUP_FIRE,
    AntiVehicle,
    ArmourShot,
    DirectFire,
    GroupFire,
    Shot,
    Vehicle,
    weapon_ban,
)
from ..sighting import arc_of
from ..tables import words
from . import stories
from .gate import (
    SideEvent,
    SingleEvent,
    TableFacts,
    beside,
    check_actions,
    check_can_act,
    check_group,
    check_own,
    check_phase,
    check_target,
    check_turn,
    declare,
    enemies,
    ground,
    has_weapon,
    infantry_target,
    models,
    own_units,
    weapon_of,
    weapons,
)
from .moves import begun, members
from .state import Model, Smoke, State, refuse, remove

Played = tuple[State, dict[str, Any]]


# --- what a shot says ---


def _at_whom(place: Place[State]) -> str:
    """Only models with an arc are asked about it (TD-FIRE-1, TD-ARC-1)."""
    arc = arc_of(place.state.models[place.get("model")].kind, place.state.house)
    return "At which enemy that {model} sees" + (f" within its arc of {arc} degrees?" if arc < 360 else "?")


def _moving(place: Place[State]) -> Iterator[Answer]:
    """The models that move or pivot now (TD-REACT-1)."""
    moving = place.state.moving
    return models(place.state, (place.state.models[one] for one in (moving.models if moving else ())))


_BESIDE = "Infantry within one standard base of {target}, in the order in which it is suppressed?"


@dataclass(frozen=True, kw_only=True)
class FireEvent(SingleEvent):
    target: str = fact(Ref("models"), ask=_at_whom, among=enemies, rules=("TD-FIRE-1", "TD-ARC-1"))
    weapon: str | None = fact(
        Text(),
        None,
        ask="Which weapon?",
        among=weapons,
        weigh=True,
        help="heavy tank: heavy-gun (default) or hmg",
        usual=lambda place: place.state.models[place.event.model].weapons[0],
        rules=("TD-R11",),
    )
    nearby: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask=_BESIDE,
        among=beside,
        help="infantry within one standard base of the target, first the ones to be suppressed first",
        rules=("TD-FIRE-7", "TD-IND-4"),
    )


@dataclass(frozen=True, kw_only=True)
class ReactiveFireEvent(FireEvent):
    target: str = fact(Ref("models"), ask=_at_whom, among=_moving, rules=("TD-REACT-1", "TD-FIRE-1", "TD-ARC-1"))


# --- one shot ---


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
        raise refuse(ban.rule, ban.reason, ban.text, model=model.id, **{key: list(value) for key, value in ban.more})


def vehicle_target(state: State, target: Model, facts: TableFacts) -> Vehicle:
    """A vehicle as a target."""
    return derived(Vehicle, ground(state, facts, target), armour=target.armour)


def strike(state: State, target: Model, shot: Shot | ArmourShot, event: FireEvent | None, dice: Dice) -> Played:
    """What a shot does to its target and to the models beside it, with the result's fields."""
    if isinstance(shot, ArmourShot):
        result: dict[str, Any] = {"to_hit": shot.to_hit, "to_penetrate": shot.to_penetrate, "result": shot.result}
        return (remove(state, (target.id,), dice) if shot.result == "destroyed" else state), result
    caught = list(event.nearby[: shot.suppressed_nearby]) if event and shot.suppressed_nearby else []
    result = {"pool": shot.pool, "hits": shot.hits, "status": shot.status, "suppressed": caught}
    state = suppress(state, caught, dice)
    if shot.status == "out":
        return remove(state, (target.id,), dice), result
    return state.put(replace(target, status=shot.status)), result


def suppress(state: State, ids: Sequence[str], dice: Dice) -> State:
    """Kill potential: these models become suppressed, fast ones too (TD-IND-4)."""
    if ids:
        dice.explain(f"suppressed beside it: {', '.join(ids)}", "TD-FIRE-7", "TD-IND-4")
    return state.put(*(replace(state.models[one], status="suppressed") for one in ids))


@dataclass(frozen=True)
class Beside:
    """How many models stand beside a target: counted when the dice make it matter, after they are judged."""

    state: State
    event: Any
    target: str | None

    @property
    def nearby(self) -> int:
        check_nearby(self.state, self.event.nearby, self.target)
        return len(self.event.nearby)


def fired(
    state: State, model: Model, target: Model, weapon: str, facts: TableFacts, event: FireEvent | None, dice: Dice
) -> Played:
    """A shot of the active player: dice, effect, reload markers (TD-FIRE-3, TD-FIRE-4, TD-FIRE-8, TD-AV-1)."""
    shot: Shot | ArmourShot | Illegal
    if target.is_vehicle:
        vehicle = vehicle_target(state, target, facts)
        shot = dice.settle(ANTI_VEHICLE, AntiVehicle(house=state.house, weapon=weapon, vehicle=vehicle))
    else:
        beside = Beside(state, event, target.id) if event else None
        seen = infantry_target(state, facts, target)
        shot = dice.settle(DIRECT_FIRE, derived(DirectFire, beside, house=state.house, weapon=weapon, target=seen))
    assert not isinstance(shot, Illegal)  # every ban is settled before
    state = state.remember(model.id, target.id, facts)
    state, result = strike(state, target, shot, event, dice)
    markers = reload_after(weapon, model.kind == "atg", state.house)
    if markers:
        explain_reload(weapon, model.kind == "atg", state.house, dice)
    tokens = model.tokens_of(weapon) + markers
    return mark(state, model.id, weapon, tokens), {**result, "tokens": tokens}


def mark(state: State, one: str, weapon: str, tokens: int) -> State:
    """Set the firer's reload markers; they bar the model, or only the weapon (TD-R29)."""
    return state.put(state.models[one].with_tokens(weapon, tokens))


def play_direct_fire(state: State, event: FireEvent, dice: Dice) -> Played:
    """One model fires at an enemy model (TD-FIRE-1, TD-FIRE-2, TD-AV-1)."""
    begun(state, event, 1)
    check_own(state, event.by, event.model)
    check_target(state, event.by, event.target)
    model, target = state.models[event.model], state.models[event.target]
    weapon = weapon_of(model, event)
    check_can_act(state, event.model, "direct-fire", event.facts, weapon=weapon, target=event.target)
    if_answered(lambda: check_nearby(state, event.nearby, event.target), None)
    check_gun(state, model, weapon, target)
    assert weapon is not None  # a model without weapon is barred above
    return fired(declare(state, event.by, 1), model, target, weapon, event.facts, event, dice)


# --- a volley ---


EACH = "each"  # noted when every model of a volley has a target of its own


def volley_targets(place: Place[State]) -> Iterator[Answer]:
    """The enemies; the first shot asks for the whole volley, unless each model has a target of its own (TD-FIRE-6)."""
    yield from enemies(place)
    if not place.before() and EACH not in place.notes and len(place.event.shots) > 1:
        yield Answer(AGAIN, "each model at a target of its own", "e", note=EACH)


def other_enemies(place: Place[State]) -> Iterator[Answer]:
    """The enemies but the target of this shot."""
    return (answer for answer in enemies(place) if answer.value != place.get("target"))


def _volley_text(place: Place[State]) -> str:
    whole = EACH not in place.notes and len(place.event.shots) > 1
    return "At which enemy do they fire?" if whole else "At which enemy does {model} fire?"


def _same(name: str, place: Place[State]) -> Any:
    """What was said for the model before this one, where the volley goes at one target."""
    if EACH in place.notes:
        return None
    return next((part[name] for part in reversed(place.before()) if name in part), None)


@dataclass(frozen=True, kw_only=True)
class GroupShotEvent:
    """One model's part of a group fire; `then` are further targets under ``lost_shots = retarget``."""

    model: str = fact(Ref("models"))
    target: str = fact(
        Ref("models"),
        ask=_volley_text,
        among=volley_targets,
        known=lambda place: _same("target", place),
        rules=("TD-FIRE-1",),
    )
    then: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask="If {target} is out, at whom then?",
        among=other_enemies,
        when=lambda place: place.state.house["lost_shots"] == "retarget",
        known=lambda place: _same("then", place),
        rules=("TD-R34",),
    )
    facts: TableFacts = fact(Record(TableFacts), TableFacts())


@dataclass(frozen=True, kw_only=True)
class GroupFireEvent(SideEvent):
    unit: str = fact(Ref("units"), ask="Which unit?", among=own_units)
    shots: tuple[GroupShotEvent, ...] = fact(
        ListOf(Record(GroupShotEvent), distinct=True),
        ask="Who fires, in this order?",
        among=members,
        most=True,
        rules=("TD-FIRE-6", "TD-GROUP-3"),
    )


def shots_are_meant(state: State, event: GroupFireEvent) -> None:
    """Further targets stand only under the house rule that gives them, and no target twice. Errors: `Malformed`."""
    for shot in event.shots:
        if shot.then and state.house["lost_shots"] != "retarget":
            raise Malformed("shots: further targets stand only under the house rule lost_shots = retarget")
        if shot.target in shot.then:
            raise Malformed(f"shots: {shot.target} stands twice")


def play_group_fire(state: State, event: GroupFireEvent, dice: Dice) -> Played:
    """Models of one unit fire one after the other, each with its own pool (TD-FIRE-6, TD-GROUP-1, TD-GROUP-2)."""
    check_phase(state)
    check_turn(state, event.by)
    unit = state.units[event.unit]
    ids = [shot.model for shot in event.shots]
    cost = check_group(state, event.by, unit, "direct-fire", ids, dice)
    for at, shot in enumerate(event.shots):
        check_own(state, event.by, shot.model)
        for target in judged_first(partial(aims, state, shot), partial(_check_shots, state, event.shots[:at])):
            check_target(state, event.by, target)
    _check_shots(state, event.shots)
    _foresee(state, event, dice)
    return _volley(declare(state, event.by, cost), event, cost, dice)


def aims(state: State, shot: GroupShotEvent) -> tuple[str, ...]:
    """What a shot may come to be fired at, in order (TD-R34)."""
    return (shot.target, *shot.then) if state.house["lost_shots"] == "retarget" else (shot.target,)


def _check_shots(state: State, shots: Sequence[GroupShotEvent]) -> None:
    """Steps 4 and 5 for the models of a group in turn, for every target that they may come to fire at."""
    for shot in shots:
        model = state.models[shot.model]
        weapon = model.weapons[0] if model.weapons else None
        for target in aims(state, shot):
            check_can_act(state, shot.model, "direct-fire", shot.facts, weapon=weapon, target=target, group=True)
            check_gun(state, model, weapon, state.models[target])


def _foresee(state: State, event: GroupFireEvent, dice: Dice) -> None:
    """Before the first shot people want to know what the whole volley does, where it goes at one model of infantry."""
    targets = {target for shot in event.shots for target in aims(state, shot)}
    if len(targets) != 1 or state.models[event.shots[0].target].is_vehicle:
        return
    target = infantry_target(state, event.shots[0].facts, state.models[event.shots[0].target])
    guns = tuple(state.models[shot.model].weapons[0] for shot in event.shots)
    dice.foresee(GROUP_FIRE, GroupFire(house=state.house, weapons=guns, target=target))


def _volley(state: State, event: GroupFireEvent, cost: int, dice: Dice) -> Played:
    shots: list[dict[str, Any]] = []
    for number, shot in enumerate(event.shots, 1):
        of = f"shot {number} of {len(event.shots)}"
        target = next((one for one in aims(state, shot) if not state.models[one].out), None)
        if target is None:
            dice.explain(f"{of}: {shot.model}'s target is already out, the shot is lost and counted", "TD-FIRE-6")
            continue
        model = state.models[shot.model]
        dice.explain(f"{of}: {shot.model} at {target}, {state.models[target].standing}", "TD-FIRE-6")
        state, result = fired(state, model, state.models[target], model.weapons[0], shot.facts, None, dice)
        shots.append({"model": shot.model, "target": target, **result})
    return state, {"cost": cost, "shots": shots, "lost": len(event.shots) - len(shots)}


# --- reactive fire ---


def play_reactive_fire(state: State, event: FireEvent, dice: Dice) -> Played:
    """The other side fires at a model that is moving or pivoting (TD-REACT-1 to TD-REACT-5)."""
    check_phase(state)
    _check_reaction(state, event)
    check_own(state, event.by, event.model)
    check_target(state, event.by, event.target)
    if state.moving is None or event.target not in state.moving.models:
        raise refuse("TD-REACT-1", "not-moving", model=event.target)
    model, target = state.models[event.model], state.models[event.target]
    weapon = weapon_of(model, event)
    check_can_act(state, event.model, "reactive-fire", event.facts, weapon=weapon, target=event.target)
    if_answered(lambda: check_nearby(state, event.nearby, event.target), None)
    check_gun(state, model, weapon, target)
    assert weapon is not None  # a model without weapon is barred above
    situation = derived(
        ReactiveFire,
        Beside(state, event, event.target),
        house=state.house,
        weapon=weapon,
        target=None if target.is_vehicle else infantry_target(state, event.facts, target),
        vehicle=vehicle_target(state, target, event.facts) if target.is_vehicle else None,
        tokens=0,
        atg=model.kind == "atg",
    )
    reaction = dice.settle(REACTIVE_FIRE, situation)
    assert not isinstance(reaction, Illegal)  # all bans are settled above
    return _reacted(state, event, weapon, reaction, dice)


def _reacted(state: State, event: FireEvent, weapon: str, reaction: Reaction, dice: Dice) -> Played:
    """What a reactive shot does: the counter rises, and a model that was hit stops where it is (TD-REACT-3)."""
    target = state.models[event.target]
    state = replace(state, used={**state.used, event.by: state.used[event.by] + 1})
    assert state.moving is not None
    if reaction.stopped:
        moving = replace(state.moving, models=tuple(one for one in state.moving.models if one != event.target))
        state = replace(state.remember(event.model, event.target, event.facts), moving=moving)
    state, result = strike(state, target, reaction.shot, event, dice)
    state = mark(state, event.model, weapon, reaction.tokens)
    left = list(state.moving.models) if state.moving else []
    return state, {**result, "tokens": reaction.tokens, "stopped": reaction.stopped, "moving": left}


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


def shots_left_words(state: State) -> str:
    """What a reaction may be, for the menu."""
    moving = ", ".join(state.moving.models) if state.moving else ""
    return f"{state.reactive_left} more allowed, at {moving}"


# --- indirect fire ---


def missions(place: Place[State]) -> Iterator[Answer]:
    """A barrage or a smoke screen."""
    for mission, row in words("missions").items():
        yield Answer(mission, row["name"], row["key"])


def aims_of_barrage(place: Place[State]) -> Iterator[Answer]:
    """A model that the spotter sees, or a spot (TD-IND-1 to TD-IND-3)."""
    yield from enemies(place)
    yield Answer(None, "a spot", "s", "nobody is hit; three hits suppress those beside it")


@dataclass(frozen=True, kw_only=True)
class IndirectFire(SingleEvent):
    mission: str = fact(
        OneOf(("barrage", "smoke")),
        ask="A barrage or smoke?",
        among=missions,
        rules=("TD-IND-1",),
        usual=lambda place: "barrage",
    )
    target: str | None = fact(
        Nullable(Ref("models")),
        None,
        ask="What does {model} see and aim at?",
        among=aims_of_barrage,
        help="at a model; without one at a spot",
        rules=("TD-IND-1", "TD-IND-2", "TD-IND-3"),
    )
    nearby: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask=_BESIDE,
        among=beside,
        rules=("TD-IND-4",),
        help="infantry within one standard base, first the ones to be suppressed first",
    )


def smoke_is_meant(state: State, event: IndirectFire) -> None:
    """Smoke is laid on a spot. Errors: `Malformed`."""
    if event.mission == "smoke" and event.target is not None:
        raise Malformed("indirect-fire: smoke is laid on a spot, not on a model")


def play_indirect_fire(state: State, event: IndirectFire, dice: Dice) -> Played:
    """A spotter calls a barrage or a smoke screen (TD-IND-1 to TD-IND-6)."""
    begun(state, event, 1)
    check_own(state, event.by, event.model)
    at_spot = event.mission == "smoke" or event.target is None
    target = None if at_spot else state.models[str(event.target)]
    if target is not None:
        check_target(state, event.by, target.id)
    check_can_act(state, event.model, "indirect-fire", event.facts, target=target.id if target else None)
    if_answered(lambda: check_nearby(state, event.nearby, target.id if target else None), None)
    if event.mission == "smoke":
        return _smoke(state, event, dice)
    model = state.models[event.model]
    size, left = state.unit_of(model).guns, model.missions
    assert size is not None and left is not None  # only spotters come this far
    situation = derived(
        Barrage,
        Beside(state, event, target.id if target else None),
        house=state.house,
        size=size,
        missions=left,
        tokens=0,
        aim="model" if target else "spot",
        target=infantry_target(state, event.facts, target),
    )
    outcome = dice.settle(BARRAGE, situation)
    assert isinstance(outcome, Bombardment)  # markers and missions are settled above
    return _bombarded(called(state, event, outcome), event, target, outcome, dice)


def called(state: State, event: IndirectFire, outcome: Bombardment | SmokeScreen) -> State:
    """The action is declared; the spotter has a mission less, and markers (TD-IND-5)."""
    state = declare(state, event.by, 1)
    return state.put(replace(state.models[event.model], missions=outcome.missions, tokens=outcome.tokens))


def _smoke(state: State, event: IndirectFire, dice: Dice) -> Played:
    """A smoke screen, which lasts as many actions as the players agreed (TD-IND-5, TD-R39)."""
    lasts = state.house.number("smoke_actions")
    if lasts is None:
        raise refuse("TD-R39", "smoke-actions-missing", model=event.model)
    model = state.models[event.model]
    size, left = state.unit_of(model).guns, model.missions
    assert size is not None and left is not None  # only spotters come this far
    outcome = dice.settle(SMOKE, Mission(house=state.house, size=size, missions=left))
    assert isinstance(outcome, SmokeScreen)  # markers and missions are settled above
    state = called(state, event, outcome)
    result: dict[str, Any] = {"lands": outcome.lands, "cm": list(outcome.cm)}
    if outcome.lands:
        ends_at = sum(state.used.values()) + lasts
        dice.explain(f"it lies until {ends_at} actions have been used in all", "TD-R39")
        state = replace(state, smoke=(*state.smoke_now(), Smoke(event.by, outcome.cm, ends_at)))
        result["ends_at"] = ends_at
    return state, {**result, "missions": outcome.missions, "tokens": outcome.tokens}


def _bombarded(state: State, event: IndirectFire, target: Model | None, outcome: Bombardment, dice: Dice) -> Played:
    caught = list(event.nearby[: outcome.suppressed_nearby]) if outcome.suppressed_nearby else []
    state = suppress(state, caught, dice)
    if target is not None:
        state = state.remember(event.model, target.id, event.facts)
        if outcome.status == "out":
            state = remove(state, (target.id,), dice)
        elif outcome.status is not None:
            state = state.put(replace(state.models[target.id], status=outcome.status))
    return state, {
        "pool": outcome.pool,
        "hits": outcome.hits,
        "status": outcome.status,
        "suppressed": caught,
        "missions": outcome.missions,
        "tokens": outcome.tokens,
    }


EVENTS = (
    EventKind(
        id="reactive-fire",
        title="Reactive fire",
        key="a",
        detail=shots_left_words,
        interrupt=True,
        cls=ReactiveFireEvent,
        play=play_reactive_fire,
        story=stories.reacted,
        meant=has_weapon,
        rules=("TD-REACT-1", "TD-REACT-2", "TD-REACT-3", "TD-REACT-4", "TD-REACT-5"),
    ),
    EventKind(
        id="direct-fire",
        title="Fire",
        key="f",
        detail="one model shoots",
        cls=FireEvent,
        play=play_direct_fire,
        story=stories.fired,
        meant=has_weapon,
        rules=("TD-FIRE-1", "TD-FIRE-2", "TD-FIRE-3", "TD-FIRE-4", "TD-FIRE-8", "TD-AV-1", "TD-UNIT-1", "TD-UNIT-5"),
    ),
    EventKind(
        id="group-fire",
        title="Group fire",
        key="v",
        detail="a volley of one unit, shot after shot",
        cls=GroupFireEvent,
        play=play_group_fire,
        story=stories.volleyed,
        meant=shots_are_meant,
        rules=("TD-FIRE-6", "TD-GROUP-1", "TD-GROUP-2", "TD-GROUP-3"),
    ),
    EventKind(
        id="indirect-fire",
        title="Indirect fire",
        key="i",
        detail="a spotter calls a barrage or smoke",
        cls=IndirectFire,
        play=play_indirect_fire,
        story=stories.called,
        meant=smoke_is_meant,
        rules=("TD-IND-1", "TD-IND-2", "TD-IND-3", "TD-IND-4", "TD-IND-5", "TD-IND-6"),
    ),
)

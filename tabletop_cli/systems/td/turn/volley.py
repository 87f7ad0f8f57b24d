"""The event group-fire: a volley of one unit, shot after shot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ....api import (
    AGAIN,
    Answer,
    Dice,
    ListOf,
    Malformed,
    Place,
    Record,
    Ref,
    dataclass,
    fact,
    of_all,
    plays,
    read_or_judge,
)
from ..shooting import GROUP_FIRE, GroupFire
from ..sighting import find_cover
from . import stories
from .candidates import enemy_models, unit_members
from .gate import Seen, check_can_act, check_group_can_begin, check_own, check_target, declare_action, explain_balance
from .questions import GroupEvent, TableFacts
from .shots import check_gun, infantry_target, resolve_shot
from .state import Played, State

EACH = "each"  # noted when every model of a volley has a target of its own


def volley_targets(place: Place[State]) -> Iterator[Answer]:
    """The enemies; the first shot asks for the whole volley, unless each model has a target of its own (TD-FIRE-6)."""
    yield from enemy_models(place)
    if not place.items_before() and EACH not in place.notes and len(place.event.shots) > 1:
        yield Answer(AGAIN, "not all at the same: each is asked", "e", note=EACH)


def other_enemies(place: Place[State]) -> Iterator[Answer]:
    """The enemies but the target of this shot."""
    return (answer for answer in enemy_models(place) if answer.value != place.get("target"))


def _volley_text(place: Place[State]) -> str:
    whole = EACH not in place.notes and len(place.event.shots) > 1
    return "At which enemy do they fire?" if whole else "At which enemy does {model} fire?"


def _same_target(place: Place[State]) -> str:
    """One answer serves for all of a volley that goes at one target."""
    return "" if EACH in place.notes else place.fact.name


def _target_before(place: Place[State]) -> object:
    """At whom the model before this one fires, or would fire then: whoever names others names only those."""
    name = place.fact.name
    return next((part[name] for part in reversed(place.items_before()) if name in part), None)


@dataclass(frozen=True, kw_only=True)
class GroupShotEvent:
    """One model's part of a group fire; `then` are further targets under ``lost_shots = retarget``."""

    model: str = fact(Ref("models"))
    target: str = fact(
        Ref("models"),
        ask=_volley_text,
        among=volley_targets,
        holds=of_all(_same_target),
        usual=_target_before,
        rules=("TD-FIRE-1", "TD-R34"),
    )
    then: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask="If {target} is out, at which enemy then?",
        among=other_enemies,
        when=lambda place: place.state.house["lost_shots"] == "retarget",
        holds=of_all(_same_target),
        rules=("TD-R34",),
    )
    facts: TableFacts = fact(Record(TableFacts), TableFacts())


@dataclass(frozen=True, kw_only=True)
class GroupFireEvent(GroupEvent):
    shots: tuple[GroupShotEvent, ...] = fact(
        ListOf(Record(GroupShotEvent), distinct=True),
        ask="Which models fire, in this order?",
        among=unit_members,
        most=True,
        rules=("TD-FIRE-6", "TD-GROUP-3"),
    )


def shots_are_meant(state: State, event: GroupFireEvent) -> None:
    """Further targets stand only under the house rule that gives them, and no target twice. Errors: `Malformed`."""
    for shot in event.shots:
        if shot.then and state.house["lost_shots"] != "retarget":
            raise Malformed("shots: only the house rule lost_shots = retarget allows further targets")
        if shot.target in shot.then:
            raise Malformed(f"shots: {shot.target} stands twice")


@plays(
    "group-fire",
    GroupFireEvent,
    rules=("TD-FIRE-6", "TD-GROUP-1", "TD-GROUP-2", "TD-GROUP-3"),
    story=stories.volley_story,
    meant=shots_are_meant,
)
def group_fire(state: State, event: GroupFireEvent, dice: Dice) -> Played:
    """Models of one unit fire one after the other, each with its own pool."""
    _, cost = check_group_can_begin(state, event, "direct-fire", lambda: [shot.model for shot in event.shots], dice)
    for at, shot in enumerate(event.shots):
        check_own(state, event.by, shot.model)
        for target in read_or_judge(
            partial(possible_targets, state, shot), partial(_check_shots, state, event.shots[:at])
        ):
            check_target(state, event.by, target)
    _check_shots(state, event.shots)
    _foresee_volley(state, event, dice)
    return _fire_volley(declare_action(state, event.by, cost), event, cost, dice)


def possible_targets(state: State, shot: GroupShotEvent) -> tuple[str, ...]:
    """What a shot may come to be fired at, in order (TD-R34)."""
    return (shot.target, *shot.then) if state.house["lost_shots"] == "retarget" else (shot.target,)


def _check_shots(state: State, shots: Sequence[GroupShotEvent]) -> None:
    """Steps 4 and 5 for the models of a group in turn, for every target that they may come to fire at."""
    for shot in shots:
        for target in possible_targets(state, shot):
            _check_shot(state, shot, target)


def _check_shot(state: State, shot: GroupShotEvent, target: str) -> None:
    model = state.models[shot.model]
    check_can_act(Seen(state, shot.facts, lambda: target), model.id, "direct-fire", group=True)
    check_gun(state, model, model.main_weapon, state.models[target])


def _foresee_volley(state: State, event: GroupFireEvent, dice: Dice) -> None:
    """Before the first shot people want to know what the whole volley does, where it goes at one model of infantry."""
    aim, *others = {target for shot in event.shots for target in possible_targets(state, shot)}
    if others or state.models[aim].is_vehicle:
        return
    target = infantry_target(state, event.shots[0].facts, state.models[aim])
    guns = tuple(state.models[shot.model].weapons[0] for shot in event.shots)
    dice.announce_odds(GROUP_FIRE, GroupFire(house=state.house, weapons=guns, target=target))


def _dice_signature(state: State, shot: GroupShotEvent, target: str) -> tuple[str, ...]:
    """What decides the dice of a shot; of two that are alike the second is explained in fewer words."""
    model = state.models[target]
    if model.is_vehicle:
        return (shot.model, target)
    cover = find_cover(infantry_target(state, shot.facts, model), "direct", state.house)
    return state.models[shot.model].weapons[0].id, target, cover.text


def _fire_volley(state: State, event: GroupFireEvent, cost: int, dice: Dice) -> Played:
    shots: list[dict[str, object]] = []
    before: tuple[str, ...] = ()
    for number, shot in enumerate(event.shots, 1):
        of = f"shot {number} of {len(event.shots)}"
        target = next((one for one in possible_targets(state, shot) if not state.models[one].out), None)
        if target is None:
            dice.explain(f"{of}: {shot.model}'s target is already out, the shot is lost but counts", "TD-FIRE-6")
            continue
        model = state.models[shot.model]
        dice.explain(f"{of}: {shot.model} at {target}, {state.models[target].standing}", "TD-FIRE-6")
        how = _dice_signature(state, shot, target)
        state, result = resolve_shot(
            state, model, state.models[target], model.weapons[0], shot.facts, None, dice, as_before=how == before
        )
        before = how
        shots.append({"model": shot.model, "target": target, **result})
    explain_balance(state, dice)
    return state, {"cost": cost, "shots": shots, "lost": len(event.shots) - len(shots)}

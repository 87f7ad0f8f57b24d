"""The event indirect-fire: a spotter calls a barrage or smoke."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....api import (
    Answer,
    Dice,
    ListOf,
    Malformed,
    Nullable,
    OneOf,
    Place,
    Ref,
    dataclass,
    derive_situation,
    fact,
    peek,
    plays,
    read_or_judge,
    refuse,
)
from ..artillery import BARRAGE, SMOKE, Barrage, Bombardment, Mission, SmokeScreen
from ..tables import MISSIONS, words
from . import stories
from .candidates import enemy_models, models_beside
from .gate import (
    Seen,
    check_can_act,
    check_can_begin,
    check_not_barred,
    check_own,
    check_target,
    declare_action,
    explain_balance,
)
from .questions import SingleEvent
from .shots import Beside, beside_text, check_nearby, infantry_target, put_status, suppress_nearby
from .state import Model, Played, Smoke, State


def mission_answers(place: Place[State]) -> Iterator[Answer]:
    """A barrage or a smoke screen."""
    for mission, row in words("missions").items():
        yield Answer(mission, row["name"], row["key"])


def aims_of_barrage(place: Place[State]) -> Iterator[Answer]:
    """A model that the spotter sees, or a spot (TD-IND-1, TD-IND-2, TD-IND-3)."""
    yield from enemy_models(place)
    yield Answer(None, "a spot", "s", "no model is hit; three hits or more suppress infantry near it")


def _aim_text(place: Place[State]) -> str:
    """By the house rules a spotter may aim at what it does not see (TD-R37)."""
    return "What does {model} see and aim at?" if place.state.house["spotter_los"] else "What does {model} aim at?"


def _beside_battery(place: Place[State]) -> str:
    size = place.state.unit_of(place.state.models[place.event.model]).guns
    return beside_text(size.kill_potential if size else 0)


@dataclass(frozen=True, kw_only=True)
class IndirectFire(SingleEvent):
    mission: str = fact(
        OneOf(MISSIONS),
        ask="A barrage or smoke?",
        among=mission_answers,
        rules=("TD-IND-1",),
        usual=lambda place: "barrage",
    )
    target: str | None = fact(
        Nullable(Ref("models")),
        None,
        ask=_aim_text,
        among=aims_of_barrage,
        help="at a model; without one at a spot",
        rules=("TD-IND-1", "TD-IND-2", "TD-IND-3"),
    )
    nearby: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask=_beside_battery,
        among=models_beside,
        rules=("TD-IND-4",),
        help="infantry within one standard base, first the ones to be suppressed first",
    )

    @property
    def aim(self) -> str | None:
        """The model that it is aimed at; smoke, and a barrage without one, are laid on a spot."""
        return None if self.mission == "smoke" else self.target


def smoke_is_meant(state: State, event: IndirectFire) -> None:
    """Smoke is laid on a spot. Errors: `Malformed`."""
    if event.mission == "smoke" and event.target is not None:
        raise Malformed("indirect-fire: smoke is laid on a spot, not on a model")


@plays(
    "indirect-fire",
    IndirectFire,
    rules=("TD-IND-1", "TD-IND-2", "TD-IND-3", "TD-IND-4", "TD-IND-5", "TD-IND-6"),
    story=stories.mission_story,
    meant=smoke_is_meant,
)
def indirect_fire(state: State, event: IndirectFire, dice: Dice) -> Played:
    """A spotter calls a barrage or a smoke screen."""
    check_can_begin(state, event)
    check_own(state, event.by, event.model)
    seen = Seen(state, event.facts, lambda: event.aim)
    aim = read_or_judge(lambda: event.aim, lambda: check_not_barred(seen, event.model, "indirect-fire"))
    if aim is not None:
        check_target(state, event.by, aim)
    check_can_act(seen, event.model, "indirect-fire")
    peek(lambda: check_nearby(state, event.nearby, aim), None)
    model = state.models[event.model]
    size = state.unit_of(model).guns
    assert size is not None  # only spotters come this far
    assert model.missions is not None
    mission = Mission(house=state.house, size=size, missions=model.missions)
    if event.mission == "smoke":
        state, result = _play_smoke(state, event, mission, dice)
    else:
        state, result = _play_barrage(state, event, mission, None if aim is None else state.models[aim], dice)
    explain_balance(state, dice)
    return state, result


def call_mission(state: State, event: IndirectFire, outcome: Bombardment | SmokeScreen) -> State:
    """The action is declared; the spotter has a mission less, and markers (TD-IND-5)."""
    state = declare_action(state, event.by, 1)
    return state.with_models(replace(state.models[event.model], missions=outcome.missions, tokens=outcome.tokens))


def _play_smoke(state: State, event: IndirectFire, mission: Mission, dice: Dice) -> Played:
    """A smoke screen, which lasts as many actions as the players agreed (TD-IND-5, TD-R39)."""
    lasts = state.house.supplied_number("smoke_actions")
    if lasts is None:
        raise refuse("TD-R39", "smoke-actions-missing", model=event.model)
    outcome: SmokeScreen = dice.settle(SMOKE, mission)
    state = call_mission(state, event, outcome)
    result: dict[str, object] = {"lands": outcome.lands, "cm": list(outcome.cm)}
    if outcome.lands:
        ends_at = sum(state.used.values()) + lasts
        dice.explain(f"it lasts until both players together have used {ends_at} actions", "TD-R39", tell="now")
        state = replace(state, smoke=(*state.smoke_now(), Smoke(event.by, outcome.cm, ends_at)))
        result["ends_at"] = ends_at
    return state, {**result, "missions": outcome.missions, "tokens": outcome.tokens}


def _play_barrage(state: State, event: IndirectFire, mission: Mission, target: Model | None, dice: Dice) -> Played:
    """A barrage at a model or at a spot, and what it does there (TD-IND-2, TD-IND-3, TD-IND-4)."""
    seen = infantry_target(state, event.facts, target)
    aim = "model" if target else "spot"
    situation = derive_situation(Barrage, Beside(event), **vars(mission), aim=aim, target=seen)
    outcome: Bombardment = dice.settle(BARRAGE, situation)
    state = call_mission(state, event, outcome)
    state, caught = suppress_nearby(state, event, outcome.suppressed_nearby, dice)
    if target is not None and outcome.status is not None:
        state = put_status(state, target, outcome.status, dice)
    return state, {
        "pool": outcome.pool,
        "hits": outcome.hits,
        "status": outcome.status,
        "suppressed": caught,
        "missions": outcome.missions,
        "tokens": outcome.tokens,
    }

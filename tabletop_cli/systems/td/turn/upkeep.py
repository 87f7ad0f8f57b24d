"""Events of one model that stays where it is: rally, reload, prepare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....api import Answer, Dice, ListOf, OneOf, Place, Ref, Text, dataclass, fact, plays, refuse
from ..rally import RALLY, Rallied, Rally
from ..tables import HANDIWORK, words
from . import stories
from .candidates import model_answers, model_weapons
from .gate import (
    Seen,
    check_can_act,
    check_can_begin,
    check_has_weapon,
    check_own,
    check_single_action,
    declare_action,
    explain_balance,
    weapon_of,
)
from .questions import SingleEvent
from .state import Model, Played, State


def bonus_leaders(place: Place[State]) -> Iterator[Answer]:
    """Friendly leaders that have a bonus to give (TD-RALLY-2)."""
    return model_answers(
        place.state, (one for one in place.state.models_there(place.event.by) if one.leader and one.bonus)
    )


@dataclass(frozen=True, kw_only=True)
class RallyEvent(SingleEvent):
    leaders: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask="Which leaders with a bonus are within about one standard base of {model}?",
        among=bonus_leaders,
        rules=("TD-RALLY-2",),
    )


@plays("rally", RallyEvent, rules=("TD-RALLY-1", "TD-RALLY-2", "TD-RALLY-3"), story=stories.rally_story)
def rally(state: State, event: RallyEvent, dice: Dice) -> Played:
    """A model tries to rally, perhaps helped by a leader."""
    check_single_action(state, event, "rally")
    model = state.models[event.model]
    unit = state.unit_of(model)
    for one in event.leaders:
        if not can_help(state, model, state.models[one]):
            raise refuse("TD-RALLY-2", "cannot-help", model=one)
    situation = Rally(
        house=state.house,
        experience=unit.experience or "regular",
        status=model.status,
        bonuses=tuple(state.models[one].bonus for one in event.leaders),
        fast=unit.fast_large,
    )
    outcome: Rallied = dice.settle(RALLY, situation)
    state = declare_action(state, event.by, 1).with_models(replace(model, status=outcome.status))
    explain_balance(state, dice)
    return state, {"needed": outcome.needed, "success": outcome.success, "status": outcome.status}


def can_help(state: State, model: Model, leader: Model) -> bool:
    """Whether a leader may help a model to rally: friendly, by the house rules of its unit, or itself (TD-R43)."""
    if not leader.leader or leader.out or leader.side != model.side:
        return False
    if leader.id == model.id and not state.house["leader_self"]:
        return False
    return bool(state.house["rally_leader"] == "any-friendly") or leader.unit == model.unit


@dataclass(frozen=True, kw_only=True)
class Reload(SingleEvent):
    weapon: str | None = fact(
        Text(),
        None,
        ask="Which weapon loses a marker?",
        among=model_weapons,
        when=lambda place: place.state.models[place.event.model].tokens_hmg is not None,
        help="under reload_scope = weapon: which weapon loses a marker",
    )


@plays("reload", Reload, rules=("TD-ACT-3",), story=stories.reload_story, meant=check_has_weapon, rolls=False)
def reload(state: State, event: Reload, dice: Dice) -> Played:
    """One reload marker less."""
    check_can_begin(state, event)
    check_own(state, event.by, event.model)
    model = state.models[event.model]
    weapon = weapon_of(model, event)
    check_can_act(Seen(state, event.facts), model.id, "reload", weapon=weapon)
    tokens = model.tokens_of(weapon) - 1
    dice.explain(f"{model.id} takes a reload marker off: {tokens} left", "TD-ACT-3")
    state = declare_action(state, event.by, 1).with_models(model.with_tokens(weapon, tokens))
    explain_balance(state, dice)
    return state, {"tokens": tokens}


def handiwork_answers(place: Place[State]) -> Iterator[Answer]:
    """What a model may prepare, the usual first (TD-ACT-5)."""
    model = place.state.models[place.event.model]
    usual = "other" if model.towed is None else "untow" if model.towed else "tow"
    for what, row in sorted(words("handiwork").items(), key=lambda pair: pair[0] != usual):
        yield Answer(what, row["name"], what[0])


@dataclass(frozen=True, kw_only=True)
class Prepare(SingleEvent):
    what: str = fact(
        OneOf(HANDIWORK),
        "other",
        ask="What does it prepare?",
        among=handiwork_answers,
        usual=lambda place: next(handiwork_answers(place)).value,
        rules=("TD-ACT-5",),
    )


@plays("prepare", Prepare, rules=("TD-ACT-5",), story=stories.prepare_story, rolls=False)
def prepare(state: State, event: Prepare, dice: Dice) -> Played:
    """Tow or set up a gun, mount, unmount, other handiwork (TD-R63)."""
    check_single_action(state, event, "prepare")
    model = state.models[event.model]
    if event.what in ("tow", "untow"):
        if model.towed is None:
            raise refuse("TD-ACT-5", "not-an-atg", model=event.model)
        if model.towed == (event.what == "tow"):
            raise refuse("TD-ACT-5", "already-done", model=event.model)
        model = replace(model, towed=event.what == "tow")
    dice.explain(f"{model.id} {words('handiwork')[event.what]['done']}", "TD-ACT-5")
    state = declare_action(state, event.by, 1).with_models(model)
    explain_balance(state, dice)
    return state, {} if model.towed is None else {"towed": model.towed}

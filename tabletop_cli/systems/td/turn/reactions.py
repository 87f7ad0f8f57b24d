"""The event reactive-fire: a shot at a model that is moving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....api import Answer, Dice, Place, Ref, count_text, dataclass, derive_situation, fact, plays, refuse
from ..counters import opponent_of
from ..reactive import REACTIVE_FIRE, Reaction, ReactiveFire
from ..tables import Gun, printed_kind
from . import stories
from .candidates import model_answers
from .gate import check_actions, check_has_weapon, check_phase, explain_balance
from .shots import (
    Beside,
    FireEvent,
    apply_shot,
    at_whom,
    check_shot,
    explain_weapon,
    infantry_target,
    set_reload_markers,
    vehicle_target,
)
from .state import Played, State


def moving_models(place: Place[State]) -> Iterator[Answer]:
    """The models that move or pivot now (TD-REACT-1)."""
    return model_answers(place.state, (place.state.models[one] for one in place.state.on_the_move))


@dataclass(frozen=True, kw_only=True)
class ReactiveFireEvent(FireEvent):
    target: str = fact(Ref("models"), ask=at_whom, among=moving_models, rules=("TD-REACT-1", "TD-FIRE-1", "TD-ARC-1"))


def shots_left_words(state: State) -> str:
    """What a reaction may be, for the menu."""
    return f"{state.reactive_left} more allowed, at {', '.join(state.on_the_move)}"


@plays(
    "reactive-fire",
    ReactiveFireEvent,
    rules=("TD-REACT-1", "TD-REACT-2", "TD-REACT-3", "TD-REACT-4", "TD-REACT-5"),
    story=stories.reaction_story,
    detail=shots_left_words,
    meant=check_has_weapon,
    interrupt=True,
)
def reactive_fire(state: State, event: ReactiveFireEvent, dice: Dice) -> Played:
    """The other side fires at a model that is moving or pivoting."""
    check_phase(state)
    _check_reaction(state, event)
    model, target, weapon = check_shot(state, event, "reactive-fire")
    explain_weapon(model, weapon, dice)
    situation = derive_situation(
        ReactiveFire,
        Beside(event),
        house=state.house,
        weapon=weapon,
        target=None if target.is_vehicle else infantry_target(state, event.facts, target),
        vehicle=vehicle_target(state, event.facts, target) if target.is_vehicle else None,
        tokens=0,
        atg=model.kind is printed_kind("atg"),
    )
    return _apply_reaction(state, event, weapon, dice.settle(REACTIVE_FIRE, situation), dice)


def _check_reaction(state: State, event: FireEvent) -> None:
    """Something moves, the other side reacts, and it still may (step 2)."""
    if state.turn.over:
        raise refuse("TD-TURN-6", "game-over")
    if not state.moving or not state.moving.models:
        raise refuse("TD-REACT-1", "nothing-moving")
    if event.by != opponent_of(state.moving.by):
        raise refuse("TD-REACT-2", "not-reactive-player")
    check_actions(state, event.by, 1)
    if state.moving.in_catch_up and state.house["reactive_in_catch_up"] == "forbidden":
        raise refuse("TD-REACT-5", "no-interruption")
    if not state.reactive_left:
        raise refuse("TD-REACT-5", "beyond-balance")


def _apply_reaction(state: State, event: FireEvent, weapon: Gun, reaction: Reaction, dice: Dice) -> Played:
    """What a reactive shot does: the counter rises, and a model that was hit stops where it is (TD-REACT-3)."""
    target = state.models[event.target]
    state = replace(state, used={**state.used, event.by: state.used[event.by] + 1})
    moving = state.moving
    assert moving is not None
    if reaction.stopped:
        left_moving = tuple(one for one in moving.models if one != event.target)
        state = replace(state, moving=replace(moving, models=left_moving))
    else:  # it moves on: what was said of it holds for this shot alone
        state = replace(state, kept=state.kept.with_moved(event.target, turned=moving.kind == "pivot"))
    state, result = apply_shot(state, target, reaction.shot, event, dice)
    state = set_reload_markers(state, event.model, weapon, reaction.tokens)
    left = list(state.on_the_move)
    _explain_after(state, event, left, dice)
    return state, {**result, "tokens": reaction.tokens, "stopped": reaction.stopped, "moving": left}


def _explain_after(state: State, event: FireEvent, left: Sequence[str], dice: Dice) -> None:
    """Who of the movers goes on, and what the shot counts for (TD-GROUP-5, TD-R26, TD-R31, TD-R68)."""
    if event.target in left:
        dice.explain(f"{event.target} moves on, and may be shot at again until a shot hits", "TD-R31")
    elif state.moving and state.moving.kind == "group-move":
        others = f"still moving: {', '.join(left)}" if left else "no other model of the group moves on"
        dice.explain(f"the part of {event.target} still counts; {others}", "TD-GROUP-5", "TD-R26", tell="now")
    more = f"{count_text(state.reactive_left, 'more shot') if state.reactive_left else 'no more shots'} at this move"
    dice.explain(f"the shot counts and may change who acts after the move; {more}", "TD-REACT-5", "TD-R20", "TD-R68")
    explain_balance(state, dice)

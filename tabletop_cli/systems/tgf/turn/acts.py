"""Events of single miniatures: act, and the reactions of those on overwatch (TGF-TURN-4, TGF-ACT-1, TGF-OW-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ....api import (
    AGAIN,
    Answer,
    Dice,
    ListOf,
    Place,
    Record,
    Ref,
    ShapedMapping,
    Text,
    count_text,
    dataclass,
    fact,
    item_keys,
    peek,
    plays,
    refuse,
)
from . import actions, effects, memory, stories
from .actions import KINDS, REACTIONS, Deed, check_deed_fields, perform_action
from .gate import (
    OTHER,
    Played,
    acting_mini,
    acts_next,
    check_actions,
    member_answers,
    own_mini_answers,
    running_activation,
    squads_of,
    with_acting_mini,
)
from .state import Mini, State

MORE = "more"  # noted when something is wanted that is seldom done


# --- act ---


def _known_actor(place: Place[State]) -> str | None:
    return None if OTHER in place.notes else acts_next(place.state)


def next_able_mini(state: State) -> str | None:
    """The first after the one at it who has actions left, else the first of all."""
    able, at = state.able_minis, acts_next(state)
    later = able[able.index(at) + 1 :] if at in able else []
    return next((one for one in (*later, *able) if one != at), None)


def _action_menu(place: Place[State]) -> Iterator[Answer]:
    """What is often done stands in the main menu; there are entries for all else, and for somebody else."""
    more = MORE in place.notes
    yield from actions.action_answers([one for one in KINDS if KINDS[one].often != more])
    if not more:
        yield Answer(AGAIN, "Something else", "x", "cross, climb, jump, doors", note=MORE)
        if OTHER not in place.notes:
            yield Answer(AGAIN, "Another miniature", "z", note=OTHER)


@dataclass(frozen=True, kw_only=True)
class Act(Deed):
    """An action of a miniature of the active squad."""

    mini: str = fact(
        Ref("minis"),
        ask="Which miniature acts?",
        among=own_mini_answers,
        known=_known_actor,
        usual=lambda place: next_able_mini(place.state),
        rules=("TGF-TURN-4",),
    )
    action: str = fact(Text(), ask="What does {mini} do?", among=_action_menu, entries=True, rules=("TGF-ACT-1",))


@plays(
    "act",
    Act,
    rules=("TGF-ACT-2", "TGF-HIT-4", "TGF-HIT-5", "TGF-SIGHT-4", "TGF-PRONE-1", "TGF-CLIMB-2"),
    meant=check_deed_fields,
    story=stories.act_story,
)
def play_act(state: State, event: Act, dice: Dice) -> Played:
    """A miniature of the active squad does something (TGF-TURN-4, TGF-ACT-1, TGF-ACT-2)."""
    mini = acting_mini(state, event)
    if event.action not in KINDS:
        raise refuse("TGF-ACT-1", "unknown-action")
    cost = event.cost if event.action in actions.DOORS else 1
    check_actions(mini, cost)
    state, told, strikes = perform_action(with_acting_mini(state, mini), mini, event, cost, dice)
    went = told.get("move", "moved") == "moved"
    state = state.with_activation(trigger=event.action if KINDS[event.action].seen and went else None)
    state, found = effects.apply_strikes_and_end(state, strikes, event, dice)
    return state, {"actions": state.minis[mini.id].actions, **told, **found}


# --- react ---


def _overwatch_answers(place: Place[State]) -> Iterator[Answer]:
    return (answer for answer in member_answers(place) if place.state.minis[str(answer.value)].overwatch)


def _reaction_answers(place: Place[State]) -> Iterator[Answer]:
    yield from actions.action_answers(REACTIONS)


def _usual_reaction(place: Place[State]) -> str:
    """Enter has all of them do the same."""
    return next((one["action"] for one in reversed(place.items_before()) if "action" in one), REACTIONS[0])


@dataclass(frozen=True, kw_only=True)
class Reaction(Deed):
    """What one on overwatch does."""

    mini: str = fact(Ref("minis"))
    action: str = fact(
        Text(), ask="What does {mini} do?", among=_reaction_answers, usual=_usual_reaction, rules=("TGF-OW-3",)
    )


@dataclass(frozen=True, kw_only=True)
class React:
    """A squad breaks overwatch."""

    squad: str = fact(
        Ref("squads"),
        ask="Which squad breaks overwatch?",
        among=squads_of(lambda place, one: any(mini.overwatch for mini in place.state.living_minis(one))),
        rules=("TGF-OW-3", "TGF-OW-4"),
    )
    to: str = fact(Text(), known=lambda place: running_activation(place.state).trigger, help="the action reacted to")
    actions: tuple[Reaction, ...] = fact(
        ListOf(Record(Reaction), 1),
        ask="Who reacts, in this order?",
        among=_overwatch_answers,
        most=True,
        rules=("TGF-OW-3", "TGF-R48"),
    )


def check_react_fields(state: State, event: React) -> None:
    """Errors: `Malformed`."""
    for one in event.actions:
        check_deed_fields(state, one)


@plays(
    "react",
    React,
    rules=("TGF-OW-3", "TGF-OW-4", "TGF-R48"),
    interrupt=True,
    own_dice="actions",
    meant=check_react_fields,
    story=stories.react_story,
    detail=lambda state: f"to {state.active.trigger} of {state.active.mini}" if state.active else "",
)
def play_react(state: State, event: React, dice: Dice) -> Played:
    """Those on overwatch do something each, one after the other (TGF-OW-3, TGF-OW-4, TGF-R48)."""
    trigger = state.active.trigger if state.active else None
    if state.active is None or trigger is None:
        raise refuse("TGF-OW-3", "no-trigger")
    squad = state.squads[event.squad]
    if event.to != trigger or squad.side == state.squads[state.active.squad].side:
        raise refuse("TGF-OW-3", "no-trigger", f"{squad.id} cannot react: the last action was {trigger}.")
    most, ids = state.house["overwatch-actions"], item_keys(event.actions)
    for at, one in enumerate(event.actions):
        if one.mini not in {mini.id for mini in state.living_minis(squad.id) if mini.overwatch}:
            raise refuse("TGF-OW-3", "not-in-overwatch", mini=one.mini)
        if peek(partial(_is_no_reaction, one), False):  # people say it when it is his turn
            raise refuse("TGF-OW-3", "not-a-reaction", mini=one.mini)
        if ids[: at + 1].count(one.mini) > most:
            raise refuse("TGF-OW-3", "too-many-actions", mini=one.mini)
    each = f"{count_text(most, 'action')} at most for each who reacts"
    text = f"{squad.id} breaks overwatch, which is then over for the whole squad: {each}"
    dice.explain(text, "TGF-OW-3", "TGF-OW-4", "TGF-R48", tell="now")
    state = state.with_minis(*(replace(mini, overwatch=False) for mini in state.living_minis(squad.id)))
    told = []
    for one in event.actions:
        state, found = _resolve_reaction(state, one, dice)
        told.append(found)
    state, ended = effects.end_if_annihilated(state, dice)  # the activation lasts as long as anybody reacts to it
    return state, {"actions": told, **ended}


def _is_no_reaction(one: Reaction) -> bool:
    return one.action not in REACTIONS


def _resolve_reaction(state: State, one: Reaction, dice: Dice) -> Played:
    """One of them acts, for an action that was paid when overwatch began."""
    dice.begin_part()
    mini: Mini = state.minis[one.mini]
    if mini.dead:
        dice.explain(f"{mini.id} has died meanwhile", "TGF-OW-3")
        return state, {}
    state, told, strikes = perform_action(state, mini, one, 0, dice)
    state, found = effects.apply_strikes(state, strikes, one, dice)
    return state, {**told, **found}


def repeat_offers(state: State, event: ShapedMapping) -> Iterator[tuple[ShapedMapping, str]]:
    """The same action by the same miniature and by the next of its squad; after a move into contact the blow."""
    action = str(event["action"])
    if action == actions.INITIATE and event.get("target"):
        told = {"do": "act", "mini": event["mini"], "action": "fire", "target": event["target"]}
        yield told, f"{event['mini']} fights {event['target']}"
    if state.active is None or action not in ("move", "fire", "hide", "go-prone", "stand"):
        return
    for mini in filter(None, dict.fromkeys((acts_next(state), next_able_mini(state)))):
        told = {"do": "act", "mini": mini, "action": action}
        target = memory.last_target(state, state.active.squad) if action == "fire" else None
        if target is not None:
            yield {**told, "target": target}, f"{mini} fires at {target}"
        elif action != "fire":
            yield told, f"{mini}: {KINDS[action].name.lower()}"

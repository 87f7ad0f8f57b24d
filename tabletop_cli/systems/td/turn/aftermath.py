"""Events after a fight: the winner's casualties, a new leader; and the goal of the scenario."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from ....api import Answer, Dice, Given, ListOf, MapOf, Place, Ref, Refused, Whole, dataclass, fact, plays, refuse
from ..casualties import Casualties, Survivor, WinnersPot, take_casualties, vehicles_of
from . import stories
from .candidates import model_answers
from .gate import check_phase
from .naming import kind_of
from .questions import SideEvent
from .state import Played, State, remove_models, settle_leaders, with_new_leaders

# --- casualties ---


def casualties_situation(state: State, allot: Mapping[str, int] | None) -> Casualties:
    """What the winner of the combat has to lose."""
    combat = state.combat
    assert combat is not None
    assert combat.pot is not None
    fighters = [state.models[one] for one in combat.cc_dice if state.models[one].side == combat.winner]
    survivors = tuple(Survivor(id=one.id, dice=combat.cc_dice[one.id], armour=one.armour) for one in fighters)
    return Casualties(house=state.house, pot=WinnersPot(**combat.pot), models=survivors, allot=allot)


def _several_vehicles(place: Place[State]) -> bool:
    plain = casualties_situation(place.state, None)
    return bool(plain.pot.armour) and len(vehicles_of(plain)) > 1


def armour_allotments(place: Place[State]) -> Iterator[Answer]:
    """Every way to spread the armour that is lost over the vehicles (TD-CC-9)."""
    plain = casualties_situation(place.state, None)
    vehicles = vehicles_of(plain)
    most = min(plain.pot.armour, sum(vehicles.values()))
    for losses in product(*(reversed(range(min(armour, most) + 1)) for armour in vehicles.values())):
        if sum(losses) == most:
            spread = dict(zip(vehicles, losses, strict=True))
            yield Answer(spread, ", ".join(f"{one} loses {lost}" for one, lost in spread.items()))


MOST_LISTED = 60  # choices of casualties in one menu


def choices_of_fallen(place: Place[State]) -> Iterator[Answer]:
    """Every choice of models that the pot allows, with what they are (TD-CC-9, TD-R51)."""
    allot = place.event.allot if _several_vehicles(place) else None
    try:
        losses = take_casualties(casualties_situation(place.state, allot), Given(()))
    except Refused:
        return
    for option in losses.options[:MOST_LISTED]:
        words = ", ".join(f"{one} ({kind_of(place.state, place.state.models[one])})" for one in option)
        yield Answer(list(option), words or "nobody")


@dataclass(frozen=True, kw_only=True)
class CasualtiesEvent(SideEvent):
    allot: Mapping[str, int] | None = fact(
        MapOf(Whole(), names=Ref("models")),
        None,
        ask="How much armour does each vehicle lose?",
        among=armour_allotments,
        when=_several_vehicles,
        rules=("TD-CC-9",),
    )
    remove: tuple[str, ...] = fact(
        ListOf(Ref("models"), distinct=True),
        (),
        ask="Which models are removed?",
        among=choices_of_fallen,
        whole=True,
        rules=("TD-CC-9", "TD-R51"),
    )


def pot_words(state: State) -> str:
    """What the winner has to pay, for the menu."""
    pot = state.combat.pot if state.combat else None
    return f"{pot['cc']} close combat and {pot['armour']} armour dice in the pot" if pot else ""


@plays(
    "casualties",
    CasualtiesEvent,
    rules=("TD-CC-9",),
    story=stories.casualties_story,
    detail=pot_words,
    due=True,
    rolls=False,
)
def pay(state: State, event: CasualtiesEvent, dice: Dice) -> Played:
    """The winner pays for its victory: armour first, then models."""
    check_phase(state, "casualties")
    assert state.combat is not None
    if event.by != state.combat.winner:
        raise refuse("TD-CC-9", "not-the-winner")
    plain = casualties_situation(state, None)
    if not set(event.allot or ()) <= set(vehicles_of(plain)):
        raise refuse("TD-CC-9", "bad-allotment")
    losses = take_casualties(replace(plain, allot=event.allot), dice)
    if tuple(sorted(event.remove)) not in losses.options:
        raise refuse("TD-CC-9", "bad-choice", options=[list(option) for option in losses.options])
    state = replace(state, combat=None)
    state = state.with_models(*(replace(state.models[one], armour=left) for one, left in losses.armour.items()))
    removed = tuple(sorted((*losses.vehicles_removed, *event.remove)))
    return remove_models(state, removed, dice), {"armour": dict(losses.armour), "removed": list(removed)}


# --- leaders and goals ---


def leaderless_units(place: Place[State]) -> Iterator[Answer]:
    """Units that wait for a new leader."""
    for unit in place.state.leaderless:
        yield Answer(unit, place.state.units[unit].name)


@dataclass(frozen=True, kw_only=True)
class NewLeader(SideEvent):
    unit: str = fact(Ref("units"), ask="Which unit?", among=leaderless_units, menu=True)
    model: str = fact(
        Ref("models"),
        ask="Which model leads {unit} now?",
        among=lambda place: model_answers(place.state, place.state.members_of(place.event.unit)),
        rules=("TD-UNIT-4",),
    )


@plays("new-leader", NewLeader, rules=("TD-UNIT-4",), story=stories.new_leader_story, due=True, rolls=False)
def name_leader(state: State, event: NewLeader, dice: Dice) -> Played:
    """The owner names another member as leader, with bonus 0."""
    check_phase(state, "leader")
    unit = state.units[event.unit]
    if unit.id not in state.leaderless:
        raise refuse("TD-UNIT-4", "leader-alive")
    if unit.side != event.by:
        raise refuse("TD-UNIT-1", "not-your-model", model=event.model)
    model = state.models[event.model]
    if model.unit != unit.id:
        raise refuse("TD-UNIT-4", "not-a-member", model=event.model)
    if model.out:
        raise refuse("TD-UNIT-1", "model-out", model=event.model)
    dice.explain(f"{model.id} leads {unit.id} now, with bonus 0; all checks use it from now on", "TD-UNIT-4", "TD-R27")
    return settle_leaders(with_new_leaders(state, (model,)), (unit.id,)), {"unit": unit.id, "leader": model.id}


@plays("goal", SideEvent, rules=("TD-TURN-6", "TD-SCEN-1"), story=stories.goal_story, rolls=False)
def goal(state: State, event: SideEvent, dice: Dice) -> Played:
    """A side has reached the goal of the scenario; the battle is over."""
    if state.goal:
        raise refuse("TD-TURN-6", "game-over")
    text = f"{state.side_name(event.by)} has reached the goal of the scenario, as the players say"
    dice.explain(text, "TD-TURN-6", "TD-SCEN-1", "TD-R59")
    return replace(state, goal=event.by, moving=None), {"winner": event.by}

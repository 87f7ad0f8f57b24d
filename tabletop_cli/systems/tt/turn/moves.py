"""Events of the movement phase but barrages: activate, enter, cancel-cloak; and next-phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from ....api import (
    Answer,
    Dice,
    House,
    ListOf,
    Malformed,
    Nullable,
    Number,
    Place,
    Record,
    Ref,
    YesNo,
    cite,
    count_text,
    dataclass,
    fact,
    item_keys,
    peek,
    plays,
    refuse,
)
from ..command import cancel_cost, enter_cost, group_cost, is_cloaked, points_words
from ..movement import gap_words, plain_cm
from ..tables import point_cost, rule_distance
from .acts import ACT, Act, check_act, check_may_act, state_after_act
from .gate import (
    ask_now,
    check_enemy,
    check_own,
    check_phase,
    check_points,
    own_units,
    refuse_if,
    run_in_order,
    those_or_all,
    unit_answers,
)
from .naming import brief_name, few_names, phase_words, shown_names
from .state import Played, State, Unit, opponent_of
from .stories import activate_story, cloak_story, enter_story, phase_story

# --- the Commander and the points ---


def commander_place(state: State, members: Iterable[str]) -> str:
    """Where the Commander is for an activation: ``member``, ``off`` the table, or ``apart`` (TT-CMD-3)."""
    assert state.active is not None  # nobody is activated before a turn
    unit = state.units[state.commanders[state.active]]
    inside = {unit.id}
    while unit.loaded and unit.carrier is not None:
        unit = state.units[unit.carrier]
        inside.add(unit.id)
    if unit.in_reserve:
        return "off"
    return "member" if inside & set(members) else "apart"


def nearest_to_commander(state: State, members: Iterable[str], stated: Fraction | None) -> Fraction | None:
    """The distance of the nearest member to the Commander; None: he is off the table. Errors: `Malformed`."""
    place = commander_place(state, members)
    if place == "off":
        return None
    if place == "member":
        return Fraction(0)
    if stated is None:
        raise Malformed("commander_distance is missing", hint="cm from the Commander to the nearest member")
    return stated


def commander_words(nearest: Fraction | None) -> str:
    """How far the Commander is, with the limit (TT-CMD-3)."""
    if nearest is None:
        return "the Commander is off the table"
    return f"{plain_cm(nearest)} cm from the Commander (in range up to {rule_distance('command')} cm)"


def commander_distance(members: Callable[[Place[State]], list[str]]) -> Any:
    """The question for the Commander's distance to the nearest of some units."""
    return fact(
        Number(0),
        None,
        ask=lambda place: (
            f"How far is the Commander from the nearest of {shown_names(place.state, members(place))}, in cm? "
            f"(more than {rule_distance('command')} costs {point_cost('out_of_command')} more)"
        ),
        help="cm from the Commander to the nearest member",
        when=lambda place: commander_place(place.state, members(place)) == "apart",
        usual=lambda place: rule_distance("command"),
        rules=("TT-CMD-3",),
    )


def spend_points(state: State, points: int) -> Played:
    """Command points are paid."""
    state = replace(state, command_points=state.command_points - points)
    return state, {"cost": points, "command_points": state.command_points}


def left_words(state: State) -> str:
    return f"{points_words(state.command_points)} left"


# --- activations ---


def mover_answers(place: Place[State]) -> Iterator[Answer]:
    """Units that may act; those in transports, which get out, too."""
    return unit_answers(place.state, own_units(place.state, "table", "loaded"))


def with_transport(place: Place[State], items: Sequence[Any], item: Any) -> list[Any]:
    """A member of an activation; who sits in a transport acts together with it, and after it (TT-TRANS-1)."""
    found = list(items)
    carrier = place.state.units[item["unit"]].carrier
    for one in (*([{"unit": carrier}] if carrier else []), item):
        if one not in found:
            found.append(one)
    return found


def _acting_units(place: Place[State]) -> list[str]:
    return item_keys(place.event.acts)


def _bases_before(place: Place[State]) -> int:
    return sum(not place.state.units[one].loaded for one in _acting_units(place))


def _bases_after(place: Place[State]) -> int:
    """Members that stand on the table at the end: who has got in does not count (TT-R2)."""
    return sum(act.do != "load" for act in place.event.acts)


@dataclass(frozen=True, kw_only=True)
class Activate:
    acts: tuple[Act, ...] = fact(
        ListOf(ACT, 1),
        ask="Which units act together? (one, or a group of neighbours)",
        among=mover_answers,
        put=with_transport,
        rules=("TT-CMD-2", "TT-MOVE-8"),
    )
    commander_distance: Fraction | None = commander_distance(_acting_units)
    group_before: bool = fact(
        YesNo(),
        True,
        ask=lambda place: f"Are they one group, connected by gaps of {gap_words('form', place.state.house)} cm?",
        when=lambda place: _bases_before(place) > 1,
        rules=("TT-MOVE-8",),
    )
    group_after: bool = fact(
        YesNo(),
        True,
        ask=lambda place: f"Are they one group afterwards, with gaps of {gap_words('end', place.state.house)} cm?",
        when=lambda place: _bases_after(place) > 1,
        rules=("TT-MOVE-8",),
    )


def waiting_words(state: State) -> str:
    """Who is not activated yet, for the menu."""
    waiting = [unit for unit in own_units(state, "table", "loaded") if not unit.activated]
    return f"{count_text(len(waiting), 'unit')} not activated yet; {left_words(state)}"


@plays(
    "activate",
    Activate,
    rules=("TT-CMD-4", "TT-CMD-5", "TT-CHARGE-1", "TT-CHARGE-5"),
    detail=waiting_words,
    story=activate_story,
    rolls=False,
)
def activate(state: State, event: Activate, dice: Dice) -> Played:
    """One unit or group acts in the movement phase (topics Command points, Movement, Charging, Threat, Transports)."""
    check_phase(state, "movement")
    after = state

    def act_by_act() -> None:
        nonlocal after
        for act in event.acts:
            check_act(after, state, act, event.acts, dice)
            after = state_after_act(after, act)

    run_in_order(
        lambda: ask_now(item_keys(event.acts), event.commander_distance, event.group_before),
        act_by_act,
        lambda: check_group(event.group_before, "form", state.house),
        lambda: check_group(event.group_after, "end", state.house),
        lambda: check_points(state, activation_points(state, event), "TT-CMD-2", "TT-CMD-3"),
        lambda: check_may_act(state, *item_keys(event.acts)),
        lambda: _check_passengers(state, event),
    )
    nearest = nearest_to_commander(state, item_keys(event.acts), event.commander_distance)
    points = activation_points(state, event)
    left = state.command_points - points
    text = f"{commander_words(nearest)}: {points_words(points)} of {state.command_points}, {left} left"
    difficult = any(state.profile_of(state.units[one]).has_special("difficult") for one in item_keys(event.acts))
    rules = ("TT-CMD-2", "TT-CMD-3", "TT-R1", difficult and "TT-CMD-4", "TT-CMD-5", "TT-TURN-3")
    dice.explain(text, *cite(*rules, len(event.acts) > 1 and "TT-MOVE-8"))
    return spend_points(after, points)


def _check_passengers(state: State, event: Activate) -> None:
    """Who is aboard can only get out, and a transport that unloads does not run (TT-TRANS-4, TT-TRANS-5)."""
    members = item_keys(event.acts)
    for at, one in enumerate(members):
        full = any(state.units[other].carrier == one for other in members)
        runs = full and peek(partial(_is_doing, event, at, "run"), False)
        refuse_if(runs, "TT-TRANS-4", "transport-ran", unit=one)


def _is_doing(event: Activate, at: int, do: str) -> bool:
    return event.acts[at].do == do


def check_group(one_group: bool, when: str, house: House, *also: str) -> None:
    """All members hang together (TT-MOVE-8, TT-R2)."""
    later = " afterwards" if when == "end" else ""
    text = f"they are not one group{later}: gaps of {gap_words(when, house)} cm must connect them"
    if not one_group:
        raise refuse("TT-MOVE-8", "not-one-group", text, "TT-R2", when == "end" and "TT-R52", also)


def difficult_acts(state: State, event: Activate) -> bool:
    """Whether a Difficult unit does not merely stay put, as far as that is said (TT-CMD-4)."""
    difficult = [
        at
        for at, one in enumerate(item_keys(event.acts))
        if state.profile_of(state.units[one]).has_special("difficult")
    ]
    return not all(peek(partial(_is_doing, event, at, "stay"), True) for at in difficult)


def activation_points(state: State, event: Activate) -> int:
    """What an activation costs; as long as that is open, what it costs at least (TT-CMD-3, TT-CMD-4)."""
    members = item_keys(event.acts)
    near: Fraction | None = Fraction(0)
    nearest = peek(lambda: nearest_to_commander(state, members, event.commander_distance), near)
    return group_cost("move", nearest, state.house, difficult_acts(state, event))


# --- entries ---


def reserve_answers(place: Place[State]) -> Iterator[Answer]:
    """The units in reserve; where there are none, all units."""
    state = place.state
    return unit_answers(state, those_or_all(own_units(state, "reserve"), own_units(state, "table", "loaded")))


@dataclass(frozen=True, kw_only=True)
class Entering:
    unit: str = fact(Ref("units"))
    nearest_enemy: Fraction | None = fact(
        Nullable(Number(0)),
        ask=lambda place: (
            f"How far is the nearest enemy from the spot of {{unit}}, in cm? (more than {rule_distance('entry')})"
        ),
        usual=lambda place: rule_distance("entry") + 1,
        help="cm to the nearest enemy; null: there is none",
        rules=("TT-CMD-6",),
    )


@dataclass(frozen=True, kw_only=True)
class Enter:
    units: tuple[Entering, ...] = fact(
        ListOf(Record(Entering), 1), ask="Which units enter?", among=reserve_answers, rules=("TT-CMD-6", "TT-AIR-1")
    )


def reserve_words(state: State) -> str:
    """Who waits off the table, for the menu."""
    coming = [unit.id for unit in own_units(state, "reserve") if not unit.returned]
    each = "for all together" if state.house["ambush-cost"] == "per-group" else "each"
    return f"{few_names(state, coming)}; {points_words(point_cost('enter'))} {each}; {left_words(state)}"


@plays("enter", Enter, rules=("TT-CMD-6", "TT-AIR-1"), detail=reserve_words, story=enter_story, rolls=False)
def enter(state: State, event: Enter, dice: Dice) -> Played:
    """Units come in from reserve (TT-CMD-6, TT-AIR-1)."""
    check_phase(state, "movement")
    after = state

    def one_by_one() -> None:
        nonlocal after
        for one in event.units:
            _check_entry(after, one)
            after = after.with_moved(one.unit)
            after = after.with_marks([one.unit], status="table", activated=True, moved=True, entered=True)

    run_in_order(
        lambda: ask_now(item_keys(event.units)),
        one_by_one,
        lambda: check_points(state, _entry_points(state, event), "TT-CMD-6"),
    )
    points = _entry_points(state, event)
    who, left = shown_names(state, item_keys(event.units)), state.command_points
    text = f"entry of {who}, at any distance from the Commander: {points_words(points)} of {left}"
    # Aircraft come in as units with Ambush do, and those only as their own trait says
    coming = [state.profile_of(state.units[one]) for one in item_keys(event.units)]
    aircraft, ambush = any(unit.is_aircraft for unit in coming), any(unit.has_special("ambush") for unit in coming)
    dice.explain(text, *cite("TT-CMD-6", "TT-CMD-3", "TT-R12", aircraft and "TT-AIR-1", ambush and "TT-R9"))
    return spend_points(after, points)


def _check_entry(state: State, one: Entering) -> None:
    """A unit in reserve that did not leave this turn, and a spot that is far enough from every enemy."""
    check_own(state, one.unit, in_reserve=True)
    unit = state.units[one.unit]
    where = "in a transport" if unit.loaded else "on the table"
    refuse_if(not unit.in_reserve, "TT-CMD-6", "not-in-reserve", f"it is {where}", unit=one.unit)
    refuse_if(unit.returned, "TT-AIR-2", "returned-this-turn", unit=one.unit)
    least = rule_distance("entry")
    if one.nearest_enemy is not None and one.nearest_enemy <= least:
        text = f"the nearest enemy is {plain_cm(one.nearest_enemy)} cm away, more than {least} are needed"
        raise refuse("TT-CMD-6", "too-near-enemy", text, unit=one.unit)


def _entry_points(state: State, event: Enter) -> int:
    return enter_cost([state.profile_of(state.units[one]) for one in item_keys(event.units)], state.house)


# --- cloaks ---


def cloaked_enemies(state: State) -> list[Unit]:
    """Enemies that are Cloaked now (TT-CMD-7)."""
    there = [] if state.active is None else state.units_of_side(opponent_of(state.active))
    return [unit for unit in there if unit.alive and is_cloaked(state.profile_of(unit), unit.cloak_cancelled)]


def _cloaked_answers(place: Place[State]) -> Iterator[Answer]:
    """Enemies that are Cloaked; where there are none, all enemies."""
    state = place.state
    everybody = [] if state.active is None else state.units_of_side(opponent_of(state.active))
    return unit_answers(state, those_or_all(cloaked_enemies(state), everybody))


@dataclass(frozen=True, kw_only=True)
class CancelCloak:
    unit: str = fact(
        Ref("units"), ask="Which enemy's Cloaked is cancelled?", among=_cloaked_answers, rules=("TT-CMD-7",)
    )


def cloak_words(state: State) -> str:
    """Who is Cloaked, for the menu."""
    return few_names(state, [unit.id for unit in cloaked_enemies(state)])


@plays("cancel-cloak", CancelCloak, rules=("TT-CMD-7",), detail=cloak_words, story=cloak_story, rolls=False)
def cancel_cloak(state: State, event: CancelCloak, dice: Dice) -> Played:
    """Cloaked of one enemy does not count until the end of the turn (TT-CMD-7)."""
    check_phase(state, "movement", "shooting")
    check_enemy(state, event.unit, "TT-CMD-7")
    unit = state.units[event.unit]
    lifted = not is_cloaked(state.profile_of(unit), unit.cloak_cancelled)
    refuse_if(lifted, "TT-CMD-7", "not-cloaked", unit=event.unit)
    check_points(state, cancel_cost(), "TT-CMD-7")
    dice.explain(f"{brief_name(state, event.unit)} can be attacked until the end of the turn", "TT-CMD-7", "TT-R48")
    return spend_points(state.with_marks([event.unit], cloak_cancelled=True), cancel_cost())


# --- the next phase ---

NEXT = {"movement": "shooting", "shooting": "close-combat"}


def next_words(state: State) -> str:
    """What comes, for the menu."""
    points = f"; {left_words(state)}" if state.command_points else ""
    return f"on to {phase_words(NEXT.get(state.phase, ''))}, no way back{points}"


@dataclass(frozen=True, kw_only=True)
class NextPhase:
    """The next phase begins."""


@plays(
    "next-phase",
    NextPhase,
    rules=("TT-TURN-1", "TT-TURN-3"),
    detail=next_words,
    story=phase_story,
    goes_on=True,
    rolls=False,
)
def next_phase(state: State, event: NextPhase, dice: Dice) -> Played:
    """The next phase of the turn; there is no way back (TT-TURN-1)."""
    check_phase(state, *NEXT)
    phase = NEXT[state.phase]
    dice.explain(f"{phase_words(state.phase)} is over, {phase_words(phase)} begins; no way back", "TT-TURN-1")
    return replace(state, phase=phase), {"phase": phase}

"""Events of close combat and the end: close-combat, free-move, end-turn, stop (topic Close combat, TT-TURN-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ....api import Answer, Dice, EventKind, Place, Ref, YesNo, counted, derived, fact
from ..attack import ATTACK, Attack, Fought, Striker
from ..situation import UnitFacts
from ..tables import ASSAULT, distance
from .gate import NoFacts, check_enemy, check_own, check_phase, enemies, like, own, those_or_all, units
from .seen import retreat_text
from .shots import struck_down, told
from .small_moves import SmallMove, check_small_move, small_distance
from .state import State, Unit, ended, facts_of_unit, other, refuse
from .stories import combat_story, small_story
from .words import brief_name, few_names, label, names, short, side_name

Played = tuple[State, dict[str, Any]]


def defenders(state: State) -> list[Unit]:
    """Enemies that are in contact and not fought yet."""
    return [unit for unit in enemies(state) if state.chargers(unit.id)]


def _fights(place: Place[State]) -> Iterator[Answer]:
    """Every close combat that is left, an entry each: who attacks whom."""
    state = place.state
    for unit in those_or_all(defenders(state), enemies(state)):
        chargers = [one.id for one in state.chargers(unit.id)]
        words = f"{names(state, chargers)} against {brief_name(state, unit.id)}" if chargers else label(state, unit)
        yield Answer(unit.id, words, short(unit.id), like=like(state, unit))


def _chargers(place: Place[State]) -> Iterator[Answer]:
    return units(place.state, place.state.chargers(place.event.target))


@dataclass(frozen=True, kw_only=True)
class CloseCombat:
    target: str = fact(Ref("units"), ask="Which enemy is attacked?", among=_fights, menu=True, rules=("TT-CC-1",))
    attacker: str = fact(
        Ref("units"), ask="Who attacks {target}? The others support.", among=_chargers, weigh=True, rules=("TT-CC-2",)
    )
    can_retreat: bool = fact(
        YesNo(),
        True,
        ask=lambda place: retreat_text(place, place.event.target),
        whose=lambda place: place.state.units[place.event.target].side,
        rules=("TT-RET-1", "TT-RET-3"),
    )


def combat_situation(state: State, event: CloseCombat) -> Attack:
    """The attack of all chargers as the rule sees it (TT-CC-2, TT-R25)."""

    def striker(one: str) -> Striker:
        unit = state.units[one]
        return Striker(**facts_of_unit(unit), weapon=ASSAULT, behind=unit.started_behind)

    target = state.units[event.target]
    helpers = [unit.id for unit in state.chargers(event.target) if unit.id != event.attacker]
    return derived(
        Attack,
        event,
        house=state.house,
        catalogue=state.catalogue,
        kind="close-combat",
        attacker=striker(event.attacker),
        supporters=tuple(map(striker, helpers)),
        target=UnitFacts(**facts_of_unit(target)),
        emperor_available=target.side in state.emperor_sides(),
    )


def play_close_combat(state: State, event: CloseCombat, dice: Dice) -> Played:
    """All chargers of one defender make their attack (TT-CC-1, TT-CC-2, TT-CC-3, TT-CC-4, TT-CC-5)."""
    check_phase(state, "close-combat")
    check_enemy(state, event.target, "TT-CC-1")
    chargers = [unit.id for unit in state.chargers(event.target)]
    if not chargers:
        raise refuse("TT-CC-1", "no-combat", unit=event.target)
    if event.attacker not in chargers:
        text = f"its chargers: {names(state, chargers)}"
        raise refuse("TT-CC-2", "not-a-charger", text, unit=event.attacker)
    dice.explain(f"{names(state, chargers)} against {brief_name(state, event.target)}", "TT-CC-1", "TT-CC-2")
    dice.hands(defence=state.units[event.target].side)
    fought = dice.settle(ATTACK, combat_situation(state, event))
    assert isinstance(fought, Fought)  # a charge without a usable Assault weapon is refused
    state = state.mark(chargers, charging=None, free_move=fought.attackers == "free-move")
    state, destroyed = struck_down(state, event.target, fought.struck, dice)
    result = {**told(fought.struck), "attackers": fought.attackers, "destroyed": destroyed}
    return state, {**result, **ended(state)}


# --- afterwards ---


def _free(place: Place[State]) -> Iterator[Answer]:
    """Units that may make their free move; where there are none, all on the table."""
    there = own(place.state, "table")
    return units(place.state, those_or_all((unit for unit in there if unit.free_move), there))


@dataclass(frozen=True, kw_only=True)
class FreeMove(SmallMove):
    unit: str = fact(Ref("units"), ask="Which unit moves?", among=_free, rules=("TT-CC-4",))
    distance: Fraction = small_distance("free-move", "TT-CC-4")


def play_free_move(state: State, event: FreeMove, dice: Dice) -> Played:
    """An attacker moves on after its defender is gone (TT-CC-4)."""
    check_phase(state, "close-combat")
    check_own(state, event.unit)
    if not state.units[event.unit].free_move:
        raise refuse("TT-CC-4", "no-free-move", unit=event.unit)
    check_small_move(state, event, "free-move", "TT-CC-4", dice)
    return state.mark([event.unit], free_move=False), {}


def play_end_turn(state: State, event: NoFacts, dice: Dice) -> Played:
    """The turn ends when every combat is fought (TT-CC-1, TT-TURN-1); points that are left are lost (TT-R51)."""
    check_phase(state, "close-combat")
    left = [unit.id for unit in state.units.values() if state.chargers(unit.id)]
    if left:
        text = f"{counted(len(left), 'close combat')} to fight, 0 may be left: against {names(state, left)}"
        raise refuse("TT-CC-1", "combat-left", text)
    assert state.active is not None  # a turn is on
    lost = [f"{counted(state.command_points, 'command point')} lost"] if state.command_points else []
    following = other(state.active)
    dice.explain("; ".join([f"{side_name(state, following)} is next", *lost]), "TT-TURN-1", "TT-CC-5", "TT-R51")
    state = replace(state, active=following, phase="start", command_points=0)
    return state, {"active": state.active}


def next_player_words(state: State) -> str:
    """Who comes next, for the menu."""
    return f"{side_name(state, other(state.active))} is next" if state.active else ""


def play_stop(state: State, event: NoFacts, dice: Dice) -> Played:
    """The players stop by agreement; nobody wins (TT-R56)."""
    check_phase(state)
    dice.explain("the players stop by agreement: nobody wins", "TT-R56")
    return replace(state, phase="over", stopped=True), {"winner": None}


EVENTS = (
    EventKind(
        id="close-combat",
        title="Fight",
        key="k",
        detail=lambda state: f"{counted(len(defenders(state)), 'close combat')} left",
        cls=CloseCombat,
        play=play_close_combat,
        story=combat_story,
        rules=("TT-CC-1", "TT-CC-2", "TT-CC-3", "TT-CC-4", "TT-CC-5", "TT-RET-1"),
    ),
    EventKind(
        id="free-move",
        title="Free move",
        key="m",
        detail=lambda state: (
            f"{few_names(state, [unit.id for unit in own(state, 'table') if unit.free_move])}, "
            f"up to {distance('free_move')} cm"
        ),
        cls=FreeMove,
        play=play_free_move,
        story=small_story("moves on"),
        rules=("TT-CC-4",),
    ),
    EventKind(
        id="end-turn",
        title="End the turn",
        key="e",
        detail=next_player_words,
        cls=NoFacts,
        play=play_end_turn,
        story=lambda state, event, result: f"The turn ends; {side_name(state, result['active'])} is next",
        rules=("TT-TURN-1", "TT-CC-1"),
    ),
    EventKind(
        id="stop",
        title="Stop by agreement",
        key="z",
        detail="nobody wins",
        cls=NoFacts,
        play=play_stop,
        confirm="Really stop? Nobody wins.",
        story=lambda state, event, result: "The players stop by agreement: nobody wins",
        rules=("TT-R56",),
    ),
)

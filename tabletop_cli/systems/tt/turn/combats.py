"""Events of close combat and the end: close-combat, free-move, end-turn, stop (TT-CC, TT-TURN-1)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ....api import Dice, EventKind, Situation, Text, YesNo, fact
from ..attack import Attack, Fought, Striker, attack
from ..situation import UnitFacts
from ..tables import ASSAULT
from .gate import check_enemy, check_own, check_phase, known_unit
from .moves import NoFacts
from .shots import SmallMove, check_small_move, struck_down, told
from .state import State, ended, facts_of_unit, other, refuse

Played = tuple[State, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class CloseCombat:
    target: str = fact(Text(), ask="Which enemy is attacked?")
    attacker: str = fact(Text(), ask="Which of its chargers attacks? The others support.")
    can_retreat: bool = fact(YesNo(), True, ask="Can it complete the retreat?")


def combat_situation(state: State, event: CloseCombat) -> Attack:
    """The attack of all chargers as the rule sees it (TT-CC-2, TT-R25)."""

    def striker(one: str) -> Striker:
        unit = state.units[one]
        return Striker(**facts_of_unit(unit), weapon=ASSAULT, behind=unit.started_behind)

    target = state.units[event.target]
    helpers = [unit.id for unit in state.chargers(event.target) if unit.id != event.attacker]
    return Attack(
        house=state.house,
        catalogue=state.catalogue,
        kind="close-combat",
        attacker=striker(event.attacker),
        supporters=tuple(striker(one) for one in helpers),
        target=UnitFacts(**facts_of_unit(target)),
        can_retreat=event.can_retreat,
        emperor_available=target.side in state.emperor_sides(),
    )


def play_close_combat(state: State, event: CloseCombat, dice: Dice) -> Played:
    """All chargers of one defender make their attack (TT-CC-1 to 5)."""
    known_unit(state, event.target)
    known_unit(state, event.attacker)
    check_phase(state, "close-combat")
    check_enemy(state, event.target, "TT-CC-1")
    chargers = [unit.id for unit in state.chargers(event.target)]
    if not chargers:
        raise refuse("TT-CC-1", "no-combat", unit=event.target)
    if event.attacker not in chargers:
        raise refuse("TT-CC-2", "not-a-charger", unit=event.attacker)
    fought = attack(combat_situation(state, event), dice)
    assert isinstance(fought, Fought)  # a charge without a usable Assault weapon is refused
    state = state.mark(chargers, charging=None, free_move=fought.attackers == "free-move")
    state, destroyed = struck_down(state, event.target, fought.struck)
    result = {**told(fought.struck), "attackers": fought.attackers, "destroyed": destroyed}
    return state, {**result, **ended(state)}


def play_free_move(state: State, event: SmallMove, dice: Dice) -> Played:
    """An attacker moves on after its defender is gone (TT-CC-4)."""
    known_unit(state, event.unit)
    check_phase(state, "close-combat")
    check_own(state, event.unit)
    if not state.units[event.unit].free_move:
        raise refuse("TT-CC-4", "no-free-move", unit=event.unit)
    check_small_move(state, event, "free-move", "TT-CC-4")
    return state.mark([event.unit], free_move=False), {}


def play_end_turn(state: State, event: NoFacts, dice: Dice) -> Played:
    """The turn ends when every combat is fought (TT-CC-1, TT-TURN-1); points that are left are lost (TT-R51)."""
    check_phase(state, "close-combat")
    if any(unit.charging for unit in state.units.values()):
        raise refuse("TT-CC-1", "combat-left")
    assert state.active is not None  # a turn is on
    state = replace(state, active=other(state.active), phase="start", command_points=0)
    return state, {"active": state.active}


def play_stop(state: State, event: NoFacts, dice: Dice) -> Played:
    """The players stop by agreement; nobody wins (TT-R56)."""
    check_phase(state)
    return replace(state, phase="over", stopped=True), {"winner": None}


def combat_odds(state: State, event: CloseCombat) -> tuple[str, Situation] | None:
    return "attack", combat_situation(state, event)


EVENTS = (
    EventKind(
        id="close-combat",
        title="Close combat",
        cls=CloseCombat,
        play=play_close_combat,
        odds=combat_odds,
        rules=("TT-CC-1", "TT-CC-2", "TT-CC-3", "TT-CC-4", "TT-CC-5", "TT-RET-1"),
    ),
    EventKind(id="free-move", title="Free move", cls=SmallMove, play=play_free_move, rules=("TT-CC-4",)),
    EventKind(id="end-turn", title="The turn ends", cls=NoFacts, play=play_end_turn, rules=("TT-TURN-1", "TT-CC-1")),
    EventKind(id="stop", title="Stop by agreement", cls=NoFacts, play=play_stop, rules=("TT-R56",)),
)

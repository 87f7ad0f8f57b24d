"""Events of close combat and the end: close-combat, free-move, end-turn, stop (topic Close combat, TT-TURN-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ....api import Answer, Dice, Place, Ref, count_text, dataclass, derive_situation, fact, plays
from ..attack import ATTACK, Fought, Striker
from ..tables import ASSAULT, rule_distance
from .blows import apply_attack, attack_of, attack_result, end_result
from .gate import (
    NoFacts,
    check_enemy,
    check_own,
    check_phase,
    enemies_on_table,
    own_units,
    refuse_if,
    those_or_all,
    unit_answers,
    unit_signature,
)
from .naming import brief_name, few_names, short_id, shown_names, side_name, unit_label
from .seen import retreat_fact
from .small_moves import SmallMove, check_small_move, small_distance
from .state import Played, State, Unit, opponent_of
from .stories import combat_story, end_story, small_story, stop_story


def unfought_defenders(state: State) -> list[Unit]:
    """Enemies that are in contact and not fought yet."""
    return [unit for unit in enemies_on_table(state) if state.chargers_of(unit.id)]


def _combat_answers(place: Place[State]) -> Iterator[Answer]:
    """Every close combat that is left, an entry each: who attacks whom."""
    state = place.state
    for unit in those_or_all(unfought_defenders(state), enemies_on_table(state)):
        chargers = [one.id for one in state.chargers_of(unit.id)]
        words = (
            f"{shown_names(state, chargers)} against {brief_name(state, unit.id)}"
            if chargers
            else unit_label(state, unit)
        )
        yield Answer(unit.id, words, short_id(unit.id), like=unit_signature(state, unit))


def _charger_answers(place: Place[State]) -> Iterator[Answer]:
    return unit_answers(place.state, place.state.chargers_of(place.event.target))


@dataclass(frozen=True, kw_only=True)
class CloseCombat:
    target: str = fact(
        Ref("units"), ask="Which enemy is attacked?", among=_combat_answers, menu=True, rules=("TT-CC-1",)
    )
    attacker: str = fact(
        Ref("units"),
        ask="Who attacks {target}? The others support.",
        among=_charger_answers,
        weigh=True,
        rules=("TT-CC-2",),
    )
    can_retreat: bool = retreat_fact("target")


def fights_words(state: State) -> str:
    """How many fights are left, for the menu."""
    return f"{count_text(len(unfought_defenders(state)), 'close combat')} left"


@plays("close-combat", CloseCombat, rules=("TT-CC-3", "TT-CC-4", "TT-CC-5"), detail=fights_words, story=combat_story)
def close_combat(state: State, event: CloseCombat, dice: Dice) -> Played:
    """All chargers of one defender make their attack (TT-CC-1, TT-CC-2, TT-CC-3, TT-CC-4, TT-CC-5)."""
    check_phase(state, "close-combat")
    check_enemy(state, event.target, "TT-CC-1")
    chargers = [unit.id for unit in state.chargers_of(event.target)]
    refuse_if(not chargers, "TT-CC-1", "no-combat", unit=event.target)
    text = f"its chargers: {shown_names(state, chargers)}"
    refuse_if(event.attacker not in chargers, "TT-CC-2", "not-a-charger", text, unit=event.attacker)
    dice.explain(f"{shown_names(state, chargers)} against {brief_name(state, event.target)}", "TT-CC-1", "TT-CC-2")
    dice.assign_dice(attack=state.active or "", defence=state.units[event.target].side)
    fighters = [state.units[event.attacker], *(state.units[one] for one in chargers if one != event.attacker)]
    attacker, *helpers = (derive_situation(Striker, one, weapon=ASSAULT, behind=one.started_behind) for one in fighters)
    fought = dice.settle(ATTACK, attack_of(state, event, "close-combat", attacker, helpers))
    assert isinstance(fought, Fought)  # a charge without a usable Assault weapon is refused
    state = state.with_marks(chargers, charging=None, free_move=fought.attackers == "free-move")
    state, destroyed = apply_attack(state, event.target, fought.struck, dice)
    result = {**attack_result(fought.struck), "attackers": fought.attackers, "destroyed": destroyed}
    return state, {**result, **end_result(state, dice)}


# --- afterwards ---


def _free_mover_answers(place: Place[State]) -> Iterator[Answer]:
    """Units that may make their free move; where there are none, all on the table."""
    there = own_units(place.state, "table")
    return unit_answers(place.state, those_or_all((unit for unit in there if unit.free_move), there))


@dataclass(frozen=True, kw_only=True)
class FreeMove(SmallMove):
    unit: str = fact(Ref("units"), ask="Which unit moves?", among=_free_mover_answers, rules=("TT-CC-4",))
    distance: Fraction = small_distance("free-move", "TT-CC-4")


def free_words(state: State) -> str:
    """Who may move freely, and how far, for the menu."""
    free = [unit.id for unit in own_units(state, "table") if unit.free_move]
    return f"{few_names(state, free)}, up to {rule_distance('free_move')} cm"


@plays("free-move", FreeMove, rules=("TT-CC-4",), detail=free_words, story=small_story("moves on"), rolls=False)
def free_move(state: State, event: FreeMove, dice: Dice) -> Played:
    """An attacker moves on after its defender is gone (TT-CC-4)."""
    check_phase(state, "close-combat")
    check_own(state, event.unit)
    refuse_if(not state.units[event.unit].free_move, "TT-CC-4", "no-free-move", unit=event.unit)
    check_small_move(state, event, "free-move", "TT-CC-4", dice)
    return state.with_moved(event.unit).with_marks([event.unit], free_move=False), {}


def next_player_words(state: State) -> str:
    """Who comes next, for the menu."""
    return f"{side_name(state, opponent_of(state.active))} is next" if state.active else ""


@dataclass(frozen=True, kw_only=True)
class EndTurn:
    """The turn is over."""


@plays(
    "end-turn",
    EndTurn,
    rules=("TT-TURN-1", "TT-CC-1"),
    detail=next_player_words,
    story=end_story,
    goes_on=True,
    rolls=False,
)
def end_turn(state: State, event: EndTurn, dice: Dice) -> Played:
    """The turn ends when every combat is fought (TT-CC-1, TT-TURN-1); points that are left are lost (TT-R51)."""
    check_phase(state, "close-combat")
    left = [unit.id for unit in state.units.values() if state.chargers_of(unit.id)]
    text = f"{count_text(len(left), 'close combat')} still to fight: against {shown_names(state, left)}"
    refuse_if(bool(left), "TT-CC-1", "combat-left", text)
    assert state.active is not None  # a turn is on
    lost = [f"{count_text(state.command_points, 'command point')} lost"] if state.command_points else []
    following = opponent_of(state.active)
    text = "; ".join([f"{side_name(state, following)} is next", *lost])
    dice.explain(text, "TT-TURN-1", "TT-CC-5", "TT-R51", tell="now" if lost else "")
    state = replace(state, active=following, phase="start", command_points=0)
    return state, {"active": state.active}


@plays("stop", NoFacts, rules=("TT-R56",), story=stop_story, rolls=False)
def stop(state: State, event: NoFacts, dice: Dice) -> Played:
    """The players stop by agreement; nobody wins (TT-R56)."""
    check_phase(state)
    dice.explain("the players stop by agreement: nobody wins", "TT-R56")
    return replace(state, phase="over", stopped=True), {"winner": None}

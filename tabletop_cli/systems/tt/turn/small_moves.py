"""Small moves after an attack: the event hit-and-run, and what a free move has in common with it (TT-SHOOT-13)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....api import Answer, Dice, Number, Place, Ref, YesNo, dataclass, fact, plays, refuse
from ..movement import plain_cm, unit_reach
from ..tables import rule_distance
from .gate import PathFacts, check_own, check_path, check_phase, own_units, refuse_if, those_or_all, unit_answers
from .naming import brief_name
from .state import Played, State, Unit
from .stories import small_story


def _move_limit(place: Place[State], kind: str) -> int | float:
    unit = place.state.units[place.record.unit]
    return plain_cm(unit_reach(place.state.profile_of(unit), kind, False, place.state.house).allowance)


def small_distance(kind: str, rule: str) -> Fraction:
    return fact(
        Number(0),
        ask=lambda place: f"How far does {{unit}} go, in cm? (up to {_move_limit(place, kind)})",
        usual=lambda place: _move_limit(place, kind),
        rules=(rule,),
    )


def _slipper_answers(place: Place[State]) -> Iterator[Answer]:
    """Units with Hit & Run; where there are none, all on the table."""
    there = own_units(place.state, "table")
    return unit_answers(
        place.state,
        those_or_all((one for one in there if place.state.profile_of(one).has_special("hit-and-run")), there),
    )


@dataclass(frozen=True, kw_only=True)
class Mover:
    """The unit comes first, before what is seen of its way."""

    unit: str = fact(
        Ref("units"), ask="Which unit makes a Hit & Run move?", among=_slipper_answers, rules=("TT-SHOOT-13",)
    )


@dataclass(frozen=True, kw_only=True)
class SmallMove(PathFacts, Mover):
    """A move of up to 5 cm after shooting or close combat."""

    distance: Fraction = small_distance("hit-and-run", "TT-SHOOT-13")
    goes_behind: bool = fact(
        YesNo(), False, ask="Does {unit} go behind an enemy that threatens it?", rules=("TT-THREAT-4",)
    )


def check_small_move(state: State, event: SmallMove, kind: str, rule: str, dice: Dice) -> None:
    """Distance, path and threats of a small move."""
    most = unit_reach(state.profile_of(state.units[event.unit]), kind, False, state.house).allowance
    text = f"{plain_cm(event.distance)} cm, {plain_cm(most)} allowed"
    refuse_if(event.distance > most, rule, "too-far", text, unit=event.unit)
    check_path(state, event.unit, event)
    refuse_if(event.goes_behind, "TT-THREAT-4", "goes-behind", unit=event.unit)
    dice.explain(f"{brief_name(state, event.unit)}: {text}, clear of every enemy", rule, "TT-MOVE-7", "TT-THREAT-4")


def _explain_slip(state: State, one: str, dice: Dice) -> None:
    """Why a unit may slip away: it shot, or by the house rules it need not have (TT-SHOOT-13, TT-R44)."""
    always = state.house["hit-and-run"] == "always"
    why = "by the house rules it need not shoot" if always else "it shot this turn"
    dice.explain(f"{brief_name(state, one)} may make one Hit & Run move: {why}", "TT-SHOOT-13", "TT-R44")


def has_shot(state: State, unit: Unit) -> bool:
    """Whether a unit attacked or supported by shooting this turn; a barrage is none (TT-R44)."""
    weapons = state.profile_of(unit).weapons
    return any("barrage" not in weapons[one].traits for one in unit.fired)


def check_may_slip(state: State, one: str) -> None:
    """A unit with Hit & Run that shot and did not charge slips away once (TT-SHOOT-13, TT-R44)."""
    unit = state.units[one]
    refuse_if(not state.profile_of(unit).has_special("hit-and-run"), "TT-SHOOT-13", "no-hit-and-run", unit=one)
    refuse_if(unit.loaded, "TT-TRANS-5", "loaded", unit=one)
    if unit.charged:
        raise refuse("TT-CHARGE-7", "charged", "", "TT-SHOOT-13", unit=one)
    refuse_if(unit.slipped_away, "TT-SHOOT-13", "already-done", unit=one)
    idle = state.house["hit-and-run"] == "if-shot" and not has_shot(state, unit)
    if idle:
        raise refuse("TT-SHOOT-13", "did-not-shoot", "", "TT-R44", unit=one)


@plays(
    "hit-and-run",
    SmallMove,
    rules=("TT-SHOOT-13",),
    detail=lambda state: f"up to {rule_distance('hit_and_run')} cm after shooting",
    story=small_story("makes a Hit & Run move of"),
    rolls=False,
)
def hit_and_run(state: State, event: SmallMove, dice: Dice) -> Played:
    """A unit that shot slips away (TT-SHOOT-13)."""
    check_phase(state, "shooting")
    check_own(state, event.unit)
    check_may_slip(state, event.unit)
    _explain_slip(state, event.unit, dice)
    check_small_move(state, event, "hit-and-run", "TT-SHOOT-13", dice)
    return state.with_moved(event.unit).with_marks([event.unit], slipped_away=True), {}

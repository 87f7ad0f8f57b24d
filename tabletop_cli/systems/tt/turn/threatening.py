"""Who threatens a unit that acts: what people are asked of it, and which of these enemies count (topic Threat)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from ....api import Answer, Dice, House, Number, Place, Ref, dataclass, fact, item_keys
from ..profiles import Profile
from ..tables import rule_distance
from ..threat import can_ever_harm
from .gate import enemies_on_table, unit_answers
from .naming import brief_name
from .state import State, Unit
from .together import each_answer, is_shared


def possible_threats(state: State, one: str) -> list[Unit]:
    """Enemies that would threaten a unit if they stood close by with it in front (TT-THREAT-2)."""
    return [foe for foe in enemies_on_table(state) if can_threaten(state, foe.id, one)]


def can_be_threatened(place: Place[State]) -> bool:
    """Who charges may always do so, and who stays put is not threatened: nobody is asked then (TT-THREAT-3)."""
    return place.record.do not in ("charge", "stay") and bool(possible_threats(place.state, place.get("unit")))


def known_end_distance(place: Place[State]) -> object:
    """One answer serves for all threats, of all units that do the same: how far the nearest is."""
    acts = place.reader.answers["acts"] if is_shared(place) else ()
    before = [*place.items_before(), *(one for act in acts for one in act.get("threats", ()))]
    return next((one["end_distance"] for one in before if "end_distance" in one), None)


def threat_answers(place: Place[State]) -> Iterator[Answer]:
    """Enemies that could threaten the unit, or one of several (TT-THREAT-2)."""
    who = item_keys(place.event.acts) if is_shared(place) else [place.get("unit")]
    found = {foe.id: foe for one in who for foe in possible_threats(place.state, one)}
    yield from unit_answers(place.state, (foe for foe in enemies_on_table(place.state) if foe.id in found))
    yield from each_answer(place)


def threat_question(place: Place[State]) -> str:
    whom = "all of these units in front" if is_shared(place) else "{unit} in front of them"
    return f"Which enemies within {rule_distance('threat')} cm have {whom} at the start?"


def end_question(place: Place[State]) -> str:
    """How far the nearest of those that threaten is at the end, with the limit (TT-THREAT-3)."""
    who = "are they at the end from the nearest enemy that threatens them"
    if not is_shared(place):
        who = "is {unit} at the end from the nearest of them"
    return f"How far {who}, in cm? (more than {rule_distance('threat')})"


@dataclass(frozen=True, kw_only=True)
class ThreatBy:
    """An enemy within 5 cm that has the unit in front of it, and how far it is at the end."""

    by: str = fact(Ref("units"), help="the enemy's id")
    end_distance: Fraction = fact(
        Number(0),
        ask=end_question,
        help="cm at the end",
        known=known_end_distance,
        usual=lambda place: rule_distance("threat") + 1,
        rules=("TT-THREAT-3",),
    )


def can_threaten(state: State, enemy: str, one: str) -> bool:
    """Whether an enemy that players see close by can harm a unit: the others are struck out (TT-THREAT-2)."""
    x, y = state.units[enemy], state.units[one]
    if x.side == y.side or x.status != "table" or y.status != "table":
        return False
    return _can_ever_harm(state.profile_of(x), state.profile_of(y), y.cloak_cancelled, state.house)


def explain_harmless(state: State, enemy: str, one: str, dice: Dice, *rules: str) -> None:
    """Say that an enemy close by does not count, because it cannot harm a unit (TT-THREAT-2, TT-R34)."""
    text = f"{brief_name(state, enemy)} cannot harm {brief_name(state, one)}, so it does not threaten it"
    dice.explain(text, "TT-THREAT-1", "TT-THREAT-2", "TT-R34", *rules)


@lru_cache(maxsize=4096)
def _can_ever_harm(x: Profile, y: Profile, cancelled: bool, house: House) -> bool:
    """The same question is asked for every enemy and every member of an activation."""
    return can_ever_harm(x, y, cancelled, house)

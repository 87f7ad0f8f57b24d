"""What comes of several events alike: a place changes hands, a commander in chief is lost, VP are scored."""

from __future__ import annotations

from dataclasses import replace

from ....api import Dice
from ..campaigning import VICTORY_POINTS, VictoryPoints
from ..tables import rule_number
from .state import City, State


def take_place(state: State, place: str, by: str, dice: Dice) -> tuple[State, str | None]:
    """A place in the hands of a player, and its name if it was not his before (FFTT-CAMP-2, FFTT-R67)."""
    before = state.places[place]
    if before.owner == by:
        return state, None
    dice.explain(f"{place} belongs to {by} now", "FFTT-CAMP-2", tell="now")
    kept = state.house["captured-savings"] == "captured"
    if before.saved:
        fate = f"are {by}'s" if kept else "are lost"
        dice.explain(f"the {before.saved} FP that were saved there {fate}", "FFTT-R67", tell="now")
    city = City(by, before.saved if kept else 0)
    return replace(state, places={**state.places, place: city}), place


def note_dead_commanders(state: State, before: State, dice: Dice) -> tuple[State, list[str]]:
    """With the commanders noted who were there before and are no more, and whose they were (FFTT-CAMP-11)."""
    lost = sorted(one for one in state.players if before.commander_army(one) and not state.commander_army(one))
    for one in lost:
        week = state.week + rule_number("replacement_weeks")
        text = f"the commander in chief of {one} is lost; a new one is available from week {week} on"
        dice.explain(text, "FFTT-CAMP-11", "FFTT-R60", tell="now")
        state = state.with_player(one, ability=None, replacement=False, name="", killed_week=state.week)
    return state, lost


def score_points(
    state: State,
    player: str,
    when: str,
    dice: Dice,
    *,
    fp_killed: int = 0,
    commanders_killed: int = 0,
    cities: int = 0,
    month_end: bool = False,
) -> tuple[State, int]:
    """With the victory points of a player for what he has achieved now, and these (FFTT-CAMP-10)."""
    dice.explain(f"{player} {when}:", "FFTT-CAMP-10")
    achieved = VictoryPoints(
        fp_killed=fp_killed, commanders_killed=commanders_killed, cities=cities, month_end=month_end, house=state.house
    )
    vp = dice.settle(VICTORY_POINTS, achieved).vp
    return state.with_player(player, vp=state.players[player].vp + vp), vp

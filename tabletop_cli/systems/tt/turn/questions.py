"""What people are asked for an event, in order: only what the program cannot know, and nothing twice.

Each event has a tuple of steps; a step looks at state and draft and gives its question, or None when it is answered
or does not matter. The first question found is the next one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....api import NO_DEFAULT, Answer, Draft, Question, RollAhead, asked, at, distance, one_of, several, yes
from ..movement import reach
from . import able, asked_acts, asked_attacks, asked_barrage
from .state import State
from .words import label

Step = Callable[[State, Draft], Question | RollAhead | None]


def question(state: State, draft: Draft) -> Question | RollAhead | None:
    """The next thing to ask for this event, None when it is complete."""
    for step in _STEPS.get(str(draft["do"]), ()):
        if (found := step(state, draft)) is not None:
            return found
    return None


# --- before the battle, and the start of a turn ---


def _redeployed(state: State, draft: Draft) -> Question | None:
    if asked(draft, "units"):
        return None
    side = draft["side"]
    placed = [unit for unit in state.of(side) if unit.alive and not unit.in_reserve]
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in placed]
    text = "Which units are placed anew, inside their strip?"
    return several(
        "units", text, answers, side, "TT-SETUP-5", most=state.redeploys.get(side, 0), least=1, default=NO_DEFAULT
    )


def _first(state: State, draft: Draft) -> Question | None:
    if "_first" in draft:
        return None
    answers = [
        Answer(None, "one die decides", "d", "1-3 A, 4-6 B"),
        Answer("a", "A begins", "a"),
        Answer("b", "B begins", "b"),
    ]

    def put(before: Draft, side: Any) -> Draft:
        return {**before, "_first": side, **({"first": side} if side else {})}

    return one_of("_first", "Who begins?", answers, "", "TT-SETUP-4", default=None, put=put)


def _returns(state: State, draft: Draft) -> Question | None:
    """Units that may go back to the reserve; Aircraft go unasked (TT-AIR-2)."""
    side = draft["side"]
    may = [unit for unit in state.of(side) if unit.status == "table" and state.profile(unit).has("may-return")]
    if asked(draft, "returns") or not may:
        return None
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in may]
    return several("returns", "Which of these go back to the reserve?", answers, side, "TT-AIR-2")


def _cloaked(state: State, draft: Draft) -> Question | None:
    if asked(draft, "unit"):
        return None
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in able.cloaked_enemies(state)]
    only = answers[0].value if len(answers) == 1 else NO_DEFAULT
    return one_of("unit", "Which enemy's Cloaked is cancelled?", answers, state.active or "", "TT-CMD-7", default=only)


# --- small moves ---


def _mover(kind: str, state: State, draft: Draft) -> Question | None:
    if asked(draft, "unit"):
        return None
    units = able.slippers(state) if kind == "hit-and-run" else able.free_movers(state)
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in units]
    only = answers[0].value if len(answers) == 1 else NO_DEFAULT
    return one_of("unit", "Which unit?", answers, state.active or "", default=only)


def _small_distance(kind: str, state: State, draft: Draft) -> Question | None:
    if asked(draft, "distance"):
        return None
    unit = state.units[draft["unit"]]
    most = reach(state.profile(unit), kind, False, state.house).allowance
    rule = "TT-SHOOT-13" if kind == "hit-and-run" else "TT-CC-4"
    return distance("distance", f"How far does {unit.id} go, in cm?", unit.side, rule, default=float(most))


def _small_path(state: State, draft: Draft) -> Question | None:
    """The way stays clear of enemies, and goes behind no threatening one (TT-MOVE-7, TT-THREAT-4)."""
    side = state.active or ""
    if not asked(draft, "clear_of_enemies"):
        return yes("clear_of_enemies", "Did the move stay more than 1 cm from every enemy?", side, "TT-MOVE-7")
    if not asked(draft, "goes_behind"):
        text = "Does the move go behind a threatening enemy?"
        return yes("goes_behind", text, side, "TT-THREAT-4", default=False)
    return None


def _small(kind: str) -> tuple[Step, ...]:
    return (
        lambda state, draft: _mover(kind, state, draft),
        lambda state, draft: _small_distance(kind, state, draft),
        _small_path,
    )


def _entering(state: State, draft: Draft) -> Question | None:
    """Who comes in; by house rule several for the same points (TT-R12)."""
    if asked(draft, "units"):
        return None
    answers = [Answer(unit.id, label(state, unit), unit.id) for unit in able.enterers(state)]
    side = state.active or ""

    def put(before: Draft, chosen: Any) -> Draft:
        ids = chosen if isinstance(chosen, list | tuple) else [chosen]
        return {**before, "units": [{"unit": one} for one in ids]}

    if state.house["ambush-cost"] == "per-group":
        only: Any = (answers[0].value,)
        return several("units", "Which units come in?", answers, side, "TT-CMD-6", default=only, put=put, least=1)
    first = answers[0].value if len(answers) == 1 else NO_DEFAULT
    return one_of("units", "Which unit comes in?", answers, side, "TT-CMD-6", default=first, put=put)


def _entry_spot(state: State, draft: Draft) -> Question | None:
    for number, one in enumerate(at(draft, "units") or ()):
        if "nearest_enemy" not in one:

            def put(before: Draft, cm: Any, number: int = number) -> Draft:
                units = [dict(one) for one in before["units"]]
                units[number]["nearest_enemy"] = cm
                return {**before, "units": units}

            text = f"Nearest enemy to the spot of {one['unit']}, cm? (more than 5 is needed)"
            return distance("units", text, state.active or "", "TT-CMD-6", default=6, put=put)
    return None


_STEPS: dict[str, tuple[Step, ...]] = {
    "redeploy": (_redeployed,),
    "first-player": (_first,),
    "start-turn": (_returns,),
    "activate": asked_acts.STEPS,
    "enter": (_entering, _entry_spot),
    "barrage": asked_barrage.STEPS,
    "cancel-cloak": (_cloaked,),
    "shoot": asked_attacks.SHOOT,
    "hit-and-run": _small("hit-and-run"),
    "close-combat": asked_attacks.CLOSE_COMBAT,
    "free-move": _small("free-move"),
}

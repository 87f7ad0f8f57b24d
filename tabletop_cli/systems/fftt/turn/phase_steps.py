"""The steps of a phase: what begins and ends with each, and the event that leaves it (FFTT-TURN-3, FFTT-TURN-7)."""

from __future__ import annotations

from dataclasses import replace

from ....api import Dice, Finding, ShapedObject, plays, refuse
from ..insectoids import is_immune
from ..tables import rule_number
from ..units import can_supply
from .gate import check_running, refuse_for
from .harm import ends_with_wounds, take_effect
from .kills import Leaving, credit_kills
from .naming import by_number, names_text, shown_name, side_name, step_names, step_now
from .state import MOVES, PHASES, Piece, Played, State
from .stories import next_story

LATE = ("general-fire", "hand-to-hand", "healing")
FIRING = ("light-fire", "general-fire")


# --- a step begins


def enter_step(state: State, step: str) -> State:
    """A step begins (FFTT-TURN-3, FFTT-AMMO-1, FFTT-BUG-5)."""
    state = replace(state, step=step, moved=frozenset(), fired=frozenset(), fought=frozenset(), opening=True)
    if step == "general-fire":
        state = replace(state, goo_due=_goo_rollers(state))
    return with_sources(state)


def with_sources(state: State) -> State:
    """Who reloads counts once the explosions are over that ended the step before (FFTT-AMMO-1)."""
    if not state.opening or state.explosions:
        return state
    sources = {side: tuple(one.unit for one in state.figures_of(side) if one.unit.source) for side in state.sides}
    return replace(state, opening=False, sources=sources)


def sources_of(state: State, one: Piece) -> int:
    """How many reload a figure: its own HQs or queens, and those of sides that grant it (FFTT-AMMO-1, FFTT-CAMP-8)."""
    sides = {one.side, *(by for by, to in state.reloads if to == one.side)}
    known = state.house.catalogue
    return sum(can_supply(source, one.unit, known) for side in sides for source in state.sources[side])


def _goo_rollers(state: State) -> frozenset[str]:
    """Who throws for goo in this general fire (FFTT-BUG-5, FFTT-R50, FFTT-R51)."""
    had = state.goo_had if state.house["goo-roll"] == "once-per-turn" else frozenset[str]()
    burnt = (one for one in state.there if state.is_in_goo(one.id) and not is_immune(one.kind, state.house))
    return frozenset(one.id for one in burnt) - had


def refill_action_points(state: State) -> State:
    """All living figures have all their action points (FFTT-AP-1)."""
    return state.with_figures(*(replace(one, ap=one.profile.ap) for one in state.figures.values() if one.lives))


# --- a step ends


def _next_step(state: State) -> str | None:
    """The next step of the phase, None after the last."""
    steps = ("light-fire", *MOVES[: len(state.order)], *LATE)
    return next(iter(steps[steps.index(state.step) + 1 :]), None)


def _check_leaving(state: State) -> None:
    """Nothing is owed in this step (FFTT-FLANK-2, FFTT-FLANK-3, FFTT-BUG-5, FFTT-CC-7)."""
    side = state.mover
    unplaced = (one.id for one in state.figures_of(side or "") if f"{side} {one.flank}" in state.arrived)
    refuse_for(state, unplaced, "FFTT-FLANK-3", "placement-due", "Still to be placed")
    if side is not None and (waits := arrivals_due(state, side)):
        text = f"{side_name(state, side)} rolls for its hidden forces first."
        raise refuse("FFTT-FLANK-2", "arrival-due", text, flanks=waits)
    if state.step == "general-fire":
        refuse_for(state, state.goo_due, "FFTT-BUG-5", "goo-roll-due", "First roll for the goo")
    if state.step == "hand-to-hand":
        bound = (one.id for one in state.there if must_fight(state, one))
        refuse_for(state, bound, "FFTT-CC-7", "first-round-compulsory", "First fight")


def arrivals_due(state: State, side: str) -> list[str]:
    """The flanks of forces that throw now: in the first phase, from turn 2 on (FFTT-FLANK-2)."""
    if state.phase != 1 or state.turn < 2:
        return []
    return [one for one in state.waiting_flanks(side) if f"{side} {one}" not in state.rolled]


def may_strike(state: State, one: Piece) -> bool:
    """Whether a figure may commit action points in hand to hand (FFTT-CC-3, FFTT-CC-7, FFTT-SHOOT-6, FFTT-BUG-4)."""
    return one.ap > 0 and not one.kind.harmless and one.id not in state.shot_engaged and not state.is_held(one)


def must_fight(state: State, one: Piece) -> bool:
    """Whether a figure owes the first round: not where all it touches fight in other groups (FFTT-CC-7)."""
    if one.id in state.fought or not may_strike(state, one) or not state.touched_by(one.id, fresh=True):
        return False
    return not all(other in state.fought for other in state.touched_by(one.id))


@plays(
    "next",
    Leaving,
    rules=("FFTT-TURN-3", "FFTT-TURN-7", "FFTT-FLANK-2", "FFTT-BUG-5", "FFTT-CC-7", "FFTT-HEAL-1"),
    story=next_story,
    detail=lambda state: idle_reason(state) and f"{idle_reason(state)}, so {step_names(state.step)} is passed over",
    due=lambda state: bool(idle_reason(state)),
    usual=lambda state: {} if state.step in MOVES else None,
)
def leave(state: State, event: Leaving, dice: Dice) -> Played:
    """The step is over: what is pending takes effect, and the next one begins."""
    check_running(state, "light-fire", *MOVES, *LATE)
    _check_leaving(state)
    state, removed, told = _end_step(state, dice)
    state = credit_kills(state, event.credits, dice)
    following, more = _next_step(state), dict[str, object]()
    if following is not None:
        state = enter_step(state, following)
    elif state.phase < PHASES:
        state = _next_phase(state, dice)
    else:
        state, more = _end_of_turn(state, dice)
    dice.explain(f"turn {state.turn}, phase {state.phase}: {step_now(state)}", "FFTT-TURN-3")
    if following == "general-fire" and state.goo_due:
        dice.explain(
            f"in goo, and rolls for it: {names_text(state, state.goo_due)}", "FFTT-BUG-5", "FFTT-R51", tell="now"
        )
    found = {"step": state.step, "phase": state.phase, "removed": removed, "explosions": list(state.explosions)}
    due = {"credit_due": {one: list(by) for one, by in state.credit.items()}} if state.credit else {}
    return state, {**found, **told, **more, **due}


def _end_step(state: State, dice: Dice) -> tuple[State, list[str], ShapedObject]:
    """What the end of a step does (FFTT-TURN-7, FFTT-R21, FFTT-HEAL-1)."""
    removed: list[str] = []
    if ends_with_wounds(state):
        state, removed = take_effect(state, dice)
    if state.step == "hand-to-hand":
        _tell_excused(state, dice)
        state = replace(state, contacts=tuple(replace(one, fresh=False) for one in state.contacts))
    if state.step != "healing":
        return state, removed, {}
    state, healed = _heal_figures(state, dice)
    return state, removed, {"healed": healed}


def _tell_excused(state: State, dice: Dice) -> None:
    """Who had no first round to fight, and why (FFTT-CC-7, FFTT-SHOOT-6, FFTT-BUG-4, FFTT-CC-5)."""
    for one in state.there:
        if one.id in state.fought or one.ap < 1 or one.kind.harmless or not state.touched_by(one.id, fresh=True):
            continue
        words, rules = "touches only figures that fight in other groups", ("FFTT-CC-5", "FFTT-R43")
        if one.id in state.shot_engaged:
            words, rules = "has fired instead", ("FFTT-SHOOT-6", "FFTT-R31")
        elif state.is_held(one):
            words, rules = "is held in goo", ("FFTT-BUG-4", "FFTT-R50")
        dice.explain(
            f"no first round for {shown_name(state, one.id)}, which {words}", "FFTT-CC-7", *rules, tell="reason"
        )


def _heal_figures(state: State, dice: Dice) -> tuple[State, list[str]]:
    """Everybody who is healed has one wound less, if both still live (FFTT-HEAL-1, FFTT-R36)."""
    healed = []
    for healer, patient in state.heals:
        one = state.figures[patient]
        if state.figures[healer].there and one.there and one.suffered:
            state = state.with_changed_figure(patient, suffered=one.suffered - 1)
            words = f"{shown_name(state, healer)} heals {shown_name(state, patient)}: one wound less"
            dice.explain(words, "FFTT-HEAL-1", "FFTT-R36", tell="now")
            healed.append(patient)
        else:
            pair = f"{shown_name(state, healer)} heals {shown_name(state, patient)}"
            words = f"{pair} no more: one of them is dead, or no wound is left"
            dice.explain(words, "FFTT-HEAL-1", "FFTT-R36", tell="now")
    return state, sorted(set(healed))


def _next_phase(state: State, dice: Dice) -> State:
    """The next phase, by house rule with all action points, or in an order that is chosen anew (FFTT-R1, FFTT-R8)."""
    state = replace(state, phase=state.phase + 1, shot_engaged=frozenset(), heals=())
    anew = state.house["first-mover-choice"] == "phase"
    state, points = (
        (refill_action_points(state), "all") if state.house["action-points"] == "per-phase" else (state, "no new")
    )
    order = "who moves first is chosen anew" if anew else "the order stays"
    words = f"phase {state.phase}: {points} action points, {order}"
    dice.explain(words, "FFTT-AP-1", "FFTT-R1", "FFTT-TURN-2", "FFTT-R8", tell="now")
    if anew:
        return replace(state, step="choose-first")
    return enter_step(state, dice.report(find_opening(state)))


def find_opening(state: State) -> Finding[str]:
    """Return the step that opens a phase: light fire in every one, or in the first only (FFTT-TURN-4, FFTT-R2)."""
    if state.phase == 1:
        return Finding("light-fire")
    if state.house["light-fire"] == "first-phase-only":
        return Finding("move-first", "no light fire after phase 1", "FFTT-TURN-4", "FFTT-R2")
    return Finding("light-fire", "light fire again", "FFTT-TURN-4", "FFTT-R2")


def hatching_eggs(state: State) -> list[str]:
    """The eggs that hatch at the end of this turn (FFTT-BUG-2)."""
    return sorted(name for name, egg in state.eggs.items() if egg.laid < state.turn)


def _end_of_turn(state: State, dice: Dice) -> tuple[State, dict[str, object]]:
    """Goo of the turn before ends, and eggs are due (FFTT-TURN-9, FFTT-BUG-4)."""
    if old := ", ".join(by_number(name for name, area in state.goo.items() if area.laid < state.turn)):
        dice.explain(f"remove {old}: the goo ends", "FFTT-TURN-9", "FFTT-BUG-4", tell="now")
    if eggs := ", ".join(by_number(hatching_eggs(state))):
        dice.explain(f"to hatch: {eggs}", "FFTT-TURN-9", "FFTT-BUG-2", tell="now")
    goo = {name: area for name, area in state.goo.items() if area.laid >= state.turn}
    state = replace(state, step="end-of-turn", goo=goo)
    return state, {"hatching": hatching_eggs(state)}


# --- who can do anything


def can_fire(state: State, one: Piece) -> bool:
    """Whether a figure could fire in this firing step, targets and ranges left aside (FFTT-TURN-4, FFTT-AP-2)."""
    if not one.there or not one.kind.shoots or one.out or one.doomed:
        return False
    if one.ap < 1 or (has_one_shot_limit(state) and one.id in state.fired):
        return False
    return state.step == "general-fire" or can_light_fire(state, one)


def has_one_shot_limit(state: State) -> bool:
    """Whether figures fire once in a step (FFTT-R4)."""
    return bool(state.house["shots-per-step"] == "one")


def can_light_fire(state: State, one: Piece) -> bool:
    """Whether a figure has light fire (FFTT-TURN-4, FFTT-R3)."""
    if state.house["light-fire-eligibility"] == "remaining":
        return one.ap >= rule_number("light_fire")
    return one.profile.has_light_fire


def idle_reason(state: State) -> str:
    """Why a step is passed over: nobody can do anything in it; empty where somebody can."""
    side = state.mover
    if side is not None:
        owed = arrivals_due(state, side) or any(f"{side} {one}" in state.arrived for one in state.waiting_flanks(side))
        can = any(one.there and one.ap and not state.is_held(one) for one in state.figures_of(side))
        bugs = any(one.there and one.ap and one.unit.goes_off for one in state.figures_of(side))
        return "" if owed or can or bugs else f"{side_name(state, side)} has nobody who can move"
    if state.step in FIRING:
        late = state.step == "general-fire"
        bugs = late and any(one.ap and one.unit.goes_off for one in state.there)
        firing = any(can_fire(state, one) for one in state.there)
        return "" if firing or bugs or state.goo_due else "nobody can fire"
    if state.step == "hand-to-hand":
        fights = (one for one in state.there if state.touched_by(one.id) and one.id not in state.fought)
        over = "all fights are over" if state.fought else "nobody fights"
        return "" if any(may_strike(state, one) for one in fights) else over
    if state.step == "healing":
        return "" if state.explosions else "nothing is left to do in this phase"
    return ""

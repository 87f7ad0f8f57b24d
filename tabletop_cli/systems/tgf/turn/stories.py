"""What happened, in a sentence for the log: who did what, with what outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....api import ShapedMapping, count_text
from .actions import KINDS
from .naming import shown_name, side_name
from .state import State

if TYPE_CHECKING:  # events are told with these sentences
    from .actions import Deed
    from .acts import Act, React
    from .artillery import Drop, MortarFire, Observe
    from .flow import Activate, ChooseFirst, LeaveArea, ShotAt, Spotted, Witness
    from .squads import GunAct, UnitAct

Result = ShapedMapping


def strike_effects_text(result: Result) -> str:
    """What strikes led to: who fell, who panicked, who fell back."""
    return "".join(f"; {text}" for text in map(effect_text, result.get("effects", ())) if text)


def effect_text(told: Result) -> str:
    words = [f"{', '.join(told['killed'])} killed"] if told.get("killed") else []
    words += [f"{told['squad']} annihilated"] if told.get("annihilated") else []
    if "panicked" in told:
        words.append(f"{told['squad']} {'panics' if told['panicked'] else 'holds'}")
    words += [f"{told['squad']} falls back 10 cm"] if told.get("fall_back") else []
    return ", ".join(words)


def shot_text(result: Result) -> str:
    """What a shot did: ``2 hits``, ``missed``."""
    found = result.get("outcome")
    if found is None:
        return ""
    if found.get("spotted") is False:
        return ": not spotted"
    return f": {count_text(found['hits'], 'hit')}" if found["hits"] else ": missed"


def deed_text(event: Deed, result: Result) -> str:
    """``a1-2 fires at b1-0: 1 hit; b1-0 killed, b1 holds``."""
    words = f"{event.action}s at {event.target}" if event.action == "aim" else KINDS[event.action].done
    words = f"fires at {event.target}{shot_text(result)}" if event.action == "fire" else words
    if result.get("move") == "stuck":
        words += ", but fails the LD roll"
    if result.get("fall"):
        words += ", and falls" if event.action == "climb" else ""
    if result.get("passed") is False:
        words += ", but fails"
    return f"{event.mini} {words}{strike_effects_text(result)}"


def act_story(state: State, event: Act, result: Result) -> str:
    return deed_text(event, result)


def react_story(state: State, event: React, result: Result) -> str:
    told = "; ".join(deed_text(one, found) for one, found in zip(event.actions, result["actions"], strict=True))
    return f"{shown_name(state, event.squad)} breaks overwatch: {told}"


def unit_act_story(state: State, event: UnitAct, result: Result) -> str:
    squad = shown_name(state, event.squad)
    if event.action == "suppression":
        inside = ", ".join(f"{one} {strength}" for one, strength in result["strength"].items()) or "nobody"
        return f"{squad} suppresses an area; in it: {inside}"
    well = result["recovered"] if event.action == "recover" else result["passed"]
    if event.action == "recover":
        return f"{squad} {'recovers from panic' if well else 'does not recover'}"
    return f"{squad} {'goes on overwatch' if well else 'fails to go on overwatch'}"


def gun_act_story(state: State, event: GunAct, result: Result) -> str:
    done = {"turn": "turns", "aim": "aims", "load": "loads", "move": "moves"}.get(event.action, "fires")
    at = f" at {event.target or 'a point'}{shot_text(result)}" if event.action == "fire" else ""
    return f"{shown_name(state, event.squad)} {done} its gun{at}{strike_effects_text(result)}"


def fo_story(state: State, event: Observe, result: Result) -> str:
    won = (
        f"{count_text(result['firing_actions'], 'firing action')} for each mortar" if result["passed"] else "no success"
    )
    return f"{event.mini} observes: {won}"


def mortar_fire_story(state: State, event: MortarFire, result: Result) -> str:
    at = f"{event.target or 'a point'}{shot_text(result)}"
    return f"{event.mini} fires piece {event.piece} at {at}{strike_effects_text(result)}"


def drop_story(state: State, event: Drop, result: Result) -> str:
    off = [f"{one['mini']} {one['offset_cm']} cm off" for one in result.get("landings", ()) if not one["on_point"]]
    return f"{shown_name(state, event.squad)} lands by parachute" + (f": {', '.join(off)}" if off else "")


def initiative_story(state: State, event: object, result: Result) -> str:
    chooses = f"; {side_name(state, result['chooser'])} chooses who starts" if result["chooser"] else ""
    return f"turn {state.turn}: {', '.join(side_name(state, side) for side in result['order'])}{chooses}"


def choose_first_story(state: State, event: ChooseFirst, result: Result) -> str:
    return f"{side_name(state, event.first)} starts"


def activate_story(state: State, event: Activate, result: Result) -> str:
    return f"{shown_name(state, event.squad)} is activated"


def end_activation_story(state: State, event: object, result: Result) -> str:
    after = f"{side_name(state, result['next'])} goes on" if result["next"] else "a new turn"
    return f"{shown_name(state, state.active.squad) if state.active else ''} is done; {after}"


def shot_at_story(state: State, event: ShotAt, result: Result) -> str:
    told = effect_text({**result, "squad": event.squad, "killed": list(event.killed)})
    cause = f"by {event.by}" if event.by else "by accident"
    return f"{shown_name(state, event.squad)} is hit {cause}, {count_text(event.hits, 'hit')}" + (
        f": {told}" if told else ""
    )


def witness_story(state: State, event: Witness, result: Result) -> str:
    told = effect_text({**result, "squad": event.squad})
    return f"{shown_name(state, event.squad)} sees {event.of} annihilated" + (f": {told}" if told else "")


def spotted_story(state: State, event: Spotted, result: Result) -> str:
    return f"{shown_name(state, event.squad)} is seen"


def leave_area_story(state: State, event: LeaveArea, result: Result) -> str:
    return f"{shown_name(state, event.squad)} is out of all suppressed areas"


def end_battle_story(state: State, event: object, result: Result) -> str:
    return f"{side_name(state, result['winner'])} has won" if result["winner"] else "the battle ends without a winner"

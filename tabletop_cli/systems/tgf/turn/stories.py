"""What happened, in a sentence for the log: who did what, with what outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....api import ShapedMapping, count_text
from ..profiles import CONTACT
from .actions import KINDS, move_text
from .naming import minis_by_strength, piece_name, shown_name, side_name
from .state import State

if TYPE_CHECKING:  # events are told with these sentences
    from .actions import Deed
    from .acts import Act, React
    from .artillery import Drop, MortarFire, Observe
    from .flow import Activate, ChooseFirst, LeaveArea, ShotAt, Spotted, Witness
    from .squads import GunAct, UnitAct

Result = ShapedMapping


def strike_effects_text(result: Result, told: str = "") -> str:
    """What strikes led to: who fell, who panicked, who fell back; that `told` is killed has been said."""
    return "".join(f"; {text}" for one in result.get("effects", ()) if (text := effect_text(one, told)))


def effect_text(found: Result, told: str = "") -> str:
    """``b1-2 killed, b1 panics``."""
    killed = [one for one in found.get("killed", ()) if one != told]
    words = [f"{', '.join(killed)} killed"] if killed else []
    words += [f"{found['squad']} annihilated"] if found.get("annihilated") else []
    if "panicked" in found:
        words.append(f"{found['squad']} {'panics' if found['panicked'] else 'holds'}")
    words += [f"{found['squad']} falls back 10 cm"] if found.get("fall_back") else []
    return ", ".join(words)


def shot_text(result: Result) -> str:
    """What a shot did: ``: 2 hits, saved``, ``: missed``; of a template only whether it hit."""
    found = result.get("outcome")
    if found is None:
        return ""
    if found.get("spotted") is False:
        return ": not spotted, the action is lost"
    if "hit" in found:
        nobody = "" if found["killed"] else ", nobody killed"
        return f": hit{nobody}" if found["hit"] else ": missed"
    saved = ", killed" if found["killed"] else "" if found["save"] is None else ", saved"
    return f": {count_text(found['hits'], 'hit')}{saved}" if found["hits"] else ": missed"


def _dead_target(target: str | None, result: Result) -> str:
    """The target of a shot, where the story of the shot says that it is killed."""
    found = result.get("outcome")
    return target if target and found and found.get("killed") is True else ""


def deed_text(state: State, event: Deed, result: Result) -> str:
    """``a1-2 fires at b1-0: 1 hit, killed; b1 holds``."""
    if event.action == "fire":
        fights = event.shot is not None and event.shot.distance == CONTACT
        at = f"{'fights' if fights else 'fires at'} {event.target}"
        return f"{event.mini} {at}{shot_text(result)}{strike_effects_text(result, _dead_target(event.target, result))}"
    if result.get("move") == "stuck":
        return f"{event.mini} fails the LD roll and stays put"
    words = f"aims at {event.target}" if event.action == "aim" else KINDS[event.action].done
    words += move_text(state, state.minis[event.mini], event)
    if result.get("fall") and event.action == "climb":
        words += ", and falls"
    if result.get("passed") is False:
        words += ", but fails"
    return f"{event.mini} {words}{strike_effects_text(result)}"


def act_story(state: State, event: Act, result: Result) -> str:
    return deed_text(state, event, result)


def react_story(state: State, event: React, result: Result) -> str:
    told = (deed_text(state, one, found) for one, found in zip(event.actions, result["actions"], strict=True))
    return f"{shown_name(state, event.squad)} breaks overwatch: {'; '.join(told)}"


def unit_act_story(state: State, event: UnitAct, result: Result) -> str:
    squad = shown_name(state, event.squad)
    if event.action == "suppression":
        strengths = [f"{inside} with strength {one}" for inside, one in minis_by_strength(result["strength"])]
        return f"{squad} suppresses an area; in it: {'; '.join(strengths) or 'nobody'}"
    well = result["recovered"] if event.action == "recover" else result["passed"]
    if event.action == "recover":
        told = f"{squad} {'recovers from panic' if well else 'does not recover'}"
    else:
        told = f"{squad} {'goes on overwatch' if well else 'fails to go on overwatch'}"
    stragglers = zip(event.out_of_command, result["others"], strict=True)
    others = [one for one, passed in stragglers if passed is not well]
    return told + (f"; {', '.join(others)} {'fails' if well else 'passes'}" if others else "")


def gun_act_story(state: State, event: GunAct, result: Result) -> str:
    done = {"turn": "turns", "aim": "aims", "load": "loads", "move": "moves"}.get(event.action, "fires")
    done = "cannot move" if result.get("moved") is False else done
    at = f" at {event.target or 'a point'}{shot_text(result)}" if event.action == "fire" else ""
    told = _dead_target(event.target, result) if event.action == "fire" else ""
    return f"{shown_name(state, event.squad)} {done} its gun{at}{strike_effects_text(result, told)}"


def fo_story(state: State, event: Observe, result: Result) -> str:
    actions = f"{count_text(result['firing_actions'], 'firing action')} for each mortar"
    return f"{event.mini} observes: {actions if result['passed'] else 'no success'}"


def mortar_fire_story(state: State, event: MortarFire, result: Result) -> str:
    at = f"{event.target or 'a point'}{shot_text(result)}"
    piece = piece_name(state, event.mini, event.piece)
    return f"{event.mini} fires {piece} at {at}{strike_effects_text(result)}"


def drop_story(state: State, event: Drop, result: Result) -> str:
    landings = result.get("landings", ())
    off = [f"{one['mini']} {one['offset_cm']} cm" for one in landings if not one["on_point"]]
    told = f"{shown_name(state, event.squad)} lands by parachute"
    if not off:
        return f"{told}, all at the point" if landings else f"{told} near the table's edge"
    rest = f"; {len(landings) - len(off)} at the point" if len(off) < len(landings) else ""
    return f"{told}: {', '.join(off)} off{rest}"


def initiative_story(state: State, event: object, result: Result) -> str:
    chooses = f"; {side_name(state, result['chooser'])} chooses who starts" if result["chooser"] else ""
    return f"turn {state.turn}: {', '.join(side_name(state, side) for side in result['order'])}{chooses}"


def choose_first_story(state: State, event: ChooseFirst, result: Result) -> str:
    return f"{side_name(state, event.first)} starts"


def activate_story(state: State, event: Activate, result: Result) -> str:
    return f"{shown_name(state, event.squad)} is activated"


def end_activation_story(state: State, event: object, result: Result) -> str:
    after = f"{side_name(state, result['next'])} is next" if result["next"] else f"turn {state.turn + 1} begins"
    return f"{shown_name(state, state.active.squad) if state.active else ''} ends its activation; {after}"


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

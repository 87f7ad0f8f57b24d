"""What happened, in a sentence for the log: who did what, with what outcome."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ....api import ShapedMapping, count_text
from ..counters import opponent_of
from ..melee_told import pool_words
from ..tables import LINEAR, status_name, terrain_name, words
from .naming import shown_name
from .state import State

if TYPE_CHECKING:  # events are told with these sentences
    from .aftermath import CasualtiesEvent, NewLeader
    from .contact import Contact
    from .missions import IndirectFire
    from .moves import GroupMove, Move, Mover
    from .questions import SideEvent, SingleEvent, TableFacts
    from .rounds import Round
    from .shots import FireEvent
    from .upkeep import Prepare, RallyEvent, Reload
    from .volley import GroupFireEvent

Result = ShapedMapping


def move_story(state: State, event: Move, result: Result) -> str:
    """``a1-2, a1-3 move over 1 border, 1 hedge``."""
    models = result["moving"]
    twice = " twice" if event.moves == 2 else ""
    return f"{', '.join(models)} {'moves' if len(models) == 1 else 'move'}{twice}{path_text(event)}"


def path_text(event: Move | Mover) -> str:
    """What a path crosses; empty where that is nothing, or nobody has said it."""
    crossed = [count_text(n, what) for what, n in Counter(getattr(event, "path", None) or ()).items()]
    return f" over {', '.join(crossed)}" if crossed else ""


def ground_text(facts: TableFacts) -> str:
    """What a target stands on, behind its name: `` (forest)``; empty for open ground."""
    there = [] if facts.terrain == "open" else [terrain_name(facts.terrain)]
    there += [f"beside a {', '.join(LINEAR[:-1])} or {LINEAR[-1]}"] if facts.next_to_linear else []
    return f" ({', '.join(there)})" if there else ""


def pivot_story(state: State, event: SingleEvent, result: Result) -> str:
    return f"{event.model} pivots"


def group_move_story(state: State, event: GroupMove, result: Result) -> str:
    models = ", ".join(result["moving"])
    ways = {path_text(mover) for mover in event.movers}
    over = ways.pop() if len(ways) == 1 else ""
    return f"{shown_name(state, event.unit)} moves as a group ({models}){over}, {count_text(result['cost'], 'action')}"


def rally_story(state: State, event: RallyEvent, result: Result) -> str:
    return f"{event.model} {'rallies' if result['success'] else 'does not rally'}: {status_name(result['status'])}"


def reload_story(state: State, event: Reload, result: Result) -> str:
    return f"{event.model} reloads: {count_text(result['tokens'], 'marker')} left"


def prepare_story(state: State, event: Prepare, result: Result) -> str:
    return f"{event.model} {words('handiwork')[event.what]['done']}"


def shot_text(result: Result) -> str:
    """What a shot did: ``2 hits, suppressed``."""
    if "result" in result:
        return str(result["result"]).replace("-", " ")
    beside = f"; beside it suppressed: {', '.join(result['suppressed'])}" if result["suppressed"] else ""
    return f"{count_text(result['hits'], 'hit')}, {status_name(result['status'])}{beside}"


def fire_story(state: State, event: FireEvent, result: Result) -> str:
    return f"{event.model} fires at {event.target}{ground_text(event.facts)}: {shot_text(result)}"


def reaction_story(state: State, event: FireEvent, result: Result) -> str:
    stopped = "stopped" if result["stopped"] else "it moves on"
    return (
        f"{event.model} fires in reaction at {event.target}{ground_text(event.facts)}: {shot_text(result)}; {stopped}"
    )


def volley_story(state: State, event: GroupFireEvent, result: Result) -> str:
    grounds = {one.target: ground_text(one.facts) for one in reversed(event.shots)}
    shots = "; ".join(
        f"{one['model']} at {one['target']}{grounds.pop(one['target'], '')}: {shot_text(one)}"
        for one in result["shots"]
    )
    lost = f"; {count_text(result['lost'], 'shot')} lost" if result["lost"] else ""
    return f"{shown_name(state, event.unit)} fires a volley: {shots}{lost}"


def mission_story(state: State, event: IndirectFire, result: Result) -> str:
    left = f"{count_text(result['missions'], 'mission')} left"
    if event.mission == "smoke":
        length, width = result["cm"]
        where = f"it lands, {length} x {width} cm" if result["lands"] else "it comes down off the table"
        return f"{event.model} calls smoke: {where}; {left}"
    at = event.target or "a spot"
    beside = f"; suppressed: {', '.join(result['suppressed'])}" if result["suppressed"] else ""
    hit = "" if result["status"] is None else f", {status_name(result['status'])}"
    return f"{event.model} calls a barrage on {at}: {count_text(result['hits'], 'hit')}{hit}{beside}; {left}"


def contact_story(state: State, event: Contact, result: Result) -> str:
    attacker = state.moving.by if state.moving else event.by
    own, foes = (
        ", ".join(one for one in event.models if (state.models[one].side == attacker) == attacks)
        for attacks in (True, False)
    )
    against = f"{pool_words(**result['attacker'])} against {pool_words(**result['defender'])}"
    return f"{own} in close combat with {foes}: {against}{_winner_text(state, result)}"


def round_story(state: State, event: Round, result: Result) -> str:
    assert state.combat is not None
    sides = {"attacker": state.combat.attacker, "defender": state.combat.defender}
    told = (
        f"{state.role_name(side)} loses {_lost_words(result['pots'][role])} and keeps {pool_words(**result[role])}"
        for role, side in sides.items()
    )
    return f"round {result['round']} of the close combat: {'; '.join(told)}{_winner_text(state, result)}"


def _lost_words(pot: ShapedMapping) -> str:
    return pool_words(**pot) if any(pot.values()) else "nothing"


def _winner_text(state: State, result: Result) -> str:
    if result["winner"] is None:
        return ""
    loser = state.side_name(opponent_of(result["winner"]))
    return f"; {state.side_name(result['winner'])} wins, {loser} loses {', '.join(result['removed']) or 'nobody'}"


def casualties_story(state: State, event: CasualtiesEvent, result: Result) -> str:
    armour = "".join(f"; {one} has {left} armour left" for one, left in result["armour"].items())
    return f"{state.side_name(event.by)} has won and loses {', '.join(result['removed']) or 'nobody'}{armour}"


def new_leader_story(state: State, event: NewLeader, result: Result) -> str:
    return f"{result['leader']} leads {shown_name(state, result['unit'])} now"


def goal_story(state: State, event: SideEvent, result: Result) -> str:
    return f"{state.side_name(event.by)} has reached the goal and wins"

"""What happened, in a sentence for the log: of the state before it, the event and its result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....api import counted
from ..profiles import abilities
from ..units import UNITS
from .harm import falling
from .state import Result, State
from .words import by_number, end_words, full_name, hurt_words, name, names, side_name, step_now, won_words

if TYPE_CHECKING:  # events are told with these sentences
    from .aiming import Fire
    from .flanks import Arrive
    from .hiding import Flanks
    from .moves import MoveEvent


def _removed(state: State, result: Result) -> str:
    parts = [f"; {names(state, result['removed'])} removed"] if result.get("removed") else []
    parts += [f"; {', '.join(by_number(result['explosions']))} explodes"] if result.get("explosions") else []
    return "".join(parts)


def _wounds(state: State, result: Result) -> str:
    return hurt_words(state, result["wounds"]) or "no wound"


def _next(state: State, event: object, result: Result) -> str:
    healed = f"; healed: {', '.join(by_number(result['healed']))}" if result.get("healed") else ""
    eggs = f"; hatching: {', '.join(by_number(result['hatching']))}" if result.get("hatching") else ""
    after = step_now(replace(state, step=result["step"]))
    return f"{step_now(state)} is over, now {after}{_removed(state, result)}{healed}{eggs}"


def _move(state: State, event: MoveEvent, result: Result) -> str:
    contact = f" into contact with {', '.join(event.contact)}" if event.contact else ""
    return f"{name(state, event.figure)} moves {result['cm']} cm{contact}"


def _arrive(state: State, event: Arrive, result: Result) -> str:
    """Where a force waits is told only when it comes."""
    side = side_name(state, event.side)
    if not result["arrives"]:
        return f"{side} throws for a hidden force in vain, {result['need']} or more needed"
    came = ", ".join(full_name(state.figures[one]) for one in by_number(result["figures"]))
    return f"a hidden force of {side} arrives: {came}"


def _flanks(state: State, event: Flanks, result: Result) -> str:
    """For its side alone, until they have arrived."""
    forces = {"left": event.left, "right": [one for one in event.figures if one not in event.left]}
    told = (f"{names(state, who)} on the {flank}" for flank, who in forces.items() if who)
    return f"who waits for {side_name(state, event.by)}: {'; '.join(told) or 'nobody'}"


def _ability(state: State, event: Any, result: Result) -> str:
    """Who hides is not named, in no log that everybody reads."""
    one = state.figures[event.figure]
    who = f"a figure of {side_name(state, one.side)}" if state.hides(one) else full_name(one)
    return f"{who} gets an ability: {abilities()[result['ability']].name}"


def _fire(state: State, event: Fire, result: Result) -> str:
    goo = f"; {', '.join(result['goo'])} laid" if result.get("goo") else ""
    ammo = {"out": "; out of ammo", "dead": "; dies of its miss"}.get(result["ammo"], "")
    shot = f"{name(state, event.figure)} fires at {name(state, event.target)}: {_wounds(state, result)}"
    return shot + goo + ammo + _removed(state, result)


def _storm(state: State, event: Any, result: Result) -> str:
    found = _wounds(state, result) if result["hit"] else "nothing comes"
    return f"{name(state, event.figure)} calls the storm on {name(state, event.target)}: {found}"


def _melee(state: State, event: Any, result: Result) -> str:
    group = ", ".join(name(state, one) for one in event.group)
    return f"{name(state, event.lone)} fights {group}: {_wounds(state, result)}"


def _end(state: State, result: Result) -> str:
    """Who has won, after what was said before; nothing while the game goes on."""
    if not result["game_over"]:
        return ""
    won = won_words(state, result["winner"])
    return f": {won} ({end_words(result['by'])['name']})"


def _surrender(state: State, event: Any, result: Result) -> str:
    """Whose wounds were still pending is told with it."""
    removed = _removed(state, {"removed": sorted(one.id for one in falling(state))})
    return f"{side_name(state, event.side)} surrenders{_end(state, result)}{removed}"


TALES: dict[str, Callable[[State, Any, Result], str]] = {
    "attacker": lambda s, e, r: f"{side_name(s, r['winner'])} attacks",
    "table": lambda s, e, r: f"a table of {e.width} by {e.depth} cm, zones {r['zone']} cm deep",
    "scenery": lambda s, e, r: f"{counted(r['pieces'], 'piece')} of scenery",
    "edges": lambda s, e, r: ", ".join(f"{side_name(s, side)} in the {r['edges'][side]}" for side in s.sides),
    "ability": _ability,
    "flanks": _flanks,
    "initiative": lambda s, e, r: f"turn {s.turn}: {side_name(s, r['winner'])} has the initiative",
    "deploy": lambda s, e, r: f"{side_name(s, e.by)} has deployed",
    "choose-first": lambda s, e, r: f"{side_name(s, e.first)} moves first",
    "next": _next,
    "move": _move,
    "interact": lambda s, e, r: f"{name(s, e.figure)} opens, climbs or boards something",
    "reserve": lambda s, e, r: f"{name(s, e.figure)} waits for an opportunity",
    "heal": lambda s, e, r: f"{name(s, e.figure)} tends to {name(s, e.target)}",
    "eat-corpse": lambda s, e, r: f"{name(s, e.figure)} eats {name(s, e.corpse)}",
    "lay-egg": lambda s, e, r: f"{name(s, e.figure)} lays {r['egg']}",
    "go-off": lambda s, e, r: f"{name(s, e.figure)} goes off",
    "retreat": lambda s, e, r: f"{name(s, e.figure)} leaves the table",
    "arrive": _arrive,
    "place": lambda s, e, r: f"{', '.join(by_number(r['figures']))} come from the {e.flank} flank",
    "fire": _fire,
    "opportunity-fire": _fire,
    "storm-bringer": _storm,
    "goo-roll": lambda s, e, r: f"{name(s, e.figure)} in goo: {counted(r['wounds'], 'wound')}",
    "melee": _melee,
    "blast": lambda s, e, r: f"{name(s, e.source)} explodes: {_wounds(s, r)}{_removed(s, r)}",
    "hatch": lambda s, e, r: f"{e.egg} hatches: {UNITS.printed[r['creature']].name.lower()} {r['figure']}",
    "end-turn": lambda s, e, r: f"turn {s.turn} is over{_end(s, r)}",
    "surrender": _surrender,
    "end": lambda s, e, r: f"the players agree{_end(s, r)}",
    "credit": lambda s, e, r: f"{name(s, e.figure)} has killed {name(s, e.victim)}",
    "grant-reloads": lambda s, e, r: f"{side_name(s, e.by)} lets {', '.join(e.others)} reload",
}

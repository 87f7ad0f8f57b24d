"""What happened, in a sentence for the log: who did what, with what outcome. States are those before the event."""

from __future__ import annotations

from typing import Any

from ....api import counted
from .state import Result, State
from .words import hurt_words, name, side_name, unit_name


def _removed(state: State, result: Result) -> str:
    parts = [f"; {', '.join(name(state, one) for one in result['removed'])} removed"] if result.get("removed") else []
    parts += [f"; {', '.join(result['explosions'])} explodes"] if result.get("explosions") else []
    return "".join(parts)


def _wounds(state: State, result: Result) -> str:
    return hurt_words(state, result["wounds"]) or "no wound"


def attacks(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, result['winner'])} attacks"


def measured(state: State, event: Any, result: Result) -> str:
    return f"a table of {event.width} by {event.depth} cm, zones {result['zone']} cm deep"


def furnished(state: State, event: Any, result: Result) -> str:
    return f"{counted(result['pieces'], 'piece')} of scenery"


def edged(state: State, event: Any, result: Result) -> str:
    return ", ".join(f"{side_name(state, side)} in the {edge}" for side, edge in result["edges"].items())


def gifted(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} gets an ability: {result['ability']}"


def began(state: State, event: Any, result: Result) -> str:
    return f"turn {state.turn}: {side_name(state, result['winner'])} has the initiative"


def deployed(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, event.by)} has deployed"


def chose(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, event.first)} moves first"


def went_on(state: State, event: Any, result: Result) -> str:
    healed = f"; healed: {', '.join(result['healed'])}" if result.get("healed") else ""
    eggs = f"; hatching: {', '.join(result['hatching'])}" if result.get("hatching") else ""
    return f"{state.step} is over, now {result['step']}{_removed(state, result)}{healed}{eggs}"


def moved(state: State, event: Any, result: Result) -> str:
    contact = f" into contact with {', '.join(event.contact)}" if event.contact else ""
    return f"{name(state, event.figure)} moves {result['cm']} cm{contact}"


def interacted(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} opens, climbs or boards something"


def reserved(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} waits for an opportunity"


def heals(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} tends to {name(state, event.target)}"


def ate(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} eats {name(state, event.corpse)}"


def laid(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} lays {result['egg']}"


def went_off(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} goes off"


def retreated(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} leaves the table"


def arrived(state: State, event: Any, result: Result) -> str:
    """Where a force waits is told only when it comes."""
    side = side_name(state, event.side)
    if not result["arrives"]:
        return f"{side} throws for a hidden force in vain, {result['need']} or more needed"
    return f"a hidden force of {side} arrives: {', '.join(name(state, one) for one in result['figures'])}"


def placed(state: State, event: Any, result: Result) -> str:
    return f"{', '.join(result['figures'])} come from the {event.flank} flank"


def fired(state: State, event: Any, result: Result) -> str:
    goo = f"; {', '.join(result['goo'])} laid" if result.get("goo") else ""
    ammo = {"out": "; out of ammo", "dead": "; dies of its miss"}.get(result["ammo"], "")
    shot = f"{name(state, event.figure)} fires at {name(state, event.target)}: {_wounds(state, result)}"
    return shot + goo + ammo + _removed(state, result)


def stormed(state: State, event: Any, result: Result) -> str:
    found = _wounds(state, result) if result["hit"] else "nothing comes"
    return f"{name(state, event.figure)} calls the storm on {name(state, event.target)}: {found}"


def burst(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.source)} explodes: {_wounds(state, result)}{_removed(state, result)}"


def burnt(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} in goo: {counted(result['wounds'], 'wound')}"


def fought(state: State, event: Any, result: Result) -> str:
    group = ", ".join(name(state, one) for one in event.group)
    return f"{name(state, event.lone)} fights {group}: {_wounds(state, result)}"


def hatched(state: State, event: Any, result: Result) -> str:
    return f"{event.egg} hatches: {unit_name(result['creature']).lower()} {result['figure']}"


def _end(state: State, result: Result) -> str:
    if result["winner"] == "draw":
        return f"a draw ({result['by']})"
    winner = " and ".join(side_name(state, side) for side in (result["winner"] or "").split("+") if side)
    return f"{winner or 'nobody'} has won ({result['by']})"


def turn_ended(state: State, event: Any, result: Result) -> str:
    return f"turn {state.turn} is over" + (f": {_end(state, result)}" if result["game_over"] else "")


def gave_up(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, event.side)} surrenders" + (f": {_end(state, result)}" if result["game_over"] else "")


def agreed(state: State, event: Any, result: Result) -> str:
    return f"the players agree: {_end(state, result)}"


def credited(state: State, event: Any, result: Result) -> str:
    return f"{name(state, event.figure)} has killed {name(state, event.victim)}"


def granted(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, event.by)} lets {', '.join(event.to)} reload"

"""What happened, in a sentence for the log: of the state before it, the event and its result."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ....api import count_text
from ..profiles import abilities
from ..units import UNITS
from .harm import dying_figures
from .naming import by_number, end_words, full_name, hurt_words, names_text, shown_name, side_name, step_now, won_words
from .state import Result, State

if TYPE_CHECKING:  # events are told with these sentences
    from .aiming import Fire
    from .flanks import Arrive
    from .hiding import Flanks
    from .moves import MoveEvent


def story_of(words: str) -> Callable[[State, Any, Result], str]:
    """Return a story in these words: ``{figure} goes off`` names that figure or side of the result or the event."""
    fields = re.findall(r"{(\w+)}", words)

    def tell_story(state: State, event: Any, result: Result) -> str:
        said = {one: result[one] if one in result else getattr(event, one) for one in fields}
        return words.format(**{one: shown_name(state, who) for one, who in said.items()})

    return tell_story


def removed_text(state: State, result: Result) -> str:
    parts = [f"; {names_text(state, result['removed'])} removed"] if result.get("removed") else []
    parts += [f"; {', '.join(by_number(result['explosions']))} explodes"] if result.get("explosions") else []
    return "".join(parts)


def wounds_text(state: State, result: Result) -> str:
    return hurt_words(state, result["wounds"]) or "no wound"


def next_story(state: State, event: object, result: Result) -> str:
    healed = f"; healed: {', '.join(by_number(result['healed']))}" if result.get("healed") else ""
    eggs = f"; hatching: {', '.join(by_number(result['hatching']))}" if result.get("hatching") else ""
    after = step_now(replace(state, step=result["step"]))
    return f"{step_now(state)} is over, now {after}{removed_text(state, result)}{healed}{eggs}"


def move_story(state: State, event: MoveEvent, result: Result) -> str:
    contact = f" into contact with {', '.join(event.contact)}" if event.contact else ""
    return f"{shown_name(state, event.figure)} moves {result['cm']} cm{contact}"


def arrive_story(state: State, event: Arrive, result: Result) -> str:
    """Where a force waits is told only when it comes."""
    side = side_name(state, event.side)
    if not result["arrives"]:
        return f"{side} rolls for a hidden force: it stays away, {result['need']} or more needed"
    came = ", ".join(full_name(state.figures[one]) for one in by_number(result["figures"]))
    return f"a hidden force of {side} arrives: {came}"


def flanks_story(state: State, event: Flanks, result: Result) -> str:
    """For its side alone, until they have arrived."""
    forces = {"left": event.left, "right": [one for one in event.figures if one not in event.left]}
    told = (f"{names_text(state, who)} on the {flank}" for flank, who in forces.items() if who)
    return f"who waits for {side_name(state, event.by)}: {'; '.join(told) or 'nobody'}"


def ability_story(state: State, event: Any, result: Result) -> str:
    """Who hides is not named, in no log that everybody reads."""
    one = state.figures[event.figure]
    who = f"a figure of {side_name(state, one.side)}" if state.is_hidden(one) else full_name(one)
    return f"{who} gets an ability: {abilities()[result['ability']].name}"


def fire_story(state: State, event: Fire, result: Result) -> str:
    goo = f"; {', '.join(result['goo'])} laid" if result.get("goo") else ""
    ammo = {"out": "; out of ammo", "dead": "; dies of its miss"}.get(result["ammo"], "")
    shot = f"{shown_name(state, event.figure)} fires at {shown_name(state, event.target)}: {wounds_text(state, result)}"
    return shot + goo + ammo + removed_text(state, result)


def storm_story(state: State, event: Any, result: Result) -> str:
    found = wounds_text(state, result) if result["hit"] else "a failure"
    return f"{shown_name(state, event.figure)} calls the storm on {shown_name(state, event.target)}: {found}"


def melee_story(state: State, event: Any, result: Result) -> str:
    group = ", ".join(shown_name(state, one) for one in event.group)
    return f"{shown_name(state, event.lone)} fights {group}: {wounds_text(state, result)}"


def end_text(state: State, result: Result) -> str:
    """Who has won, after what was said before; nothing while the game goes on."""
    if not result["game_over"]:
        return ""
    won = won_words(state, result["winner"])
    return f": {won} ({end_words(result['by'])['name']})"


def surrender_story(state: State, event: Any, result: Result) -> str:
    """Whose wounds were still pending is told with it."""
    removed = removed_text(state, {"removed": sorted(one.id for one in dying_figures(state))})
    return f"{side_name(state, event.side)} surrenders{end_text(state, result)}{removed}"


def blast_story(state: State, event: Any, result: Result) -> str:
    return f"{shown_name(state, event.source)} explodes: {wounds_text(state, result)}{removed_text(state, result)}"


def goo_roll_story(state: State, event: Any, result: Result) -> str:
    return f"{shown_name(state, event.figure)} in goo: {count_text(result['wounds'], 'wound')}"


def hatch_story(state: State, event: Any, result: Result) -> str:
    return f"{event.egg} hatches: {UNITS.printed[result['creature']].name.lower()} {result['figure']}"


def grant_reloads_story(state: State, event: Any, result: Result) -> str:
    return f"{side_name(state, event.by)} lets {', '.join(event.others)} reload"


def table_story(state: State, event: Any, result: Result) -> str:
    return f"a table of {event.width} by {event.depth} cm, zones {result['zone']} cm deep"


def scenery_story(state: State, event: Any, result: Result) -> str:
    return f"{count_text(result['pieces'], 'piece')} of scenery"


def edges_story(state: State, event: Any, result: Result) -> str:
    return ", ".join(f"{side_name(state, side)} in the {result['edges'][side]}" for side in state.sides)

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
    """Who is dead, and who explodes next."""
    parts = [f"; dead: {names_text(state, result['removed'])}"] if result.get("removed") else []
    if bursts := result.get("explosions"):
        parts.append(f"; {names_text(state, bursts)} {'explodes' if len(bursts) == 1 else 'explode'} next")
    return "".join(parts)


def doomed_text(state: State, result: Result) -> str:
    """Whom wounds kill that are still pending."""
    dead = [one for one, n in result["wounds"].items() if n >= state.figures[one].left]
    return f"; dies of it: {names_text(state, dead)}" if dead and not state.at_once else ""


def wounds_text(state: State, result: Result) -> str:
    return hurt_words(state, result["wounds"]) or "no wound"


def next_story(state: State, event: object, result: Result) -> str:
    healed = f"; healed: {names_text(state, result['healed'])}" if result.get("healed") else ""
    eggs = f"; hatching: {', '.join(by_number(result['hatching']))}" if result.get("hatching") else ""
    after = step_now(replace(state, step=result["step"]))
    return f"{step_now(state)} is over, now {after}{removed_text(state, result)}{healed}{eggs}"


def move_story(state: State, event: MoveEvent, result: Result) -> str:
    contact = f" into contact with {names_text(state, event.contact)}" if event.contact else ""
    return f"{shown_name(state, event.figure)} moves {result['cm']} cm{contact}"


def arrive_story(state: State, event: Arrive, result: Result) -> str:
    """Where a force waits is told only when it comes, and who they are when they are placed.

    A die may have been mistyped, and a log keeps what it has told.
    """
    side = side_name(state, event.side)
    if not result["arrives"]:
        return f"{side} rolls for a hidden force: it stays away, {result['need']} or more needed"
    return f"a hidden force of {side} arrives: {count_text(len(result['figures']), 'figure')}"


def place_story(state: State, event: Any, result: Result) -> str:
    """They hid until now: their names are told with their arrival."""
    came = ", ".join(full_name(state.figures[one]) for one in by_number(result["figures"]))
    return f"{came} {'comes' if len(result['figures']) == 1 else 'come'} from the {event.flank} flank"


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
    """``a1 Grunt fires at b1 Drone: a hit, 1 wound``; where others are hurt, too, each is named."""
    hits = sum(one["hit"] for one in result["shots"])
    misses = len(result["shots"]) - hits
    named = ((hits, "a hit", f"{hits} hits"), (misses, "a miss", f"{misses} misses"))
    rolls = " and ".join(one if n == 1 else many for n, one, many in named if n)
    hurt = ""
    if set(result["wounds"]) == {event.target}:
        hurt = f", {count_text(result['wounds'][event.target], 'wound')}"
    elif result["wounds"]:
        hurt = f"; {wounds_text(state, result)}"
    elif hits:
        hurt = ", no wound"
    goo = f"; {', '.join(result['goo'])} lies there" if result.get("goo") else ""
    ammo = {"out": "; out of ammo", "dead": "; it dies of its miss"}.get(result["ammo"], "")
    after = doomed_text(state, result) + goo + ammo + removed_text(state, result)
    return f"{shown_name(state, event.figure)} fires at {shown_name(state, event.target)}: {rolls}{hurt}{after}"


def storm_story(state: State, event: Any, result: Result) -> str:
    found = wounds_text(state, result) + doomed_text(state, result) if result["hit"] else "a failure"
    goo = f"; {', '.join(result['goo'])} lies there" if result.get("goo") else ""
    return f"{shown_name(state, event.figure)} calls the storm on {shown_name(state, event.target)}: {found}{goo}"


def melee_story(state: State, event: Any, result: Result) -> str:
    group = ", ".join(shown_name(state, one) for one in event.group)
    found = wounds_text(state, result) + doomed_text(state, result)
    return f"{shown_name(state, event.lone)} fights {group}: {found}"


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
    wounds = count_text(result["wounds"], "wound") if result["wounds"] else "no wound"
    dies = doomed_text(state, {"wounds": {event.figure: result["wounds"]}}) if result["wounds"] else ""
    return f"{shown_name(state, event.figure)} in goo: {wounds}{dies}"


def hatch_story(state: State, event: Any, result: Result) -> str:
    return f"{event.egg} hatches: {UNITS.printed[result['creature']].name.lower()} {result['figure']}"


def grant_reloads_story(state: State, event: Any, result: Result) -> str:
    others = " and ".join(side_name(state, one) for one in event.others)
    return f"{side_name(state, event.by)} lets {others} reload"


def table_story(state: State, event: Any, result: Result) -> str:
    return f"a table of {event.width} by {event.depth} cm, zones {result['zone']} cm deep"


def scenery_story(state: State, event: Any, result: Result) -> str:
    return f"{count_text(result['pieces'], 'piece')} of scenery"


def edges_story(state: State, event: Any, result: Result) -> str:
    return ", ".join(f"{side_name(state, side)} in the {result['edges'][side]}" for side in state.sides)

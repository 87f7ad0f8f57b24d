"""What happened, in a sentence for the log: who did what, with what outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ....api import ShapedMapping, count_text, item_keys, plain_data
from ..command import points_words
from ..movement import plain_cm
from ..tables import printed_table
from .acts import Act, ChargeAct, LoadAct, MoveAct
from .naming import brief_name, phase_words, shown_names, side_name, weapon_name, won_words
from .state import State

if TYPE_CHECKING:
    from .combats import CloseCombat
    from .gate import NoFacts, SideEvent
    from .guns import BarrageEvent
    from .moves import Activate, CancelCloak, Enter
    from .opening import FirstPlayer, RedeployEvent, StartTurn
    from .shots import Shoot
    from .small_moves import SmallMove

Result = ShapedMapping  # of an event, in JSON form

OUTCOMES = {"destroyed": "destroyed", "retreat": "it retreats", "stays": "it stays", "no-effect": "no effect"}
CAUSES = {
    "failed-retreat": ", it had no way to retreat",
    "fearless": ", Fearless",
    "for-the-emperor": ", FOR THE EMPEROR",
    "invulnerable": ", Invulnerable",
}


def act_words(state: State, act: Act) -> str:
    """What a member did, for a story: ``a4 Ash Cart moves 8 cm``."""
    named, row = brief_name(state, act.unit), printed_table("acts")[act.do]
    whom = brief_name(state, act.target) if isinstance(act, ChargeAct) else ""
    if isinstance(act, LoadAct):
        whom = brief_name(state, act.transport)
    far = plain_cm(act.distance) if isinstance(act, MoveAct) else ""
    return f"{named} {row['done']}".format(whom=whom, cm=far)


def end_words(state: State, result: Result) -> str:
    """That the battle is won by a side; empty while it goes on."""
    if result.get("winner") is None:
        return ""
    return f"; {won_words(state, result['winner'], result['won_by'])}"


def struck_words(result: Result) -> str:
    """The totals of an attack and what they did: ``10 against 1, destroyed``."""
    totals = f"{result['attack_total']} against {result['defence_total']}"
    return f"{totals}, {OUTCOMES[result['outcome']]}{CAUSES.get(result['cause'], '')}"


def lost_words(state: State, target: str, lost: Iterable[str]) -> str:
    """Who else is lost with a unit, for a story; empty for nobody."""
    others = [one for one in lost if one != target]
    return f", and {shown_names(state, others)} with it" if others else ""


def far_sight_story(state: State, event: SideEvent, result: Result) -> str:
    units = count_text(result["may_redeploy"], "unit")
    return f"{side_name(state, event.side)} has Far Sight: {units} may be placed anew"


def redeploy_story(state: State, event: RedeployEvent, result: Result) -> str:
    return f"{shown_names(state, event.units)} placed anew"


def first_story(state: State, event: FirstPlayer, result: Result) -> str:
    return f"{side_name(state, result['first'])} begins"


def turn_story(state: State, event: StartTurn, result: Result) -> str:
    """Whose turn begins, with how many points."""
    gone = f"; {shown_names(state, result['returned'])} return to the reserve" if result["returned"] else ""
    begins = f"Turn {result['turn']}: {side_name(state, event.side)}"
    return f"{begins}, {points_words(result['command_points'])}{gone}"


def activate_story(state: State, event: Activate, result: Result) -> str:
    """What each member did, and what it cost."""
    return "; ".join(act_words(state, act) for act in event.acts) + f" ({points_words(result['cost'])})"


def enter_story(state: State, event: Enter, result: Result) -> str:
    """Who came in, and what it cost."""
    verb = "enters" if len(event.units) == 1 else "enter"
    return f"{shown_names(state, item_keys(event.units))} {verb} from the reserve ({points_words(result['cost'])})"


def barrage_story(state: State, event: BarrageEvent, result: Result) -> str:
    """Who fired at whom, and what became of each."""
    told = []
    for hit in plain_data(result["results"]):
        what = "skipped" if hit["outcome"] == "skipped" else struck_words(hit)
        told.append(f"{brief_name(state, hit['unit'])} {what}")
    others = [one for one in result["destroyed"] if one not in item_keys(event.targets)]
    lost = f"; {shown_names(state, others)} lost with them" if others else ""
    fire = "fires" if len(event.firing) == 1 else "fire"
    return f"{shown_names(state, event.firing)} {fire} a barrage: {'; '.join(told)}{lost}{end_words(state, result)}"


def shoot_story(state: State, event: Shoot, result: Result) -> str:
    """Who shot at whom, and what became of it."""
    with_ = f", with {len(event.supporters)} in support" if event.supporters else ""
    shot = f"{weapon_name(state, event.attacker.unit, event.attacker.weapon)}{with_}"
    lost = lost_words(state, event.target, result["destroyed"])
    what = f"{struck_words(result)}{lost}{end_words(state, result)}"
    return f"{shot}, shoots at {brief_name(state, event.target)}: {what}"


def small_story(how: str) -> Callable[[State, SmallMove, Result], str]:
    """The story of a small move."""

    def tell_move(state: State, event: SmallMove, result: Result) -> str:
        return f"{brief_name(state, event.unit)} {how} {plain_cm(event.distance)} cm"

    return tell_move


def combat_story(state: State, event: CloseCombat, result: Result) -> str:
    """Who attacked whom, and what became of it."""
    lost = lost_words(state, event.target, result["destroyed"])
    what = f"{struck_words(result)}{lost}{end_words(state, result)}"
    return f"{brief_name(state, event.attacker)} attacks {brief_name(state, event.target)} in close combat: {what}"


def cloak_story(state: State, event: CancelCloak, result: Result) -> str:
    return f"{brief_name(state, event.unit)} is found: its Cloaked is cancelled"


def phase_story(state: State, event: NoFacts, result: Result) -> str:
    return f"The {phase_words(result['phase'])} phase begins"


def end_story(state: State, event: NoFacts, result: Result) -> str:
    return f"The turn ends; {side_name(state, result['active'])} is next"


def stop_story(state: State, event: NoFacts, result: Result) -> str:
    return "The players stop by agreement: nobody wins"

"""Which events are allowed now: game over, phase, own units, enemies, in the fixed order of refusals.

Every test either passes or raises `Refused` with the rule that says no; the first failing test is the one reported.
Here are also the candidates that events have in common.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ....api import (
    Answer,
    Dice,
    Malformed,
    OneOf,
    Place,
    Refused,
    Shaped,
    TabletopError,
    YesNo,
    brief_text,
    cite,
    dataclass,
    did_you_mean,
    fact,
    refuse,
    run_ready_tests,
)
from ..command import points_words
from ..declared import SIDES
from ..judging import Findings
from ..tables import ASSAULT, rule_distance
from .naming import phase_words, short_id, side_name, unit_label
from .state import Side, State, Unit, opponent_of
from .together import is_shared, said_before

# --- candidates ---


def side_answers(place: Place[State]) -> Iterator[Answer]:
    """Both sides, the player on turn first."""
    for side in sorted(SIDES, key=lambda side: side != place.state.active):
        yield Answer(side, side_name(place.state, side), side)


def unit_signature(state: State, unit: Unit) -> str:
    """Units of which this is the same are the same to the rules, wherever they stand."""
    marks = (unit.status, unit.carrier, unit.activated, unit.moved, unit.ran, unit.charged, unit.entered)
    later = (unit.unloaded, unit.fired, unit.shot_at, unit.barraged, unit.cloak_cancelled, unit.free_move)
    leads = unit.id in state.commanders.values()
    fights = (unit.charging, len(state.chargers_of(unit.id)), unit.slipped_away, unit.returned, leads)
    return repr((unit.side, unit.unit, sorted(unit.options.items()), marks, later, fights))


def unit_answers(state: State, which: Iterable[Unit]) -> Iterator[Answer]:
    """Units as answers."""
    for unit in which:
        yield Answer(unit.id, unit_label(state, unit), short_id(unit.id), like=unit_signature(state, unit))


def own_units(state: State, *statuses: str) -> list[Unit]:
    """Units of the player on turn with one of these statuses."""
    return (
        [] if state.active is None else [unit for unit in state.units_of_side(state.active) if unit.status in statuses]
    )


def enemies_on_table(state: State) -> list[Unit]:
    """Enemies on the table."""
    return (
        []
        if state.active is None
        else [one for one in state.units_of_side(opponent_of(state.active)) if one.status == "table"]
    )


def enemy_answers(place: Place[State]) -> Iterator[Answer]:
    """The enemies on the table."""
    return unit_answers(place.state, enemies_on_table(place.state))


def those_or_all(wanted: Iterable[Unit], everybody: Iterable[Unit]) -> list[Unit]:
    """Whom it is about; where there are none, all whom it might be about, so that the rule says why it is nobody."""
    return list(wanted) or list(everybody)


@dataclass(frozen=True, kw_only=True)
class SideEvent:
    """An event that names its side."""

    side: Side = fact(OneOf(SIDES), ask="Which side?", among=side_answers, menu=True)


@dataclass(frozen=True, kw_only=True)
class NoFacts:
    """An event without facts."""


# --- tests ---


def refuse_if(wrong: bool, rule: str, reason: str, text: str = "", **more: Shaped) -> None:
    """Refuse an event where this is so. Errors: `Refused`, see `refuse`."""
    if wrong:
        raise refuse(rule, reason, text, **more)


def ask_now(*answers: object) -> None:
    """People give these answers here, in this order; the rules read them where they need them."""


def run_in_order(*tests: Callable[[], object]) -> None:
    """Tests in the order of refusals. People hear of one that fails as soon as its answers are there.

    The first test asks; what it asks for comes before what the others still want. Errors: `Refused`, `Malformed`.
    """

    def find_error(test: Callable[[], object]) -> TabletopError | None:
        try:
            test()
        except TabletopError as error:
            return error
        return None

    if errors := run_ready_tests([partial(find_error, test) for test in tests]):
        raise errors[0]


def check_passes(looked: Findings, dice: Dice, head: str, **about: Shaped) -> None:
    """Explain in a line all that a rule finds in order. Errors: `Refused`, which tells machines whom it is `about`."""
    try:
        fine = list(looked)
    except Refused as refusal:
        refusal.extra.update(about)
        raise
    if fine:
        dice.explain(f"{head}: {'; '.join(one.text for one in fine)}", *cite(*fine))


def known_weapon(state: State, one: str, weapon: str) -> None:
    """Errors: `Malformed` for a weapon that a unit has not; a missing Assault weapon is a reason instead."""
    weapons = state.profile_of(state.units[one]).weapons
    if weapon not in (*weapons, ASSAULT):
        raise Malformed(f"{one} has no weapon {brief_text(weapon)}", hint=did_you_mean(weapon, list(weapons)))


def check_phase(state: State, *phases: str) -> None:
    """The game goes on, and this event belongs to its phase (TT-WIN-1, TT-R56, TT-TURN-1)."""
    if state.phase == "over":
        refuse_if(state.stopped, "TT-R56", "game-over", "the players have stopped by agreement")
        raise refuse("TT-WIN-1", "game-over", f"{side_name(state, state.winner or '')} has won")
    text = f"the phase is {phase_words(state.phase)}, this is for {' or '.join(map(phase_words, phases))}"
    refuse_if(bool(phases) and state.phase not in phases, "TT-TURN-1", "wrong-phase", text, phase=state.phase)


def check_own(state: State, one: str, *, in_reserve: bool = False) -> None:
    """A unit of the player on turn that is there; `in_reserve`: off the table is fine."""
    unit = state.units[one]
    of = f"it belongs to {side_name(state, unit.side)}"
    refuse_if(unit.side != state.active, "TT-TURN-1", "not-your-unit", of, unit=one)
    refuse_if(not unit.alive, "TT-TURN-1", "destroyed", unit=one)
    refuse_if(unit.in_reserve and not in_reserve, "TT-CMD-6", "off-table", "it is in reserve", unit=one)


def check_enemy(state: State, one: str, rule: str) -> None:
    """A unit of the other player that is not destroyed."""
    refuse_if(state.units[one].side == state.active, rule, "not-an-enemy", unit=one)
    refuse_if(not state.units[one].alive, rule, "target-destroyed", unit=one)


def check_points(state: State, points: int, *priced: str) -> None:
    """The command points last (TT-CMD-5); `priced` are the rules that make the price."""
    left = state.command_points
    text = f"it takes {points_words(points)}, {left} {'is' if left == 1 else 'are'} left"
    if points > left:
        raise refuse("TT-CMD-5", "not-enough-points", text, priced, cost=points, left=left)


def _clear_question(place: Place[State]) -> str:
    who = "Do all of them" if is_shared(place) else "Does {unit}"
    return f"{who} stay more than {rule_distance('clear_of_enemy')} cm from every enemy?"


@dataclass(frozen=True, kw_only=True)
class PathFacts:
    """What people see of the way of a unit."""

    clear_of_enemies: bool = fact(
        YesNo(),
        True,
        ask=_clear_question,
        known=said_before,
        help="it stays clear of every enemy",
        rules=("TT-MOVE-7",),
    )
    impassable: bool = fact(YesNo(), False, help="it enters or crosses impassable ground; with Jump: ends there")


def check_path(state: State, one: str, path: PathFacts) -> None:
    """A way that can be gone: not into impassable ground, not too near to an enemy (TT-MOVE-7)."""
    jumps = state.profile_of(state.units[one]).has_special("jump") and ("TT-MOVE-6", "TT-R45")
    if path.impassable:
        raise refuse("TT-MOVE-7", "impassable", "", jumps, unit=one)
    text = f"it would not stay more than {rule_distance('clear_of_enemy')} cm from every enemy"
    if not path.clear_of_enemies:
        raise refuse("TT-MOVE-7", "too-near-enemy", text, jumps, unit=one)

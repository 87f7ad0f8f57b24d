"""Which events are allowed now: game over, phase, own units, enemies, in the fixed order of refusals.

Every test either passes or raises `Refused` with the rule that says no; the first failing test is the one reported.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....api import Illegal, Malformed, brief, did_you_mean
from ..tables import ASSAULT
from .state import State, Unit, refuse


def known_unit(state: State, one: str) -> Unit:
    """A unit by id. Errors: `Malformed` for an unknown one."""
    if one not in state.units:
        raise Malformed(f"no unit {brief(one)} in this battle", hint=did_you_mean(one, list(state.units)))
    return state.units[one]


def known_weapon(state: State, one: str, weapon: str) -> None:
    """Errors: `Malformed` for a weapon that a unit has not; a missing Assault weapon is a reason instead."""
    weapons = state.profile(known_unit(state, one)).weapons
    if weapon not in (*weapons, ASSAULT):
        raise Malformed(f"{one} has no weapon {brief(weapon)}", hint=did_you_mean(weapon, list(weapons)))


def check_phase(state: State, *phases: str) -> None:
    """The game goes on, and this event belongs to its phase (TT-WIN-1, TT-R56, TT-TURN-1)."""
    if state.phase == "over":
        raise refuse("TT-R56" if state.stopped else "TT-WIN-1", "game-over")
    if phases and state.phase not in phases:
        raise refuse("TT-TURN-1", "wrong-phase", phase=state.phase)


def check_own(state: State, one: str, *, in_reserve: bool = False) -> None:
    """A unit of the player on turn that is there; `in_reserve`: off the table is fine."""
    unit = state.units[one]
    if unit.side != state.active:
        raise refuse("TT-TURN-1", "not-your-unit", unit=one)
    if not unit.alive:
        raise refuse("TT-TURN-1", "destroyed", unit=one)
    if unit.in_reserve and not in_reserve:
        raise refuse("TT-CMD-6", "off-table", unit=one)


def check_enemy(state: State, one: str, rule: str) -> None:
    """A unit of the other player that is not destroyed."""
    unit = state.units[one]
    if unit.side == state.active:
        raise refuse(rule, "not-an-enemy", unit=one)
    if not unit.alive:
        raise refuse(rule, "target-destroyed", unit=one)


def check_path(clear_of_enemies: bool, impassable: bool, one: str) -> None:
    """A way that can be gone (TT-MOVE-7)."""
    if impassable:
        raise refuse("TT-MOVE-7", "impassable", unit=one)
    if not clear_of_enemies:
        raise refuse("TT-MOVE-7", "too-near-enemy", unit=one)


def check_points(state: State, points: int) -> None:
    """The command points last (TT-CMD-5)."""
    if points > state.command_points:
        raise refuse("TT-CMD-5", "not-enough-points", cost=points, left=state.command_points)


def allowed(bans: Iterator[Illegal], **about: object) -> None:
    """Refuse for the first reason of a rule, if there is one."""
    ban = next(bans, None)
    if ban is not None:
        raise refuse(ban.rule, ban.reason, **about)

"""The table as a page: counters side by side with what they mean, every unit, what is going on."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.page import Block, Page, Para, Table
from ..counters import SIDES, Side
from ..melee import Pool
from ..tables import GUNS
from .able import blank_values, there
from .state import Model, State, view
from .words import condition, kind_of, side_name


def headline(state: State) -> str:
    """One line: both counters, and what they mean."""
    counters = "   ".join(f"{side.upper()} {state.used[side]}/{state.limits[side]}" for side in SIDES)
    return f"{counters}   {meaning(state)}"


def meaning(state: State) -> str:
    """What is expected now, in words."""
    if state.goal:
        return f"{side_name(state, state.goal)} has won."
    phase = state.phase
    if phase == "close-combat":
        return "Close combat is being fought."
    if phase == "casualties" and state.combat and state.combat.winner:
        return f"{side_name(state, state.combat.winner)} has won the combat and takes casualties."
    if phase == "leader":
        return f"A new leader is needed: {', '.join(state.leaderless)}."
    now = state.turn
    if now.next is None:
        return "All actions are used. Without a goal reached nobody has won."
    who = side_name(state, now.next)
    if now.catch_up:
        left = actions_to_go(state)
        return f"{who} catches up: {left} single {'action' if left == 1 else 'actions'}."
    return f"{who} acts: one model, or a group."


def actions_to_go(state: State) -> int:
    """Single actions until the running catch-up ends, if nobody reacts (TD-TURN-4)."""
    d = state.used["a"] - state.used["b"]
    return max(1, 1 - d if state.turn.catch_up == "a" else d)


def board(state: State) -> Page:
    """Everything on the table."""
    blocks: list[Block] = [_counters(state), Para(meaning(state), "note"), *_going_on(state)]
    blocks += [_side(state, side) for side in SIDES]
    return Page("The table", tuple(blocks), state.scenario, view(state))


def _counters(state: State) -> Table:
    rows = tuple(
        (
            side_name(state, side), str(state.used[side]), str(state.limits[side] - state.used[side]),
            str(sum(1 for model in state.models.values() if model.side == side and not model.out)),
        )
        for side in SIDES
    )  # fmt: skip
    columns = ("player", "actions used", "left", "models")
    return Table(columns, rows, right=frozenset(columns[1:]))


def _going_on(state: State) -> Iterator[Block]:
    blank = sorted({key for model in there(state) for key in _blank(state, model)})
    if blank:
        keys = ", ".join(blank)
        yield Para(f"Guns that cannot fire, because the rulebook leaves their values blank: {keys}.", "warn")
    if state.moving and state.moving.models:
        left = state.reactive_left
        shots = "one reactive shot" if left == 1 else f"{left} reactive shots"
        yield Para(f"Moving: {', '.join(state.moving.models)}. The other side has {shots} left.")
    if state.combat:
        a, b = state.combat.pools
        yield Para(f"Close combat, {state.combat.rounds} rounds fought: attacker {_pool(a)}; defender {_pool(b)}.")
    for smoke in state.smoke_now():
        left = smoke.ends_at - sum(state.used.values())
        yield Para(f"Smoke of {smoke.by.upper()}, {smoke.cm[0]} x {smoke.cm[1]} cm, for {left} more actions.")


def _blank(state: State, model: Model) -> list[str]:
    guns = [weapon for weapon in model.weapons if weapon in GUNS]
    return [key for gun in guns for kind in (False, True) for key in blank_values(state, model, gun, kind)]


def _pool(pool: Pool) -> str:
    return f"{pool.cc} dice, {pool.armour} armour, {pool.tokens} tokens"


def _side(state: State, side: Side) -> Table:
    rows = []
    for unit in state.units.values():
        if unit.side != side:
            continue
        members = [model for model in state.models.values() if model.unit == unit.id]
        quality = f" ({unit.experience} {unit.maneuverability})" if unit.type == "infantry-unit" else ""
        group = f", group {unit.group}" if unit.group else ""
        for at, model in enumerate(members):
            rows.append((f"{unit.name}{quality}{group}" if at == 0 else "", *_model(state, model)))
    return Table(("unit", "model", "what", "condition"), tuple(rows), side_name(state, side))


def _model(state: State, model: Model) -> tuple[str, str, str]:
    return model.id, kind_of(state, model), condition(model) or "steady"

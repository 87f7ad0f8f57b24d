"""The table as a page: counters side by side with what they mean, every unit, what is going on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ....api import Block, Page, Para, Table, count_text, refusal_of
from ..counters import SIDES, Side, turn_of
from ..shooting import check_weapon
from ..tables import printed_kind
from .naming import condition_text, kind_of
from .state import Model, State, Unit, view


def battle_headline(state: State) -> str:
    """One line: both counters, and what they mean."""
    counters = "   ".join(f"{side.upper()} {state.used[side]}/{state.limits[side]}" for side in SIDES)
    return f"Used: {counters}   {expected_text(state)}"


def expected_text(state: State) -> str:
    """What is expected now, in words."""
    if state.goal:
        return f"{state.side_name(state.goal)} has won."
    phase = state.phase
    if phase == "close-combat":
        return "Close combat is being fought."
    if phase == "casualties" and state.combat and state.combat.winner:
        return f"{state.side_name(state.combat.winner)} has won the combat and takes casualties."
    if phase == "leader":
        unit = state.units[state.leaderless[0]]
        return f"{state.side_name(unit.side)} names a new leader of {unit.id} {unit.name}."
    now = state.turn
    if now.next is None:
        return "All actions are used. Nobody has reached a goal, so nobody has won."
    who = state.side_name(now.next)
    if now.catch_up:
        left = actions_to_go(state)
        return f"{who} catches up: {left} single {'action' if left == 1 else 'actions'}."
    if state.on_the_move:
        return f"{', '.join(state.on_the_move)} on the move; then {who} acts."
    return f"{who} acts: one model, or a group."


def actions_to_go(state: State) -> int:
    """Single actions until the running catch-up ends, if nobody reacts (TD-TURN-4)."""
    side, used, now, actions = state.turn.catch_up, dict(state.used), state.turn, 0
    while side is not None and now.catch_up == side and used[side] < state.limits[side]:
        used[side] += 1
        actions += 1
        now = turn_of(used, side, state.idle, state.house)
    return actions


def battle_board(state: State) -> Page:
    """Everything on the table."""
    blocks: list[Block] = [_counter_table(state), Para(expected_text(state), "note"), *_ongoing_blocks(state)]
    blocks += [_side_table(state, side) for side in SIDES]
    return Page("The table", tuple(blocks), state.scenario, view(state))


def _counter_table(state: State) -> Table:
    rows = tuple(
        (
            state.side_name(side),
            str(state.used[side]),
            str(state.limits[side] - state.used[side]),
            str(sum(1 for model in state.models.values() if model.side == side and not model.out)),
        )
        for side in SIDES
    )
    columns = ("player", "actions used", "left", "models")
    return Table(columns, rows, right=frozenset(columns[1:]))


def _ongoing_blocks(state: State) -> Iterator[Block]:
    blank = sorted({key for model in state.models_there() for key in _blank_values(state, model)})
    if blank:
        keys = ", ".join(blank)
        yield Para(f"Guns that cannot fire, because the rulebook leaves their values blank: {keys}.", "warn")
    if state.on_the_move:
        left = state.reactive_left
        shots = "one reactive shot" if left == 1 else f"{left} reactive shots"
        yield Para(f"Moving: {', '.join(state.on_the_move)}. The other side has {shots} left.")
    if state.combat:
        a, b = state.combat.pools
        fought = f"{count_text(state.combat.rounds, 'round')} fought"
        yield Para(f"Close combat, {fought}: attacker {a.words}; defender {b.words}.")
    for smoke in state.smoke_now():
        left = smoke.ends_at - sum(state.used.values())
        until = f"for {left} more {'action' if left == 1 else 'actions'}"
        yield Para(f"Smoke of {state.side_name(smoke.by)}, {smoke.cm[0]} x {smoke.cm[1]} cm, {until}.")


def _blank_values(state: State, model: Model) -> list[str]:
    guns = [weapon for weapon in model.weapons if weapon.armour_penetrating]
    reload = model.kind is not printed_kind("atg")
    checks = [
        partial(check_weapon, gun, state.house, at_vehicle=at, reload=reload) for gun in guns for at in (False, True)
    ]
    return [key for ban in map(refusal_of, checks) if ban for key in ban.extra.get("missing", ())]


def _side_table(state: State, side: Side) -> Table:
    """One row a unit: who leads it, how many are there, and every model that is not simply steady."""
    units = [unit for unit in state.units.values() if unit.side == side]
    columns = ("unit", "kind", "models", "condition")
    return Table(columns, tuple(_unit_row(state, unit) for unit in units), state.side_name(side))


def _unit_row(state: State, unit: Unit) -> tuple[str, str, str, str]:
    members = [model for model in state.models.values() if model.unit == unit.id]
    left = [model for model in members if not model.out]
    quality = f"{unit.experience} {unit.maneuverability}" if unit.type == "infantry-unit" else ""
    group = f", group {unit.group}" if unit.group else ""
    kind = quality + group or kind_of(state, members[0])
    count = f"{len(left)} of {len(members)}" if len(members) > 1 else members[0].id
    return f"{unit.id} {unit.name}", kind, count, _conditions_text(state, members)


def _conditions_text(state: State, members: list[Model]) -> str:
    """What is known of a unit's models: who they are, who is not simply steady, who is out."""
    here = [model for model in members if not model.out]
    parts = [
        f"{_special_kind(state, model)} {model.id}"
        for model in here
        if len(members) > 1 and _special_kind(state, model)
    ]
    now = [(model.id, condition_text(model)) for model in here if condition_text(model)]
    parts += [told if len(members) == 1 else f"{one} {told}" for one, told in now]
    gone = [model.id for model in members if model.out]
    if gone:
        parts.append("out of action" if len(members) == 1 else f"out: {', '.join(gone)}")
    return "; ".join(parts) if now or gone else "; ".join([*parts, "steady"])


def _special_kind(state: State, model: Model) -> str:
    """What a model is besides a trooper: the leader with its bonus, the armour-piercing weapon, the machine gun."""
    kind = kind_of(state, model)
    return "" if kind == "trooper" else kind

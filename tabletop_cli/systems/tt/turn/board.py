"""The table as a page: whose turn, what is left to do, both sides with every unit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....api import Block, Page, Para, Table, format_fraction
from ..command import points_words
from ..declared import SIDES
from ..tables import printed_table
from ..victory import beaten_at, by_points
from .combats import unfought_defenders
from .gate import enemies_on_table, own_units
from .naming import brief_name, condition_text, shown_names, side_name, unit_name, won_words
from .shots import could_shoot
from .state import Side, State, losses_of, view

_EXPECTED = {
    "setup": "Deploy at the same time and in secret, each in their own strip. Then decide who goes first.",
    "start": "The turn begins with the command roll.",
    "movement": "Activate units and groups. Shooting comes next.",
    "shooting": "Units that did not run, charge or get into a transport may shoot. {said[attacked-once]}",
    "close-combat": "All units that charged must attack.",
}


def battle_headline(state: State) -> str:
    """One line: the turn, whose it is, the phase, command points, losses."""
    losses = "   ".join(
        f"{side.upper()} lost {_count_losses(state, side)}/{len(state.units_of_side(side))}" for side in SIDES
    )
    if state.phase == "over":
        return f"{_end_text(state)}   {losses}"
    if state.active is None:
        return f"Before the battle   {losses}"
    now = f"turn {state.turn}, {state.phase.replace('-', ' ')}"
    if state.phase == "start":
        now = f"turn {state.turn + 1} begins"
    points = f", {points_words(state.command_points)} left" if state.phase in ("movement", "shooting") else ""
    return f"{side_name(state, state.active)}: {now}{points}   {losses}"


def _end_text(state: State) -> str:
    if state.winner is None:
        return "The players have stopped; nobody wins."
    return f"{won_words(state, state.winner, state.won_by)}."


def _count_losses(state: State, side: Side) -> int:
    return sum(not unit.alive for unit in state.units_of_side(side))


def battle_board(state: State) -> Page:
    """Everything on the table and off it."""
    blocks: list[Block] = [_sides_table(state), *_phase_paragraphs(state)]
    blocks += [_units_table(state, side) for side in SIDES]
    return Page("The table", tuple(blocks), battle_headline(state), view(state))


def _sides_table(state: State) -> Table:
    rows = []
    for side in SIDES:
        lost, whole = losses_of(state, side)
        at = beaten_at(whole, by_points=by_points(state.house))
        emperor = "-"
        if state.has_rule(side, "for-the-emperor"):
            emperor = "ready" if side in state.emperor_sides() else "used this turn"
        rows.append(
            (
                side_name(state, side),
                brief_name(state, state.commanders[side]),
                *map(format_fraction, map(Fraction, (lost, at, whole))),
                emperor,
            )
        )
    columns = ("player", "Commander", "lost", "beaten at", "of", "FOR THE EMPEROR")
    return Table(columns, tuple(rows), right=frozenset({"lost", "beaten at", "of"}))


def _phase_paragraphs(state: State) -> Iterator[Block]:
    if state.phase == "over":
        yield Para(_end_text(state), "note")
        return
    yield Para(_EXPECTED[state.phase].format(said=state.house.said), "note")
    if state.phase in ("movement", "shooting"):
        yield Para(f"{points_words(state.command_points).capitalize()} left.")
    if state.phase == "movement":
        waiting = [unit.id for unit in own_units(state, "table", "loaded") if not unit.activated]
        yield Para(f"Not activated yet: {', '.join(waiting) or 'nobody'}.")
    if state.phase == "shooting":
        ready = [unit.id for unit in own_units(state, "table") if could_shoot(state, unit)]
        yield Para(f"May still shoot: {', '.join(ready) or 'nobody'}.")
        spared = [unit.id for unit in enemies_on_table(state) if not (unit.shot_at or unit.barraged)]
        yield Para(f"Not attacked yet this turn: {', '.join(spared) or 'nobody'}.")
    for unit in unfought_defenders(state):
        chargers = shown_names(state, [one.id for one in state.chargers_of(unit.id)])
        yield Para(f"Close combat: {chargers} against {brief_name(state, unit.id)}.")


def _units_table(state: State, side: Side) -> Table:
    rows = []
    for unit in state.units_of_side(side):
        profile = state.profile_of(unit)
        kind = str(printed_table("classes")[profile.unit_class]["name"])
        leads = ", Commander" if unit.id == state.commanders[side] else ""
        what, now = unit_name(state, unit) + leads, condition_text(state, unit) or "ready"
        rows.append((unit.id, what, kind, f"+{profile.armor}", now))
    return Table(
        ("unit", "what", "class", "Armor", "condition"), tuple(rows), side_name(state, side), frozenset({"Armor"})
    )

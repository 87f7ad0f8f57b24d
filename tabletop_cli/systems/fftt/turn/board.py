"""The table as a page: the step, every figure with what it can still afford, what waits; and what each side may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from ....api import Block, Page, Para, Table
from ..tables import action_cost
from ..wounds import is_healer
from .naming import by_number, condition_text, end_words, figure_title, side_name, step_now, won_words
from .phase_steps import can_light_fire, idle_reason
from .state import Piece, State

BEFORE = ("attacker", "table", "scenery", "edges", "deployment")


def battle_headline(state: State) -> str:
    """One line: turn, phase, step, and what is owed."""
    if state.over:
        won = won_words(state, state.over.winner)
        return f"It is over: {won} ({end_words(state.over.by)['name']})."
    if state.explosions:
        return f"Turn {state.turn}, phase {state.phase}: {', '.join(by_number(state.explosions))} explodes."
    idler = f" ({idle_reason(state)})" if idle_reason(state) else ""
    when = "Before the battle" if state.step in BEFORE else f"Turn {state.turn}, phase {state.phase}"
    return f"{when}: {step_now(state)}{idler}."


def battle_board(state: State) -> Page:
    """The table, side by side."""
    blocks: list[Block] = [Para(battle_headline(state))]
    if state.goo:
        areas = "; ".join(f"{one} of turn {area.laid}" for one, area in state.goo.items())
        blocks.append(Para(f"Goo: {areas}"))
    if state.eggs:
        blocks.append(Para("Eggs: " + ", ".join(f"{one} (turn {egg.laid})" for one, egg in state.eggs.items())))
    for side in state.sides:
        shown = [one for one in state.figures.values() if one.side == side]
        if state.secret and not shown:
            blocks.append(Para(f"{side_name(state, side)}: its list is not told yet."))
            continue
        lost = f"{state.lost_fp(side)} of {state.strength[side]} FP lost"
        fallen = [f"{one.id} {one.kind.name}{' (gone)' if one.gone else ''}" for one in shown if not one.lives]
        blocks.append(_side_table(state, side, lost, [one for one in shown if one.lives]))
        if fallen:
            blocks.append(Para(f"Fallen: {', '.join(fallen)}"))
    if state.figures:
        blocks.append(Para("May: m move, l light fire, f fire, o opportunity fire, h heal."))
    return Page("The table", tuple(blocks))


def _side_table(state: State, side: str, lost: str, shown: list[Piece]) -> Block:
    columns: dict[str, Callable[[Piece], str]] = {
        "figure": lambda one: figure_title(one) + (f" ({one.flank} flank)" if one.flank else ""),
        "AP": lambda one: str(one.ap),
        "may": lambda one: action_letters(state, one),
        "state": lambda one: condition_text(state, one) or "fit",
    }
    return Table.from_rows("id", {one.id: one for one in shown}, columns, f"{side_name(state, side)}: {lost}")


def action_letters(state: State, one: Piece) -> str:
    """What a figure can still afford, in letters: move, light fire, fire, opportunity fire, heal (FFTT-AP-3)."""
    if one.flank:
        return "waits"
    free = not state.is_held(one)
    shoots = one.kind.shoots and not one.out
    may = (
        ("m", one.kind.move and one.ap >= action_cost("move") and free),
        ("l", shoots and one.ap >= action_cost("fire") and can_light_fire(state, one)),
        ("f", shoots and one.ap >= action_cost("fire")),
        ("o", shoots and one.kind.opportunity and one.ap >= action_cost("opportunity-fire")),
        ("h", is_healer(one.profile) and one.ap >= action_cost("heal") and free and not one.out),
    )
    return "".join(letter for letter, can in may if can) or "-"


# --- what a side may see


def seen_by(state: State, side: str | None) -> State:
    """Hidden forces, and lists before they are deployed, are not there for the others (FFTT-SETUP-6, FFTT-FLANK-1)."""
    hidden = state.hidden_from(side)
    if not hidden:
        return state
    figures = {name: one for name, one in state.figures.items() if name not in hidden}
    fp = Counter[str]()
    for name in hidden:
        fp[state.figures[name].side] += state.figures[name].kind.fp
    return replace(state, figures=figures, strength={one: whole - fp[one] for one, whole in state.strength.items()})

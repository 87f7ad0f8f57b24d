"""Figures and sides in the words that people read at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....api import Row, ShapedMapping, count_text, natural_key
from .. import REFERENCE
from .state import MOVES, Piece, State


def side_name(state: State, side: str) -> str:
    """A side as people know it: ``A (Night Shift)``."""
    short = side.upper() if len(side) == 1 else side
    return f"{short} ({state.names[side]})" if state.names.get(side) else short


def _step_words(step: str) -> ShapedMapping:
    found: ShapedMapping = REFERENCE.file_data("turn/words")["steps"]["movement" if step in MOVES else step]
    return found


def step_names(*steps: str) -> str:
    """Steps as people call them: ``movement or general fire``."""
    *first, last = dict.fromkeys(str(_step_words(one)["name"]) for one in steps)
    return f"{', '.join(first)} or {last}" if first else last


def step_now(state: State) -> str:
    """The step that a battle has come to: ``light fire``, ``movement of A``."""
    row, sides = _step_words(state.step), ("attacker", "initiative", "mover")
    named = {one: side_name(state, getattr(state, one) or "") for one in sides}
    return str(row.get("now", row["name"])).format(**named)


def end_words(by: str) -> ShapedMapping:
    """A way in which a battle ends: its `name`, and what the beaten side has `lost`."""
    found: ShapedMapping = REFERENCE.file_data("turn/words")["ends"][by]
    return found


def won_words(state: State, winner: str | None) -> str:
    """Who has won: ``A and C have won``, ``a draw``, ``nobody has won``."""
    names = [side_name(state, side) for side in (winner or "").split("+") if side]
    won = "have won" if len(names) > 1 else "has won"
    return "a draw" if winner == "draw" else f"{' and '.join(names) or 'nobody'} {won}"


def figure_title(one: Piece) -> str:
    """What a figure is: its unit, or the name that its owner gave it with that."""
    return f"{one.name} ({one.kind.name})" if one.name else one.kind.name


def shown_name(state: State, one: str) -> str:
    """A figure as people know it: its id and what it is, of one that hides its id alone; or a side."""
    if one in state.sides:
        return side_name(state, one)
    return full_name(state.figures[one]) if one in state.figures and not state.is_hidden(state.figures[one]) else one


def rows_of(state: State, one: str) -> tuple[str, tuple[Row, ...]] | None:
    """Return whose a figure is, and the row of its unit; None for what is no figure."""
    return (state.figures[one].side, (state.figures[one].unit,)) if one in state.figures else None


def by_number(ids: Iterable[str]) -> list[str]:
    """Return ids as people count: a2 before a10. Lists for machines are sorted as texts."""
    return sorted(ids, key=natural_key)


def names_text(state: State, ids: Iterable[str]) -> str:
    """Return some figures as people know them, in the order of their numbers: ``b2 Drone, b10 Grunt``."""
    return ", ".join(shown_name(state, one) for one in by_number(ids))


def full_name(one: Piece) -> str:
    """``b3 Grunt``, also of one that hides."""
    return f"{one.id} {figure_title(one)}"


def condition_text(state: State, one: Piece) -> str:
    """How a figure is, as far as that matters now; empty for one that is as good as new."""
    left = one.profile.wounds - one.suffered
    parts = [f"{left} of {one.profile.wounds} wounds left"] if one.suffered else []
    parts += [one.state] if one.state == "wounded" else []
    parts += [f"{one.pending} pending{'' if one.left else ', dies'}"] if one.pending else []
    parts += ["dies of its miss"] if one.doomed else []
    parts += ["out of ammo"] if one.out else []
    parts += ["reserved"] if one.reserved else []
    parts += [f"{one.store} eaten"] if one.store else []
    parts += ["in goo"] if state.is_in_goo(one.id) else []
    if touched := state.touched_by(one.id):
        fresh = set(state.touched_by(one.id, fresh=True))
        parts.append("touches " + ", ".join(f"{other}{'!' if other in fresh else ''}" for other in by_number(touched)))
    return ", ".join(parts)


def figure_label(state: State, one: Piece) -> str:
    """A figure for a menu: what it is, its action points, its condition."""
    now = condition_text(state, one)
    return f"{figure_title(one)}, {one.ap} AP" + (f" [{now}]" if now else "")


def hurt_words(state: State, wounds: Mapping[str, int]) -> str:
    """``b1 Grunt 2 wounds, b3 Tank 1 wound``."""
    return ", ".join(f"{shown_name(state, one)} {count_text(wounds[one], 'wound')}" for one in by_number(wounds))

"""Figures and sides in the words that people read at the table."""

from __future__ import annotations

from ..profiles import unit
from .state import Piece, State


def side_name(state: State, side: str) -> str:
    """A side as people know it: ``A (Night Shift)``."""
    short = side.upper() if len(side) == 1 else side
    return f"{short} ({state.names[side]})" if state.names.get(side) else short


def title(one: Piece) -> str:
    """What a figure is: its unit, or the name that its owner gave it with that."""
    return f"{one.name} ({one.kind.name})" if one.name else one.kind.name


def name(state: State, one: str) -> str:
    """A figure as people know it: its id and what it is, of one that hides its id alone; or a side."""
    if one in state.sides:
        return side_name(state, one)
    return full_name(state.figures[one]) if one in state.figures and not state.hides(state.figures[one]) else one


def full_name(one: Piece) -> str:
    """``b3 Grunt``, also of one that hides."""
    return f"{one.id} {title(one)}"


def condition(state: State, one: Piece) -> str:
    """How a figure is, as far as that matters now; empty for one that is as good as new."""
    left = one.profile.wounds - one.suffered
    parts = [f"{left} of {one.profile.wounds} wounds left"] if one.suffered else []
    parts += [one.state] if one.state == "wounded" else []
    parts += [f"{one.pending} pending{'' if one.left else ', dies'}"] if one.pending else []
    parts += ["dies of its miss"] if one.doomed else []
    parts += ["out of ammo"] if one.out else []
    parts += ["reserved"] if one.reserved else []
    parts += [f"{one.store} eaten"] if one.store else []
    parts += ["in goo"] if state.in_goo(one.id) else []
    if touched := state.touches(one.id):
        fresh = set(state.touches(one.id, fresh=True))
        parts.append("touches " + ", ".join(f"{other}{'!' if other in fresh else ''}" for other in touched))
    return ", ".join(parts)


def label(state: State, one: Piece) -> str:
    """A figure for a menu: what it is, its action points, its condition."""
    now = condition(state, one)
    return f"{title(one)}, {one.ap} AP" + (f" [{now}]" if now else "")


def hurt_words(state: State, wounds: dict[str, int]) -> str:
    """``b1 Grunt 2, b3 Tank 1``."""
    return ", ".join(f"{name(state, one)} {n}" for one, n in wounds.items())


def unit_name(word: str) -> str:
    return unit(word).name

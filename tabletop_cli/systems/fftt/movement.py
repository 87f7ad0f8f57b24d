"""How far a figure goes (FFTT-MOVE-1, FFTT-MOVE-2, FFTT-MOVE-3)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import ListOf, Situation, YesNo, fact
from .figures import FIGURE, Figure


@dataclass(frozen=True, kw_only=True)
class Move(Situation):
    """Action points spent on moving, one after the other."""

    figure: Figure = fact(FIGURE, ask="Who moves?")
    terrain: tuple[bool, ...] = fact(
        ListOf(YesNo()),
        ask="For each action point: does it lead through forest, water, ruins, rubble or a building?",
        rules=("FFTT-MOVE-2", "FFTT-R27"),
    )


@dataclass(frozen=True)
class Moved:
    """The cm of each action point, and of all of them."""

    per_action: tuple[int | float, ...]
    total: int | float

"""What wounds do to a figure, and who takes them away (FFTT-WOUND-1, FFTT-HEAL-2)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Situation, Whole, fact
from .figures import FIGURE, Figure


@dataclass(frozen=True, kw_only=True)
class WoundState(Situation):
    """A figure that has suffered wounds; those in `figure` do not count."""

    figure: Figure = fact(FIGURE, ask="Which figure?")
    suffered: int = fact(Whole(), ask="How many wounds has it suffered?", rules=("FFTT-WOUND-1",))


@dataclass(frozen=True)
class Wounded:
    """All wounds of a figure, from how many on it is wounded, and its state: fit, wounded or dead."""

    total: int
    threshold: int
    state: str

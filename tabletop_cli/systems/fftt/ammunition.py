"""Who runs out of ammunition (FFTT-AMMO-1, FFTT-AMMO-2, FFTT-AMMO-4)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Situation, Whole, YesNo, fact
from .figures import FIGURE, Figure


@dataclass(frozen=True, kw_only=True)
class Ammo(Situation):
    """A figure that has shot. `sources_left` are the living HQs (insectoids: queens) when the step began."""

    figure: Figure = fact(FIGURE, ask="Who has shot?")
    sources_left: int = fact(
        Whole(),
        ask="How many HQs (insectoids: queens) of its side lived when the step began?",
        rules=("FFTT-AMMO-1", "FFTT-R48"),
    )
    missed: bool = fact(YesNo(), ask="Has any of its throws missed?", rules=("FFTT-R48",))


@dataclass(frozen=True)
class Supply:
    """`ammo`: ok, out or dead."""

    ammo: str

"""The table and its deployment zones (FFTT-SETUP-3, FFTT-SETUP-7)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Situation, Whole, fact


@dataclass(frozen=True, kw_only=True)
class Deployment(Situation):
    """A table; its depth is what lies between the two deployment edges."""

    width: int = fact(Whole(), ask="How wide is the table, in cm?", rules=("FFTT-SETUP-3",))
    depth: int = fact(
        Whole(), ask="How many cm lie between the two deployment edges?", rules=("FFTT-SETUP-3", "FFTT-R11")
    )


@dataclass(frozen=True)
class Zone:
    """How deep the deployment zones are, in cm."""

    zone: int

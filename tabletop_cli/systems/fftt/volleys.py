"""Many shots at one figure (FFTT-SHOOT-7)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import ListOf, Record, Situation, Whole, fact
from .figures import FIGURE, Figure
from .shooting import ShotFacts


@dataclass(frozen=True, kw_only=True)
class VolleyShot(ShotFacts):
    """Some that shoot alike."""

    count: int = fact(Whole(1, 99), 1, ask="How many shoot like this?")


@dataclass(frozen=True, kw_only=True)
class Volley(Situation):
    """Several shoot at one figure."""

    shots: tuple[VolleyShot, ...] = fact(ListOf(Record(VolleyShot)), ask="Who shoots?", help="shots, in order")
    target: Figure = fact(FIGURE, ask="Who is shot at?")


@dataclass(frozen=True)
class Volleyed:
    """All wounds of a volley, and what they make of the target: fit, wounded or dead."""

    wounds: int
    state: str

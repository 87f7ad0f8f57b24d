"""Fire at a single miniature, and a volley of many at one squad (topics Fire, To hit and damage)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import ListOf, Record, Situation, Whole, fact
from .soldiers import FireFacts


@dataclass(frozen=True, kw_only=True)
class Fire(Situation, FireFacts):
    """One soldier fires at one miniature."""


@dataclass(frozen=True, kw_only=True)
class VolleyFire(FireFacts):
    """Some that fire alike."""

    count: int = fact(Whole(1, 1000), 1, ask="How many fire like this?")


@dataclass(frozen=True, kw_only=True)
class Volley(Situation):
    """Many fire at the living miniatures of one squad."""

    start: int = fact(Whole(1), ask="How many miniatures has the squad?")
    actions: tuple[VolleyFire, ...] = fact(ListOf(Record(VolleyFire)), ask="Who fires?", help="fire, in order")

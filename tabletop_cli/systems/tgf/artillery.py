"""Forward observers, and soldiers who come by parachute (TGF-FO-1, TGF-PARA-2)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Nullable, Situation, Whole, fact


@dataclass(frozen=True, kw_only=True)
class Observe(Situation):
    """A forward observer calls for fire."""

    ld: int = fact(Whole(None), ask="What is the observer's LD?", rules=("TGF-R19",))
    actions: int = fact(Whole(), ask="How many actions has he?", rules=("TGF-R53",))
    crew_actions: int | None = fact(
        Nullable(Whole()), None, ask="How many actions has the mortar's crew?", rules=("TGF-R53",)
    )


@dataclass(frozen=True, kw_only=True)
class Parachute(Situation):
    """A soldier jumps from a plane."""

    ld: int = fact(Whole(None), ask="What is the LD of his level, with 1 more for a sergeant?", rules=("TGF-PARA-2",))

"""Hand to hand (FFTT-CC-2, FFTT-CC-3, FFTT-CC-4, FFTT-CC-6)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import ListOf, Situation, YesNo, fact
from .figures import FIGHTER, Fighter


@dataclass(frozen=True, kw_only=True)
class Melee(Situation):
    """A group in hand to hand with one figure."""

    lone: Fighter = fact(FIGHTER, ask="Who fights alone?")
    group: tuple[Fighter, ...] = fact(
        ListOf(FIGHTER, 1, 12), ask="Who fights against it?", help="figures", rules=("FFTT-CC-4", "FFTT-CC-5")
    )
    campaign: bool = fact(
        YesNo(), False, ask="Is it a battle of a campaign? (veterans have +1 there)", rules=("FFTT-R54",)
    )


@dataclass(frozen=True)
class Round:
    """A round: the totals of the group and of the lone figure, the wounds on it, and those of its own blow."""

    group: tuple[int, ...]
    lone: int
    on_lone: int
    blow: int


@dataclass(frozen=True)
class Fought:
    """What came of a melee; `blows` are the wounds of the lone figure's blow of each round, 0 for none."""

    rounds: tuple[Round, ...]
    wounds_on_lone: int
    blows: tuple[int, ...]


@dataclass(frozen=True)
class Deaths:
    """Who dies; None for the opponent where there are several."""

    lone_dead: bool
    opponent_dead: bool | None

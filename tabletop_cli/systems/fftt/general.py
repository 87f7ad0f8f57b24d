"""Generals, their abilities, and experience (FFTT-GEN-1, FFTT-GEN-3, FFTT-XP-1)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Situation, Whole, fact
from .figures import FIGURE, Figure


@dataclass(frozen=True, kw_only=True)
class StormBringer(Situation):
    """A general calls the guns from above. Whether he has the ability is not checked."""

    shooter: Figure = fact(FIGURE, ask="Who calls the storm?")


@dataclass(frozen=True, kw_only=True)
class GeneralAbility(Situation):
    """A general gets an ability."""


@dataclass(frozen=True, kw_only=True)
class Experienced(Situation):
    """A figure that has killed."""

    xp: int = fact(Whole(), ask="How many FP of enemies has it killed?", rules=("FFTT-XP-1",))


@dataclass(frozen=True)
class Stormed:
    """What came of a storm."""

    need: int
    roll: int
    hit: bool
    target_wounds: int


@dataclass(frozen=True)
class AcidStormed(Stormed):
    """The same of one who spits acid."""

    target_in_goo: bool


@dataclass(frozen=True)
class Gifted:
    """The id of an ability."""

    ability: str


@dataclass(frozen=True)
class Bonuses:
    """What experience gives: 1 to hit, a wound, the status, an action, a throw on the table of abilities."""

    shooting: int
    wounds: int
    veteran: bool
    actions: int
    chart_throws: int

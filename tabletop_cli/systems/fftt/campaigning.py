"""The numbers of a campaign: hazards, income, victory points, commanders (FFTT-CAMP-3, FFTT-CAMP-7, FFTT-CAMP-10)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import MapOf, Nullable, OneOf, Situation, Whole, YesNo, fact
from .profiles import UNITS


@dataclass(frozen=True, kw_only=True)
class Hazard(Situation):
    """An army crosses hazards in one move."""

    units: dict[str, int] = fact(
        MapOf(Whole(1), OneOf(UNITS)), ask="How many of which unit has the army?", rules=("FFTT-CAMP-3",)
    )
    hazards: int = fact(Whole(1, 4), 1, ask="How many hazards does it cross?", rules=("FFTT-R70",))


@dataclass(frozen=True, kw_only=True)
class Income(Situation):
    """A player at the end of a week."""

    cities: int = fact(Whole(), ask="How many places does the player own?", rules=("FFTT-CAMP-7",))
    fought: bool = fact(YesNo(), ask="Did the player fight a battle this week?", rules=("FFTT-CAMP-7",))


@dataclass(frozen=True, kw_only=True)
class VictoryPoints(Situation):
    """What a player has achieved."""

    fp_killed: int = fact(Whole(), ask="How many FP has the player killed?", rules=("FFTT-CAMP-10",))
    commanders_killed: int = fact(Whole(), ask="How many commanders in chief?", rules=("FFTT-CAMP-10", "FFTT-R60"))
    cities: int = fact(Whole(), ask="How many places does the player own?")
    month_end: bool = fact(YesNo(), ask="Is it the end of the month?", rules=("FFTT-CAMP-10",))


@dataclass(frozen=True, kw_only=True)
class Commander(Situation):
    """A unit becomes commander in chief."""

    unit: str = fact(OneOf(UNITS), ask="Which unit?", rules=("FFTT-GEN-1",))
    replacement: bool = fact(YesNo(), ask="Does it replace a commander who was killed?", rules=("FFTT-CAMP-11",))
    killed_week: int | None = fact(
        Nullable(Whole(1)), None, ask="In which week was he killed?", rules=("FFTT-CAMP-11", "FFTT-R60")
    )


@dataclass(frozen=True)
class Lost:
    """The score of the dice, the FP that are lost, and whether that is the whole army."""

    score: int
    lost: int
    destroyed: bool


@dataclass(frozen=True)
class Earned:
    """FP."""

    fp: int


@dataclass(frozen=True)
class Scored:
    """Victory points."""

    vp: int


@dataclass(frozen=True)
class Appointed:
    """What a commander costs, and from which week on he may be had."""

    cost: int
    from_week: int

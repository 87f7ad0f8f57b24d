"""The numbers of a campaign: hazards, income, victory points, commanders (FFTT-CAMP-3, FFTT-CAMP-7, FFTT-CAMP-10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from ...api import (
    Dice,
    House,
    Kind,
    Malformed,
    MapOf,
    Nullable,
    Odds,
    Situation,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
    refuse,
)
from .tables import rule_number
from .throws import two_dice
from .titles import TITLES
from .units import UNIT, Unit


@dataclass(frozen=True, kw_only=True)
class Hazard(Situation):
    """An army crosses hazards in one move."""

    units: Mapping[Unit, int] = fact(
        cast(Kind[Mapping[Unit, int]], MapOf(Whole(1), UNIT)),
        ask="How many of which unit has the army?",
        rules=("FFTT-CAMP-3",),
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

    unit: Unit = fact(UNIT, ask="Which unit?", rules=("FFTT-GEN-1",))
    replacement: bool = fact(YesNo(), ask="Does it replace a commander who was killed?", rules=("FFTT-CAMP-11",))
    killed_week: int | None = fact(
        Nullable(Whole(1)), None, ask="In which week was that commander killed?", rules=("FFTT-CAMP-11", "FFTT-R60")
    )

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a replacement of somebody who was never killed."""
        if self.replacement and self.killed_week is None:
            raise Malformed("killed_week is missing: in which week was the old commander killed?")


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


def fp_of(units: Mapping[Unit, int]) -> int:
    """The printed FP of so many of each unit."""
    return sum(one.fp * count for one, count in units.items())


def sums_of(units: Mapping[Unit, int], most: int) -> set[int]:
    """Every total of FP that whole figures make up; of a unit no more figures count than `most`."""
    found = {0}
    for one, count in units.items():
        found = {before + one.fp * n for before in found for n in range(min(count, most) + 1)}
    return found


def due_fp(units: Mapping[Unit, int], score: int, house: House) -> int:
    """The FP that a score removes in whole figures (FFTT-CAMP-3, FFTT-R57)."""
    wanted = min(score, fp_of(units))
    totals = sums_of(units, wanted)  # every figure is worth 1 FP at least, so no more are needed
    if house["hazard-rounding"] == "at-most":
        return max(total for total in totals if total <= wanted)
    return min(total for total in totals if total >= wanted)


def roll_hazards(s: Hazard, dice: Dice) -> Lost:
    """2D6 for each hazard, added up; the owner picks the figures (FFTT-CAMP-3, FFTT-R57, FFTT-R70)."""

    def cross_hazard(before: int, _: int, dice: Dice) -> int:
        return before + two_dice("hazard", dice)

    score = dice.repeat(cross_hazard, 0, range(s.hazards))
    whole, lost = fp_of(s.units), due_fp(s.units, score, s.house)
    text = f"{count_text(s.hazards, 'hazard')}, {score}: {lost} of {whole} FP are lost"
    dice.explain(text, "FFTT-CAMP-3", "FFTT-R57", *(("FFTT-R70",) if s.hazards > 1 else ()), tell="reason")
    return Lost(score, lost, lost == whole)


def weekly_income(s: Income, dice: Dice) -> Earned:
    """4 FP for each place, nothing without a battle (FFTT-CAMP-7)."""
    found = rule_number("income") * s.cities if s.fought else 0
    text = (
        f"{rule_number('income')} FP for each of {count_text(s.cities, 'place')}: {found}"
        if s.fought
        else "no battle: 0"
    )
    dice.explain(text, "FFTT-CAMP-7")
    return Earned(found)


def victory_points(s: VictoryPoints, dice: Dice) -> Scored:
    """1 for each FP killed, 3 more for a commander, 5 for a place at the end of a month (FFTT-CAMP-10, FFTT-R60)."""
    cities = s.cities if s.month_end else 0
    found = s.fp_killed + rule_number("victory_commander") * s.commanders_killed + rule_number("victory_place") * cities
    commanders = count_text(s.commanders_killed, "commander")
    text = f"{s.fp_killed} FP killed, {commanders}, {count_text(cities, 'place')}: {found} VP"
    dice.explain(text, "FFTT-CAMP-10", *(("FFTT-R60",) if s.commanders_killed else ()))
    return Scored(found)


def appoint_commander(s: Commander, dice: Dice) -> Appointed:
    """What a commander costs, 3 FP more for a replacement, and from when on he may be had (FFTT-CAMP-11, FFTT-R60)."""
    if s.unit.headquarters:
        raise refuse("FFTT-CAMP-11", "not-eligible", "An HQ cannot be a commander.", "FFTT-A15")
    cost = s.unit.fp
    if not s.replacement:
        dice.explain(f"{s.unit.name}: {cost} FP, as printed", "FFTT-CAMP-11", "FFTT-GEN-1")
        return Appointed(cost, 1)
    assert s.killed_week is not None  # see `Commander`
    more, week = rule_number("replacement"), s.killed_week + rule_number("replacement_weeks")
    text = f"{cost} + {more} FP; killed in week {s.killed_week}, available from week {week} on"
    dice.explain(text, "FFTT-CAMP-11", "FFTT-R60", tell="reason")
    return Appointed(cost + more, week)


def lost_words(name: str) -> str:
    """An outcome of hazards for people: ``lost-2`` as ``2 FP lost``."""
    return f"{name.removeprefix('lost-')} FP lost"


HAZARD = TITLES.make_resolver(
    "hazard", Hazard, roll_hazards, odds=Odds(lambda s, found: f"lost-{found.lost}", words=lost_words)
)
INCOME = TITLES.make_resolver("income", Income, weekly_income)
VICTORY_POINTS = TITLES.make_resolver("victory-points", VictoryPoints, victory_points)
COMMANDER = TITLES.make_resolver("commander", Commander, appoint_commander)

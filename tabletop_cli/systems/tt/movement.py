"""How far a unit may go, and whether units form a group (TT-MOVE)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ...api import (
    Dice,
    House,
    Illegal,
    Kind,
    ListOf,
    Malformed,
    Number,
    OneOf,
    Resolver,
    Whole,
    YesNo,
    brief,
    fact,
    hidden,
    malformed,
)
from .profiles import Profile
from .situation import TtSituation, UnitFacts
from .tables import distance, table

MOVES = ("move", "run", "charge", "load", "unload", "stay", "enter", "barrage", "free-move", "hit-and-run")


@dataclass(frozen=True)
class Reach:
    """How far a unit may go, in cm; `inside`: how much of that in difficult ground, None where that is no limit."""

    allowance: Fraction
    inside: Fraction | None = None

    def allows(self, moved: Fraction, difficult: Fraction) -> bool:
        return moved <= self.allowance and (self.inside is None or difficult <= self.inside)


def slowed(unit: Profile) -> bool:
    """Whether difficult ground slows a unit (TT-MOVE-4 to 6)."""
    return not (unit.has("jump") or unit.has("all-terrain"))


def reach(unit: Profile, kind: str, difficult: bool, house: House) -> Reach:
    """The allowance of a move, run or charge, of a free move and of Hit & Run; 0 for what moves nobody."""
    if kind in ("free-move", "hit-and-run"):
        return Reach(Fraction(distance(kind.replace("-", "_"))))
    times = table("moves").get(kind)
    if times is None:
        return Reach(Fraction(0))
    hindered = difficult and slowed(unit)
    allowed = unit.move * (times["fast"] if unit.has("fast") and not hindered else times["times"])
    if unit.has("slow"):
        allowed = min(allowed, Fraction(distance("slow")))
    if not hindered:
        return Reach(allowed)
    limit = Fraction(distance("difficult_ground"))
    if house["bad-terrain"] == "part-inside":
        return Reach(allowed, limit if limit < allowed else None)
    return Reach(min(allowed, limit))


def too_far_rule(unit: Profile, kind: str, difficult: bool) -> str:
    """The rule that a move beyond its allowance breaks."""
    if difficult and slowed(unit):
        return "TT-MOVE-4"
    if unit.has("slow"):
        return "TT-MOVE-3"
    return "TT-MOVE-1" if kind == "move" else "TT-MOVE-2"


@dataclass(frozen=True, kw_only=True)
class AllowanceFacts(TtSituation, UnitFacts):
    kind: str = fact(OneOf(MOVES), ask="What does it do?")
    difficult_ground: bool = fact(YesNo(), False, ask="Does any part of the way lie in difficult ground?")
    transferring: bool = fact(YesNo(), False, ask="Does it load or unload somebody?")


@dataclass(frozen=True)
class Allowance:
    """An allowance in cm, whole where it is whole."""

    allowance: int | float
    reach: Reach = hidden(None)


@dataclass(frozen=True)
class PartInside(Allowance):
    """The same with how much of it may lie in difficult ground (TT-R13)."""

    inside: int | float = 0


def allowance(s: AllowanceFacts, dice: Dice) -> Allowance | Illegal:
    """How far may it go? (TT-MOVE-1 to 6, TT-TRANS-4, TT-SHOOT-13)"""
    unit = s.profile(s)
    if s.kind == "run" and s.transferring:
        return Illegal("transport-ran", "TT-TRANS-4")
    if s.kind == "hit-and-run" and not unit.has("hit-and-run"):
        return Illegal("no-hit-and-run", "TT-SHOOT-13")
    found = reach(unit, s.kind, s.difficult_ground, s.house)
    dice.explain(f"{unit.title}: {s.kind} up to {plain_cm(found.allowance)} cm", *_rules(unit, s))
    if found.inside is None:
        return Allowance(plain_cm(found.allowance), found)
    dice.explain(f"at most {plain_cm(found.inside)} cm of it in difficult ground", "TT-R13")
    return PartInside(plain_cm(found.allowance), found, plain_cm(found.inside))


def _rules(unit: Profile, s: AllowanceFacts) -> list[str]:
    if s.kind == "hit-and-run":
        return ["TT-SHOOT-13"]
    if s.kind == "free-move":
        return ["TT-CC-4"]
    rules = ["TT-MOVE-1" if s.kind == "move" else "TT-MOVE-2"]
    rules += ["TT-MOVE-3"] if unit.has("slow") else []
    return rules + (["TT-MOVE-4"] if s.difficult_ground and slowed(unit) else [])


def plain_cm(number: Fraction) -> int | float:
    """A distance for JSON: a whole number where it is one."""
    return number.numerator if number.denominator == 1 else float(number)


@dataclass(frozen=True)
class Gap(Kind):
    """Two units of a group and the gap between their bases in cm: ``[0, 1, 0.5]``."""

    def read(self, value: object, where: str) -> tuple[int, int, Fraction]:
        if not isinstance(value, list | tuple) or len(value) != 3:
            raise malformed(where, f"{brief(value)} is not [unit, unit, cm]", f"give {self.words}")
        one, other = (Whole().read(value[at], f"{where}[{at}]") for at in (0, 1))
        return one, other, Number(0).read(value[2], f"{where}[2]")

    def schema(self) -> dict[str, object]:
        return {"type": "array", "items": {"type": "number", "minimum": 0}, "minItems": 3, "maxItems": 3}

    @property
    def words(self) -> str:
        return "two units, numbered from 0, and the gap in cm: [0, 1, 0.5]"

    def plain(self, value: tuple[int, int, Fraction]) -> list[int | float]:
        one, other, gap = value
        return [one, other, plain_cm(gap)]


@dataclass(frozen=True, kw_only=True)
class UnitGroup(TtSituation):
    n: int = fact(Whole(1, 1000), ask="How many units?")
    gaps: tuple[tuple[int, int, Fraction], ...] = fact(ListOf(Gap()), help="[unit, unit, cm]; others are too far")
    when: str = fact(OneOf(("form", "end")), ask="To form the group, or at the end of its move?")

    def __post_init__(self) -> None:
        super().__post_init__()
        for one, other, _ in self.gaps:
            if max(one, other) >= self.n:
                raise Malformed(f"situation.gaps: unit {max(one, other)} of {self.n}, numbered from 0")


@dataclass(frozen=True)
class Contiguous:
    contiguous: bool


def close_enough(gap: Fraction, when: str, house: House) -> bool:
    """Whether a gap keeps two units together: up to 1 cm to form, below at the end (TT-MOVE-8, TT-R2)."""
    strict = house["cohesion"] == "strict" or (house["cohesion"] == "literal" and when == "end")
    return gap < distance("cohesion") if strict else gap <= distance("cohesion")


def connected(n: int, links: Iterable[tuple[int, int]]) -> bool:
    """Whether all of `n` units hang together."""
    near: dict[int, set[int]] = {one: set() for one in range(n)}
    for one, other in links:
        near[one].add(other)
        near[other].add(one)
    reached, edge = {0}, {0}
    while edge:
        edge = {other for one in edge for other in near[one]} - reached
        reached |= edge
    return len(reached) == n


def group(s: UnitGroup, dice: Dice) -> Contiguous:
    """Is this one group? (TT-MOVE-8)"""
    links = [(one, other) for one, other, gap in s.gaps if close_enough(gap, s.when, s.house)]
    found = connected(s.n, links)
    dice.explain(f"{s.n} units {'are' if found else 'are not'} one group", "TT-MOVE-8")
    return Contiguous(found)


RESOLVERS = (
    Resolver(
        id="allowance",
        title="How far may it go?",
        situation=AllowanceFacts,
        rule=allowance,
        rules=("TT-MOVE-1", "TT-MOVE-2", "TT-MOVE-3", "TT-MOVE-4", "TT-MOVE-5", "TT-MOVE-6", "TT-TRANS-4"),
        example={"unit": "howling-banshees", "kind": "charge"},
    ),
    Resolver(
        id="group",
        title="Is this one group?",
        situation=UnitGroup,
        rule=group,
        rules=("TT-MOVE-8",),
        says_legal=False,
        example={"n": 3, "gaps": [[0, 1, 0.5], [1, 2, 1]], "when": "form"},
    ),
)

"""Who sees what, and what hides it: line of sight, arcs, cover (TD-LOS, TD-ARC, TD-COVER)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ...api import Dice, House, ListOf, Malformed, Number, OneOf, Record, Resolver, Situation, Text, YesNo, fact
from .tables import LINEAR, STATUSES, TERRAIN, gives_cover, number


@dataclass(frozen=True, kw_only=True)
class Standing:
    """Where somebody stands, as players see it on the table."""

    terrain: str = fact(OneOf(TERRAIN), "open", ask="What ground does the target stand on?")
    next_to_linear: bool = fact(YesNo(), False, ask="Is the target next to a hedge, wall or fence?")
    line_crosses_it: bool = fact(
        YesNo(),
        False,
        ask="Does the line of fire cross it?",
        help="counts only under the house rule linear_cover = crossed",
        when=lambda given: bool(given.get("next_to_linear")) and given.get("house.linear_cover") == "crossed",
    )


@dataclass(frozen=True, kw_only=True)
class Ground(Standing):
    """Where a target stands: all that its cover depends on."""

    large: bool = fact(YesNo(), False, ask="Is the target large?", help="large targets never have cover")


@dataclass(frozen=True, kw_only=True)
class Target(Ground):
    """A model of infantry that is shot at."""

    status: str = fact(OneOf(STATUSES), "none", ask="What is the target's status?")
    fast: bool = fact(YesNo(), False, ask="Is the target fast?", help="fast infantry cannot be pinned")

    def __post_init__(self) -> None:
        if self.fast and self.status == "pinned":
            raise Malformed("target: a fast model is never pinned (TD-FIRE-5)", where="target")


def has_cover(ground: Ground, fire: str, house: House) -> bool:
    """Whether a target has cover against ``direct`` or ``indirect`` fire (TD-COVER-1 to 3, TD-R36)."""
    if ground.large:
        return False
    if gives_cover(ground.terrain, fire):
        return True
    if fire != "direct" or not ground.next_to_linear:
        return False
    return house["linear_cover"] == "next-to" or ground.line_crosses_it


def explain_cover(ground: Ground, fire: str, covered: bool, dice: Dice) -> None:
    """Say why a target has cover, or has none where one might expect it."""
    rule = "TD-COVER-1" if fire == "direct" else "TD-COVER-2"
    if covered:
        by = ground.terrain if gives_cover(ground.terrain, fire) else "a hedge, wall or fence beside it"
        dice.explain(f"the target has cover: {by}", rule)
    elif ground.large:
        dice.explain("no cover: the target is large", "TD-COVER-3")


@dataclass(frozen=True, kw_only=True)
class CoverQuestion(Situation):
    fire: str = fact(OneOf(("direct", "indirect")), ask="What kind of fire?")
    target: Target = fact(Record(Target), Target())


@dataclass(frozen=True)
class Covered:
    cover: bool


def cover(s: CoverQuestion, dice: Dice) -> Covered:
    """Does the target have cover? (TD-COVER-1 to 3)"""
    covered = has_cover(s.target, s.fire, s.house)
    explain_cover(s.target, s.fire, covered, dice)
    return Covered(covered)


@dataclass(frozen=True, kw_only=True)
class Item:
    """One piece of what lies on the line: a patch, a linear feature, or smoke."""

    patch: str | None = fact(Text(), None, ask="Name of the patch")
    terrain: str | None = fact(OneOf(TERRAIN), None, ask="Its terrain")
    mm: Fraction | None = fact(
        Number(minimum=0), None, ask="Length of the line in it, in mm", help="absent: a standard base or more"
    )
    linear: str | None = fact(OneOf(LINEAR), None, ask="Hedge, wall or fence?")
    smoke: bool | None = fact(OneOf((True,)), None, ask="Smoke?")

    def __post_init__(self) -> None:
        kinds = (self.patch is not None or self.terrain is not None, self.linear is not None, self.smoke is not None)
        whole = (self.patch is not None) == (self.terrain is not None)
        if sum(kinds) != 1 or not whole or (self.mm is not None and self.patch is None):
            raise Malformed(
                "line: each item is a patch with its terrain, or a linear feature, or smoke",
                hint='e.g. {"patch": "wood", "terrain": "forest", "mm": 40}, {"linear": "wall"}, {"smoke": true}',
            )


@dataclass(frozen=True, kw_only=True)
class SightLine(Situation):
    line: tuple[Item, ...] = fact(
        ListOf(Record(Item), minimum=1), ask="What lies on the line between the two models, in order?"
    )

    def __post_init__(self) -> None:
        if self.line[0].patch is None or self.line[-1].patch is None:
            raise Malformed("line: the first and the last item are the patches the two models stand in")


@dataclass(frozen=True)
class Sight:
    visible: bool
    reasons: tuple[str, ...]


def line_of_sight(s: SightLine, dice: Dice) -> Sight:
    """Can the two models see each other? (TD-LOS-1 to 7)"""
    reasons = set()
    if _borders_block(s):
        reasons.add("borders")
        dice.explain("two terrain borders on the line, a standard base or more apart", "TD-LOS-2", "TD-LOS-3")
    if any(_linear_blocks(s.line, at) for at, item in enumerate(s.line) if item.linear):
        reasons.add("linear")
        dice.explain("a hedge, wall or fence with neither model near it", "TD-LOS-4")
    if s.house["smoke"] == "blocks-los" and any(item.smoke for item in s.line):
        reasons.add("smoke")
        dice.explain("smoke lies on the line", "TD-LOS-6")
    if not reasons:
        dice.explain("nothing on the line blocks the view", "TD-LOS-7")
    return Sight(not reasons, tuple(sorted(reasons)))


def _is_a_base(lengths: Iterable[Fraction | None]) -> bool:
    """Whether pieces of line add up to a standard base; a piece without length is one (TD-R55)."""
    known = list(lengths)
    return None in known or sum((mm for mm in known if mm is not None), Fraction(0)) >= number("standard_base_mm")


def _borders_block(s: SightLine) -> bool:
    """Two borders at least a base apart; depressions drop out with their borders (TD-LOS-2, 3, 5; TD-R54)."""
    kept = [item for item in s.line if item.patch is not None and item.terrain != "depression"]
    same_terrain_counts = s.house["equal_terrain_border"] == "counts"
    borders = [
        at
        for at, (near, far) in enumerate(pairwise(kept))
        if near.patch != far.patch and (same_terrain_counts or near.terrain != far.terrain)
    ]
    return len(borders) > 1 and _is_a_base(item.mm for item in kept[borders[0] + 1 : borders[-1] + 1])


def _linear_blocks(line: tuple[Item, ...], at: int) -> bool:
    """Both models are a standard base or more from the feature (TD-LOS-4)."""
    sides = (line[:at], line[at + 1 :])
    return all(_is_a_base(item.mm for item in side if item.patch is not None) for side in sides)


@dataclass(frozen=True, kw_only=True)
class Bearing(Situation):
    arc: Fraction = fact(Number(minimum=0), ask="How wide is the arc, in degrees?")
    bearing: Fraction = fact(Number(), ask="Bearing of the target off the model's facing, in degrees?")


@dataclass(frozen=True)
class InArc:
    in_arc: bool


def arc(s: Bearing, dice: Dice) -> InArc:
    """Is the target within the arc, bounds included? (TD-ARC-1, TD-R66)"""
    off = abs((s.bearing + 180) % 360 - 180)
    inside = off <= s.arc / 2
    dice.explain(f"{float(off):g} degrees off the facing, {float(s.arc / 2):g} allowed to each side", "TD-ARC-1")
    return InArc(inside)


RESOLVERS = (
    Resolver(
        id="los",
        title="Can two models see each other?",
        situation=SightLine,
        rule=line_of_sight,
        rules=tuple(f"TD-LOS-{n}" for n in range(1, 8)),
        example={
            "line": [
                {"patch": "wood", "terrain": "forest"},
                {"patch": "meadow", "terrain": "open"},
                {"patch": "house", "terrain": "ruin"},
            ]
        },
    ),
    Resolver(
        id="arc",
        title="Is the target in the arc?",
        situation=Bearing,
        rule=arc,
        rules=("TD-ARC-1",),
        example={"arc": 90, "bearing": -45},
    ),
    Resolver(
        id="cover",
        title="Does the target have cover?",
        situation=CoverQuestion,
        rule=cover,
        rules=("TD-COVER-1", "TD-COVER-2", "TD-COVER-3"),
        example={"fire": "direct", "target": {"terrain": "rough"}},
    ),
)

__all__ = ["RESOLVERS", "Ground", "Target", "explain_cover", "has_cover"]

"""Who sees what, and what hides it: line of sight, arcs, cover."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Malformed,
    Number,
    OneOf,
    Record,
    Situation,
    Text,
    YesNo,
    cite,
    count_text,
    dataclass,
    fact,
    peek,
)
from .tables import LINEAR, NO_SWITCH, STATUSES, TERRAIN, Kind, gives_cover, rule_number, terrain_name
from .titles import TITLES


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


def find_cover(ground: Ground, fire: str, house: House) -> Finding[bool]:
    """Return whether a target has cover against ``direct`` or ``indirect`` fire, and what gives it or gives none.

    Rules: TD-COVER-1, TD-COVER-2, TD-COVER-3, TD-R8, TD-R35, TD-R36, TD-R58.
    """
    rule = "TD-COVER-1" if fire == "direct" else "TD-COVER-2"
    if ground.large:
        return Finding(False, lambda: _large_text(ground, fire, house), "TD-COVER-3", "TD-R8")
    if covers := _covers_of(ground, fire, house):
        rulings = BESIDE in covers and ("TD-R36", "TD-R58"), len(covers) > 1 and "TD-R35"
        return Finding(True, lambda: f"the target has cover: {' and '.join(covers)}", rule, *rulings)
    if fire == "direct" and ground.next_to_linear:
        return Finding(False, f"no cover: the line of fire does not cross {BESIDE}", rule, "TD-R36")
    return Finding(False, lambda: _no_cover_text(ground, fire), rule)


def _covers_of(ground: Ground, fire: str, house: House) -> tuple[str, ...]:
    """Return what a target that is not large has cover from, inside a sentence.

    The hedge, wall or fence beside it counts always, or where the line of fire crosses it (TD-R36).
    """

    def counts_beside() -> bool:
        return ground.next_to_linear and (house["linear_cover"] == "next-to" or ground.line_crosses_it)

    hard = gives_cover(ground.terrain, fire)
    # Cover is no better twice (TD-R35): who has it already is told of the other where it is known, and not asked.
    beside = fire == "direct" and (peek(counts_beside, False) if hard else counts_beside())
    return (*((terrain_name(ground.terrain),) if hard else ()), *((BESIDE,) if beside else ()))


def _large_text(ground: Ground, fire: str, house: House) -> str:
    nothing: tuple[str, ...] = ()
    spared = peek(lambda: _covers_of(ground, fire, house), nothing)
    spite = f" despite {' and '.join(spared)}" if spared else ""
    return f"no cover{spite}: the target is large"


def _no_cover_text(ground: Ground, fire: str) -> str:
    near = f" and {BESIDE} give" if peek(lambda: ground.next_to_linear, False) else " gives"
    against = "direct fire" if fire == "direct" else "indirect fire"
    return f"no cover: {terrain_name(ground.terrain)}{near} none from {against}"


BESIDE = "the hedge, wall or fence beside it"


@dataclass(frozen=True, kw_only=True)
class CoverQuestion(Situation):
    fire: str = fact(OneOf(("direct", "indirect")), ask="What kind of fire?")
    target: Target = fact(Record(Target), Target())


@dataclass(frozen=True)
class Covered:
    cover: bool


def judge_cover(s: CoverQuestion, dice: Dice) -> Covered:
    """Does the target have cover? (TD-COVER-1, TD-COVER-2, TD-COVER-3)"""
    return Covered(dice.report(find_cover(s.target, s.fire, s.house)))


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

    @property
    def feature(self) -> str | None:
        """The linear feature that it is, None for anything else."""
        return None if self.patch is not None else self.linear

    @property
    def is_smoke(self) -> bool:
        return self.patch is None and self.linear is None and bool(self.smoke)


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
    """Can the two models see each other?

    Rules: TD-LOS-1, TD-LOS-2, TD-LOS-3, TD-LOS-4, TD-LOS-5, TD-LOS-6, TD-LOS-7.
    """
    reasons = set()
    if _borders_block(s, dice):
        reasons.add("borders")
    in_the_way = [_linear_blocks(s.line, at, dice) for at, item in enumerate(s.line) if item.feature]
    if any(in_the_way):
        reasons.add("linear")
    if any(item.is_smoke for item in s.line):
        blocks = s.house["smoke"] == "blocks-los"
        dice.explain(f"smoke on the line: it {'blocks' if blocks else 'does not block'}", "TD-LOS-6", "TD-R39")
        reasons |= {"smoke"} if blocks else set()
    if reasons:
        dice.explain(f"no line of sight: {', '.join(sorted(reasons))}", "TD-LOS-1", "TD-LOS-7")
    else:
        dice.explain("nothing on the line blocks the view", "TD-LOS-1", "TD-LOS-7", "TD-LOS-5", "TD-R56")
    return Sight(not reasons, tuple(sorted(reasons)))


def _total_length(pieces: Iterable[Item]) -> Fraction | None:
    """The length of pieces of line in mm; a piece without length is a base or more, and so is the whole (None)."""
    known = [item.mm for item in pieces]
    return None if None in known else sum((mm for mm in known if mm is not None), Fraction(0))


def _is_a_base(length: Fraction | None) -> bool:
    """Whether a length is a standard base or more (TD-R55)."""
    return length is None or length >= rule_number("standard_base_mm")


def _length_text(length: Fraction | None) -> str:
    return "a base or more" if length is None else f"{float(length):g} mm"


def _borders_block(s: SightLine, dice: Dice) -> bool:
    """Two borders at least a base apart; depressions drop out with their borders.

    Rules: TD-LOS-2, TD-LOS-3, TD-LOS-5, TD-R54, TD-R55.
    """
    patches = [item for item in s.line if item.patch is not None]
    kept = [item for item in patches if item.terrain != "depression"]
    if dropped := len(patches) - len(kept):
        dice.explain(
            f"{count_text(dropped, 'depression')} on the line: left out, borders included", "TD-LOS-5", "TD-R54"
        )
    borders, ignored = _find_borders(s, kept)
    if ignored:
        dice.explain(
            f"{count_text(ignored, 'border')} between equal terrain: ignored by the house rules", "TD-LOS-2", "TD-R54"
        )
    if len(borders) < 2:
        text = f"{count_text(len(borders), 'border')} on the line: 2 are needed to block"
        dice.explain(text, *cite("TD-LOS-2", "TD-LOS-3", len(borders) > 0 and "TD-R54"))
        return False
    apart = _total_length(kept[borders[0] + 1 : borders[-1] + 1])
    blocks, base = _is_a_base(apart), rule_number("standard_base_mm")
    text = f"{len(borders)} borders on the line, {_length_text(apart)} from first to last: they block from {base} mm on"
    dice.explain(text, "TD-LOS-2", "TD-LOS-3", "TD-R54", "TD-R55")
    return blocks


def _find_borders(s: SightLine, kept: list[Item]) -> tuple[list[int], int]:
    """Where the borders lie between the patches, and how many between equal terrain are ignored (TD-R54)."""
    changes = [at for at, (near, far) in enumerate(pairwise(kept)) if near.patch != far.patch]
    if s.house["equal_terrain_border"] == "counts":
        return changes, 0
    borders = [at for at in changes if kept[at].terrain != kept[at + 1].terrain]
    return borders, len(changes) - len(borders)


def _linear_blocks(line: tuple[Item, ...], at: int, dice: Dice) -> bool:
    """Both models are a standard base or more from the feature (TD-LOS-4, TD-R55, TD-R58)."""
    sides = (line[:at], line[at + 1 :])
    near, far = (_total_length(item for item in side if item.patch is not None) for side in sides)
    blocks = _is_a_base(near) and _is_a_base(far)
    verdict = "it blocks" if blocks else "one model is next to it, and it does not block"
    dice.explain(
        f"{line[at].linear}, {_length_text(near)} from one model, {_length_text(far)} from the other: {verdict}",
        "TD-LOS-4",
        "TD-R55",
        "TD-R58",
    )
    return blocks


@dataclass(frozen=True, kw_only=True)
class Bearing(Situation):
    arc: Fraction = fact(Number(minimum=0), ask="How wide is the arc, in degrees?")
    bearing: Fraction = fact(Number(), ask="Bearing of the target off the model's facing, in degrees?")


@dataclass(frozen=True)
class InArc:
    in_arc: bool


def judge_arc(s: Bearing, dice: Dice) -> InArc:
    """Is the target within the arc, bounds included? (TD-ARC-1, TD-R66)"""
    off = abs((s.bearing + 180) % 360 - 180)
    inside = off <= s.arc / 2
    text = f"{float(off):g} degrees off the facing, {float(s.arc / 2):g} allowed to each side"
    dice.explain(f"{text}: {'in' if inside else 'not in'} the arc", "TD-ARC-1", "TD-R66")
    return InArc(inside)


def arc_of(kind: Kind, house: House) -> int:
    """The arc of a kind of model (as in close combat) in degrees, both sides together (TD-ARC-1, TD-R10)."""
    return kind.arc or 360 if kind.arc_switch == NO_SWITCH else int(house[kind.arc_switch])


LOS = TITLES.make_resolver(
    "los",
    SightLine,
    line_of_sight,
    rules=("TD-LOS-1", "TD-LOS-2", "TD-LOS-3", "TD-LOS-4", "TD-LOS-5", "TD-LOS-6", "TD-LOS-7"),
)

ARC = TITLES.make_resolver("arc", Bearing, judge_arc, rules=("TD-ARC-1",))

COVER = TITLES.make_resolver("cover", CoverQuestion, judge_cover, rules=("TD-COVER-1", "TD-COVER-2", "TD-COVER-3"))

"""How far a move goes, and what a way costs (TGF-MOVE-1, TGF-MOVE-2, TGF-MOVE-3)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, prod

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Number,
    OneOf,
    Record,
    Situation,
    Whole,
    count_text,
    dataclass,
    fact,
    format_fraction,
)
from .profiles import GROUND, rule_number
from .terms import format_cm
from .texts import TITLES

SLOWING = tuple(name for name, row in GROUND.printed.items() if row.share is not None)


@dataclass(frozen=True, kw_only=True)
class MoveAllowance(Situation):
    """One move action."""

    modifiers: tuple[str, ...] = fact(ListOf(OneOf(SLOWING)), (), ask="What slows the move down?")


@dataclass(frozen=True, kw_only=True)
class Segment:
    """A part of a way."""

    cm: Fraction = fact(Number(0), ask="How many cm?")
    modifiers: tuple[str, ...] = fact(ListOf(OneOf(SLOWING)), (), ask="What slows the move down there?")


@dataclass(frozen=True, kw_only=True)
class MoveCost(Situation):
    """A way over different ground."""

    segments: tuple[Segment, ...] = fact(
        ListOf(Record(Segment)), (), ask="What does the move cross?", rules=("TGF-MOVE-3",)
    )
    posture: tuple[str, ...] = fact(ListOf(OneOf(SLOWING)), (), ask="What slows the whole way down?")
    obstacles: int = fact(Whole(), 0, ask="How many low obstacles and closed doors are on the way?")


POSTURES = {"prone": "TGF-PRONE-1", "hidden": "TGF-HIDE-2", "gun": "TGF-GUN-1", "suppressed": "TGF-SUP-4"}


def find_share(keys: Sequence[str], house: House) -> Finding[Fraction]:
    """Return how much of a move is left: ``prone x 1/3, difficult x 1/2`` (TGF-MOVE-1, TGF-R50).

    All multipliers are multiplied, or the smallest of them counts; each row counts once, however often it is named.
    """
    shares = {key: share for key in keys if (share := GROUND.printed[key].share) is not None}
    worst = house["move-stacking"] == "worst"
    left = min(shares.values(), default=Fraction(1)) if worst else prod(shares.values(), start=Fraction(1))

    def share_text() -> str:
        return ", ".join(f"{key} x {format_fraction(share)}" for key, share in shares.items())

    return Finding(left, share_text, shares and "TGF-R50", [rule for key, rule in POSTURES.items() if key in shares])


@dataclass(frozen=True)
class Allowance:
    """How far one move action goes, in cm."""

    cm: Fraction


def move_allowance(s: MoveAllowance, dice: Dice) -> Allowance:
    """How far does one move action go? Nothing is rounded (TGF-MOVE-1, TGF-R50)."""
    share, whole = find_share(s.modifiers, s.house), rule_number("move_cm")
    worst = ", only the worst counts" if s.house["move-stacking"] == "worst" else ""
    slowed = f" x ({share.text}{worst})" if s.modifiers else ""
    dice.explain(f"{whole} cm{slowed}: {format_cm(whole * share.value)}", "TGF-MOVE-1", *share.rules)
    return Allowance(whole * share.value)


@dataclass(frozen=True)
class MoveActions:
    actions: int


def move_cost(s: MoveCost, dice: Dice) -> MoveActions:
    """How many actions does a way take? (TGF-MOVE-2, TGF-R50)"""
    total = Fraction(0)
    for one in s.segments:
        share = find_share((*one.modifiers, *s.posture), s.house)
        cost = one.cm / share.value
        total += cost
        slowed = f" at {words}" if (words := share.text) else ""
        dice.explain(f"{format_cm(one.cm)}{slowed}: {format_cm(cost)} of moving", "TGF-MOVE-2", *share.rules)
    moves = ceil(total / rule_number("move_cm"))
    words = f"{format_cm(total)}, {rule_number('move_cm')} each: {count_text(moves, 'move')}"
    over = f", and {count_text(s.obstacles, 'obstacle')}" if s.obstacles else ""
    rules = ("TGF-MOVE-3", "TGF-R50", "TGF-ACT-4") if s.obstacles else ()
    dice.explain(words + over, "TGF-MOVE-2", *rules)
    return MoveActions(moves + s.obstacles)


MOVE_ALLOWANCE = TITLES.make_resolver("move-allowance", MoveAllowance, move_allowance, says_legal=False)
MOVE_COST = TITLES.make_resolver("move-cost", MoveCost, move_cost, says_legal=False)

"""How far a move goes, and what a way costs (TGF-MOVE-1, TGF-MOVE-2, TGF-MOVE-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, prod

from ...api import Dice, House, ListOf, Number, OneOf, Record, Situation, Whole, counted, dataclass, fact, mixed
from .profiles import GROUND, number
from .terms import cm
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
    obstacles: int = fact(Whole(), 0, ask="How many low obstacles and closed doors are on it?")


def share_of(keys: Iterable[str], house: House) -> Fraction:
    """How much of a move is left: all multipliers multiplied, or the smallest of them (TGF-MOVE-1, TGF-R50).

    Each row counts once, however often it is named.
    """
    shares = [share for key in set(keys) if (share := GROUND.printed[key].share) is not None]
    if house["move-stacking"] == "worst":
        return min(shares, default=Fraction(1))
    return prod(shares, start=Fraction(1))


def share_words(keys: Iterable[str]) -> str:
    """The rows that count, with their multipliers: ``prone x 1/3, difficult x 1/2``."""
    return ", ".join(f"{key} x {mixed(GROUND.printed[key].share or Fraction(1))}" for key in dict.fromkeys(keys))


POSTURES = {"prone": "TGF-PRONE-1", "hidden": "TGF-HIDE-2", "gun": "TGF-GUN-1", "suppressed": "TGF-SUP-4"}


def share_rules(keys: Sequence[str]) -> list[str]:
    """The rules that slow a move down (TGF-R50)."""
    return [*(["TGF-R50"] if keys else []), *(rule for key, rule in POSTURES.items() if key in keys)]


@dataclass(frozen=True)
class Allowance:
    """How far one move action goes, in cm."""

    cm: Fraction


def move_allowance(s: MoveAllowance, dice: Dice) -> Allowance:
    """How far does one move action go? Nothing is rounded (TGF-MOVE-1, TGF-R50)."""
    keys = s.modifiers
    found = number("move_cm") * share_of(keys, s.house)
    worst = ", only the worst counts" if s.house["move-stacking"] == "worst" else ""
    slowed = f" x ({share_words(keys)}{worst})" if keys else ""
    dice.explain(f"{number('move_cm')} cm{slowed}: {cm(found)}", "TGF-MOVE-1", *share_rules(keys))
    return Allowance(found)


@dataclass(frozen=True)
class MoveActions:
    actions: int


def move_cost(s: MoveCost, dice: Dice) -> MoveActions:
    """How many actions does a way take? (TGF-MOVE-2, TGF-R50)"""
    total = Fraction(0)
    for one in s.segments:
        keys = (*one.modifiers, *s.posture)
        cost = one.cm / share_of(keys, s.house)
        total += cost
        slowed = f" at {share_words(keys)}" if keys else ""
        dice.explain(f"{cm(one.cm)}{slowed}: {cm(cost)} of moving", "TGF-MOVE-2", *share_rules(keys))
    moves = ceil(total / number("move_cm"))
    words = f"{cm(total)}, {number('move_cm')} each: {counted(moves, 'move')}"
    over = f", and {counted(s.obstacles, 'obstacle')}" if s.obstacles else ""
    dice.explain(words + over, "TGF-MOVE-2", *(["TGF-MOVE-3", "TGF-R50", "TGF-ACT-4"] if s.obstacles else []))
    return MoveActions(moves + s.obstacles)


MOVE_ALLOWANCE = TITLES.resolver("move-allowance", MoveAllowance, move_allowance, says_legal=False)
MOVE_COST = TITLES.resolver("move-cost", MoveCost, move_cost, says_legal=False)

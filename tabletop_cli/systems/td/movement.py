"""How many move actions a path takes (TD-MOVE)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Dice, ListOf, OneOf, Resolver, Situation, YesNo, fact
from .tables import LINEAR

CROSSINGS = ("border", *LINEAR)


@dataclass(frozen=True, kw_only=True)
class Path(Situation):
    path: tuple[str, ...] = fact(
        ListOf(OneOf(CROSSINGS)), ask="Which borders, hedges, walls and fences does the straight path cross, in order?"
    )
    starts_next: bool = fact(
        YesNo(),
        False,
        ask="Does the model start next to the first hedge, wall or fence?",
        when=lambda given: any(one in LINEAR for one in given.get("path", ())),
    )
    ends_next: bool = fact(
        YesNo(),
        False,
        ask="Does the model end next to the last hedge, wall or fence?",
        when=lambda given: any(one in LINEAR for one in given.get("path", ())),
    )
    fast: bool = fact(YesNo(), False, ask="Is it a fast vehicle?", help="two moves of a fast vehicle count as one")


@dataclass(frozen=True)
class Moves:
    """Move actions that a path takes, and what they add to the counter."""

    moves: int
    counted: int


def moves_needed(path: tuple[str, ...], starts_next: bool, ends_next: bool) -> int:
    """Each linear feature 1; each stretch before, between and after them its borders, at least 1 (TD-MOVE-2 to 4)."""
    stretches = [0]
    for crossing in path:
        if crossing == "border":
            stretches[-1] += 1
        else:
            stretches.append(0)
    features = len(stretches) - 1
    if not features:
        return max(1, stretches[0])
    first, *between, last = stretches
    ends = (first or (0 if starts_next else 1)) + (last or (0 if ends_next else 1))
    return features + sum(max(1, borders) for borders in between) + ends


def counted_moves(moves: int, fast_vehicle: bool) -> int:
    """What moves add to the counter: two of a fast vehicle count as one (TD-MOVE-5)."""
    return (moves + 1) // 2 if fast_vehicle else moves


def move_path(s: Path, dice: Dice) -> Moves:
    """How many moves a straight path takes (TD-MOVE-1 to 5)."""
    moves = moves_needed(s.path, s.starts_next, s.ends_next)
    counted = counted_moves(moves, s.fast)
    dice.explain(f"{moves} {'move' if moves == 1 else 'moves'}", "TD-MOVE-2", "TD-MOVE-3", "TD-MOVE-4")
    if s.fast:
        dice.explain(f"a fast vehicle: counted as {counted}", "TD-MOVE-5")
    return Moves(moves, counted)


RESOLVERS = (
    Resolver(
        id="move-path",
        title="How many moves does a path take?",
        situation=Path,
        rule=move_path,
        rules=("TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-3", "TD-MOVE-4", "TD-MOVE-5"),
        example={"path": ["border", "hedge", "border", "border"]},
    ),
)

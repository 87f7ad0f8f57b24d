"""How many move actions a path takes (TD-MOVE)."""

from __future__ import annotations

from dataclasses import dataclass

from ...api import Dice, ListOf, OneOf, Resolver, Situation, YesNo, fact
from .tables import LINEAR

CROSSINGS = ("border", *LINEAR)


@dataclass(frozen=True, kw_only=True)
class Way:
    """What a straight path crosses, and where it begins and ends beside a linear feature (TD-MOVE-1)."""

    path: tuple[str, ...] = fact(
        ListOf(OneOf(CROSSINGS)),
        ask="What does the straight path cross, in order?",
        help="borders of terrain, hedges, walls, fences",
        rules=("TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-3"),
    )
    starts_next: bool = fact(YesNo(), False, ask="Does it start next to that {first_linear}?", rules=("TD-MOVE-4",))
    ends_next: bool = fact(YesNo(), False, ask="Does it end next to that {last_linear}?", rules=("TD-MOVE-4",))

    @property
    def first_linear(self) -> str:
        """The first linear feature on the path; empty without any."""
        return next((one for one in self.path or () if one in LINEAR), "")

    @property
    def last_linear(self) -> str:
        return next((one for one in reversed(self.path or ()) if one in LINEAR), "")


@dataclass(frozen=True, kw_only=True)
class Path(Way, Situation):
    fast: bool = fact(YesNo(), False, ask="Is it a fast vehicle?", help="two moves of a fast vehicle count as one")


@dataclass(frozen=True)
class Moves:
    """Move actions that a path takes, and what they add to the counter."""

    moves: int
    counted: int


def moves_needed(way: Way) -> int:
    """Each linear feature 1; each stretch between them its borders, at least 1 (TD-MOVE-2, TD-MOVE-3).

    The stretches at both ends may have none, where the model stands next to the feature (TD-MOVE-4).
    """
    stretches = [0]
    for crossing in way.path:
        if crossing == "border":
            stretches[-1] += 1
        else:
            stretches.append(0)
    features = len(stretches) - 1
    if not features:
        return max(1, stretches[0])
    first, *between, last = stretches
    ends = (first or (0 if way.starts_next else 1)) + (last or (0 if way.ends_next else 1))
    return features + sum(max(1, borders) for borders in between) + ends


def counted_moves(moves: int, fast_vehicle: bool) -> int:
    """What moves add to the counter: two of a fast vehicle count as one (TD-MOVE-5)."""
    return (moves + 1) // 2 if fast_vehicle else moves


def move_path(s: Path, dice: Dice) -> Moves:
    """How many moves a straight path takes (TD-MOVE-1 to 5)."""
    moves = moves_needed(s)
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

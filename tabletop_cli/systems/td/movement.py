"""How many move actions a path takes."""

from __future__ import annotations

from ...api import Dice, ListOf, OneOf, Situation, YesNo, counted, dataclass, fact, if_answered
from .tables import LINEAR
from .titles import TITLES

CROSSINGS = ("border", *LINEAR)


@dataclass(frozen=True, kw_only=True)
class Way:
    """What a straight path crosses, and where it begins and ends beside a linear feature (TD-MOVE-1)."""

    path: tuple[str, ...] | None = fact(
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
        """The last linear feature on the path; empty without any."""
        return next((one for one in reversed(self.path or ()) if one in LINEAR), "")


@dataclass(frozen=True, kw_only=True)
class Path(Way, Situation):
    fast: bool = fact(YesNo(), False, ask="Is it a fast vehicle?", help="two moves of a fast vehicle count as one")


@dataclass(frozen=True)
class Moves:
    """Move actions that a path takes, and what they add to the counter."""

    moves: int
    counted: int


@dataclass(frozen=True)
class Stretches:
    """A path cut at its hedges, walls and fences: borders before the first, between, and after the last of them."""

    borders: tuple[int, ...]

    @property
    def features(self) -> int:
        return len(self.borders) - 1


def stretches(path: tuple[str, ...]) -> Stretches:
    """The stretches of a path; a path without linear features is a single one (TD-MOVE-4)."""
    borders = [0]
    for crossing in path:
        if crossing == "border":
            borders[-1] += 1
        else:
            borders.append(0)
    return Stretches(tuple(borders))


def moves_needed(way: Way) -> int:
    """Each linear feature 1; each stretch before, between and after them its borders, at least 1.

    A stretch without borders is free where the model starts next to the first feature, or ends next to the last.
    Rules: TD-MOVE-2, TD-MOVE-3, TD-MOVE-4.
    """
    found = stretches(way.path or ())
    if not found.features:
        return max(1, found.borders[0])
    first, *between, last = found.borders
    ends = (first or (0 if way.starts_next else 1)) + (last or (0 if way.ends_next else 1))
    return found.features + sum(max(1, borders) for borders in between) + ends


def counted_moves(moves: int, fast_vehicle: bool) -> int:
    """What moves add to the counter: two of a fast vehicle count as one (TD-MOVE-5)."""
    return (moves + 1) // 2 if fast_vehicle else moves


def move_path(s: Path, dice: Dice) -> Moves:
    """How many moves a straight path takes (TD-MOVE-1, TD-MOVE-2, TD-MOVE-3, TD-MOVE-4, TD-MOVE-5)."""
    moves = moves_needed(s)
    cost = counted_moves(moves, s.fast)
    explain_path(s, moves, dice)
    if s.fast:
        text = f"a fast vehicle makes two moves for one action: {counted(cost, 'action')}"
        dice.explain(text, "TD-MOVE-5", "TD-TURN-2")
    return Moves(moves, cost)


def explain_path(s: Path, moves: int, dice: Dice) -> None:
    """Say what each piece of the path takes."""
    found = stretches(s.path or ())
    borders = counted(sum(found.borders), "border")
    if not found.features:
        dice.explain(f"straight over {borders}: {counted(moves, 'move')}", "TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-4")
        return
    features = [one for one in s.path or () if one != "border"]
    text = f"{', '.join(features)}: a move of its own each, {len(features)} in all"
    dice.explain(text if len(features) > 1 else f"{features[0]}: a move of its own", "TD-MOVE-1", "TD-MOVE-3")
    rest = moves - found.features
    beside = (lambda: s.starts_next, "starts"), (lambda: s.ends_next, "ends")
    where = [word for stands, word in beside if if_answered(stands, False)]
    near = f", the model {' and '.join(where)} next to it" if where else ""
    stretch = f"before, between and after: {borders}{near}: {counted(rest, 'move')}"
    dice.explain(f"{stretch}; {counted(moves, 'move')} in all", "TD-MOVE-2", "TD-MOVE-4")


MOVE_PATH = TITLES.resolver(
    "move-path", Path, move_path, rules=("TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-3", "TD-MOVE-4", "TD-MOVE-5")
)

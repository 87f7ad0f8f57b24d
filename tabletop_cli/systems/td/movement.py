"""How many move actions a path takes."""

from __future__ import annotations

from collections.abc import Iterator

from ...api import Dice, Finding, ListOf, OneOf, Situation, YesNo, count_text, dataclass, fact, peek
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


def move_findings(way: Way) -> Iterator[Finding[int]]:
    """Yield what the pieces of a path take, and as value how many moves it takes in all.

    Each linear feature takes 1; each stretch before, between and after them its borders, at least 1. A stretch without
    borders is free where the model starts next to the first feature, or ends next to the last.
    Rules: TD-MOVE-1, TD-MOVE-2, TD-MOVE-3, TD-MOVE-4.
    """
    path = way.path or ()
    features, borders = [one for one in path if one != "border"], count_text(path.count("border"), "border")
    if not features:
        moves = max(1, len(path))
        yield Finding(moves, f"straight over {borders}: {count_text(moves, 'move')}", *_STRAIGHT)
        return
    first, *between, last = _borders_by_stretch(path)
    ends = (first or (0 if way.starts_next else 1)) + (last or (0 if way.ends_next else 1))
    rest = sum(max(1, stretch) for stretch in between) + ends
    moves = len(features) + rest
    many = f" each, {len(features)} in all" if len(features) > 1 else ""
    yield Finding(moves, f"{', '.join(features)}: a move of its own{many}", "TD-MOVE-1", "TD-MOVE-3")
    beside = (lambda: way.starts_next, "starts"), (lambda: way.ends_next, "ends")
    where = [word for stands, word in beside if peek(stands, False)]
    near = f", the model {' and '.join(where)} next to it" if where else ""
    stretch = f"before, between and after: {borders}{near}: {count_text(rest, 'move')}"
    yield Finding(moves, f"{stretch}; {count_text(moves, 'move')} in all", "TD-MOVE-2", "TD-MOVE-4")


_STRAIGHT = ("TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-4")


def _borders_by_stretch(path: tuple[str, ...]) -> list[int]:
    """Return the borders of each stretch of a path: before, between and after its linear features (TD-MOVE-4)."""
    borders = [0]
    for crossing in path:
        if crossing == "border":
            borders[-1] += 1
        else:
            borders.append(0)
    return borders


def move_path(s: Path, dice: Dice) -> Moves:
    """How many moves a straight path takes (TD-MOVE-1, TD-MOVE-2, TD-MOVE-3, TD-MOVE-4, TD-MOVE-5)."""
    findings, fast = tuple(move_findings(s)), s.fast
    for finding in findings:
        moves = dice.report(finding)
    if not fast:
        return Moves(moves, moves)
    cost = (moves + 1) // 2
    text = f"a fast vehicle makes two moves for one action: {count_text(cost, 'action')}"
    dice.explain(text, "TD-MOVE-5", "TD-TURN-2")
    return Moves(moves, cost)


MOVE_PATH = TITLES.make_resolver(
    "move-path", Path, move_path, rules=("TD-MOVE-1", "TD-MOVE-2", "TD-MOVE-3", "TD-MOVE-4", "TD-MOVE-5")
)

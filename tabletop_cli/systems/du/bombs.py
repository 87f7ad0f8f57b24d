"""Bombs: one target and what stands around it, or everything in a tile (DU-BOMB-1, DU-BOMB-2, DU-BOMB-3, DU-BOMB-4)."""

from __future__ import annotations

from collections.abc import Mapping

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Malformed,
    Nullable,
    OneOf,
    Record,
    Situation,
    Whole,
    YesNo,
    dataclass,
    fact,
    hidden_field,
    refuse,
)
from .damage import Damaged, deal_damage
from .pieces import GROUND_UNITS, ID, SIDE, Named, Piece
from .texts import TITLES, rule_number

MODE = OneOf(("target", "area"))


@dataclass(frozen=True, kw_only=True)
class Bombed(Piece, Named):
    """A piece in the tile."""

    side: str | None = fact(Nullable(SIDE), ask="Whose is it: a, b, or nobody's?")
    aboard: bool = fact(YesNo(), False, ask="Is it aboard a vehicle?")
    structure: bool = fact(YesNo(), False, help="Whether an objective is a structure.")

    @property
    def counts_as_structure(self) -> bool:
        """Whether it is hit as a structure (DU-BOMB-3, DU-R36)."""
        return self.class_ in ("structure", "building") or (self.class_ == "objective" and self.structure)


@dataclass(frozen=True, kw_only=True)
class Bomb(Situation):
    """A bomb falls into a tile."""

    x: int = fact(Whole(1), ask="How strong is the bomb?")
    mode: str = fact(MODE, ask="Is it aimed at a target, or at the area?")
    bomber: str = fact(SIDE, ask="Whose bomb is it: a or b?")
    target: str | None = fact(
        ID, None, ask="Which piece is the target?", when=lambda place: place.event.mode == "target"
    )
    pieces: tuple[Bombed, ...] = fact(ListOf(Record(Bombed), distinct=True), ask="Which pieces are in the tile?")
    crossfire: bool = fact(YesNo(), False, ask="Does the bomber have cross-fire against the target?", rules=("DU-R20",))

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a target of an area, for none, and for pieces with numbers that they cannot have."""
        if (self.mode == "target") != (self.target is not None):
            wanted = "target is missing" if self.mode == "target" else "an area has no target"
            raise Malformed(f"situation: {wanted}", where="situation.target")
        for n, piece in enumerate(self.pieces):
            piece.check_numbers(self.house, f"situation.pieces[{n}]")


@dataclass(frozen=True)
class Bombing:
    """What each piece that is hit is dealt, and what comes of it; `left` tells the marks on it, for battles."""

    dealt: Mapping[str, int]
    results: Mapping[str, str]
    left: tuple[tuple[str, Damaged], ...] = hidden_field(())


def check_target(target: Bombed | None, house: House) -> None:
    """Check that a piece can be the chosen target (DU-BOMB-1, DU-BOMB-3, DU-R35)."""
    if target is None:
        raise refuse("DU-BOMB-1", "target-not-in-tile")
    if target.aboard:
        raise refuse("DU-BOMB-3", "target-aboard", "", "DU-BOMB-1", "DU-R35", "DU-CREW-1")
    if target.flies and house["bomb_hits_planes"] == "no":
        raise refuse("DU-BOMB-3", "target-in-flight", "", "DU-BOMB-1", "DU-R35")


def find_worth(piece: Bombed, target: Bombed | None, s: Bomb) -> Finding[int]:
    """Return what a bomb is worth against a piece, 0 if it does not hit it; `target` is None for an area."""
    who = f"{piece.id}: "
    if piece is target:
        worth = s.x + rule_number("bomb-target-bonus")
        return Finding(worth, f"{who}the chosen target, {worth}", "DU-BOMB-1", "DU-BOMB-3", "DU-R33", "DU-R35")
    if piece.aboard:
        return Finding(0, f"{who}aboard, not hit", "DU-BOMB-3", "DU-R35")
    if piece.flies and s.house["bomb_hits_planes"] == "no":
        return Finding(0, f"{who}in flight, not hit", "DU-BOMB-3", "DU-R35")
    mode = ("DU-BOMB-1", "DU-BOMB-3") if target else ("DU-BOMB-2", "DU-BOMB-3", "DU-R34")
    if piece.counts_as_structure:
        return Finding(s.x, f"{who}{s.x}", *mode, "DU-R36")
    if piece.class_ not in GROUND_UNITS and not piece.flies:
        return Finding(0, f"{who}not a unit or structure, not hit", "DU-BOMB-3", "DU-R36")
    if target is not None:
        friends = target.side if s.house["bomb_friendly"] == "target" else s.bomber
        if not friends or piece.side != friends:
            return Finding(0, f"{who}not friendly, not hit", "DU-BOMB-1", "DU-R32")
    return Finding(s.x, f"{who}{s.x}", *mode, target is not None and "DU-R32", piece.flies and "DU-R35")


def find_crossfire(target: Bombed, s: Bomb) -> Finding[bool]:
    """Return whether the bomber's cross-fire counts against the chosen target (DU-R20, DU-XFIRE-1, DU-XFIRE-3)."""
    counts = s.house["crossfire_bombs"] == "target-only"
    words = "cross-fire counts against the target" if counts else "bombs have no cross-fire"
    return Finding(counts, f"{target.id}: {words}", "DU-R20", "DU-XFIRE-1", "DU-XFIRE-3")


def drop_bomb(s: Bomb, dice: Dice) -> Bombing:
    """What does a bomb do? (DU-BOMB-1, DU-BOMB-2, DU-BOMB-3, DU-R20, DU-R32, DU-R33, DU-R34, DU-R35, DU-R36)"""
    target = next((one for one in s.pieces if one.id == s.target), None) if s.mode == "target" else None
    if s.mode == "target":
        check_target(target, s.house)
    crossed = ["DU-R20"] if s.crossfire else []
    dice.explain(f"Bomb {s.x}, mode {s.mode}", "DU-BOMB-1" if target else "DU-BOMB-2", "DU-BOMB-4", "DU-R34", *crossed)
    hit: dict[str, Damaged] = {}
    for piece in s.pieces:
        if worth := dice.report(find_worth(piece, target, s)):
            crosses = piece is target and s.crossfire and dice.report(find_crossfire(piece, s))
            hit[piece.id] = deal_damage(piece, "lethal", worth, crosses, s.house, dice, f"{piece.id}: ")
    dealt, results = ({name: getattr(one, word) for name, one in hit.items()} for word in ("dealt", "result"))
    return Bombing(dealt, results, tuple(hit.items()))


BOMB = TITLES.make_resolver("bomb", Bomb, drop_bomb)

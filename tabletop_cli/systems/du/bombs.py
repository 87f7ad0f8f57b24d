"""Bombs: one target and what stands around it, or everything in a tile (DU-BOMB-1, DU-BOMB-2, DU-BOMB-3, DU-BOMB-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import (
    Dice,
    House,
    Illegal,
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
    hidden,
)
from .damage import Damaged, deal
from .pieces import GROUND_UNITS, ID, SIDE, Named, Piece
from .texts import TITLES, number

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
    crossfire: bool = fact(YesNo(), False, ask="Has the bomber cross-fire against the target?", rules=("DU-R20",))

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a target of an area, for none, and for pieces with numbers that they cannot have."""
        if (self.mode == "target") != (self.target is not None):
            wanted = "target is missing" if self.mode == "target" else "an area has no target"
            raise Malformed(f"situation: {wanted}", where="situation.target")
        for n, piece in enumerate(self.pieces):
            piece.check(self.house, f"situation.pieces[{n}]")


@dataclass(frozen=True)
class Bombing:
    """What each piece that is hit is dealt, and what comes of it; `left` tells the marks on it, for battles."""

    dealt: Mapping[str, int]
    results: Mapping[str, str]
    left: tuple[tuple[str, Damaged], ...] = hidden(())


def target_ban(target: Bombed | None, house: House) -> Illegal | None:
    """Why a piece cannot be the chosen target (DU-BOMB-1, DU-BOMB-3, DU-R35)."""
    if target is None:
        return Illegal("target-not-in-tile", "DU-BOMB-1")
    if target.aboard:
        return Illegal("target-aboard", "DU-BOMB-3", also=("DU-BOMB-1", "DU-R35", "DU-CREW-1"))
    if target.flies and house["bomb_hits_planes"] == "no":
        return Illegal("target-in-flight", "DU-BOMB-3", also=("DU-BOMB-1", "DU-R35"))
    return None


def spared(piece: Bombed, target: Bombed | None, bomber: str, house: House) -> tuple[str, ...]:
    """Why a bomb does not hit a piece besides its target, in words and with the rules; empty where it does.

    `target` is None for an area.
    """
    if piece.aboard:
        return "aboard, not hit", "DU-BOMB-3", "DU-R35"
    if piece.flies and house["bomb_hits_planes"] == "no":
        return "in flight, not hit", "DU-BOMB-3", "DU-R35"
    if piece.counts_as_structure:
        return ()
    if piece.class_ not in GROUND_UNITS and not piece.flies:
        return "no unit and no structure, not hit", "DU-BOMB-3", "DU-R36"
    if target is None:
        return ()
    friends = target.side if house["bomb_friendly"] == "target" else bomber
    return () if friends and piece.side == friends else ("no friend, not hit", "DU-BOMB-1", "DU-R32")


def worth(piece: Bombed, s: Bomb, target: Bombed | None, dice: Dice) -> tuple[int, bool] | None:
    """The value of the bomb against a piece, and whether it has cross-fire; None where it does not hit it."""
    who = f"{piece.id}: "
    if piece is target:
        hurt = s.x + number("bomb-target-bonus")
        dice.explain(f"{who}the chosen target, {hurt}", "DU-BOMB-1", "DU-BOMB-3", "DU-R33", "DU-R35")
        crosses = s.crossfire and s.house["crossfire_bombs"] == "target-only"
        if s.crossfire:
            words = "cross-fire counts against the target" if crosses else "bombs have no cross-fire"
            dice.explain(f"{who}{words}", "DU-R20", "DU-XFIRE-1", "DU-XFIRE-3")
        return hurt, crosses
    if lacks := spared(piece, target, s.bomber, s.house):
        dice.explain(who + lacks[0], *lacks[1:])
        return None
    dice.explain(f"{who}{s.x}", *_hit_rules(piece, target))
    return s.x, False


def _hit_rules(piece: Bombed, target: Bombed | None) -> Iterator[str]:
    """The rules by which a piece besides the target is hit."""
    yield from ("DU-BOMB-1", "DU-BOMB-3") if target else ("DU-BOMB-2", "DU-BOMB-3", "DU-R34")
    if piece.counts_as_structure:
        yield "DU-R36"
    elif target:
        yield "DU-R32"
    if piece.flies:
        yield "DU-R35"


def bomb(s: Bomb, dice: Dice) -> Bombing | Illegal:
    """What does a bomb do? (DU-BOMB-1, DU-BOMB-2, DU-BOMB-3, DU-R20, DU-R32, DU-R33, DU-R34, DU-R35, DU-R36)"""
    target = next((one for one in s.pieces if one.id == s.target), None) if s.mode == "target" else None
    if s.mode == "target" and (ban := target_ban(target, s.house)):
        return ban
    crossed = ["DU-R20"] if s.crossfire else []
    dice.explain(f"Bomb {s.x}, mode {s.mode}", "DU-BOMB-1" if target else "DU-BOMB-2", "DU-BOMB-4", "DU-R34", *crossed)
    hit: dict[str, Damaged] = {}
    for piece in s.pieces:
        if hurt := worth(piece, s, target, dice):
            hit[piece.id] = deal(piece, "lethal", *hurt, s.house, dice, f"{piece.id}: ")
    dealt, results = ({name: getattr(one, word) for name, one in hit.items()} for word in ("dealt", "result"))
    return Bombing(dealt, results, tuple(hit.items()))


BOMB = TITLES.resolver("bomb", Bomb, bomb)

"""Effective distance: the tiles of a way and what they add to it.

DU-DIST-1, DU-DIST-2, DU-DIST-3, DU-DIST-4, DU-DIST-5, DU-DIST-6.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...api import Dice, House, Situation, dataclass, fact
from .observation import TILES
from .texts import TITLES
from .tiles import AT, At, Bonuses, Ground, Tile, axis, hex_distance, named


@dataclass(frozen=True, kw_only=True)
class EffectiveDistance(Situation):
    """The way from a tile to another."""

    tiles: tuple[Tile, ...] = fact(TILES, ask="Which tiles does the map have?")
    from_: At = fact(AT, ask="From which tile?")
    to: At = fact(AT, ask="To which tile?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a tile that is not on the map."""
        ground = Ground.of(self.tiles)
        ground.check(self.from_, "situation.from")
        ground.check(self.to, "situation.to")


@dataclass(frozen=True)
class Way:
    """An effective distance and its parts; the tiles, what they add and the whole are None where no way leads there."""

    path_tiles: int | None
    bonuses: int | None
    reinforcement: int
    ignores_building: bool
    effective_distance: int | None


def ways(ground: Ground, start: At, house: House, goal: At | None = None) -> dict[At, tuple[int, int]]:
    """Fewest tiles and what they add on the way, to `goal` or to all that can be reached (DU-DIST-5, DU-R6)."""
    pick = max if house["path"] == "worst-shortest" else min
    high = ground[start].high
    found, layer, tiles = {start: (0, 0)}, [start], 0
    while layer and goal not in found:
        tiles += 1
        reached: dict[At, list[int]] = {}
        for at in layer:
            for near in ground.around(at):
                if near not in found:
                    reached.setdefault(near, []).append(found[at][1])
        found.update((at, (tiles, pick(sums) + ground[at].bonus(high, house))) for at, sums in reached.items())
        layer = list(reached)
    return found


def within(tile: Bonuses, house: House) -> Way:
    """The effective distance inside one tile (DU-DIST-4, DU-R7)."""
    counts = house["same_tile"] == "destination-counts"
    tiles, bonuses = (1, tile.bonus(tile.high, house)) if counts else (0, 0)
    return Way(tiles, bonuses, tile.reinforcement, tile.high, tiles + bonuses + tile.reinforcement)


def way(ground: Ground, start: At, goal: At, house: House, known: dict[At, tuple[int, int]] | None = None) -> Way:
    """The effective distance from a tile to another, from the `known` ways of its start (DU-DIST-1)."""
    if start == goal:
        return within(ground[start], house)
    extra, high = ground[goal].reinforcement, ground[start].high
    found = (ways(ground, start, house, goal) if known is None else known).get(goal)
    if found is None:
        return Way(None, None, extra, high, None)
    return Way(*found, extra, high, sum(found) + extra)


def explain_way(ground: Ground, start: At, goal: At, found: Way, dice: Dice) -> None:
    """How an effective distance comes about, and why (DU-DIST-1, DU-DIST-2, DU-DIST-3, DU-DIST-4, DU-DIST-5)."""
    parts = f"{named(start)} to {named(goal)}: "
    if found.path_tiles is None:
        dice.explain(f"{parts}no way leads there", "DU-DIST-5", "DU-DIST-1", "DU-R6")
        return
    parts += f"{found.path_tiles} tiles + {found.bonuses} bonuses + {found.reinforcement} reinforcement"
    rules = ["DU-DIST-1", "DU-DIST-2", "DU-DIST-6"]
    if start == goal:
        rules += ["DU-DIST-4", "DU-R7"]
    if any(many(tile) for tile in (ground.tiles or {}).values()):
        rules += ["DU-R9"]
    if not found.ignores_building and any(hilly(tile) for tile in (ground[start], ground[goal])):
        rules += ["DU-DIST-3", "DU-R8"]
    dice.explain(f"{parts} = {found.effective_distance}", *rules)
    if found.ignores_building:
        dice.explain(f"{named(start)} is a hill: buildings do not count", "DU-DIST-3", "DU-R8")
    if axis(start, goal) is None or found.path_tiles > max(1, hex_distance(start, goal)):
        dice.explain("of the ways with the fewest tiles", "DU-DIST-5", "DU-R6")


def many(tile: Bonuses) -> bool:
    """Whether a tile has several bonuses, of which perhaps the highest alone counts (DU-R9)."""
    return sum(one > 0 for one in (tile.cover, tile.building, tile.hill)) > 1


def inside_rules(tile: Bonuses, house: House) -> Iterator[str]:
    """The rules of the effective distance inside one tile: bonuses count only where the tile does."""
    yield from ("DU-DIST-4", "DU-R7")
    if house["same_tile"] == "destination-counts":
        yield from ("DU-DIST-1", *(["DU-R9"] if many(tile) else []), *(["DU-DIST-3", "DU-R8"] if hilly(tile) else []))


def hilly(tile: Bonuses) -> bool:
    """Whether something says of a tile that it is a hill, or that it is none (DU-R8)."""
    return tile.hill > 0 or tile.is_hill is not None


def effective_distance(s: EffectiveDistance, dice: Dice) -> Way:
    """What is the effective distance? (DU-DIST-1, DU-DIST-2, DU-DIST-3, DU-DIST-4, DU-DIST-5, DU-DIST-6)"""
    ground = Ground.of(s.tiles)
    found = way(ground, s.from_, s.to, s.house)
    explain_way(ground, s.from_, s.to, found, dice)
    return found


EFFECTIVE_DISTANCE = TITLES.resolver("effective-distance", EffectiveDistance, effective_distance, says_legal=False)

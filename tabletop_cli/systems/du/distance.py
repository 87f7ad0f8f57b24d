"""Effective distance: the tiles of a way and what they add to it.

DU-DIST-1, DU-DIST-2, DU-DIST-3, DU-DIST-4, DU-DIST-5, DU-DIST-6.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...api import Dice, Finding, House, Situation, count_text, dataclass, fact
from .observation import TILES
from .texts import TITLES
from .tiles import AT, At, Bonuses, Ground, Tile, axis_between, hex_distance, tile_name


@dataclass(frozen=True, kw_only=True)
class EffectiveDistance(Situation):
    """The way from a tile to another."""

    tiles: tuple[Tile, ...] = fact(TILES, ask="Which tiles does the map have?")
    from_: At = fact(AT, ask="From which tile?")
    to: At = fact(AT, ask="To which tile?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for a tile that is not on the map."""
        ground = Ground.from_tiles(self.tiles)
        ground.check_tile(self.from_, "situation.from")
        ground.check_tile(self.to, "situation.to")


@dataclass(frozen=True)
class Way:
    """An effective distance and its parts; the tiles, what they add and the whole are None where no way leads there."""

    path_tiles: int | None
    bonuses: int | None
    reinforcement: int
    ignores_building: bool
    effective_distance: int | None


def shortest_ways(ground: Ground, start: At, house: House, goal: At | None = None) -> dict[At, tuple[int, int]]:
    """Fewest tiles and what they add on the way, to `goal` or to all that can be reached (DU-DIST-5, DU-R6)."""
    pick = max if house["path"] == "worst-shortest" else min
    high = ground[start].high
    found, layer, tiles = {start: (0, 0)}, [start], 0
    while layer and goal not in found:
        tiles += 1
        reached: dict[At, list[int]] = {}
        for at in layer:
            for near in ground.neighbours_of(at):
                if near not in found:
                    reached.setdefault(near, []).append(found[at][1])
        found.update((at, (tiles, pick(sums) + ground[at].way_bonus(high, house))) for at, sums in reached.items())
        layer = list(reached)
    return found


def find_inside(tile: Bonuses, house: House) -> Finding[Way]:
    """Return the effective distance inside one tile, whose bonuses count only if the tile does (DU-DIST-4, DU-R7)."""
    counts = house["same_tile"] == "destination-counts"
    tiles, bonuses = (1, tile.way_bonus(tile.high, house)) if counts else (0, 0)
    found = Way(tiles, bonuses, tile.reinforcement, tile.high, tiles + bonuses + tile.reinforcement)
    of_tile = counts and ("DU-DIST-1", tile.has_many and "DU-R9", tile.is_hilly and ("DU-DIST-3", "DU-R8"))
    return Finding(found, "", "DU-DIST-4", "DU-R7", of_tile)


def find_way(
    ground: Ground, start: At, goal: At, house: House, known: dict[At, tuple[int, int]] | None = None
) -> Finding[Way]:
    """Return the effective distance from a tile to another, from the `known` ways of its start (DU-DIST-1)."""
    ends = f"{tile_name(start)} to {tile_name(goal)}"
    extra, high = ground[goal].reinforcement, ground[start].high
    if start == goal:
        found = find_inside(ground[start], house).value
    elif sums := (shortest_ways(ground, start, house, goal) if known is None else known).get(goal):
        found = Way(*sums, extra, high, sum(sums) + extra)
    else:
        none = Way(None, None, extra, high, None)
        return Finding(none, f"{ends}: no way leads there", "DU-DIST-5", "DU-DIST-1", "DU-R6")
    tiles = count_text(found.path_tiles or 0, "tile")
    parts = f"{tiles} + {count_text(found.bonuses or 0, 'bonus', 'bonuses')} + {found.reinforcement} reinforcement"
    return Finding(
        found,
        f"{ends}: {parts} = {found.effective_distance}",
        ("DU-DIST-1", "DU-DIST-2", "DU-DIST-6"),
        start == goal and ("DU-DIST-4", "DU-R7"),
        ground.stacks and "DU-R9",
        not high and (ground[start].is_hilly or ground[goal].is_hilly) and ("DU-DIST-3", "DU-R8"),
    )


def way_notes(start: At, goal: At, found: Way) -> Iterator[Finding[None]]:
    """Yield what else there is to say of a way that was found (DU-DIST-3, DU-DIST-5)."""
    if found.path_tiles is None:
        return
    if found.ignores_building:
        yield Finding(None, f"{tile_name(start)} is a hill: buildings do not count", "DU-DIST-3", "DU-R8")
    if axis_between(start, goal) is None or found.path_tiles > max(1, hex_distance(start, goal)):
        yield Finding(None, "this is one of the ways with the fewest tiles", "DU-DIST-5", "DU-R6")


def effective_distance(s: EffectiveDistance, dice: Dice) -> Way:
    """What is the effective distance? (DU-DIST-1, DU-DIST-2, DU-DIST-3, DU-DIST-4, DU-DIST-5, DU-DIST-6)"""
    ground = Ground.from_tiles(s.tiles)
    found = dice.report(find_way(ground, s.from_, s.to, s.house))
    for note in way_notes(s.from_, s.to, found):
        dice.report(note)
    return found


EFFECTIVE_DISTANCE = TITLES.make_resolver("effective-distance", EffectiveDistance, effective_distance, says_legal=False)

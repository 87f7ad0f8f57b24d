"""The map as people see it: its tiles where they lie, with their bonuses, who controls them and who stands there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...api import Cell, Tiling
from .pieces import SIDES
from .tiles import At, Bonuses, Tile

SIGNS = {"cover": "C", "building": "B", "hill": "H", "reinforcement": "R"}
LEGEND = (
    "C cover, B building, H hill, R reinforcement; ^ a hill without a bonus. A disc, or [a], shows who controls it."
)


def bonus_words(tile: Bonuses) -> str:
    """The bonuses of a tile, short: ``C1 B2``; empty for a plain one."""
    found = [f"{sign}{value}" for key, sign in SIGNS.items() if (value := getattr(tile, key))]
    return " ".join([*found, *(["^"] if tile.high and not tile.hill else [])])


def short_name(at: At) -> str:
    """A tile by its coordinates, where it has no name: ``2,-1``."""
    return ",".join(map(str, at))


def chart_of(
    tiles: Iterable[Tile],
    there: Mapping[At, Sequence[str]],
    owner: Mapping[At, str],
    names: Mapping[At, str] | None = None,
    called: Mapping[At, str] | None = None,
) -> Tiling:
    """The map: `there` says who stands on a tile, `owner` who controls it; `names` are those of tiles, `called` what
    their ground is called."""
    names, called = names or {}, called or {}
    cells = []
    for tile in sorted(tiles, key=lambda one: (one.at[1], one.at[0])):
        at = tile.at
        ground = " ".join(one for one in (called.get(at, ""), bonus_words(tile)) if one)
        where = f"{names[at]} {short_name(at)}" if names.get(at) else short_name(at)
        cells.append(Cell(at[1], 2 * at[0] + at[1], where, ground, tuple(there.get(at, ())), owner.get(at, "")))
    return Tiling(tuple(cells), SIDES)

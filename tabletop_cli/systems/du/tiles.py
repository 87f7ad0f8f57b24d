"""Tiles and the map: axial coordinates, what lies between two tiles, and what a tile adds to a distance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property

from ...api import House, Json, ListOf, Malformed, Whole, YesNo, brief_text, dataclass, fact, malformed_value

At = tuple[int, ...]  # a tile by its axial coordinates q and r


@dataclass(frozen=True)
class Coordinates(ListOf[int]):
    """The coordinates of a tile; people who type no such thing hear what is wanted."""

    def from_words(self, text: str, where: str) -> Json:
        try:
            return super().from_words(text, where)
        except Malformed:
            raise malformed_value(
                where, f"{brief_text(text)} is no tile", "give its name, or its coordinates: 2,-1"
            ) from None


AT = Coordinates(Whole(None), 2, 2)
STEPS: tuple[At, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # E, SE, SW, W, NW, NE


def axial_of(row: int, index: int, offset: int) -> At:
    """A tile of a staggered layout: the row from the north, its number from the west, the shift in half tiles."""
    return (offset + 2 * index - row) // 2, row


def adjacent_tiles(at: At) -> Iterator[At]:
    """The six tiles around a tile, whether they exist or not."""
    for q, r in STEPS:
        yield at[0] + q, at[1] + r


def hex_distance(one: At, two: At) -> int:
    """The tiles from one to the other as the crow flies (DU-OBS-4)."""
    q, r = two[0] - one[0], two[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def axis_between(one: At, two: At) -> str | None:
    """The id of the axis on which two tiles lie, ``same`` for one and the same, None where there is none (DU-OBS-1)."""
    q, r = two[0] - one[0], two[1] - one[1]
    if not q and not r:
        return "same"
    return "w-e" if not r else "nw-se" if not q else "ne-sw" if not q + r else None


_called: Mapping[At, str] = {}  # the names of the map at which people look


@contextmanager
def tile_names_in_force(names: Mapping[At, str]) -> Iterator[None]:
    """Call tiles by the names of a map while its battle is played: rules that know coordinates alone explain it."""
    global _called
    before, _called = _called, names
    try:
        yield
    finally:
        _called = before


def tile_name(at: At) -> str:
    """A tile for people: ``C2`` on a map that has names, else ``(2, -1)``."""
    return _called.get(at) or f"({', '.join(map(str, at))})"


@dataclass(frozen=True, kw_only=True)
class Bonuses:
    """What a tile adds to effective distances (`DU-DIST-1`)."""

    cover: int = fact(Whole(), 0, ask="What is its cover bonus?")
    building: int = fact(Whole(), 0, ask="What is its building bonus?")
    hill: int = fact(Whole(), 0, ask="What is its hill bonus?")
    reinforcement: int = fact(Whole(), 0, ask="What is its reinforcement bonus?")
    is_hill: bool | None = fact(YesNo(), None, help="Whether it is a hill; where it has a hill bonus unless told.")

    @property
    def high(self) -> bool:
        """Whether who stands there stands on a hill (DU-DIST-3, DU-R8)."""
        return self.hill > 0 if self.is_hill is None else self.is_hill

    @property
    def has_many(self) -> bool:
        """Whether it has several bonuses, of which perhaps the highest alone counts (DU-R9)."""
        return (self.cover > 0) + (self.building > 0) + (self.hill > 0) > 1

    @property
    def is_hilly(self) -> bool:
        """Whether something says that it is a hill, or that it is none (DU-R8)."""
        return self.hill > 0 or self.is_hill is not None

    def way_bonus(self, from_hill: bool, house: House) -> int:
        """What it adds on the way of an effective distance (DU-DIST-1, DU-DIST-3, DU-R9)."""
        found = (self.cover, 0 if from_hill else self.building, self.hill)
        return max(found) if house["bonus_stack"] == "highest" else sum(found)


@dataclass(frozen=True, kw_only=True)
class Tile(Bonuses):
    """A tile of the map."""

    at: At = fact(AT, ask="Which tile?")


@dataclass(frozen=True)
class Ground:
    """A map: the tiles that it has, or else all but some holes."""

    tiles: Mapping[At, Bonuses] | None = None
    holes: frozenset[At] = frozenset()

    @classmethod
    def from_tiles(cls, tiles: Iterable[Tile]) -> Ground:
        """The map of these tiles; all other tiles are holes."""
        return cls({tile.at: tile for tile in tiles})

    @property
    def bounded(self) -> bool:
        """Whether there are holes at all."""
        return self.tiles is not None or bool(self.holes)

    @cached_property
    def stacks(self) -> bool:
        """Whether some tile has several bonuses (DU-R9)."""
        return any(tile.has_many for tile in (self.tiles or {}).values())

    def __contains__(self, at: At) -> bool:
        return at not in self.holes if self.tiles is None else at in self.tiles

    def __getitem__(self, at: At) -> Bonuses:
        return self.tiles[at] if self.tiles else Bonuses()

    def check_tile(self, at: At, where: str) -> None:
        """Errors: `Malformed` at `where` for a tile that is not on the map."""
        if at not in self:
            raise Malformed(f"{where}: there is no tile {tile_name(at)}", where=where)

    def neighbours_of(self, at: At) -> Iterator[At]:
        """The neighbours of a tile that are on the map."""
        return (near for near in adjacent_tiles(at) if near in self)

    @cached_property
    def edge(self) -> frozenset[At]:
        """The tiles with fewer than six neighbours (DU-COMB-3, DU-R47). Only of a map whose tiles are listed."""
        return frozenset(at for at in self.tiles or () if len(list(self.neighbours_of(at))) < len(STEPS))

    def first_hole(self, one: At, two: At) -> At | None:
        """The first hole strictly between two tiles on an axis, None where the line is whole (DU-OBS-3)."""
        far = hex_distance(one, two)
        if self.tiles is None:
            between = (at for at in self.holes if hex_distance(one, at) + hex_distance(at, two) == far)
            return min((at for at in between if at not in (one, two)), default=None)
        step = tuple((b - a) // max(1, far) for a, b in zip(one, two, strict=True))
        line = (tuple(a + n * d for a, d in zip(one, step, strict=True)) for n in range(1, far))
        return next((at for at in line if at not in self), None)

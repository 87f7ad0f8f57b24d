"""Combined warfare: in which order planes are placed, and where (DU-COMB-1, DU-COMB-2, DU-COMB-3)."""

from __future__ import annotations

from collections.abc import Iterable

from ...api import Dice, Finding, ListOf, Record, Situation, TooBig, Whole, dataclass, fact, refuse
from .pieces import SIDE, SIDES, opponent_of
from .texts import TITLES
from .tiles import AT, At, Bonuses, Ground, hex_distance, tile_name

MOST_PLANES = 10_000  # in one order of placement: enough for any sky

PLACES = ListOf(AT)


@dataclass(frozen=True, kw_only=True)
class Planes:
    """How many planes each side places."""

    a: int = fact(Whole(), ask="How many planes does side a place?")
    b: int = fact(Whole(), ask="How many planes does side b place?")


@dataclass(frozen=True, kw_only=True)
class PlacementOrder(Situation):
    """Both sides place their planes."""

    start: str = fact(SIDE, ask="Which side holds the initiative at the start: a or b?")
    planes: Planes = fact(Record(Planes), ask="How many planes does each side place?")


@dataclass(frozen=True, kw_only=True)
class PlanePlacement(Situation):
    """A plane is placed."""

    tiles: tuple[At, ...] = fact(PLACES, ask="Which tiles does the map have?")
    controlled: tuple[At, ...] = fact(PLACES, (), ask="Which tiles does the side control?")
    occupied: tuple[At, ...] = fact(PLACES, (), ask="In which tiles does it have ground units?")
    chosen: At = fact(AT, ask="Which tile does it choose?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for tiles that are not on the map."""
        ground = ground_of(self.tiles)
        ground.check_tile(self.chosen, "situation.chosen")
        for name in ("controlled", "occupied"):
            for n, at in enumerate(getattr(self, name)):
                ground.check_tile(at, f"situation.{name}[{n}]")


def ground_of(tiles: Iterable[At]) -> Ground:
    """The map of tiles of which nothing is said."""
    return Ground(dict.fromkeys(tiles, Bonuses()))


@dataclass(frozen=True)
class SideOrder:
    order: tuple[str, ...]


def placement_order(s: PlacementOrder, dice: Dice) -> SideOrder:
    """Who places a plane after whom? (DU-COMB-1) Errors: `TooBig`."""
    left = {side: getattr(s.planes, side) for side in SIDES}
    if (planes := sum(left.values())) > MOST_PLANES:
        raise TooBig(f"an order of {planes:,} planes; {MOST_PLANES:,} is the most", hint="ask for fewer planes")
    order: list[str] = []
    turn = s.start
    while any(left.values()):
        if left[turn]:
            order.append(turn)
            left[turn] -= 1
        turn = opponent_of(turn)
    words = f"{s.start} begins, then in turn; a side with none left is skipped: {' '.join(order) or 'nobody'}"
    dice.explain(words, "DU-COMB-1")
    return SideOrder(tuple(order))


@dataclass(frozen=True)
class PlaceList:
    tiles: tuple[At, ...]


def find_place(chosen: At, controlled: Iterable[At], occupied: Iterable[At]) -> Finding[None]:
    """Return why a side places a plane from a tile. Errors: `Refused` if it may not (DU-COMB-2)."""
    mine, held = set(controlled), set(occupied)
    if not mine and not held:
        raise refuse("DU-COMB-2", "no-tile")
    if mine and chosen not in mine:
        text = (
            f"{tile_name(chosen)} is not controlled by the side; {' or '.join(map(tile_name, sorted(mine)))} would do."
        )
        raise refuse("DU-COMB-2", "not-controlled", text)
    if not mine and chosen not in held:
        text = (
            f"The side has no ground unit in {tile_name(chosen)}; {' or '.join(map(tile_name, sorted(held)))} would do."
        )
        raise refuse("DU-COMB-2", "not-occupied", text)
    words = "is controlled" if mine else "has a ground unit of the side, which controls no tile"
    return Finding(None, f"{tile_name(chosen)} {words}", "DU-COMB-2")


def nearest_edge_tiles(ground: Ground, chosen: At) -> tuple[At, ...]:
    """The edge tiles nearest to a tile, other than itself, sorted (DU-COMB-3, DU-R47)."""
    far = {at: hex_distance(at, chosen) for at in ground.edge if at != chosen}
    least = min(far.values(), default=0)
    return tuple(sorted(at for at, tiles in far.items() if tiles == least))


def plane_placement(s: PlanePlacement, dice: Dice) -> PlaceList:
    """Where may a plane be placed? (DU-COMB-2, DU-COMB-3, DU-R47)"""
    dice.report(find_place(s.chosen, s.controlled, s.occupied))
    found = nearest_edge_tiles(ground_of(s.tiles), s.chosen)
    if not found:
        raise refuse("DU-COMB-3", "no-edge-tile", "", "DU-R47")
    far = hex_distance(found[0], s.chosen)
    words = f"edge tiles nearest to it, {far} away: {', '.join(map(tile_name, found))}"
    dice.explain(words, "DU-COMB-3", "DU-R47", "DU-OBS-4")
    return PlaceList(found)


PLACEMENT_ORDER = TITLES.make_resolver("placement-order", PlacementOrder, placement_order, says_legal=False)
PLANE_PLACEMENT = TITLES.make_resolver("plane-placement", PlanePlacement, plane_placement)

"""Armies at fixed seats: who sits down with which list, and whether it may be played; what most games begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..data import JsonMapping, JsonObject
from ..declare.composed import MapOf
from ..declare.facts import fact
from ..declare.house import House
from ..declare.ids import Id
from ..declare.kinds import Raw, malformed_value
from ..errors import Malformed
from ..lists.army import check_list, read_army
from ..records import dataclass
from ..system import System
from .seats import Seat, at_path, seats_at

BAD = "bad-setup"


@dataclass(frozen=True, kw_only=True)
class ArmySetUp:
    """A set-up of army lists by side and the house rules of the day; derive from it to add facts."""

    armies: Mapping[str, JsonObject] = fact(MapOf(Raw(), Id("a")), help="army lists by side")
    house: JsonObject = fact(Raw(), {}, help="house rules of this battle; those in the armies do not apply")


@dataclass(frozen=True)
class Seated:
    """Who sits at the table: the house rules of the day, then by side the lists as they were read, and their names."""

    house: House
    lists: Mapping[str, Any]
    names: Mapping[str, str]

    def side_name(self, side: str) -> str:
        """A side as people know it: ``A (Night Watch)``."""
        return named_side(side, self.names)


@dataclass(frozen=True)
class Armies:
    """The seats of a game: sides that need an army, then `spare` ones that may stay empty.

    path   where the army of a side stands in a set-up; ``{}`` is the side
    """

    sides: tuple[str, ...]
    spare: tuple[str, ...] = ()
    path: str = "armies.{}"

    def seats(self, setup: JsonMapping) -> tuple[Seat, ...]:
        """Who may sit down, as far as a set-up says."""
        needed, spare = ({side: self.path.format(side) for side in sides} for sides in (self.sides, self.spare))
        return (*seats_at(setup, needed), *seats_at(setup, spare, required=False))

    def read_seats(self, setup: JsonMapping, system: System) -> Seated:
        """Return who sits down, with lists that may be played. Errors: `Malformed` bad-setup."""
        try:
            armies = {seat.id: seat for seat in self.seats(setup) if seat.required or not seat.free}
            lists = {side: self._read_legal_army(seat, system) for side, seat in armies.items()}
            house = system.read_house(setup.get("house", {}), "setup.house")
            for side in self._unknown_sides(setup):
                raise malformed_value(
                    f"setup.{self.path.format(side)}", "no such side", f"sides: {', '.join(self._all)}"
                )
        except Malformed as wrong:
            if wrong.code == Malformed.code:
                wrong.code = BAD
            raise
        names = {side: at_path(seat.army, "name") or f"Army {side.upper()}" for side, seat in armies.items()}
        return Seated(house, lists, names)

    @property
    def _all(self) -> tuple[str, ...]:
        return (*self.sides, *self.spare)

    def _unknown_sides(self, setup: JsonMapping) -> Iterator[str]:
        """Sides of a set-up that no seat is for, where the armies have a table of their own."""
        above, _, last = self.path.rpartition(".")
        table = setup.get(above) if last == "{}" and above else None
        yield from (side for side in table if side not in self._all) if isinstance(table, Mapping) else ()

    def _read_legal_army(self, seat: Seat, system: System) -> Any:
        """The list at a seat. Errors: `Malformed` for none, and for one that is illegal, with its first problem."""
        where = f"setup.{seat.path}"
        if not isinstance(seat.army, Mapping):
            raise malformed_value(where, "no army", "give a list for this side")
        try:
            found = read_army(system, seat.army)
        except Malformed as wrong:
            raise malformed_value(where, wrong.message, wrong.hint) from None
        for problem in check_list(system, found).problems:
            if problem.is_error:
                raise malformed_value(where, f"{problem.code}: {problem.message}", problem.hint)
        return found


def named_side(side: str, names: Mapping[str, str]) -> str:
    """Return a side as people know it: ``A (Night Watch)``."""
    return f"{side.upper()} ({names[side]})" if side in names else side

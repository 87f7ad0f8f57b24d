"""Who sits at the table: the seats of a set-up, and where the army of each goes.

A set-up is raw data that people and machines write: tables, lists of tables, and values. Paths into it are dotted; in a
list of tables a step is the `id` of one of them (``players.anna.army``, ``sides.a.units.a2-rhino.loaded_in``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from ..data import Json, JsonMapping, JsonObject, Shaped, ShapedMapping
from ..declare.kinds import brief_text, did_you_mean
from ..errors import Malformed
from ..records import dataclass

if TYPE_CHECKING:
    from ..system import OwnTables


@dataclass(frozen=True)
class Seat:
    """A place at the table.

    id        the side that sits there, as events name it
    path      where its army goes in the set-up; empty for a side that brings none
    required  whether nobody may sit there without an army
    army      what stands there now: an army, the name of its file in a script, None for nothing
    which     what people are asked for where an army is missing
    suits     whether an army may be meant for it: others are not offered to people, who may name them all the same
    """

    id: str
    path: str = ""
    required: bool = True
    army: Json = None
    which: str = "Which army?"
    suits: Callable[[JsonMapping], bool] = lambda army: True

    @property
    def free(self) -> bool:
        """Whether an army may still be brought."""
        return bool(self.path) and self.army is None


def seats_at(setup: Json, paths: Mapping[str, str], *, required: bool = True) -> tuple[Seat, ...]:
    """The seats of sides whose armies have fixed places: paths by side."""
    return tuple(Seat(side, path, required, at_path(setup, path)) for side, path in paths.items())


def at_path(setup: Json, path: str) -> Shaped:
    """What stands at a path of a set-up, None where nothing does."""
    at = setup
    for key in path.split(".") if path else ():
        if isinstance(at, list | tuple):
            at = next((one for one in at if isinstance(one, Mapping) and one.get("id") == key), None)
        else:
            at = at.get(key) if isinstance(at, Mapping) else None
    return at


def put_inside(setup: Json, path: Sequence[str], value: Json) -> Shaped:
    """The same set-up with a value at a path; tables on the way are made, list entries are not. Errors: `Malformed`."""
    first, *rest = path
    if isinstance(setup, Mapping):
        return {**setup, first: put_inside(setup.get(first, {}), rest, value) if rest else value}
    entries = setup if isinstance(setup, list) else []
    ids = [str(one.get("id", "")) for one in entries if isinstance(one, Mapping)]
    if first not in ids or not rest:
        raise Malformed(f"the set-up has no {brief_text(first)}", hint=did_you_mean(first, [one for one in ids if one]))
    return [
        put_inside(one, rest, value) if isinstance(one, Mapping) and one.get("id") == first else one for one in entries
    ]


def put_army(setup: JsonMapping, seat: Seat, army: JsonMapping) -> JsonMapping:
    """The set-up with an army at a seat, as it is written."""
    found: JsonMapping = put_inside(setup, seat.path.split("."), army)
    return found


def without_keys(table: JsonMapping, *keys: str) -> JsonObject:
    """Return a table without some keys."""
    return {key: one for key, one in table.items() if key not in keys}


def take_out_rows(setup: ShapedMapping, seats: Sequence[Seat], own: OwnTables) -> tuple[ShapedMapping, Shaped]:
    """Return a set-up without home-made rows, and those of the set-up and its armies together, None for none.

    Errors: `Malformed` bad-catalogue for rows that cannot be read, and for two that differ.
    """
    tables = [own.read(setup["catalogue"], "setup.catalogue").raw] if "catalogue" in setup else []
    for seat in seats:
        if isinstance(seat.army, Mapping) and "catalogue" in seat.army:
            tables.append(own.read(seat.army["catalogue"], f"setup.{seat.path}.catalogue").raw)
            setup = put_inside(setup, seat.path.split("."), without_keys(seat.army, "catalogue"))
    return without_keys(setup, "catalogue"), reduce(own.tables().merge_catalogues, tables) if tables else None

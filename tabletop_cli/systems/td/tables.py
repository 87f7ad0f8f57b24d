"""The printed tables, read once from ``catalogue/*.toml``. Every number of the rulebook comes from here."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ...api import Reference, ShapedObject

REFERENCE = Reference(Path(__file__).parent)

STATUSES = ("none", "pinned", "suppressed")
RESULTS = (*STATUSES, "out")
NO_EFFECT = {"none": "no effect"}  # as an outcome that people read; on the board such a model is steady
EXPERIENCE = ("green", "regular", "veteran")
MANEUVERABILITY = ("lead", "semi-lead", "autonomous")
TERRAIN = ("open", "rough", "forest", "ruin", "depression")
LINEAR = ("hedge", "wall", "fence")
GUNS = ("hand-held-gun", "light-gun", "heavy-gun")
WEAPONS = ("infantry", "hmg", *GUNS)
GUN_VALUES = {  # beside its dice at infantry
    "kill potential": "kill_potential",
    "penetration": "armour_penetration",
    "reload": "reload",
    "AP tokens": "ap_tokens",
}
VEHICLES = ("light-mech", "light-tank", "heavy-mech", "heavy-tank")
SIZES = ("light", "medium", "heavy")
HANDIWORK = ("other", "tow", "untow", "mount", "unmount")
MISSIONS = ("barrage", "smoke")
ACTIONS = ("move", "pivot", "direct-fire", "indirect-fire", "rally", "reload", "prepare", "reactive-fire")


def catalogue(name: str) -> ShapedObject:
    """One file of the catalogue, by its name without ending."""
    return REFERENCE.data(f"catalogue/{name}")


def rows_of(name: str, table: str) -> ShapedObject:
    """A table of a file of the catalogue: its rows by their ids."""
    found: ShapedObject = catalogue(name)[table]
    return found


entries = partial(rows_of, "entries", "entries")  # the cost table: profile and price by entry type
vehicles = partial(rows_of, "vehicles", "vehicles")
guns = partial(rows_of, "guns", "guns")
artillery = partial(rows_of, "artillery", "sizes")
infantry = partial(catalogue, "infantry")  # profile, leader bonus, model numbers, options and notes of infantry units
words = partial(rows_of, "words")  # names and explanations of what players choose and of what stands on rosters


def variants(entry_type: str | None) -> ShapedObject:
    """The vehicles that an entry of this type may be."""
    return {name: row for name, row in vehicles().items() if row["entry"] == entry_type}


def suits(weapon: str, at_vehicle: bool) -> bool:
    """Whether a weapon may fire at infantry, or at vehicles, blank values or not (TD-FIRE-2)."""
    found: bool = guns()[weapon]["armour_penetrating" if at_vehicle else "at_infantry"]
    return found


def piercing_gun() -> str:
    """The weapon of an armour-piercing trooper (TD-R7)."""
    return next(name for name, row in guns().items() if "armour-piercing" in row["mounted_on"])


def number(name: str) -> int:
    """A number of the tables of play: lowest faces that hit, the standard base in mm."""
    found: int = catalogue("tables")["numbers"][name]
    return found


def entry_of(kind: str) -> ShapedObject:
    """The row of the cost table behind a kind of model that is no vehicle."""
    own: dict[str, str] = {"infantry": "infantry-unit", "spotter": "off-table-artillery"}
    found: ShapedObject = entries()[own.get(kind, kind)]
    return found


def action_name(action: str) -> str:
    """An action inside a sentence: ``direct fire``."""
    return str(catalogue("tables")["actions"][action]["name"]).lower()


def takes_groups(action: str) -> bool:
    """*Actions*: whether an action can be taken by a group (TD-GROUP-1)."""
    found: bool = catalogue("tables")["actions"][action]["group"]
    return found


def terrain_name(terrain: str) -> str:
    """A patch of ground inside a sentence: ``open ground``."""
    return str(catalogue("tables")["terrain"][terrain]["name"]).lower()


def status_name(status: str) -> str:
    """A status in the words of the table: ``steady`` for a model without one."""
    return str(words("statuses")[status]["name"])


def firing_result(status: str, hits: int) -> str:
    """*Firing results*: the status after `hits` on a model with `status`; 3 or more read as 3 (TD-FIRE-4, TD-R32)."""
    row: list[str] = catalogue("tables")["firing"][status]
    return row[min(hits, len(row) - 1)]


def rally_value(experience: str, status: str) -> int:
    """*Rally*: the lowest result of die plus bonus (TD-RALLY-1)."""
    found: int = catalogue("tables")["rally"][experience][status]
    return found


def gives_cover(terrain: str, fire: str) -> bool:
    """*Terrain*: whether standing in it is cover against ``direct`` or ``indirect`` fire (TD-COVER-1, TD-COVER-2)."""
    found: bool = catalogue("tables")["terrain"][terrain][f"cover_{fire}"]
    return found

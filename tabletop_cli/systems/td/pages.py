"""The catalogue of td as pages."""

from __future__ import annotations

from ...api import BLANK, Page, Para, ShapedObject, Shown, Table, in_force
from . import tables
from .tables import EXPERIENCE, Battery, EntryType, Gun, Vehicle, catalogue_file, infantry

NUMBERS = frozenset(
    {"models", "group", "points", "copies", "dice", "close combat", "fire", "armour", "arc", "missions"}
)
COSTS: dict[str, Shown[EntryType]] = {
    "points": "cost",
    "fire": "fire",
    "base mm": lambda row: row.base_mm or "blank",
    "arc": lambda row: row.arc or "by variant",
    "close combat": lambda row: row.cc_dice or "by variant",
    "fire dice": lambda row: "by gun" if row.fire_dice is None else row.fire_dice,
    "what it is": "summary",
}
OPTIONS: dict[str, Shown[ShapedObject]] = {
    "points": lambda row: row.get("cost", "0, always so"),
    "units": lambda row: [f"{experience} {maneuverability}" for maneuverability, experience in row["eligible"]],
    "what it does": "summary",
}
VEHICLES: dict[str, Shown[Vehicle]] = {
    "entry": "entry",
    "armour": "armour",
    "gun": lambda row: " and ".join(gun.id for gun in row.guns),
    "close combat": "cc_dice",
    "arc": "arc",
    "remarks": lambda row: [word for word in ("large", "fast") if getattr(row, word)],
}
GUNS: dict[str, Shown[Gun]] = {
    "carried by": "mounted_on",
    "dice at infantry": lambda row: BLANK if "direct_fire_dice" in row.house else row.direct_fire_dice,
    "fires at vehicles": "armour_penetrating",
    "blank in the book": "house",
}
ARTILLERY: dict[str, Shown[Battery]] = {
    "dice": "dice",
    "kill potential": "kill_potential",
    "smoke cm": lambda row: "{} x {}".format(*row.smoke_cm),
    "missions": "missions",
}
ACTIONS: dict[str, Shown[ShapedObject]] = {"who": "who", "in groups": "group", "what it does": "summary"}
GROUND: dict[str, Shown[ShapedObject]] = {
    "cover: direct": "cover_direct",
    "cover: indirect": "cover_indirect",
    "blocks the view": "blocks",
}
GUNS_NOTE = "The rulebook prints no values for the guns. Players agree on them and write them under [house.guns.<gun>]."


def catalogue_pages() -> tuple[Page, ...]:
    """Return all that the rulebook prints in tables, with the rows of one's own that are in force: a page for each."""
    own = in_force()
    costs = Table.from_rows("entry", tables.ENTRIES.printed, COSTS, right=NUMBERS)
    vehicles = Table.from_rows("vehicle", tables.VEHICLES.all_rows(own), VEHICLES, right=NUMBERS)
    guns = Table.from_rows("gun", tables.GUNS.all_rows(own), GUNS)
    batteries = Table.from_rows("size", tables.BATTERIES.all_rows(own), ARTILLERY, right=NUMBERS)
    return (
        Page("Costs", (costs,), "points are for an entry, dice for each model"),
        _infantry_page(),
        Page("Vehicles", (vehicles,), "a fast vehicle makes two moves for one action"),
        Page("Guns", (Para(GUNS_NOTE, "note"), guns)),
        Page("Off-table artillery", (batteries,)),
        _play_page(),
    )


def _infantry_page() -> Page:
    grid = Table.from_rows("maneuverability", infantry()["models"], _columns_of_keys(*EXPERIENCE), "Models of a unit")
    extras = {**infantry()["options"], **infantry()["notes"]}
    return Page("Infantry units", (grid, Table.from_rows("option or note", extras, OPTIONS, "Options and notes")))


def _play_page() -> Page:
    printed = catalogue_file("tables")
    hits = ("0 hits", "1 hit", "2 hits", "3 or more")
    firing = tuple((status, *row) for status, row in printed["firing"].items())
    ground = {**printed["terrain"], **printed["linear"]}
    blocks = (
        Table(("status before", *hits), firing, "Firing results"),
        Table.from_rows(
            "experience", printed["rally"], _columns_of_keys("pinned", "suppressed"), "Rally: one die, at least"
        ),
        Table.from_rows("action", printed["actions"], ACTIONS, "Actions"),
        Table.from_rows("ground", ground, GROUND, "Terrain"),
    )
    return Page("Tables of play", blocks)


def _columns_of_keys(*keys: str) -> dict[str, Shown[ShapedObject]]:
    """Columns that are called as the keys that they show."""
    return {key: key for key in keys}

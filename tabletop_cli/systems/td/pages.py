"""The catalogue of td as pages."""

from __future__ import annotations

from ...api import Page, Para, ShapedObject, Shown, Table
from .tables import EXPERIENCE, catalogue, infantry, rows_of

NUMBERS = frozenset(
    {"models", "group", "points", "copies", "dice", "close combat", "fire", "armour", "arc", "missions"}
)
COSTS: dict[str, Shown[ShapedObject]] = {
    "points": "cost",
    "fire": "fire",
    "base mm": lambda row: row.get("base_mm", "blank"),
    "arc": lambda row: row.get("arc", "by variant"),
    "close combat": lambda row: row.get("cc_dice", "by variant"),
    "fire dice": lambda row: row.get("fire_dice", "by gun"),
    "what it is": "summary",
}
OPTIONS: dict[str, Shown[ShapedObject]] = {
    "points": lambda row: row.get("cost", "always"),
    "units": lambda row: [f"{experience} {maneuverability}" for maneuverability, experience in row["eligible"]],
    "what it does": "summary",
}
VEHICLES: dict[str, Shown[ShapedObject]] = {
    "entry": "entry",
    "armour": "armour",
    "gun": lambda row: row["gun"] + (" and hmg" if "second_gun" in row else ""),
    "close combat": "cc_dice",
    "arc": "arc",
    "remarks": lambda row: [word for word in ("large", "fast") if row[word]],
}
GUNS: dict[str, Shown[ShapedObject]] = {
    "carried by": "mounted_on",
    "dice at infantry": lambda row: row.get("direct_fire_dice", "blank" if row["house"] else None),
    "fires at vehicles": "armour_penetrating",
    "blank in the book": "house",
}
ARTILLERY: dict[str, Shown[ShapedObject]] = {
    "dice": "dice",
    "kill potential": "kill_potential",
    "smoke cm": lambda row: "{} x {}".format(*row["smoke_cm"]),
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
    """Everything that the rulebook prints in tables, a page for each."""
    costs = Table.of("entry", rows_of("entries", "entries"), COSTS, right=NUMBERS)
    of_vehicles = Table.of("vehicle", rows_of("vehicles", "vehicles"), VEHICLES, right=NUMBERS)
    return (
        Page("Costs", (costs,), "points are for an entry, dice for each model"),
        _infantry_page(),
        Page("Vehicles", (of_vehicles,), "a fast vehicle makes two moves for one action"),
        Page("Guns", (Para(GUNS_NOTE, "note"), Table.of("gun", rows_of("guns", "guns"), GUNS))),
        Page("Off-table artillery", (Table.of("size", rows_of("artillery", "sizes"), ARTILLERY, right=NUMBERS),)),
        _play_page(),
    )


def _infantry_page() -> Page:
    grid = Table.of("maneuverability", infantry()["models"], _same(*EXPERIENCE), "Models of a unit")
    extras = {**infantry()["options"], **infantry()["notes"]}
    return Page("Infantry units", (grid, Table.of("option or note", extras, OPTIONS, "Options and notes")))


def _play_page() -> Page:
    tables = catalogue("tables")
    hits = ("0 hits", "1 hit", "2 hits", "3 or more")
    firing = tuple((status, *row) for status, row in tables["firing"].items())
    ground = {**tables["terrain"], **tables["linear"]}
    blocks = (
        Table(("status before", *hits), firing, "Firing results"),
        Table.of("experience", tables["rally"], _same("pinned", "suppressed"), "Rally: one die, at least"),
        Table.of("action", tables["actions"], ACTIONS, "Actions"),
        Table.of("ground", ground, GROUND, "Terrain"),
    )
    return Page("Tables of play", blocks)


def _same(*keys: str) -> dict[str, Shown[ShapedObject]]:
    """Columns that are called as the keys that they show."""
    return {key: key for key in keys}

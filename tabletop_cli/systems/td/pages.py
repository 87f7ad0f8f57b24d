"""The catalogue of td as pages."""

from __future__ import annotations

from ...api import Block, Page, Para, Table
from .tables import EXPERIENCE, MANEUVERABILITY, artillery, catalogue, entries, guns, infantry, vehicles

NUMBERS = frozenset(
    {"models", "group", "points", "copies", "dice", "close combat", "fire", "armour", "arc", "missions"}
)


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables, a page for each."""
    return (_costs_page(), _infantry_page(), _vehicles_page(), _guns_page(), _artillery_page(), _play_page())


def _costs_page() -> Page:
    rows = tuple(
        (
            name,
            str(row["cost"]),
            row["fire"],
            row.get("base_mm", "blank"),
            str(row.get("arc", "by variant")),
            str(row.get("cc_dice", "by variant")),
            str(row.get("fire_dice", "by gun")),
            row["summary"],
        )
        for name, row in entries().items()
    )
    columns = ("entry", "points", "fire", "base mm", "arc", "close combat", "fire dice", "what it is")
    return Page("Costs", (Table(columns, rows, right=NUMBERS),), "points are for an entry, dice for each model")


def _infantry_page() -> Page:
    grid = tuple((row, *(str(infantry()["models"][row][column]) for column in EXPERIENCE)) for row in MANEUVERABILITY)
    extras = []
    for kind in ("options", "notes"):
        for name, data in infantry()[kind].items():
            units = ", ".join(f"{experience} {maneuverability}" for maneuverability, experience in data["eligible"])
            cost = str(data.get("cost", "-")) if kind == "options" else "always"
            extras.append((name, cost, units, data["summary"]))
    blocks: tuple[Block, ...] = (
        Table(("maneuverability", *EXPERIENCE), grid, "Models of a unit"),
        Table(("option or note", "points", "units", "what it does"), tuple(extras), "Options and notes"),
    )
    return Page("Infantry units", blocks)


def _vehicles_page() -> Page:
    rows = tuple(
        (
            name,
            row["entry"],
            str(row["armour"]),
            row["gun"] + (" and hmg" if "second_gun" in row else ""),
            str(row["cc_dice"]),
            str(row["arc"]),
            ", ".join(word for word in ("large", "fast") if row[word]) or "-",
        )
        for name, row in vehicles().items()
    )
    columns = ("vehicle", "entry", "armour", "gun", "close combat", "arc", "remarks")
    return Page("Vehicles", (Table(columns, rows, right=NUMBERS),), "a fast vehicle makes two moves for one action")


def _guns_page() -> Page:
    rows = tuple(
        (
            name,
            ", ".join(row["mounted_on"]),
            str(row.get("direct_fire_dice", "blank" if row["house"] else "-")),
            "yes" if row["armour_penetrating"] else "no",
            ", ".join(row["house"]) or "-",
        )
        for name, row in guns().items()
    )
    columns = ("gun", "carried by", "dice at infantry", "fires at vehicles", "blank in the book")
    text = "The rulebook prints no values for the guns. Players agree on them and write them under [house.guns.<gun>]."
    return Page("Guns", (Para(text, "note"), Table(columns, rows)))


def _artillery_page() -> Page:
    rows = tuple(
        (name, str(row["dice"]), str(row["kill_potential"]), "{} x {}".format(*row["smoke_cm"]), str(row["missions"]))
        for name, row in artillery().items()
    )
    columns = ("size", "dice", "kill potential", "smoke cm", "missions")
    return Page("Off-table artillery", (Table(columns, rows, right=NUMBERS),))


def _play_page() -> Page:
    tables = catalogue("tables")
    firing = tuple((status, *row) for status, row in tables["firing"].items())
    rally = tuple((name, str(row["pinned"]), str(row["suppressed"])) for name, row in tables["rally"].items())
    actions = tuple(
        (name, row["who"], "yes" if row["group"] else "no", row["summary"]) for name, row in tables["actions"].items()
    )
    ground = tuple(
        (name, _yes(row["cover_direct"]), _yes(row["cover_indirect"]), row["blocks"])
        for name, row in {**tables["terrain"], **tables["linear"]}.items()
    )
    blocks: tuple[Block, ...] = (
        Table(("status before", "0 hits", "1 hit", "2 hits", "3 or more"), firing, "Firing results"),
        Table(("experience", "pinned", "suppressed"), rally, "Rally: one die, at least"),
        Table(("action", "who", "in groups", "what it does"), actions, "Actions"),
        Table(("ground", "cover: direct", "cover: indirect", "blocks the view"), ground, "Terrain"),
    )
    return Page("Tables of play", blocks)


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"

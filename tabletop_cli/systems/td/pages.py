"""What td shows of its lists and tables, as pages: rosters and the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.page import Block, Boxes, Heading, Page, Para, Table
from ...core.problems import Problem
from .melee import combat_dice
from .muster import ArmyList, Entry
from .tables import EXPERIENCE, MANEUVERABILITY, artillery, catalogue, entries, guns, infantry, vehicles

NUMBERS = frozenset(
    {"models", "group", "points", "copies", "dice", "close combat", "fire", "armour", "arc", "missions"}
)


def roster(army: ArmyList, problems: Sequence[Problem]) -> Page:
    """A list as a page: units with what they may do, their profiles, what is tracked, and what is wrong with it."""
    name = str(army.fields.get("name") or "Unnamed warband")
    limit = "no budget agreed" if army.budget is None else f"of {_points(army.budget)} points"
    copies = sum(entry.count for entry in army.entries)
    blocks: list[Block] = [*_wrong(problems), _units(army), _profiles(army)]
    blocks += list(_notes(army))
    blocks += list(_tracked(army))
    data = {
        "system": "td",
        "name": name,
        "points": army.points,
        "budget": None if army.budget is None else _points(army.budget),
        "legal": not any(problem.severity == "error" for problem in problems),
        "units": [_unit_data(entry) for entry in army.entries],
        "house": army.house.as_dict(),
        "problems": [problem.as_dict() for problem in problems],
    }
    subtitle = f"Truffles & Dermaphytes - {army.points} {limit} - {copies} {'unit' if copies == 1 else 'units'}"
    return Page(name, tuple(blocks), subtitle, data)


def _points(number: Any) -> str:
    return f"{float(number):g}"


def _wrong(problems: Sequence[Problem]) -> Iterator[Block]:
    errors = [problem for problem in problems if problem.severity == "error"]
    if errors:
        yield Para(f"This list is not legal: {len(errors)} {'problem' if len(errors) == 1 else 'problems'}.", "bad")
    for problem in problems:
        tone = "bad" if problem.severity == "error" else "warn"
        yield Para(f"{problem.code}: {problem.message}", tone)


def _title(entry: Entry) -> str:
    """The unit's own name, or what it is."""
    return str(entry.fields.get("name") or _kind(entry))


def _kind(entry: Entry) -> str:
    """What an entry is, in words."""
    fields = entry.fields
    if entry.type is None:
        return f"unknown ({fields.get('type', 'no type')})"
    if entry.type == "infantry-unit":
        return f"{fields.get('experience', '?')} {fields.get('maneuverability', '?')} infantry"
    if entry.type == "off-table-artillery":
        return f"{fields.get('size', '?')} off-table artillery"
    if fields.get("variant") in vehicles():
        return str(vehicles()[str(fields["variant"])]["name"]).lower()
    return str(entries()[entry.type]["name"]).lower()


def _units(army: ArmyList) -> Table:
    rows = []
    for entry in army.entries:
        options = ", ".join(str(option) for option in entry.options)
        start = " (starts towed)" if entry.fields.get("start") == "towed" else ""
        rows.append((
            str(entry.count), _title(entry), _kind(entry) + start, str(entry.models),
            str(entry.group or "-"), options or "-", str(entry.points),
        ))  # fmt: skip
    columns = ("copies", "unit", "kind", "models", "group", "options", "points")
    return Table(columns, tuple(rows), right=NUMBERS)


def _profiles(army: ArmyList) -> Table:
    """One line for each kind of model in the list."""
    rows: dict[str, tuple[str, ...]] = {}
    for entry in army.entries:
        for row in _profile_rows(entry):
            rows.setdefault(row[0], row)
    columns = ("model", "close combat", "fire", "arc", "armour", "remarks")
    return Table(columns, tuple(rows.values()), "Profiles (dice for each model)", NUMBERS)


def _profile_rows(entry: Entry) -> Iterator[tuple[str, ...]]:
    if entry.type == "infantry-unit":
        profile = infantry()["profile"]
        cc, fire, arc = (str(profile[key]) for key in ("cc_dice", "fire_dice", "arc"))
        yield "infantry", cc, fire, arc, "-", ""
        if entry.quality is not None and infantry()["leader_bonus"][entry.quality[1]]:
            yield "leader", str(combat_dice("infantry", 1, "none")), fire, arc, "-", "+1 to rally"
        if entry.attached_hmgs:
            yield _machine_gun()
        if "armour-piercing" in entry.options:
            yield "hand-held gun", cc, "vehicles only", arc, "-", "armour-piercing trooper"
    elif entry.type == "hmg":
        yield _machine_gun()
    elif entry.fields.get("variant") in vehicles():
        yield _vehicle_row(str(entry.fields["variant"]), int(entry.house["heavy_tank_arc"]), entry)
    elif entry.type is not None and entry.type not in ("tank", "mech"):
        row = entries()[entry.type]
        dice = _dice_of(row["gun"], entry) if "gun" in row else row["fire_dice"]
        remarks = f"reload {entry.house['atg_reload']}" if entry.type == "atg" else "spotter"
        yield str(row["name"]).lower(), str(row["cc_dice"]), _blank(dice), str(row["arc"]), "-", remarks


def _machine_gun() -> tuple[str, ...]:
    row = entries()["hmg"]
    return "heavy machine gun", str(row["cc_dice"]), str(row["fire_dice"]), str(row["arc"]), "-", ""


def _vehicle_row(variant: str, heavy_arc: int, entry: Entry) -> tuple[str, ...]:
    vehicle = vehicles()[variant]
    gun = vehicle["gun"]
    fire = _dice_of(gun, entry)
    remarks = [word for word in ("large", "fast") if vehicle[word]] + [gun]
    if "second_gun" in vehicle:
        remarks.append(f"or {vehicle['second_gun']}: {_blank(_dice_of(vehicle['second_gun'], entry))} dice")
    arc = heavy_arc if variant == "heavy-tank" else vehicle["arc"]
    numbers = str(vehicle["cc_dice"]), _blank(fire), str(arc), str(vehicle["armour"])
    return (str(vehicle["name"]).lower(), *numbers, ", ".join(remarks))


def _dice_of(gun: str, entry: Entry) -> int | None:
    """Dice of a gun at infantry: printed, or by the list's house rules; None while they are blank."""
    printed: int | None = guns()[gun].get("direct_fire_dice")
    return entry.house.number("guns", gun, "direct_fire_dice") if printed is None else printed


def _blank(number: int | None) -> str:
    return "house" if number is None else str(number)


def _notes(army: ArmyList) -> Iterator[Block]:
    """What options and notes mean, each once, for those units that have them."""
    seen: dict[str, str] = {}
    for entry in army.of_type("infantry-unit"):
        for option in entry.options:
            if option in infantry()["options"]:
                data = infantry()["options"][option]
                seen.setdefault(data["name"], data["summary"])
        for data in infantry()["notes"].values():
            if entry.quality and list(entry.quality) in data["eligible"]:
                seen.setdefault(data["name"], data["summary"])
    if seen:
        yield Heading("Special rules")
        yield from (Para(f"{name}: {text}") for name, text in seen.items())


def _tracked(army: ArmyList) -> Iterator[Block]:
    """Boxes for what is ticked off during a game: fire missions, armour, reload markers."""
    boxes: list[Block] = []
    for entry in army.entries:
        for copy in range(1, entry.count + 1):
            title = _title(entry) + (f" {copy}" if entry.count > 1 else "")
            if entry.fields.get("size") in artillery() and entry.type == "off-table-artillery":
                boxes.append(Boxes(f"{title}: fire missions", 0, artillery()[str(entry.fields["size"])]["missions"]))
            if entry.fields.get("variant") in vehicles():
                boxes.append(Boxes(f"{title}: armour", 0, vehicles()[str(entry.fields["variant"])]["armour"]))
            if entry.type == "atg":
                markers = int(entry.house["atg_reload"])
                boxes.append(Boxes(f"{title}: reload markers", markers, markers))
            if entry.type == "infantry-unit":
                boxes.append(Boxes(f"{title}: models", 0, entry.models))
    if boxes:
        yield Heading("To tick off")
        yield from boxes


def _unit_data(entry: Entry) -> dict[str, Any]:
    return {
        **{key: value for key, value in entry.fields.items() if isinstance(value, str | int | bool | list)},
        "models": entry.models,
        "group": entry.group,
        "points": entry.points,
    }


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables, a page for each."""
    return (_costs_page(), _infantry_page(), _vehicles_page(), _guns_page(), _artillery_page(), _play_page())


def _costs_page() -> Page:
    rows = tuple(
        (
            name, str(row["cost"]), row["fire"], row.get("base_mm", "blank"), str(row.get("arc", "by variant")),
            str(row.get("cc_dice", "by variant")), str(row.get("fire_dice", "by gun")), row["summary"],
        )
        for name, row in entries().items()
    )  # fmt: skip
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
            name, row["entry"], str(row["armour"]), row["gun"] + (" and hmg" if "second_gun" in row else ""),
            str(row["cc_dice"]), str(row["arc"]), ", ".join(word for word in ("large", "fast") if row[word]) or "-",
        )
        for name, row in vehicles().items()
    )  # fmt: skip
    columns = ("vehicle", "entry", "armour", "gun", "close combat", "arc", "remarks")
    return Page("Vehicles", (Table(columns, rows, right=NUMBERS),), "a fast vehicle makes two moves for one action")


def _guns_page() -> Page:
    rows = tuple(
        (
            name, ", ".join(row["mounted_on"]), str(row.get("direct_fire_dice", "blank" if row["house"] else "-")),
            "yes" if row["armour_penetrating"] else "no", ", ".join(row["house"]) or "-",
        )
        for name, row in guns().items()
    )  # fmt: skip
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

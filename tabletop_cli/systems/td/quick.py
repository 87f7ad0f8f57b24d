"""One page of what people look up during a game of td, under the house rules that they play by."""

from __future__ import annotations

from collections.abc import Mapping

from ...api import BLANK, Block, Facts, House, Page, ShapedMapping, ShapedObject, Shown, Table
from .actions import BANS, Act, Actor
from .melee import combat_dice
from .profiles import NOT, value_of
from .reactive import find_markers_after_miss
from .sighting import arc_of
from .tables import (
    ACTIONS,
    BATTERIES,
    GUN_VALUES,
    GUNS,
    STATUSES,
    VEHICLES,
    Battery,
    Kind,
    Vehicle,
    catalogue_file,
    firing_result,
    printed_kind,
    rally_value,
    rule_number,
    words,
)
from .tracks import who_acts_words

HITS = range(4)
COVER = {"cover": "cover_direct", "cover from shells": "cover_indirect", "blocks the view": "blocks"}


def quick_pages(house: House) -> tuple[Page, ...]:
    """Tables and reminders, as short as they can be."""
    blocks: list[Block] = [
        _firing_table(),
        _rally_table(),
        _action_table(house),
        Table(("the counters", "who acts"), who_acts_words(house), "Whose turn"),
        _model_table(house),
        _weapon_table(house),
        _battery_table(house),
        _cover_table(),
        _reminder_facts(house),
    ]
    if differing := house.decision_texts():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page("Truffles & Dermaphytes at a glance", tuple(blocks)),)


def _firing_table() -> Table:
    rows = tuple((status, *(firing_result(status, hits) for hits in HITS)) for status in STATUSES)
    columns = ("status before", *(f"{hits} hit{'' if hits == 1 else 's'}" for hits in HITS[:-1]), f"{HITS[-1]} or more")
    return Table(columns, rows, f"Firing results: {rule_number('hit')}+ hits, one die less at a target in cover")


def _rows_by_name(rows: Mapping[str, ShapedMapping]) -> dict[str, ShapedObject]:
    """Rows of the catalogue by their names, as these stand inside a sentence."""
    return {str(row["name"]).lower(): {**row, "id": one} for one, row in rows.items()}


def _rally_table() -> Table:
    columns: dict[str, Shown[ShapedObject]] = {
        "pinned": lambda row: f"{rally_value(row['id'], 'pinned')}+",
        "suppressed": lambda row: f"{rally_value(row['id'], 'suppressed')}+",
    }
    return Table.from_rows("rally", _rows_by_name(words("experience")), columns, "Rally")


def _action_table(house: House) -> Table:
    """Which actions there are, and what keeps a model from them."""
    columns: dict[str, Shown[ShapedObject]] = {
        "player": "who",
        "as a group": "group",
        "pinned": lambda row: _is_open(row["id"], house, status="pinned"),
        "suppressed": lambda row: _is_open(row["id"], house, status="suppressed"),
        "with reload markers": lambda row: _is_open(row["id"], house, tokens=1),
    }
    return Table.from_rows("action", _rows_by_name(catalogue_file("tables")["actions"]), columns, "Who may do what")


def _is_open(action: str, house: House, *, status: str = "none", tokens: int = 0) -> bool:
    """Whether a status or a reload marker leaves an action open, by the bans of play (TD-ACT-1, TD-ACT-2, TD-ACT-4)."""
    assert action in ACTIONS
    model = Actor(role="spotter" if action == "indirect-fire" else "trooper", status=status, tokens=tokens)
    act = Act(house=house, model=model, action=action)
    return not any(BANS[rule](act) for rule in ("TD-ACT-1", "TD-ACT-2", "TD-ACT-4"))


def _model_table(house: House) -> Table:
    infantry = printed_kind("infantry")
    rows = [_model_row("infantry", infantry), _model_row("leader +1", infantry, bonus=1)]
    rows += [
        _model_row("HMG", printed_kind("hmg")),
        _model_row("ATG", printed_kind("atg")),
        _model_row("spotter", printed_kind("spotter")),
    ]
    rows += [_vehicle_row(row, house) for row in VEHICLES.all_rows(house.catalogue).values()]
    columns = ("model", "close combat", "arc", "weapon", "armour", "traits")
    return Table(columns, tuple(rows), "Models", frozenset({"close combat", "arc", "armour"}))


def _model_row(name: str, kind: Kind, *, bonus: int = 0) -> tuple[str, ...]:
    carried = kind.gun.name.lower() if kind.gun else NOT
    return name, str(combat_dice(kind, bonus)), str(kind.arc), carried, NOT, ""


def _vehicle_row(row: Vehicle, house: House) -> tuple[str, ...]:
    carried = " or ".join(gun.name.lower() for gun in row.guns)
    what = ", ".join(str(trait["name"]).lower() for key, trait in words("traits").items() if getattr(row, key))
    return row.name.lower(), str(combat_dice(row)), str(arc_of(row, house)), carried, str(row.armour), what


def _weapon_table(house: House) -> Table:
    """Weapons with the values that any of them has; what the book leaves blank is to be agreed on."""
    values, known = {"dice at infantry": "direct_fire_dice", **GUN_VALUES}, GUNS.all_rows(house.catalogue).values()
    used = {name: key for name, key in values.items() if any(value_of(gun, key, house) != NOT for gun in known)}
    rows = {row.name.lower(): {key: value_of(row, key, house) for key in used.values()} for row in known}
    blank = any(BLANK in row.values() for row in rows.values())
    title = f"Weapons; an anti-tank gun reloads {house['atg_reload']}" + ("; agree on what is open" if blank else "")
    return Table.from_rows("weapon", rows, used, title, frozenset(used))


def _battery_table(house: House) -> Table:
    columns: dict[str, Shown[Battery]] = {
        "dice": "dice",
        "kill potential": "kill_potential",
        "missions": "missions",
        "smoke": lambda row: "{} x {} cm".format(*row.smoke_cm),
    }
    return Table.from_rows("battery", BATTERIES.all_rows(house.catalogue), columns, "Off-table artillery")


def _cover_table() -> Table:
    """Ground by what it does; hedges, walls and fences share a row."""
    tables = catalogue_file("tables")
    alike: dict[tuple[object, ...], list[str]] = {}
    for name, row in _rows_by_name(tables["linear"]).items():
        alike.setdefault(tuple(row[key] for key in COVER.values()), []).append(name)
    beside = {
        f"beside a {', '.join(names)}": dict(zip(COVER.values(), what, strict=True)) for what, names in alike.items()
    }
    return Table.from_rows("ground", {**_rows_by_name(tables["terrain"]), **beside}, COVER, "Cover; none for the large")


def _reminder_facts(house: House) -> Facts:
    """What stands in no table: numbers of the catalogue in words, and how the switches of a topic are played."""
    numbers, played = _reminder_numbers(house), words("quick_switches")
    return Facts(
        tuple(
            (topic, " ".join([*text.format(**numbers).split(), *(house.said[name] for name in played.get(topic, ()))]))
            for topic, text in words("quick").items()
        )
    )


def _reminder_numbers(house: House) -> ShapedObject:
    lasts = house.supplied_number("smoke_actions")
    return {
        "miss": find_markers_after_miss(0, printed_kind("infantry").gun, house).value,
        "base": rule_number("standard_base_mm"),
        "many": rule_number("kill_potential_hits"),
        "tokens": catalogue_file("artillery")["spotter_tokens"],
        "smoke": rule_number("smoke_lands"),
        "lasts": "as many actions as you agree on" if lasts is None else f"{lasts} actions of both players together",
        "to_hit": rule_number("anti_vehicle_hit"),
        "to_hit_cover": rule_number("cover_av"),
    }

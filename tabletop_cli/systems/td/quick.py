"""One page of what people look up during a game of td, under the house rules that they play by."""

from __future__ import annotations

from collections.abc import Mapping

from ...api import BLANK, Block, Facts, House, Page, Shaped, ShapedMapping, ShapedObject, Shown, Table, count_text
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
    infantry,
    printed_kind,
    rally_value,
    rule_number,
    words,
)
from .tracks import catch_up_words, who_acts_words

HITS = range(4)
COVER = {"cover": "cover_direct", "cover, indirect fire": "cover_indirect", "blocks the view": "blocks"}


def quick_pages(house: House) -> tuple[Page, ...]:
    """Tables and reminders, as short as they can be."""
    blocks: list[Block] = [
        _firing_table(),
        _rally_table(),
        _action_table(house),
        _turn_table(house),
        _model_table(house),
        _weapon_table(house),
        _battery_table(house),
        _cover_table(house),
        _reminder_facts(house),
    ]
    if differing := [row for row in decided_words(house) if not row[0].startswith("guns.")]:
        blocks.append(Table(("house rule", "as you play it"), tuple(differing), "Your house rules"))
    return (Page("Truffles & Dermaphytes at a glance", tuple(blocks)),)


def _turn_table(house: House) -> Table:
    title = f"Whose turn, after an action and all reactions to it{catch_up_words(house)}"
    return Table(("the counters", "who acts"), who_acts_words(house), title)


def _firing_table() -> Table:
    said = {"none": "no status"}
    found = ((status, *(firing_result(status, hits) for hits in HITS)) for status in STATUSES)
    rows = tuple(tuple(said.get(one, one) for one in row) for row in found)
    columns = ("status before", *(f"{hits} hit{'' if hits == 1 else 's'}" for hits in HITS[:-1]), f"{HITS[-1]} or more")
    title = f"Firing results at infantry: each die of {rule_number('hit')} or more hits; in cover one die less"
    return Table(columns, rows, title)


def _rows_by_name(rows: Mapping[str, ShapedMapping]) -> dict[str, ShapedObject]:
    """Rows of the catalogue by their names, as these stand inside a sentence."""
    return {str(row["name"]).lower(): {**row, "id": one} for one, row in rows.items()}


def _rally_table() -> Table:
    columns: dict[str, Shown[ShapedObject]] = {
        "pinned": lambda row: f"{rally_value(row['id'], 'pinned')}+",
        "suppressed": lambda row: f"{rally_value(row['id'], 'suppressed')}+",
    }
    return Table.from_rows("rally", _rows_by_name(words("experience")), columns, "Rally: one die, at least")


def _action_table(house: House) -> Table:
    """Which actions there are, and what keeps a model from them."""
    markers = "with reload markers" if house["reload_scope"] == "model" else "with markers on the weapon"
    columns: dict[str, Shown[ShapedObject]] = {
        "player": "who",
        "as a group": "group",
        "pinned": lambda row: _is_open(row["id"], house, status="pinned"),
        "suppressed": lambda row: _is_open(row["id"], house, status="suppressed"),
        markers: lambda row: _is_open(row["id"], house, tokens=1),
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
    title = "Weapons" + ("; agree on what is open" if blank else "")
    return Table.from_rows("weapon", rows, used, title, frozenset(used))


def _battery_table(house: House) -> Table:
    columns: dict[str, Shown[Battery]] = {
        "dice": "dice",
        "kill potential": "kill_potential",
        "missions": "missions",
        "smoke": lambda row: "{} x {} cm".format(*row.smoke_cm),
    }
    return Table.from_rows("battery", BATTERIES.all_rows(house.catalogue), columns, "Off-table artillery")


def _cover_table(house: House) -> Table:
    """Ground by what it does; hedges, walls and fences share a row."""
    tables, crossed = catalogue_file("tables"), house["linear_cover"] == "crossed"
    alike: dict[tuple[object, ...], list[str]] = {}
    for name, row in _rows_by_name(tables["linear"]).items():
        if crossed and row["cover_direct"]:
            row["cover_direct"] = "if the line of fire crosses it"
        alike.setdefault(tuple(row[key] for key in COVER.values()), []).append(name)
    beside = {
        f"next to a {', '.join(names)}": dict(zip(COVER.values(), what, strict=True)) for what, names in alike.items()
    }
    near = f"next to: nearer than a standard base ({rule_number('standard_base_mm')} mm)"
    title = f"Cover by the ground of the target; {near}; a large target has none"
    return Table.from_rows("ground", {**_rows_by_name(tables["terrain"]), **beside}, COVER, title)


def _reminder_facts(house: House) -> Facts:
    """What stands in no table: numbers of the catalogue in words, and how the switches of a topic are played."""
    return Facts(tuple((topic, fill_in(text, house)) for topic, text in words("quick").items()))


def fill_in(text: str, house: House) -> str:
    """Return a text of the catalogue with the numbers and the sentences of the house rules in it."""
    return " ".join(text.format(**_reminder_numbers(house)).split())


def _reminder_numbers(house: House) -> ShapedObject:
    lasts, differing = house.supplied_number("smoke_actions"), dict(house.decision_texts())
    return {
        "miss": find_markers_after_miss(0, printed_kind("infantry").gun, house).value,
        "base": rule_number("standard_base_mm"),
        "pairs": infantry()["notes"]["pairs"]["group_move"],
        "atg": house["atg_reload"],
        "tokens": catalogue_file("artillery")["spotter_tokens"],
        "smoke": rule_number("smoke_lands"),
        "lasts": "as many actions of both players together as you agree on"
        if lasts is None
        else f"{count_text(lasts, 'action')} of both players together",
        "to_hit": rule_number("anti_vehicle_hit"),
        "to_hit_cover": rule_number("cover_av"),
        "ap_tokens": _token_text(house),
        "said": house.said,
        "new": {name: text if name in differing else "" for name, text in house.said.items()},
    }


def _token_text(house: House) -> str:
    """Where armour-piercing tokens come from: agreed on for every gun that the house rules leave out (TD-R45)."""
    guns = [gun for gun in GUNS.all_rows(house.catalogue).values() if gun.armour_penetrating]
    agreed = all(gun.known_value("ap_tokens", house) is not None for gun in guns)
    return str(words("tokens")["agreed" if agreed else "open"])


def decided_words(house: House) -> tuple[tuple[str, str], ...]:
    """What the players decided otherwise than the rulings, and the values that they supplied, in whole sentences."""
    told = {".".join(path): _supplied_text(path, house) for path in house.values}
    open_ = {"atg_reload": _number_text("atg_reload", house["atg_reload"])}
    return tuple((name, told.get(name, open_.get(name, text))) for name, text in house.decision_texts())


def _supplied_text(path: tuple[str, ...], house: House) -> str:
    """A value that the players supplied, as a sentence."""
    if path[0] == "guns":
        gun = GUNS.printed[path[1]]
        used = path[2] in (*gun.house, "ap_tokens")
        return _number_text(path[2] if used else "unused", house.supplied_value(*path), gun.name.lower())
    name = BATTERIES.printed[path[1]].name.lower() if path[1:] else ""
    return _number_text(path[0], house.supplied_value(*path), name)


def _number_text(key: str, n: Shaped, one: str = "") -> str:
    """A sentence of the catalogue with a number, and with what it counts."""
    things = {"markers": "reload marker", "tokens": "armour-piercing token", "actions": "action"}
    many = {name: count_text(n, thing) for name, thing in things.items()}
    return str(words("supplied")[key]).format(one=one, n=n, dice=count_text(n, "die", "dice"), **many)

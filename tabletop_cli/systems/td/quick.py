"""One page of what people look up during a game of td, under the house rules that they play by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...api import Block, Facts, House, Page, Table
from .actions import BANS, Act, Actor
from .melee import combat_dice
from .profiles import BLANK, GUN_VALUES, NOT, value_of
from .reactive import tokens_of_reaction
from .sighting import arc_of
from .tables import (
    ACTIONS,
    STATUSES,
    VEHICLES,
    artillery,
    catalogue,
    entries,
    firing_result,
    gives_cover,
    guns,
    infantry,
    number,
    rally_value,
    vehicles,
    words,
)
from .tracks import who_acts_words

HITS = range(4)


def quick(house: House) -> tuple[Page, ...]:
    """Tables and reminders, as short as they can be."""
    blocks: list[Block] = [
        _firing(),
        _rally(),
        _actions(house),
        Table(("the counters", "who acts"), who_acts_words(house), "Whose turn"),
        _models(house),
        _weapons(house),
        _artillery(),
        _cover(),
        _reminders(house),
    ]
    if differing := house.decided():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page("Truffles & Dermaphytes at a glance", tuple(blocks)),)


def _firing() -> Table:
    rows = tuple((status, *(firing_result(status, hits) for hits in HITS)) for status in STATUSES)
    columns = ("status before", *(f"{hits} hit{'' if hits == 1 else 's'}" for hits in HITS[:-1]), f"{HITS[-1]} or more")
    return Table(columns, rows, f"Firing results: {number('hit')}+ hits, one die less at a target in cover")


def _rally() -> Table:
    names = words("experience")
    rows = tuple(
        (str(row["name"]).lower(), *(f"{rally_value(key, status)}+" for status in STATUSES[1:]))
        for key, row in names.items()
    )
    return Table(("rally", *STATUSES[1:]), rows, "Rally")


def _actions(house: House) -> Table:
    """Which actions there are, and what keeps a model from them."""
    rows = tuple(
        (
            str(row["name"]).lower(),
            str(row["who"]),
            _yes(row["group"]),
            _open(name, house, status="pinned"),
            _open(name, house, status="suppressed"),
            _open(name, house, tokens=1),
        )
        for name, row in catalogue("tables")["actions"].items()
    )
    return Table(("action", "player", "as a group", *STATUSES[1:], "with reload markers"), rows, "Who may do what")


def _open(action: str, house: House, *, status: str = "none", tokens: int = 0) -> str:
    """Whether a status or a reload marker leaves an action open, by the bans of play (TD-ACT-1, TD-ACT-2, TD-ACT-4)."""
    assert action in ACTIONS
    model = Actor(role="spotter" if action == "indirect-fire" else "trooper", status=status, tokens=tokens)
    act = Act(house=house, model=model, action=action)
    return _yes(not any(BANS[rule].bars(act) for rule in ("TD-ACT-1", "TD-ACT-2", "TD-ACT-4")))


def _models(house: House) -> Table:
    rows = [_model("infantry", combat_dice("infantry", 0, "none"), int(infantry()["profile"]["arc"]), "infantry")]
    rows.append(_model("leader +1", combat_dice("infantry", 1, "none"), int(infantry()["profile"]["arc"]), "infantry"))
    for kind, entry in {"hmg": "hmg", "atg": "atg", "spotter": "off-table-artillery"}.items():
        row = entries()[entry]
        rows.append(
            _model(
                kind.upper() if len(kind) == 3 else kind,
                combat_dice(kind, 0, "none"),
                int(row["arc"]),
                str(row.get("gun", "hmg" if kind == "hmg" else "")),
            )
        )
    rows += [_vehicle(name, house) for name in VEHICLES]
    columns = ("model", "close combat", "arc", "weapon", "armour", "traits")
    return Table(columns, tuple(rows), "Models", frozenset({"close combat", "arc", "armour"}))


def _model(name: str, dice: int, arc: int, weapon: str) -> tuple[str, ...]:
    return name, str(dice), str(arc), str(guns()[weapon]["name"]).lower() if weapon else NOT, NOT, ""


def _vehicle(name: str, house: House) -> tuple[str, ...]:
    row = vehicles()[name]
    carried = [str(guns()[row[key]]["name"]).lower() for key in ("gun", "second_gun") if key in row]
    what = [str(trait["name"]).lower() for key, trait in words("traits").items() if row[key]]
    return (
        str(row["name"]).lower(),
        str(combat_dice(name, 0, "none")),
        str(arc_of(name, house)),
        " or ".join(carried),
        str(row["armour"]),
        ", ".join(what),
    )


def _weapons(house: House) -> Table:
    values = {"dice at infantry": "direct_fire_dice", **GUN_VALUES}
    used = {name: key for name, key in values.items() if any(value_of(gun, key, house) != NOT for gun in guns())}
    rows = tuple(
        (str(row["name"]).lower(), *(value_of(gun, key, house) for key in used.values())) for gun, row in guns().items()
    )
    columns = ("weapon", *used)
    blank = any(BLANK in row for row in rows)
    title = f"Weapons; an anti-tank gun reloads {house['atg_reload']}" + ("; agree on what is blank" if blank else "")
    return Table(columns, rows, title, frozenset(columns[1:]))


def _artillery() -> Table:
    numbers = ("dice", "kill_potential", "missions")
    rows = tuple(
        (size, *(str(row[key]) for key in numbers), "{} x {} cm".format(*row["smoke_cm"]))
        for size, row in artillery().items()
    )
    return Table(("battery", "dice", "kill potential", "missions", "smoke"), rows, "Off-table artillery")


def _cover() -> Table:
    """Ground by what it does; hedges, walls and fences share a row."""
    tables = catalogue("tables")
    rows = [
        (str(row["name"]).lower(), *(_yes(gives_cover(name, fire)) for fire in ("direct", "indirect")), row["blocks"])
        for name, row in tables["terrain"].items()
    ]
    alike: dict[tuple[str, ...], list[str]] = {}
    for row in tables["linear"].values():
        rest = (_yes(row["cover_direct"]), _yes(row["cover_indirect"]), str(row["blocks"]))
        alike.setdefault(rest, []).append(str(row["name"]).lower())
    rows += [(f"beside a {', '.join(names)}", *rest) for rest, names in alike.items()]
    return Table(("ground", "cover", "cover from shells", "blocks the view"), tuple(rows), "Cover; none for the large")


def _reminders(house: House) -> Facts:
    numbers = _numbers(house)
    return Facts(
        tuple(
            (topic, " ".join([*text.format(**numbers).split(), *_played(topic, house)]))
            for topic, text in words("quick").items()
        )
    )


def _played(topic: str, house: House) -> Iterator[str]:
    """How the switches of a topic are played, in words."""
    for name in words("quick_switches").get(topic, ()):
        yield " ".join(house.rules.switches[name].means[_key(house[name])].split())


def _key(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _numbers(house: House) -> dict[str, Any]:
    lasts = house.number("smoke_actions")
    return {
        "miss": tokens_of_reaction(False, "infantry", False, house),
        "base": number("standard_base_mm"),
        "many": number("kill_potential_hits"),
        "tokens": catalogue("artillery")["spotter_tokens"],
        "smoke": number("smoke_lands"),
        "lasts": "as many actions as you agree on" if lasts is None else f"{lasts} actions of both players together",
        "to_hit": number("anti_vehicle_hit"),
        "to_hit_cover": number("cover_av"),
    }


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"

"""Guns, vehicles and batteries of one's own in td: in lists, odds and battles, and what is said of mistakes in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.declare.facts import facts_of
from tabletop_cli.systems.td import tables
from tabletop_cli.systems.td.tables import GUNS, TABLES, VEHICLES

TD = registry.load("td")
HOWITZER: dict[str, Any] = {
    "name": "Siege howitzer",
    "armour_penetrating": True,
    "direct_fire_dice": 6,
    "kill_potential": 3,
    "armour_penetration": 3,
    "reload": 2,
}
CART: dict[str, Any] = {"name": "Cart", "entry": "tank", "armour": 2, "gun": "hmg", "cc_dice": 1}
ROCKET: dict[str, Any] = {"name": "Rockets", "dice": 7, "kill_potential": 4, "smoke_cm": [25, 5], "missions": 2}
ROWS = {"guns": HOWITZER, "vehicles": CART, "sizes": ROCKET}


# --- In odds, lists and battles


def test_the_odds_of_a_gun_of_ones_own() -> None:
    request = {"do": "odds", "system": "td", "resolver": "anti-vehicle"}
    situation = {
        "weapon": "siege-howitzer",
        "vehicle": {"armour": 5},
        "catalogue": {"guns": {"siege-howitzer": HOWITZER}},
    }
    assert reply_to_request({**request, "situation": situation})["outcomes"] == {
        "miss": "1/2",
        "no-penetration": "1/6",
        "destroyed": "1/3",
    }
    del situation["catalogue"]
    assert "is not known" in reply_to_request({**request, "situation": situation})["error"]["message"]


def battle(vehicle: Mapping[str, Any], *events: dict[str, Any], **house: Any) -> dict[str, Any]:
    """The reply to a battle in which `a` has a vehicle of its own, and `b` a machine gun; `a` acts for long."""
    made = {"guns": {"howitzer": HOWITZER, "mortar": {**HOWITZER, "name": "Mortar"}}, "vehicles": {"own": vehicle}}
    own = {"units": [{"type": "tank", "variant": "own"}]}
    sides = {"a": {"army": own, "actions": 9}, "b": {"army": {"units": [{"type": "hmg"}]}, "actions": 9}}
    setup = {"sides": sides, "house": house, "catalogue": made, "resume": {"counters": {"a": 0, "b": 9}}}
    found = reply_to_request({"do": "battle", "system": "td", "setup": setup, "events": list(events)})
    assert found["ok"], found
    return found


def test_any_second_gun_has_markers_of_its_own_where_they_bar_the_weapon() -> None:
    """TD-R29 speaks of the heavy tank, because it alone has two guns in print."""
    own = {**CART, "gun": "howitzer", "second_gun": "mortar"}
    fire = {"do": "direct-fire", "by": "a", "model": "a1-1", "target": "b1-1", "dice": [1] * 6}
    reload = {"do": "reload", "by": "a", "model": "a1-1", "weapon": "mortar"}
    found = battle(own, fire, reload, reload, {**fire, "weapon": "mortar"}, reload_scope="weapon")
    assert [one.get("reason") or one["tokens"] for one in found["results"]] == ["reload-markers", 1, 0, 2]
    model = found["state"]["models"]["a1-1"]
    assert (model["tokens"], model["tokens_hmg"]) == (2, 2)
    assert "tokens_hmg" not in battle(own)["state"]["models"]["a1-1"]


def test_a_price_of_its_own_and_a_battery_of_its_own() -> None:
    made = {"vehicles": {"own": {**CART, "cost": 7}}, "sizes": {"rocket": ROCKET}}
    units = [{"type": "tank", "variant": "own"}, {"type": "off-table-artillery", "size": "rocket"}]
    army = {"units": units, "catalogue": made}
    found = reply_to_request({"do": "validate", "system": "td", "army": army})
    assert (found["legal"], found["points"]) == (True, "9/1")
    found = reply_to_request(
        {"do": "validate", "system": "td", "army": {**army, "units": [{"type": "mech", "variant": "own"}]}}
    )
    assert [one["code"] for one in found["problems"]] == ["TD-A14"], "a tank is no mech"


# --- What is wrong is said, with its place


def faults(data: Any) -> list[tuple[str, str, str]]:
    return [(str(one.where), one.message.partition(": ")[2], str(one.hint)) for one in TABLES.find_faults(data)]


def places(data: Any) -> list[str]:
    return [where.removeprefix("catalogue.") for where, _, _ in faults(data)]


EVERY_FACT = [(name, fact) for name, table in TABLES.open.items() for fact in facts_of(table.cls)]
NONSENSE: list[Any] = [{"a": 1}, -1, 1.5, "no such word", ""]


@pytest.mark.parametrize(("table", "fact"), EVERY_FACT, ids=lambda one: one if isinstance(one, str) else one.name)
def test_every_fact_of_every_open_table_is_judged(table: str, fact: Any) -> None:
    """Missing, ill-typed, out of range, misspelt: each is found at its place; what the schema rejects, is refused."""
    judge = Draft7Validator(TABLES.schema())
    row = ROWS[table]
    assert not places({table: {"one": row}}) and judge.is_valid({table: {"one": row}})
    if fact.required:
        less = {table: {"one": {key: value for key, value in row.items() if key != fact.name}}}
        assert f"{table}.one" in places(less) and not judge.is_valid(less)
    for value in NONSENSE:
        wrong = {table: {"one": {**row, fact.name: value}}}
        found = places(wrong)
        assert judge.is_valid(wrong) or any(one.startswith(f"{table}.one") for one in found), (fact.name, value)
    assert any(places({table: {"one": {**row, fact.name: value}}}) for value in NONSENSE)
    misspelt = fact.name[:-1] + "_"
    found = [hint for where, text, hint in faults({table: {"one": {**row, misspelt: 1}}}) if "unknown field" in text]
    assert found and fact.name in found[0]


NO_DICE = "direct_fire_dice is missing: a gun that fires at infantry needs it"
LIKE = {"name": "G", "like": "light-gun", "reload": 1, "armour_penetration": 1, "kill_potential": 0}


@pytest.mark.parametrize(
    ("table", "row", "place", "said"),
    [
        ("guns", LIKE, "", NO_DICE),
        ("guns", {"name": "G", "armour_penetrating": False}, "", NO_DICE),
        ("vehicles", {**CART, "second_gun": "hmg"}, ".second_gun", "hmg is its gun already"),
        (
            "vehicles",
            {"name": "V", "like": "heavy-tank", "arc": 90},
            ".arc",
            "arc is 90, but the house rule heavy_tank_arc decides it, 180 as printed",
        ),
        ("vehicles", {**CART, "rules": ["TD-R999"]}, ".rules[0]", 'the book has no rule "TD-R999"'),
    ],
)
def test_rows_that_could_be_read_but_not_played(table: str, row: dict[str, Any], place: str, said: str) -> None:
    assert [(where, text) for where, text, _ in faults({table: {"one": row}})] == [
        (f"catalogue.{table}.one{place}", said)
    ]


def test_what_is_hardly_meant_is_a_remark() -> None:
    made = TABLES.read(
        {
            "guns": {"g": {"name": "G", "armour_penetrating": False, "at_infantry": False}},
            "vehicles": {"v": {**CART, "armour": 9}},
            "rules": {"r": {"name": "R", "text": "Nobody has it."}},
        }
    )
    assert [one.message for one in TABLES.find_remarks(made)] == [
        "catalogue.rules.r: no row uses this special rule",
        "catalogue.guns.g: it cannot fire at infantry or at vehicles",
        "catalogue.guns.g: no vehicle of this file has this gun",
        "catalogue.vehicles.v.armour: armour 9, the most in the book is 6",
    ]


# --- Words instead of ids


@contextmanager
def without(row: tables.Row, word: str, value: object) -> Iterator[None]:
    """A printed row for which a word says something else."""
    before = getattr(row, word)
    object.__setattr__(row, word, value)
    try:
        yield
    finally:
        object.__setattr__(row, word, before)


def test_the_arc_of_the_heavy_tank_hangs_on_its_word() -> None:
    from tabletop_cli.systems.td.sighting import arc_of

    tank, narrow = VEHICLES.printed["heavy-tank"], TD.reference.house.read({"heavy_tank_arc": 90})
    assert arc_of(tank, narrow) == 90
    with without(tank, "arc_switch", "none"):
        assert arc_of(tank, narrow) == 180


def test_group_fire_hangs_on_its_word() -> None:
    request = {"do": "odds", "system": "td", "resolver": "group-fire", "situation": {"weapons": ["hmg"]}}
    assert reply_to_request(request)["ok"]
    with without(GUNS.printed["hmg"], "in_groups", False):
        assert reply_to_request(request)["error"]["code"] == "bad-situation"


def test_the_second_gun_of_the_heavy_tank_hangs_on_its_word() -> None:
    army = {"units": [{"type": "tank", "variant": "heavy-tank"}]}
    setup = {"sides": {side: {"army": army, "actions": 9} for side in "ab"}, "house": {"reload_scope": "weapon"}}
    begun = {"do": "battle", "system": "td", "setup": setup}
    assert reply_to_request(begun)["state"]["models"]["a1-1"]["tokens_hmg"] == 0
    with without(VEHICLES.printed["heavy-tank"], "second_gun", None):
        assert "tokens_hmg" not in reply_to_request(begun)["state"]["models"]["a1-1"]


CLOSED = {"infantry", "hmg"}  # words of the rules, too: kinds of models, types of entries, roles


def test_no_module_of_td_names_a_row_that_could_be_home_made() -> None:
    ids = {one for table in TABLES.open.values() for one in table.printed} - CLOSED
    folder = Path(tables.__file__).parent
    found = {
        f"{path.relative_to(folder)}:{node.lineno}: {node.value}"
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in ids
    }
    assert not found

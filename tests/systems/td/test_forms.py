"""What may be written into a warband: wares, settings, and what repairs a list."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.change import Drop, Insert, Put, apply_changes
from tabletop_cli.core.lists.choices import change_of
from tabletop_cli.core.lists.form import Setting, Shelf, Ware
from tabletop_cli.core.lists.trial import errors_of, try_changes

TD = registry.load("td")
ILLEGAL = Path(__file__).parent / "illegal"


def shelf(army: Mapping[str, Any] | None = None) -> Shelf:
    return TD.muster.form(army or {}, TD).shelves[0]


def ware(word: str, **house: Any) -> Ware:
    found = shelf({"house": house}).find_ware(word)
    assert found is not None
    return found


def setting(entry: Mapping[str, Any], key: str) -> Setting:
    return next(one for one in shelf().settings(entry) if one.key == (key,))


def keys(entry: Mapping[str, Any]) -> list[str]:
    return [str(one.key[0]) for one in shelf().settings(entry)]


def cost(word: str, **more: Any) -> Fraction:
    return check_army(TD, {"units": [{**ware(word).entry, **more}]}).points


def test_everything_in_the_cost_table_can_be_bought() -> None:
    assert [one.id for one in shelf().wares] == [
        "green-lead",
        "regular-lead",
        "veteran-lead",
        "green-semi-lead",
        "regular-semi-lead",
        "veteran-semi-lead",
        "green-autonomous",
        "regular-autonomous",
        "veteran-autonomous",
        "hmg",
        "atg",
        "light-mech",
        "light-tank",
        "heavy-mech",
        "heavy-tank",
        "light-artillery",
        "medium-artillery",
        "heavy-artillery",
    ]
    assert list(dict.fromkeys(one.group for one in shelf().wares)) == [
        "Infantry",
        "Support weapons",
        "Vehicles",
        "Off-table artillery",
    ]


@pytest.mark.parametrize("one", shelf().wares, ids=lambda one: one.id)
def test_each_by_itself_is_legal(one: Ware) -> None:
    report = check_army(TD, {"units": [one.entry], "budget": 4})
    assert errors_of(report) == []
    assert 1 <= report.points <= 4


def test_prices_come_from_the_checks() -> None:
    assert cost("regular-autonomous") == 2
    assert cost("regular-autonomous", options=["attached-hmg", "armour-piercing"]) == 3
    assert cost("heavy-tank", count=3) == 12


@pytest.mark.parametrize(
    ("word", "numbers"),
    [
        ("green-lead", "6 models, close combat 2, fire 3."),
        ("regular-lead", "5 models, close combat 2, fire 3, leader +1; may take: armour-piercing weapon."),
        ("green-autonomous", "8 models, close combat 2, no fire."),
        ("hmg", "close combat 1, fire 4, arc 90."),
        ("light-mech", "armour 3, close combat 6, fire 4, arc 90, fast, large."),
        ("heavy-tank", "armour 6, close combat 4, fire to agree, arc 180, large."),
        ("medium-artillery", "4 dice, kill potential 2, 7 missions."),
    ],
)
def test_the_numbers_that_one_chooses_by(word: str, numbers: str) -> None:
    assert ware(word).help.startswith(numbers)


def test_house_rules_change_the_numbers() -> None:
    assert "arc 90" in ware("heavy-tank", heavy_tank_arc=90).help
    assert "fire 5" in ware("heavy-tank", guns={"heavy-gun": {"direct_fire_dice": 5}}).help
    assert "fast, large" in ware("veteran-autonomous", note_5="fixed").help
    assert "fast, large" not in ware("veteran-autonomous").help


def test_an_entry_is_recognised_by_what_it_is_whatever_else_it_says() -> None:
    assert shelf().ware({"type": "tank", "variant": "light-tank", "count": "many", "crew": 4}) == "light-tank"
    assert shelf().ware({"type": "tank", "variant": "light-mech"}) is None
    assert shelf().ware({"type": "infantry-unit", "experience": "green"}) is None
    assert shelf().ware({"type": ["hmg"]}) is None
    assert shelf().ware({"type": "off-table-artillery", "size": ["light"]}) is None


def test_options_are_offered_in_words() -> None:
    options = setting(ware("green-lead").entry, "options")
    assert [pick.words for pick in options.picks] == [
        "Armour-piercing weapon",
        "Attached heavy machine gun",
        "Fast and large",
    ]
    assert all(pick.help and pick.rules for pick in options.picks)


def test_what_is_better_left_out_is_offered_only_where_it_is_written() -> None:
    plain = ["count", "name", "experience", "maneuverability", "options"]
    assert keys(ware("regular-lead").entry) == plain
    written = {**ware("regular-lead").entry, "models": 7, "leaders": 2, "armour_piercing_on": "leader"}
    assert keys(written) == [*plain, "models", "leaders", "armour_piercing_on"]
    assert setting(written, "models").default == 5


REPAIRS = [
    ("a05-five-green-models", "models"),
    ("a06-two-leaders", "leaders"),
    ("a07-leader-carries-it", "armour_piercing_on"),
    ("a10-crew-of-a-tank", "models"),
    ("a11-veteran-machine-gun", "experience"),
    ("a12-two-spotters", "spotters"),
    ("a13-hidden-gun", "start"),
    ("a03-count-zero", "count"),
]


@pytest.mark.parametrize(("name", "key"), REPAIRS)
def test_choosing_the_default_takes_a_wrong_value_away(name: str, key: str) -> None:
    army = load_file(ILLEGAL / f"{name}.toml").data
    at = next(at for at, entry in enumerate(army["units"]) if key in entry)
    one = next(one for one in shelf(army).settings(army["units"][at]) if one.key == (key,))
    change = change_of(one, ("units", at), one.default)
    assert change == Drop(("units", at, key))
    tried = try_changes(TD, army, check_army(TD, army), change)
    assert tried.fine and tried.mended
    assert tried.report is not None and tried.report.legal


def test_a_field_of_the_army_that_does_not_belong_can_be_taken_away() -> None:
    army = load_file(ILLEGAL / "a10-faction.toml").data
    one = next(one for one in TD.muster.form(army, TD).settings if one.key == ("faction",))
    assert try_changes(TD, army, check_army(TD, army), change_of(one, (), None)).mended


def test_an_unknown_type_may_be_said_anew() -> None:
    """Nothing is removed silently: the entry stays, and its type is one of the things to choose."""
    army = load_file(ILLEGAL / "a02-mushroom-dragon.toml").data
    at = next(at for at, entry in enumerate(army["units"]) if entry["type"] == "dragon")
    one = shelf(army).settings(army["units"][at])[0]
    assert one.needed and "hmg" in [pick.value for pick in one.values]
    tried = try_changes(TD, army, check_army(TD, army), change_of(one, ("units", at), "hmg"))
    assert "TD-A2" in [problem.code for problem in tried.mended]


def test_a_warband_grows_step_by_step() -> None:
    army: dict[str, Any] = {"system": "td", "budget": 6}
    steps = [("regular-autonomous", 2, True), ("heavy-tank", 4, True), ("hmg", 1, False)]
    for word, points, fits in steps:
        change = Insert(("units", 0), dict(ware(word).entry))
        tried = try_changes(TD, army, check_army(TD, army), change)
        assert (tried.cost, tried.fine) == (points, fits)
        army = apply_changes(army, change)
    options = Put(("units", 2, "options"), ["fast-large"])
    assert [one.code for one in try_changes(TD, army, check_army(TD, army), options).broken] == ["TD-A9"]

"""What lists can do: for every system each chance is the odds of its resolver, asked as `tabletop odds` asks them."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.lists.army import load_file, read_army
from tabletop_cli.core.lists.list_odds import TO_AGREE, TOO_MUCH, Chance, Prospects, prospects_of
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.rule.resolve import exact_odds
from tests.examples import some

HERE = Path(__file__).parent
ARMIES = HERE.parents[1] / "armies"
SYSTEMS = registry.system_ids()
LONG = ("tt",)  # has by far the most weapons


def lists(folder: Path, system: str) -> list[dict[str, Any]]:
    files = [load_file(path) for path in sorted(folder.glob("*.toml")) if not path.name.endswith(".catalogue.toml")]
    return [resolve_references(registry.load(system), file) for file in files]


def prospects(file: str) -> Prospects:
    found = open_army(ARMIES / file).prospects
    assert found is not None
    return found


def chances(found: Prospects, title: str) -> dict[str, dict[str, Chance]]:
    """The chances of an entry, by its means and whom they are against."""
    names = [foe.id for foe in found.foes]
    entry = next(one for one in found.entries if one.title == title)
    lines = [line for lines in entry.attackers for line in lines]
    return {line.words: dict(zip(names, line.chances, strict=True)) for line in lines}


@pytest.mark.parametrize(
    "system", [pytest.param(one, marks=pytest.mark.slow) if one in LONG else one for one in SYSTEMS]
)
def test_every_chance_of_the_example_armies_is_the_odds_of_its_resolver(system: str) -> None:
    armies = lists(ARMIES / system, system)
    assert len(armies) > 5
    testing.check_prospects(registry.load(system), some(armies))


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_example_is_too_much_to_reckon(system: str) -> None:
    """Which also says that every case is one that its resolver takes."""
    for army in some(lists(ARMIES / system, system)[::4]):
        found = told(system, army)
        lines = (line for entry in found.entries for own in entry.attackers for line in own)
        assert TOO_MUCH not in {one.why for line in lines for one in line.chances}


def test_a_number_that_no_rule_takes_is_too_much() -> None:
    army = lists(ARMIES / "du", "du")[0]
    units = [{**one, "actions": {"attack": 10**14}} for one in army["units"]]
    found = told("du", {**army, "units": units})
    assert {one.why for entry in found.entries for one in entry.attackers[0][0].chances} == {TOO_MUCH}


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_wrong_lists_are_told_what_they_can_do_as_well(system: str) -> None:
    testing.check_prospects(registry.load(system), lists(HERE / system / "illegal", system))


def test_a_unit_of_td_fires_as_a_group_and_a_tank_with_one_of_two_guns() -> None:
    found = prospects("td/atg-ambush.toml")
    td, house = registry.load("td"), load_file(ARMIES / "td/atg-ambush.toml").data["house"]
    fire = exact_odds(td, "group-fire", {"weapons": ["infantry"] * 3, "house": house})
    assert chances(found, "The Sunken Lane")["group fire, 3 shots"]["infantry"].chance == fire["out"]
    gun = exact_odds(td, "anti-vehicle", {"weapon": "light-gun", "vehicle": {"armour": 4}, "house": house})
    assert chances(found, "Hedge Gun")["light gun"]["armour-4"].chance == gun["destroyed"]
    tank = chances(prospects("td/tank-platoon.toml"), "Old Giant Puffball")
    assert tank["heavy gun"]["infantry"].why == TO_AGREE
    assert tank["heavy machine gun"]["infantry"].chance == exact_odds(td, "direct-fire", {"weapon": "hmg"})["out"]


def test_guns_of_a_unit_of_tt_support_each_other_and_a_charge_is_told_by_itself() -> None:
    raider = chances(prospects("tt/marines-crusade.toml"), "Land Raider")
    asked = {
        "kind": "shooting",
        "attacker": {"unit": "land-raider", "weapon": "twin-lascannons-1"},
        "supporters": [{"unit": "land-raider", "weapon": "twin-lascannons-2"}],
        "target": {"unit": "dreadnought"},
    }
    assert (
        raider["Twin Lascannons"]["dreadnought"].chance == exact_odds(registry.load("tt"), "attack", asked)["destroyed"]
    )
    assert raider["Twin Heavy Bolters"]["rhino"].chance is None, "no value against vehicles"
    assert raider["Assault"]["rhino"].chance is None, "vehicles charge no vehicles"


def test_a_figure_of_fftt_spends_a_whole_turn() -> None:
    grunts = chances(prospects("fftt/lantern-company.toml"), "Lamplighters")["direct, 3 shots"]
    asked = {"shots": [{"shooter": "grunt", "distance": 10, "count": 3}], "target": "engineer"}
    fftt = registry.load("fftt")
    assert grunts["engineer"].chance == exact_odds(fftt, "volley", asked)["dead"]
    assert grunts["queen"].chance == 0
    queen = chances(prospects("fftt/two-mothers.toml"), "Queen")["hand to hand, 3 attacks"]
    fight = exact_odds(fftt, "melee-deaths", {"lone": {"unit": "queen", "ap": 3}, "group": ["grunt"]})
    assert queen["grunt"].chance == fight["opponent"] + fight.get("both", 0)


@pytest.mark.parametrize(
    ("house", "shots"),
    [
        ({}, {"sniper": 1, "engineer": 2, "grunt": 3}),
        ({"action-points": "per-phase"}, {"sniper": 3, "engineer": 3, "grunt": 6}),
        ({"action-points": "per-phase", "light-fire": "first-phase-only"}, {"grunt": 4}),
        ({"shots-per-step": "unlimited"}, {"grunt": 3}),
        ({"action-points": "per-phase", "shots-per-step": "unlimited"}, {"engineer": 6, "grunt": 9}),
    ],
)
def test_a_figure_of_fftt_fires_as_often_as_its_points_and_the_steps_allow(
    house: dict[str, str], shots: dict[str, int]
) -> None:
    from tabletop_cli.systems.fftt.arsenal import shots_of_turn
    from tabletop_cli.systems.fftt.profiles import make_profile
    from tabletop_cli.systems.fftt.units import UNITS

    played = registry.load("fftt").read_house(house, "house")
    assert {name: shots_of_turn(make_profile(UNITS.printed[name]), played) for name in shots} == shots


def test_soldiers_of_tgf_fire_each_for_himself_and_crews_serve_their_pieces() -> None:
    found = prospects("tgf/thunder-battery.toml")
    mortar = chances(found, "Old Thunder")["120 mm mortar"]["regular"]
    asked = {"level": "regular", "weapon": "mortar-120mm", "indirect": True, "distance": 30, "targets": [{"armor": 7}]}
    assert mortar.chance == exact_odds(registry.load("tgf"), "template-fire", asked)["killed-1"]
    squad = next(one for one in found.entries if one.title == "Lamp Squad")
    assert [(line.words, line.times) for lines in squad.attackers for line in lines] == [("Assault rifle", 7)]


def test_a_launcher_without_a_table_waits_for_the_players() -> None:
    member = {"role": "gl", "level": "regular", "count": 1}
    army = {"system": "tgf", "units": [{"id": "one", "kind": "squad", "members": [member]}]}
    assert {one.why for one in told("tgf", army).entries[0].attackers[0][0].chances} == {TO_AGREE}
    house = {"weapons": {"grenade-launcher": {"sr": {"hit": 2, "dam": 10}}}}
    agreed = told("tgf", {**army, "house": house}).entries[0].attackers[0][0].chances
    assert all(one.chance for one in agreed)


def told(system: str, army: dict[str, Any]) -> Prospects:
    one = registry.load(system)
    roster = read_army(one, army)
    sheet = one.muster.sheet(roster, ())
    found = prospects_of(one, roster, sheet.cards, sheet.points)
    assert found is not None
    return found


def test_hands_of_du_are_not_added_up() -> None:
    found = prospects("du/weir-tarn.toml")
    assert list(found.sum_rows()) == []
    deck = [{"attack": 2, "count": 3}, {"attack": 0, "count": 4}]
    asked = {"deck": deck, "defense": 4}
    assert found.together[1].chance == exact_odds(registry.load("du"), "kill-odds", asked)["casualty"]


@pytest.mark.slow
@pytest.mark.parametrize("file", ["td/battle-group", "tt/marines-crusade", "tgf/five-schools", "fftt/two-mothers"])
def test_a_list_of_150_units_is_reckoned_in_a_moment(file: str) -> None:
    """What is alike is asked once, so a long list takes hardly longer than a short one."""
    army = open_army(ARMIES / f"{file}.toml")
    written = army.data["units"]
    assert isinstance(written, list)
    units: list[dict[str, Any]] = [dict(one) for one in written]
    many = enumerate(units * (150 // len(units) + 1))
    long = [{**one, "id": f"u{n}"} if "id" in one else one for n, one in many]
    told(army.system.id, {**army.data, "units": units})
    began = time.perf_counter()
    found = told(army.system.id, {**army.data, "units": long})
    assert time.perf_counter() - began < 5
    assert isinstance(next(found.sum_rows())[1][0].expected, Fraction)

"""Comparing lists: nothing is lost, nothing is invented, and what belongs together comes together."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.lists.army import ArmyFile
from tabletop_cli.core.lists.compare import Comparison, Difference, compare_lists
from tabletop_cli.core.lists.open_list import Opened, open_army, open_text
from tabletop_cli.core.lists.partners import MOST, find_partners
from tests.examples import some

from ... import squads

ROOT = Path(__file__).parents[3]
ARMIES = sorted(path for path in (ROOT / "armies").glob("*/*.toml") if "catalogue" not in path.name)
BASE = {
    "system": "td",
    "name": "Watch",
    "budget": 12,
    "units": [
        {"type": "infantry-unit", "name": "Ann", "experience": "regular", "maneuverability": "lead"},
        {"type": "hmg", "count": 2},
        {"type": "tank", "variant": "heavy-tank"},
    ],
}


def army(data: dict[str, Any]) -> Opened:
    return open_text(ArmyFile(Path("list.toml"), "", data))


def changed(**more: Any) -> Opened:
    return army({**copy.deepcopy(BASE), **more})


def with_units(change: Callable[[list[dict[str, Any]]], object]) -> Opened:
    units = copy.deepcopy(BASE["units"])
    change(units)  # type: ignore[arg-type]
    return changed(units=units)


def told(found: Comparison) -> list[tuple[str | None, str | None, list[Difference]]]:
    """The entries that differ."""
    return [
        (item.before and item.before.title, item.after and item.after.title, list(item.differences))
        for item in found.items
        if not item.same
    ]


def gained(found: Comparison) -> Fraction:
    return sum((item.gain for item in found.items), Fraction(0))


# --- what is the same


@pytest.mark.parametrize("path", ARMIES, ids=lambda path: path.stem)
def test_a_list_is_like_itself_in_any_order(path: Path) -> None:
    one = open_army(path)
    units = list(one.file.data["units"])
    random.Random(1).shuffle(units)
    keys = list(reversed(one.file.data.items()))
    other = open_text(ArmyFile(path, "", {**dict(keys), "units": [dict(reversed(unit.items())) for unit in units]}))
    assert compare_lists(one, one).same
    assert compare_lists(one, other).same
    assert all(item.same for item in compare_lists(one, other).items)


@pytest.mark.parametrize(
    "units", [[{"type": "hmg", "count": 1, "name": "x", "options": []}], [{"type": "hmg", "name": "x"}]]
)
def test_a_default_may_be_written_or_not(units: list[dict[str, Any]]) -> None:
    plain = changed(units=[{"type": "hmg", "name": "x"}])
    units = [{key: value for key, value in unit.items() if key != "options"} for unit in units]
    assert compare_lists(plain, changed(units=units, house={"close_combat": "variant-1"})).same


def test_options_have_no_order() -> None:
    both = ["armour-piercing", "attached-hmg"]
    one, other = (with_units(lambda units, picks=picks: units[0].update(options=picks)) for picks in (both, both[::-1]))
    assert compare_lists(one, other).same


# --- what is not


def test_a_count() -> None:
    found = compare_lists(changed(), with_units(lambda units: units[1].update(count=3)))
    assert told(found) == [("Heavy machine gun", "Heavy machine gun", [Difference("Count", "2", "3")])]
    assert gained(found) == 1
    back = compare_lists(with_units(lambda units: units[1].pop("count")), changed())
    assert told(back)[0][2] == [Difference("Count", "1", "2")], "the default is a value, too"


def test_options() -> None:
    one = with_units(lambda units: units[0].update(options=["armour-piercing"]))
    other = with_units(lambda units: units[0].update(options=["attached-hmg"]))
    assert told(compare_lists(one, other))[0][2] == [
        Difference("Options", "Armour-piercing weapon", None, True),
        Difference("Options", None, "Attached heavy machine gun", True),
    ]


def test_flags_and_choices() -> None:
    walkers = open_army(ROOT / "armies/tt/marines-walkers.toml")
    data = copy.deepcopy(walkers.file.data)
    unit = next(unit for unit in data["units"] if "second-gun" in unit.get("options", {}))
    flags = {key for key, value in unit["options"].items() if value is True}
    unit["options"] = {"second-gun": "assault-cannon"}
    found = told(compare_lists(walkers, open_text(ArmyFile(walkers.file.path, "", data))))
    assert found[0][2][0] == Difference("No Power Fist", "No Power Fist", None, True)
    assert found[0][2][1] == Difference("Second gun", "Twin Lascannons", "Assault Cannon")
    assert flags == {"no-power-fist"}


def test_names_budgets_and_house_rules() -> None:
    found = compare_lists(changed(), changed(name="Guard", budget=12.5, house={"close_combat": "variant-2"}))
    assert list(found.army) == [
        Difference("Name", "Watch", "Guard"),
        Difference("Budget", "12", "12.5"),
        Difference("house.close_combat", "variant-1", "variant-2"),
    ]
    assert not told(found)


def test_a_house_rule_that_changes_prices_shows_in_points() -> None:
    units = [{"type": "infantry-unit", "experience": "regular", "maneuverability": "lead", "options": ["attached-hmg"]}]
    found = compare_lists(changed(units=units), changed(units=units, house={"attached_hmg_cost": 0}))
    assert [item.same for item in found.items] == [False]
    assert gained(found) == -1


def test_what_nobody_knows_is_compared_as_it_is_written() -> None:
    odd = with_units(lambda units: units[0].update(colour="red", nested={"a": {"b": [1]}}))
    other = with_units(lambda units: units[0].update(colour="green"))
    colour, nested = told(compare_lists(odd, other))[0][2]
    assert colour.what.startswith("colour")
    assert (colour.before, colour.after) == ("red", "green")
    assert nested.what.startswith("nested")
    assert (nested.before, nested.after) == ('{"a": {"b": [1]}}', None)
    (motto,) = compare_lists(changed(motto="hold"), changed()).army
    assert (motto.before, motto.after) == ("hold", None)
    one, other = (with_units(lambda units, count=count: units[1].update(count=count)) for count in (1.0, 1))
    assert not compare_lists(one, other).same, "1.0 copies are illegal, 1 is not"
    assert compare_lists(changed(budget=12.0), changed()).same, "but 12.0 points are 12"


def test_what_no_form_mentions_is_compared_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    squads.install(tmp_path, monkeypatch)
    base = {"system": "sq", "motto": "hold", "units": [{"kind": "squad", "skill": {"at": {"night": 1}, "by": {}}}]}
    other = {"system": "sq", "units": [{"kind": "squad", "skill": {"at": {"night": True}}}]}
    found = compare_lists(army(base), army(other))
    assert found.army == (Difference("motto", "hold", None),)
    assert found.items[0].differences == (Difference("skill.at.night", "1", "true"), Difference("skill.by", "{}", None))


def test_another_thing_under_the_same_name() -> None:
    found = compare_lists(changed(), with_units(lambda units: units[0].update(experience="veteran")))
    ((before, after, differences),) = told(found)
    assert before == after == "Ann"
    assert differences[0] == Difference("Kind", "regular lead infantry", "veteran lead infantry")
    assert len(differences) == 1, "what it is, is said once"


def test_home_made_catalogues_that_differ_under_one_name(tmp_path: Path) -> None:
    choir, text = ROOT / "armies/tt/hollow-choir.toml", (ROOT / "armies/tt/hollow-choir.catalogue.toml").read_text()
    (tmp_path / choir.name).write_text(choir.read_text())
    name = "hollow-choir.catalogue.toml"
    (tmp_path / name).write_text(text)
    assert compare_lists(open_army(choir), open_army(tmp_path / choir.name)).same
    (tmp_path / name).write_text(text.replace('title = "', 'title = "Old ', 1).replace('name = "', 'name = "Old ', 1))
    found = compare_lists(open_army(choir), open_army(tmp_path / choir.name))
    assert Difference("catalogue", name, f"{name} (not the same file)") in found.army


def test_different_games_have_nothing_in_common() -> None:
    found = compare_lists(changed(), open_army(ROOT / "armies/tt/eldar-patrol.toml"))
    assert not found.same_system
    assert not found.same
    assert all(item.before is None or item.after is None for item in found.items)


# --- what belongs together


def test_names_come_first_then_equals_then_the_nearest() -> None:
    gun = {"type": "hmg"}
    one = changed(units=[{**gun, "count": 5}, {**gun, "name": "Bob", "count": 2}, gun])
    other = changed(units=[gun, {**gun, "count": 4}, {**gun, "name": "Bob", "count": 9}])
    partners = {
        item.before.place[-1]: item.after.place[-1]
        for item in compare_lists(one, other).items
        if item.before and item.after
    }
    assert partners == {0: 1, 1: 2, 2: 0}


def test_lists_inside_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    squads.install(tmp_path, monkeypatch)
    members = [{"role": "sergeant"}, {"role": "soldier", "count": 3}]
    base = {"system": "sq", "units": [{"kind": "squad", "name": "A", "members": members}], "flanks": [{"side": "left"}]}
    more = [{"role": "soldier", "count": 4}, {"role": "sergeant", "co": True}, {"role": "gunner", "count": 2}]
    other = {**base, "units": [{"kind": "squad", "name": "A", "members": more}], "flanks": [{"side": "right"}]}
    assert compare_lists(army(base), army(base)).same
    found = compare_lists(army(base), army(other))
    squad, *flanks = found.items
    assert [(item.before and item.before.title, item.after and item.after.title) for item in squad.inside] == [
        ("Sergeant", "Sergeant"),
        ("Soldier", "Soldier"),
        (None, "Gunner"),
    ]
    assert squad.inside[0].differences == (Difference("Commanding officer", None, "Commanding officer", True),)
    assert squad.inside[1].differences == (Difference("Count", "3", "4"),)
    assert squad.inside[2].after is not None
    assert squad.inside[2].after.count == 2
    assert not squad.differences, "what is inside is told inside"
    assert squad.gain == 57
    assert [item.one for item in flanks] == ["flank", "flank"]
    assert not found.same


@pytest.mark.parametrize("path", ARMIES[::3], ids=lambda path: path.stem)
def test_points_add_up_and_there_and_back_is_the_same(path: Path) -> None:
    for other in some(ARMIES[::4]):
        assert_the_same_there_and_back(path, other)


def assert_the_same_there_and_back(*pair: Path) -> None:
    one, other = map(open_army, pair)
    there, back = compare_lists(one, other), compare_lists(other, one)
    worth, before = (side.points or Fraction(0) for side in (there.after, there.before))
    assert gained(there) == worth - before == -gained(back)
    assert there.same == back.same == (pair[0] == pair[1]), pair
    assert len(there.army) == len(back.army)
    for found, this in ((there, one), (back, other)):
        places = [item.before.place for item in found.items if item.before]
        assert sorted(place[-1] for place in places if place[0] == "units") == list(range(len(this.data["units"])))


ENTRIES = st.builds(dict, type=st.sampled_from(["hmg", "atg"])) | st.fixed_dictionaries(
    {"type": st.sampled_from(["hmg", "tank", "nosuch", "infantry-unit"])},
    optional={
        "name": st.sampled_from(["Ann", "Bob"]),
        "count": st.integers(0, 3),
        "odd": st.integers(0, 1),
        "variant": st.sampled_from(["heavy-tank", "x"]),
        "maneuverability": st.just("lead"),
        "options": st.lists(st.sampled_from(["attached-hmg", "armour-piercing", "x"]), max_size=2),
        "experience": st.sampled_from(["green", "regular"]),
    },
)


@given(st.lists(ENTRIES, max_size=6), st.lists(ENTRIES, max_size=6), st.randoms())
def test_whatever_the_lists(one: list[Any], other: list[Any], shuffled: random.Random) -> None:
    """Every entry is told once, points add up, and shuffling either list changes no verdict."""
    found = compare_lists(changed(units=one), changed(units=other))
    assert sorted(item.before.place[-1] for item in found.items if item.before) == list(range(len(one)))
    assert sorted(item.after.place[-1] for item in found.items if item.after) == list(range(len(other)))
    assert gained(found) == found.after.points - found.before.points
    again = list(other)
    shuffled.shuffle(again)
    assert compare_lists(changed(units=other), changed(units=again)).same
    assert compare_lists(changed(units=one), changed(units=again)).same == found.same


def test_large_groups_are_taken_in_their_order() -> None:
    """No list takes for ever: too many alike are not weighed one against the other."""
    asked = 0

    def distance(a: int, b: int) -> int:
        nonlocal asked
        asked += 1
        return abs(a - b)

    many = list(range(2_000))
    assert find_partners(many, many[::-1], distance, [lambda thing: "all"]) == dict(zip(many, many, strict=True))
    assert asked == 0
    assert find_partners([5, 1], [1, 5, 9], distance, [lambda thing: "all"]) == {0: 1, 1: 0}
    assert asked <= MOST


def test_an_empty_key_is_none() -> None:
    assert find_partners(["a"], ["a"], lambda a, b: 0, [lambda thing: ""]) == {}


def test_yes_where_a_number_stands_is_told_as_it_is_written() -> None:
    found = compare_lists(with_units(lambda units: units[1].update(count=True)), with_units(lambda units: None))
    assert told(found)[0][2] == [Difference("Count", "true", "2")]

"""What is wrong with a home-made catalogue: each mistake with file, line, place and a way out, and all of them at once.

`tabletop validate` reads the file; what machines send is judged by the same rules where it could not work at all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.__main__ import main
from tabletop_cli.cli.lists.validate import check_file
from tabletop_cli.core import registry
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.render.problems import Findings, as_text
from tabletop_cli.systems.tt.reading import TABLES

TT = registry.load("tt")
GOOD = """\
[[factions]]
id = "ash-wardens"
name = "Ash Wardens"

[[factions.units]]
id = "prime"
class = "infantry"
armor = 2
points = 1
commander = true
specials = ["fast"]
weapons = [
  { id = "mortar", range = 50, min_range = 15, ap = 2, traits = ["barrage"] },
  { id = "assault", value = 2 },
]
options = [
  { id = "badges", kind = "some", pick = 2, choices = [{ id = "sun" }, { id = "moon" }] },
]

[[factions.units]]
id = "cart"
class = "vehicle"
armor = 1
points = 1
transport = { capacity = 2, units = ["prime"] }
"""


def problems(folder: Path, text: str) -> tuple[Problem, ...]:
    path = folder / "ash.catalogue.toml"
    path.write_text(text, encoding="utf-8")
    return check_file(path).problems


def test_a_good_one_says_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "ash.catalogue.toml"
    path.write_text(GOOD, encoding="utf-8")
    said = as_text(Findings([check_file(path)]))
    assert said == f"{path} (a catalogue for Tenebrae Terribles): legal, 1 faction, 2 units\n"


SILENT = {
    "a weapon without a value": ("ap = 2, ", "", 13, 'the weapon "mortar" has neither `ap` nor `at` nor `value`'),
    "a range of nothing": ("range = 50, min_range = 15", "range = 0", 13, "a range of 0 cm reaches nobody"),
    "a minimum beyond the range": ("min_range = 15", "min_range = 60", 13, "60 cm at least and 50 cm at most"),
    "a transport without room": ("capacity = 2", "capacity = 0", 25, "room for 0 units"),
    "a passenger that is no infantry": ('["prime"]', '["cart"]', 25, '"cart" is no infantry'),
    "an exception from nothing": (
        ', units = ["prime"]',
        ', units = ["prime"], except = ["prime"]',
        25,
        "`except` takes",
    ),
    "a transport for nobody": (', units = ["prime"]', "", 25, "this transport takes nobody"),
    "a choice that nobody can make": ("pick = 2", "pick = 5", 17, "5 different ones of 2 choices"),
    "a constraint that does not exist": ("pick = 2", 'pick = 2, code = "TT-A99"', 17, 'no constraint "TT-A99"'),
    "an id in words": ('"ash-wardens"', '"Ash Wardens"', 2, '"Ash Wardens" is not an id'),
    "an id of a weapon in words": ('"mortar"', '"Big Mortar"', 13, '"Big Mortar" is not an id'),
    "nobody commands": ("commander = true\n", "", 1, "no unit of ash-wardens is a Commander"),
}
HINTED = {
    "a word for a list": ('["fast"]', '"fast"', 11, 'write specials = ["fast"]'),
    "one table for a list of tables": (
        "[[factions]]",
        'system = "tt"\n[factions]',
        2,
        "write [[factions]] above each table",
    ),
    "a number for a table": ('{ capacity = 2, units = ["prime"] }', "2", 25, "write transport = { capacity = 2 }"),
    "a weapon without a range": ("range = 50, min_range = 15, ", "", 13, "write range = 10"),
    "an id of a faction in words": ('"ash-wardens"', '"Ash Wardens"', 2, 'write id = "ash-wardens"'),
    "more than there are": ("pick = 2", "pick = 5", 17, "pick 2 at most, or write repeat = true"),
}


@pytest.mark.parametrize(("right", "wrong", "line", "said"), SILENT.values(), ids=SILENT)
def test_a_mistake_is_said_with_its_line_and_a_way_out(
    tmp_path: Path, right: str, wrong: str, line: int, said: str
) -> None:
    assert right in GOOD
    found = problems(tmp_path, GOOD.replace(right, wrong, 1))
    fitting = [one for one in found if said in one.message]
    assert [(one.code, one.line) for one in fitting] == [("bad-catalogue", line)], found
    assert fitting[0].hint


@pytest.mark.parametrize(("right", "wrong", "line", "hint"), HINTED.values(), ids=HINTED)
def test_a_hint_shows_what_to_write(tmp_path: Path, right: str, wrong: str, line: int, hint: str) -> None:
    found = problems(tmp_path, GOOD.replace(right, wrong, 1))
    assert [one.line for one in found if hint in one.hint] == [line], found


MANY = """\
[[factions]]
id = "ash"
rules = ["waaagh"]

[[factions.units]]
id = "prime"
class = "infanty"
armor = -1
points = 0.3

[[factions.units]]
class = "vehicle"
armor = 1
points = 1
colour = "red"

[[factions.units]]
id = "cart"
class = "vehicle"
armor = 1
points = 1
weapons = [{ id = "gun", ap = 1 }, { id = "gun", range = 0, ap = 1 }]
"""


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    """Of the shape, of what cannot work, and of care; items by their id, or by number from 1."""
    found = problems(tmp_path, MANY)
    assert [(one.line, one.message.partition(": ")[0]) for one in found] == [
        (1, "factions.ash"),
        (3, "factions.ash.rules.1"),
        (7, "factions.ash.units.prime.class"),
        (8, "factions.ash.units.prime.armor"),
        (9, "factions.ash.units.prime.points"),
        (11, "factions.ash.units.2"),
        (15, "factions.ash.units.2"),
        (22, "factions.ash.units.cart.weapons.1"),
        (22, "factions.ash.units.cart.weapons.2.id"),
        (22, "factions.ash.units.cart.weapons.2.range"),
    ]


def test_an_army_tells_all_mistakes_of_its_catalogue(tmp_path: Path) -> None:
    (tmp_path / "ash.catalogue.toml").write_text(MANY, encoding="utf-8")
    army = tmp_path / "army.toml"
    army.write_text('system = "tt"\ncatalogue = "ash.catalogue.toml"\nfaction = "ash"\nunits = []\n', encoding="utf-8")
    found = check_file(army).problems
    assert {one.line for one in found} == {2}
    assert len(found) == 10
    assert all("ash.catalogue.toml:" in one.message for one in found)


def test_a_missing_file_is_said_once(tmp_path: Path) -> None:
    path = tmp_path / "gone.toml"
    assert as_text(Findings([check_file(path)])).count("there is no such file") == 1


def test_nothing_is_wrong_with_what_is_printed_or_shipped() -> None:
    home = Path(__file__).parents[3] / "armies" / "tt"
    for path in home.glob("*.catalogue.toml"):
        assert [wrong.message for wrong in TABLES.find_faults(load_file(path).data)] == []


@pytest.mark.parametrize("data", [None, 3, [], {}, {"factions": 3}, {"factions": [3, {"units": [None, {"id": []}]}]}])
def test_nonsense_is_complained_about_and_never_crashes(data: Any) -> None:
    assert list(TABLES.find_faults(data))


def test_the_example_to_copy_is_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalogue", "tt", "--example"]) == 0
    assert problems(tmp_path, capsys.readouterr().out) == ()


@pytest.mark.parametrize("units", [True, 7, "prime", {"id": "prime"}])
def test_units_that_are_no_list_are_one_fault(units: Any) -> None:
    found = list(TABLES.find_faults({"factions": [{"id": "ash-wardens", "units": units}]}))
    assert [one.where for one in found] == ["catalogue.factions[0].units"]


def test_of_three_with_one_id_two_are_to_be_renamed(tmp_path: Path) -> None:
    cart = GOOD[GOOD.rindex("[[factions.units]]") :]
    found = [one.message for one in problems(tmp_path, f"{GOOD}\n{cart}\n{cart}") if "a second unit" in one.message]
    assert len(found) == 2


def test_when_a_unit_exists_is_said_with_values_that_its_switch_has(tmp_path: Path) -> None:
    cart = f'{GOOD}when = {{ bad-terrain = "mud" }}\n'
    assert any("bad-terrain" in one.message and "mud" in one.message for one in problems(tmp_path, cart))

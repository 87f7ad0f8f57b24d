"""What may be written into an army of FFTT: wares, settings, flanking forces, and what repairs a list."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.lists.advice.repair import find_repairs
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.change import apply_changes
from tabletop_cli.core.lists.compare import compare_lists
from tabletop_cli.core.lists.form import Form, Setting, Shelf
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.share import code_of, data_of
from tabletop_cli.core.lists.trial import errors_of

FFTT = registry.load("fftt")
ROOT = Path(__file__).parents[3]
ILLEGAL = Path(__file__).parent / "illegal"
M = {"faction": "marines", "budget": 15, "units": [{"unit": "hq", "count": 1}, {"unit": "grunt", "count": 14}]}


def form(**army: Any) -> Form:
    return FFTT.muster.form(army, FFTT)


def keys(settings: tuple[Setting, ...]) -> list[str]:
    return [".".join(map(str, one.key)) for one in settings]


def line_keys(entry: dict[str, Any], **army: Any) -> list[str]:
    return keys(form(**army).shelves[0].settings(entry))


def wares(shelf: Shelf) -> list[str]:
    return [ware.id for ware in shelf.wares]


def test_units_are_those_of_the_faction() -> None:
    assert wares(form(faction="insectoids").shelves[0]) == [
        *("queen", "stinger", "acid-spitter", "razor-dog", "drone", "bomb-bug")
    ]
    assert wares(form(faction="machina").shelves[0])[:2] == ["hq", "tank"]
    assert len(wares(form().shelves[0])) == 17


def test_one_chooses_by_numbers() -> None:
    found = {ware.id: ware.help.partition(". ")[0] for ware in form().shelves[0].wares}
    assert found["engineer"] == "3 FP, 2 actions, 3 wounds, direct, 8 or less to 30/40 cm, hand to hand +2"
    assert found["hq"] == "1 FP, 0 actions, 4 wounds, no weapon, hand to hand +0"
    assert found["razor-dog"] == "1 FP, 4 actions, 2 wounds, close combat, hand to hand +3"


def test_settings_of_the_army() -> None:
    plain = ["name", "faction", "mode", "budget", "general.unit", "general.name", "general.ability"]
    sheet = ["sheet.player", "sheet.opponent", "sheet.event"]
    assert keys(form(**M).settings) == [*plain, *sheet]
    assert keys(form(**M, mode="campaign").settings) == [*plain, "general.replacement", *sheet]
    strange = keys(form(**M, general={"rank": 1}, motto="x").settings)
    assert strange == [*plain[:4], "motto", *plain[4:], "general.rank", *sheet]
    assert "general" in keys(form(**M, general=[{}, {}]).settings)


def test_the_general_is_one_of_those_who_are_there() -> None:
    found = next(one for one in form(**M).settings if one.key == ("general", "unit"))
    assert [pick.value for pick in found.values] == ["grunt"]
    nobody = next(one for one in form(faction="machina").settings if one.key == ("general", "unit"))
    assert [pick.value for pick in nobody.values] == ["tank", "missile-tank", "scanner", "terminator", "sentinel"]


def test_elite_and_experience_are_offered_where_they_may_be() -> None:
    line = {"unit": "grunt", "count": 1}
    assert line_keys(line) == ["count", "name"]
    assert line_keys(line, house={"elite-cost": 1}) == ["count", "name", "elite"]
    assert line_keys(line, mode="detachment") == ["count", "name", "xp"]
    assert line_keys({**line, "elite": True, "xp": 3, "wings": 2}) == ["count", "name", "elite", "xp", "wings"]
    assert line_keys({"unit": "elf", "count": 1})[0] == "unit"


def test_a_flank_begins_with_the_cheapest_figure_that_is_there() -> None:
    army = {
        **M,
        "units": [{"unit": "hq", "count": 1}, {"unit": "engineer", "count": 1}, {"unit": "sniper", "count": 1}],
    }
    flanks = form(**army).shelves[1]
    assert wares(flanks) == ["left", "right"]
    assert flanks.wares[0].entry == {"side": "left", "units": [{"unit": "sniper", "count": 1}]}
    (inside,) = flanks.inside(flanks.wares[0].entry)
    assert wares(inside)[:2] == ["hq", "engineer"]
    assert keys(inside.settings({"unit": "grunt", "count": 1, "elite": True})) == ["count", "elite"]


# --- Repairs


def flank(*units: tuple[str, int], side: str = "left") -> dict[str, Any]:
    return {"side": side, "units": [{"unit": name, "count": count} for name, count in units]}


REPAIRS: list[tuple[dict[str, Any], str]] = [
    ({"flanks": [flank(("grunt", 4))]}, "take 1 of 4 Grunt away (entry flanks/1/1)"),
    ({"flanks": [flank(("medic", 1), ("grunt", 1))]}, "take Medic away (entry flanks/1/1)"),
    ({"flanks": [flank(("hq", 1), ("grunt", 1))]}, "take HQ away (entry flanks/1/1)"),
    ({"flanks": [flank(("grunt", 1)), flank(("grunt", 1))]}, 'write side = "right" at entry flanks/2 (Left flank)'),
    ({"flanks": [flank(("grunt", 1), side="top")]}, 'write side = "left" at entry flanks/1 (top)'),
    ({"general": {"unit": "medic"}}, 'write general.unit = "grunt"'),
    ({"general": {"unit": "grunt", "ability": "charm"}}, "leave general.ability out"),
    ({"motto": "x"}, "leave motto out"),
    ({"units": [*M["units"], {"unit": "grunt", "count": 2}]}, "take all 2 Grunt away (entry 3)"),  # type: ignore[misc]
    ({"units": M["units"][1:]}, "add 1 x HQ"),  # type: ignore[index]
    ({"mode": "skirmish"}, "leave mode out"),
    ({"units": [*M["units"][:1], {"unit": "drone", "count": 14}]}, 'write unit = "grunt" at entry 2'),  # type: ignore[index]
]


@pytest.mark.parametrize(("wrong", "words"), REPAIRS)
def test_repairs(wrong: dict[str, Any], words: str) -> None:
    found = find_repairs(FFTT, {**M, **wrong}, 20 if "units" in wrong and len(wrong["units"]) == 1 else 15).found
    told = ["; ".join(step.words for step in one.steps) for one in found]
    assert any(words in one for one in told), told
    assert all(check_army(FFTT, one.data, 15).legal or "units" in wrong for one in found)


def test_two_new_entries_are_one_repair_in_whichever_order_they_come() -> None:
    found = find_repairs(FFTT, {"faction": "marines", "budget": 20, "units": []}).found
    lists = [sorted(line["unit"] for line in one.data["units"]) for one in found]
    assert sorted(lists) == [
        ["engineer", "hq"],
        ["grenadier", "hq"],
        ["grunt", "hq"],
        ["hq", "medic"],
        ["hq", "sniper"],
    ]


@pytest.mark.parametrize("army", [{}, {"budget": 18}, {"budget": "fifteen"}])
def test_a_battle_without_a_budget_that_can_be_is_given_one(army: dict[str, Any]) -> None:
    found = find_repairs(FFTT, {"faction": "marines", "units": M["units"], **army}).found
    assert [one.data["budget"] for one in found][:2] in ([15, 20], [20, 15])


# --- Machines, codes, editors


def test_a_budget_that_is_asked_for_goes_before_that_of_the_file() -> None:
    for asked, codes in ((None, []), (15, []), (20, ["unspent-points"]), (18, ["FFTT-A1", "unspent-points"])):
        found = reply_to_request({"do": "validate", "system": "fftt", "army": M, "budget": asked})
        assert [one["code"] for one in found["problems"]] == codes


def test_a_code_is_said_once_with_its_other_places_beside_it() -> None:
    army = {**M, "flanks": [flank(("grunt", 4)), flank(("grunt", 4), side="right")]}
    (found,) = reply_to_request({"do": "validate", "system": "fftt", "army": army})["problems"]
    assert (found["code"], len(found["also"])) == ("FFTT-A12", 1)


@pytest.mark.parametrize("path", sorted((ROOT / "armies" / "fftt").glob("*.toml")), ids=lambda path: path.stem)
def test_share_codes_give_the_army_back(path: Path) -> None:
    data = load_file(path).data
    assert data_of(code_of(data)) == data


def test_a_change_inside_a_flank_is_seen(tmp_path: Path) -> None:
    for name, count in (("before", 3), ("after", 2)):
        army = {"system": "fftt", **M, "flanks": [flank(("grunt", count))]}
        (tmp_path / f"{name}.json").write_text(json.dumps(army))
    found = compare_lists(*(open_army(tmp_path / f"{name}.json") for name in ("before", "after")))
    (item,) = [one for one in found.items if not one.same]
    ((change,),) = [inside.differences for inside in item.inside]
    assert (change.what, change.before, change.after) == ("Count", "3", "2")


def test_a_difference_counts_all_figures_of_an_entry_hidden_or_not(tmp_path: Path) -> None:
    for name, count in (("before", 14), ("after", 13)):
        units = [M["units"][0], {"unit": "grunt", "count": count}]
        army = {"system": "fftt", **M, "units": units, "flanks": [flank(("grunt", 3))], "general": {"unit": "grunt"}}
        (tmp_path / f"{name}.json").write_text(json.dumps(army))
    found = compare_lists(*(open_army(tmp_path / f"{name}.json") for name in ("before", "after")))
    (item,) = [one for one in found.items if not one.same]
    assert item.before and item.after
    assert [(one.count, one.points) for one in (item.before, item.after)] == [(14, 14), (13, 13)]


@pytest.mark.parametrize("path", sorted(ILLEGAL.glob("*.toml")), ids=lambda path: path.stem)
def test_what_the_schema_refuses_is_wrong(path: Path) -> None:
    data = load_file(path).data
    refused = list(Draft7Validator(FFTT.muster.schema(FFTT)).iter_errors(data))
    assert not refused or errors_of(check_army(FFTT, data))
    shape = ("a03", "a04", "a05", "a11-three", "a11-from", "a11-an-empty", "a15-two", "a15-handsome", "a15-the-hq")
    assert bool(refused) >= path.stem.startswith(shape), "the schema finds what is wrong by its shape"


def test_a_general_that_is_taken_away_leaves_nothing_behind() -> None:
    from tabletop_cli.core.lists.choices import change_of

    army = {**M, "general": {"unit": "grunt"}}
    one = next(one for one in form(**army).settings if one.key == ("general", "unit"))
    assert "general" not in apply_changes(army, change_of(one, (), None))

"""`tabletop suggest`: what people read, what machines get, and what is written into the file."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tabletop_cli.cli.lists import suggest as command
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.change import Drop, Insert, Put, apply_changes
from tabletop_cli.core.lists.draft import Draft
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.registry import load
from tests import squads
from tests.cli.conftest import Tabletop
from tests.conftest import Golden

LIST = """\
# For a rainy evening.
system = "td"
name = "Rain"
budget = 8

[[units]] # the heart of it
type = "infantry-unit"
experience = "regular"
maneuverability = "autonomous"

[[units]]
type = "hmg"
count = 2
"""


@pytest.fixture
def rain(tmp_path: Path) -> Path:
    path = tmp_path / "rain.toml"
    path.write_text(LIST, encoding="utf-8")
    return path


def test_what_a_player_reads(tabletop: Tabletop, rain: Path, golden: Golden) -> None:
    ran = tabletop("suggest", rain)
    assert (ran.code, ran.err) == (0, "")
    golden("suggest.txt", ran.out)


def test_at_a_wide_terminal(tabletop: Tabletop, rain: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "110")
    golden("suggest-terminal.txt", tabletop("suggest", rain, "--format", "terminal").out)


def test_every_choice_of_options_for_itself(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("suggest", rain, "--for", 1, "--variants", "--limit", 100)
    lines = [line for line in ran.out.splitlines() if line[:1].isdigit() and ". " in line]
    assert [line.partition(". ")[2] for line in lines] == [
        "1 more Heavy machine gun: 1 point, 0 left",
        "1 x Anti-tank gun: 1 point, 0 left",
        "1 x Anti-tank gun (Towed): 1 point, 0 left",
        "Attached heavy machine gun for entry 1 (Regular autonomous infantry): 1 point, 0 left",
    ]
    assert "3 ways to spend 1 point (4 with every choice of options), 3 of them spend all:" in ran.out


def test_some_units_only(tabletop: Tabletop, rain: Path) -> None:
    only = tabletop("suggest", rain, "--only", "hmg", "--only", "light-tank")
    assert "5 ways to spend 4 points, 2 of them spend all" in only.out
    assert "mech" not in tabletop("suggest", rain, "--without", "light-mech", "--without", "heavy-mech", "-n", 300).out
    wrong = tabletop("suggest", rain, "--only", "hgm")
    assert wrong.code == 2 and "did you mean hmg" in wrong.err
    strange = tabletop("suggest", rain, "--only", "xyzzy")
    assert strange.code == 2 and "to list all units: tabletop add FILE" in strange.err


def test_machines_get_numbers_and_changes(tabletop: Tabletop, rain: Path) -> None:
    found = json.loads(tabletop("suggest", rain, "--format", "json", "--limit", 200).out)
    army = load_file(rain).data
    assert found["ways"] == len(found["suggestions"]) or found["ways"] > 200
    assert found["left"] == "4/1" and found["legal"] is True
    for one in found["suggestions"]:
        report = check_army(load("td"), apply_changes(army, *map(_change, one["changes"])))
        assert report.legal
        assert f"{report.points}/1" == f"{4 + int(one['points'].split('/')[0])}/1"


def _change(plain: dict[str, Any]) -> Any:
    kinds = {"put": Put, "insert": Insert, "drop": Drop}
    return kinds[plain.pop("do")](tuple(plain.pop("place")), *plain.values())


# --- repairs ---


def test_an_illegal_list_gets_its_shortest_repairs(tabletop: Tabletop, rain: Path, golden: Golden) -> None:
    rain.write_text(LIST.replace("budget = 8", "budget = 3").replace("autonomous", "lead"), encoding="utf-8")
    ran = tabletop("suggest", rain)
    assert ran.code == 0
    golden("suggest-repairs.txt", ran.out)


def test_an_empty_list_gets_both(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text('system = "tt"\nname = "New"\nfaction = "eldar"\nbudget = 2\nunits = []\n', encoding="utf-8")
    ran = tabletop("suggest", path)
    assert "The shortest repair takes 1 change:" in ran.out
    assert "1. add 1 x Seer Council, 1 point more: then 1 point, 1 left" in ran.out
    assert "2. 1 x Seer Council, " in ran.out
    again = tabletop("suggest", path, "--apply", 2)
    assert again.code == 0 and open_army(path).report.legal
    assert open_army(path).report.points == 2


def test_without_a_repair_the_answer_is_no(tabletop: Tabletop, rain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabletop_cli.core.lists.advice import repair

    rain.write_text(LIST.replace("budget = 8", "budget = 3"), encoding="utf-8")
    monkeypatch.setattr(repair, "find_repairs", lambda *_: repair.Repairs((), 20_000, True))
    ran = tabletop("suggest", rain)
    assert ran.code == 1
    assert "No repair with up to 12 changes was found (20,000 lists tried)" in ran.out


@pytest.mark.medium
def test_too_many_problems_are_said_to_be_too_many(tabletop: Tabletop, rain: Path) -> None:
    broken = '[[units]]\ntype = "hgm"\nspeed = 3\ncount = 0\n'
    rain.write_text('system = "td"\nbudget = 8\n' + broken * 100, encoding="utf-8")
    ran = tabletop("suggest", rain)
    words = " ".join(ran.out.split())
    assert ran.code == 1
    assert "too much for suggestions: repairs need at least 100 changes, and at most 12 are tried." in words
    assert "tabletop validate" in words and "0 lists" not in words


def test_not_every_unit_that_was_cut_is_named() -> None:
    assert command._trimmed_notes([]) == []
    assert command._trimmed_notes(["Ape"]) == [
        "Ape: there are too many choices of options, so only the simplest were counted."
    ]
    assert " and 68 more: there are too many" in command._trimmed_notes([f"u{number}" for number in range(80)])[0]


# --- writing one ---


def test_a_suggestion_is_written_into_the_file_and_comments_stay(tabletop: Tabletop, rain: Path) -> None:
    first = tabletop("suggest", rain, "--only", "hmg").out
    assert "1. 4 more Heavy machine gun" in first
    ran = tabletop("suggest", rain, "--only", "hmg", "--apply", 1)
    assert (ran.code, ran.out) == (0, "")
    assert "4 more Heavy machine gun (4 points, 0 left)" in ran.err
    assert rain.read_text() == LIST.replace("count = 2", "count = 6")


def test_a_number_beyond_the_list_is_refused(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("suggest", rain, "--only", "hmg", "--apply", 99)
    assert ran.code == 2 and "there are 4 suggestions" in ran.err
    assert rain.read_text() == LIST


def test_the_builder_offers_them_too(rain: Path) -> None:
    shown: list[Any] = []
    asked: list[Any] = []

    def choose(text: str, answers: list[Any], default: Any = None) -> Any:
        asked.append([answer.label for answer in answers])
        return 1

    draft = Draft(rain)
    command.suggest_in(draft, SimpleNamespace(choose=choose), SimpleNamespace(show=shown.append))  # type: ignore[arg-type]
    assert asked[0][0] == "1 x Light mech" and asked[0][-1] == "none of them"
    assert "ways to spend" in shown[0].blocks[0].text
    assert open_army(rain).report.points == 8
    assert draft.undo() == "1 x Light mech"


# --- nothing to say, and wrong input ---


def test_everything_is_spent(tabletop: Tabletop) -> None:
    ran = tabletop("suggest", "armies/td/battle-group.toml")
    assert ran.code == 0
    assert "12 of 12 points spent: nothing left to spend." in ran.out


def test_too_little_is_left_for_anything(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("suggest", rain, "--for", "1/2")
    assert ran.code == 0
    assert "1/2 point left, but nothing" in ran.out


def test_without_a_budget_it_asks_for_one(tabletop: Tabletop, rain: Path) -> None:
    rain.write_text(LIST.replace("budget = 8\n", ""), encoding="utf-8")
    ran = tabletop("suggest", rain)
    assert ran.code == 2
    assert "this list has no points limit" in ran.err and "--for 3" in ran.err
    assert "spend 1 point" in tabletop("suggest", rain, "--for", 1).out
    assert "spend 2 points" in tabletop("suggest", rain, "--budget", 6).out


@pytest.mark.parametrize("points", ["0", "-1", "many", "1/0", "1e9", "9" * 50])
def test_points_that_are_none(tabletop: Tabletop, rain: Path, points: str) -> None:
    ran = tabletop("suggest", rain, f"--for={points}")
    assert ran.code == 2 and "Traceback" not in ran.err


def test_more_than_there_is(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("suggest", rain, "--for", 5)
    assert ran.code == 2 and "only 4 points of 8 points left" in ran.err


def test_more_than_can_be_counted_is_refused_at_once(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("suggest", rain, "--budget", 900_000)
    assert ran.code == 2 and "too many" in ran.err and "--for POINTS" in ran.err


def test_two_hundred_points_are_counted(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("suggest", rain, "--budget", 204, "--limit", 2)
    assert ran.code == 0 and "ways to spend 200 points" in ran.out


def test_a_name_steers_no_terminal(tabletop: Tabletop, rain: Path) -> None:
    hostile = LIST.replace('"Rain"', '"Rain\\u001b[31m"').replace('"regular"', '"regular"\nname = "\\u001b[5m"')
    rain.write_text(hostile, encoding="utf-8")
    ran = tabletop("suggest", rain, "--for", 1)
    assert "Rain\\x1b[31m" in ran.out and "entry 1 (\\x1b[5m)" in ran.out and "\x1b" not in ran.out


# --- lists inside lists

PLATOON = """\
system = "sq"
name = "Platoon"
budget = 120

[[units]]
kind = "squad"
name = "The Mill"
members = [
  { role = "sergeant" },
  { role = "soldier", count = 2 }, # from the village
  { role = "medic" },
  { role = "hmg" },
]
"""


@pytest.mark.medium
def test_suggestions_reach_into_a_squad(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    squads.install(tmp_path, monkeypatch)
    path = tmp_path / "platoon.toml"
    path.write_text(PLATOON.replace("budget = 120", "budget = 140"))
    ran = tabletop("suggest", path)
    assert ran.code == 0, ran.err
    assert "1. add 2 more Soldier (entry 1/2), 34 points more" in ran.out
    assert "take Medic away (entry 1/3), 17 points less" in ran.out
    assert tabletop("suggest", path, "--apply", 1).code == 0
    assert '{ role = "soldier", count = 4 }, # from the village' in path.read_text()
    path.write_text(PLATOON.replace('  { role = "hmg" },\n', ""))
    ran = tabletop("suggest", path, "--only", "soldier")
    assert "1 more Soldier for entry 1 (The Mill)" in ran.out
    wrong = tabletop("suggest", path, "--only", "soldiers")
    assert "did you mean soldier?" in wrong.err


# --- one of each ---


def test_the_most_varied_way(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("suggest", rain, "--varied")
    assert ran.code == 0
    assert "The one with the most different units:" in ran.out
    assert "\n1. " in ran.out and "\n2. " not in ran.out
    assert tabletop("suggest", rain, "--varied", "--apply", 1).code == 0
    units = open_army(rain).data["units"]
    assert len({(one.get("type"), one.get("variant"), one.get("experience")) for one in units}) > 2
    assert open_army(rain).report.legal


def test_the_builder_offers_it_beside_the_others(tabletop: Tabletop, rain: Path) -> None:
    ran = tabletop("edit", rain, typed="s\nv\nq\n")
    assert "  v   for variety: " in ran.out
    assert open_army(rain).report.points == open_army(rain).report.budget

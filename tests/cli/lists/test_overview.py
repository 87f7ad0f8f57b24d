"""`lists`, `copy` and `diff` of several: what somebody with many lists wants to see at a glance."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from pathlib import Path

import pytest

from tabletop_cli.core.lists.tags import parse_tags

from ..conftest import ROOT, Tabletop


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Lists of two systems, one illegal, one broken, and files of other programs."""
    shutil.copy(ROOT / "armies/td/green-horde.toml", tmp_path / "horde.toml")
    siege = (ROOT / "armies/tt/marines-siege.toml").read_text()
    (tmp_path / "siege.toml").write_text(f"# tags: club night, Marines\n{siege}")
    shutil.copy(ROOT / "tests/systems/td/illegal/a15-one-point-over.toml", tmp_path / "over.toml")
    (tmp_path / "broken.toml").write_text("system = [")
    (tmp_path / "package.json").write_text('{"name": "other"}')
    for at, name in enumerate(("horde", "siege", "over", "broken")):
        os.utime(tmp_path / f"{name}.toml", (1_000_000_000 + at * 86_400,) * 2)
    return tmp_path


def names(tabletop: Tabletop, *words: object) -> list[str]:
    ran = tabletop("lists", *words, "-f", "json")
    assert ran.code == 0, ran.err
    return [Path(one["file"]).stem for one in json.loads(ran.out)["lists"]]


def test_all_lists_of_a_folder(shelf: Path, tabletop: Tabletop) -> None:
    data = json.loads(tabletop("lists", shelf, "-f", "json").out)
    assert data["others"] == 1
    assert data["lists"][0] | {"file": ""} == {
        "file": "",
        "name": "And One More Gun",
        "system": "td",
        "faction": "",
        "player": "",
        "opponent": "",
        "event": "",
        "points": "7/1",
        "budget": "6/1",
        "result": "illegal",
        "changed": "2001-09-11T01:46:40",
        "tags": [],
    }
    text = tabletop("lists", shelf).out
    assert "points: 7 of 6" in text and "legal: no" in text and "legal: unreadable" in text
    assert "tags: club night, Marines" in text and "1 file is not a list" in text
    assert "changed: 2001-09-10 01:46" in text


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("name", ["over", "siege", "broken", "horde"]),
        ("points", ["siege", "horde", "over", "broken"]),
        ("changed", ["broken", "over", "siege", "horde"]),
        ("legal", ["siege", "horde", "over", "broken"]),
        ("system", ["broken", "over", "horde", "siege"]),
    ],
)
def test_sorted(order: str, found: list[str], shelf: Path, tabletop: Tabletop) -> None:
    assert names(tabletop, shelf, "--sort", order) == found


def test_only_some(shelf: Path, tabletop: Tabletop) -> None:
    assert names(tabletop, shelf, "--tag", "marines") == ["siege"]
    assert names(tabletop, shelf, "--tag", "marines", "--tag", "nosuch") == []
    assert names(tabletop, shelf, "--system", "td") == ["over", "horde"]
    assert "3 more with other tags" in tabletop("lists", shelf, "--tag", "Club Night").out


def test_a_folder_without_lists(tmp_path: Path, tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"No lists in {tmp_path}" in tabletop("lists", tmp_path).out
    assert tabletop("lists", tmp_path / "nosuch").code == 2
    monkeypatch.chdir(tmp_path)
    assert "No lists in this folder.\n" in tabletop("lists").out


def test_where_tags_stand() -> None:
    assert parse_tags("# tags: a, b , a\nsystem = 1\n#TAGS:c\n[[units]]\n# tags: d\n") == ("a", "b", "c")
    assert parse_tags('name = "x" # tags: a\n# tags:\n') == ()
    assert parse_tags("# tags: a", ".json") == ()


def test_a_copy_keeps_everything(shelf: Path, tabletop: Tabletop) -> None:
    assert tabletop("copy", shelf / "siege.toml").code == 0
    assert (shelf / "siege-2.toml").read_bytes() == (shelf / "siege.toml").read_bytes()
    assert tabletop("copy", shelf / "siege-2.toml").err == f"saved: {shelf / 'siege-3.toml'}\n"


def test_a_copy_of_another_name_and_place(shelf: Path, tabletop: Tabletop) -> None:
    (shelf / "sub").mkdir()
    assert tabletop("copy", shelf / "horde.toml", shelf / "sub", "--name", "Friday").code == 0
    before, after = ((one / "horde.toml").read_text() for one in (shelf, shelf / "sub"))
    assert after == before.replace('name = "The Honey Fungus Horde"', 'name = "Friday"') != before
    assert tomllib.loads(after)["name"] == "Friday"


def test_nothing_is_overwritten(shelf: Path, tabletop: Tabletop) -> None:
    before = (shelf / "siege.toml").read_bytes()
    ran = tabletop("copy", shelf / "horde.toml", shelf / "siege.toml")
    assert ran.code == 2 and "already exists" in ran.err and "siege-2.toml" in ran.err
    assert (shelf / "siege.toml").read_bytes() == before
    assert tabletop("copy", shelf / "horde.toml", shelf / "horde.json").code == 2


def test_a_frozen_list_has_a_copy_to_work_on(shelf: Path, tabletop: Tabletop) -> None:
    (shelf / "horde.toml").chmod(0o444)
    assert tabletop("copy", shelf / "horde.toml").code == 0
    assert tabletop("set", shelf / "horde-2.toml", "budget=9").code == 0


def test_a_copy_that_would_miss_its_catalogue(tmp_path: Path, tabletop: Tabletop) -> None:
    (tmp_path / "sub").mkdir()
    ran = tabletop("copy", "armies/tt/hollow-choir.toml", tmp_path / "sub")
    assert ran.code == 2 and "there is no file" in ran.err
    assert not list((tmp_path / "sub").iterdir())


THREE = ("armies/tt/marines-siege.toml", "armies/tt/marines-walkers.toml", "armies/tt/marines-crusade.toml")


def test_three_lists_side_by_side(tabletop: Tabletop) -> None:
    ran = tabletop("diff", *THREE, "-f", "markdown")
    assert ran.code == 1
    rows = ran.out.splitlines()
    assert "| points | 12 of 12 | 12 of 12 | 20 of 20 |" in rows
    assert "| Whirlwind \\[1\\] | 4 | - | 2 |" in rows
    assert "| Dreadnought, No Power Fist, Twin Lascannons \\[1\\] | - | 1 | 1 |" in rows
    data = json.loads(tabletop("diff", *THREE, "-f", "json").out)
    assert [one["points"] for one in data["lists"]] == ["12/1", "12/1", "20/1"]
    assert not data["same"]


def test_the_same_three_times(tabletop: Tabletop) -> None:
    ran = tabletop("diff", *THREE[:1] * 3)
    assert ran.code == 0 and "no difference" in ran.out


def test_house_rules_stand_beside_each_other(tabletop: Tabletop, tmp_path: Path) -> None:
    army = 'system = "td"\nname = "{0}"\n[[units]]\ntype = "hmg"\n{1}'
    for name, house in (("a", ""), ("b", '[house]\ngap = "normal-turn"\n'), ("c", "")):
        (tmp_path / f"{name}.toml").write_text(army.format(name, house))
    ran = tabletop("diff", *(tmp_path / f"{name}.toml" for name in "abc"), "-f", "markdown")
    assert ran.code == 1
    assert "| as printed |" in ran.out.partition("House rules")[2]


def test_lists_of_several_games(tabletop: Tabletop) -> None:
    ran = tabletop("diff", "armies/td/cavalry.toml", "armies/tt/eldar-host.toml", "armies/td/cavalry.toml")
    assert ran.code == 1
    assert "system" in ran.out

"""`add`, `remove` and `set`: an army file is changed with one line, and stays the file that somebody wrote."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests import squads

from ..conftest import ROOT, Tabletop

LIST = """\
# Our list for Friday
system = "td"
name = "Watch"
budget = 12

# the flank
[[units]]
type = "tank"
name = "Flank Car"
variant = "light-tank" # fast
count = 2

[[units]]
type = "hmg"

# agreed with Tom
[house]
atg_reload = 3
"""


@pytest.fixture
def watch(tmp_path: Path) -> Path:
    path = tmp_path / "watch.toml"
    path.write_text(LIST)
    return path


@pytest.fixture
def falcons(tmp_path: Path) -> Path:
    return Path(shutil.copy(ROOT / "armies/tt/eldar-falcons.toml", tmp_path / "falcons.toml"))


def units(path: Path) -> Any:
    return tomllib.loads(path.read_text())["units"]


# --- add -------------------------------------------------------------------------------------------------------------


def test_a_unit_is_added_and_the_rest_of_the_file_stays(tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("add", watch, "hmg", "--count", 2, "--name", "Sporethrower", "--note", "by the bridge")
    assert ran.code == 0
    assert ran.out == "added: Sporethrower x2 (heavy machine gun), 2 points\n11 of 12 points, 1 left\n"
    block = '[[units]]\n# note: by the bridge\ntype = "hmg"\ncount = 2\nname = "Sporethrower"\n\n'
    assert watch.read_text() == LIST.replace("# agreed", f"{block}# agreed")
    assert tabletop("validate", watch).code == 0


def test_what_there_is_to_add_is_listed_with_what_it_costs(tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("--plain", "add", watch)
    assert ran.code == 0
    assert "hmg" in ran.out
    assert "1 point" in ran.out
    assert watch.read_text() == LIST
    tabletop("set", watch, "budget=9")
    over = tabletop("--plain", "add", watch).out
    assert "one costs: 2 points, over" in over and "NOT LEGAL" not in over


def test_options_by_their_words(tabletop: Tabletop, watch: Path) -> None:
    assert tabletop("add", watch, "regular-lead", "--option", "armour-piercing").code == 0
    assert units(watch)[-1] == {
        "type": "infantry-unit",
        "experience": "regular",
        "maneuverability": "lead",
        "options": ["armour-piercing"],
    }
    ran = tabletop("add", watch, "regular-lead", "--option", "armor-piercing")
    assert ran.code == 2
    assert "did you mean armour-piercing?" in ran.err


def test_what_gets_illegal_is_saved_and_said(tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("add", watch, "hmg", "--count", 9)
    assert ran.code == 0
    assert "over" in ran.out
    assert "not legal yet: 1 problem\n  new: TD-A15" in ran.err
    again = tabletop("set", watch, "name=X")
    assert "  TD-A15" in again.err
    assert "new:" not in again.err
    assert "corrected: 1 problem" in tabletop("remove", watch, 3).err


def test_a_trial_writes_nothing(tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("add", watch, "hmg", "--count", 90, "--dry-run")
    assert ran.code == 0
    assert ran.out.startswith("would be added: ")
    assert "new: TD-A15" in ran.err
    assert tabletop("remove", watch, 1, "--dry-run").out.startswith("would be removed: Flank Car x2, saves")
    assert tabletop("set", watch, "2.count=4", "--dry-run").out.startswith("would be set: ")
    assert watch.read_text() == LIST


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hgm"], "did you mean hmg?"),
        (["tan"], "no unit is called"),
        (["hmg", "--count", "0"], "out of range"),
        (["hmg", "--name", "x" * 300], "300 letters, at most 200 allowed"),
        (["hmg", "--option", "nothing-such"], "unknown option"),
        (["hmg", "--to", "flanks"], "there is no list"),
    ],
)
def test_what_cannot_be_added_changes_nothing(words: list[str], said: str, tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("add", watch, *words)
    assert (ran.code, watch.read_text()) == (2, LIST)
    assert said in ran.err


def test_the_first_unit_of_a_list(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    path.write_text('system = "tt"\nname = "New"\nbudget = 12\nfaction = "eldar"\nunits = []\n')
    assert tabletop("add", path, "vyper", "-n", 2).code == 0
    assert path.read_text().endswith('\n[[units]]\nunit = "vyper"\ncount = 2\n')


# --- remove ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["1", "Flank Car", "light-tank"])
def test_an_entry_is_removed_by_number_name_or_unit(word: str, tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("remove", watch, word)
    assert ran.code == 0
    assert ran.out.startswith("removed: Flank Car x2, saves ")
    assert watch.read_text() == LIST[: LIST.index("# the flank")] + LIST[LIST.index('[[units]]\ntype = "hmg"') :]


def test_copies_are_removed(tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("remove", watch, 1, "--count", 1)
    assert "1 of Flank Car, 1 left" in ran.out
    assert watch.read_text() == LIST.replace("count = 2\n", "")
    assert tabletop("remove", watch, 1, "--count", 2).code == 2
    assert tabletop("remove", watch, 1, "--count", 1).code == 0
    assert len(units(watch)) == 1


def test_what_is_not_there_cannot_be_removed(tabletop: Tabletop, watch: Path) -> None:
    for word, said in (("9", "no entry 9; the list has 2 entries"), ("Flank Cart", "did you mean Flank Car?")):
        ran = tabletop("remove", watch, word)
        assert (ran.code, watch.read_text()) == (2, LIST)
        assert said in ran.err
    tabletop("add", watch, "hmg")
    assert "give its number: 2 or 3" in tabletop("remove", watch, "hmg").err


# --- set -------------------------------------------------------------------------------------------------------------


def test_fields_of_the_army_of_entries_and_house_rules(tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop(
        "set",
        watch,
        "name=The Watch",
        "budget=14",
        "2.count=3",
        "Flank Car.name=Iron Boletus",
        "Iron Boletus.variant=heavy-tank",
        "house.atg_reload=2",
        "1.note=left",
        "note=Friday",
    )
    assert ran.code == 0, ran.err
    assert watch.read_text() == (
        LIST.replace('"Watch"', '"The Watch"')
        .replace("budget = 12", "budget = 14")
        .replace('type = "hmg"\n', 'type = "hmg"\ncount = 3\n')
        .replace('"Flank Car"', '"Iron Boletus"')
        .replace('"light-tank"', '"heavy-tank"')
        .replace("reload = 3", "reload = 2")
        .replace('[[units]]\ntype = "tank"', '[[units]]\n# note: left\ntype = "tank"')
        .replace("system", "# note: Friday\nsystem", 1)
    )
    assert "set: 2 Heavy machine gun: Count: 3" in ran.out
    assert "set: house rule atg_reload: 2" in ran.out


def test_nothing_behind_the_sign_takes_a_field_away(tabletop: Tabletop, watch: Path) -> None:
    assert tabletop("set", watch, "1.count=", "budget=", "house.atg_reload=", "1.note=", "2.name=").code == 0
    written = watch.read_text()
    assert not any(word in written for word in ("count", "budget", "atg_reload", "[house]"))


def test_options_of_an_entry(tabletop: Tabletop, falcons: Path) -> None:
    assert tabletop("set", falcons, "faction=eldar", "vyper.count=2", "budget=4.5").code == 0
    assert tomllib.loads(falcons.read_text())["budget"] == 4.5
    assert units(falcons)[-1] == {"unit": "vyper", "count": 2}


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("budget", "KEY=VALUE"),
        ("budgt=3", "did you mean budget?"),
        ("budget=many", "not a number"),
        ("count=3", "1.count="),
        ("2.cont=3", "did you mean count?"),
        ("9.count=3", "no entry 9"),
        ("2.count=none", "whole number"),
        ("house.atg_relod=1", "did you mean atg_reload?"),
        ("Nobody.count=1", "number or own name"),
        ("=1", "unknown setting"),
    ],
)
def test_one_wrong_word_and_nothing_is_set(word: str, said: str, tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("set", watch, "name=Other", word)
    assert (ran.code, watch.read_text()) == (2, LIST)
    assert said in ran.err


# --- files -----------------------------------------------------------------------------------------------------------


def test_json_files(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "watch.json"
    path.write_text(json.dumps(tomllib.loads(LIST), indent=2) + "\n")
    assert tabletop("add", path, "hmg", "-n", 2).code == 0
    assert tabletop("set", path, "1.count=", "budget=14").code == 0
    assert tabletop("remove", path, 2).code == 0
    wanted = tomllib.loads(LIST)
    wanted["budget"] = 14
    tank = {key: wanted["units"][0][key] for key in ("type", "name", "variant")}
    wanted["units"] = [tank, {"type": "hmg", "count": 2}]
    assert path.read_text() == json.dumps(wanted, indent=2) + "\n"
    ran = tabletop("add", path, "hmg", "--note", "x")
    assert ran.code == 2
    assert "no comments, so they cannot hold notes" in ran.err
    assert path.read_text() == json.dumps(wanted, indent=2) + "\n"


@pytest.mark.parametrize("text", ["system = ", 'system = "zz"\n', "", 'system = "td"\nunits = 3\n', "\x00"])
def test_a_file_that_cannot_be_read_is_left_alone(text: str, tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text)
    for words in (("add", path, "hmg"), ("remove", path, 1), ("set", path, "name=x")):
        assert tabletop(*words).code == 2
    assert path.read_text() == text
    assert tabletop("add", tmp_path / "none.toml", "hmg").code == 2


def test_hostile_names_are_harmless(tabletop: Tabletop, watch: Path) -> None:
    ran = tabletop("add", watch, "hmg", "--name", 'x"]\n\x1b[31m[[units]]\n', "--note", 'a\n[[units]]\n"""\x1b')
    assert ran.code == 0
    assert "\x1b" not in ran.out + watch.read_text()
    assert units(watch)[-1]["name"] == 'x"]\n\x1b[31m[[units]]\n'
    assert len(units(watch)) == 3


def test_lists_inside_entries(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    squads.install(tmp_path, monkeypatch)
    path = tmp_path / "army.toml"
    path.write_text('system = "sq"\n[[units]]\nkind = "squad"\n')
    assert tabletop("add", path, "soldier", "--to", "1.members", "-n", 9, "-o", "co").code == 0
    ran = tabletop("add", path, "1/sergeant")
    assert "corrected: 1 problem" in ran.err
    assert "added: Sergeant, 22 points" in ran.out
    assert tabletop("set", path, "squad/1.count=8").code == 0
    members = [{"role": "soldier", "count": 8, "co": True}, {"role": "sergeant"}]
    assert units(path) == [{"kind": "squad", "members": members}]
    assert tabletop("add", path, "gun-crew", "-n", 2, "-o", "mortar", "-o", "mortar").code == 0
    assert units(path)[1:] == [{"kind": "gun-crew", "pieces": ["mortar", "mortar"]}] * 2
    assert tabletop("add", path, "squad", "-n", 500).code == 2
    assert tabletop("add", path, "left", "--to", "flanks").code == 0
    assert tabletop("remove", path, "1/sergeant").out.startswith("removed: Sergeant, saves 22 points")
    assert tabletop("remove", path, "flanks.1").code == 0
    assert tomllib.loads(path.read_text())["flanks"] == []

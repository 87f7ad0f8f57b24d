"""Mistakes at the keyboard and damaged files: nothing gets lost, and every refusal says what to do."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.draft import Draft
from tabletop_cli.core.lists.edit import lock_list

from ..conftest import ROOT, Tabletop

GUNS = 'system = "td"\nname = "Guns"\nbudget = 12\n\n[[units]]\ntype = "hmg"\nname = "First"\n'
HOST = 'system = "tt"\nname = "Host"\nfaction = "eldar"\nbudget = 6\nunits = []\n'


@pytest.fixture
def guns(tmp_path: Path) -> Path:
    path = tmp_path / "guns.toml"
    path.write_text(GUNS)
    return path


@pytest.fixture
def host(tmp_path: Path) -> Path:
    path = tmp_path / "host.toml"
    path.write_text(HOST)
    return path


def data(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def names(path: Path) -> list[Any]:
    return [unit.get("name") for unit in data(path)["units"]]


# --- several programs at once ---


def run_at_once(*commands: tuple[object, ...]) -> None:
    running = [
        subprocess.Popen([sys.executable, "-m", "tabletop_cli", *map(str, words)], cwd=ROOT, stdout=subprocess.DEVNULL)
        for words in commands
    ]
    assert [one.wait(60) for one in running] == [0] * len(commands)


@pytest.mark.slow
def test_what_several_programs_add_at_once_is_all_kept(guns: Path) -> None:
    run_at_once(*(("add", guns, "hmg", "--name", f"p{at}") for at in range(6)))
    assert sorted(names(guns)) == ["First", *(f"p{at}" for at in range(6))]


@pytest.mark.slow
def test_fields_and_house_rules_set_at_once_are_all_kept(guns: Path) -> None:
    run_at_once(
        ("set", guns, "name=Watch"),
        ("set", guns, "1.name=Last"),
        ("house", guns, "atg_reload=3"),
        ("set", guns, "budget=9"),
        ("add", guns, "hmg", "--name", "More"),
    )
    found = data(guns)
    assert (found["name"], found["budget"], found["house"]) == ("Watch", 9, {"atg_reload": 3})
    assert sorted(names(guns)) == ["Last", "More"]


LOCKED = """
import sys, time
from pathlib import Path
from tabletop_cli.core.lists.edit import lock_list
with lock_list(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_that_another_program_does_not_let_go_is_not_changed(
    guns: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whatever name; and when the other one is gone, the lock is, too."""
    link = tmp_path / "link.toml"
    link.symlink_to(guns)
    monkeypatch.setattr("tabletop_cli.core.lists.edit.locks.PATIENCE", 0.1)
    draft = Draft(link)
    words = [sys.executable, "-c", LOCKED, str(guns)]
    with subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        for step in (lambda: draft.change("a name", *()), draft.undo, draft.redo):
            with pytest.raises(TabletopError, match="another program is changing it") as busy:
                step()
            assert busy.value.hint
        other.kill()
    draft.change("nothing")


def test_who_holds_a_file_may_hold_it_again(guns: Path) -> None:
    with lock_list(guns), lock_list(guns):
        Draft(guns).change("nothing")
    with lock_list(guns):
        pass


def test_locks_stand_in_the_players_own_folder_and_do_not_pile_up(guns: Path, home: Path) -> None:
    for number in range(40):
        with lock_list(guns.with_name(f"{number}.toml")), lock_list(guns):
            pass
    assert list(home.iterdir()) == [home / "locks"]
    assert len(list((home / "locks").iterdir())) <= 16


def test_where_there_is_no_place_for_a_lock_lists_are_changed_without_and_that_is_said_once(
    guns: Path, home: Path, tabletop: Tabletop
) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("a file where the folder should be")
    ran = tabletop("set", guns, "1.name=Second")
    assert (ran.code, names(guns)) == (0, ["Second"])
    assert ran.err.count(f"note: no locks in {home / 'locks'}: ") == 1
    assert "Make sure that no other program changes this list." in ran.err
    assert "note:" not in tabletop("set", guns, "1.name=Third").err


# --- what a list must say ---


def test_an_empty_list_is_refused_without_what_it_needs(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "zz.toml"
    ran = tabletop("new", "tt", path, "--empty")
    assert ran.code == 2
    assert "this list for tt still needs: faction" in ran.err
    assert "--set faction=space-marines or faction=eldar" in ran.err
    assert not path.exists()
    assert tabletop("new", "tt", path, "--empty", "--set", "faction=eldar").code == 0
    assert tabletop("validate", path).code in (0, 1)


def test_what_is_missing_is_named_with_its_values(tabletop: Tabletop, host: Path) -> None:
    host.write_text(HOST.replace('faction = "eldar"\n', ""))
    ran = tabletop("roster", host)
    assert ran.code == 2
    assert 'write faction = "space-marines" or faction = "eldar"' in ran.err


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('faction = "eldar"\n', "", ["faction=eldar"]),
        ('faction = "eldar"\n', "faction = 7\n", ["faction=eldar"]),
        ("budget = 6", "budget = nan", ["budget=6"]),
        ("units = []\n", "units = []\n[house]\nno_such_rule = 3\n", ["house.no_such_rule="]),
        ("units", "colour = 3\nunits", ["colour="]),
        ('faction = "eldar"\nbudget = 6\n', "budget = nan\n", ["budget=6", "faction=eldar"]),
    ],
    ids=["missing", "no word", "no number", "no rule", "no key", "two"],
)
def test_set_repairs_what_nobody_can_read(old: str, new: str, words: list[str], tabletop: Tabletop, host: Path) -> None:
    host.write_text("# ours\n" + HOST.replace(old, new))
    assert tabletop("roster", host).code == 2
    dry = host.read_text()
    assert tabletop("set", host, *words, "--dry-run").code == 0
    assert host.read_text() == dry
    ran = tabletop("set", host, *words)
    assert ran.code == 0, ran.err
    assert "0 of 6 points" in ran.out
    assert host.read_text().startswith("# ours\n")
    assert {**data(host), "house": {}} == {**tomllib.loads(HOST), "house": {}}


def test_set_repairs_one_fault_after_the_other(tabletop: Tabletop, host: Path) -> None:
    host.write_text(HOST.replace('faction = "eldar"\nbudget = 6\n', "budget = nan\n"))
    first = tabletop("set", host, "budget=6")
    assert (first.code, data(host)["budget"]) == (0, 6)
    assert "still wrong: army: faction is missing" in first.err
    assert tabletop("set", host, "faction=eldar").code == 0
    assert tabletop("validate", host).code in (0, 1)


def test_set_writes_nothing_where_nothing_gets_better(tabletop: Tabletop, host: Path) -> None:
    host.write_text(HOST.replace('faction = "eldar"\n', ""))
    before = host.read_text()
    for words, said in (
        (("name=New",), "faction is missing"),
        (("1.count=2",), "faction is missing"),
        (("faction=elves",), "not known"),
        (("faction",), "faction is missing"),
    ):
        ran = tabletop("set", host, *words)
        assert ran.code == 2
        assert said in ran.err
    assert host.read_text() == before


# --- where a fault lies ---


@pytest.mark.parametrize("wrong", ["\n[[factions]]\nid = 7\n", "\n\n[[factions]\n"], ids=["content", "syntax"])
def test_a_broken_catalogue_is_placed_where_the_army_names_it(wrong: str, tabletop: Tabletop, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(wrong)
    army = tmp_path / "w.toml"
    army.write_text(HOST.replace("units", 'catalogue = "bad.toml"\nunits'))
    (found,) = json.loads(tabletop("validate", army, "--format", "json").out)["files"]
    assert f"{tmp_path}/bad.toml:3" in json.dumps(found), "the message names the line of the catalogue"
    text = tabletop("validate", army).out
    assert f"{army}:5: " in text
    assert f"{army}:3" not in text
    assert "line=5" in tabletop("validate", army, "--format", "github").out


def test_a_game_without_the_required_field_is_not_told_to_write_it(tabletop: Tabletop, guns: Path, host: Path) -> None:
    ran = tabletop("validate", guns, host, "--require", "faction=eldar")
    assert ran.code == 1
    assert "this game has no faction" in ran.out
    assert 'write: faction = "eldar"' not in ran.out


# --- points as they are printed ---


@pytest.mark.parametrize("typed", ["7 1/2", "15/2", "7.5"])
def test_points_are_typed_as_they_are_printed(typed: str, tabletop: Tabletop, guns: Path, tmp_path: Path) -> None:
    assert tabletop("set", guns, f"budget={typed}").code == 0
    assert "budget = 7.5\n" in guns.read_text()
    assert "of 7 1/2 points" in tabletop("validate", "armies/td/green-horde.toml", "--budget", typed).out
    fresh = tmp_path / "fresh.toml"
    assert tabletop("new", "td", fresh, "--empty", "--budget", typed).code == 0
    assert data(fresh)["budget"] == 7.5
    assert tabletop("validate", fresh, "--require", f"budget={typed}").code in (0, 1)
    assert "require" not in tabletop("validate", fresh, "--require", f"budget={typed}").out


@pytest.mark.parametrize("typed", ["1/0", "1/3", "7 1/", "x/2", "1/2/3"])
def test_other_fractions_are_no_points(typed: str, tabletop: Tabletop, guns: Path) -> None:
    assert tabletop("set", guns, f"budget={typed}").code == 2
    assert tabletop("validate", guns, "--budget", typed).code == 2
    assert guns.read_text() == GUNS


def test_a_name_may_look_like_points(tabletop: Tabletop, guns: Path) -> None:
    assert tabletop("set", guns, "name=15/2").code == 0
    assert data(guns)["name"] == "15/2"


# --- ways out ---


def test_refusals_say_what_to_do(tabletop: Tabletop, guns: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone.toml"
    for words, said in (
        (("add", guns, "hmg", "-n", 100_000_000), "from 1 to 1,000,000"),
        (("set", guns, f"1.count={10**24}"), "from 1 to 1,000,000"),
        (("set", guns, "house.foo=1"), "tabletop house FILE lists them"),
        (("set", guns, "house.atg_reloat=1"), "did you mean atg_reload?"),
        (("edit", gone), f"begin one with: tabletop new SYSTEM {gone}"),
        (("add", gone, "hmg"), f"begin one with: tabletop new SYSTEM {gone}"),
        (("remove", gone, "1"), "begin one with: tabletop new"),
        (("set", gone, "budget=8"), "begin one with: tabletop new"),
        (("remove", guns, 1, "-n", 99), "there is only 1 of First"),
        (("add", guns, "lead"), "did you mean green-lead, regular-lead, veteran-lead"),
        (("add", guns, "--name", "x"), "--name for which unit?"),
        (("add", guns, "--option", "x"), "--option for which unit?"),
    ):
        ran = tabletop(*words)
        assert ran.code == 2, words
        assert said in " ".join(ran.err.split()), words
    assert guns.read_text() == GUNS


def test_a_list_is_not_imported_into_something_else(tabletop: Tabletop, tmp_path: Path) -> None:
    code = tabletop("share", "armies/td/green-horde.toml").out.strip()
    ran = tabletop("import", code, tmp_path / "y.txt")
    assert ran.code == 2
    assert ".toml or .json" in ran.err
    assert not (tmp_path / "y.txt").exists()


def test_a_code_is_found_in_a_line_of_chat(tabletop: Tabletop) -> None:
    code = tabletop("share", "armies/td/green-horde.toml").out.strip()
    for chat in (f"Hi, here: {code} thanks", f"my list ({code}).", f"{code} thanks", f"tabletop list: `{code}`, ok?"):
        ran = tabletop("import", chat)
        assert ran.code == 0, (chat, ran.err)
        assert "The Honey Fungus Horde" in ran.out
    two = tabletop("import", f"{code} or {code}")
    assert two.code == 2
    assert "this contains 2 codes" in two.err
    damaged = tabletop("import", f"Hi, here: {code[:-1]} thanks")
    assert damaged.code == 2
    assert "the code is damaged" in damaged.err


def test_an_empty_name_is_no_difference(tabletop: Tabletop, guns: Path, tmp_path: Path) -> None:
    unnamed = tmp_path / "unnamed.toml"
    bare = GUNS.replace('name = "Guns"\n', "").replace('name = "First"\n', "")
    guns.write_text(bare)
    unnamed.write_text(GUNS.replace("Guns", "").replace("First", ""))
    assert tabletop("diff", guns, unnamed).code == 0
    unnamed.write_text(GUNS)
    assert tabletop("diff", guns, unnamed).code == 1


def test_the_name_of_a_file_has_plain_letters(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert tabletop("new", "td", "--name", "évil Ümlaut", "--empty").code == 0
    assert (tmp_path / "evil-umlaut.toml").exists()

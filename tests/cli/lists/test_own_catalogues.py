"""Lists by home-made catalogues: begun, gone on with, set, suggested for; and mistakes in the files around them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.own_guns import GUNS, write_guns, write_list

from ..conftest import ROOT, Tabletop


@pytest.fixture
def here(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which somebody works, with a catalogue in it."""
    monkeypatch.chdir(tmp_path)
    write_guns(tmp_path)
    return tmp_path


@pytest.mark.parametrize("option", [["--catalogue", "guns.catalogue.toml"], ["--set", "catalogue=guns.catalogue.toml"]])
def test_a_list_is_begun_by_a_catalogue_and_built(option: list[str], here: Path, tabletop: Tabletop) -> None:
    assert tabletop("new", "td", "a.toml", "--name", "A", "--budget", 12, "--empty", *option).code == 0
    begun = tomllib.loads((here / "a.toml").read_text("utf-8"))
    assert begun == {"system": "td", "catalogue": "guns.catalogue.toml", "name": "A", "budget": 12, "units": []}
    assert "assault-gun" in tabletop("add", "a.toml").out
    assert tabletop("add", "a.toml", "assault-gun").code == 0
    assert tabletop("validate", "a.toml", "--with-schema").code == 0


def test_several_files_are_named_in_a_list(here: Path, tabletop: Tabletop) -> None:
    (here / "mud.catalogue.toml").write_text('system = "td"\n[rules.mud]\nname = "Mud"\ntext = "It is wet."\n', "utf-8")
    files = [word for one in ("guns", "mud") for word in ("--catalogue", f"{one}.catalogue.toml")]
    assert tabletop("new", "td", "a.toml", "--name", "A", "--empty", *files).code == 0
    assert tomllib.loads((here / "a.toml").read_text("utf-8"))["catalogue"] == [
        "guns.catalogue.toml",
        "mud.catalogue.toml",
    ]


def test_a_home_made_faction_is_begun(here: Path, tabletop: Tabletop) -> None:
    choir = "hollow-choir.catalogue.toml"
    (here / choir).write_bytes((ROOT / "armies/tt" / choir).read_bytes())
    words = ["--name", "A", "--set", "faction=hollow-choir", "--set", "budget=6", "--empty", "--catalogue", choir]
    ran = tabletop("new", "tt", "a.toml", *words)
    assert ran.code == 0, ran.err
    assert tabletop("set", "a.toml", "budget=8").code == 0


def test_a_home_made_faction_of_the_own_folder_is_begun_by_its_name(here: Path, home: Path, tabletop: Tabletop) -> None:
    folder = home / "catalogues" / "tt"
    folder.mkdir(parents=True)
    (folder / "choir.catalogue.toml").write_bytes((ROOT / "armies/tt/hollow-choir.catalogue.toml").read_bytes())
    ran = tabletop("new", "tt", "a.toml", "--name", "A", "--set", "faction=hollow-choir", "--empty")
    assert ran.code == 0, ran.err
    begun = tomllib.loads((here / "a.toml").read_text("utf-8"))
    assert (begun["catalogue"], begun["faction"]) == ("choir.catalogue.toml", "hollow-choir")
    assert "not known" in tabletop("new", "tt", "b.toml", "--set", "faction=hollow-chore", "--empty").err


def test_a_file_that_an_army_could_not_name(here: Path, tabletop: Tabletop) -> None:
    (here / "lists").mkdir()
    ran = tabletop("new", "td", "lists/a.toml", "--name", "A", "--empty", "--catalogue", "guns.catalogue.toml")
    assert (ran.code, (here / "lists/a.toml").exists()) == (2, False)
    assert "cannot name this file" in ran.err and "put it beside the army, or into " in ran.err
    ran = tabletop(
        "new", "td", "a.toml", "--empty", "--catalogue", "a.catalogue.toml", "--set", "catalogue=b.catalogue.toml"
    )
    assert "catalogue is set twice" in ran.err


def test_with_files_in_the_own_folder_one_question_is_asked(here: Path, home: Path, tabletop: Tabletop) -> None:
    write_guns(home / "catalogues" / "td", "club.catalogue.toml")
    ran = tabletop("new", "td", "a.toml", "--name", "A", "--budget", 5, typed="club\nq\n")
    assert "Use a home-made catalogue?" in ran.err + ran.out
    assert "club.catalogue.toml (1 gun, 2 vehicles, 1 special rule)" in ran.err + ran.out
    assert tomllib.loads((here / "a.toml").read_text("utf-8"))["catalogue"] == "club.catalogue.toml"
    ran = tabletop("new", "td", "b.toml", "--name", "B", "--budget", 5, typed="\nq\n")
    assert "catalogue" not in tomllib.loads((here / "b.toml").read_text("utf-8"))


def test_a_catalogue_is_set_and_taken_away(here: Path, tabletop: Tabletop) -> None:
    path = write_list(here, "# agreed on Friday")
    assert tabletop("validate", path).code == 1
    ran = tabletop("set", path, "catalogue=guns.catalogue.toml", "--dry-run")
    assert ran.out == "would be set: catalogue: guns.catalogue.toml (1 gun, 2 vehicles, 1 special rule)\n"
    assert tabletop("validate", path).code == 1
    assert tabletop("set", path, "catalogue=guns.catalogue.toml").code == 0
    assert tabletop("validate", path).code == 0 and "# agreed on Friday" in path.read_text("utf-8")
    assert "in a command of its own" in tabletop("set", path, "catalogue=guns.catalogue.toml", "budget=3").err
    assert tabletop("set", path, "catalogue=").out == "set: catalogue: none\n"
    assert "catalogue" not in tomllib.loads(path.read_text("utf-8"))
    assert tabletop("set", path, "catalogue=nosuch.toml").code == 2


def test_edit_writes_the_catalogue_into_the_list(here: Path, tabletop: Tabletop) -> None:
    path = write_list(here, "")
    ran = tabletop("edit", path, "--catalogue", "guns.catalogue.toml", typed="q\n")
    assert ran.code == 0 and tomllib.loads(path.read_text("utf-8"))["catalogue"] == "guns.catalogue.toml"


def test_suggestions_by_another_catalogue(here: Path, tabletop: Tabletop) -> None:
    path = write_list(here, "")
    path.write_text(path.read_text("utf-8").replace("assault-gun", "light-tank").replace("30", "11"), encoding="utf-8")
    assert "Assault gun" not in tabletop("suggest", path).out
    ran = tabletop("suggest", path, "--only", "assault-gun", "--catalogue", "guns.catalogue.toml")
    assert "Assault gun" in ran.out, ran.err
    ran = tabletop("suggest", path, "--apply", 1, "--catalogue", "guns.catalogue.toml")
    assert (ran.code, "write it into the list first" in ran.err) == (2, True)


def test_two_lists_by_different_catalogues_are_compared(here: Path, tabletop: Tabletop) -> None:
    write_list(here)
    write_guns(here, "other.catalogue.toml", GUNS.replace("reload = 2", "reload = 1"))
    other = write_list(here, 'catalogue = ["other.catalogue.toml"]', "other.toml")
    assert "guns.catalogue.toml" in tabletop("diff", "anvil.toml", other).out
    (here / "there").mkdir()
    write_guns(here / "there", text=GUNS.replace("reload = 2", "reload = 1"))
    ran = tabletop("diff", "anvil.toml", write_list(here / "there"))
    assert "guns.catalogue.toml (not the same file)" in ran.out


# --- mistakes


def test_a_catalogue_tells_all_its_mistakes_in_the_army_and_alone(here: Path, tabletop: Tabletop) -> None:
    write_guns(here, text=GUNS.replace("reload = 2", "relaod = 2").replace("armour = 5", 'armour = "five"'))
    write_list(here)
    alone = tabletop("validate", "guns.catalogue.toml")
    assert alone.out.splitlines()[1:] == [
        '  guns.catalogue.toml:10: bad-catalogue: guns.siege-howitzer: unknown field "relaod"',
        "    hint: did you mean reload?",
        '  guns.catalogue.toml:15: bad-catalogue: vehicles.assault-gun.armour: "five" is not a whole number',
        "    hint: give a whole number from 1 to 12",
    ]
    ran = tabletop("validate", "anvil.toml")
    assert 'anvil.toml:4: bad-catalogue: guns.catalogue.toml:10: guns.siege-howitzer: unknown field "relaod"' in ran.out
    assert "anvil.toml:4: bad-catalogue: guns.catalogue.toml:15: vehicles.assault-gun.armour" in ran.out


def test_a_rule_that_nothing_has_is_a_warning(here: Path, tabletop: Tabletop) -> None:
    write_guns(here, text=GUNS.replace('special = ["bunker-buster"]\n', ""))
    ran = tabletop("validate", "guns.catalogue.toml")
    assert ran.code == 0 and "warning: catalogue: rules.bunker-buster: no row uses this special rule" in ran.out


def test_all_strange_keys_of_an_army_are_told_with_their_lines(here: Path, tabletop: Tabletop) -> None:
    strange = 'plaier = "Ada"\ncatalog = "x"\nbuget = 3\n'
    text = f'system = "tt"\nname = "x"\n{strange}faction = "eldar"\n\n[[units]]\nunit = "rangers"\n'
    (here / "a.toml").write_text(text, encoding="utf-8")
    found = json.loads(tabletop("validate", "a.toml", "-f", "json").out)["files"][0]["problems"]
    told = [(one["line"], one["message"], one["hint"]) for one in found]
    assert told[:3] == [
        (3, 'army: unknown field "plaier"', "known: system, name, faction, budget, catalogue, units, house, sheet"),
        (4, 'army: unknown field "catalog"', "did you mean catalogue?"),
        (5, 'army: unknown field "buget"', "did you mean budget?"),
    ]


def test_a_catalogue_beside_a_list_that_does_not_name_it_is_pointed_out(here: Path, tabletop: Tabletop) -> None:
    path = write_list(here, "")
    told = 'guns.catalogue.toml is beside it: write catalogue = "guns.catalogue.toml"'
    assert told in tabletop("validate", path).out
    (here / "guns.catalogue.toml").unlink()
    assert "is beside it" not in tabletop("validate", path).out
    choir = "hollow-choir.catalogue.toml"
    (here / choir).write_bytes((ROOT / "armies/tt" / choir).read_bytes())
    text = (ROOT / "armies/tt/hollow-choir.toml").read_text("utf-8")
    (here / "a.toml").write_text(text.replace(f'catalogue = "{choir}"', ""), encoding="utf-8")
    assert f'{choir} is beside it: write catalogue = "{choir}"' in tabletop("validate", "a.toml").out


def test_special_rules_may_be_allowed_alone(here: Path, tabletop: Tabletop) -> None:
    rules = 'system = "td"\n[rules.mud]\nname = "Mud"\ntext = "It is wet."\nfor = ["army"]\n'
    (here / "mud.catalogue.toml").write_text(rules, encoding="utf-8")
    text = write_list(here, 'catalogue = "mud.catalogue.toml"', "wet.toml").read_text("utf-8")
    (here / "wet.toml").write_text(text.replace("assault-gun", "light-tank"), encoding="utf-8")
    write_list(here)
    assert tabletop("validate", "wet.toml", "--require", "catalogue=texts").code == 0
    assert tabletop("validate", "wet.toml", "--require", "catalogue=printed").code == 1
    ran = tabletop("validate", "anvil.toml", "--require", "catalogue=texts")
    assert ran.code == 1 and "agreed: special rules as text" in ran.out
    both = ["--require", "catalogue=texts", "--require", "catalogue=guns.catalogue.toml"]
    assert tabletop("validate", "anvil.toml", "wet.toml", *both).code == 0

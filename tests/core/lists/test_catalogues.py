"""Home-made catalogues as files: several together, judged alone, found by what is in them, and sent with a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed, TabletopError
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.catalogues import (
    data_to_send,
    describe_files,
    find_by_ids,
    judge_catalogue,
    named_catalogues,
)
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.references import own_folder, with_references
from tests.own_guns import GUNS, LIST, write_guns, write_list

TD = registry.load("td")
RULES = '[rules.mud]\nname = "Mud"\ntext = "Tracked vehicles sink."\nfor = ["army"]\n'


# --- what an army names


def test_an_army_names_several_files_and_their_rows_stand_together(tmp_path: Path) -> None:
    write_guns(tmp_path)
    write_guns(tmp_path, "mud.catalogue.toml", f'system = "td"\n{RULES}')
    path = write_list(tmp_path, 'catalogue = ["guns.catalogue.toml", "mud.catalogue.toml"]')
    army = open_army(path)
    assert army.report.legal
    assert [one.file for one in army.home_made] == ["guns.catalogue.toml", "mud.catalogue.toml"]
    assert set(army.used["rules"]) == {"bunker-buster", "mud"}
    assert set(army.used["vehicles"]) == {"assault-gun"}, "the road roller is not in the list"


def test_unlike_rows_of_one_id_are_refused_with_both_files(tmp_path: Path) -> None:
    write_guns(tmp_path, "mud.catalogue.toml", f'system = "td"\n{RULES}')
    write_guns(tmp_path)
    write_guns(tmp_path, "mine.catalogue.toml", GUNS.replace("armour = 5", "armour = 4"))
    names = '"mud.catalogue.toml", "guns.catalogue.toml", "mine.catalogue.toml"'
    with pytest.raises(Malformed) as wrong:
        open_army(write_list(tmp_path, f"catalogue = [{names}]"))
    assert wrong.value.message == (
        'catalogue: two different vehicles "assault-gun", in guns.catalogue.toml and mine.catalogue.toml'
    )
    assert (wrong.value.code, wrong.value.extra["line"]) == ("bad-catalogue", 4)


@pytest.mark.parametrize(("key", "said"), [("[3]", "3 is not a file name"), ("[[]]", "[] is not a file name")])
def test_names_that_are_none(key: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(Malformed) as wrong:
        open_army(write_list(tmp_path, f"catalogue = {key}"))
    assert said in wrong.value.message


def test_a_table_in_the_army_itself_is_judged_with_the_lines_of_the_army(tmp_path: Path) -> None:
    inside = GUNS.replace("[guns", "[catalogue.guns").replace("[vehicles", "[catalogue.vehicles")
    rows = inside.replace("[rules", "[catalogue.rules").partition("\n\n")[2]
    path = tmp_path / "anvil.toml"
    path.write_text(LIST.format(key="") + "\n" + rows, encoding="utf-8")
    assert open_army(path).report.legal
    path.write_text(LIST.format(key="") + "\n" + rows.replace("reload = 2", "relaod = 2").replace("= 5", '= "five"'))
    with pytest.raises(Malformed) as wrong:
        open_army(path)
    told = [wrong.value.message, *(one["message"] for one in wrong.value.extra["also"])]
    assert told == [
        f'{path}:18: catalogue.guns.siege-howitzer: unknown field "relaod"',
        f'{path}:23: catalogue.vehicles.assault-gun.armour: "five" is not a whole number',
    ]


def test_a_file_that_says_not_of_which_system_it_is(tmp_path: Path) -> None:
    path = write_guns(tmp_path, text=GUNS.partition("\n")[2])
    for judged in (lambda: open_army(write_list(tmp_path)), lambda: judge_catalogue(path)):
        with pytest.raises(Malformed, match="the file does not name its game system") as wrong:
            judged()
        assert wrong.value.hint == 'begin it with: system = "td"'


def test_what_a_command_names_goes_before_the_armys_own(tmp_path: Path) -> None:
    write_guns(tmp_path)
    strong = write_guns(tmp_path / "other", "strong.catalogue.toml", GUNS.replace("cost = 6", "cost = 9"))
    path = write_list(tmp_path)
    over = named_catalogues(TD, [str(strong)], tmp_path)
    assert open_army(path).report.points == 7
    assert open_army(path, over=over).report.points == 10
    assert with_references(TD, load_file(path), None, over)[1] == over


def test_the_data_version_is_about_the_rows_that_the_list_uses(tmp_path: Path) -> None:
    write_guns(tmp_path)
    path = write_list(tmp_path)
    before = open_army(path).data_version
    write_guns(tmp_path, text=GUNS.replace('"Road roller"', '"Steam roller"').replace("the Anvil", "my uncle"))
    assert open_army(path).data_version == before
    write_guns(tmp_path, text=GUNS.replace("reload = 2", "reload = 1"))
    assert open_army(path).data_version != before
    plain = write_list(tmp_path, name="plain.toml")
    plain.write_text(plain.read_text("utf-8").replace('"tank"\nvariant = "assault-gun"', '"atg"'), encoding="utf-8")
    assert "catalogue" not in open_army(plain).data_version, "it uses nothing of the file that it names"


# --- judged alone


def test_a_catalogue_is_judged_by_the_system_that_it_names(tmp_path: Path) -> None:
    found = judge_catalogue(write_guns(tmp_path, text=GUNS + RULES.replace('for = ["army"]\n', "")))
    assert (found.system.id, found.name) == ("td", "Guns of the Anvil")
    assert found.contents == "1 gun, 2 vehicles, 2 special rules"
    (told,) = found.remarks
    assert (told.severity, told.line, told.message) == ("warning", 27, "rules.mud: no row uses this special rule")


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ('system = "chess"\n', 'unknown game system "chess"', "known: "),
        ("system = 3\n", "system: 3 is not text", "known: "),
        ("[colours.red]\n", "the file does not name its game system", 'begin it with: system = "'),
        ('system = "td"\n[vehicels.a]\n', 'unknown table "vehicels"', "did you mean vehicles?"),
        ('system = "td"\n[entries.a]\n', '"entries" cannot be home-made', "known: guns, vehicles"),
    ],
)
def test_files_that_are_no_catalogues(text: str, said: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(TabletopError) as wrong:
        judge_catalogue(write_guns(tmp_path, text=text))
    assert said in wrong.value.message and hint in f"{wrong.value.hint}{wrong.value.message}"


@pytest.mark.parametrize("header", ["[vehicels.cart]", "[[vehicels]]", "[vehicels]"])
def test_a_table_that_nobody_knows_is_told_with_the_line_of_its_header(header: str, tmp_path: Path) -> None:
    with pytest.raises(TabletopError) as wrong:
        judge_catalogue(write_guns(tmp_path, text=f'system = "td"\nname = "Guns"\n\n{header}\nname = "Cart"\n'))
    assert wrong.value.extra["line"] == 4


def test_a_catalogue_is_no_army_whatever_it_is_called(tmp_path: Path) -> None:
    for name, text, hint in (
        ("guns.toml", GUNS, "rename it guns.catalogue.toml"),
        ("guns.toml", GUNS.partition("\n")[2], "rename it guns.catalogue.toml"),
        ("choir.toml", '[[factions]]\nid = "choir"\n', "rename it choir.catalogue.toml"),
        ("guns.catalogue.toml", GUNS, 'to use it, write in an army: catalogue = "guns.catalogue.toml"'),
    ):
        with pytest.raises(Malformed, match="this is a home-made catalogue, not an army") as wrong:
            open_army(write_guns(tmp_path, name, text))
        assert wrong.value.hint == hint


# --- named by a command, and found in the player's own folder


def test_a_command_names_a_file_here_or_in_the_players_own_folder(tmp_path: Path) -> None:
    own = own_folder(TD, tmp_path / "home")
    write_guns(own, "club.catalogue.toml")
    (made,) = named_catalogues(TD, ["club.catalogue.toml"], tmp_path / "home")
    assert made.path == own / "club.catalogue.toml"
    assert describe_files(TD, [made]) == "club.catalogue.toml (1 gun, 2 vehicles, 1 special rule)"
    with pytest.raises(TabletopError, match="there is no such file"):
        named_catalogues(TD, ["nosuch.catalogue.toml"], tmp_path / "home")


def test_a_file_is_found_by_the_ids_in_it(tmp_path: Path) -> None:
    own = own_folder(TD, tmp_path)
    assert find_by_ids(TD, ["assault-gun"], tmp_path) is None
    write_guns(own)
    write_guns(own, "broken.catalogue.toml", "[[")
    write_guns(
        own, "other.catalogue.toml", 'system = "td"\n[vehicles.tractor]\nname = "Tractor"\nlike = "light-tank"\n'
    )
    found = find_by_ids(TD, ["open", "siege-howitzer", "assault-gun"], tmp_path)
    assert found is not None and found.file == "guns.catalogue.toml"
    assert find_by_ids(TD, ["open"], tmp_path) is None
    assert find_by_ids(TD, ["tractor", "assault-gun"], tmp_path) is None, "no file has both"
    write_guns(own, "again.catalogue.toml")
    with pytest.raises(Malformed, match=r'both again\.catalogue\.toml and guns\.catalogue\.toml have "assault-gun"'):
        find_by_ids(TD, ["assault-gun"], tmp_path)


# --- sent with a list


def test_what_is_sent_is_what_the_list_uses_written_out(tmp_path: Path) -> None:
    write_guns(tmp_path)
    path = write_list(tmp_path)
    sent = data_to_send(TD, load_file(path), tmp_path)
    assert list(sent) == ["system", "name", "budget", "catalogue", "units"]
    rows = sent["catalogue"]
    assert isinstance(rows, dict)
    assert list(rows) == ["system", "name", "guns", "vehicles", "rules"] and list(rows["vehicles"]) == ["assault-gun"]
    assert rows["vehicles"]["assault-gun"]["cc_dice"] == 3 and "like" not in rows["vehicles"]["assault-gun"]
    path = tmp_path / "sent.json"
    import json

    path.write_text(json.dumps(sent), encoding="utf-8")
    before, after = open_army(tmp_path / "anvil.toml"), open_army(path)
    assert before.report == after.report and before.data_version == after.data_version


def test_a_list_without_home_made_rows_is_sent_as_it_is(tmp_path: Path) -> None:
    write_guns(tmp_path)
    path = write_list(tmp_path)
    path.write_text(path.read_text("utf-8").replace('"tank"\nvariant = "assault-gun"', '"atg"'), encoding="utf-8")
    assert list(data_to_send(TD, load_file(path), tmp_path)) == ["system", "name", "budget", "units"]

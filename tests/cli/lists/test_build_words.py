"""What the builder says: points and reasons in words, each once; what was done to which entry; no machine words."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests import squads

from ..conftest import Tabletop

LIST = """\
system = "td"
name = "Shift"
budget = 8

[[units]]
type = "hmg"
name = "Rattler"

[[units]]
type = "atg"
"""


@pytest.fixture
def shift(tmp_path: Path) -> Path:
    path = tmp_path / "shift.toml"
    path.write_text(LIST)
    return path


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_why_something_is_not_legal_stands_beside_it(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("a green-lead 1", "3 options", "", "a regular-lead", "1", "", "q"))
    assert "Fast and large, free, NOT LEGAL: a green lead unit cannot have: fast and large" in ran.out
    assert "NOT LEGAL: TD-" not in ran.out


def test_what_goes_over_is_said_once_above_and_marked_with_a_word(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("e budget 2", "a", "x", "q"))
    menu = ran.out.partition("2 of 2 points, 0 left. Which unit?")[2].partition("Cancelled;")[0]
    assert menu.count("points, over") + menu.count("1 point, over") == 18
    assert "NOT LEGAL" not in menu


def test_what_was_done_to_which_entry(shift: Path, tabletop: Tabletop) -> None:
    steps = ("1 down", "u", "1 y", "u", "1 del", "u", "1 count 2", "u", "1 t by the bridge", "u", "a atg 2 .", "u", "q")
    ran = tabletop("edit", shift, typed=lines(*steps))
    for said in (
        "Moved down: Rattler is unit 2 now.",
        "Undone: Rattler moved down",
        "Undone: a copy of Rattler",
        "Removed: Rattler, saves 1 point. u to undo.",
        "Undone: Rattler removed",
        "Undone: Rattler, count: 2",
        "Undone: the note of Rattler",
        "Added: 2 x Anti-tank gun, 2 points",
    ):
        assert said in ran.out
    assert shift.read_text() == LIST


def test_giving_up_after_a_step_does_not_deny_it(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("1", "down", "x", "1", "x", "q"))
    assert ran.out.count("Back at the list; your changes are saved.") == 1
    assert ran.out.count("Cancelled; nothing has changed.") == 1


def test_a_note_and_a_copy_leave_the_menu_open(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("1", "t", "by the bridge", "y", "name", "Old Rattler", "b", "q"))
    assert "Noted." in ran.out and "Copied: Rattler is now below it, too, 1 point" in ran.out
    names = [unit.get("name") for unit in tomllib.loads(shift.read_text())["units"]]
    assert names == ["Old Rattler", None, None], "a name is of one alone"


def test_options_are_said_when_they_are_added(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("a regular-lead", "1", "armour-piercing", "q"))
    assert "Added: Regular lead infantry, Armour-piercing weapon, 2 points" in ran.out


def test_options_say_what_it_saves_to_take_them_off(shift: Path, tabletop: Tabletop) -> None:
    steps = ("a regular-autonomous", "1", "armour-piercing,attached-hmg", "3 options", "-", "q")
    ran = tabletop("edit", shift, typed=lines(*steps))
    assert "Attached heavy machine gun, chosen; without it saves 1 point" in ran.out
    assert "Armour-piercing weapon, chosen; without it same points" in ran.out
    assert "Options: none, saves 1 point" in ran.out
    assert "options" not in tomllib.loads(shift.read_text())["units"][2]


def test_keys_that_end_alike_are_told_whole(tabletop: Tabletop, tmp_path: Path) -> None:
    """A number is always an entry, so the second name is not a 1."""
    path = tmp_path / "column.toml"
    path.write_text((Path(__file__).parents[3] / "armies/fftt/orchard-road-column.toml").read_text())
    ran = tabletop("edit", path, typed=lines("e", "general.name", "Captain Bo", "q"))
    assert "  name          Name, Orchard Road Column" in ran.out
    assert "  general.name  General's name, Captain Ruun" in ran.out
    assert tomllib.loads(path.read_text())["general"]["name"] == "Captain Bo"


def test_everything_about_an_entry_of_a_list_inside(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    squads.install(tmp_path, monkeypatch)
    path = tmp_path / "platoon.toml"
    path.write_text(
        'system = "sq"\n[[units]]\nkind = "squad"\nmembers = [{ role = "sergeant" }, { role = "soldier" }]\n'
    )
    ran = tabletop("edit", path, typed=lines("1", "members", "? 2", "b", "b", "q"))
    assert "2 Soldier" in ran.out or "\nSoldier" in ran.out.partition("? 2")[2]


def test_the_price_of_a_choice_is_not_that_of_the_unit(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    words = ("--name", "M", "--budget", "6", "--set", "faction=space-marines")
    ran = tabletop("new", "tt", path, *words, typed=lines("a", "razorback", "1", "twin-lascannons", "q"))
    assert "twin-heavy-bolters  Twin Heavy Bolters, no more points" in ran.out


def test_house_rules_have_titles_and_say_yes_and_no(shift: Path, tabletop: Tabletop) -> None:
    steps = ("h", "pinned_reload", "no", "h", "guns.light-gun.reload", "2", "h pinned yes", "u", "u", "q")
    ran = tabletop("edit", shift, typed=lines(*steps))
    menu = ran.out.partition("Which house rule?")[2].partition("> ")[0]
    assert "yes: A pinned model may reload." in menu
    assert "Light gun, reload, to agree" in menu
    assert "True" not in menu and "False" not in menu and "_" not in menu
    assert "no: A pinned model may not reload." in ran.out
    assert "Light gun, reload: 2" in ran.out
    assert "Undone: house rule: Light gun, reload" in ran.out


def test_a_number_that_is_no_entry(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("9", "1 7", "", "q"))
    assert "No unit 9; ? for help." in ran.out
    assert "'7' is not possible here" in ran.out
    assert shift.read_text() == LIST


def test_what_is_said_of_a_wrong_word_is_sentences(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("a hmg many 0", "1", "q"))
    assert '"many" is not a whole number. Give a whole number from 1. Not used either: 0' in ran.out


def test_points_are_said_once_at_the_beginning(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    words = ("--name", "M", "--budget", "6", "--set", "faction=eldar")
    ran = tabletop("new", "tt", path, *words, typed=lines("a seer .", "q"))
    assert "TT-W1" not in ran.out
    assert ran.out.count("1 of 6 points, 5 left") == 2, "after the step, and at the end"


@pytest.mark.parametrize("words", ["? rattler", "? 1", "?1"])
def test_everything_about_an_entry(words: str, shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("1 t by the bridge", words, "q"))
    told = ran.out.partition("Rattler, 1 point, heavy machine gun")[2]
    assert "Note: by the bridge" in told and "TD-FIRE-3" in told


def test_everything_about_a_thing_to_take(shift: Path, tabletop: Tabletop) -> None:
    ran = tabletop("edit", shift, typed=lines("? hmg", "? 7", "? TD-A8", "q"))
    assert "Heavy machine gun\n" in ran.out and "TD-FIRE-3" in ran.out
    assert "No unit 7." in ran.out
    assert "2 found for" not in ran.out


def test_the_name_of_a_file_that_is_there_is_asked_for_anew(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before faction and budget are asked, so that nothing that was typed is lost."""
    monkeypatch.setattr("tabletop_cli.cli.lists.build._path_of_list", lambda data: tmp_path / "hero.toml")
    (tmp_path / "hero.toml").write_text("")
    ran = tabletop("new", "td", typed=lines("Hero", "list.txt", "", "8", "q"))
    assert ran.code == 0, ran.err
    assert "hero.toml already exists." in ran.out and "ends in .toml or .json" in ran.out
    assert tomllib.loads((tmp_path / "hero-2.toml").read_text())["budget"] == 8
    assert (tmp_path / "hero.toml").read_text() == ""


def test_who_leaves_before_a_list_is_begun_is_told_that_there_is_none(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C at the first question; later on everything is saved."""

    def pressed(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabletop_cli.prompts.lines.Lines.show_and_read", pressed)
    ran = tabletop("new", "td", tmp_path / "shift.toml")
    assert (ran.code, list(tmp_path.iterdir())) == (130, [])
    assert "nothing was saved" in ran.err


def test_what_a_team_is_begun_with_is_ticked_and_proposed(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "guns.toml"
    path.write_text('system = "tgf"\nname = "Guns"\nunits = []\n')
    ran = tabletop(
        "edit", path, typed=lines("a regular-artillery-team", "", "a regular-artillery-team", "mortar-80mm", "q")
    )
    assert "[Enter: mortar-50mm] >" in ran.out
    assert [unit["pieces"] for unit in tomllib.loads(path.read_text())["units"]] == [["mortar-50mm"], ["mortar-80mm"]]
    ran = tabletop("edit", path, typed=lines("1 pieces", "x", "q"))
    assert "How many: 50 mm mortar? (one more: free) (a whole number from 0 to 99) [Enter: 1] >" in ran.out


def test_members_say_what_they_cost_and_carry(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "squad.toml"
    path.write_text('system = "tgf"\nname = "Squad"\nunits = []\n')
    ran = tabletop("edit", path, typed=lines("a veteran-squad", "1 members", "x", "q"))
    assert "Added: Veteran squad, with 1 x Sergeant, 4 x Soldier, 105 points" in ran.out
    assert "  2  4 x Soldier, 80 points, veteran, assault rifle" in ran.out


def test_a_flank_says_how_many_figures_it_moves(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "kestrels.toml"
    text = 'system = "fftt"\nfaction = "marines"\nbudget = 20\n[[units]]\nunit = "grunt"\ncount = 12\n'
    path.write_text(text)
    ran = tabletop("edit", path, typed=lines("flanks a", "left", "q"))
    assert "Moves 1 grunt of the army there to begin with" in ran.out
    assert "Added: Left flank, with 1 x Grunt, free" in ran.out

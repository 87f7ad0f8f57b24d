"""The builder in plain lines: lists from nothing, changes, undo, and what goes wrong. Real terminals: see below."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.lists import build
from tabletop_cli.core.errors import TabletopError
from tests import squads

from ...conftest import Golden
from ..conftest import ROOT, Tabletop

START = 'system = "td"\nname = "Night Shift"\nbudget = 8\nunits = []\n'


@pytest.fixture
def shift(tmp_path: Path) -> Path:
    path = tmp_path / "shift.toml"
    path.write_text(START)
    return path


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def test_a_list_from_nothing(tabletop: Tabletop, tmp_path: Path) -> None:
    """Name, points, three units, quit: what somebody new types."""
    path = tmp_path / "night-shift.toml"
    first, second = ("a", "hmg", "2"), ("a", "veteran-semi", "1", "attached-hmg")
    typed = lines("Night Shift", "8", *first, *second, "a regular-lead . .", "q")
    ran = tabletop("new", "td", path, typed=typed)
    assert ran.code == 0, ran.err
    assert read(path) == {
        "system": "td",
        "name": "Night Shift",
        "budget": 8,
        "units": [
            {"type": "hmg", "count": 2},
            {
                "type": "infantry-unit",
                "experience": "veteran",
                "maneuverability": "semi-lead",
                "options": ["attached-hmg"],
            },
            {"type": "infantry-unit", "experience": "regular", "maneuverability": "lead"},
        ],
    }
    assert "Night Shift: 7 of 8 points, 1 left; 4 units; legal" in ran.out


def test_a_faction_is_asked_for_where_one_is_needed(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "host.toml"
    ran = tabletop("new", "tt", path, typed=lines("Host", "eldar", "6", "a seer", "", "a vyper 2", "q"))
    assert ran.code == 0, ran.err
    data = read(path)
    assert (data["faction"], [unit["unit"] for unit in data["units"]]) == ("eldar", ["seer-council", "vyper"])
    assert "not legal yet" in ran.out, "without a Commander"
    assert "3 of 6 points, 3 left; 3 units; legal" in ran.out


def test_b_goes_back_to_the_question_before(tabletop: Tabletop, tmp_path: Path) -> None:
    """Also to one whose answer decided that others were not asked."""
    path = tmp_path / "patrol.toml"
    typed = lines("Patrol", "6 6 6 6", "oslo", "b", "b", "none", "7", "b", "8", "6", "ossel", "tarn", "q")
    ran = tabletop("new", "du", path, typed=typed)
    assert ran.code == 0, ran.err
    assert (read(path)["map"], read(path)["faction"]) == ({"longest": 8, "shortest": 6}, "ossel")
    assert tabletop("new", "du", tmp_path / "other.toml", typed=lines("b")).code == 1


def test_a_question_mark_tells_what_a_setting_is(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("new", "du", tmp_path / "patrol.toml", typed=lines("Patrol", "?", "6 6 6 6", "ossel", "tarn", "q"))
    assert "Rows of the map? (a whole number from 1, several with commas)" in ran.out
    assert "Tiles in each row, from north to south" in ran.out


def test_what_will_be_typed_is_no_fault_and_is_told_in_words(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "patrol.toml"
    typed = lines("Patrol", "6 6 6 6", "ossel", "tarn", "a", "inf", "4", "3", "4", "", "attack 2, conceal", "")
    ran = tabletop("new", "du", path, typed=typed + lines("1", "actions", "", "b", "q"))
    assert ran.code == 0, ran.err
    assert "NOT LEGAL" not in ran.out
    assert "Actions, attack 2, conceal" in ran.out
    assert "[Enter: attack 2, conceal]" in ran.out
    assert read(path)["units"][0]["actions"] == {"attack": 2, "conceal": True}


def test_words_of_the_command_line_are_not_asked_again(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "host.toml"
    words = ("--name", "Host", "--budget", "7.5", "--set", "faction=eldar", "--empty")
    ran = tabletop("new", "tt", path, *words)
    assert (ran.code, ran.out) == (0, "")
    assert read(path) == {"system": "tt", "name": "Host", "faction": "eldar", "budget": 7.5, "units": []}


def test_a_json_file(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "shift.json"
    assert tabletop("new", "td", path, "--name", "Shift", typed=lines("8", "a hmg", "1", "q")).code == 0
    assert json.loads(path.read_text())["units"] == [{"type": "hmg"}]


def test_the_file_is_named_after_the_army(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # the fixture goes to the project's folder before each command, hence an army that nobody has there
    ran = tabletop("new", "td", tmp_path / "The Owl's Nest.toml", "--name", "The Owl's Nest", "--empty")
    assert ran.code == 0
    assert (tmp_path / "The Owl's Nest.toml").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new", "nosuch"), "unknown game system"),
        (("new", "td", "list.txt"), "ends in .toml or .json"),
        (("new", "td", "armies/td/green-horde.toml", "--empty"), "already exists"),
        (("new", "td", "no/such/folder/list.toml", "--empty"), "there is no folder"),
        (("new", "td", "x.toml", "--set", "colour=red", "--empty"), "an army of td has no"),
        (("new", "td", "x.toml", "--set", "colour", "--empty"), "sets nothing"),
        (("new", "td", "x.toml", "--budget", "lots", "--empty"), "lots"),
        (("new", "td", "x.toml", "--budget", "8", "--set", "budget=9", "--empty"), "budget is set twice"),
        (("new", "--empty"), "which game system?"),
        (("edit", "nosuch.toml"), "there is no such file"),
    ],
)
def test_what_cannot_be_begun(words: tuple[str, ...], said: str, tabletop: Tabletop) -> None:
    ran = tabletop(*words, typed="x\n")
    assert ran.code == 2
    assert said in ran.err
    assert not (ROOT / "x.toml").exists()


def test_a_place_where_nothing_can_be_written_is_refused_before_the_first_question(
    tabletop: Tabletop, tmp_path: Path
) -> None:
    for name in (f"{'h' * 251}.toml", f"{'h' * 300}.toml"):
        ran = tabletop("new", "td", tmp_path / name, typed=lines("Horde", "8"))
        assert (ran.code, ran.out) == (2, ""), "nothing is asked"
        assert "hhh.toml: cannot be written: File name too long" in ran.err


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file on a disk that is full once somebody has answered all questions, and the folder where they are."""

    def save(path: Path, text: str) -> None:
        if path.name == "horde.toml":
            raise TabletopError(f"{path}: cannot be written: No space left on device")
        path.write_text(text)

    monkeypatch.setattr(build, "save", save)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_list_that_cannot_be_written_gets_another_name(tabletop: Tabletop, full_disk: Path) -> None:
    ran = tabletop("new", "td", "horde.toml", typed=lines("The Horde", "8", "other.toml", "q"))
    assert ran.code == 0
    assert "horde.toml: cannot be written: No space left on device" in ran.out
    assert (read(full_disk / "other.toml")["name"], read(full_disk / "other.toml")["budget"]) == ("The Horde", 8)


def test_a_list_that_cannot_be_written_anywhere_is_printed(tabletop: Tabletop, full_disk: Path) -> None:
    ran = tabletop("new", "td", "horde.toml", typed=lines("The Horde", "8", "x"))
    assert ran.code == 1
    assert tomllib.loads(ran.out[ran.out.index("system =") :])["name"] == "The Horde"
    assert "NOT SAVED" in ran.err and list(full_disk.glob("*.toml")) == []
    assert tabletop("new", "td", "horde.toml", "--empty").code == 2


def test_nothing_is_begun_when_nobody_answers(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("new", "td", tmp_path / "x.toml", typed="")
    assert ran.code == 1
    assert "nothing was saved" in ran.err
    assert not (tmp_path / "x.toml").exists()


def test_entries_are_changed_copied_moved_and_removed(tabletop: Tabletop, shift: Path) -> None:
    typed = lines(
        "a hmg 2", "a atg", "1", "", "1", "count", "3", "", "2 name Crossroads Gun", "2 y", "1 down", "1 del", "q"
    )
    ran = tabletop("edit", shift, typed=typed)
    assert ran.code == 0, ran.err
    names = [(unit["type"], unit.get("name"), unit.get("count", 1)) for unit in read(shift)["units"]]
    assert names == [("hmg", None, 3), ("atg", None, 1)], "the copy has no name yet"


@pytest.mark.medium
def test_undo_and_redo_without_end(tabletop: Tabletop, shift: Path) -> None:
    steps = 30
    typed = lines(*["a hmg 1"] * steps, *["u"] * (steps + 1), *["r"] * 5, "q")
    ran = tabletop("edit", shift, typed=typed)
    assert ran.code == 0, ran.err
    assert len(read(shift)["units"]) == 5
    assert ran.out.count("Undone: Heavy machine gun added") == steps
    assert ran.out.count("Redone: Heavy machine gun added") == 5


def test_undo_gives_back_the_very_text(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "horde.toml"
    before = (ROOT / "armies/td/green-horde.toml").read_text(encoding="utf-8")
    path.write_text(before, encoding="utf-8")
    steps = ("a hmg 2", "1 del", "e name Other", "h gap normal-turn")
    tabletop("edit", path, typed=lines(*steps, *"uuuu", "q"))
    assert path.read_text(encoding="utf-8") == before


def test_comments_stay(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "group.toml"
    path.write_text((ROOT / "armies/td/battle-group.toml").read_text(encoding="utf-8"), encoding="utf-8")
    comments = [line for line in path.read_text(encoding="utf-8").splitlines() if "#" in line]
    ran = tabletop("edit", path, typed=lines("a hmg 1", "2 count 2", "4 up", "e name Morels", "q"))
    assert ran.code == 0, ran.err
    after = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in after if "#" in line] == comments


def test_illegal_is_marked_and_never_blocked(tabletop: Tabletop, shift: Path) -> None:
    ran = tabletop("edit", shift, typed=lines("a green-lead 1", "1 options armour-piercing", "a heavy-tank 2", "q"))
    assert ran.code == 0
    assert "NOT LEGAL: a green lead unit cannot have: armour-piercing weapon" in ran.out
    assert "10 of 8 points, 2 over" in ran.out
    assert len(read(shift)["units"]) == 2


def test_what_cannot_be_read_is_refused_and_changes_nothing(tabletop: Tabletop, shift: Path) -> None:
    before = shift.read_text()
    ran = tabletop("edit", shift, typed=lines("e budget lots", "8", "q"))
    assert "lots" in ran.out
    assert read(shift)["budget"] == 8
    assert shift.read_text() == before


def test_notes_are_comments_that_rosters_show(tabletop: Tabletop, shift: Path) -> None:
    ran = tabletop("edit", shift, typed=lines("a hmg 1", "1 t", "Behind the hedge.", "t For the club night.", "q"))
    assert ran.code == 0, ran.err
    text = shift.read_text(encoding="utf-8")
    assert "# note: Behind the hedge." in text
    assert "# note: For the club night." in text
    assert "Behind the hedge." in tabletop("roster", shift, "-f", "text").out
    assert "Behind the hedge." not in tabletop("roster", shift, "-f", "text", "--conceal").out


def test_house_rules(tabletop: Tabletop, shift: Path) -> None:
    ran = tabletop("edit", shift, typed=lines("h gap normal-turn", "h guns.light-gun.reload 2", "h gap catch-up", "q"))
    assert ran.code == 0, ran.err
    assert read(shift)["house"] == {"guns": {"light-gun": {"reload": 2}}}


def test_what_another_program_writes_is_seen(tmp_path: Path, shift: Path, home: Path) -> None:
    from tabletop_cli.core.lists.change import Put
    from tabletop_cli.core.lists.draft import Changed, Draft

    draft = Draft(shift, home)
    shift.write_text(START.replace("Night", "Day"))
    with pytest.raises(Changed):
        draft.change("budget", Put(("budget",), 9))
    assert read(shift)["budget"] == 8
    draft.change("budget", Put(("budget",), 9))
    assert (read(shift)["name"], read(shift)["budget"]) == ("Day Shift", 9)
    assert draft.undo() == "budget"
    assert draft.is_foreign
    assert draft.undo() == "a change by another program"
    assert shift.read_text() == START


def test_everything_can_be_looked_up(tabletop: Tabletop, shift: Path) -> None:
    ran = tabletop("edit", shift, typed=lines("a", "? hmg", "x", "l TD-A8", "l nosuchword", "?", "q"))
    assert "TD-FIRE-3" in ran.out, "the rules of the unit, in full"
    assert "TD-A8" in ran.out
    assert "no rule found for 'nosuchword'" in ran.out
    assert "Cancelled; nothing has changed." in ran.out
    assert ran.code == 0


def test_lists_inside_lists(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system with squads of members, pieces that repeat, and a second list: from its form alone."""
    squads.install(tmp_path, monkeypatch)
    path = tmp_path / "platoon.toml"
    typed = lines(
        "Platoon",
        "120",
        "a squad .",
        "1 members a sergeant 1 .",
        "1 members a soldier 4 .",
        "1 pieces 2 1",
        "flanks a left",
        "q",
    )
    ran = tabletop("new", "sq", path, typed=typed)
    assert ran.code == 0, ran.err + ran.out
    assert read(path) == {
        "system": "sq",
        "name": "Platoon",
        "budget": 120,
        "units": [
            {
                "kind": "squad",
                "members": [{"role": "sergeant"}, {"role": "soldier", "count": 4}],
                "pieces": ["mortar", "mortar", "gun"],
            }
        ],
        "flanks": [{"side": "left"}],
    }
    assert "90 of 120 points, 30 left; 1 squad; legal" in ran.out


def test_entries_two_levels_deep(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A soldier of a squad on a flank: added, changed, noted, said to be wrong, taken away."""
    squads.install(tmp_path, monkeypatch)
    path = tmp_path / "platoon.toml"
    path.write_text('system = "sq"\n\n[[flanks]]\nside = "left"\nunits = [{ kind = "squad", members = [] }]\n')
    flank = "flanks 1 squads 1 members"
    typed = lines(f"{flank} a soldier 3 .", f"{flank} 1 count 4", f"{flank} a medic 1 .", f"{flank} 2 del", "q")
    ran = tabletop("edit", path, typed=typed)
    assert ran.code == 0, ran.err + ran.out
    members = [{"role": "soldier", "count": 4}]
    assert read(path)["flanks"] == [{"side": "left", "units": [{"kind": "squad", "members": members}]}]
    ran = tabletop("edit", path, typed=lines(flank, "1", "b", "b", "b", "b", "q"))
    assert "member flanks/1/1/1: 4 x Soldier" in ran.out
    assert "squad flanks/1/1: Squad, NOT LEGAL" in ran.out


def test_a_whole_dialogue(tabletop: Tabletop, tmp_path: Path, golden: Golden) -> None:
    path = tmp_path / "raid.toml"
    first = ("a", "regular-semi-lead", "1", "attached-hmg", "u")
    second = ("a hmg 1", "1", "name", "Ants", "", "s", "3", "p", "q")
    ran = tabletop("new", "td", path, typed=lines("Raid", "6", *first, *second))
    golden("build.txt", ran.out.replace(str(tmp_path), "..."))


def test_what_is_over_goes_further_over(tabletop: Tabletop, shift: Path) -> None:
    """A list that is over budget already: the question says by how much, and more of anything is marked."""
    ran = tabletop("edit", shift, typed=lines("a heavy-tank 3", "a", "x", "q"))
    rows = [line for line in ran.out.splitlines() if line.startswith(("  hmg ", "  heavy-tank "))]
    assert "12 of 8 points, 4 over. Which unit?" in ran.out
    assert [row.partition(", close")[0].partition(", armour")[0] for row in rows[-2:]] == [
        "  hmg                 Heavy machine gun, 1 point, over",
        "  heavy-tank          Heavy tank, 4 points, over",
    ]


def test_what_must_be_chosen_is_asked_for_and_not_held_against_it(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    words = ("--name", "M", "--budget", "6", "--set", "faction=space-marines")
    typed = lines("a command . .", "a", "razorback", "1", "twin-lascannons", "q")
    ran = tabletop("new", "tt", path, *words, typed=typed)
    row = next(line for line in ran.out.splitlines() if line.startswith("  razorback "))
    assert "NOT LEGAL" not in row
    assert read(path)["units"][1] == {"unit": "razorback", "options": {"weapon": "twin-lascannons"}}
    assert "not legal" not in ran.out.rpartition("Added: Razorback")[2]


def test_a_file_that_goes_away_is_written_again(tmp_path: Path, shift: Path, home: Path) -> None:
    from tabletop_cli.cli.lists.builder import Builder
    from tabletop_cli.cli.session import Session
    from tabletop_cli.core.lists.draft import Draft
    from tabletop_cli.prompts.lines import Lines
    from tabletop_cli.prompts.screen import View

    class Saboteur(Lines):
        def show_and_read(self, view: View) -> str:
            shift.unlink(missing_ok=True)
            return "q"

    Builder(Draft(shift, home), Saboteur(), Session(plain=True)).run()
    assert shift.read_text() == START


def test_free_text_takes_all_words(tabletop: Tabletop, shift: Path) -> None:
    typed = lines("a hmg 1", "1 t Behind the hedge", "1 name Old Rattler", "e budget 7 1/2", "q")
    ran = tabletop("edit", shift, typed=typed)
    assert "Not used" not in ran.out
    assert "# note: Behind the hedge" in shift.read_text()
    assert (read(shift)["units"][0]["name"], read(shift)["budget"]) == ("Old Rattler", 7.5)


def test_the_top_is_the_top(tabletop: Tabletop, shift: Path) -> None:
    ran = tabletop("edit", shift, typed=lines("b", "x", "? TD-A8", "q"))
    assert ran.out.count("You are at the top of the list; q to quit.") == 2
    assert "TD-A8" in ran.out


def test_enter_takes_nothing_where_something_is_needed(tabletop: Tabletop, tmp_path: Path) -> None:
    """A newcomer presses Enter: what may be left out is left out, the rest is asked until it is said."""
    path = tmp_path / "deck.toml"
    ran = tabletop("new", "du", path, typed=lines("Deck", "", "", "6", "", "5", "", "oslo", "", "ossel", "q"))
    assert ran.code == 0, ran.err
    assert ran.out.count("Please answer; ? explains the question.") == 4
    assert ran.out.count("[Enter: none]") == 1, "of the rows, which the two lines may be said instead of"
    data = read(path)
    assert (data["map"], data["faction"], data["opponent"]) == ({"longest": 6, "shortest": 5}, "oslo", "ossel")


def test_enter_takes_points_that_a_battle_may_be_for(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "kestrels.toml"
    ran = tabletop("new", "fftt", path, typed=lines("Kestrels", "marines", "none", "", "q"))
    assert ran.code == 0, ran.err
    assert "[Enter: 20]" in ran.out
    assert "This list needs a value here: budget." in ran.out
    assert read(path)["budget"] == 20


@pytest.mark.parametrize(("key", "value"), [("mode", "battle"), ("budget", 20)])
def test_a_default_that_was_typed_is_written(key: str, value: Any, tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "kestrels.toml"
    ran = tabletop("new", "fftt", path, "--name", "K", "--set", "faction=marines", "--set", f"{key}={value}", "--empty")
    assert (ran.code, read(path).get(key)) == (0, value), ran.err
    assert tabletop("set", path, "mode=battle").code == 0
    assert read(path)["mode"] == "battle"
    assert tabletop("set", path, "mode=").code == 0
    assert "mode" not in read(path)

"""The main prompt: a bar of keys, what is rare behind +, why behind w, and how much is told."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.main_menu import assign_keys, key_bar
from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import FILE, TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.offers import Offer
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.prompts.lines import Lines
from tests.cli.battle.loop.conftest import Play


@pytest.fixture
def normal(battle: Battle, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    """Play with these typed lines in a new home, where nothing has been settled; what was shown."""

    def play_(*lines: str, at: Battle | None = None) -> str:
        asker = Lines(StringIO("".join(f"{line}\n" for line in lines)), sys.stdout)
        AtTable(at or battle, asker, Session(plain=True, home=tmp_path)).play()
        return capsys.readouterr().out

    return play_


def test_a_result_is_its_story_and_w_tells_the_rest(normal: Play) -> None:
    shown = normal("a 2 please", "w", "q")
    assert "Add by Team A: n 2, words please.  w why" in shown
    before, after = shown.split("> w\n")
    assert "[SUM-1]" not in before
    assert after.startswith("the words cost 1: 1 is left [SUM-2]\n")


def test_w_in_a_question_tells_what_led_to_it(normal: Play) -> None:
    shown = normal("d 4", "w", "n", "q")
    assert "> w\nthe first: 4 (typed)\nthe first die shows 4 [SUM-1]\n" in shown


def test_w_before_anything_has_happened_says_so(normal: Play) -> None:
    assert "> w\nThere is nothing to explain.\n" in normal("w", "q")


def test_dice_of_the_program_are_told_and_typed_ones_are_not_repeated(normal: Play, battle: Battle) -> None:
    shown = normal("S", "111", "S", "", "", "q")
    assert "1 1 1 (typed)" not in shown
    faces = " ".join(map(str, battle.entry(2).rolls[0].faces))
    assert f": {faces}" in shown


def test_what_dice_showed_is_told_before_the_question_that_depends_on_it(normal: Play) -> None:
    shown = normal("d 4", "n", "q")
    assert "the first die shows 4.\nTeam B: Once more?" in shown


def test_a_level_is_settled_for_this_battle_and_the_next(normal: Play, tmp_path: Path) -> None:
    assert "[SUM-1]" in normal("full", "a 1 .", "q")
    assert (tmp_path / FILE).read_text("utf-8") == 'detail = "full"\n'
    assert "[SUM-1]" in normal("q").partition("Last: ")[2]
    shown = normal("short", "go", "a 1 .", "q")
    assert "[SUM-1]" not in shown.partition("> short")[2]


def test_who_rolls_is_settled_and_told(normal: Play, tmp_path: Path) -> None:
    shown = normal("dice", "dice own", "dice", "q")
    assert "Dice: program. Type dice own or dice program." in shown
    assert "From now on Enter never takes the program's dice." in shown
    assert "Dice: own. Type dice own or dice program." in shown
    assert (tmp_path / FILE).read_text("utf-8") == 'dice = "own"\n'


def test_odds_are_a_line_and_a_percent_sign_shows_all(normal: Play) -> None:
    shown = normal("S", "%", "511", "q")
    before, after = shown.split("> %\n")
    assert "Odds: " in before and "8/27" not in before
    assert "8/27" in after
    assert after.count("[Enter: the program rolls] > 511") == 1


# --- the bar ---


def offers(*named: str, rare: tuple[str, ...] = ()) -> list[Offer]:
    return [
        Offer(Progress(name), name, name[0], brief=name, letter=name[0], rare=name in rare) for name in (*named, *rare)
    ]


def test_the_bar_names_what_is_often_done_and_plus_what_is_rare() -> None:
    bar = key_bar(offers("add", "duel", rare=("stop",)))
    assert bar.items == ("a add", "d duel", "+ more", "? help")
    assert [one.label for one in bar.offers] == ["add", "duel"]


def test_without_rare_ones_there_is_no_more() -> None:
    assert key_bar(offers("add")).items == ("a add", "? help")


def test_what_does_not_fit_on_two_lines_is_behind_plus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    named = [f"{letter}n event" for letter in "abcdefghij"]
    bar = key_bar(offers(*named))
    assert bar.items == ("a an event", "b bn event", "c cn event", "+ more", "? help")


def test_answers_of_one_event_share_an_item() -> None:
    squads = [Offer(Progress("go"), f"Go: a{n}", f"va{n}", brief="go", letter="v") for n in (1, 2)]
    assert key_bar(squads).items[0] == "v a1 a2 go"
    many = [Offer(Progress("go"), f"Go: a{n}", f"va{n}", brief="go", letter="v") for n in range(1, 8)]
    assert key_bar(many).items[0] == "v a1 .. a7 go"


def test_who_may_interrupt_is_named_beside_the_key() -> None:
    react = Offer(Progress("react"), "React", "r", "at a1", "B", interrupt=True, brief="react", letter="r", rare=True)
    assert key_bar([react]).items == ("r react (B: at a1)", "? help")


@pytest.mark.parametrize("key", "swluynq?%+=")
def test_no_event_takes_a_key_of_the_table(key: str) -> None:
    (offer,) = assign_keys([Offer(Progress("thing"), "Thing", key)])
    assert offer.key in (key.upper(), "thing") and offer.key != key


def test_settings_may_be_given(battle: Battle, capsys: pytest.CaptureFixture[str]) -> None:
    AtTable(battle, Lines(StringIO("a 1 .\nq\n"), sys.stdout), Session(plain=True), TableSettings("short")).play()
    assert "Add by Team A: n 1.  w why" in capsys.readouterr().out

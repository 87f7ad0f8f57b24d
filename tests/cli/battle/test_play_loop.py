"""The table's loop over a tiny game of its own: menu, questions, odds, dice, interrupts, undo, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.system import System
from tabletop_cli.prompts.lines import Lines
from tests.cli.battle import fakegame

NOW = "2026-05-01T12:00:00Z"
Play = Callable[..., str]


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    built = fakegame.build(tmp_path)
    monkeypatch.setattr(registry, "load", lambda _: built)
    return built


@pytest.fixture
def battle(system: System, tmp_path: Path) -> Iterator[Battle]:
    with Store(tmp_path / "battles.sqlite") as store:
        yield Battle.create(store, system, "sums", {"army": {}, "goal": 5}, NOW)


@pytest.fixture
def play(battle: Battle, capsys: pytest.CaptureFixture[str]) -> Play:
    """Play with these typed lines; what was shown, with a `|` before every line that came from the prompts."""

    def play_(*lines: str, at: Battle | None = None) -> str:
        import sys

        asker = Lines(StringIO("".join(f"{line}\n" for line in lines)), sys.stdout)
        AtTable(at or battle, asker, Session(plain=True)).play()
        return capsys.readouterr().out

    return play_


def test_choosing_asking_playing(play: Play, battle: Battle) -> None:
    shown = play("a", "2", "")
    assert battle.state.total == 2
    assert "  a  Add, one to three" in shown
    assert "0 and 2 is 2 [SUM-1]" in shown
    assert "2 of 5" in shown
    assert "Kept up to entry 1. Go on with: tabletop battle play sums" in shown


def test_answers_typed_ahead_and_what_is_left_over(play: Play, battle: Battle) -> None:
    shown = play("a 3 . 2 2")
    assert battle.state.total == 3
    assert "Not used: 2 2" in shown


def test_keys_that_clash_with_the_tables_own_are_capitals(play: Play, battle: Battle) -> None:
    shown = play("s", "S", "511", "6")
    assert "total: 0" in shown
    assert "  S  Try your luck" in shown
    assert battle.state.total == 1


def test_odds_before_the_roll_and_dice_in_the_log_with_their_source(play: Play, battle: Battle) -> None:
    shown = play("S", "51", "517", "515", "", "l", "q")
    before, after = shown.split("2 lucky")
    assert "8/27" in before
    assert "2 dice typed, 3 needed: 3d6." in before
    assert "die 3 shows 7" in before
    assert "dice 5 1 5 (typed), " in after
    assert "(program)" in after
    assert [roll.by for roll in battle.entry(1).rolls] == ["player", "program"]


def test_giving_up_before_the_first_die_only(play: Play, battle: Battle) -> None:
    shown = play("S", "x", "S", "551", "x", "6")
    assert "Given up; nothing has happened." in shown
    assert "they count" in shown
    assert battle.count == 1


def test_back_to_the_question_before(play: Play, battle: Battle) -> None:
    play("a", "3", "b", "1", "")
    assert battle.state.total == 1
    shown = play("go", "a", "b")
    assert "Given up" in shown


def test_refusals_say_why_and_change_nothing(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 3 .")
    assert "Not possible: That would go beyond the goal, left 2 [SUM-1]" in shown
    assert battle.count == 1


def test_interrupts_come_first_and_once(play: Play, battle: Battle) -> None:
    shown = play("a 2 .", "", "l", "a 1 .", "x", "q")
    assert shown.count("Before the next action?") == 2
    assert "Warning" not in shown
    assert battle.state == fakegame.State(5, total=2, objectable=False, objections=1)


def test_a_note_asks_nobody_again_and_an_undo_does(play: Play) -> None:
    shown = play("a 2 .", "", "n high hedge", "a 1 .", "", "u", "q")
    assert shown.count("Before the next action?") == 3


def test_reminders_once(play: Play) -> None:
    assert play("a 1 .", "", "a 1 .").count("The other side may object.") == 1


def test_dice_rolled_ahead_are_the_dice_of_the_event(play: Play, battle: Battle) -> None:
    shown = play("g", "", "3")
    faces = battle.entry(1).rolls[0].faces
    assert f"On the table: open dice {faces[0]} {faces[1]}" in shown
    assert battle.entry(1).rolls[0].by == "program"
    play("g", "64", "x", "b", "2")
    assert battle.entry(2).rolls[0].faces == (6, 4)
    assert battle.entry(2).rolls[0].by == "player"
    assert battle.verify() == []


def test_undo_past_dice_is_said_aloud_and_redo_brings_the_same_dice(play: Play, battle: Battle) -> None:
    shown = play("S", "551", "2", "u", "l", "y", "u", "u", "q")
    assert "Its dice (5 5 1, 2) had fallen: this is asking for a new roll" in shown
    assert "(undone)" in shown
    assert "Undo of 1, past its dice" in shown
    assert "Brought back: Luck by Team A; dice 5 5 1 (typed), 2 (typed)" in shown
    assert "there is nothing to undo" in shown
    assert battle.state.total == 0


def test_looking_at_odds_plays_nothing(play: Play, battle: Battle) -> None:
    shown = play("o S", "o a 1 .", "o g", "q")
    assert "8/27" in shown
    assert "This needs no dice." in shown
    assert "No exact odds are known" in shown
    assert battle.count == 0


def test_notes_help_and_rules(play: Play, battle: Battle) -> None:
    shown = play("n the hedge is high", "?", "? SUM-1", "?adding", "? dragons", "n", "later", "q")
    assert battle.entry(1).note == "the hedge is high"
    assert battle.entry(2).note == "later"
    assert "Add one, two or three." in shown
    assert "nothing in the rules for 'dragons'" in shown


def test_the_end_shows_seed_commitment_and_how_to_verify(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 2 .", "")
    assert "The battle is over." in shown
    assert f"commitment: {battle.header.commitment}" in shown
    assert f"seed: {battle.header.seed}" in shown
    assert "tabletop battle verify sums" in shown


def test_when_nothing_can_be_done_there_are_no_odds(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 2 .", "o", "q")
    assert "There is no action whose chances could be shown." in shown


def test_the_seed_is_not_shown_while_the_battle_runs(play: Play, battle: Battle) -> None:
    assert battle.header.seed not in play("S", "551", "2", "s", "l", "?", "q")


def test_another_window_played_meanwhile(play: Play, battle: Battle) -> None:
    other = Battle.open(battle.store, "sums")
    other.do({"do": "add", "by": "a", "n": 2}, None, NOW)
    shown = play("q")
    assert "Played in another window meanwhile:" in shown
    assert "Adding by Team A: n 2" in shown
    assert "2 of 5" in shown


def test_another_window_plays_while_this_one_asks(play: Play, battle: Battle, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Battle.open(battle.store, "sums")
    first_play = Battle.do

    def interfering(self: Battle, *given: object) -> object:
        if self is battle and not other.count:
            first_play(other, {"do": "add", "by": "a", "n": 2}, None, NOW)
        return first_play(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Battle, "do", interfering)
    shown = play("a 3 .", "q")
    assert "another window has played event 1" in shown
    assert "2 of 5" in shown
    assert battle.state.total == 2


def test_ctrl_c_says_that_all_is_kept(battle: Battle, capsys: pytest.CaptureFixture[str]) -> None:
    class Impatient(Lines):
        def _line(self, prompt: str) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        AtTable(battle, Impatient(StringIO()), Session(plain=True)).play()
    assert "Kept up to entry 0." in capsys.readouterr().out


def test_what_happened_last_is_told_on_return(play: Play, system: System) -> None:
    play("a 2 .")
    shown = play("q")
    assert "Last: 1  " in shown
    assert "0 and 2 is 2 [SUM-1]" in shown

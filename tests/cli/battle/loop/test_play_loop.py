"""The table's loop over a tiny game of its own: menu, questions, odds, dice, interrupts, undo, the end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from unittest.mock import Mock

import pytest

from tabletop_cli.cli.battle import pages
from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.errors import No, Refused
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.core.system import System
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.prompts.view import View
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


def test_a_barred_answer_is_hidden_and_told_when_it_is_typed(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a", "3", "x", "q")
    assert "How much? (1 not possible, ? tells why)\n  1  one\n  2  two\n[Enter: 1] > 3" in shown
    assert "three: 6 would be beyond the goal of 5 [SUM-1]." in shown
    assert battle.count == 1


def test_a_question_mark_tells_what_is_barred(play: Play) -> None:
    shown = play("a 3 .", "go a", "?", "? 3", "x", "q")
    assert shown.count("Not now: three: 6 would be beyond the goal of 5 [SUM-1]") == 1
    assert "three\nNot now: 6 would be beyond the goal of 5 [SUM-1]" in shown


def test_a_refusal_forgets_the_words_behind_it(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 3 hello", "2", "", "q")
    assert "beyond the goal of 5 [SUM-1]. Forgotten too: hello" in shown
    assert battle.state.total == 5
    assert not battle.state.owed


def test_what_only_one_answer_is_left_to_is_not_asked(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 1 .", "go a", "", "q")
    assert "How much? one (the only choice)" in shown
    assert battle.state.total == 5


def test_a_word_for_what_needs_no_question_answers_no_other(play: Play, battle: Battle) -> None:
    """Whoever types ahead cannot know that only one answer is left."""
    play("a 3 .", "go a 1 .", "go a 1 hello", "q")
    assert battle.entry(3).event == {"do": "add", "by": "a", "n": 1, "words": ["hello"]}
    play("u", "u", "a hello", "q")
    assert battle.entry(7).event == {"do": "add", "by": "a", "n": 1, "words": ["hello"]}


def test_what_an_event_cannot_be_done_for_is_told_when_its_key_is_typed(play: Play, battle: Battle) -> None:
    shown = play("x", "pay", "q")
    assert "Object: There is nothing to object to [SUM-1]." in shown
    assert "Pay: Nobody owes anything [SUM-2]." in shown
    assert "x  Object" not in shown
    assert battle.count == 0


def test_what_is_due_and_leaves_no_choice_is_done_at_once(play: Play, battle: Battle) -> None:
    shown = play("a 2 please", "q")
    assert "0 and 2 is 2, said with please [SUM-1]" in shown
    assert "the words cost 1: 1 is left [SUM-2]" in shown
    assert battle.state == fakegame.State(5, total=1, objectable=True)


def test_what_is_due_and_rolls_asks_for_its_dice_at_once(play: Play, battle: Battle) -> None:
    shown = play("a 2 dearly", "511", "q")
    assert "\nPay." in shown
    assert "Chances: luck" in shown
    assert "[Enter: p]" not in shown
    assert "the words cost 1: 1 is left [SUM-2]" in shown
    assert [roll.by for roll in battle.entry(2).rolls] == ["player"]
    assert battle.state == fakegame.State(5, total=1, objectable=True)


def test_the_program_rolls_for_what_is_due_with_one_enter(play: Play, battle: Battle) -> None:
    play("a 2 dearly", "", "q")
    assert [roll.by for roll in battle.entry(2).rolls] == ["program"]
    assert not battle.state.owed


@pytest.mark.parametrize("way_out", ["x", "b"])
def test_what_is_due_and_given_up_is_found_in_the_menu(play: Play, battle: Battle, way_out: str) -> None:
    shown = play("a 2 dearly", way_out, "n so it is", "p", "511", "q")
    assert "Given up; nothing has happened." in shown
    assert "[Enter: p]" in shown
    assert (battle.entry(2).note, battle.state.total) == ("so it is", 1)
    assert play("u", "u", "q").count("Undone") == 2


def test_after_an_undo_nothing_is_done_unasked(play: Play, battle: Battle) -> None:
    """Else nobody could take back what came before it."""
    shown = play("a 2 please", "u", "u", "q")
    assert "  p  Pay\n[Enter: p] > u" in shown
    assert battle.state == fakegame.State(5)
    play("a 2 please", "u", "", "q")
    assert battle.state.total == 1
    play("u", "y", "q")
    assert battle.state.total == 1


def test_what_ends_a_battle_is_asked_once_more(play: Play, battle: Battle) -> None:
    assert "Is that all?" in play("w", "", "q")
    play("w n", "q")
    assert not battle.over
    play("w y", "q")
    assert battle.over


def test_interrupts_come_first_and_once(play: Play, battle: Battle) -> None:
    shown = play("a 2 .", "", "l", "a 1 .", "x", "q")
    assert shown.count("Before the next action?") == 2
    assert "Warning" not in shown
    assert battle.state == fakegame.State(5, total=2, objectable=False, objections=1)


def test_before_the_next_action_its_key_is_enough(play: Play, battle: Battle) -> None:
    """Whoever does not interrupt need not say so."""
    shown = play("a 1 .", "d 4 n", "a 1 .", "u", "q")
    asked = shown.partition("Before the next action?")[2].partition("[Enter: go]")[0]
    assert "x   Object" in asked and "go  go on" in asked
    assert "Dare" not in asked
    assert [entry.event["do"] for entry in battle.entries() if entry.event] == ["add", "dare", "add"]


def test_a_note_asks_nobody_again_and_an_undo_does(play: Play) -> None:
    shown = play("a 2 .", "", "n high hedge", "a 1 .", "", "u", "q")
    assert shown.count("Before the next action?") == 3


def test_reminders_once(play: Play) -> None:
    assert play("a 1 .", "", "a 1 .").count("The other side may object.") == 1


def test_dice_that_fall_before_a_question_are_seen_with_it(play: Play, battle: Battle) -> None:
    shown = play("g", "", "3", "q")
    faces = battle.entry(1).rolls[0].faces
    seen, _, asked = shown.partition("How much?")
    assert f"open dice: {faces[0]} {faces[1]}\n" in seen
    assert "open dice: " not in asked, "what was told is not told again"
    assert f"guessed 3, the first die shows {faces[0]} [SUM-1]" in asked
    assert battle.entry(1).rolls[0].by == "program"
    shown = play("g", "64", "x", "b", "2", "q")
    assert shown.count("The dice are on the table: they count.") == 2
    assert battle.entry(2).rolls[0].faces == (6, 4)
    assert battle.entry(2).rolls[0].by == "player"
    assert battle.verify().problems == []


def test_dice_question_dice(play: Play, battle: Battle) -> None:
    shown = play("d", "4", "y", "2", "q")
    assert shown.count("the first: 4 (typed)") == shown.count("the second: 2 (typed)") == 1
    assert "Team B: Once more?" in shown.partition("the first die shows 4")[2]
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,), (2,)]
    play("d", "4", "n", "q")
    assert [roll.faces for roll in battle.entry(2).rolls] == [(4,)]
    assert battle.verify().problems == []


def test_back_at_the_dice_is_the_question_before_them(play: Play, battle: Battle) -> None:
    shown = play("d", "4", "y", "x", "b", "b", "n", "q")
    assert shown.count("The dice are on the table: they count.") == 2, "x, and b at the question after the first die"
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,)]
    assert battle.verify().problems == []


def test_typed_ahead_through_dice_and_questions(play: Play, battle: Battle) -> None:
    play("d 4 y 2", "q")
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,), (2,)]


def test_an_event_whose_dice_fell_is_kept_and_goes_on(play: Play, battle: Battle) -> None:
    shown = play("d", "4", "q")
    assert "Kept up to entry 0, and Dare under way with its dice." in shown
    assert battle.count == 0
    assert battle.under_way is not None
    shown = play("s", "y", "3", "q")
    assert "Warning: Under way: Dare, dice 4." in shown
    assert "the first: 4 (typed)\nthe first die shows 4 [SUM-1]\nTeam B: Once more?" in shown
    assert "total: 0" in shown, "the board can be looked at"
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,), (3,)]
    assert battle.under_way is None
    assert battle.verify().problems == []


def test_an_event_that_does_not_go_on_twice_is_left_and_kept(
    play: Play, battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All its dice have fallen, so nobody is asked any more: without an end it would be tried for ever."""
    no = Refused("the goal has moved.", reason="over", rule="SUM-1")
    with monkeypatch.context() as broken:
        broken.setattr(Battle, "finish", Mock(side_effect=no))
        shown = play("d", "4", "y", "3")
    assert shown.count("Not possible: the goal has moved") == 2
    assert "Twice the same: it does not go on now. Its dice are kept, and nothing is lost." in shown
    assert "Kept up to entry 0, and Dare under way with its dice." in shown
    play("q")
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,), (3,)]


def test_what_is_known_from_before_is_told_and_can_be_changed(play: Play, battle: Battle) -> None:
    play("e wood 62", "q")
    shown = play("e", "11", "q")
    assert "Team A: Where do they stand? wood (as before)\nthey meet on the wood [SUM-1]" in shown
    shown = play("e", "b", "hill", "b", "", "22", "q")
    assert shown.count("Where do they stand? wood (as before)") == 1
    assert "[Enter: 2] > hill\nthey meet on the hill [SUM-1]\n" in shown, "another answer, another explanation"
    assert [battle.entry(n).event["where"] for n in (1, 2, 3)] == ["wood", "wood", "wood"]  # type: ignore[index]
    play("e", "b", "hill", "22", "q")
    assert battle.state.where == "hill"


def test_the_table_can_be_looked_at_and_left_at_the_dice(play: Play, battle: Battle) -> None:
    shown = play("d", "s", "h", "4", "y", "q")
    assert "total: 0" in shown
    assert "House rules: all as printed" in shown
    assert "no face of a die" not in shown
    assert "Dare under way with its dice" in shown
    play("y", "2", "q")
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,), (2,)], "the answers after the dice are asked again"


def test_the_same_die_falls_whether_people_left_or_not(play: Play, battle: Battle) -> None:
    play("d", "", "q")
    assert battle.under_way is not None
    first = battle.under_way.rolls[0].faces
    play("y", "", "q")
    faces = [roll.faces for roll in battle.entry(1).rolls]
    assert faces[0] == first
    play("u", "d", "", "y", "", "q")
    assert [roll.faces for roll in battle.entry(3).rolls] == faces


def test_while_an_event_is_under_way_nothing_else_happens(play: Play, battle: Battle) -> None:
    play("a 1 .", "go d", "4", "q")
    for other in (
        lambda: battle.do({"do": "add", "by": "a", "n": 1}, None, NOW),
        lambda: battle.undo(NOW),
        lambda: battle.redo(NOW),
    ):
        with pytest.raises(No, match="Dare is under way: its first dice have fallen") as no:
            other()
        assert no.value.hint == "finish it first: tabletop battle play"
    assert battle.count == 1


def test_status_shows_what_is_under_way(play: Play, battle: Battle) -> None:
    assert "under_way" in (before := pages.status(battle).data) and before["under_way"] is None
    play("d", "4", "y", "q")
    page = pages.status(battle)
    assert ("under way", "Dare, dice 4") in page.blocks[0].rows  # type: ignore[union-attr]
    assert page.data["under_way"]["rolls"][0]["faces"] == [4]


def test_what_the_rules_of_this_version_cannot_finish_may_be_dropped(play: Play, battle: Battle) -> None:
    play("d", "4", "q")
    changed = replace(battle.under_way, do="guess")
    battle.keep(changed)
    shown = play("", "q")
    assert "It cannot go on by the rules of this version" in shown
    assert battle.under_way == changed
    shown = play("y", "q")
    assert battle.under_way is None
    assert battle.entry(1).note == "dropped: Guess, dice 4"
    assert battle.verify().problems == []


def test_two_windows_on_an_event_under_way(play: Play, battle: Battle) -> None:
    """Whoever is second sees what the first one finished."""
    play("d", "4", "q")
    other = Battle.open(battle.store, "sums")

    class Slow(Lines):
        def show_and_read(self, view: View) -> str:
            if "Once more?" in view.text and not other.count:
                play("n", "q", at=other)
            return super().show_and_read(view)

    sink = StringIO()
    AtTable(battle, Slow(StringIO("y\n5\nq\n"), sink), Session(plain=True)).play()
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,)]
    assert (battle.count, battle.under_way) == (1, None)
    assert battle.verify().problems == []


def test_two_windows_throw_the_same_dice_once(play: Play, battle: Battle, capsys: pytest.CaptureFixture[str]) -> None:
    """The dice of the second window do not count, and it says so."""
    other = Battle.open(battle.store, "sums")

    class Slow(Lines):
        def show_and_read(self, view: View) -> str:
            if "the first" in view.text and other.under_way is None:
                play("d", "4", "q", at=other)
            return super().show_and_read(view)

    AtTable(battle, Slow(StringIO("d\n6\nn\nq\n"), sys.stdout), Session(plain=True)).play()
    assert "another window" in capsys.readouterr().out
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,)]


def test_luck_credits_the_owner_of_the_dice(play: Play, battle: Battle) -> None:
    play("e", "hill", "62", "d 4 n", "q")
    luck, _ = luck_of(battle)
    assert [(one.side, one.dice, one.shown) for one in luck] == [("Team A", 2, 10), ("Team B", 1, 2)]
    table = pages.stats(battle).blocks[0]
    assert [row[0] for row in table.rows] == ["Team A", "Team B"]  # type: ignore[union-attr]


def test_undo_past_dice_is_said_aloud_and_redo_brings_the_same_dice(play: Play, battle: Battle) -> None:
    shown = play("S", "551", "2", "u", "l", "y", "u", "u", "q")
    assert "Its dice (5 5 1, 2) had fallen: this is asking for a new roll" in shown
    assert "(undone)" in shown
    assert "Undo of 1, past its dice" in shown
    assert "Brought back: Try your luck by Team A; dice 5 5 1 (typed), 2 (typed)" in shown
    assert "there is nothing to undo" in shown
    assert battle.state.total == 0


def test_looking_at_odds_plays_nothing(play: Play, battle: Battle) -> None:
    shown = play("o S", "", "o a 1 .", "o g", "n", "q")
    assert "8/27" in shown
    assert "This needs no dice." in shown
    assert "No exact odds are known" in shown
    assert battle.count == 0


def test_what_was_looked_at_can_be_done_without_typing_it_again(play: Play, battle: Battle) -> None:
    shown = play("o S", "y", "511", "6", "q")
    assert "Do it now?" in shown
    assert [roll.faces for roll in battle.entry(1).rolls] == [(5, 1, 1), (6,)]


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
    assert "Add by Team A: n 2" in shown
    assert "2 of 5" in shown


@pytest.mark.parametrize(("method", "typed"), [("finish", "a 3 ."), ("keep", "S 511 6")])
def test_another_window_plays_while_this_one_asks(
    play: Play, battle: Battle, monkeypatch: pytest.MonkeyPatch, method: str, typed: str
) -> None:
    other = Battle.open(battle.store, "sums")
    first = getattr(Battle, method)

    def interfering(self: Battle, *given: object) -> object:
        if self is battle and not other.count:
            other.do({"do": "add", "by": "a", "n": 2}, None, NOW)
        return first(self, *given)

    monkeypatch.setattr(Battle, method, interfering)
    shown = play(typed, "q")
    assert "another window has played event 1" in shown
    assert "2 of 5" in shown
    assert "5 1 1" not in shown, "dice that are not kept are not shown"
    assert battle.state.total == 2
    assert battle.under_way is None


def test_ctrl_c_says_that_all_is_kept(battle: Battle, capsys: pytest.CaptureFixture[str]) -> None:
    class Impatient(Lines):
        def _line(self, prompt: str, stood: str = "") -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        AtTable(battle, Impatient(StringIO()), Session(plain=True)).play()
    assert "Kept up to entry 0." in capsys.readouterr().out


def test_what_happened_last_is_told_on_return(play: Play, system: System) -> None:
    play("a 2 .")
    shown = play("q")
    assert "Last: 1  " in shown
    assert "0 and 2 is 2 [SUM-1]" in shown

"""The table's loop over a tiny game of its own: menu, questions, odds, dice, interrupts, undo, the end."""

from __future__ import annotations

from io import StringIO

import pytest

from tabletop_cli.cli.battle import pages
from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.core.system import System
from tabletop_cli.prompts.lines import Lines
from tests.cli.battle import fakegame
from tests.cli.battle.loop.conftest import NOW, Play


def test_choosing_asking_playing(play: Play, battle: Battle) -> None:
    shown = play("a", "2", "")
    assert battle.state.total == 2
    assert "What now? a add; S try your luck; g guess;" in shown
    assert "0 and 2 is 2 [SUM-1]" in shown
    assert "2 of 5" in shown
    assert "Saved up to entry 1. Go on with: tabletop battle play sums" in shown


def test_answers_typed_ahead_and_what_is_left_over(play: Play, battle: Battle) -> None:
    shown = play("a 3 . 2 2")
    assert battle.state.total == 3
    assert "Not used: 2 2" in shown


def test_keys_that_clash_with_the_tables_own_are_capitals(play: Play, battle: Battle) -> None:
    shown = play("s", "S", "511", "6")
    assert "total: 0" in shown
    assert "; S try your luck;" in shown
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
    assert "Cancelled; nothing has changed." in shown
    assert "they count" in shown
    assert battle.count == 1


def test_back_to_the_question_before(play: Play, battle: Battle) -> None:
    play("a", "3", "b", "1", "")
    assert battle.state.total == 1
    shown = play("go", "a", "b")
    assert "Cancelled;" in shown


def test_a_barred_answer_is_hidden_and_told_when_it_is_typed(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a", "3", "x", "q")
    assert "How much? (1 not possible now, ? says why)\n  1  one\n  2  two\n[Enter: 1] > 3" in shown
    assert "three: 6 would be beyond the goal of 5 [SUM-1]." in shown
    assert battle.count == 1


def test_a_question_mark_tells_what_is_barred(play: Play) -> None:
    shown = play("a 3 .", "go a", "?", "? 3", "x", "q")
    assert shown.count("Not possible now: three: 6 would be beyond the goal of 5 [SUM-1]") == 1
    assert "three\nNot possible now: 6 would be beyond the goal of 5 [SUM-1]" in shown


def test_a_refusal_forgets_the_words_behind_it(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 3 hello", "2", "", "q")
    assert "beyond the goal of 5 [SUM-1]. Not used either: hello" in shown
    assert battle.state.total == 5
    assert not battle.state.owed


def test_what_only_one_answer_is_left_to_is_not_asked(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 1 .", "go a", "", "q")
    assert "How much? one (the only choice" in shown
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
    assert "Odds: luck" in shown
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
    assert "Cancelled; nothing has changed." in shown
    assert "[Enter: p]" in shown
    assert (battle.entry(2).note, battle.state.total) == ("so it is", 1)
    assert play("u", "u", "q").count("Undone") == 2


def test_after_an_undo_nothing_is_done_unasked(play: Play, battle: Battle) -> None:
    """Else nobody could take back what came before it."""
    shown = play("a 2 please", "u", "u", "q")
    assert "What now? p pay; ? help\n[Enter: p] > u" in shown
    assert battle.state == fakegame.State(5)
    play("a 2 please", "u", "", "q")
    assert battle.state.total == 1
    play("u", "y", "q")
    assert battle.state.total == 1


def test_what_ends_a_battle_is_asked_once_more(play: Play, battle: Battle) -> None:
    assert "Is that all?" in play("z", "", "n", "q")
    play("z n", "q")
    assert not battle.over
    play("z y", "q")
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
    assert asked.strip() == "x object (Team B: minus one); go go on; ? help"
    assert "Dare" not in asked
    assert [entry.event["do"] for entry in battle.entries() if entry.event] == ["add", "dare", "add"]


def test_a_note_asks_nobody_again_and_an_undo_does(play: Play) -> None:
    shown = play("a 2 .", "", "n high hedge", "a 1 .", "", "u", "q")
    assert shown.count("Before the next action?") == 3


def test_reminders_once(play: Play) -> None:
    assert play("a 1 .", "", "a 1 .").count("The other side may object.") == 1


def test_luck_credits_the_owner_of_the_dice(play: Play, battle: Battle) -> None:
    play("e", "hill", "62", "d 4 n", "q")
    luck, _ = luck_of(battle)
    assert [(one.side, one.dice, one.shown) for one in luck] == [("Team A", 2, 10), ("Team B", 1, 2)]
    table = pages.stats_page(battle).blocks[0]
    assert [row[0] for row in table.rows] == ["Team A", "Team B"]  # type: ignore[union-attr]


def test_undo_past_dice_is_said_aloud_and_redo_brings_the_same_dice(play: Play, battle: Battle) -> None:
    shown = play("S", "551", "2", "u", "l", "y", "u", "u", "q")
    assert "Its dice (5 5 1, 2) had been rolled. You are asking for a new roll" in shown
    assert "(undone)" in shown
    assert "Undo of 1, past its dice" in shown
    assert "Redone: Try your luck by Team A; dice 5 5 1 (typed), 2 (typed)" in shown
    assert "nothing to undo" in shown
    assert battle.state.total == 0


def test_looking_at_odds_plays_nothing(play: Play, battle: Battle) -> None:
    shown = play("% S", "", "% a 1 .", "% g", "n", "q")
    assert "8/27" in shown
    assert "This needs no dice." in shown
    assert "No exact odds are known" in shown
    assert battle.count == 0


def test_what_was_looked_at_can_be_done_without_typing_it_again(play: Play, battle: Battle) -> None:
    shown = play("% S", "y", "511", "6", "q")
    assert "Do it now?" in shown
    assert [roll.faces for roll in battle.entry(1).rolls] == [(5, 1, 1), (6,)]


def test_notes_help_and_rules(play: Play, battle: Battle) -> None:
    shown = play("n the hedge is high", "?", "? SUM-1", "?adding", "? dragons", "n", "later", "q")
    assert battle.entry(1).note == "the hedge is high"
    assert battle.entry(2).note == "later"
    assert "Add one, two or three." in shown
    assert "no rule found for 'dragons'" in shown


def test_the_end_shows_seed_commitment_and_how_to_verify(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 2 .", "")
    assert "The battle is over." in shown
    assert f"commitment: {battle.header.commitment}" in shown
    assert f"seed: {battle.header.seed}" in shown
    assert "tabletop battle verify sums" in shown


def test_when_nothing_can_be_done_there_are_no_odds(play: Play, battle: Battle) -> None:
    shown = play("a 3 .", "go a 2 .", "%", "q")
    assert "No action here has odds to show." in shown


def test_the_seed_is_not_shown_while_the_battle_runs(play: Play, battle: Battle) -> None:
    assert battle.header.seed not in play("S", "551", "2", "s", "l", "?", "q")


def test_another_window_played_meanwhile(play: Play, battle: Battle) -> None:
    other = Battle.open(battle.store, "sums")
    other.play_event({"do": "add", "by": "a", "n": 2}, None, NOW)
    shown = play("q")
    assert "Meanwhile, in another window:" in shown
    assert "Add by Team A: n 2" in shown
    assert "2 of 5" in shown


@pytest.mark.parametrize(("method", "typed"), [("finish_event", "a 3 ."), ("keep_under_way", "S 511 6")])
def test_another_window_plays_while_this_one_asks(
    play: Play, battle: Battle, monkeypatch: pytest.MonkeyPatch, method: str, typed: str
) -> None:
    other = Battle.open(battle.store, "sums")
    first = getattr(Battle, method)

    def interfering(self: Battle, *given: object) -> object:
        if self is battle and not other.count:
            other.play_event({"do": "add", "by": "a", "n": 2}, None, NOW)
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
        def _read_line(self, prompt: str, stood: str = "") -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        AtTable(battle, Impatient(StringIO()), Session(plain=True), TableSettings("full")).play()
    assert "Saved up to entry 0." in capsys.readouterr().out


def test_what_happened_last_is_told_on_return(play: Play, system: System) -> None:
    play("a 2 .")
    shown = play("q")
    assert "Last: 1  " in shown
    assert "0 and 2 is 2 [SUM-1]" in shown


def test_an_answer_that_is_hardly_meant_is_asked_about_and_no_default_takes_it(play: Play, battle: Battle) -> None:
    shown = play("a 2 bah", "", "n", "fine", "q")
    assert shown.count("Is that what you mean?") >= 2, "Enter is no answer"
    assert battle.entry(1).event == {"do": "add", "by": "a", "n": 2, "words": ["fine"]}


def test_a_doubt_that_is_answered_keeps_nothing_in_the_log(play: Play, battle: Battle) -> None:
    play("a 2 bah", "y", "q")
    assert battle.entry(1).event == {"do": "add", "by": "a", "n": 2, "words": ["bah"]}


def test_machines_are_asked_no_doubt(battle: Battle) -> None:
    assert battle.play_event({"do": "add", "by": "a", "n": 2, "words": ["bah"]}, None, NOW).event

"""Events whose first dice have fallen: they are kept, go on, and are the same for whoever left."""

from __future__ import annotations

import sys
from dataclasses import replace
from io import StringIO
from unittest.mock import Mock

import pytest

from tabletop_cli.cli.battle import pages
from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core.errors import No, Refused
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.prompts.screen import View
from tests.cli.battle.loop.conftest import NOW, Play


def test_dice_that_fall_before_a_question_are_seen_with_it(play: Play, battle: Battle) -> None:
    shown = play("g", "", "3", "q")
    faces = battle.entry(1).rolls[0].faces
    seen, _, asked = shown.partition("How much?")
    assert f"open dice: {faces[0]} {faces[1]}\n" in seen
    assert "open dice: " not in asked, "what was told is not told again"
    assert f"guessed 3, the first die shows {faces[0]} [SUM-1]" in asked
    assert battle.entry(1).rolls[0].by == "program"
    shown = play("g", "64", "x", "b", "2", "q")
    assert shown.count("The dice are on the table, so they count.") == 2
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
    assert shown.count("The dice are on the table, so they count.") == 2, "x, and b at the question after the first die"
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,)]
    assert battle.verify().problems == []


def test_typed_ahead_through_dice_and_questions(play: Play, battle: Battle) -> None:
    play("d 4 y 2", "q")
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,), (2,)]


def test_an_event_whose_dice_fell_is_kept_and_goes_on(play: Play, battle: Battle) -> None:
    shown = play("d", "4", "q")
    assert "Saved up to entry 0, and Dare under way, with its dice." in shown
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
        broken.setattr(Battle, "finish_event", Mock(side_effect=no))
        shown = play("d", "4", "y", "3")
    assert shown.count("Not allowed: the goal has moved") == 2
    assert "The same problem twice, so this cannot go on now. Its dice are saved." in shown
    assert "Saved up to entry 0, and Dare under way, with its dice." in shown
    play("q")
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,), (3,)]


def test_what_is_known_from_before_is_told_and_can_be_changed(play: Play, battle: Battle) -> None:
    play("e wood : 62", "q")
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
    assert "not a die" not in shown
    assert "Dare under way, with its dice" in shown
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
        lambda: battle.play_event({"do": "add", "by": "a", "n": 1}, None, NOW),
        lambda: battle.undo(NOW),
        lambda: battle.redo(NOW),
    ):
        with pytest.raises(No, match="Dare is under way: its first dice are on the table") as no:
            other()
        assert no.value.hint == f"finish it first: tabletop battle play {battle.header.name}"
    assert battle.count == 1


def test_status_shows_what_is_under_way(play: Play, battle: Battle) -> None:
    assert "under_way" in (before := pages.status_page(battle).data) and before["under_way"] is None
    play("d", "4", "y", "q")
    page = pages.status_page(battle)
    assert ("under way", "Dare, dice 4") in page.blocks[0].rows  # type: ignore[union-attr]
    assert page.data["under_way"]["rolls"][0]["faces"] == [4]


def test_what_the_rules_of_this_version_cannot_finish_may_be_dropped(play: Play, battle: Battle) -> None:
    play("d", "4", "q")
    changed = replace(battle.under_way, do="guess")
    battle.keep_under_way(changed)
    shown = play("", "q")
    assert "The rules of this version" in shown
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
    AtTable(battle, Slow(StringIO("y\n5\nq\n"), sink), Session(plain=True), TableSettings("full")).play()
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

    AtTable(battle, Slow(StringIO("d\n6\nn\nq\n"), sys.stdout), Session(plain=True), TableSettings("full")).play()
    assert "another window" in capsys.readouterr().out
    assert [roll.faces for roll in battle.entry(1).rolls] == [(4,)]

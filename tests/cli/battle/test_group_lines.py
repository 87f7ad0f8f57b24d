"""A line that names several: one event each, and what it does not say is asked once for all of them."""

from __future__ import annotations

from tabletop_cli.core.play.battle import Battle
from tests.cli.battle.test_ends import Begin, Play, begin, figures, play, squads

__all__ = ["begin", "play"]


def events_of(battle: Battle, do: str) -> list[dict[str, object]]:
    """The events of a kind that were played, in order."""
    found = [dict(battle.entry(n).event or {}) for n in range(1, battle.count + 1)]
    return [event for event in found if event.get("do") == do]


def grunts(begin: Begin, play: Play) -> Battle:
    """A battle in which A moves three grunts."""
    battle = begin("fftt", figures(a1="grunt", a2="grunt", a3="grunt", a4="hq", b1="grunt", b2="hq"))
    play(battle, "i : 6611", "f a", "e")
    return battle


def test_fftt_several_figures_move_and_the_enemy_is_asked_once(begin: Begin, play: Play) -> None:
    battle = grunts(begin, play)
    shown = play(battle, "1-3 m 2", "go")
    assert [f"a{n} Grunt moves 20 cm" in shown for n in (1, 2, 3)] == [True] * 3
    assert shown.count("Before the next action?") == 1
    assert [event["figure"] for event in events_of(battle, "move")] == ["a1", "a2", "a3"]


def test_the_verb_may_come_first_and_the_list_may_have_commas(begin: Begin, play: Play) -> None:
    battle = grunts(begin, play)
    play(battle, "m 1,3 2")
    assert [event["figure"] for event in events_of(battle, "move")] == ["a1", "a3"]


def test_what_the_line_does_not_say_is_asked_once_if_it_holds_for_all(begin: Begin, play: Play) -> None:
    battle = grunts(begin, play)
    shown = play(battle, "1-3 m", "2", "y")
    assert shown.count("For how many action points") == 1
    assert "Is all that was asked of a1 the same for a2, a3?" in shown
    assert [event["n"] for event in events_of(battle, "move")] == [2, 2, 2]


def test_else_each_is_asked(begin: Begin, play: Play) -> None:
    battle = grunts(begin, play)
    play(battle, "1-3 m", "2", "n", "1", "2")
    assert [event["n"] for event in events_of(battle, "move")] == [2, 1, 2]


def test_whoever_cannot_act_is_named_and_left_out_only_if_that_is_meant(begin: Begin, play: Play) -> None:
    battle = grunts(begin, play)
    play(battle, "m 2 3", "go")
    assert "Not a2" in play(battle, "1-3 m 2", "n")
    assert len(events_of(battle, "move")) == 1
    play(battle, "1-3 m 2", "y")
    assert [event["figure"] for event in events_of(battle, "move")] == ["a2", "a1", "a3"]


def test_tgf_a_squad_fires_with_the_dice_of_each_behind_one_colon(begin: Begin, play: Play) -> None:
    battle = squads(begin)
    shown = play(battle, "z 1 f b1-0 30 . . n . : 20", "2-4 f b10 30 .. : 19 18 17", "y", "y", "y")
    assert [event["mini"] for event in events_of(battle, "act")] == ["a1-1", "a1-2", "a1-3", "a1-4"], shown
    assert all(event["shot"]["distance"] == 30 for event in events_of(battle, "act"))

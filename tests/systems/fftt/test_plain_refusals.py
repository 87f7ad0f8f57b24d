"""Why something is not possible: the reason is about what people meant, and a slip of the finger is not swallowed."""

from __future__ import annotations

import pytest

from tabletop_cli.core.play.battle import Battle
from tests.systems.fftt.conftest import NOW, START, Begin, Play, figures, last


def test_a_queen_in_goo_is_why_nobody_eats(begin: Begin, play: Play) -> None:
    """Not that her drones are no queens."""
    battle = begin(figures(a1="acid-spitter", a2="hq", b1="queen", b2="drone", b3="drone", b4="drone"))
    play(battle, *START, "f a1 b1 s", "11", "", "e")
    assert battle.state.mover == "b"
    assert "b1 Queen is held in goo" in play(battle, "k")


def end_turn(battle: Battle) -> None:
    """Let nobody do anything more in this turn."""
    turn = battle.state.turn
    while battle.state.turn == turn:
        battle.play_event({"do": "end-turn" if battle.state.step == "end-of-turn" else "next"}, None, NOW)


def test_a_throw_that_is_due_is_why_a_step_is_not_over(begin: Begin, play: Play) -> None:
    """Another event with the same key, for another step, is none of it."""
    battle = begin(figures(a1="grunt", a2="hq", a3=("grunt", {"flank": "left"}), b1="drone", b2="queen"))
    play(battle, *START)
    end_turn(battle)
    play(battle, "i", "6611", "f a", "e")
    assert battle.state.turn == 2
    shown = play(battle, "e")
    assert "rolls for its hidden forces first" in shown
    assert "edge" not in shown.partition("rolls for its hidden forces first")[0].rpartition(">")[2]


def test_the_next_step_has_its_own_key_where_others_may_interrupt(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="drone", a2="queen", b1="grunt", b2="hq"))
    shown = play(battle, *START, "e", "m a1 1", "e")
    assert "Before the next action?" in shown
    assert battle.state.step == "move-second"


@pytest.mark.parametrize("typed", ["b3 1", "b4 1"])
def test_the_dead_and_the_hidden_are_near_no_burst(begin: Begin, play: Play, typed: str) -> None:
    """Of one that hides nobody learns more than of one that there is not."""
    units = figures(a1="grenadier", a2="hq", a3="grunt", b1="grunt", b2="hq", b3="drone", b4="drone")
    units["b4"]["flank"] = "left"
    battle = begin(units)
    play(battle, *START, "f a3 b3 s", "11", "e", "e", "e")
    shown = play(battle, "f a1 b1 s", "11", typed, "b1 0", "-")
    told = {"b3 1": "b3 Drone is dead", "b4 1": 'no figure "b4" in this battle'}[typed]
    assert told in shown
    assert "b4 Drone" not in shown
    assert last(battle, "fire")["bursts"] in ([{}], [{"b1": 0}])


def test_who_arrives_is_told_when_it_is_placed(begin: Begin, play: Play) -> None:
    """A mistyped die is undone, and the log has told nobody's unit."""
    battle = begin(figures(a1="grunt", a2="hq", a3=("grunt", {"flank": "left"}), b1="drone", b2="queen"))
    play(battle, *START)
    end_turn(battle)
    play(battle, "i", "6611", "f a", "e")
    play(battle, "v", "6")
    assert battle.entry(battle.count).story == "a hidden force of A arrives: 1 figure"
    play(battle, "p", "n", "0")
    assert battle.entry(battle.count).story == "a3 Grunt comes from the left flank"

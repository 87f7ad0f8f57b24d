"""What FFTT asks, and what goes without a question: open ground, no contact, a target that is seen or touched."""

from __future__ import annotations

from tests.systems.fftt.conftest import START, Begin, Play, figures, last

DOGS = {"a1": "razor-dog", "a2": "queen", "b1": "grunt", "b2": "hq", "b3": "grunt"}


def test_a_move_over_open_ground_asks_only_how_far(begin: Begin, play: Play) -> None:
    battle = begin(figures(**DOGS))
    shown = play(battle, *START, "e", "m", "a1", "2")
    assert "For how many action points does a1 Razor dog move, over open ground and into no contact?" in shown
    assert last(battle, "move") == {"do": "move", "figure": "a1", "n": 2, "terrain": [False, False], "contact": []}


def test_a_charge_is_typed_in_one_line_or_picked_with_a_key(begin: Begin, play: Play) -> None:
    """Both make the same event; who is asked answers for what the figure saw, and a line is told as a sentence."""
    events = []
    asked = "Into contact with which enemies that a1 Razor dog saw when this step began?"
    line = "a1 Razor dog moves 20 cm into contact with b1 Grunt"
    for told, lines in ((line, ["m a1 2 b1"]), (asked, ["m", "a1", "c", "2", "b1"])):
        battle = begin(figures(**DOGS), name=lines[0])
        assert told in play(battle, *START, "e", *lines)
        events.append(last(battle, "move"))
    assert events[0] == events[1] == {**events[0], "contact": ["b1"], "terrain": [False, False]}


def test_rough_ground_is_said_with_a_key_and_for_how_many_points_it_lasts(begin: Begin, play: Play) -> None:
    battle = begin(figures(**DOGS))
    shown = play(battle, *START, "e", "m a2 r 2", "1", "", "m a2 r 1")
    assert "[Enter: y] > 1" in shown  # who says rough ground means all of it, unless told otherwise
    moves = [one.event["terrain"] for one in battle.entries() if one.event and one.event["do"] == "move"]
    assert moves == [[True, False], [True]]


def test_what_is_presumed_can_be_typed_where_it_was_asked_before(begin: Begin, play: Play) -> None:
    """A line in the old order still means the same."""
    battle = begin(figures(**DOGS))
    play(battle, *START, "e", "m a1 2 1 b1")
    assert last(battle, "move") == {"do": "move", "figure": "a1", "n": 2, "terrain": [True, False], "contact": ["b1"]}


def test_goo_is_asked_of_who_says_so_and_only_where_there_is_some(begin: Begin, play: Play) -> None:
    units = figures(a1="acid-spitter", a2="queen", b1="grunt", b2="hq", b3="grunt")
    battle = begin(units)
    assert "into goo" not in play(battle, *START, "e", "m a1", "x", "e", "e")
    assert "into goo" in play(battle, "f a1 b3 s", "11", "", "e", "e", "e", "m b1", "g", "1", "goo-1")
    assert last(battle, "move")["goo"] == ["goo-1"]


def test_a_grenade_over_an_obstacle_is_one_of_the_ranges(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grenadier", a2="hq", b1="grunt", b2="hq"))
    shown = play(battle, *START, "e", "", "", "f a1 b1 sh", "11", "")
    assert "indirect fire)?" not in shown
    assert (last(battle, "fire")["indirect"], last(battle, "fire")["distance"]) == (True, 10)
    assert "5 or less to hit: weapon skill 6, +0 at the end of short range, -1 indirect fire" in shown


def test_a_grenade_over_an_obstacle_at_a_measured_distance_is_typed_with_y(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grenadier", a2="hq", b1="grunt", b2="hq"))
    shown = play(battle, *START, "e", "", "", "f a1 y b1 7.5", "11", "")
    assert "a1 Grenadier fires at b1 Grunt: over something that hides it, 7.5 cm" in shown
    other = begin(figures(a1="grenadier", a2="hq", b1="grunt", b2="hq"), name="asked")
    shown = play(other, *START, "e", "", "", "f a1 b1 y", "x")
    assert "How far is b1 Grunt from a1 Grenadier, over something that hides it?" in shown
    assert (last(battle, "fire")["indirect"], last(battle, "fire")["distance"]) == (True, 7.5)


def test_nobody_measures_how_far_a_target_in_contact_is(begin: Begin, play: Play) -> None:
    battle = begin(figures(**DOGS))
    shown = play(battle, *START, "e", "m a1 2 b1", "a b1", "34")
    assert "How far is" not in shown
    assert last(battle, "opportunity-fire")["distance"] == 0


def test_a_duel_asks_who_fights_and_proposes_who_has_action_points(begin: Begin, play: Play) -> None:
    """Nobody fights alone in a duel, and a fight in which nobody can strike is not proposed."""
    tired = figures(a1="grunt", a2="grunt", a3="hq", b1="grunt", b2="grunt", b3="hq")
    battle = begin(tired)
    play(battle, *START, "e", "m a1 3 b1", "a b1", "66", "m a2 2 b2", "", "e", "", "e")
    shown = play(battle, "c", "a2", "11")
    assert "Who fights?" in shown
    assert "[Enter: a2]" in shown  # a1 and b1 have no action points left
    assert "alone" not in shown.partition("hand to hand (group")[0].partition("What now?")[2]


def test_action_points_of_both_are_typed_ahead(begin: Begin, play: Play) -> None:
    battle = begin(figures(**DOGS))
    play(battle, *START, "e", "m a1 1 b1", "", "e", "e", "e")
    play(battle, "c b1 2", "11", "11")
    assert last(battle, "melee")["aps"] == {"a1": 2, "b1": 2}


def test_any_other_action_points_are_typed_by_figure(begin: Begin, play: Play) -> None:
    battle = begin(figures(**DOGS))
    play(battle, *START, "e", "m a1 1 b1", "", "e", "e", "e")
    play(battle, "c b1 a1 a1 3 b1 1", "11", "11", "11")
    assert last(battle, "melee")["aps"] == {"a1": 3, "b1": 1}

"""tgf at the table: no more questions than the rulebook needs, and what is known already is not asked again."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.cli.battle.pages import log_page
from tabletop_cli.core.page import Para
from tabletop_cli.core.play.asking import NO_DEFAULT, Making
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import Question

from .test_table import Begin, Play, army, begin, play

__all__ = ["begin", "play"]  # fixtures of that module


def team(*pieces: str) -> list[dict[str, Any]]:
    line = {"level": "regular", "count": 1}
    members = [{"role": "sergeant", **line}, {"role": "crew", **line, "count": 2}, {"role": "fo", **line}]
    return [{"id": "am", "kind": "artillery-team", "members": members, "pieces": list(pieces)}]


def count_questions(battle: Battle, do: str, **answers: Any) -> int:
    """How many questions are put before the first dice, each answered by Enter, or else as a target in the open."""
    making = Making(battle.system, battle.game, battle.state)
    progress, asked = Progress(do, answers), 0
    while True:
        progress, wanted, _ = making.advance(progress)
        if not isinstance(wanted, Question):
            return asked
        asked += 1
        value = wanted.default
        if value is NO_DEFAULT:
            value = 30 if wanted.field.endswith("distance") else wanted.answers[0].value
        progress = making.answer_question(progress, [value] if wanted.many and not isinstance(value, list) else value)


# --- how many ---


@pytest.mark.parametrize(
    ("most", "deed"),
    [
        (0, {"do": "act", "mini": "a1-0", "action": "move"}),
        (0, {"do": "act", "mini": "a1-0", "action": "go-prone"}),
        (1, {"do": "act", "mini": "a1-0", "action": "aim"}),
        (1, {"do": "act", "mini": "a1-0", "action": "initiate-close-combat"}),
        (5, {"do": "act", "mini": "a1-0", "action": "fire"}),  # at whom, how far, how high, covered, night
        (6, {"do": "act", "mini": "a1-1", "action": "fire"}),  # and in command
        (1, {"do": "unit-act", "action": "overwatch"}),
        (1, {"do": "unit-act", "action": "suppression"}),  # and of each what shelters it
        (3, {"do": "drop"}),  # near the edge: both distances
    ],
)
def test_a_deed_asks_no_more_than_its_rules_need(begin: Begin, play: Play, most: int, deed: dict[str, Any]) -> None:
    battle = begin()
    play(battle, "v")
    told = {name: value for name, value in deed.items() if name != "do"}
    assert count_questions(battle, deed["do"], **told) == most


def test_night_is_asked_once_for_the_table(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", "f b1-1 30 . n . : 20")
    assert count_questions(battle, "act", mini="a1-1", action="fire", target="b1-2") == 4


def test_other_enemies_are_asked_of_where_there_are_others(begin: Begin, play: Play) -> None:
    battle = begin("abc")
    play(battle, "v")
    assert count_questions(battle, "act", mini="a1-0", action="fire") == 6


# --- close combat ---


def test_who_moves_into_contact_says_with_whom_and_fights_him_with_enter(begin: Begin, play: Play) -> None:
    """Enter fights him, in command, as high and in the open; the distance is known (TGF-CC-1, TGF-CC-2)."""
    battle = begin()
    shown = play(battle, "v", "z 1 i b1-2", ". . . : 5 8")
    assert "a1-1 moves into contact with b1-2, up to 9 cm [TGF-MOVE-1, TGF-CC-1]" in shown
    assert "a1-1 at b1-2: in base contact (said before; c changes)" in shown
    assert "How far is b1-2" not in shown
    assert battle.state.minis["b1-2"].dead
    event = battle.entry(battle.count).event
    assert event is not None
    assert event["shot"] == {"distance": "CC", "target_height": "same", "behind_cover": False, "friends": 0}


def test_contact_ends_when_one_of_the_two_moves(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", "z 1 i b1-2")
    assert battle.state.are_touching("b1-2", "a1-1")
    shown = play(battle, "z 1 m", "f b1-2")
    assert not battle.state.are_touching("b1-2", "a1-1")
    assert "How far is b1-2 from a1-1, in cm? (CC: base contact) (a number from 0, or CC)" in shown


def test_an_enemy_in_contact_strikes_back_in_his_own_activation(begin: Begin, play: Play) -> None:
    """He is in contact too, and is offered the one who came as his target."""
    battle = begin()
    play(battle, "v", "z 1 i b1-2", "e y", "v")
    shown = play(battle, "z 2 f . . . : 20")
    assert "b1-2 fights a1-1: missed" in shown
    assert "b1-2 at a1-1: in base contact (said before; c changes)" in shown


def test_contact_with_one_says_nothing_of_another(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 i b1-2", "f b1-3")
    assert "How far is b1-3 from a1-1, in cm? (CC: base contact) (a number from 0, or CC)" in shown


def test_who_is_in_contact_has_nobody_nearer(begin: Begin, play: Play) -> None:
    battle = begin("abc")
    shown = play(battle, "v", "z 1 i b1-2", ". . . : 20")
    assert "a1-1 at b1-2: nobody nearer, in base contact (said before; c changes)" in shown
    assert "is nearer than b1-2?" not in shown
    assert "a1-1 fights b1-2: missed" in shown


# --- moves ---


def test_the_move_of_a_suppressed_man_is_a_number(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", "k b1 n")
    shown = play(battle, "v", "m", "10")
    assert "b1-0 moves up to 4 1/2 cm (suppressed x 1/2) [TGF-MOVE-1, TGF-R50, TGF-SUP-4]" in shown
    shown = play(battle, "z 1 p y", "m", "y")
    assert "b1-1 moves up to 1 1/2 cm (prone x 1/3, suppressed x 1/2)" in shown


def test_areas_are_asked_once_for_a_squad_that_cannot_get_into_one(begin: Begin, play: Play) -> None:
    battle = begin(units={"b": [*army("b")["units"], *army("x")["units"]]})
    play(battle, "v", "k b1 n", "v x1")
    shown = play(battle, "m .", "m", "m", "z 1 m")
    assert shown.count("Can anybody of x1 get into the area of a1 in this activation?") == 1
    assert "Which suppressed area" not in shown
    assert (battle.state.minis["x1-0"].actions, battle.state.minis["x1-1"].actions) == (0, 2)


def test_areas_are_asked_of_each_move_of_a_squad_that_can_get_into_one(begin: Begin, play: Play) -> None:
    battle = begin(units={"b": [*army("b")["units"], *army("x")["units"]]})
    play(battle, "v", "k b1 n", "v x1")
    shown = play(battle, "m", "y", ".", "m", ".")
    assert shown.count("Can anybody of x1") == 1
    assert shown.count("Which suppressed area does x1-0 enter?") == 2
    shown = play(battle, "m a1 n : 1", "")
    assert "x1-0 moves up to 9 cm (each cm in the area counts double)" in shown
    assert battle.state.strength_on_mini("x1-0") == 3


def test_another_activation_asks_for_areas_again(begin: Begin, play: Play) -> None:
    battle = begin("abc", units={"b": [*army("b")["units"], *army("x")["units"]]})
    play(battle, "v", "k b1 n", "v x1", "m .", "e y")
    assert "Can anybody of c1 get into the area of a1" in play(battle, "v", "m")


def test_a_climb_goes_on_from_where_the_last_one_ended(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 x c", "", "1", "x c", "", "1")
    assert "How many cm above the ground is a1-1 after this action (3 cm more at most)?" in shown
    heights = [entry.event["height"] for entry in battle.entries() if entry.event and "height" in entry.event]
    assert heights == [3, 6]
    assert "[Enter: 6]" in play(battle, "x j"), "he is 6 cm up, where he may jump from"
    play(battle, "m")
    assert battle.state.minis["a1-1"].above == 0


# --- mortars ---


def test_an_observer_is_asked_for_his_mortars_and_his_leader_alone(begin: Begin, play: Play) -> None:
    battle = begin(units={"a": team("mortar-80mm", "mortar-50mm")})
    shown = play(battle, "v", "O", "", "", "20")
    asked = [line.removeprefix("A (Army a): ") for line in shown.splitlines() if line.startswith("A (Army a): ")]
    assert asked == [
        "For which mortars does am-3 observe? (several with commas)",
        "Is am-3 more than 18 cm from am-0, the leader?",
    ]
    again = play(battle, "O : 20")
    assert "A (Army a): For which mortars does am-3 observe? 80 mm mortar, 50 mm mortar (as before)" in again
    assert "am-3: in command (said before; c changes)" in again


def test_whom_a_mortar_was_aimed_at_is_under_it_with_enter(begin: Begin, play: Play) -> None:
    """Before the roll its odds are those of the one aimed at, and not of nobody."""
    battle = begin(units={"a": team("mortar-80mm")})
    shown = play(battle, "v", "O . : 10", "M 1 b1-1 . 30 . . n . y", "7", "", "n", "1 1")
    before = shown.partition("to hit, 7 or less")[0]
    assert "hit, 1 killed" in before
    assert "[Enter: b1-1]" in shown
    event = battle.entry(battle.count).event
    assert event is not None
    assert [one["mini"] for one in event["shot"]["targets"]] == ["b1-1"]


def test_an_observer_goes_on_with_enter_and_then_his_mortars_do(begin: Begin, play: Play) -> None:
    battle = begin(units={"a": team("mortar-80mm", "mortar-50mm")})
    shown = play(battle, "v", "O . . : 20", ".")
    assert "What now? . am-3 observes again" in shown
    shown = play(battle, ". : 10")
    assert "What now? . fire the 80 mm mortar" in shown
    assert "; , fire the 50 mm mortar" in shown
    play(battle, ". . b1-1 . 30 . . n . y : 20")
    event = battle.entry(battle.count).event
    assert event is not None
    assert (event["piece"], event["indirect"], event["target"]) == (0, True, "b1-1")


def test_each_step_of_gun_drill_leads_to_the_next(begin: Begin, play: Play) -> None:
    """Load, aim and fire: the crew and its next step are Enter."""
    line = {"level": "regular"}
    members = [{"role": "sergeant", "count": 1, **line}, {"role": "crew", "count": 3, **line}]
    crew = [{"id": "ag", "kind": "gun-crew", "members": members, "pieces": ["anti-tank-gun"]}]
    battle = begin(units={"a": crew})
    play(battle, "v", "g l .", ". .", ". . b1-1 30 . . n : 20")
    done = [entry.event["action"] for entry in battle.entries() if entry.event and entry.event["do"] == "gun-act"]
    assert done == ["load", "aim", "fire"]
    assert battle.entry(battle.count).story == "ag fires its gun at b1-1: missed"


# --- parachutes ---


def test_a_drop_ends_with_who_lands_where(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "P 2", "1 20 13 1 20 4 1")
    last = shown.rpartition("lands within")[2]
    assert "within 6 cm of the point: a1-0, a1-2, a1-4 [TGF-PARA-2, TGF-R65]" in last
    assert "off the point, in a direction that you agree on: a1-1 13 cm, a1-3 4 cm" in last
    assert battle.entry(battle.count).story == "a1 lands by parachute: a1-1 13 cm, a1-3 4 cm off; 3 at the point"


# --- afterwards ---


def test_the_log_says_what_was_stated_of_a_shot(begin: Begin, play: Play) -> None:
    """Was that 35 or 45 cm, and was he in command? The story does not tell; the explained log does."""
    battle = begin()
    play(battle, "v", "z 1 f b1-1 35 y . n . : 20")
    lines = [block.text for block in log_page(battle, verbose=True, last=1).blocks if isinstance(block, Para)]
    (stated,) = [line for line in lines if line.startswith("Stated: ")]
    assert {"distance 35", "out of command yes", "cover type none"} <= set(stated[8:].rstrip(".").split(", "))
    assert "b1-1" not in stated, "the story says at whom"

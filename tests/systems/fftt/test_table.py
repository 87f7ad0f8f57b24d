"""FFTT in the hands of people: what is asked and when, what is told, what stays hidden, what survives a kill."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

from tabletop_cli.core import registry
from tabletop_cli.core.batch import play_all
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.render.plain import render
from tests.cli.battle.terminal import ROOT, tabletop
from tests.systems.fftt.conftest import NOW, START, Begin, Play, figures, last


def test_the_steps_in_which_nobody_can_do_anything_pass_by_themselves(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="razor-dog", a2="hq", b1="drone"))
    shown = play(battle, *START)
    assert "light fire (nobody can fire).\nlight fire is over, now movement of A." in shown
    assert "Turn 1, phase 1: movement of A" in shown
    shown = play(battle, "", "")
    assert "Turn 1, phase 2: movement of A" in shown


def test_a_shot_shows_need_wounds_and_deaths_before_the_dice(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="grunt", b2="hq"))
    shown = play(battle, *START, "", "sc", "22", "", "sc", "")
    assert "sc  short, up to 20 cm, in cover" in shown
    assert "6 or less to hit: weapon skill 7" in shown
    assert "0 of 2 wounds suffered, 1 pending: 1 more wound kills it [FFTT-SHOOT-7]" in shown
    assert re.search(r"\n1 wound +41\.67%", shown)  # by the first shot
    assert "1 wound, dies   41.67%  5/12" in shown
    assert last(battle, "fire")["cover"] is True


def test_a_distance_that_is_typed_is_kept_and_remembered_until_somebody_moves(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="hq", b1="tank", b2="hq"))
    play(battle, *START, "f a1 b1", "12.5", "y", "66")
    assert (last(battle, "fire")["distance"], last(battle, "fire")["cover"]) == (12.5, True)
    shown = play(battle, "e", "", "", "f a1 b1", "66")
    assert "a1 at b1: 12.5 cm, in cover (said before; c changes)" in shown
    shown = play(battle, "e", "e", "e", "m b1 1 n -", "", "e", "f a1 b1", "", "s", "66")
    assert "said before" not in shown
    assert "How far is b1 Tank from a1 Grunt? (or type the cm) (was 12.5)" in shown
    assert "Please answer; ? explains the question." in shown, "what it was is no default"


def test_the_next_of_a_side_shoots_at_the_same_and_says_how_far_it_is_itself(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="engineer", a4="grunt", b1="grunt", b2="hq"))
    shown = play(battle, *START, "", "sc : 66", ".")
    assert ". a2 Grunt at b1 Grunt;" in shown
    assert "How far is b1 Grunt from a2 Grunt?" in shown
    play(battle, ". l : 34")
    assert last(battle, "fire") == {**last(battle, "fire"), "figure": "a2", "distance": 30, "cover": False}


def test_who_has_said_how_far_off_it_is_is_told_so(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="tank", b2="hq"))
    play(battle, *START, "f a2 b1", "12.5", "n", "66", "e", "", "")
    shown = play(battle, "f a1 b1 l", "66", ".")
    assert ". a2 Grunt at b1 Tank;" in shown
    assert "a2 at b1: 12.5 cm, not in cover (said before; c changes)" in shown


def test_enter_shoots_at_whom_its_side_shot_last_and_at_an_hq_last_of_all(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="hq", b2="tank", b3="tank"))
    play(battle, *START, "", "s", "66")
    assert last(battle, "fire")["target"] == "b2"
    play(battle, "e", "", "", "f a1 b3 s", "66")
    play(battle, "", "l", "66")
    assert (last(battle, "fire")["figure"], last(battle, "fire")["target"]) == ("a2", "b3")


def test_who_has_one_point_is_not_asked_how_many_it_commits(begin: Begin, play: Play) -> None:
    """More than one is for insectoids, and for who answers them; with one left there is nothing to choose."""
    question = "How many action points does each commit?"
    for moved, asked in (("3", False), ("2", True)):
        battle = begin(figures(a1="razor-dog", a2="queen", b1="grunt", b2="hq"), name=moved)
        play(battle, *START, "e", f"m a1 {moved} n b1", "", "go", "", "", "e")
        assert (question in play(battle, "c a1")) == asked


def test_points_that_no_later_step_can_use_are_told_apart_from_those_that_are_left(begin: Begin, play: Play) -> None:
    """A grunt with 3 AP may still fire once in the last phase: 2 of them are lost."""
    battle = begin(figures(a1="grunt", a2="hq", b1="drone", b2="queen"))
    play(battle, *START)
    while (battle.state.phase, battle.state.step) != (3, "move-first"):
        battle.play_event({"do": "next"}, None, NOW)
    assert battle.state.figures["a1"].ap == 3
    assert "a1 has 2 AP that no later step can use. The step is over all the same?" in play(battle, "e")


def test_who_cannot_pay_hears_it_before_anything_else_is_asked(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="hq", a3="grunt", b1="tank", b2="hq"))
    shown = play(battle, *START, "e", "m a1 3 n -", "", "e", "e", "f a1")
    assert "0 action points left, 1 needed" in shown
    assert "At which enemy" not in shown


def test_who_may_shoot_together_are_enemies_with_weapons(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="razor-dog", a3="hq", b1="grunt", b2="hq", b3="grunt"))
    asked = play(battle, *START, "% v", "b1").partition("Who shoots at b1 Grunt?")[2].partition(">")[0]
    assert [one for one in ("a1", "a2", "a3", "b2", "b3") if one in asked] == ["a1"]


def test_how_far_another_target_is_has_to_be_said(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", b1="sentinel", b2="sentinel", b3="hq"))
    shown = play(battle, *START, "f a1 b1 s", "11", "66")
    assert "'66' is not possible here" in shown  # b1 dies of it, and nobody said how far b2 is


def test_what_has_moved_may_be_shot_at(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="razor-dog", a2="queen", b1="grunt", b2="hq", b3="grunt"))
    shown = play(battle, *START, "e", "m a1 2 n b1", "", "a b3", "s", "34", "go")
    assert "a opportunity fire (B: at a1" in shown
    assert "At which enemy does b3 Grunt shoot? a1 Razor dog" in shown
    assert "b3 Grunt fires at a1 Razor dog: a hit, 1 wound" in str(battle.entry(battle.count).story)


def test_who_is_near_a_burst_is_asked_when_it_is_known_where_it_is(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grenadier", a2="hq", b1="grunt", b2="grunt", b3="hq"))
    play(battle, *START, "e", "", "")
    shown = play(battle, "f a1 n b1 s", "56", "34", "b2 1.5 b3 9")
    before, _, after = shown.partition(
        "Who else is near the burst, and how many cm off? (1 1/2 cm 2 wounds, 3 cm 1 wound)"
    )
    assert "deviates 10 cm" in before
    assert "b2 Grunt, 1 1/2 cm off: 2 wounds" in after
    assert last(battle, "fire")["bursts"] == [{"b2": 1.5, "b3": 9}]


def test_who_is_near_each_of_several_bursts_is_asked_one_after_the_other(begin: Begin, play: Play) -> None:
    twice = ("grenadier", {"abilities": ["full-metal-jacket"]})
    battle = begin(figures(a1=twice, a2="hq", b1="grunt", b2="grunt", b3="hq"))
    play(battle, *START, "e", "", "")
    shown = play(battle, "f a1 n b1 s", "11", "34", "11", "", "b2 1.5 b3 9")
    assert shown.index("near burst 1, and") < shown.index("near burst 2, and")
    assert last(battle, "fire")["bursts"] == [{}, {"b2": 1.5, "b3": 9}]
    assert battle.verify().problems == []


def test_a_figure_near_a_burst_has_to_exist(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grenadier", a2="hq", b1="grunt", b2="hq"))
    shown = play(battle, *START, "e", "", "", "f a1 n b1 s", "11", "z9 1", "b1", "")
    assert 'no figure "z9"' in shown
    assert "b1 stands alone" in shown
    assert last(battle, "fire")["target"] == "b1"


def test_victims_are_picked_after_the_dice_of_each_round(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="queen", b1="grunt", b2="grunt", b3="hq"))
    play(battle, *START, "e", "m a1 1 n b1,b2", "", "go", "", "", "e")
    shown = play(battle, "c", "", "", "a1 2", "116", "b2", "444", "")
    question = "On whom does the blow of a1 Queen in round"
    assert [shown.index(f"{question} {n}") > shown.index(f"round {n}: ") for n in (1, 2)] == [True, True]
    assert last(battle, "melee")["victims"] == ["b2", "b1"]


def test_a_fight_shows_the_chances_of_wounds_and_deaths_on_both_sides(begin: Begin, play: Play) -> None:
    """A razor dog (+3) with one strike against a grunt that strikes back: of 36 ways, so many kill the grunt."""
    battle = begin(figures(a1="razor-dog", a2="queen", b1="grunt", b2="hq"))
    play(battle, *START, "e", "m a1 1 n b1", "", "go", "", "", "e")
    shown = play(battle, "c a1 .", "22")
    assert "the blow falls on b1 Grunt" in shown and "On whom does the blow" not in shown  # there is only one
    ways = {"dies": 0, "1 wound": 0}
    for dog in range(4, 10):
        for grunt in range(1, 7):
            if dog > grunt:
                ways["dies" if dog >= 2 * grunt else "1 wound"] += 1
    for fate, n in ways.items():
        assert f"a1 no wound, b1 {fate}" in shown
        assert f"{Fraction(n, 36)}" in shown.partition("Odds: all rounds of this fight")[2]


def test_dice_that_were_seen_stay_when_the_program_is_killed(begin: Begin, play: Play) -> None:
    """The deviation has been seen; whoever leaves at the question after it finds it there, and cannot roll again."""
    battle = begin(figures(a1="grenadier", a2="hq", b1="grunt", b2="hq"))
    play(battle, *START, "e", "", "")
    before = battle.count
    play(battle, "f a1 n b1 s", "56", "34")  # and gone
    assert (battle.count, battle.under_way is not None) == (before, True)
    shown = play(battle, "b1 0.5")
    assert "Under way" in shown
    entry = battle.entry(battle.count)
    assert [roll.faces for roll in entry.rolls] == [(5, 6), (3, 4)]
    assert battle.verify().problems == []


def test_explosions_come_first(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="bomb-bug", a2="queen", b1=("tank", {"suffered": 3}), b2="grunt", b3="hq"))
    shown = play(battle, *START, "e", "b", "b", "b1 3", "b", "b2:1,b3:9")
    assert "Who is near a1 Bomb bug" in shown
    assert "Who is near b1 Tank" in shown
    assert "Turn 1, phase 1: movement of A" in shown.rpartition("b1 Tank explodes")[2]


def test_several_shots_at_one_target_have_odds_together(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="grunt", b2="hq"))
    shown = play(battle, *START, "% v", "b1", "a1,a2", "s", "s")
    assert "dead" in shown
    assert "49/144" in shown


def test_the_board_fits_the_page(begin: Begin) -> None:
    units = ("hq", "engineer", "sniper", "grunt", "medic", "grenadier", "missile-tank", "acid-spitter")
    both = {f"{side}{at}": unit for side in "ab" for at, unit in enumerate(units, 1)}
    board = render([View(begin(figures(**both))).board])
    assert max(map(len, board.splitlines())) <= 80


def test_the_scripted_battle(home: Path) -> None:
    script = ROOT / "armies/fftt/water-tower.script.json"
    told = json.loads(tabletop("battle", "run", str(script), "--format", "json"))
    assert [one["ok"] for one in told["results"]] == [True] * len(told["results"])
    assert told["state"]["over"] == {"winner": "a", "by": "surrender"}


def test_every_offer_has_a_story(begin: Begin) -> None:
    system = registry.load("fftt")
    assert [kind.id for kind in system.game.events.values() if kind.story is None] == []
    state, _ = play_all(system, {"figures": figures(a1="grunt", b1="grunt")}, [])
    assert {offer.label for offer in find_offers(system, system.game, state) if not offer.barred} >= {"Initiative"}


def test_the_next_may_say_the_same_of_the_target_and_change_one_fact(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="tank", b2="hq"))
    shown = play(battle, *START, "f a1 b1", "12.5", "y", "66", "f a2 b1", "=", "c cover n", "66")
    assert "= as a1: 12.5 cm, in cover" in shown
    assert "a2 at b1: 12.5 cm, in cover (as a1; c changes)" in shown
    assert "a2 at b1: 12.5 cm (as a1), not in cover (changed; c changes)" in shown
    event = last(battle, "fire")
    assert (event["figure"], event["distance"], event["cover"]) == ("a2", 12.5, False)

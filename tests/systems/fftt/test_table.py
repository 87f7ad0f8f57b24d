"""FFTT in the hands of people: what is asked and when, what is told, what stays hidden, what survives a kill."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import typer

from tabletop_cli.cli.battle.do import play_event
from tabletop_cli.cli.battle.pages import log, status
from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.batch import play_all
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.offers import offers
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.view import View
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.render import render
from tabletop_cli.render.plain import pages
from tabletop_cli.systems.fftt.turn.state import Piece
from tests.cli.battle.terminal import ROOT, tabletop

NOW = "2026-05-01T12:00:00Z"
START = ("i", "6611", "f a")
FLANKS = ("left", "right")
Play = Callable[..., str]
Begin = Callable[..., Battle]


def figures(**units: Any) -> dict[str, Any]:
    """``a1="grunt"``, or with more: ``a1=("grunt", {"flank": "left"})``."""
    return {
        one: {"side": one[0], **({"unit": unit} if isinstance(unit, str) else {"unit": unit[0], **unit[1]})}
        for one, unit in units.items()
    }


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a battle of single figures."""
    with Store(tmp_path / "battles.sqlite") as store:

        def begin_(units: dict[str, Any], name: str = "x", **more: Any) -> Battle:
            return Battle.create(store, registry.load("fftt"), name, {"figures": units, **more}, NOW)

        yield begin_


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str]) -> Play:
    """What people see who type these lines."""

    def play_(battle: Battle, *lines: str) -> str:
        capsys.readouterr()
        asker = Lines(StringIO("".join(f"{line}\n" for line in (*lines, "q"))), sys.stdout)
        AtTable(battle, asker, Session(plain=True)).play()
        return capsys.readouterr().out

    return play_


def last(battle: Battle, do: str) -> dict[str, Any]:
    """The last event of a kind in the log."""
    events = [dict(one.event) for one in battle.entries() if one.event is not None]
    return next(event for event in reversed(events) if event["do"] == do)


def test_the_steps_in_which_nobody_can_do_anything_pass_by_themselves(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="razor-dog", a2="hq", b1="drone"))
    shown = play(battle, *START)
    assert "light fire (nobody can fire).\nturn 1, phase 1: movement of A" in shown
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
    assert "12.5 (as before)" in shown
    assert "yes (as before)" in shown
    shown = play(battle, "e", "e", "e", "m a1 1 n -", "", "e", "f a1 b1", "s", "66")
    assert "as before" not in shown


def test_the_next_of_a_side_shoots_at_the_same_and_says_how_far_it_is_itself(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="engineer", a4="grunt", b1="grunt", b2="hq"))
    shown = play(battle, *START, "", "sc 66", ".")
    assert ".  a2 Grunt at b1 Grunt\n" in shown
    assert "How far is b1 Grunt from a2 Grunt?" in shown
    play(battle, ". l 34")
    assert last(battle, "fire") == {**last(battle, "fire"), "figure": "a2", "distance": 30, "cover": False}


def test_who_has_said_how_far_off_it_is_is_told_so(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="tank", b2="hq"))
    play(battle, *START, "f a2 b1", "12.5", "n", "66", "e", "", "")
    shown = play(battle, "f a1 b1 l", "66", ".")
    assert ".  a2 Grunt at b1 Tank\n" in shown
    assert "How far is b1 Tank from a2 Grunt? (or type the cm) 12.5 (as before)" in shown


def test_enter_shoots_at_whom_its_side_shot_last_and_at_an_hq_last_of_all(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="hq", b2="tank", b3="tank"))
    play(battle, *START, "", "s", "66")
    assert last(battle, "fire")["target"] == "b2"
    play(battle, "e", "", "", "f a1 b3 s", "66")
    play(battle, "", "l", "66")
    assert (last(battle, "fire")["figure"], last(battle, "fire")["target"]) == ("a2", "b3")


def test_who_has_one_point_is_not_asked_how_many_it_commits(begin: Begin, play: Play) -> None:
    """More than one is for insectoids, and for who answers them; with one left there is nothing to choose."""
    question = "Who commits another number of action points than 1?"
    for moved, asked in (("3", False), ("2", True)):
        battle = begin(figures(a1="razor-dog", a2="queen", b1="grunt", b2="hq"), name=moved)
        play(battle, *START, "e", f"m a1 {moved} n b1", "", "go", "", "", "e")
        assert (question in play(battle, "c a1 .")) == asked


def test_who_cannot_pay_hears_it_before_anything_else_is_asked(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="hq", a3="grunt", b1="tank", b2="hq"))
    shown = play(battle, *START, "e", "m a1 3 n -", "", "e", "e", "f a1")
    assert "0 action points left, 1 needed" in shown
    assert "At which enemy" not in shown


def test_who_may_shoot_together_are_enemies_with_weapons(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="razor-dog", a3="hq", b1="grunt", b2="hq", b3="grunt"))
    asked = play(battle, *START, "o v", "b1").partition("Who shoots at b1 Grunt?")[2].partition(">")[0]
    assert [one for one in ("a1", "a2", "a3", "b2", "b3") if one in asked] == ["a1"]


def test_how_far_another_target_is_has_to_be_said(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", b1="sentinel", b2="sentinel", b3="hq"))
    shown = play(battle, *START, "f a1 b1 s", "11", "66")
    assert "'66' is not possible here" in shown  # b1 dies of it, and nobody said how far b2 is


def test_what_has_moved_may_be_shot_at(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="razor-dog", a2="queen", b1="grunt", b2="hq", b3="grunt"))
    shown = play(battle, *START, "e", "m a1 2 n b1", "", "a b3", "s", "34", "go")
    assert "a   Opportunity fire, B: at a1" in shown
    assert "At which enemy does b3 Grunt shoot? a1 Razor dog" in shown
    assert "b3 Grunt fires at a1 Razor dog: a1 Razor dog 1" in str(battle.entry(battle.count).story)


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
        assert f"{Fraction(n, 36)}" in shown.partition("Chances: all rounds of this fight")[2]


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


def test_hidden_forces_are_on_no_screen_but_their_owners(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="grunt", a3=("tank", {"flank": "left"}), b1="grunt"))
    boards = {side: pages([View(battle, side).board]) for side in (None, "a", "b")}
    assert ["Tank" in boards[side] for side in (None, "a", "b")] == [False, True, False]
    assert ["a3" in View(battle, side).data["figures"] for side in (None, "a", "b")] == [False, True, False]
    assert "0 of 2 FP lost" in boards["b"]
    assert "0 of 6 FP lost" in boards["a"]


HIDES = {"do": "flanks", "by": "a", "figures": ["a2", "a3"], "left": ["a3"]}


def test_who_waits_on_a_flank_is_seen_by_nobody_before_all_have_said_it(begin: Begin) -> None:
    """Then the others see who is missing on the table, and on which flank they wait when they come (SETUP-6)."""
    units = dict.fromkeys(("a2", "a3", "a4", "a5", "a6", "a7", "a8"), "grunt")
    battle = begin(figures(a1="hq", **units, b1="queen", b2="drone"), campaign=True)
    boards = {side: pages([View(battle, side).board]) for side in (None, "a", "b")}
    battle.do(HIDES, None, NOW)
    assert {side: pages([View(battle, side).board]) for side in boards} == boards
    told = {side: logged(battle, side) for side in boards}
    assert {side: "a3" in text for side, text in told.items()} == {None: False, "a": True, "b": False}
    battle.do({"do": "initiative"}, [6, 6, 1, 1], NOW)
    assert [sorted(View(battle, side).data["figures"])[1:3] for side in boards] == [
        ["a4", "a5"],
        ["a2", "a3"],
        ["a4", "a5"],
    ]
    assert {side: "left" in logged(battle, side) for side in boards} == {None: False, "a": True, "b": False}
    assert "figures a2 a3" in logged(battle, "b")


def test_where_a_force_waits_is_told_when_it_comes(begin: Begin, play: Play) -> None:
    hidden = {"a3": ("grunt", {"flank": "left"}), "a4": ("medic", {"flank": "right"})}
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", **hidden))
    play(battle, *START, *[""] * 6, "6611", "f a")
    assert battle.state.turn == 2
    shown = play(battle, "v 1", "3", "", "6", "p", "n", "10")
    assert "left" not in shown.partition("it stays away")[0]
    assert "Which hidden force? the first force" in shown
    assert "a4 come from the right flank" in str(battle.entry(battle.count).story)


def test_the_flank_of_a_single_force_is_in_no_log_before_it_comes(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", a3=("grunt", {"flank": "left"})))
    play(battle, *START, *[""] * 6, "6611", "f a", "", "3")
    assert last(battle, "arrive") == {"do": "arrive", "side": "a"}


def logged(battle: Battle, side: str | None) -> str:
    """A log as a side gets it, in every format, with explanations."""
    told = [log(battle, side, verbose=True, as_table=form == "markdown") for form in ("text", "markdown", "json")]
    text = "\n".join(render(page, form) for page, form in zip(told, ("text", "markdown", "json"), strict=True))
    return text.replace(battle.header.commitment, "")  # letters by chance


def test_the_flank_of_a_throw_in_vain_is_in_the_log_of_its_owner_alone(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", a3=("grunt", {"flank": "left"})))
    play(battle, *START, *[""] * 6, "6611", "f a")
    battle.do({"do": "arrive", "side": "a", "flank": "left"}, [3], NOW)
    assert ["left" in logged(battle, side) for side in (None, "a", "b")] == [False, True, False]
    vain = View(battle, "b").entry(battle.count)
    assert (dict(vain.event or {}), vain.untold, vain.hidden) == ({"do": "arrive", "side": "a"}, ("flank",), False)
    assert vain.rolls and vain.result and vain.story and vain.prev is None
    assert "flank not told" in logged(battle, None)
    while battle.state.step != "initiative":
        battle.do({"do": "end-turn" if battle.state.step == "end-of-turn" else "next"}, None, NOW)
    play(battle, "6611", "f a")
    battle.do({"do": "arrive", "side": "a", "flank": "left"}, [6], NOW)
    assert all("left" in logged(battle, side) for side in (None, "a", "b"))
    assert [View(battle, side).entry(battle.count).untold for side in (None, "a", "b")] == [()] * 3
    battle.undo(NOW)
    assert View(battle, "b").entry(vain.n).untold == ("flank",)


def test_a_general_who_hides_is_named_to_nobody_else(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="grunt", b1="drone", a3=("sniper", {"flank": "left"})))
    shown = play(battle, "g a", "", "a3", "34")
    before, owned = shown.split("Hand the screen to A")
    alone, after = owned.split("The screen is for everybody again.")
    assert ["Sniper" in one for one in (before, alone, after)] == [False, True, False]
    told = {side: logged(battle, side) for side in (None, "a", "b")}
    assert ["a3" in text for text in told.values()] == [False, True, False]
    assert all("a figure of A gets an ability: Doc" in text for text in told.values())
    assert [View(battle, side).entry(1).untold for side in told] == [("figure",), (), ("figure",)]


def test_nor_while_the_dice_for_him_lie_on_the_table(begin: Begin) -> None:
    battle = begin(figures(a1="hq", a2="grunt", b1="drone", a3=("sniper", {"flank": "left"})))
    making = Making(battle.system, battle.game, battle.state)
    battle.keep(
        making.thrown(making.advance(Progress("ability", {"side": "a", "figure": "a3"}))[0], battle.source, [3, 4])
    )
    seen = [str(status(battle, side).data["under_way"]) for side in (None, "a", "b")]
    assert ["a3" in one for one in seen] == [False, True, False]
    assert all("[3, 4]" in one for one in seen)


def test_who_hides_is_not_named_by_a_refusal(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="grunt", a3=("sniper", {"flank": "left"})))
    play(battle, *START)
    with pytest.raises(Refused) as no:
        battle.do({"do": "fire", "figure": "b1", "target": "a3", "distance": 9}, None, NOW)
    assert "a3" in str(no.value) and "Sniper" not in battle.game.why_not(battle.system, battle.state, no.value)


def reply(battle: Battle, capsys: pytest.CaptureFixture[str], side: str | None, *words: str) -> Any:
    """The error that a program gets that has an event played for a side."""
    capsys.readouterr()
    with pytest.raises(typer.Exit):
        play_event(Session(plain=True), battle, side, words, "", as_json=True)
    return json.loads(capsys.readouterr().out)["error"]


def test_where_a_force_waits_that_has_to_throw_is_told_to_its_owner_alone(
    begin: Begin, play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", a3=("grunt", {"flank": "left"})))
    play(battle, *START, *[""] * 6, "6611", "f a")
    while battle.state.step != "move-first":
        battle.do({"do": "next"}, None, NOW)
    due = [reply(battle, capsys, side, "next") for side in (None, "b", "a")]
    assert [one["reason"] for one in due] == ["arrival-due"] * 3
    assert [one.get("flanks") for one in due] == [None, None, ["left"]]
    early = [reply(battle, capsys, None, "place", "side=a", f"flank={flank}", "from_edge=1") for flank in FLANKS]
    assert early[0] == early[1] and "not everybody may know" in early[0]["message"]


def test_the_id_of_a_figure_that_hides_is_to_others_as_one_that_is_none(
    begin: Begin, play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="grunt", a3=("sniper", {"flank": "left"})))
    play(battle, *START)
    for side, told in ((None, "none"), ("b", "none"), ("a", "off-table")):
        hides, none = (
            reply(battle, capsys, side, "fire", f"figure={one}", "target=b1", "distance=9") for one in ("a3", "a9")
        )
        assert none["message"] == hides["message"].replace("a3", "a9") if told == "none" else hides["reason"] == told
        assert "a3" not in none.get("hint", "") or told != "none"


def test_who_could_have_an_ability_is_offered_whoever_hides(begin: Begin, play: Play) -> None:
    """Neither what is offered nor who is asked tells whether a figure that hides has experience."""
    shown = []
    for name, xp in (("x", 0), ("y", 32)):
        hidden = {"a3": ("sniper", {"flank": "left", "xp": xp}), "a4": ("medic", {"flank": "right"})}
        battle = begin(figures(a1="hq", a2="razor-dog", b1="grunt", **hidden), name)
        shown.append(play(battle, *START, "g a", "", "x").replace(f"play {name}", "").replace(f"{name}: ", ""))
    assert shown[0].partition("Enter when only")[0] == shown[1].partition("Enter when only")[0]
    assert "Hand the screen to A" in shown[0]


def test_which_of_two_forces_has_thrown_is_not_told_by_what_is_left(begin: Begin, play: Play) -> None:
    shown = []
    for name, key in (("x", "1"), ("y", "2")):
        hidden = {"a3": ("grunt", {"flank": "left"}), "a4": ("medic", {"flank": "right"})}
        battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", **hidden), name)
        play(battle, *START, *[""] * 6, "6611", "f a", f"v {key}", "3")
        shown.append(play(battle, "v", "3").replace(f"play {name}", "").replace(f"{name}: ", ""))
    assert shown[0] == shown[1]
    assert "Which hidden force? the other force (the only choice)" in shown[0]


def test_lists_are_secret_until_they_are_deployed(begin: Begin) -> None:
    battle = begin(figures(a1="hq", a2="grunt", b1="grunt"), start="attacker")
    assert [list(View(battle, side).data["figures"]) for side in (None, "a", "b")] == [[], ["a1", "a2"], ["b1"]]
    told = {side: pages([View(battle, side).board]) for side in (None, "a", "b")}
    assert [text.count("its list is not told yet") for text in told.values()] == [2, 1, 1]
    assert "FP lost" not in told[None] and "May: " not in told[None]


def test_several_shots_at_one_target_have_odds_together(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="grunt", a2="grunt", a3="hq", b1="grunt", b2="hq"))
    shown = play(battle, *START, "o v", "b1", "a1,a2", "s", "s")
    assert "dead" in shown
    assert "49/144" in shown


def test_the_board_fits_the_page(begin: Begin) -> None:
    units = ("hq", "engineer", "sniper", "grunt", "medic", "grenadier", "missile-tank", "acid-spitter")
    both = {f"{side}{at}": unit for side in "ab" for at, unit in enumerate(units, 1)}
    board = pages([View(begin(figures(**both))).board])
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
    assert {offer.label for offer in offers(system, system.game, state) if not offer.barred} >= {"Initiative"}


# --- one order of figures


def many(begin: Begin, **more: Any) -> Battle:
    """A battle with more than nine figures on each side."""
    marines = {f"a{at}": "grenadier" if at == 11 else "grunt" for at in range(2, 13)}
    dogs = {f"b{at}": "razor-dog" for at in range(1, 15)}
    return begin(figures(a1="hq", **marines, **dogs), **more)


def test_figures_stand_in_the_order_of_their_numbers_also_when_a_battle_is_opened_again(begin: Begin) -> None:
    """Boards and menus do not turn after entry 50, from which on what is kept of it is read."""
    battle = many(begin)
    battle.do({"do": "initiative"}, [6, 6, 1, 1], NOW)
    battle.do({"do": "choose-first", "by": "a", "first": "b"}, None, NOW)
    battle.do({"do": "next"}, None, NOW)
    for at in range(52):
        battle.do({"do": "move" if at < 14 else "interact", "figure": f"b{at % 14 + 1}"}, None, NOW)
    again = Battle.open(battle.store, battle.header.id)
    for one in (battle, again):
        assert list(one.state.figures) == [*(f"a{n}" for n in range(1, 13)), *(f"b{n}" for n in range(1, 15))]
    assert pages([View(battle).board]) == pages([View(again).board])
    menus = [[(one.label, one.detail) for one in offers(one.system, one.game, one.state)] for one in (battle, again)]
    assert menus[0] == menus[1]
    assert ("Opportunity fire", f"at {', '.join(f'b{n}' for n in range(1, 15))}") in menus[0]


def test_who_hatches_takes_its_place_among_the_others(begin: Begin) -> None:
    state = many(begin).state
    after = state.put(Piece(id="b03", side="b", unit="drone"))
    assert list(after.figures)[12:17] == ["b1", "b2", "b03", "b3", "b4"]


@pytest.mark.parametrize("typed", ["b9 1 b10 2 b11 2", "b11 2 b10 2 b9 1", "b10 2 b9 1 b11 2"])
def test_bystanders_are_told_in_the_order_of_their_numbers_however_they_are_typed(
    begin: Begin, play: Play, typed: str
) -> None:
    """What is explained is the same whoever typed them in whichever order, and so the log fits."""
    battle = many(begin)
    play(battle, *START, "e", "", "", "f a11 n b2 s", "11", typed)
    told = [step.text for step in battle.entry(battle.count).steps if "cm off" in step.text]
    assert [one.partition(" ")[0] for one in told] == ["b9", "b10", "b11"]
    assert battle.verify().problems == []


def test_an_explosion_asks_and_tells_in_the_order_of_numbers(begin: Begin, play: Play) -> None:
    bugs = {f"b{at}": "bomb-bug" for at in (2, 9, 10)}
    battle = begin(figures(a1="hq", a2="grunt", **bugs))
    play(battle, "i", "6611", "f b", "e", "b b2", "b", "b10 1 b9 1")
    assert [step.text for step in battle.entry(battle.count).steps][-2:] == [
        "removed: b9 Bomb bug, b10 Bomb bug",
        "explodes: b9 Bomb bug, b10 Bomb bug",
    ]
    assert battle.state.explosions == ("b10", "b9"), "machines get lists that are sorted as texts"
    assert "b9, b10 explodes" in View(battle).headline
    assert play(battle, "").index("  b9   Bomb bug") < play(battle, "").index("  b10  Bomb bug")
    assert battle.verify().problems == []

"""td in the hands of people: what is asked and when, what is told, and whose the dice of a fight are."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.batch import serve
from tabletop_cli.core.errors import Malformed, Refused
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import Question
from tabletop_cli.prompts.lines import Lines

NOW = "2026-05-01T12:00:00Z"
FIVE = [{"type": "infantry-unit", "experience": "regular", "maneuverability": "lead"}]
GUNNERS = [{"type": "hmg", "count": 2}]
GUN = {"direct_fire_dice": 6, "kill_potential": 1, "armour_penetration": 1, "reload": 0, "ap_tokens": 1}
Play = Callable[..., str]
Begin = Callable[..., Battle]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a battle of two armies of the same units."""
    with Store(tmp_path / "battles.sqlite") as store:

        def begin_(units: list[dict[str, Any]], house: dict[str, Any] | None = None) -> Battle:
            army = {"system": "td", "name": "Army", "units": units}
            sides = {side: {"army": army, "actions": 40} for side in "ab"}
            return Battle.create(store, registry.load("td"), "x", {"sides": sides, "house": house or {}}, NOW)

        yield begin_


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str]) -> Play:
    """What people see who type these lines."""

    def play_(battle: Battle, *lines: str) -> str:
        capsys.readouterr()
        asker = Lines(StringIO("".join(f"{line}\n" for line in (*lines, "q"))), sys.stdout)
        AtTable(battle, asker, Session(plain=True), TableSettings("full")).play()
        return capsys.readouterr().out

    return play_


def test_a_fight_names_attacker_and_defender(begin: Begin, play: Play) -> None:
    battle = begin(FIVE)
    shown = play(battle, "g .", "", "", "c . 11-12")
    assert "A (attacker): [TD-CC-1]\na1-1 (infantry, leader +1): 3 dice" in shown
    assert "B (defender): [TD-CC-1]\nb1-1 (infantry, leader +1): 3 dice" in shown


@pytest.mark.parametrize(("pinned", "asked"), [(3, True), (4, False)])
def test_who_may_move_as_a_group_is_asked_only_where_enough_can(begin: Begin, pinned: int, asked: bool) -> None:
    """TD-GROUP-3: of five models of which four are pinned nobody is picked in vain."""
    battle = begin(FIVE)
    state = battle.state
    hit = {one: replace(state.models[one], status="pinned") for one in [f"a1-{n}" for n in range(2, 2 + pinned)]}
    making = Making(battle.system, battle.game, replace(state, models={**state.models, **hit}))
    if asked:
        _, wanted, _ = making.advance(Progress("group-move", {"by": "a", "unit": "a1"}))
        assert isinstance(wanted, Question)
        assert wanted.field == "movers"
    else:
        with pytest.raises(Refused, match="1 model would take part: 2 to 5 allowed"):
            making.advance(Progress("group-move", {"by": "a", "unit": "a1"}))


def test_the_path_of_a_group_is_asked_once_and_explained_once(begin: Begin, play: Play) -> None:
    """TD-MOVE-1: as of a single model, and one that takes two moves is refused for all."""
    battle = begin(FIVE)
    shown = play(battle, "g .", "", "border border", "border")
    assert shown.count("What does the straight path of each of them cross, in order?") == 2
    assert "That path needs 2 moves, this action has 1" in shown
    assert shown.count("straight over 1 border: 1 move [TD-MOVE-1") == 1
    event = battle.entry(battle.count).event
    assert event is not None
    assert [mover["path"] for mover in event["movers"]] == [["border"]] * 5


def test_an_only_choice_tells_why_the_others_are_none(begin: Begin, play: Play) -> None:
    """TD-R39: how long smoke lasts is not agreed."""
    battle = begin([{"type": "off-table-artillery", "size": "light"}])
    shown = play(battle, "i", "x")
    told = next(line for line in shown.splitlines() if "A barrage or smoke?" in line)
    assert "a barrage (the only choice). Not possible now: a smoke screen" in told
    assert "TD-R39" in told


def test_one_of_a_volley_fires_at_another_target(begin: Begin, play: Play) -> None:
    """TD-R34: who names another target for one shooter takes the one before with Enter for the others."""
    battle = begin(FIVE)
    play(battle, "v 1,2,3", "e", "b1-1", "", "b1-2", "", "o", "111", "o", "111", "111")
    event = battle.entry(battle.count).event
    assert event is not None
    assert [shot["target"] for shot in event["shots"]] == ["b1-1", "b1-2", "b1-2"]


def test_the_dice_of_a_fight_are_those_of_their_side(begin: Begin, play: Play) -> None:
    battle = begin(GUNNERS)
    play(battle, "m 11 .", "c . 11", "61")
    luck, _ = luck_of(battle)
    assert [(one.side, one.dice, one.shown) for one in luck] == [("A (Army)", 1, 6), ("B (Army)", 1, 1)]


def test_who_moved_on_under_fire_is_asked_about_its_ground_again(begin: Begin, play: Play) -> None:
    battle = begin(GUNNERS)
    play(battle, "m 11 .", "a 11 o : 1234", "go p 21")
    shown = play(battle, "f 21 11", "f", "111")
    assert "Which model? b2-1 hmg, machine gun (the only choice" in shown
    assert "What does a1-1 stand on?" in shown
    assert "the target has cover: forest" in shown


def test_who_stays_is_not_asked_about_again_but_told(begin: Begin, play: Play) -> None:
    battle = begin(GUNNERS)
    play(battle, "f 11 21 f : 111", "p 11")
    shown = play(battle, "f 11 21", "b", "o", "1111")
    assert "b2-1: forest (said before; c changes)" in shown
    assert "no cover: open ground gives none from direct fire" in shown, "and it can be mended"


def test_what_is_known_of_a_line_of_fire_is_told_with_whom_it_is_about(begin: Begin, play: Play) -> None:
    battle = begin(GUNNERS, {"linear_cover": "crossed"})
    play(battle, "f 11 21 h y", "111", "p 11")
    shown = play(battle, "f 11 21")
    said = "a1-1 at b2-1: open ground, next to a hedge, wall or fence, the line of fire crosses it"
    assert f"{said} (said before; c changes)" in shown


def test_an_answer_that_forbids_the_action_is_refused_at_its_own_question(begin: Begin, play: Play) -> None:
    battle = begin(FIVE)
    shown = play(battle, "m 2", "n", "y", "x")
    first, _, later = shown.partition("Does a1-2 see its leader?")[2].partition("Does the leader see")
    assert "[TD-LEAD-" in first
    assert later
    assert battle.count == 0


def test_infantry_beside_the_target_is_asked_for_when_the_dice_make_it_matter(begin: Begin, play: Play) -> None:
    guns = dict.fromkeys(("hand-held-gun", "light-gun", "heavy-gun"), GUN)
    battle = begin([*FIVE, {"type": "tank", "variant": "light-tank"}], {"guns": guns})
    shown = play(battle, "f 21 12 o", "111111")
    assert "within one standard base" not in shown
    play(battle, "u")
    shown = play(battle, "f 21 12 o", "666666", "b13,a11")
    assert "within one standard base" in shown.partition("(typed)")[2]
    assert "suppressed beside it: b1-3" in shown, "the first that was marked"


def test_the_dice_of_a_volley_may_be_typed_at_once(begin: Begin, play: Play) -> None:
    battle = begin(FIVE)
    shown = play(battle, "v . 2", "", "", "112113114111122")
    assert [roll.faces for roll in battle.entry(1).rolls] == [(1, 1, 2), (1, 1, 3), (1, 1, 4), (1, 1, 1), (1, 2, 2)]
    assert shown.count("Odds: ") == 1, "whoever typed all dice need not hear what they could have been"
    assert shown.count("Do all of them see their leader") == 1, "what is said of all is asked and told once"


def test_dice_of_shots_that_are_lost_are_given_back(begin: Begin, play: Play) -> None:
    battle = begin(FIVE)
    shown = play(battle, "v . 2", "", "", "112666114111122")
    assert [roll.faces for roll in battle.entry(1).rolls] == [(1, 1, 2), (6, 6, 6)]
    assert "Not needed: 1 1 4 1 1 1 1 2 2" in shown
    assert "shot 5 of 5: a1-5's target is already out, the shot is lost but counts" in shown


def test_no_dice_are_typed_past_a_question(begin: Begin, play: Play) -> None:
    """Each at a target of its own: what the second one stands on is asked after the first dice."""
    battle = begin(FIVE)
    shown = play(battle, "v . e 1 . 2 3 4 5", "", "112113", "112", "f")
    assert "6 dice typed, 3 needed: 3d6." in shown
    assert battle.under_way is not None
    assert [roll.faces for roll in battle.under_way.rolls] == [(1, 1, 2)]


def test_the_models_of_a_volley_fire_in_the_order_in_which_they_are_picked(begin: Begin, play: Play) -> None:
    battle = begin(FIVE)
    shown = play(battle, "v 15,11-13 2", "", "", "112113114111")
    assert shown.count("Do all of them see their leader") == 1, "also where the leader is not the first"
    event = battle.entry(1).event
    assert event is not None
    assert [shot["model"] for shot in event["shots"]] == ["a1-5", "a1-1", "a1-2", "a1-3"]


def test_the_log_tells_what_a_path_crosses_and_what_the_target_stands_on(begin: Begin) -> None:
    battle = begin(GUNNERS)
    shot = {"do": "reactive-fire", "by": "b", "model": "b1-1", "target": "a1-1"}
    for event, dice in (
        ({"do": "move", "by": "a", "model": "a1-1", "path": ["border"]}, []),
        (shot | {"facts": {"terrain": "rough"}}, [1, 1, 1]),
        (
            shot
            | {"do": "direct-fire", "by": "a", "model": "a2-1", "target": "b2-1", "facts": {"next_to_linear": True}},
            None,
        ),
    ):
        battle.play_event(event, dice, NOW)
    told = [entry.story for entry in battle.entries()]
    assert told[0] == "a1-1 moves over 1 border"
    assert (told[1] or "").startswith("b1-1 fires in reaction at a1-1 (rough ground): ")
    assert (told[2] or "").startswith("a2-1 fires at b2-1 (beside a hedge, wall or fence): ")


def test_the_odds_of_a_charge_are_seen_before_the_move(begin: Begin, play: Play) -> None:
    """A leader with three dice against a trooper with two; nobody has moved, and nothing is played."""
    battle = begin(FIVE)
    shown = play(battle, "% c . 1 12", "% c b 11 2")
    assert "A fight: A (Army) would move in; a1-1; b1-2" in shown
    assert "A fight: B (Army) would move in; b1-1; a1-2" in shown
    assert shown.count("679223/851904") == 2
    assert "Do it now?" not in shown
    assert battle.count == 0


def test_the_odds_of_a_charge_are_no_event(begin: Begin) -> None:
    """Machines and logs know nothing of it."""
    game = begin(FIVE).game
    assert list(game.asides) == ["clash"]
    with pytest.raises(Malformed, match='unknown event "clash"'):
        game.check_event({"do": "clash", "by": "a", "models": ["a1-1", "b1-1"]})


def test_armour_dice_that_players_place_have_no_odds_before(begin: Begin, play: Play) -> None:
    tanks = [{"type": "tank", "variant": "light-tank"}]
    shown = play(begin(tanks, {"close_combat": "variant-2"}), "% c a 11 11 . .", "x")
    assert "the players place them round by round, so nothing is known before [TD-R49, TD-CC-10, TD-CC-11]" in shown


def test_a_hedge_is_no_open_ground(begin: Begin, play: Play) -> None:
    """Answers of one value differ in what comes with them."""
    battle = begin(GUNNERS)
    play(battle, "f 11 21 h", "y", "111")
    event = battle.entry(1).event
    assert event is not None
    assert event["facts"]["next_to_linear"]


def test_the_biggest_battle_that_may_be_is_set_up_at_once() -> None:
    """Two thousand units, none of which has a leader: each is looked at once, and not with all the others."""
    units = [{"type": "infantry-unit", "experience": "regular", "maneuverability": "autonomous"}] * 1990
    request = {
        "do": "battle",
        "system": "td",
        "setup": {
            "sides": {
                "a": {"army": {"units": units}, "actions": 20},
                "b": {"army": {"units": [{"type": "hmg"}]}, "actions": 6},
            },
            "resume": {"models": {f"a{number}-1": {"status": "out"} for number in range(1, 1991)}},
        },
        "events": [],
    }
    began = process_time()
    (reply,) = serve([json.dumps(request)])
    assert process_time() - began < 5
    assert json.loads(reply)["ok"]


@pytest.mark.parametrize(("sees", "asked"), [(True, "a1-1 see and aim at?"), (False, "a1-1 aim at?")])
def test_whether_a_spotter_must_see_is_in_its_question(sees: bool, asked: str, begin: Begin, play: Play) -> None:
    battery = [{"type": "off-table-artillery", "size": "light"}]
    assert f"What does {asked}" in play(begin(battery, {"spotter_los": sees}), "i 11 r")


def test_who_sees_its_leader_is_asked_again_when_the_leader_moves(begin: Begin, play: Play) -> None:
    """TD-LEAD-1, TD-LEAD-2: what the leader sees of one target it does not say of another."""
    battle = begin(FIVE)
    play(battle, "f 12 11 y y o : 111", "p 11 .")
    shown = play(battle, "f 12 11", "111", "p 12 .")
    assert "a1-2: sees its leader; b1-1: the leader sees it, open ground (said before; c changes)" in shown
    assert "Does the leader see the target? y yes" in play(battle, "go", "f 12 12 z", "x")
    play(battle, "m 11 y .", "go", "p 12 .", "go")
    assert "Does a1-2 see its leader? (was yes)" in play(battle, "f 12 11", "x")


def test_each_fact_of_a_shot_can_be_changed_at_the_dice(begin: Begin, play: Play) -> None:
    battle = begin(GUNNERS)
    play(battle, "f 11 21 f : 111", "p 11")
    shown = play(battle, "f 11 21", "c stand o", "1111")
    assert "b2-1: open ground (changed; c changes)" in shown
    event = battle.entry(battle.count).event
    assert event is not None
    assert event["facts"] == {"next_to_linear": False, "terrain": "open"}

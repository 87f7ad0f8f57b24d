"""tgf in the hands of people: what is asked and when, what holds, what happens at once, who is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.prompts.lines import Lines

NOW = "2026-05-01T12:00:00Z"
Play = Callable[..., str]
Begin = Callable[..., Battle]


def army(side: str, soldiers: int = 4) -> dict[str, Any]:
    line = {"level": "regular"}
    members = [{"role": "sergeant", "count": 1, **line}, {"role": "soldier", "count": soldiers, **line}]
    return {"name": f"Army {side}", "units": [{"id": f"{side}1", "kind": "squad", "members": members}]}


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a battle of squads of five, in which A goes first."""
    with Store(tmp_path / "battles.sqlite") as store:

        def begin_(sides: str = "ab", units: dict[str, list[Any]] | None = None, **house: Any) -> Battle:
            armies = {side: army(side) for side in sides}
            for side, more in (units or {}).items():
                armies[side]["units"] = more
            players = [{"id": side, "army": found} for side, found in armies.items()]
            battle = Battle.create(store, registry.load("tgf"), "x", {"players": players, "house": house}, NOW)
            battle.play_event({"do": "initiative"}, list(range(20, 20 - len(sides), -1)), NOW)
            if len(sides) == 2:
                battle.play_event({"do": "choose-first", "by": "a", "first": "a"}, [], NOW)
            return battle

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


FIRST = "z 1 f b1-1 30 . . n ."  # a soldier fires: range, in command, as high, in the open, by day


def test_a_move_is_one_key_and_asks_nothing(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "m")
    assert "a1-0 moves up to 9 cm [TGF-MOVE-1]" in shown
    assert battle.state.minis["a1-0"].actions == 2


def test_a_battle_that_ends_tells_its_luck(begin: Begin, play: Play) -> None:
    """Also of the initiative, whose odds are counted in one go and do not ask for the dice that were rolled."""
    battle = begin()
    shown = play(battle, "E", "a", "y")
    assert "A (Army a)\n  dice: 1" in shown
    assert "B (Army b)\n  dice: 1" in shown
    assert "fair mean: 10.50" in shown
    assert "In this game low is good" in shown
    assert luck_of(battle)[1] == []


def test_what_was_said_of_a_shot_holds_for_the_two_until_one_of_them_moves(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", f"{FIRST} : 20", ". 20")
    assert shown.count("a1-1 at b1-1: 30 cm, in command, same height, no cover, day (said before; c changes)") == 1
    assert "regular +1 Assault rifle at short: 8 or less" in shown
    shown = play(battle, "z 2 f b1-1 31 . . n y : 20")
    assert "fire: b1-1 soldier, 31 cm, in command, same height, no cover" in shown, "another soldier is asked"
    assert said_before(shown) == ["day"]
    assert "How far is b1-2 from a1-2, in cm? (CC: base contact) (a number from 0, or CC) >" in play(battle, "f b1-2")
    shown = play(battle, "m", "f b1-1")
    assert "How far is b1-1 from a1-2, in cm? (CC: base contact) (was 31) (a number from 0, or CC) >" in shown


def test_a_blow_in_contact_is_no_distance_of_anybody_else(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 f b1-1 CC . . . . : 20", "f b1-2")
    assert "How far is b1-2 from a1-1, in cm? (CC: base contact) (a number from 0, or CC) >" in shown
    assert said_before(shown) == []


def said_before(shown: str) -> list[str]:
    """What is told as known."""
    ending = " (said before; c changes)"
    return [line.removesuffix(ending) for line in shown.splitlines() if line.endswith(ending)]


def test_what_is_known_is_told_again_after_a_way_back_and_can_be_reached(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    assert said_before(play(battle, "f .")) == ["a1-1 at b1-1: 30 cm, in command, same height, no cover, day"]
    shown = play(battle, "f .", "b", "b", "b", "b", "b", "45")
    back = "How far is b1-1 from a1-1, in cm? (CC: base contact) (a number from 0, or CC) [Enter: 30] > 45"
    assert back in shown
    after = said_before(shown.partition(back)[2])
    assert after == ["a1-1 at b1-1: in command, same height, no cover, day"], "all that follows is told again"


def test_a_soldier_who_was_said_to_be_far_off_stays_so_while_others_are_in_command(begin: Begin, play: Play) -> None:
    """Overwatch names a straggler; when the squad reacts, he alone fires with half his RC (TGF-CMD-2)."""
    battle = begin()
    play(battle, "v", "o 4 : 10 4", "v", "m")
    shown = play(battle, "r 1,4", "f b1-0 35 0 n n : 20", "f b1-0 36 0 n : 20")
    assert said_before(shown) == ["a1-1: in command", "a1-4: out of command; day"]
    event = battle.entry(battle.count).event
    assert event is not None
    assert [one["out_of_command"] for one in event["actions"]] == [False, True]
    assert [one["shot"]["distance"] for one in event["actions"]] == [35, 36]


def test_who_is_known_to_be_far_off_is_proposed_for_the_whole_squad(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 f b1-1 30 y . n . : 20", "o")
    assert "Who is more than 18 cm from the leader?" in shown
    assert "[Enter: a1-1]" in shown


def test_of_another_leader_nobody_has_said_how_far_he_is(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", "o . : 10", "v", "z 1 f a1-0 30 . . n . : 8 9", "a1-2", "10", "m")
    assert battle.state.squads["a1"].leader == "a1-2"
    shown = play(battle, "r a1-1 f b1-1 30")
    assert "Is a1-1 more than 18 cm from a1-2, the leader?" in shown
    assert said_before(shown) == []


def test_that_nobody_sees_a_unit_holds_until_somebody_moves(begin: Begin, play: Play) -> None:
    battle = begin()
    asked = "Is a1 in line of sight of any enemy?"
    shown = play(battle, "v", "z 1 d n", "z 2 d")
    assert "a1: not in sight of any enemy (said before; c changes)" in shown
    shown = play(battle, "m", "z 3 d")
    assert "said before" not in shown
    assert asked in shown


def test_another_unit_that_moves_may_be_nearer_than_the_target(begin: Begin, play: Play) -> None:
    battle = begin("abc")
    nearer = "Which other visible enemy unit within 40 cm of a1-1 is nearer than b1-1?"
    shown = play(battle, "v", "z 1 f b1-1 . 30 . . n . : 20", ". 20")
    assert any("nobody nearer" in line for line in said_before(shown))
    play(battle, "o . : 10", "v", "e", "y", "v 1", "m")
    shown = play(battle, "r a1-1 f b1-1")
    assert "How far is b1-1" not in shown
    assert nearer in shown
    assert said_before(shown) == []


def test_dice_of_twenty_sides_are_typed_ahead(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", f"{FIRST} : 8 9")
    assert [roll.faces for roll in battle.entry(battle.count).rolls] == [(8,), (9,)]
    assert battle.state.minis["b1-1"].dead


def test_a_new_leader_is_asked_for_between_his_death_and_the_morale_die(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 f b1-0 30 . . n . : 8 9 2 10")
    killed, _, after = shown.partition("off the table: b1-0 [TGF-DAM-3]")
    assert "B (Army b): The leader of b1 is dead." in after, "the other player is asked"
    assert "takes over" not in killed
    assert after.index("b1-2 now leads b1") < after.index("LD, 9 or less") < after.index("b1 panics")
    event = battle.entry(battle.count).event
    assert event is not None
    assert event["new_leaders"] == ["b1-2"]
    assert battle.verify().problems == []


def test_who_panics_hears_what_that_means_and_the_board_says_so_until_it_ends(begin: Begin, play: Play) -> None:
    battle = begin()
    duty = "must seek cover within 6 cm or away from the enemy, else go prone and stay"
    shown = play(battle, "v", "z 1 f b1-0 30 . . n . : 8 9 2 10", "e y")
    assert f"b1 {duty} [TGF-PANIC-4]" in shown
    board = " ".join(play(battle, "s").split())
    assert f"leader: b1-2 condition: panicked ({duty} [TGF-PANIC-4]); under fire" in board
    assert board.count(duty) == 1, "only at the squad that is panicked"
    play(battle, "v", "c . : 1")
    assert duty not in " ".join(play(battle, "s").split())


def test_the_only_one_left_takes_over_unasked(begin: Begin, play: Play) -> None:
    battle = begin(units={"b": army("b", 1)["units"]})
    shown = play(battle, "v", "z 1 f b1-0 30 . . n . : 8 9", "20")
    assert "Which miniature takes over (corporal, or else the nearest)? b1-1 soldier (the only choice" in shown


@pytest.mark.medium
def test_enter_has_the_next_one_do_the_same(begin: Begin, play: Play) -> None:
    """A squad of five fires at another: each describes his first shot, the others are Enter and dice."""
    battle = begin()
    play(battle, "v", "f b1-1 30 . n . : 20", ". 20", ". 20")
    for _ in range(4):
        play(battle, ". 30 . . n : 20", ". 20", ". 20")
    shots = [entry.event for entry in battle.entries() if entry.event and entry.event.get("action") == "fire"]
    assert [shot["mini"] for shot in shots] == [f"a1-{at}" for at in range(5) for _ in range(3)]


def test_whoever_is_on_overwatch_is_asked_at_once(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "o . : 10", "v", "m")
    assert "Before the next action?" in shown
    assert "r react" in shown
    shown = play(battle, "r . f . 15 . n . : 20 f . 15 . n 20 p p p")
    assert "a1-1 fires at b1-0" in shown, "at who has moved"
    assert "a1-2: go prone" not in shown
    assert not any(mini.overwatch for mini in battle.state.minis.values())
    assert [mini.id for mini in battle.state.minis.values() if mini.prone] == ["a1-2", "a1-3", "a1-4"]


def test_actions_that_are_not_possible_are_not_listed_and_say_why(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "p", "p", "?")
    listed = shown.partition("a1-0 goes prone")[2]
    assert "Stand up" in listed
    assert "  p  Go prone" not in listed
    assert "That miniature is already prone [TGF-PRONE-1]" in play(battle, "p")
    shown = play(battle, "c")
    assert "Nobody in that squad is panicked [TGF-PANIC-5]" in shown


def test_who_lies_under_a_template_is_asked_when_it_has_hit(begin: Begin, play: Play) -> None:
    line = {"level": "regular", "count": 1}
    team = {
        "id": "am",
        "kind": "artillery-team",
        "members": [{"role": "sergeant", **line}, {"role": "crew", **line, "count": 2}, {"role": "fo", **line}],
        "pieces": ["mortar-80mm"],
    }
    battle = begin(units={"a": [team]})
    play(battle, "v", "O . : 10")
    shown = play(battle, "M 1 b1-1 . 30 . . n . y : 20")
    assert "under the template" not in shown
    shown = play(battle, "M . . . : 7", "b1-1,b1-2", "n s", "e n", "20 20 20 20", "1")
    assert "Which miniatures are under the template?" in shown.partition("(typed)")[2]
    assert "What shelters b1-2?" in shown, "and not as the one before it"
    assert [mini.id for mini in battle.state.minis.values() if mini.dead] == ["b1-1", "b1-2"]


def test_the_board_fits_a_narrow_screen_and_tells_what_is_the_matter(begin: Begin, play: Play) -> None:
    battle = begin("abc")
    play(battle, "v", "o . : 10", "v", "z 1 f a1-1 . 30 . . n . : 8 9", "go", "z 2 a a1-2 y", "")
    shown = play(battle, "s")
    assert "a1 , regular squad" not in shown
    for words in ("A (Army a)", "on overwatch", "aims at a1-2", "under fire", "4 of 5", "C (Army c)"):
        assert words in shown


def test_a_kill_in_the_middle_of_a_shot_keeps_the_dice(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 f b1-0 30 . . n . : 8 9")
    assert "Act under way, with its dice" in shown
    again = Battle.open(battle.store, "x")
    shown = play(again, "3", "9")
    assert "Under way: Act" in shown
    assert again.state.squads["b1"].leader == "b1-3"
    assert not again.state.is_squad_panicked("b1")


def test_an_area_is_laid_on_squads_and_single_miniatures(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "k b1", "f", "e", "n")
    assert "What shelters b1?" in shown
    event = battle.entry(battle.count).event
    assert event is not None
    assert event["on"] == {"b1": {"cover_type": "none", "forest": "edge", "crest": "none"}}
    assert battle.state.strength_on_mini("b1-4") == 2


def test_whoever_may_have_seen_friends_annihilated_is_asked_at_once(begin: Begin, play: Play) -> None:
    second = army("x")["units"]
    battle = begin(units={"b": [*army("b", 1)["units"], *second]})
    shown = play(battle, "v", "A b1 a1 b1-0,b1-1 2", "W")
    assert " W witness (who saw it?); go go on" in shown.rpartition("Before the next action?")[2]
    assert "x1 checks its morale" not in shown, "b1 had two at first"
    assert "x1 b1" in battle.state.witnessed


def test_a_second_squad_may_have_seen_the_same_friends_annihilated(begin: Begin, play: Play) -> None:
    others = [*army("x")["units"], *army("y")["units"]]
    battle = begin(units={"b": [*army("b", 1)["units"], *others]})
    offer = " W witness (who saw it?); go go on"
    assert offer in play(battle, "v", "A b1 a1 b1-0,b1-1 2", "W x1").rpartition("Before the next action?")[2]
    play(battle, "W y1")
    assert battle.state.witnessed == {"x1 b1", "y1 b1"}


def test_after_the_next_action_nobody_has_seen_friends_annihilated(begin: Begin, play: Play) -> None:
    battle = begin(units={"b": [*army("b", 1)["units"], *army("x")["units"]]})
    play(battle, "v", "A b1 a1 b1-0,b1-1 2")
    assert battle.state.gone == ("b1",)
    assert "Friends are annihilated" not in play(battle, "", "m").rpartition("What now?")[2]
    assert battle.state.gone == ()


def test_a_reaction_with_dice_of_its_own_is_kept_and_verified(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", "o . : 10", "v", "m")
    shot = {"action": "fire", "target": "b1-0", "shot": {"distance": 15}}
    actions = [{"mini": "a1-1", **shot, "dice": [20]}, {"mini": "a1-2", **shot, "dice": [9, 1]}]
    event = {"do": "react", "squad": "a1", "to": "move", "actions": actions}
    entry = battle.play_event(event, battle.game.dice_of(event), NOW)
    assert [roll.faces for roll in entry.rolls] == [(20,), (9,), (1,)]
    assert entry.event is not None
    assert "dice" not in entry.event["actions"][0]
    assert battle.verify().problems == []
    assert entry.story == "a1 breaks overwatch: a1-1 fires at b1-0: missed; a1-2 fires at b1-0: 1 hit, saved"


def test_two_seats_have_to_be_taken_and_six_more_may_be() -> None:
    seats = registry.load("tgf").games["battle"].seats
    assert [seat.required for seat in seats({})] == [True, True] + [False] * 6
    eleven = {"players": [{"id": f"p{number}"} for number in range(11)]}
    assert [seat.id for seat in seats(eleven)] == [f"p{number}" for number in range(11)]


def test_which_guns_are_loaded_is_asked_once_and_only_where_there_are_guns() -> None:
    tgf = registry.load("tgf")
    ask = tgf.games["battle"].set_up_question
    line = {"level": "regular"}
    members = [{"role": "sergeant", "count": 1, **line}, {"role": "crew", "count": 3, **line}]
    gun = {"id": "b2", "kind": "gun-crew", "members": members, "pieces": ["anti-tank-gun"]}
    without = {"players": [{"id": side, "army": army(side)} for side in "ab"]}
    with_gun = {"players": [without["players"][0], {"id": "b", "army": {"units": [gun]}}]}
    question = ask(with_gun, tgf)
    assert question is not None
    assert (question.field, [answer.value for answer in question.answers]) == ("loaded", ["b2"])
    assert ask(without, tgf) is None
    assert ask({**with_gun, "loaded": []}, tgf) is None


def last_act(battle: Battle) -> dict[str, Any]:
    event = battle.entry(battle.count).event
    assert event is not None
    return dict(event)


def test_c_at_the_dice_changes_one_fact_and_leaves_the_others(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    before = last_act(battle)
    shown = play(battle, "f .", "c d 30.5", "20")
    line = "a1-1 at b1-1: 30.5 cm (changed), in command, same height, no cover, day (said before; c changes)"
    assert line in shown
    assert last_act(battle) == {**before, "shot": {**before["shot"], "distance": 30.5}}
    assert battle.verify().problems == []


def test_a_line_that_begins_with_a_change_may_end_with_dice(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    assert "Not used" not in play(battle, "f .", "c d 31 : 20")
    assert last_act(battle)["shot"]["distance"] == 31
    shown = play(battle, "z 2 f b1-1 = . y : 20")
    assert "Not used" not in shown
    assert (last_act(battle)["mini"], last_act(battle)["shot"]["distance"]) == ("a1-2", 31)


def test_what_a_line_says_is_told_before_what_it_leads_to(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "m", "f b1-1 x", "e y")
    target = "At which enemy? b1-1 soldier"
    assert shown.index(target) < shown.index("Cancelled; nothing has changed.")
    assert shown.index("End the activation all the same? yes") < shown.index("a1 ends its activation")
    shown = play(battle, "v", "f a1-1 31 . n . : 20")
    assert "fire: a1-1 soldier, 31 cm, same height, no cover, day" in shown


@pytest.mark.parametrize(
    ("typed", "field", "value"),
    [
        ("out y", "out_of_command", True),
        ("higher 5", "height_cm", 5),
        ("night y n", "night", True),
        ("covered h n n n", "cover_pct", 75),
    ],
)
def test_each_fact_that_is_told_can_be_changed(begin: Begin, play: Play, typed: str, field: str, value: object) -> None:
    """By its name or the start of a word of its question; what the new answer leaves open is asked."""
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    before = last_act(battle)
    play(battle, "f .", f"c {typed}", "20")
    after = last_act(battle)
    assert {**after, **after["shot"]}[field] == value
    kept = [one for one in ("distance", "height_cm", "night") if one != field]
    assert [after["shot"][one] for one in kept] == [before["shot"][one] for one in kept]


def test_c_on_the_target_asks_again_what_was_said_of_the_first(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    shown = play(battle, "f .", "c target b1-2", "41", "0", "l n n n", "20")
    assert "How far is b1-2 from a1-1, in cm? (CC: base contact) (a number from 0, or CC) > 41" in shown
    assert "a1-1: in command; day (said before; c changes)" in shown
    event = last_act(battle)
    assert event["target"] == "b1-2"
    assert (event["shot"]["distance"], event["shot"]["cover_pct"]) == (41, 24)


def test_c_changes_an_answer_in_the_middle_of_the_questions(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 f b1-1 30", "c distance 31", "n . n n : 20")
    assert "Is a1-1 more than 18 cm from a1-0, the leader?" in shown.rpartition("in cm? (CC: base contact) 31")[2]
    assert last_act(battle)["shot"]["distance"] == 31


def test_what_names_no_fact_is_chosen_from_a_list_and_b_leaves_all_as_it_was(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    shown = play(battle, "f .", "c nonsense", "b", "c", "dist", "b", "20")
    assert "'nonsense' names nothing that was said here." in shown
    assert "  distance        How far is b1-1 from a1-1, in cm? (CC: base contact) 30" in shown
    assert last_act(battle)["shot"]["distance"] == 30


def test_after_the_dice_what_led_to_them_cannot_be_changed(begin: Begin, play: Play) -> None:
    battle = begin()
    shown = play(battle, "v", "z 1 f b1-1 30 . . n . : 8", "c distance 31", "20")
    assert "There is nothing to change here." in shown
    assert last_act(battle)["shot"]["distance"] == 30


def test_the_next_one_may_say_the_same_of_the_target(begin: Begin, play: Play) -> None:
    """``=`` says what another of the squad said last; whether he is in command is asked of himself."""
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    shown = play(battle, "z 2 f b1-1", "=", "y", "y", "20")
    assert "= as a1-1: 30 cm, same height, no cover" in shown
    assert "Is a1-2 more than 18 cm from a1-0, the leader?" in shown
    assert "a1-2 at b1-1: 30 cm, same height, no cover (as a1-1), day (said before; c changes)" in shown
    event = last_act(battle)
    assert (event["mini"], event["shot"]["distance"], event["out_of_command"]) == ("a1-2", 30, True)
    shown = play(battle, "z 3 f b1-2", "=", "31")
    assert "= takes what another of your side said of the same target. Nobody has." in shown
    assert "[Enter: =" not in shown


def test_all_who_react_may_say_the_same(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", "o . : 10", "v", "m")
    shown = play(battle, "r 1,2,3 f b1-0 30 0 n n : 20 f b1-0 == 20 f b1-0 20")
    assert "a1-3 at b1-0: 30 cm, same height, no cover (as a1-2), in command, day (said before; c changes)" in shown
    assert [one["shot"]["distance"] for one in last_act(battle)["actions"]] == [30, 30, 30]


def test_after_an_undo_of_the_move_all_is_known_again(begin: Begin, play: Play) -> None:
    battle = begin()
    play(battle, "v", f"{FIRST} : 20")
    shown = play(battle, "m", "f b1-1", "x")
    assert "(was 30)" in shown
    assert "a1-1 at b1-1: 30 cm" in play(battle, "u", "f b1-1", "20")

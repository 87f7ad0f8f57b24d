"""The end of a turn, a tie, and whose dice they are, at the table of each game: nothing is lost or rolled unsaid."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.luck import luck_of
from tabletop_cli.prompts.lines import Lines
from tests.cli.battle.terminal import ROOT
from tests.seated import seat_armies

NOW = "2026-05-01T12:00:00Z"
Begin = Callable[[str, dict[str, Any]], Battle]
Play = Callable[..., str]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    with Store(tmp_path / "battles.sqlite") as store:
        yield lambda system, setup: Battle.create(store, registry.load(system), "x", setup, NOW)


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str]) -> Play:
    """What people see who type these lines."""

    def play_(battle: Battle, *lines: str) -> str:
        capsys.readouterr()
        asker = Lines(StringIO("".join(f"{line}\n" for line in (*lines, "q"))), sys.stdout)
        AtTable(battle, asker, Session(plain=True)).play()
        return capsys.readouterr().out

    return play_


# --- tgf ---


def squad(side: str, soldiers: int) -> dict[str, Any]:
    line = {"level": "regular"}
    members = [{"role": "sergeant", "count": 1, **line}, {"role": "soldier", "count": soldiers, **line}]
    unit = {"id": f"{side}1", "kind": "squad", "members": members}
    return {"id": side, "army": {"name": f"Army {side}", "units": [unit]}}


def squads(begin: Begin, soldiers: int = 4) -> Battle:
    """A battle of a squad a side, in which A is the first."""
    battle = begin("tgf", {"players": [squad(side, soldiers) for side in "ab"], "house": {}})
    battle.play_event({"do": "initiative"}, [20, 19], NOW)
    battle.play_event({"do": "choose-first", "by": "a", "first": "a"}, [], NOW)
    battle.play_event({"do": "activate", "squad": "a1"}, [], NOW)
    return battle


def test_tgf_a_tie_is_told_before_both_roll_again(begin: Begin, play: Play) -> None:
    battle = begin("tgf", {"players": [squad(side, 4) for side in "ab"], "house": {}})
    shown = play(battle, "7 7", "20 3")
    first, _, second = shown.partition("a tie; both roll again")
    assert "initiative: first A 1d20, then B 1d20" in first
    assert "initiative: first A 1d20, then B 1d20" in second
    assert {one.side: one.dice for one in luck_of(battle)[0]} == {"A (Army a)": 2, "B (Army b)": 2}


def test_tgf_an_activation_ends_with_actions_only_if_that_is_meant(begin: Begin, play: Play) -> None:
    battle = squads(begin)
    shown = play(battle, "m", "e", "", "n")
    assert "a1-0 has 2 actions, a1-1 3, a1-2 3, a1-3 3 and 1 other. End the activation all the same?" in shown
    assert battle.state.active is not None
    play(battle, "e y")
    assert battle.state.active is None


def test_tgf_nothing_is_asked_when_all_actions_are_used(begin: Begin, play: Play) -> None:
    battle = squads(begin, 1)
    shown = play(battle, "m", *["."] * 5, "e")
    assert "all the same" not in shown
    assert battle.state.active is None


def test_tgf_whoever_is_left_for_another_loses_actions(begin: Begin, play: Play) -> None:
    battle = squads(begin)
    assert "a1-0 has 2 actions. Act all the same?" in play(battle, "m", "z 1 m n")
    assert battle.state.minis["a1-1"].actions == 3
    assert "all the same" not in play(battle, ".", ".", "z 2 m")
    assert battle.state.minis["a1-2"].actions == 2


def test_tgf_a_panicked_squad_is_told_its_duty_again(begin: Begin, play: Play) -> None:
    battle = squads(begin)
    play(battle, "z 1 f b1-0 30 . . n . : 8 9 2 10", "e y", "v b1")
    shown = play(battle, "e n")
    assert "b1 must seek cover within 6 cm or away from the enemy, else go prone and stay, b1-1 has 3 actions" in shown


def test_tgf_the_target_rolls_its_own_saves(begin: Begin, play: Play) -> None:
    battle = squads(begin)
    shown = play(battle, "z 1 f b1-1 30 . . n .", "8", "9")
    assert "a1-1 rolls 1d20: to hit, 8 or less" in shown
    assert "b1-1 rolls 1d20: saves, 7 or less" in shown
    assert {one.side: one.dice for one in luck_of(battle)[0]} == {"A (Army a)": 2, "B (Army b)": 2}


# --- fftt ---


def figures(**units: str) -> dict[str, Any]:
    return {"figures": {one: {"side": one[0], "unit": unit} for one, unit in units.items()}}


def test_fftt_initiative_says_whose_dice_come_first_and_that_it_was_a_tie(begin: Begin, play: Play) -> None:
    battle = begin("fftt", figures(a1="grunt", a2="hq", b1="grunt", b2="hq"))
    shown = play(battle, "i", "6125", "6611")
    first, _, second = shown.partition("A 7, B 7: a tie; both roll again")
    assert "initiative: first A 2d6, then B 2d6" in first
    assert "initiative: first A 2d6, then B 2d6" in second
    assert {one.side: (one.dice, one.shown) for one in luck_of(battle)[0]} == {"A": (4, 19), "B": (4, 9)}


def test_fftt_a_fight_names_both_and_says_that_nobody_won(begin: Begin, play: Play) -> None:
    battle = begin("fftt", figures(a1="grunt", a2="hq", b1="grunt", b2="hq"))
    play(battle, "i", "6611", "f a", "e", "m a1 1 n b1", "", "e", "", "e", "e")
    shown = play(battle, "c a1", "33")
    assert "hand to hand: first b1 1d6, then a1 1d6" in shown
    assert "3 against 3, a tie" in shown


def test_fftt_points_are_lost_only_where_no_later_step_can_use_them(begin: Begin, play: Play) -> None:
    battle = begin("fftt", figures(a1="razor-dog", a2="hq", b1="drone"))
    assert "all the same" not in play(battle, "i", "6611", "f a", *[""] * 4), "the points stay for the next phases"
    shown = play(battle, "", "n")
    assert f"a1 has {battle.state.figures['a1'].ap} AP left. The step is over all the same?" in shown
    assert battle.state.step == "move-first"
    play(battle, "e y")
    assert battle.state.step == "move-second"


# --- tt ---


def patrol(begin: Begin) -> Battle:
    """A battle of two units a side, in which A has four command points."""
    marines = {"faction": "space-marines", "units": [{"id": "cmd", "unit": "command-squad"}]}
    eldar = {"faction": "eldar", "units": [{"id": "seer", "unit": "seer-council"}]}
    battle = begin("tt", {"sides": {"a": marines, "b": eldar}, "first": "a"})
    battle.play_event({"do": "start-turn", "side": "a"}, [4], NOW)
    return battle


def test_tt_a_phase_ends_with_units_that_could_act_only_if_that_is_meant(begin: Begin, play: Play) -> None:
    battle = patrol(begin)
    assert "4 command points are left, not activated: cmd. Next phase all the same?" in play(battle, "p n")
    assert battle.state.phase == "movement"
    play(battle, "p y")
    assert battle.state.phase == "shooting"
    assert "May still shoot: cmd. Next phase all the same?" in play(battle, "p n")


def test_tt_nothing_is_asked_of_units_that_have_acted(begin: Begin, play: Play) -> None:
    battle = patrol(begin)
    battle.play_event({"do": "activate", "acts": [{"unit": "cmd", "do": "stay"}]}, [], NOW)
    shown = play(battle)
    assert battle.state.phase == "shooting"
    assert "all the same" not in shown


# --- du ---


def weir(begin: Begin) -> Battle:
    """The weir with its two decks, in the turn of A, who has four cards."""
    system, folder = registry.load("du"), ROOT / "armies" / "du"
    scenario = tomllib.loads((folder / "scenarios" / "weir.scenario.toml").read_text(encoding="utf-8"))
    decks = [tomllib.loads((folder / f"weir-{name}.toml").read_text(encoding="utf-8")) for name in ("ossel", "tarn")]
    battle = begin("du", dict(seat_armies(system.game, system.scenarios.set_up(scenario), decks)))
    hands = {"a": ["guard-a", "guard-a", "guard-gun", "fog-own", "fog-own"], "b": ["column-a"] * 2 + ["column-b"]}
    hands["b"] += ["captain", "fog-own"]
    battle.play_event({"do": "deal", "drawn": hands}, None, NOW)
    battle.play_event({"do": "bid", "a": "guard-gun", "b": "fog-own"}, [], NOW)
    return battle


def test_du_cards_in_hand_are_counted_and_not_named_before_a_side_is_done(begin: Begin, play: Play) -> None:
    battle = weir(begin)
    side = battle.state.active
    shown = play(battle, "d n")
    assert "has 4 cards in hand. Done all the same?" in shown
    assert "guard-a" not in shown.partition("What now?")[2].partition("all the same?")[2]
    assert battle.state.active == side
    play(battle, "d y")
    assert battle.state.active != side


# --- td ---


def test_td_a_fight_says_whose_dice_come_first_and_a_reaction_who_rolls(begin: Begin, play: Play) -> None:
    army = {"system": "td", "name": "Army", "units": [{"type": "hmg", "count": 2}]}
    battle = begin("td", {"sides": {side: {"army": army, "actions": 40} for side in "ab"}, "house": {}})
    shown = play(battle, "m 11 .", "a b11 a11 .", "1111", "c . 11", "61")
    assert "B rolls " in shown
    assert "close combat: first A 1d6, then B 1d6" in shown
    assert "all the same" not in shown, "no action is lost: nobody can pass"

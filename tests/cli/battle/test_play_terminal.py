"""A battle in a real pseudo-terminal: menus, plain lines, wrong keys, Ctrl-C, kill -9, two windows; and in a pipe."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pexpect
import pytest

from tests.cli.battle.terminal import ARMIES, ROOT, Spawn, ended, say, tabletop

pytestmark = pytest.mark.slow


def test_plain_lines_wrong_keys_ctrl_c_resume_undo_verify(play: Spawn) -> None:
    child = play("--plain")
    say(
        child,
        "What now?",
        "dance",
        "'dance' is not possible here",
        "m",
        "Which model?",
        "b9",
        "'b9' is not possible here",
        "a1-2",
        "What does the straight path of a1-2 cross",
        "river",
        "is not known",
        "border",
        "Before the next action?",
        "a",
        "Which model?",
        "b3-1 o",
        "3d6",
        "51",
        "2 dice typed, 3 needed",
        "5116",
        "4 dice typed, 3 needed",
        "517",
        "die 3 shows 7",
        "511",
        "1 hit, pinned; stopped.  w why",
        "",
    )
    child.expect_exact("What now?")
    child.sendintr()
    child.expect_exact("Saved up to entry 2.")
    assert ended(child) == 130

    child = play("--plain")
    child.expect_exact("Last: 2")
    say(child, "What now?", "w", "pinned [TD-FIRE-4]", "m a1-3")
    child.expect_exact("What does the straight path of a1-3 cross")
    child.sendintr()
    assert ended(child) == 130

    child = play("--plain")
    say(child, "What now?", "u", "You are asking for a new roll", "y", "Redone:", "q")
    child.expect_exact("Saved up to entry 4.")
    assert ended(child) == 0
    assert "Everything fits" in tabletop("battle", "verify")


def test_menus_arrows_filter_marks_and_dice(play: Spawn) -> None:
    child = play()
    child.expect_exact("What now?")
    child.send("m a1-2 .\r")
    child.expect_exact("go on")
    child.send("\x1b[A")  # opens the list at `go on`
    child.expect_exact("none of these")
    child.send("\x1b[A\x1b[A\r")  # up from there to reactive fire
    child.expect_exact("The Wire Cutters")
    child.send("b3-1\r")
    child.expect_exact("trooper (the only choice)")
    child.expect_exact("depression")
    child.send("swamp\r")
    child.expect_exact("is not possible here")
    child.send("?\r")
    child.expect_exact("TD-COVER-1")
    child.send("open ground\r")  # in words
    child.expect_exact("Odds: missed")
    child.send("%\r")
    child.expect_exact("1/27")
    child.send("51\r")
    child.expect_exact("2 dice typed, 3 needed")
    child.send("511\r")
    child.expect_exact("1 hit, pinned")
    child.expect_exact("What now?")
    child.send("g a1\r")
    child.expect_exact("Which models move?")
    child.send("a1-3 \x1b[B \r")  # space marks what is typed or pointed at
    child.expect_exact("models) a1-3, a1-4")
    child.send("\x1b")  # Escape gives up
    child.expect_exact("Cancelled; nothing has changed.")
    child.expect_exact("What now?")
    child.sendeof()
    child.expect_exact("Saved up to entry 2.")
    assert ended(child) == 0


def test_kill_9_loses_nothing_that_was_shown(play: Spawn) -> None:
    child = play("--plain")
    say(child, "What now?", "m a1-2 .", "Before the next action?", "a b3-1 o : 511", "w why", "f a4-1")
    child.expect_exact("At which enemy")
    shown = child.before or ""
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    again = tabletop("battle", "play", typed="q\n")
    assert "Last: 2  " in again
    log = tabletop("battle", "log")
    assert len(re.findall(r"^\d+  ", log, re.MULTILINE)) == 2
    assert "A 1/12   B 1/12" in shown
    assert "A 1/12   B 1/12" in again
    assert "Everything fits" in tabletop("battle", "verify")


def test_two_windows_on_one_battle(play: Spawn) -> None:
    first, second = play("--plain"), play("--plain")
    first.expect_exact("What now?")
    second.expect_exact("What now?")
    say(first, "> ", "m a1-2 .", "A 1/12", "go")
    say(second, "> ", "m a1-3 .")
    second.expect_exact("another window has played event 1")
    second.expect_exact("Meanwhile, in another window:")
    second.expect_exact("a1-2 moves")
    say(second, "Before the next action?", "go m b3-1 .", "A 1/12   B 1/12", "q")
    say(first, "What now?", "l", "Meanwhile, in another window:", "q")
    assert (ended(first), ended(second)) == (0, 0)
    assert "Everything fits" in tabletop("battle", "verify")


def test_a_whole_game_through_a_pipe(home: Path) -> None:
    tabletop("battle", "new", "td", *ARMIES, "--actions", "3", "--name", "short")
    moves = "m b3-1 .", "m a1-3 .", "m b3-2 .", "m a1-4 .", "m b3-3 ."
    game = ["m a1-2 .", "c . b1-2", "6622", *(line for move in moves for line in (move, "")), ""]
    shown = tabletop("battle", "play", "--plain", typed="".join(f"{line}\n" for line in game))
    assert "attacker loses nothing; defender 2 dice [TD-CC-7]" in tabletop("battle", "log", "--verbose")
    assert "take it off the table" in tabletop("battle", "log", "--verbose")
    assert "The battle is over." in shown
    commitment = re.search(r"commitment: ([0-9a-f]{64})", shown)
    seed = re.search(r"seed: ([0-9a-f]{32})", shown)
    assert commitment and seed
    verified = tabletop("battle", "verify")
    assert commitment[1] in verified
    assert seed[1] in verified
    assert "Problem" not in shown


def test_the_end_of_the_input_is_polite(battle: str) -> None:
    shown = tabletop("battle", "play", typed="m a1-2")
    assert "Saved up to entry 0." in shown


def test_the_demo_asks_nothing(home: Path) -> None:
    shown = tabletop("demo")
    assert "veteran-raiders" not in shown
    assert "Night Shift of the Truffle Hounds" in shown
    assert "wins: = at = = at" in shown
    assert not home.exists()


def test_the_lists_in_the_air_are_asked_for_as_such(home: Path, start: Spawn) -> None:
    folder = "armies/du/"
    grounds = [f"{folder}ridge-halver.toml", f"{folder}ridge-drune.toml"]
    child = start("battle", "new", "du", *grounds, "--setup", f"{folder}scenarios/ridge.scenario.toml", "--plain")
    say(child, "A: Which aerial list?", "ridge-halver-air", "B: Which aerial list?", "ridge-drune-air")
    child.expect_exact("cards sealed as")


def test_a_new_battle_asks_for_what_is_missing(home: Path, start: Spawn) -> None:
    child = start("battle", "new", "--plain")
    say(
        child,
        "Which game system?",
        "td",
        "A: Which army?",
        "green-h",
        "B: Which army?",
        "f",
        "Army file:",
        ARMIES[1],
        "A: How many actions",
        "?",
        "the rulebook's example is 50",
        "many",
        "is not a whole number",
        "12",
        "[Enter: 12]",
        "",
    )
    child.expect_exact("dice sealed as")
    child.expect_exact("tabletop battle play green-horde-v-veteran-raiders")
    assert ended(child) == 0


def test_a_new_battle_can_be_given_up(home: Path, start: Spawn) -> None:
    child = start("battle", "new", "td")
    child.expect_exact("another file")
    child.send("\x1b")
    child.expect_exact("no battle was begun")
    assert ended(child) == 2


def test_ctrl_c_says_that_no_battle_was_begun(home: Path, start: Spawn) -> None:
    child = start("battle", "new", "td")
    child.expect_exact("another file")
    child.sendintr()
    child.expect_exact("no battle was begun")
    ended(child)
    assert json.loads(tabletop("battle", "list", "--format", "json")) == {"battles": []}


def test_a_new_battle_asks_who_starts_aboard(home: Path, start: Spawn) -> None:
    armies = [str(ROOT / f"armies/tt/{name}.toml") for name in ("marines-column", "marines-riders")]
    child = start("battle", "new", "tt", *armies, "--plain", "-n", "column")
    say(
        child,
        "A: Who starts aboard a transport?",
        "?",
        "[TT-SETUP-3]",
        "a2-tactical-squad",
        "In which transport does a2-tactical-squad First Squad start?",
        "a6-rhino",
        "B: Who starts aboard a transport?",
        "",
    )
    child.expect_exact("dice sealed as")
    assert ended(child) == 0
    units = json.loads(tabletop("battle", "status", "column", "--format", "json"))["state"]["units"]
    assert {name for name, unit in units.items() if unit["status"] == "loaded"} == {"a2-tactical-squad"}

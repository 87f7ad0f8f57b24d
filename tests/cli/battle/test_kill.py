"""Whatever ends the program: dice that somebody has seen are on the table again, in every window."""

from __future__ import annotations

import random
import re
import signal
import subprocess

import pexpect
import pytest

from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tests.cli.battle.terminal import ROOT, TABLETOP, Spawn, ended, say, tabletop

pytestmark = pytest.mark.slow

SHOWN = re.compile(r"^\S.*: (\d \d \d)(?: \(typed\))?$", re.MULTILINE)
VOLLEY = "v . e 1 . 2 3 4 5"  # each at a target of its own: the ground is asked before the dice of each shot
ENTER = [""] * 10  # for five shots


@pytest.fixture(autouse=True)
def full_detail(five: str) -> None:
    """Every roll is told, also that which was typed."""
    tabletop("battle", "play", typed="full\nq\n")


def on_disk() -> tuple[list[str], list[str]]:
    """The rolls in the log, and those of the event under way, as they are shown."""
    with open_store(Session()) as store:
        battle = open_battle(store, "five")
        logged = [roll for entry in battle.entries() for roll in entry.rolls]
        rolling = battle.under_way.rolls if battle.under_way else ()
    return tuple([" ".join(map(str, roll.faces)) for roll in rolls] for rolls in (logged, rolling))  # type: ignore[return-value]


def test_kill_9_in_the_middle_of_a_volley(five: str, start: Spawn) -> None:
    child = start("battle", "play", "--plain")
    say(child, "What now?", VOLLEY, "b1-1 stand on?", "", "Enter: the program", "516")
    say(child, "b1-2 stand on?", "", "Enter: the program", "")
    child.expect_exact("b1-3 stand on?")
    shown = SHOWN.findall((child.before or "").replace("\r", ""))
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    kept = ["5 1 6", *shown]
    assert len(kept) == 2
    assert on_disk() == ([], kept)

    assert f"under way: Group fire (a1 infantry-unit), dice {', '.join(kept)}" in tabletop("battle", "status")
    refused = subprocess.run(
        [*TABLETOP, "battle", "undo"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=20
    )
    assert (refused.returncode, "Group fire is under way: its first dice are on the table" in refused.stderr) == (
        1,
        True,
    )
    assert "finish it first: tabletop battle play" in refused.stderr
    again = tabletop("battle", "play", typed="\n!\n\n\nq\n")
    assert f"Warning: Under way: Group fire (a1 infantry-unit), dice {', '.join(kept)}." in again
    before, _, after = again.partition("b1-3 stand on?")
    assert SHOWN.findall(before) == kept
    assert "b1-2 stand on?" not in again, "that was answered before the dice"
    assert "Used: A 5/40   B 0/40" in after
    assert on_disk() == ([*kept, *SHOWN.findall(after)], [])
    assert "Everything fits" in tabletop("battle", "verify")


def test_ten_kills_at_random(five: str) -> None:
    """Nothing that was seen is lost, and nothing falls otherwise when it is tried again."""
    chance = random.Random(9)
    rolling: list[str] = []
    broken_off = 0
    for number in range(10):
        volley = VOLLEY.replace("1 . 2", f"{number % 5 + 1} . 2")
        shown = killed([*(ENTER if rolling else ()), "u", volley, *ENTER], chance.randint(20, 120))
        logged, rolling = on_disk()
        everything = iter([*logged, *rolling])
        assert all(faces in everything for faces in shown), f"kill {number + 1}: {shown} of {logged} and {rolling}"
        broken_off += bool(rolling)
    assert broken_off > 1, "some kills came in the middle of an event"
    tabletop("battle", "play", typed="".join(f"{line}\n" for line in (*ENTER, "q")))
    assert on_disk()[1] == []
    assert "Everything fits" in tabletop("battle", "verify")


def killed(lines: list[str], after: int) -> list[str]:
    """The rolls that were seen by whoever typed these lines until the program was killed, `after` lines of it."""
    with subprocess.Popen(
        [*TABLETOP, "battle", "play", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
    ) as program:
        assert program.stdin and program.stdout
        program.stdin.write("".join(f"{line}\n" for line in lines))
        program.stdin.flush()
        shown = "".join(program.stdout.readline() for _ in range(after))
        program.kill()
        shown += program.stdout.read()
    return SHOWN.findall(shown)


def test_two_windows_on_an_event_under_way(five: str, start: Spawn) -> None:
    first = start("battle", "play", "--plain")
    say(first, "What now?", VOLLEY, "b1-1 stand on?", "", "Enter: the program", "111")
    first.expect_exact("b1-2 stand on?")
    second = start("battle", "play", "--plain")
    second.expect_exact("Under way: Group fire (a1 infantry-unit), dice 1 1 1.")
    for at in range(2, 6):
        say(second, f"b1-{at} stand on?", "", "Enter: the program", "222")
    say(second, "Used: A 5/40", "q")
    assert ended(second) == 0
    first.send("\r")
    say(first, "Enter: the program", "666")
    first.expect_exact("another window")
    first.expect_exact("Meanwhile, in another window:")
    say(first, "What now?", "q")
    assert ended(first) == 0
    assert on_disk() == (["1 1 1", *["2 2 2"] * 4], [])
    assert "Everything fits" in tabletop("battle", "verify")

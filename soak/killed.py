"""Kill -9 in the middle of battles: dice that somebody has seen are in the log, or on the table again."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session

ROOT = Path(__file__).parents[1]
TABLETOP = [sys.executable, "-m", "tabletop_cli"]
KILLS = 300
FIVE = """\
system = "td"
name = "{0}"
budget = 5

[[units]]
type = "infantry-unit"
experience = "regular"
maneuverability = "lead"
"""
SHOWN = re.compile(r"^\S.*: (\d \d \d)(?: \(typed\))?$", re.MULTILINE)
ENTER = [""] * 10  # for five shots


def run(share: float, seed: int) -> Iterator[tuple[str, int, int]]:
    """Kills of `battle play` in volleys, and what was seen and is not kept; then whether all of it verifies."""
    chance = random.Random(seed)
    with open_store(Session()) as store:
        folder = store.path.parent
    for name in ("ann", "bob"):
        (folder / f"{name}.toml").write_text(FIVE.format(name), encoding="utf-8")
    armies = [str(folder / f"{name}.toml") for name in ("ann", "bob")]
    _tabletop("battle", "new", "td", *armies, "--actions", "90", "--name", "five")
    lost = midway = 0
    many = max(1, round(KILLS * share))
    rolling: list[str] = []
    for number in range(many):
        volley = f"v . e {number % 5 + 1} . 2 3 4 5"
        shown = _killed([*(ENTER if rolling else ()), "u", volley, *ENTER], chance.randint(20, 120))
        logged, rolling = _kept()
        everything = iter([*logged, *rolling])
        lost += sum(faces not in everything for faces in shown)
        midway += bool(rolling)
    _tabletop("battle", "play", typed="".join(f"{line}\n" for line in (*ENTER, "q")))
    yield f"kills of play ({midway} with dice on the table), rolls seen and lost", many, lost
    yield "everything fits afterwards", 1, int("Everything fits" not in _tabletop("battle", "verify"))


def _kept() -> tuple[list[str], list[str]]:
    """The rolls in the log, and those of the event under way, as they are shown."""
    with open_store(Session()) as store:
        battle = open_battle(store, "five")
        logged = [" ".join(map(str, roll.faces)) for entry in battle.entries() for roll in entry.rolls]
        under_way = battle.under_way
    return logged, [" ".join(map(str, roll.faces)) for roll in under_way.rolls] if under_way else []


def _killed(lines: list[str], after: int) -> list[str]:
    """The rolls that were seen until the program was killed, `after` lines of what it shows."""
    words = [*TABLETOP, "battle", "play", "--plain"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, text=True, cwd=ROOT, **pipes) as program:  # type: ignore[call-overload]
        program.stdin.write("".join(f"{line}\n" for line in lines))
        program.stdin.flush()
        shown = "".join(program.stdout.readline() for _ in range(after))
        program.kill()
        shown += program.stdout.read()
    return SHOWN.findall(shown)


def _tabletop(*words: str, typed: str = "") -> str:
    ran = subprocess.run([*TABLETOP, *words], input=typed, capture_output=True, text=True, check=False, cwd=ROOT)
    return ran.stdout

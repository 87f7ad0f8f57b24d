"""Whatever ends the program, a campaign counts nothing twice and loses nothing, its battles with it."""

from __future__ import annotations

import json
import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.fight import fight_linked_game
from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tabletop_cli.core.errors import StoreLocked
from tests.cli.battle.terminal import ROOT, TABLETOP, tabletop

pytestmark = pytest.mark.slow
MAP = "armies/fftt/maps/red-river.setup.toml"
INSIDE = "river-week1-Lantern-Thornfield"
NOW = "2026-05-01T12:00:00Z"
ATTACK: tuple[dict[str, Any], ...] = (
    {"do": "order", "dice": [6, 1]},
    {"do": "move", "army": "Lantern", "path": ["Long-Bridge", "Thornfield"]},
    {"do": "respond", "by": "teo", "action": "fight"},
)
SHOTS: tuple[dict[str, Any], ...] = (
    {"do": "initiative", "dice": [6, 6, 1, 1]},
    {"do": "choose-first", "by": "nadia", "first": "nadia"},
    {"do": "fire", "figure": "Lantern-2", "target": "Swarm-1", "distance": 9, "dice": [1, 2]},
    {"do": "fire", "figure": "Swarm-6", "target": "Lantern-3", "distance": 9, "dice": [1, 2]},
    {"do": "next"},
    {"do": "surrender", "side": "teo"},
)


@pytest.fixture
def river(home: Path) -> Path:
    """A campaign in which Lantern attacks Thornfield, and teo fights."""
    tabletop("campaign", "new", "fftt", "--setup", MAP, "--name", "river")
    play("river", "campaign", *ATTACK)
    return home


@pytest.fixture
def fought(river: Path) -> Path:
    """The battle is over, with a dead drone and a wounded grunt; the campaign does not know of it yet."""
    tabletop("campaign", "fight", "river")
    play(INSIDE, "battle", *SHOTS)
    return river


def play(name: str, kind: str, *events: dict[str, Any]) -> None:
    with open_store(Session()) as store:
        battle = open_battle(store, name, kind)
        for event in events:
            battle.play_event({key: one for key, one in event.items() if key != "dice"}, event.get("dice"), NOW)


def kept() -> dict[str, Any]:
    """All games by name: their state, and what was played, when and notes left aside."""
    with open_store(Session()) as store:
        games = [open_battle(store, one.header.name, one.header.kind) for one in store.list_battles()]
        return {
            game.header.name: (
                json.dumps(game.game.view(game.state), sort_keys=True),
                [
                    (dict(one.event), [roll.faces for roll in one.rolls], one.story, one.inside)
                    for one in game.entries()
                    if one.event
                ],
            )
            for game in games
        }


def killed_before(statement: int, *words: str) -> bool:
    """Whether a command was killed just before it wrote to its store for this time, rather than had ended."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.cli.battle.killed", str(statement), *words],
        capture_output=True,
        check=False,
        cwd=ROOT,
        timeout=30,
    )
    assert ran.returncode in (0, -signal.SIGKILL), ran.stderr
    return ran.returncode != 0


def at_every_statement(home: Path, *words: str) -> list[dict[str, Any]]:
    """What is kept after a command was killed before it first wrote something, then the second time, to its end."""
    before, found = home.with_name(f"{home.name}-before"), []
    shutil.copytree(home, before)
    alive = True
    while alive:
        shutil.rmtree(home)
        shutil.copytree(before, home)
        alive = killed_before(len(found) + 1, *words)
        found.append(kept())
    return found


def seeds() -> dict[str, str]:
    with open_store(Session()) as store:
        return {one.header.name: one.header.seed for one in store.list_battles()}


def test_a_battle_begins_once_however_often_the_program_dies(river: Path) -> None:
    before = kept()
    after = at_every_statement(river, "campaign", "fight", "river")
    assert {len(games) for games in after} == {1, 2}
    assert all(games["river"] == before["river"] for games in after)
    begun = seeds()
    assert begun.keys() == {"river", INSIDE}
    tabletop("campaign", "fight", "river")
    assert seeds() == begun, "it is taken up again"


def test_a_result_is_counted_once_however_often_the_program_dies(fought: Path) -> None:
    """Between the end of the battle and its place in the campaign, and at each step of that.

    What proves which battle it is the result of comes with it or not at all.
    """
    before = kept()
    after = at_every_statement(fought, "campaign", "fight", "river")
    whole = after[-1]
    assert len(after) > 3 and {repr(games) for games in after} == {repr(before), repr(whole)}
    assert [event["do"] for event, *_ in whole["river"][1]] == ["order", "move", "respond", "battle"]
    state = json.loads(whole["river"][0])
    assert {one: player["vp"] for one, player in state["players"].items()} == {"nadia": 1, "teo": 0}
    assert state["places"]["Thornfield"]["owner"] == "nadia" and "Swarm" not in state["armies"]
    grunts = [one for one in state["armies"]["Lantern"]["units"] if one["unit"] == "grunt"]
    assert grunts == [{"unit": "grunt", "count": 5}, {"unit": "grunt", "count": 1, "xp": 1}], "and experience is kept"
    tabletop("campaign", "fight", "river", code=2)
    assert repr(kept()) == repr(whole)
    assert "Everything fits" in tabletop("campaign", "verify", "river")


def test_the_result_waits_for_whoever_comes_back(fought: Path) -> None:
    """A death before it begins loses nothing either, and undoing it counts nothing twice."""
    assert killed_before(1, "campaign", "fight", "river")
    for _ in range(2):
        tabletop("campaign", "fight", "river")
        counted = kept()["river"][0]
        tabletop("campaign", "undo", "river")
    tabletop("campaign", "redo", "river")
    assert kept()["river"][0] == counted
    assert json.loads(counted)["players"]["nadia"]["vp"] == 1


def test_two_windows_take_the_same_result(fought: Path) -> None:
    with open_store(Session()) as one, open_store(Session()) as other:
        first, second = open_battle(one, "river", "campaign"), open_battle(other, "river", "campaign")
        fight_linked_game(Session(plain=True), one, first, [])
        with pytest.raises(StoreLocked):
            fight_linked_game(Session(plain=True), other, second, [])
    assert json.loads(kept()["river"][0])["players"]["nadia"]["vp"] == 1


HAZARD = re.compile(r"^hazard: (\d \d)$", re.MULTILINE)


def test_ten_kills_of_a_march_through_a_hazard(home: Path) -> None:
    """The dice that somebody has seen count; the losses are owed as long as they are not paid, and only once."""
    tabletop("campaign", "new", "fftt", "--setup", MAP, "--name", "river")
    play("river", "campaign", {"do": "order", "dice": [6, 1]})
    chance = random.Random(4)
    lines = ["m Anvil Saltpan", "", "", "", "q"]
    seen: set[str] = set()
    for _ in range(10):
        seen |= set(HAZARD.findall(shown_until_killed(lines, chance.randint(10, 60))))
        rolls = [roll for _, rolls, *_ in kept()["river"][1][1:] for roll in rolls]
        under_way = json.loads(tabletop("campaign", "status", "river", "-f", "json"))["under_way"] or {"rolls": []}
        known = {" ".join(map(str, roll)) for roll in (*rolls, *(one["faces"] for one in under_way["rolls"]))}
        assert seen <= known and len(known) <= 1
    assert seen, "some kills came after the dice"
    assert "Everything fits" in tabletop("campaign", "verify", "river")


def shown_until_killed(lines: list[str], after: int) -> str:
    """What was seen by whoever typed these lines until the program was killed, `after` lines of it."""
    with subprocess.Popen(
        [*TABLETOP, "campaign", "play", "--plain"],
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
        return shown + program.stdout.read()

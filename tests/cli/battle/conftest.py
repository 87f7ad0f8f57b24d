"""Battles by commands and at a real terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.battle.river import ATTACK, MAP, played
from tests.cli.battle.terminal import ARMIES, Spawn, spawned, tabletop
from tests.cli.conftest import Tabletop as Run

if TYPE_CHECKING:
    import pexpect

MOVE = ("move", "by=a", "model=a1-2", "path=border")
SHOT = ("reactive-fire", "by=b", "model=b1-4", "target=a1-2", "facts.terrain=rough", "--dice", "512")


@pytest.fixture
def run(tabletop: Run) -> Run:
    """Run a command with some text on stdin."""
    return tabletop


@pytest.fixture
def battle(home: Path) -> str:
    tabletop("battle", "new", "td", *ARMIES, "--actions", "12", "--name", "friday")
    return "friday"


@pytest.fixture
def friday(run: Run) -> Run:
    """A battle called friday in which a model has moved, was shot at, and both were undone but the move."""
    assert run("battle", "new", "td", *ARMIES, "--actions", "20", "--name", "friday").code == 0
    for words in (("do", "friday", *MOVE), ("do", "friday", *SHOT), ("undo",), ("note", "friday", "rough", "it is")):
        assert run("battle", *words).code == 0
    assert run("battle", "do", "friday", *SHOT[:-1], "116").code == 0
    return run


@pytest.fixture
def start() -> Iterator[Spawn]:
    """Start a command in a pseudo-terminal of a hundred columns, where menus are possible."""
    started: list[pexpect.spawn[str]] = []

    def start_(*words: str) -> pexpect.spawn[str]:
        started.append(spawned(*words))
        return started[-1]

    yield start_
    for child in started:
        child.close(force=True)


@pytest.fixture
def play(battle: str, start: Spawn) -> Spawn:
    """Start `battle play`."""
    return lambda *words: start("battle", "play", *words)


FIVE = """
system = "td"
name = "{name}"
budget = 5

[[units]]
type = "infantry-unit"
experience = "regular"
maneuverability = "lead"
"""


@pytest.fixture
def five(home: Path, tmp_path: Path) -> str:
    """A battle of two units of five."""
    files = []
    for name in ("ann", "bob"):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(FIVE.format(name=name), encoding="utf-8")
    tabletop("battle", "new", "td", *map(str, files), "--actions", "40", "--name", "five")
    return "five"


@pytest.fixture
def river(run: Run) -> Run:
    """A campaign in which Lantern attacks Thornfield, and teo fights."""
    assert run("campaign", "new", "fftt", "--setup", MAP, "--name", "river").code == 0
    played("river", "campaign", *ATTACK)
    return run

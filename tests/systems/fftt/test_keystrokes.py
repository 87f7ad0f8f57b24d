"""How many keys fftt takes at a real terminal: a phase in which four figures a side shoot, its dice typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.cli.battle.terminal import Spawn, spawned, tabletop
from tests.cli.battle.test_keystrokes import ENTER, MENU, Hands, told

ARMY = """
system = "fftt"
budget = 15
faction = "marines"
units = [{ unit = "hq", count = 1 }, { unit = "grunt", count = 4 }]
"""


@pytest.fixture
def start() -> Iterator[Spawn]:
    """Start a command in a pseudo-terminal."""
    started: list[pexpect.spawn[str]] = []

    def start_(*words: str) -> pexpect.spawn[str]:
        started.append(spawned(*words))
        return started[-1]

    yield start_
    for child in started:
        child.close(force=True)


@pytest.fixture
def hands(home: Path, tmp_path: Path, start: Spawn) -> Hands:
    file = tmp_path / "four.toml"
    file.write_text(ARMY, encoding="utf-8")
    tabletop("battle", "new", "fftt", str(file), str(file), "--name", "four")
    for event in (["initiative", "--dice", "6611"], ["choose-first", "by=a", "first=a"]):
        tabletop("battle", "do", "four", *event)
    return Hands(start("battle", "play", "four"))


def shoots(hands: Hands, first: str, *others: str) -> None:
    """The first says how far it is; the others do as it did."""
    hands.type(MENU, f"{ENTER}")
    hands.type("(or type the cm)", first + ENTER)
    for faces in others:
        hands.type(MENU, faces + ENTER)


def test_a_phase_of_eight_shots_with_typed_dice(hands: Hands) -> None:
    shoots(hands, "sc 34", "66", "66", "43")
    shoots(hands, "l 66", "65", "12", "66")
    hands.type("movement of A", ENTER)
    hands.type("movement of B", ENTER)
    hands.type("general fire", f"e{ENTER}")
    hands.see("phase 2")
    told("a phase of eight shots, faces included", hands.keys, 40)

"""How many keys FFTT takes at a real terminal: four figures a side shoot in a phase, Enter and faces counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.battle.terminal import spawned, tabletop
from tests.cli.battle.test_keystrokes import ENTER, MENU, Hands, told

FIVE = """
system = "fftt"
name = "{name}"
faction = "marines"
budget = 15
units = [{{ unit = "hq", count = 1 }}, {{ unit = "grunt", count = 4 }}]
"""
pytestmark = pytest.mark.slow


@pytest.fixture
def hands(home: Path, tmp_path: Path) -> Iterator[Hands]:
    files = []
    for name in ("ann", "bob"):
        files.append(str(tmp_path / f"{name}.toml"))
        Path(files[-1]).write_text(FIVE.format(name=name), encoding="utf-8")
    tabletop("battle", "new", "fftt", *files, "--name", "five")
    tabletop("battle", "do", "five", "initiative", "--dice", "6611")
    tabletop("battle", "do", "five", "choose-first", "by=a", "first=a")
    child = spawned("battle", "play", "five")
    found = Hands(child)
    found.type("light fire", f"e{ENTER}")
    found.type("movement of A (ann)", ENTER)
    found.type("movement of B (bob)", ENTER)
    yield found
    child.close(force=True)


def shoot(hands: Hands, first: str, *others: str) -> None:
    """The first of a side says how far it is; the others shoot at the same and say how far they are, or as they say."""
    hands.type(MENU, ENTER)
    hands.type("How far is", first + ENTER)
    for line in others:
        hands.type(MENU, line + ENTER)


def test_a_phase_in_which_four_figures_a_side_shoot(hands: Hands) -> None:
    """All fire in general fire; the steps in which nobody can act need no key."""
    shoot(hands, "sc:34", ". sc:66", ". sc:66", ". sc:43")
    shoot(hands, "l:66", ". l:65", ". l:12", ". l:66")
    hands.see("hand to hand is over")
    hands.see("Turn 1, phase 2: light fire")
    told("a phase with eight shots, faces included", hands.keys, 62)


def test_a_phase_in_which_some_shoot_at_others_or_from_farther_off(hands: Hands) -> None:
    shoot(hands, ".:66", ". .:66", ". .:66", "f a5 4 lc:66")
    shoot(hands, ".:66", ". .:66", ". .:66", ". lc:66")
    hands.see("Turn 1, phase 2: light fire")
    told("a phase with eight shots, two unlike the others, without the faces", hands.keys - 16, 49)

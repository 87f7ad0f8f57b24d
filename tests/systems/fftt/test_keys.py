"""How many keys FFTT takes at a real terminal: four figures a side, Enter counted, dice typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.cli.battle.terminal import spawned, tabletop

ENTER = "\r"
MENU = "What now?"
FIVE = """
system = "fftt"
name = "{name}"
faction = "marines"
budget = 15

[[units]]
unit = "hq"
count = 1

[[units]]
unit = "grunt"
count = 4
"""


class Hands:
    """Somebody at the table whose keys are counted."""

    def __init__(self, child: pexpect.spawn[str]) -> None:
        self._child = child
        self.keys = 0

    def type(self, waits_for: str, keys: str) -> None:
        self._child.expect_exact(waits_for)
        self._child.send(keys)
        self.keys += len(keys)

    def see(self, text: str) -> None:
        self._child.expect_exact(text)


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
    yield Hands(child)
    child.close(force=True)


@pytest.mark.slow
def test_a_phase_in_which_four_figures_a_side_shoot(hands: Hands) -> None:
    """All fire in general fire, some at others than the one before; the steps in which nobody can act need no key."""
    faces = 0
    hands.type("light fire", f"e{ENTER}")
    hands.type("movement of A (ann)", ENTER)
    hands.type("movement of B (bob)", ENTER)
    for side, foe in (("a", "b"), ("b", "a")):
        for at in (2, 3, 4, 5):
            other = f"f {side}{at} {foe}4{ENTER}"  # at somebody else than the one before
            hands.type(f"Fire: {side}{at} Grunt", other if (side, at) == ("a", 5) else ENTER)
            hands.type("How far is", f"lc{ENTER}" if at == 5 else ENTER)
            hands.type("the program rolls", f"66{ENTER}")
            faces += 2
    hands.see("nobody fights")
    hands.see("Turn 1, phase 2: light fire")
    keys = hands.keys - faces
    print(f"a phase with eight shots: {keys} keys, and {faces} faces of dice")
    assert keys <= 40

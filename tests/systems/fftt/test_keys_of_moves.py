"""How many keys moves and duels of FFTT take at a real terminal, Enter counted; what nobody says is not asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.battle.terminal import spawned, tabletop
from tests.cli.battle.test_keystrokes import ENTER, MENU, Hands, told

LIST = 'system = "fftt"\nname = "{name}"\nfaction = "{faction}"\nbudget = 15\nunits = [{units}]\n'
DOGS = '{ unit = "queen", count = 1 }, { unit = "razor-dog", count = 11 }'
GRUNTS = '{ unit = "hq", count = 1 }, { unit = "grunt", count = 14 }'
WINDOW = "Before the next action?"
pytestmark = pytest.mark.slow


@pytest.fixture
def hands(home: Path, tmp_path: Path) -> Iterator[Hands]:
    """The movement step of the dogs, who move first."""
    files = []
    for name, faction, units in (("ann", "marines", GRUNTS), ("bob", "insectoids", DOGS)):
        files.append(str(tmp_path / f"{name}.toml"))
        Path(files[-1]).write_text(LIST.format(name=name, faction=faction, units=units), encoding="utf-8")
    tabletop("battle", "new", "fftt", *files, "--name", "pack")
    tabletop("battle", "do", "pack", "initiative", "--dice", "6611")
    tabletop("battle", "do", "pack", "choose-first", "by=a", "first=b")
    tabletop("battle", "do", "pack", "next")
    child = spawned("battle", "play", "pack")
    found = Hands(child)
    found.see("movement of B (bob)")
    yield found
    child.close(force=True)


def test_a_move_over_open_ground(hands: Hands) -> None:
    hands.type(MENU, f"m 9 2{ENTER}")
    hands.type(WINDOW, ENTER)
    hands.see(MENU)
    told("a move, and nobody fires", hands.keys, 7)


def test_a_charge(hands: Hands) -> None:
    hands.type(MENU, f"m 9 2 a6{ENTER}")
    hands.see("first round is compulsory")
    hands.type(WINDOW, ENTER)
    hands.see(MENU)
    told("a charge, and nobody fires", hands.keys, 10)


def test_a_duel_with_two_action_points_each(hands: Hands) -> None:
    hands.type(MENU, f"m 9 2 a6{ENTER}")
    hands.type(WINDOW, ENTER)
    for _ in ("movement of B", "movement of A", "general fire"):
        hands.type(MENU, f"e{ENTER}")
    before = hands.keys
    hands.type("c hand to hand", f"c b9 2{ENTER}")
    hands.see("1d6, then b9 1d6")
    told("a duel with 2 AP each, without its dice", hands.keys - before, 7)

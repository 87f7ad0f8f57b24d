"""How many keys an action takes at a real terminal: ids in their shortest way, Enter counted, dice typed.

A unit of five led infantry models stands against another; the faces of typed dice are keys, too.
"""

from __future__ import annotations

import pexpect
import pytest

from tests.cli.battle.terminal import Spawn

pytestmark = pytest.mark.slow

ENTER = "\r"
MENU = "What now?"


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
def hands(five: str, start: Spawn) -> Hands:
    return Hands(start("battle", "play", five))


def told(what: str, keys: int, most: int) -> None:
    print(f"{what}: {keys} keys, {most} at most")
    assert keys <= most


def test_a_single_move(hands: Hands) -> None:
    """A trooper, nothing in the way, nobody reacts: the next action's key is enough."""
    hands.type(MENU, f"m 2{ENTER}")
    hands.type("Does a1-2 see its leader?", ENTER)
    hands.type("Does the leader see where it goes?", ENTER)
    hands.type("What does the straight path of a1-2 cross", ENTER)
    hands.see("Before the next action?")
    told("a single move", hands.keys, 8)


def test_a_shot_with_typed_dice(hands: Hands) -> None:
    hands.type(MENU, f"f 1 2{ENTER}")
    hands.type("What does b1-2 stand on?", ENTER)
    hands.type("the program rolls", f"516{ENTER}")
    hands.see("a1-1 fires at b1-2")
    told("a shot with three typed dice", hands.keys, 11)


def test_a_volley_of_five_with_typed_dice(hands: Hands) -> None:
    faces = "112213112216456"
    hands.type(MENU, f"v . 2{ENTER}")
    hands.type("does it see every target?", ENTER)
    hands.type("What does b1-2 stand on?", ENTER)
    hands.type("the program rolls", faces + ENTER)
    hands.see("fires a volley")
    told("a volley of five, without the faces themselves", hands.keys - len(faces), 12)


def test_the_first_round_of_a_close_combat(hands: Hands) -> None:
    faces = "6655443322155443322116"
    hands.type(MENU, f"g .{ENTER}")
    hands.type("does it see where they go?", ENTER)
    hands.type("straight path of each of them cross", ENTER)
    before = hands.keys
    hands.type("Before the next action?", f"c . 11-15{ENTER}")
    hands.type("the program rolls", faces + ENTER)
    hands.see("the program rolls")  # the dice of round 2
    told("the first round of a close combat, five against five", hands.keys - before, 33)

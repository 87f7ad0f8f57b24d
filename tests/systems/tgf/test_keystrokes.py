"""tgf at a real terminal: a battle of three with typed d20s, how many keys an action takes, a kill amid seen dice."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tests.cli.battle.terminal import ROOT, Spawn, spawned, tabletop
from tests.cli.battle.test_keystrokes import ENTER, MENU, Hands, told

pytestmark = pytest.mark.slow

ARMIES = [str(ROOT / f"armies/tgf/triangle-{colour}.toml") for colour in ("red", "blue", "grey")]


@pytest.fixture
def bridge(home: Path) -> str:
    """Three armies; A (red) begins."""
    tabletop("battle", "new", "tgf", *ARMIES, "--name", "bridge", "--set", "loaded=[]")
    tabletop("battle", "do", "bridge", "initiative", "--dice", "20 3 4")
    return "bridge"


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
def hands(bridge: str, start: Spawn) -> Hands:
    found = Hands(start("battle", "play", bridge))
    found.type(MENU, f"v 1{ENTER}")
    found.see("rc1 Toll Keepers is activated")
    found.keys = 0
    return found


def shoots_first(hands: Hands) -> None:
    """The first shot of a squad at another describes the table."""
    hands.type(MENU, f"z 1 f bc1-1 . 45 . . n . : 20{ENTER}")
    hands.see("missed.")


def test_a_single_move(hands: Hands) -> None:
    hands.type(MENU, f"m{ENTER}")
    hands.see("rc1-0 moves up to 9 cm")
    told("a single move", hands.keys, 2)


def test_a_shot_with_typed_dice(hands: Hands) -> None:
    shoots_first(hands)
    before = hands.keys
    hands.type(MENU, f"f .:5 20{ENTER}")
    hands.see("fires at bc1-1: 1 hit")
    told("a shot with two typed dice, at a squad that was fired at before", hands.keys - before, 9)


def test_a_squad_of_five_fires_at_one_squad(hands: Hands) -> None:
    """One shot each, from where he stands; that whoever has fired is left with his other actions is asked."""
    shoots_first(hands)
    first = hands.keys
    for mini in range(2, 6):
        hands.type(MENU, f", . 45 ..:20{ENTER}")
        hands.type("has 2 actions. Act all the same?", f"y{ENTER}")
        hands.see(f"rc1-{mini} fires at bc1-1")
    told("the other four of a squad of five, without the faces", hands.keys - first - 4 * 2, 56)


def test_a_squad_of_five_fires_with_all_its_actions(hands: Hands) -> None:
    shoots_first(hands)
    first = hands.keys
    for shot in range(14):
        command = "" if shot == 2 else ". "  # the leader is always in command
        from_where = "" if shot < 2 or (shot - 2) % 3 else f" . 45 {command}. n"
        hands.type(MENU, f".{from_where}:20{ENTER}")
        hands.see("missed.")
    told("fourteen more shots of a squad of five, without the faces", hands.keys - first - 14 * 2, 84)


def test_a_move_into_contact_and_a_blow(hands: Hands) -> None:
    """With whom, then the blow with Enter: in command, as high, in the open and with nobody else."""
    hands.type(MENU, f"z 1 i bc1-2{ENTER}")
    hands.see("rc1-1 moves into contact with bc1-2")
    before = hands.keys
    hands.type(MENU, f". . .:20{ENTER}")
    hands.see("missed.")
    told("a blow after a move into contact, without the faces", hands.keys - before - 2, 7)


def test_initiative_of_three_is_typed_at_once(home: Path, start: Spawn) -> None:
    tabletop("battle", "new", "tgf", *ARMIES, "--name", "three", "--set", "loaded=[]")
    hands = Hands(start("battle", "play", "three"))
    hands.type("the program rolls", f"14 3 20{ENTER}")  # it is due, and stands at its dice at once
    hands.see("initiative: ")
    hands.type(MENU, f"v 1{ENTER}")
    hands.see("gc1")


def test_kill_9_between_a_hit_and_its_save(bridge: str, start: Spawn) -> None:
    child = start("battle", "play", bridge)
    hands = Hands(child)
    hands.type(MENU, f"v 1{ENTER}")
    hands.type(MENU, f"z 1 f bc1-0 . 45 . . n . : 5{ENTER}")
    hands.see("saves, 8 or less")
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    assert "under way: Act (rc1-1, fire, bc1-0), dice 5" in tabletop("battle", "status")
    again = tabletop("battle", "play", typed="9\n3\n20\nq\n")
    assert "Under way: Act (rc1-1, fire, bc1-0), dice 5" in again
    assert "bc1-3 now leads bc1" in tabletop("battle", "log", "--verbose")
    with open_store(Session()) as store:
        battle = open_battle(store, bridge)
        assert [roll.faces for roll in battle.entry(battle.count).rolls] == [(5,), (9,), (20,)]
    assert "Everything fits" in tabletop("battle", "verify")

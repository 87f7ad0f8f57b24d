"""Lists of one game: what the system says of them stands in the list that it is about, with its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.setup import SetupDraft
from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.open_list import Opened, check_match, open_army
from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.core.system import System

ARMIES = Path(__file__).parents[3] / "armies"
HORDE, RAIDERS = ARMIES / "td/green-horde.toml", ARMIES / "td/veteran-raiders.toml"


def unlike(lists: Sequence[Any]) -> Iterator[tuple[int, Problem]]:
    """No two lists may have the same name; here they must."""
    for at, _ in enumerate(lists[1:], 1):
        yield at, Problem("TD-X1", "another name than the first", "write it", ("name",))


@pytest.fixture
def td() -> System:
    """td, with such a rule."""
    plain = registry.load("td")
    muster = replace(plain.muster, match=unlike)
    return replace(plain, muster_from=lambda: muster)


def opened(path: Path, system: System) -> Opened:
    return replace(open_army(path), system=system)


def test_what_does_not_fit_stands_in_its_list_with_its_line(td: System) -> None:
    first, second = check_match([opened(HORDE, td), opened(RAIDERS, td)])
    assert first == ()
    line = next(at for at, text in enumerate(RAIDERS.read_text().splitlines(), 1) if text.startswith("name ="))
    assert [(one.code, one.line) for one in second] == [("TD-X1", line)]


def test_a_system_without_such_a_rule_says_so() -> None:
    with pytest.raises(Malformed, match="no rule about which lists can play together"):
        check_match([open_army(HORDE), open_army(RAIDERS)])


def test_lists_of_two_systems_are_of_no_game(td: System) -> None:
    other = open_army(ARMIES / "tgf/salt-levy.toml")
    with pytest.raises(Malformed, match="play together"):
        check_match([opened(HORDE, td), other])


def test_a_battle_tells_what_does_not_fit(td: System) -> None:
    draft = SetupDraft(td, td.game)
    draft.seat_armies([HORDE, RAIDERS])
    told = [one for one in draft.remarks() if "TD-X1" in one]
    assert len(told) == 1 and told[0].startswith(f"{RAIDERS}:") and told[0].endswith("another name than the first")

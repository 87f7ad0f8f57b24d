"""Twelve lines of TOML, and the table knows a unit of one's own: from validate to verify, in every such system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.cli.conftest import Tabletop


class Own(NamedTuple):
    """A unit of one's own: its catalogue, a list, how a battle of two such lists begins, and events of it.

    tells    what a roster with odds says of the unit
    shot     an event by it at one of its kind, with dice
    told     what is said after that
    """

    catalogue: str
    army: str
    set_up: tuple[str, ...]
    tells: tuple[str, ...]
    shot: dict[str, Any]
    told: tuple[str, ...]


OWN = {
    "td": Own(
        """\
system = "td"
[guns.siege-howitzer]
name = "Siege howitzer"
armour_penetrating = true
direct_fire_dice = 6
kill_potential = 3
armour_penetration = 3
reload = 0
[vehicles.assault-gun]
name = "Assault gun"
like = "light-tank"
gun = "siege-howitzer"
""",
        'units = [{ type = "tank", variant = "assault-gun" }]',
        ("--actions", "9"),
        ("Assault gun [4 points]", "siege howitzer: 32% infantry"),
        {"do": "direct-fire", "by": "a", "model": "a1-1", "target": "b1-1", "dice": [4, 2]},
        ("Siege howitzer: armour penetration 3 [TD-AV-1]", "more than armour 4: destroyed"),
    )
}


@pytest.fixture(params=OWN)
def own(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Own, Path]:
    """A unit of one's own, and a folder with its catalogue and its list."""
    system = str(request.param)
    found = OWN[system]
    (tmp_path / "own.catalogue.toml").write_text(found.catalogue)
    head = f'system = "{system}"\nname = "The Anvil"\ncatalogue = "own.catalogue.toml"\n'
    (tmp_path / "anvil.toml").write_text(head + found.army)
    return found, tmp_path


def test_it_is_not_much_to_write(own: tuple[Own, Path]) -> None:
    assert len(own[0].catalogue.splitlines()) <= 12


@pytest.mark.medium
def test_it_stands_on_every_roster(own: tuple[Own, Path], tabletop: Tabletop) -> None:
    found, folder = own
    army = folder / "anvil.toml"
    assert "legal" in tabletop("validate", army).out
    text = tabletop("roster", army, "--odds").out
    assert [words for words in found.tells if words not in text] == []
    for name in ("anvil.html", "anvil.pdf"):
        assert tabletop("roster", army, "-o", folder / name).code == 0
        assert (folder / name).stat().st_size > 10_000


def test_it_fights_after_its_file_is_gone(own: tuple[Own, Path], tabletop: Tabletop, request: Any) -> None:
    """It fires and is fired at; that is undone and done again, exported, imported and verified."""
    found, folder = own
    army, copy = folder / "anvil.toml", folder / "hill.jsonl"
    system = request.node.callspec.params["own"]
    assert tabletop("battle", "new", system, army, army, *found.set_up, "--name", "hill").code == 0
    (folder / "own.catalogue.toml").unlink()
    told = tabletop("battle", "do", "hill", json.dumps(found.shot))
    assert [words for words in found.told if words not in told.out] == [], told
    assert tabletop("battle", "undo", "hill").code == 0
    assert tabletop("battle", "do", "hill", json.dumps(found.shot)).code == 0
    assert tabletop("battle", "export", "hill", "-o", copy).code == 0
    assert tabletop("battle", "import", copy, "--name", "copy").code == 0
    assert "Everything fits" in tabletop("battle", "verify", "copy").out


def test_mistakes_in_it_are_all_told_with_their_lines(tmp_path: Path, tabletop: Tabletop) -> None:
    wrong = OWN["td"].catalogue.replace("reload = 0", "reload = -1").replace("light-tank", "light-tnak")
    (tmp_path / "own.catalogue.toml").write_text(wrong.replace("kill_potential", "kill_potentail"))
    (tmp_path / "anvil.toml").write_text('catalogue = "own.catalogue.toml"\nsystem = "td"\n' + OWN["td"].army)
    told = tabletop("validate", tmp_path / "anvil.toml")
    lines = ("toml:6: ", "did you mean kill_potential", "toml:8: ", "toml:11: ", "did you mean light-tank")
    assert told.code == 2
    assert [words for words in lines if words not in told.out] == []

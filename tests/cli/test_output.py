"""What people see, word for word: a golden file for each command."""

from __future__ import annotations

import re

import pytest

from ..conftest import Golden
from .conftest import Tabletop

ILLEGAL = "tests/systems/td/illegal"

SEEN = {
    "help.txt": "--help",
    "help-battle.txt": "battle",
    "help-campaign.txt": "campaign --help",
    "help-validate.txt": "validate --help",
    "help-resolve.txt": "resolve --help",
    "help-direct-fire.txt": "resolve td direct-fire --help",
    "resolvers.txt": "resolve td",
    "systems.txt": "systems",
    "catalogue-heavy-tank.txt": "catalogue td heavy tank",
    "rules-rule.txt": "rules td TD-FIRE-3",
    "rules-ruling.txt": "rules td r10",
    "rules-switch.txt": "rules td reload-scope",
    "rules-search.txt": "rules td kill potential",
    "validate.txt": f"validate {ILLEGAL}/a15-one-point-over.toml armies/td/green-horde.toml",
    "validate.github.txt": f"validate {ILLEGAL}/a15-one-point-over.toml -f github",
    "validate.csv": f"validate {ILLEGAL}/a15-one-point-over.toml armies/td/green-horde.toml -f csv",
    "validate.json": f"validate {ILLEGAL}/a15-one-point-over.toml -f json",
    "roster.txt": "roster armies/td/green-horde.toml",
    "roster.md": "roster armies/td/green-horde.toml -f markdown",
    "roll.txt": "roll 3d6 --dice 416",
    "roll-count.txt": "roll 4d6>=5 --dice 5,6,1,2",
    "roll-test.json": "roll 2d6 7- --dice 35 -f json",
    "roll-odds.txt": "roll 3d6>=5 --odds",
    "resolve.txt": "resolve td direct-fire weapon=hmg --target.terrain rough --dice 5 2 6",
    "resolve.json": "resolve td direct-fire weapon=hmg --target.terrain rough --dice 526 -f json",
    "resolve-columns.txt": "resolve td cc-round attacker.cc=3 defender.cc=2 --dice 64253",
    "resolve-illegal.txt": "resolve td direct-fire weapon=heavy-gun",
    "odds.txt": "odds td direct-fire weapon=hmg --target.large",
    "odds.json": "odds td direct-fire weapon=hmg -f json",
    "odds.csv": "odds td direct-fire weapon=hmg -f csv",
    "odds-vary.txt": "odds td direct-fire weapon=hmg --vary target.terrain=open,rough",
    "odds-vary.csv": "odds td cc-fight attacker.cc=3 --vary defender.cc=2..4 -f csv",
    "odds-vary.json": "odds td direct-fire weapon=hmg --vary target.large=yes,no -f json",
}


WORDED = re.compile(r'"(text|why)": "[^"]*"')  # what explains, in JSON


@pytest.mark.parametrize("name", SEEN)
def test_seen(name: str, tabletop: Tabletop, golden: Golden) -> None:
    ran = tabletop(*SEEN[name].split())
    golden(name, WORDED.sub(r'"\1": "~"', ran.out), words=False)
    assert ran.err == ""


def test_everything_has_an_end(tabletop: Tabletop) -> None:
    """The whole index and the whole catalogue: long, but every rule and no empty page."""
    index = tabletop("rules", "td")
    assert index.code == 0
    assert "TD-CC-6" in index.out
    assert "armour_hold" in index.out
    whole = tabletop("catalogue", "td", "--format", "json")
    assert whole.code == 0
    assert whole.out.startswith("[")


def test_plain_may_stand_anywhere(tabletop: Tabletop) -> None:
    front = tabletop("--plain", "roll", "3d6", "--dice", "111")
    behind = tabletop("roll", "3d6", "--plain", "--dice", "111")
    assert front == behind
    assert front.code == 0


def test_nothing_typed_shows_the_help(tabletop: Tabletop) -> None:
    assert tabletop() == tabletop("--help")


def test_version(tabletop: Tabletop) -> None:
    from tabletop_cli import __version__

    assert tabletop("--version").out == f"tabletop {__version__}\n"


def test_completion_is_offered_by_name(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabletop_cli.cli.complete import resolvers_like, systems_like

    assert systems_like("t") == ["td", "tgf", "tt"]
    assert [name for name, _ in resolvers_like("td", "cc-r")] == ["cc-round"]
    assert resolvers_like("nosuch", "") == []


@pytest.mark.parametrize("words", ["space-marines", "Space Marines", "space marines"])
def test_a_faction_is_found_by_the_id_that_files_say(words: str, tabletop: Tabletop) -> None:
    ran = tabletop("catalogue", "tt", words)
    assert ran.code == 0, ran.err
    assert ran.out.startswith('Space Marines\nfaction = "space-marines"')
    assert "eldar" not in ran.out.casefold()

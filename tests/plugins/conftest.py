"""Three Kings as the only game that is installed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.system import System
from tests.cli.conftest import Tabletop, tabletop  # noqa: F401 - a fixture
from tests.plugins.three_kings import SYSTEM

THREE = {"players": [{"id": "ann"}, {"id": "bob"}, {"id": "cyd"}]}
DEALT = [{"do": "deal", "by": by, "dice": [card]} for by, card in (("ann", "king"), ("bob", "king"), ("cyd", "knave"))]
LIST = 'system = "kings"\nname = "Kings"\n'


@pytest.fixture
def kings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> System:
    """The program finds the game, and nothing else."""
    monkeypatch.setattr(registry, "load", lambda name: SYSTEM)
    monkeypatch.setattr(registry, "system_ids", lambda: ("kings",))
    return SYSTEM


@pytest.fixture
def table(kings: System, tabletop: Tabletop) -> Callable[..., str]:  # noqa: F811
    """A command about a game of three, of one trick, that has begun; what it shows."""

    def run(*words: object, typed: str = "", code: int = 0) -> str:
        ran = tabletop("--plain", "battle", *words, typed=typed)
        assert ran.code == code, ran.out + ran.err
        return ran.out + ran.err

    run("new", "kings", "--players", "ann,bob,cyd", "--hand", 1, "--name", "k")
    return run


def asked(table: Callable[..., str], *lines: str) -> str:
    return table("play", "k", typed="".join(f"{line}\n" for line in lines))

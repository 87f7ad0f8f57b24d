"""A tiny game of sums at the table, played by typed lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.system import System
from tabletop_cli.prompts.lines import Lines
from tests.cli.battle import fakegame

NOW = "2026-05-01T12:00:00Z"
Play = Callable[..., str]


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    built = fakegame.build(tmp_path)
    monkeypatch.setattr(registry, "load", lambda _: built)
    return built


@pytest.fixture
def battle(system: System, tmp_path: Path) -> Iterator[Battle]:
    with Store(tmp_path / "battles.sqlite") as store:
        yield Battle.create(store, system, "sums", {"army": {}, "goal": 5}, NOW)


@pytest.fixture
def play(battle: Battle, capsys: pytest.CaptureFixture[str]) -> Play:
    """Play with these typed lines; what was shown, with a `|` before every line that came from the prompts."""

    def play_(*lines: str, at: Battle | None = None) -> str:
        asker = Lines(StringIO("".join(f"{line}\n" for line in lines)), sys.stdout)
        AtTable(at or battle, asker, Session(plain=True), TableSettings("full")).play()
        return capsys.readouterr().out

    return play_

"""Battles of single figures of FFTT, and what people see who play them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.battle.table_settings import TableSettings
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.prompts.lines import Lines

NOW = "2026-05-01T12:00:00Z"
START = ("i", "6611", "f a")
Play = Callable[..., str]
Begin = Callable[..., Battle]


def figures(**units: Any) -> dict[str, Any]:
    """``a1="grunt"``, or with more: ``a1=("grunt", {"flank": "left"})``."""
    return {
        one: {"side": one[0], **({"unit": unit} if isinstance(unit, str) else {"unit": unit[0], **unit[1]})}
        for one, unit in units.items()
    }


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begin a battle of single figures."""
    with Store(tmp_path / "battles.sqlite") as store:

        def begin_(units: dict[str, Any], name: str = "x", **more: Any) -> Battle:
            return Battle.create(store, registry.load("fftt"), name, {"figures": units, **more}, NOW)

        yield begin_


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str]) -> Play:
    """What people see who type these lines."""

    def play_(battle: Battle, *lines: str) -> str:
        capsys.readouterr()
        asker = Lines(StringIO("".join(f"{line}\n" for line in (*lines, "q"))), sys.stdout)
        AtTable(battle, asker, Session(plain=True), TableSettings("full")).play()
        return capsys.readouterr().out

    return play_


def last(battle: Battle, do: str) -> dict[str, Any]:
    """The last event of a kind in the log."""
    events = [dict(one.event) for one in battle.entries() if one.event is not None]
    return next(event for event in reversed(events) if event["do"] == do)

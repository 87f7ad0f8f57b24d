"""Running commands through the program's own boundary, in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.__main__ import main

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command left: exit code, stdout, stderr."""

    code: int
    out: str
    err: str


Tabletop = Callable[..., Ran]


@pytest.fixture
def tabletop(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tabletop:
    """Run a command in the project's folder, with some text on stdin."""
    monkeypatch.chdir(ROOT)

    def run(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", StringIO(typed))
        code = main(list(map(str, words)))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits at the terminal and can be asked."""
    monkeypatch.setattr("tabletop_cli.cli.dice.rulings.at_terminal", lambda: True)

"""The examples of every --help work as they stand, in a folder with the examples that come along."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli.cli.app import COMMANDS, load_command

from .conftest import Tabletop


def examples(tabletop: Tabletop) -> Iterator[str]:
    """The lines of all helps that begin a command, without what is said beside it."""
    inside = {name: getattr(load_command(name), "commands", {}) for name in COMMANDS}
    for words in [(), *((name,) for name in inside), *((name, one) for name in inside for one in inside[name])]:
        _, _, shown = tabletop(*words, "--help").out.partition("Example:\n")
        yield from (re.split(r" {3,}", line.strip())[0] for line in shown.splitlines() if " tabletop " in f" {line}")


def test_windows_understands_the_quotes(tabletop: Tabletop) -> None:
    """``cmd.exe`` knows double quotes alone, and neither it nor PowerShell has ``<`` and a home folder ``~``."""
    strange = [line for line in examples(tabletop) if re.search(r"'|`| <|~|\\$", line)]
    assert strange == []


@pytest.mark.medium
def test_examples_work_as_they_stand(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each begins with the examples as they came; what plays a battle that somebody has begun is left out."""
    lines = [
        line for line in examples(tabletop) if not re.search(r"tabletop (battle|campaign) (?!new|run)| \||--help", line)
    ]
    monkeypatch.chdir(tmp_path)
    wrong = []
    for line in lines:
        (tmp_path / "horde.toml").unlink(missing_ok=True)
        assert tabletop("examples", "--to", ".", "--force").code == 0
        ran = tabletop(*shlex.split(line.partition(" > ")[0])[1:])
        if ran.code == 2 and "SYSTEM" not in line and "CODE" not in line:
            wrong.append(f"$ {line}\n{ran.err}")
    assert len(lines) > 50
    assert wrong == []

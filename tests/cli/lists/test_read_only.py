"""A list that is write-protected, as people freeze one that was handed in, is not written by any command."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ..conftest import ROOT, Tabletop


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    path = Path(shutil.copy(ROOT / "armies/td/green-horde.toml", tmp_path / "frozen.toml"))
    path.chmod(0o444)
    return path


@pytest.mark.parametrize(
    "words",
    [
        ("add", "FILE", "hmg"),
        ("remove", "FILE", "1"),
        ("set", "FILE", "budget=99"),
        ("house", "FILE", "gap=normal-turn"),
        ("edit", "FILE"),
        ("roster", "armies/td/battle-group.toml", "-o", "FILE", "-f", "text"),
        ("suggest", "FILE", "--budget", "20", "--apply", "1"),
    ],
)
def test_it_stays_as_it_is(words: tuple[str, ...], frozen: Path, tabletop: Tabletop) -> None:
    before = frozen.read_bytes()
    path = frozen.rename(frozen.with_suffix(".txt")) if words[0] == "roster" else frozen
    ran = tabletop(*(str(path) if word == "FILE" else word for word in words), typed="a hmg 1\nq\n")
    assert ran.code == 2
    assert f"{path} is read-only" in ran.err and "chmod u+w" in ran.err
    assert path.read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o444


def test_through_a_link_too(frozen: Path, tmp_path: Path, tabletop: Tabletop) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(frozen)
    before = frozen.read_bytes()
    assert tabletop("set", link, "budget=99").code == 2
    assert link.is_symlink() and frozen.read_bytes() == before


def test_looking_at_it_is_fine(frozen: Path, tabletop: Tabletop) -> None:
    assert tabletop("validate", frozen).code == 0
    assert tabletop("set", frozen, "budget=99", "--dry-run").code == 0


def test_a_list_that_is_frozen_meanwhile_is_said(frozen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from io import StringIO

    from tabletop_cli.cli.lists.builder import Builder
    from tabletop_cli.cli.session import Session
    from tabletop_cli.core.lists.draft import Draft
    from tabletop_cli.prompts.lines import Lines

    before = frozen.read_bytes()
    Builder(Draft(frozen), Lines(StringIO("a hmg 1\nq\n"), StringIO()), Session(plain=True)).run()
    assert f"Not possible: {frozen} is read-only" in capsys.readouterr().out
    assert frozen.read_bytes() == before


@pytest.mark.parametrize("name", ["battles.sqlite", "battles.sqlite-wal", "link"])
def test_where_battles_are_kept_no_roster_is_written(name: str, home: Path, tabletop: Tabletop) -> None:
    army = "armies/td/green-horde.toml"
    assert tabletop("battle", "new", "td", army, army, "--actions", "9", "--name", "friday").code == 0
    (home / "link").symlink_to(home / "battles.sqlite")
    for words in (("roster", army, "-o"), ("roster", army, "-f", "html", "-o"), ("share", army, "--qr-file")):
        ran = tabletop(*words, home / name)
        assert ran.code == 2
    assert (
        "in which tabletop keeps all battles"
        in tabletop("roster", army, "-f", "text", "-o", home / "battles.sqlite").err
    )
    assert "friday" in tabletop("battle", "list").out
    assert tabletop("battle", "check").code == 0

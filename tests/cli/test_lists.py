"""`validate` and `roster` on the files that people have: good, wrong, broken, hostile, many."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from .conftest import ROOT, Tabletop

HOSTILE = 'system = "td"\nname = "\\u001b[31mEvil\\u0007 [red]Name[/red] | `x` <b> \\u202e"\nbudget = 1\n'
UNITS = '[[units]]\ntype = "hmg"\nname = "\\u001b]0;title\\u0007 [bold]gun"\n'


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE + UNITS + UNITS)
    return path


def test_folders_are_searched(tabletop: Tabletop) -> None:
    ran = tabletop("validate", "armies")
    assert ran.code == 0
    assert "green-horde.toml (The Honey Fungus Horde): legal, 8 of 8 points" in ran.out
    assert ran.out.splitlines()[-1].endswith("legal")


def test_every_illegal_list_is_found(tabletop: Tabletop) -> None:
    files = sorted((ROOT / "tests/systems/td/illegal").glob("*.toml"))
    ran = tabletop("validate", "tests/systems/td/illegal", "--format", "json")
    report = json.loads(ran.out)
    assert ran.code == 1
    assert report["summary"] == {"files": len(files), "legal": 0, "illegal": len(files), "unreadable": 0}
    for found, path in zip(report["files"], files, strict=True):
        assert found["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
        assert all(problem["line"] for problem in found["problems"])
        assert all(problem["hint"] for problem in found["problems"])


def test_budget_is_that_of_the_day(tabletop: Tabletop) -> None:
    ran = tabletop("validate", "armies/td/green-horde.toml", "--budget", "7.5")
    assert ran.code == 1
    assert "illegal, 8 of 7 1/2 points" in ran.out
    assert "TD-A15" in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("system = ", "broken.toml:1: bad-syntax: broken TOML"),
        ('system = "td"\nunits = [\n', "broken TOML"),
        ("", "the army names no system"),
        ("system = 7", "system: 7 is not text"),
        ('system = "nosuch"', "unknown game system"),
        ('system = "td"\nbudget = "lots"\n', "broken.toml:2: bad-army: budget"),
        ('system = "td"\nunits = 3\n', "bad-army"),
        ('system = "td"\n[house]\nnosuch = 1\n', "broken.toml:3: bad-house"),
        ("x = " + "[" * 100 + "]" * 100, "nested"),
        ("x = " + "[" * 3000 + "]" * 3000, "nested too deeply"),
        ("x = 1" + "0" * 5000, "broken TOML"),
        ("#" * 1_000_001, "more than 1,000,000 bytes"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, said: str, tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text)
    ran = tabletop("validate", path)
    assert ran.code == 2
    assert said in ran.out
    assert "unreadable" in ran.out
    assert ran.err == ""
    roster = tabletop("roster", path)
    assert roster.code == 2
    assert roster.out == ""
    assert roster.err.startswith("error: ")


def test_bytes_that_are_no_text(tabletop: Tabletop, tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9t\xe9"')
    ran = tabletop("validate", tmp_path)
    assert ran.code == 2
    assert "not UTF-8 text (byte 8)" in ran.out


def test_worst_result_counts(tabletop: Tabletop, tmp_path: Path) -> None:
    """Unreadable before illegal before legal, and the good files are checked all the same."""
    (tmp_path / "broken.toml").write_text("=")
    illegal = "tests/systems/td/illegal/a15-one-point-over.toml"
    ran = tabletop("validate", illegal, tmp_path, "armies/td/green-horde.toml")
    assert ran.code == 2
    assert ran.out.splitlines()[-1] == "3 files: 1 legal, 1 illegal, 1 unreadable"


@pytest.mark.parametrize("form", ["text", "json", "csv", "github"])
def test_hostile_names_in_reports(form: str, hostile: Path, tabletop: Tabletop) -> None:
    ran = tabletop("validate", hostile, "--format", form)
    assert ran.code == 1
    assert harmless(ran.out)
    assert harmless(ran.err)


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "json"])
def test_hostile_names_in_rosters(form: str, hostile: Path, tabletop: Tabletop) -> None:
    ran = tabletop("roster", hostile, "--format", form)
    assert ran.code == 0
    assert harmless(ran.out)
    assert "[red]Name[/red]" in ran.out.replace("\\", ""), "markup is shown, not followed"
    assert "not legal yet" in ran.err


def harmless(text: str) -> bool:
    """No control character but line breaks, no mark that turns the writing around."""
    return not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066" for c in text)


def test_hostile_messages(tabletop: Tabletop) -> None:
    for words in (("\x1b[31m",), ("rules", "td", "\x1b[31m"), ("roll", "\x1b]0;x\x07"), ("validate", "\x1b[2J.toml")):
        ran = tabletop(*words)
        assert ran.code == 2
        assert harmless(ran.err)
        assert harmless(ran.out)


def test_rosters_become_files(tabletop: Tabletop, tmp_path: Path) -> None:
    for name, begin in {"a.md": "# The Honey", "a.txt": "The Honey", "a.json": "{"}.items():
        ran = tabletop("roster", "armies/td/green-horde.toml", "-o", tmp_path / name)
        assert ran.code == 0
        assert ran.out == ""
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begin)


def test_a_place_that_cannot_be_written(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("roster", "armies/td/green-horde.toml", "-o", tmp_path / "no" / "such" / "folder.md")
    assert ran.code == 2
    assert "No such file or directory" in ran.err


def test_an_army_is_never_written_over(tabletop: Tabletop, hostile: Path) -> None:
    ran = tabletop("roster", hostile, "-o", hostile)
    assert ran.code == 2
    assert "is the army itself" in ran.err
    assert hostile.read_text(encoding="utf-8").startswith(HOSTILE)


def test_formulas_are_defused_for_spreadsheets(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "=cmd.toml").write_text("=")
    monkeypatch.chdir(tmp_path)
    ran = tabletop("validate", "=cmd.toml", "-f", "csv")
    assert "\n'=cmd.toml," in ran.out


def test_home_made_catalogues_are_checked_by_name(tabletop: Tabletop, tmp_path: Path) -> None:
    choir = (ROOT / "armies/tt/hollow-choir.catalogue.toml").read_text()
    good, bad = tmp_path / "good.catalogue.toml", tmp_path / "bad.catalogue.toml"
    good.write_text(choir)
    bad.write_text(choir.replace('class = "infantry"', 'class = "infanty"', 1))
    assert tabletop("validate", good).code == 0
    ran = tabletop("validate", bad)
    assert ran.code == 2
    assert "did you mean infantry?" in ran.out
    (tmp_path / "empty").mkdir()
    bad.rename(tmp_path / "empty" / bad.name)
    assert tabletop("validate", tmp_path / "empty").code == 2, "in folders they are no armies"

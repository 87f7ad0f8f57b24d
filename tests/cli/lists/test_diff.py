"""`diff`: last week's list and this week's, as people read it, in every format and width."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pexpect
import pytest

from ... import squads
from ...conftest import Golden
from ..conftest import ROOT, Tabletop

BEFORE = (ROOT / "armies/td/battle-group.toml").read_text()
SPORES = '\n[[units]]\ntype = "hmg"\nname = "Sporethrower"\ncount = 2\n'


@pytest.fixture
def week(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tabletop: Tabletop) -> Path:
    """Two weeks of one list in a folder: cheaper infantry, a smaller tank, two machine guns, no riders."""
    text = BEFORE.replace('options = ["armour-piercing", "attached-hmg"]', 'options = ["armour-piercing"]')
    text = text.replace('variant = "heavy-tank"', 'variant = "light-tank"').replace("budget = 12", "budget = 10.5")
    riders, tank = '[[units]]\ntype = "infantry-unit"\nname = "The Boar', '[[units]]\ntype = "tank"'
    text = text[: text.index(riders)] + text[text.index(tank) :] + SPORES + '\n[house]\nclose_combat = "variant-2"\n'
    (tmp_path / "last.toml").write_text(BEFORE)
    (tmp_path / "this.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_two_weeks(form: str, week: Path, tabletop: Tabletop, golden: Golden) -> None:
    ran = tabletop("diff", "last.toml", "this.toml", "--format", form)
    assert (ran.code, ran.err) == (1, "")
    golden(f"diff.{form}.txt", ran.out)


@pytest.mark.parametrize("columns", [40, 80, 120, 200])
def test_two_weeks_in_a_terminal(
    columns: int, week: Path, tabletop: Tabletop, golden: Golden, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One below the other, or side by side where there is room; never wider than the terminal."""
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = tabletop("diff", "last.toml", "this.toml", "--format", "terminal")
    assert max(map(len, ran.out.splitlines())) <= columns
    golden(f"diff.{columns}.txt", ran.out)


def test_the_same(week: Path, tabletop: Tabletop) -> None:
    (week / "moved.toml").write_text("# another comment\n" + BEFORE.replace("budget = 12", "budget = 12.0 # points"))
    whole = tabletop("diff", "last.toml", "last.toml")
    assert (whole.code, whole.out.splitlines()[-1]) == (0, "  no difference")
    for form in ("terminal", "text", "markdown"):
        ran = tabletop("diff", "last.toml", "last.toml", "-f", form)
        assert ran.code == 0
        assert "no difference" in ran.out
    assert json.loads(tabletop("diff", "last.toml", "last.toml", "-f", "json").out)["same"] is True
    assert tabletop("diff", "last.toml", "moved.toml").code == 0


def test_what_cannot_be_read(week: Path, tabletop: Tabletop) -> None:
    (week / "broken.toml").write_text("=")
    for pair in (("last.toml", "broken.toml"), ("broken.toml", "last.toml"), ("nosuch.toml", "last.toml")):
        ran = tabletop("diff", *pair)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: ")
    assert tabletop("diff", "last.toml").code == 2


def test_different_games(week: Path, tabletop: Tabletop) -> None:
    shutil.copy(ROOT / "armies/tt/eldar-patrol.toml", week / "other.toml")
    for form in ("terminal", "text", "markdown"):
        ran = tabletop("diff", "last.toml", "other.toml", "-f", form)
        assert ran.code == 1
        assert "different game systems" in ran.out
        assert "Tenebrae Terribles" in ran.out


def test_signs_say_what_colour_says(week: Path) -> None:
    """In a real terminal: red, green and yellow, each beside its sign."""
    env = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", "COLUMNS": "80"}
    env.pop("NO_COLOR")
    line = ["-m", "tabletop_cli", "diff", "last.toml", "this.toml"]
    child = pexpect.spawn(sys.executable, line, env=env, encoding="utf-8", timeout=20, cwd=str(week))
    child.expect(pexpect.EOF)
    child.close()
    lines = [line.strip() for line in (child.before or "").splitlines()]
    colours = {"-": "\x1b[31m", "+": "\x1b[32m", "~": "\x1b[33m"}
    for sign, colour in colours.items():
        assert any(line.startswith(colour) and line.removeprefix(colour).lstrip().startswith(sign) for line in lines)
    assert child.exitstatus == 1


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "json"])
@pytest.mark.parametrize("columns", ["80", "140"])
def test_names_that_mean_harm(
    form: str, columns: str, week: Path, tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    name = "\\u001b[31mEvil\\u0007 [red]Name[/red] | `x` <b> \\u202e"
    text = f'system = "td"\nname = "{name}"\n"{name}" = "{name}"\n[[units]]\ntype = "{name}"\nname = "{name}"\n'
    (week / "evil.toml").write_text(text + f'"{name}" = ["{name}"]\n')
    for pair in (("evil.toml", "last.toml"), ("last.toml", "evil.toml")):
        ran = tabletop("diff", *pair, "--format", form)
        assert ran.code == 1
        assert all(letter == "\n" or letter.isprintable() for letter in ran.out)
        assert "\u202e" not in ran.out
        assert form == "markdown" or "[red]Name[/red]" in ran.out, "markup is shown, not followed"


def test_broken_lists_are_compared_all_the_same(week: Path, tabletop: Tabletop) -> None:
    units = '[[units]]\ncount = -1\n[[units]]\ntype = "hgm"\nname = "Typo"\n'
    (week / "odd.toml").write_text(f'system = "td"\n{units}')
    ran = tabletop("diff", "odd.toml", "last.toml", "-f", "text")
    assert ran.code == 1
    assert "\n  legal: no, " in ran.out
    assert "\n- Typo" in ran.out
    (week / "odd.toml").write_text('system = "td"\n[[units]]\ntype = ["x"]\nname = 3\noptions = 7\n')
    assert "fault in tabletop" not in tabletop("diff", "odd.toml", "last.toml").err


def test_lists_inside_lists(week: Path, tabletop: Tabletop, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    (week / "system").mkdir()
    squads.install(week / "system", monkeypatch)
    text = 'system = "sq"\nname = "S"\n[[units]]\nkind = "squad"\nname = "A"\npieces = {pieces}\n{members}'
    one = '[[units.members]]\nrole = "sergeant"\n[[units.members]]\nrole = "soldier"\ncount = 3\n'
    other = '[[units.members]]\nrole = "sergeant"\nco = true\n[[units.members]]\nrole = "gunner"\ncount = 2\n'
    (week / "one.toml").write_text(text.format(pieces='["gun", "gun"]', members=one))
    (week / "other.toml").write_text(text.format(pieces='["gun", "mortar"]', members=other))
    ran = tabletop("diff", "one.toml", "other.toml", "-f", "text")
    golden("diff.squads.txt", ran.out)

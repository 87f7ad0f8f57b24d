"""In a real terminal: colour and boxes, questions, Ctrl-C."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pexpect
import pytest

from .conftest import ROOT

pytestmark = pytest.mark.slow

TERMINAL = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80"}


def spawn(*words: str, **env: str) -> pexpect.spawn[str]:
    settings = {key: value for key, value in {**TERMINAL, **env}.items() if value}
    line = ["-m", "tabletop_cli", *words]
    return pexpect.spawn(sys.executable, line, env=settings, encoding="utf-8", timeout=20, cwd=str(ROOT))


def ended(child: pexpect.spawn[str]) -> tuple[str, int | None]:
    child.expect(pexpect.EOF)
    child.close()
    return child.before or "", child.exitstatus


def test_colour_where_it_is_seen() -> None:
    text, code = ended(spawn("odds", "td", "direct-fire", "weapon=hmg", NO_COLOR=""))
    assert code == 0
    assert "\x1b[1mDirect fire at infantry" in text
    assert "█" in text


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"NO_COLOR": "", "TERM": "dumb"}])
def test_plain_where_it_is_not(env: dict[str, str]) -> None:
    text, code = ended(spawn("odds", "td", "direct-fire", "weapon=hmg", **env))
    assert code == 0
    assert "\x1b" not in text
    assert "########" in text


def test_questions_and_then_the_same_again() -> None:
    child = spawn("resolve", "td", "direct-fire", "--dice", "ask")
    child.expect("What fires.*> ")
    child.sendline("bow")
    child.expect("bow. is not possible.*> ")
    child.sendline("1")
    child.expect("large.*> ")
    child.sendline("")
    child.expect("What ground.*Enter: 1. > ")
    for answer in ("forest", "pinned"):  # nobody is asked for a hedge: the forest is cover already
        child.sendline(answer)
    child.expect("the program rolls. > ")
    child.sendline("16")
    child.expect("the same again: td direct-fire weapon=infantry target.terrain=forest target.status=pinned")
    text, code = ended(child)
    assert code == 0
    assert "1 hit on a pinned model: stays pinned [TD-FIRE-4]" in text


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 2)])
def test_leaving_at_a_question(key: str, code: int) -> None:
    child = spawn("resolve", "td", "direct-fire")
    child.expect("> ")
    child.sendcontrol(key)
    text, found = ended(child)
    assert found == code
    assert "Traceback" not in text


def test_progress_of_many_files(tmp_path: Path) -> None:
    army = (ROOT / "armies/td/green-horde.toml").read_text(encoding="utf-8")
    for number in range(20):
        (tmp_path / f"{number:02}.toml").write_text(army, encoding="utf-8")
    text, code = ended(spawn("validate", str(tmp_path)))
    assert code == 0
    assert "checking" in text and "20/20" in text
    assert "20 files: 20 legal" in text


def test_tab_completes() -> None:
    for typed, found in (
        ("tabletop va", "validate"),
        ("tabletop odds td cc-f", "cc-fight"),
        ("tabletop rules td", "td"),
    ):
        words = {"_TABLETOP_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
        assert ended(spawn(**words))[0].split() == [found]

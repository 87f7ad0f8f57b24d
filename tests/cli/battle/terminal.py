"""The program in a real pseudo-terminal, and in a pipe."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect

ROOT = Path(__file__).parents[3]
ARMIES = [str(ROOT / "armies/td" / f"{name}.toml") for name in ("green-horde", "veteran-raiders")]
TABLETOP = [sys.executable, "-m", "tabletop_cli"]
SECONDS = 20

Spawn = Callable[..., "pexpect.spawn[str]"]


def tabletop(*words: str, typed: str = "", code: int = 0) -> str:
    """What a command prints on stdout; its exit code must be `code`."""
    ran = subprocess.run(
        [*TABLETOP, *words], input=typed, capture_output=True, text=True, timeout=SECONDS, check=False, cwd=ROOT
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (code, False), ran.stderr
    return ran.stdout


def spawned(*words: str) -> pexpect.spawn[str]:
    """A command in a pseudo-terminal of a hundred columns, where menus are possible."""
    env = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}
    env.pop("NO_COLOR", None)  # it would make everything plain
    return pexpect.spawn(
        TABLETOP[0],
        [*TABLETOP[1:], *words],
        env=env,
        encoding="utf-8",
        timeout=SECONDS,
        dimensions=(50, 100),
        cwd=str(ROOT),
    )


def say(child: pexpect.spawn[str], *exchanges: str) -> None:
    """Wait for a text, type a line, and so on."""
    for expected, typed in zip(exchanges[::2], exchanges[1::2], strict=True):
        child.expect_exact(expected)
        child.send(f"{typed}\r")


def ended(child: pexpect.spawn[str]) -> int | None:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus

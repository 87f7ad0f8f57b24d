"""The program in a real pseudo-terminal, and its commands in this process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import pexpect

from tabletop_cli.__main__ import main

ROOT = Path(__file__).parents[3]
ARMIES = [str(ROOT / "armies/td" / f"{name}.toml") for name in ("green-horde", "veteran-raiders")]
TABLETOP = [sys.executable, "-m", "tabletop_cli"]
SECONDS = 20

Spawn = Callable[..., "pexpect.spawn[str]"]


def tabletop(*words: str, typed: str = "", code: int = 0) -> str:
    """What a command prints on stdout, in this process; its exit code must be `code`."""
    out, err = (TextIOWrapper(BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with chdir(ROOT), redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", StringIO(typed)):
        ended_with = main(list(words))
    said, complaint = (stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]
    assert ended_with == code, complaint
    return str(said)


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

"""Names of files as anybody may choose them: they steer no terminal and break no command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT

ARMY = ROOT / "armies/td/cavalry.toml"
NAMES = {
    "escape": b"a\x1b[31m.toml",
    "line": b"a\nb.toml",
    "turned": "\u202ea.toml".encode(),
    "no UTF-8": b"\xff\xfe.toml",
}


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files are letters there, not bytes")
@pytest.mark.parametrize("name", NAMES.values(), ids=list(NAMES))
@pytest.mark.parametrize("command", ["diff", "diff three", "validate", "roster"])
def test_a_name_of_a_file_is_shown_without_what_steers(tmp_path: Path, name: bytes, command: str) -> None:
    file = os.path.join(os.fsencode(tmp_path), name)  # noqa: PTH118 - pathlib has no names of bytes
    shutil.copy(os.fsencode(ARMY), file)
    word, *more = command.split()
    files = [file] * {"diff": 2 + len(more)}.get(word, 1)
    ran = subprocess.run([sys.executable, "-m", "tabletop_cli", word, *files], capture_output=True, check=False)
    shown = ran.stdout + ran.stderr
    assert ran.returncode == 0, shown
    assert b"\x1b" not in shown and "\u202e".encode() not in shown and b"fault" not in shown
    assert shown.decode("utf-8")

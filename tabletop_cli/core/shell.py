"""Words of commands that people copy from our messages: quoted so that the shell of their system understands them."""

from __future__ import annotations

import os
import re

WINDOWS = os.name == "nt"
_PLAIN = re.compile(r"[\w@%+=:,./\\~-]+", re.ASCII)


def quote(word: str) -> str:
    """Return a word as a shell takes it: on Windows in double quotes, for ``cmd.exe`` knows no others."""
    if not WINDOWS:
        import shlex  # few messages have words that need it

        return shlex.quote(word)
    return word if _PLAIN.fullmatch(word) else '"' + word.replace('"', '\\"') + '"'

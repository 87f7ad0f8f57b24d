"""The loop of ``tabletop batch``: lines in, lines out, flushed at once. It needs no command-line framework."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import BinaryIO

from ..core.batch import LONGEST_LINE, serve

MOST_BYTES = 4 * LONGEST_LINE  # of a line, in UTF-8


def serve_stdin() -> int:
    """Answer every request on stdin with a line on stdout, until stdin ends."""
    out = sys.stdout
    if hasattr(out, "reconfigure"):
        # Half a character can only come from an escape in a request; it leaves as the same escape.
        out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    with redirect_stdout(sys.stderr):  # what the code of a plugin prints is no reply
        for reply in serve(_read_lines(sys.stdin.buffer)):
            out.write(reply + "\n")
            out.flush()
    return 0


def _read_lines(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream. What is no UTF-8 becomes a line that is no JSON; too long a line is cut, so refused."""
    while raw := stream.readline(MOST_BYTES):
        while len(raw) == MOST_BYTES and not raw.endswith(b"\n") and (rest := stream.readline(MOST_BYTES)):
            if rest.endswith(b"\n"):
                break
        try:
            yield raw.decode()
        except UnicodeDecodeError as broken:
            yield f"not UTF-8 at byte {broken.start + 1}"

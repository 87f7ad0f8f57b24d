"""Lines of messages for a terminal: broken between words, where the terminal itself would break inside of them."""

from __future__ import annotations

from shutil import get_terminal_size
from textwrap import fill
from typing import TextIO

NARROWEST = 40  # columns; in fewer, breaking between words leaves hardly any of them


def fold_line(line: str, stream: TextIO, *, deeper: str = "") -> str:
    """A line for a stream; on a terminal, further lines begin as this one does, and `deeper`.

    Words longer than a line, such as paths, stay whole, so that they can be copied.
    """
    if not stream.isatty():
        return line
    width = max(NARROWEST, get_terminal_size().columns)
    begin = line[: len(line) - len(line.lstrip())] + deeper
    return fill(line, width, subsequent_indent=begin, break_long_words=False, break_on_hyphens=False)


def fold_text(text: str, stream: TextIO) -> str:
    """All lines of a text for a stream; further lines of rows that are set in are set in more."""
    if not stream.isatty():
        return text
    return "\n".join(fold_line(line, stream, deeper="  " if line[:1] == " " else "") for line in text.split("\n"))

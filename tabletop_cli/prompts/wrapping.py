"""Text in the lines of a terminal: wrapped between words, or cut with three dots."""

from __future__ import annotations

from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap

from ..render.safe import clean, one_line

CUT = "..."
INDENT = 6  # columns before the further lines of a row of which the beginning takes half the screen
TYPING = 12  # columns of the prompt's line that are left for what is typed


def wrap_text(text: str) -> list[str]:
    """A text in lines that fit the screen, broken between words, as a terminal does not; names of files stay whole."""
    width = max(20, get_terminal_size().columns)
    lines = clean(text).splitlines() or [""]
    return [
        part for line in lines for part in wrap(line, width, break_on_hyphens=False, break_long_words=False) or [""]
    ]


def fit_line(line: str, width: int) -> list[str]:
    """A line, or several where it is too long; one that fits is as it was laid out."""
    return [line] if len(line) <= width else wrap(one_line(line), width)


def cut_words(words: Sequence[str], room: int) -> str:
    """Words with commas between them, with three dots where they do not fit."""
    text = ", ".join(words)
    return text if len(text) <= room else text[: max(0, room - len(CUT))].rstrip(" ,;") + CUT


def wrap_words(words: Sequence[str], before: int) -> tuple[list[str], str]:
    """Words with commas between them behind `before` letters, in lines; and what stands before all but the first."""
    width = get_terminal_size().columns - 1
    indent = before if before <= width // 2 else INDENT
    hung = " " * (before - indent)
    first, *more = wrap(", ".join(words), max(width - indent, TYPING), initial_indent=hung) or [hung]
    return [first.removeprefix(hung), *more], " " * indent

"""Text from outside made harmless: names, files and messages may hold terminal escapes, markup or half characters."""

from __future__ import annotations

import re

ROOM = "_" * 20  # where something may be written by hand

# C0 and C1 controls, DEL, marks that turn the direction of writing around, line separators, halves of characters, and
# what is not seen at all, so that two names look the same. Joiners and zero-width spaces stay: some scripts need them.
_UNSAFE = (
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200e\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_BREAKS = r"\s*[\n\r\t\u2028\u2029]\s*"


def _escape_letter(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def _escape_line(line: str) -> str:
    """A line with what is unsafe written out. What Python calls printable has none of it, and needs no pattern."""
    return line if line.isprintable() else re.sub(_UNSAFE, _escape_letter, line)


def clean(text: str) -> str:
    """Text with its line breaks, and everything that could steer a terminal written out, like ``\\x1b``."""
    return text if text.isprintable() else "\n".join(map(_escape_line, text.replace("\t", "  ").splitlines()))


def one_line(text: str) -> str:
    """The same on one line, for cells, names and messages."""
    return text if text.isprintable() else _escape_line(re.sub(_BREAKS, " ", text.strip("\n\r")))


def json_safe(text: str) -> str:
    """JSON text whose strings steer no terminal: what JSON itself leaves as it is becomes ``\\uXXXX``."""
    if text.isascii() and "\x7f" not in text:
        return text
    return re.sub(_UNSAFE, lambda found: found[0] if found[0] == "\n" else f"\\u{ord(found[0]):04x}", text)

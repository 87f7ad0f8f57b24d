"""What players write beside an army and its entries in comments of a TOML file: ``# note:``, and ``# player:`` once.

The note of an entry stands on lines of its own below its header, the note of the army before the first header; a longer
one has several such lines. Who brings the army stands before the first header, too. Data knows nothing of them: the
shape of an army has no key for either.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress

from ...errors import TabletopError
from ..change import Note, value_at
from ..problems import Where
from .entries import Document, Line, Lost, Section

_NOTE = re.compile(r"[ \t]*#[ \t]*note:[ \t]?(.*?)\s*\Z", re.IGNORECASE | re.DOTALL)
_PLAYER = re.compile(r"[ \t]*#[ \t]*player:[ \t]*(.*?)\s*\Z", re.IGNORECASE | re.DOTALL)
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")


def parse_notes(text: str, suffix: str = ".toml") -> dict[Where, str]:
    """The notes of a text, by the places of the entries; the army's at ``()``. JSON has none."""
    if suffix.lower() == ".json" or "note:" not in text.lower():
        return {}
    with suppress(Lost):
        document = Document(text.removeprefix("\ufeff"))
        found = {section.place: _lines_with_note(section) for section in document.sections if _can_have_note(section)}
        words = {place: [_NOTE.sub(r"\1", line.text) for line in lines] for place, lines in found.items()}
        return {place: "\n".join(lines) for place, lines in words.items() if lines}
    return {}


def parse_player(text: str, suffix: str = ".toml") -> str:
    """Who brings the army of a text, by its first such comment; empty where it does not say. JSON has none."""
    if suffix.lower() == ".json" or "player:" not in text.lower():
        return ""
    with suppress(Lost):
        head = next(iter(Document(text.removeprefix("\ufeff")).sections), None)
        lines = head.lines if head and head.header is None else []
        found = next((said for line in lines if (said := _PLAYER.fullmatch(line.text))), None)
        return _CONTROL.sub("", found[1]) if found else ""
    return ""


def with_note(text: str, note: Note) -> str:
    """A TOML text with another note at a place; an empty one takes it away. Errors: `TabletopError`."""
    document = Document(text)
    section = document.section_at(note.place)
    if section is None or not _can_have_note(section):
        raise _no_room_error(text, note.place)
    old, header = _lines_with_note(section), section.header
    words = "".join(
        f"{header.indent if header else ''}{f'# note: {line}'.rstrip()}\n" for line in note_lines(note.text)
    )
    at = section.lines.index(old[0]) if old else _first_note_index(section)
    section.lines = [line for line in section.lines if line not in old]
    section.lines[at:at] = document.new_lines(words)
    if not section.pairs and not header and not section.after and len(document.sections) > 1:
        section.after = document.new_lines("\n")  # so that it is no comment of what comes
    return str(document)


def note_lines(text: str) -> list[str]:
    """The lines of a note as they are kept: no control characters, no empty lines at its ends."""
    lines = [_CONTROL.sub("", line).strip() for line in text.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def _can_have_note(section: Section) -> bool:
    return section.entry or section.header is None


def _lines_with_note(section: Section) -> list[Line]:
    """The lines of a note: of an entry all that stand below its header, wherever somebody wrote them."""
    begin = 0 if section.header is None else section.lines.index(section.header) + 1
    return [line for line in section.lines[begin:] if _NOTE.fullmatch(line.text)]


def _first_note_index(section: Section) -> int:
    """Where a first note goes: below the header; for an army above its first value, below its comments."""
    if section.header is not None:
        return section.lines.index(section.header) + 1
    return section.lines.index(section.pairs[0]) if section.pairs else len(section.lines)


def _no_room_error(text: str, place: Where) -> TabletopError:
    missing = object()
    if value_at(tomllib.loads(text), place, missing) is missing:
        return TabletopError(f"there is nothing at {'.'.join(map(str, place))} to make a note of", code="no-place")
    hint = "write the list as [[units]] blocks; then a note goes below the header"
    return TabletopError("an entry in braces has no room for a note", hint=hint, code="no-notes")

"""A TOML file as people see it: lines, and sections of them with the comments that belong to each.

TOML libraries know tables; people read entries with their comments and the blank lines between them. So the text is
cut into lines here (all lines of one value count as one), and what is inside of a line is left to a library. The text
is known to be right, because a parser has read it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property

from ...data import JsonObject, Shaped
from ...records import dataclass
from ..problems import Where


class Lost(Exception):
    """The text is laid out in a way that this change cannot be made in."""


@dataclass(frozen=True, eq=False)
class Line:
    """A line of a TOML file, or the lines of one value, with the line break."""

    text: str

    @cached_property
    def kind(self) -> str:
        """``#`` for a comment, ``[`` for a header, nothing for a blank line, ``=`` for a key and its value."""
        first = self.text.lstrip()[:1]
        return first if first in ("", "#", "[") else "="

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The words of a header, or of a dotted key."""
        data: Shaped = tomllib.loads(self.text)
        size = -1 if self.kind == "[" else _size_of_key(self.text, data)
        keys: list[str] = []
        while data and len(keys) != size:
            ((key, inside),) = data.items()
            keys.append(key)
            data = inside[0] if self.kind == "[" and isinstance(inside, list) else inside
        return tuple(keys)

    @property
    def indent(self) -> str:
        return self.text[: len(self.text) - len(self.text.lstrip(" \t"))]


@dataclass(eq=False)
class Section:
    """The lines under a header, with it and the comments directly above it; or the root before the first header.

    entry   it is an entry of a list of tables
    after   the lines behind its last value and the comments there: they belong to nobody
    """

    place: Where = ()
    entry: bool = False
    lines: list[Line] = field(default_factory=list)
    after: list[Line] = field(default_factory=list)

    @property
    def header(self) -> Line | None:
        return next((line for line in self.lines if line.kind == "["), None)

    @property
    def ends_blank(self) -> bool:
        return not [*self.lines, *self.after] or not [*self.lines, *self.after][-1].kind

    @property
    def pairs(self) -> list[Line]:
        return [line for line in self.lines if line.kind == "="]


class Document:
    """A TOML text in sections; the first one is the root."""

    def __init__(self, text: str) -> None:
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.sections = _split_sections(text)

    def __str__(self) -> str:
        return "".join(line.text for section in self.sections for line in [*section.lines, *section.after])

    def section_at(self, place: Where) -> Section | None:
        return next((section for section in self.sections if section.place == place), None)

    def sections_below(self, place: Where) -> list[Section]:
        """The sections at a place and below it, the root aside."""
        return [section for section in self.sections[1:] if is_below(section.place, place)]

    def entry_sections(self, place: Where) -> list[list[Section]]:
        """The sections of every entry of a list of tables, in order."""
        found: dict[Where, list[Section]] = {}
        for one in self.sections_below(place):
            if one.place != place and isinstance(one.place[len(place)], int):
                found.setdefault(one.place[: len(place) + 1], []).append(one)
        return list(found.values())

    def pairs_below(self, place: Where) -> list[tuple[Section, Line]]:
        """The lines whose keys stand at a place or below it, in sections above it."""
        return [(one, line) for one, line in self._pairs_above(place) if is_below((*one.place, *line.keys), place)]

    def line_holding(self, place: Where) -> tuple[Section, Line] | None:
        """The line that holds a place, or something above it."""
        pairs = self._pairs_above(place)
        return next(((one, line) for one, line in pairs if is_below(place, (*one.place, *line.keys))), None)

    def _pairs_above(self, place: Where) -> Iterator[tuple[Section, Line]]:
        """The lines of keys that may have to do with a place."""
        above = (one for one in self.sections if is_below(place, one.place) and place != one.place)
        return ((one, line) for one in above for line in one.pairs)

    def replace_line(self, section: Section, line: Line, by: Sequence[Line]) -> None:
        """Other lines for one. A comment above it must not become one of the header below it."""
        at, follows = section.lines.index(line), self.sections[self.sections.index(section) + 1 :]
        behind = [*section.lines[at + 1 :], *section.after, *(line for one in follows[:1] for line in one.lines)]
        parted = at and section.lines[at - 1].kind == "#" and behind and behind[0].kind in ("#", "[")
        section.lines[at : at + 1] = by if by or not parted else self.new_lines("\n")

    def new_lines(self, words: str) -> list[Line]:
        """Words as lines of this file."""
        return [Line(line.text.replace("\n", self.newline)) for line in _split_lines(words)]


def is_below(place: Where, above: Where) -> bool:
    """Whether a place is another one, or inside it."""
    return place[: len(above)] == above


def comments_in(text: str, alone: bool = False) -> list[str]:
    """The comments of a TOML text, or those that stand on a line alone."""
    words = [one for one in _WORDS.finditer(text) if one[0][0] == "#"]
    return [one[0].strip() for one in words if not alone or not text[: one.start()].rpartition("\n")[2].strip()]


_WORDS = re.compile(
    r""""{3}(?:\\.|[^\\])*?"{3}"{0,2}|'{3}.*?'{3}'{0,2}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[\[\]{}\n]""", re.DOTALL
)


def _split_lines(text: str) -> Iterator[Line]:
    start = depth = 0
    for found in _WORDS.finditer(text):
        word = found[0]
        depth += (word in ("[", "{")) - (word in ("]", "}"))
        if word == "\n" and not depth:
            yield Line(text[start : found.end()])
            start = found.end()
    if start < len(text):
        yield Line(text[start:])


def _size_of_key(text: str, data: JsonObject) -> int:
    """How many words the key of a line has: ``a.b = 1`` says the same as ``a = { b = 1 }``."""
    from tomlkit import parse
    from tomlkit.items import Table

    size = 1
    (value,) = data.values()
    if isinstance(value, dict):
        (item,) = parse(text).values()
        while isinstance(item, Table):
            size, (item,) = size + 1, item.values()
    return size


def _split_sections(text: str) -> list[Section]:
    counts: dict[Where, int] = {}
    sections = [Section()]
    for line in _split_lines(text):
        now = sections[-1]
        if line.kind == "[":
            above = _comments_of_next(now)
            del now.lines[len(now.lines) - len(above) :]
            entry = line.text.lstrip().startswith("[[")
            sections.append(Section(_header_place(line.keys, entry, counts), entry, [*above, line]))
        else:
            now.lines.append(line)
    for section in sections:
        end = _section_end(section)
        section.after, section.lines = section.lines[end:], section.lines[:end]
    return sections


def _comments_of_next(section: Section) -> list[Line]:
    """The comments at the end of a section that belong to the header below: no notes of its own, none for editors."""
    at = len(section.lines)
    while at and section.lines[at - 1].kind == "#":
        words = section.lines[at - 1].text.strip()
        is_note = section.header and not section.pairs and words[1:].lstrip().lower().startswith("note:")
        if is_note or words.startswith("#:"):
            break
        at -= 1
    return section.lines[at:]


def _section_end(section: Section) -> int:
    """Where the lines of a section end: with its last value and the comments directly behind it."""
    kinds = [line.kind for line in section.lines]
    if "=" not in kinds and "[" not in kinds:
        return max((at + 1 for at, kind in enumerate(kinds) if kind), default=0)
    end = max(at + 1 for at, kind in enumerate(kinds) if kind in ("=", "["))
    while end < len(kinds) and kinds[end] == "#":
        end += 1
    return end


def _header_place(keys: tuple[str, ...], entry: bool, counts: dict[Where, int]) -> Where:
    """The place of a header; the entries of lists of tables count up."""
    place: Where = ()
    for depth, part in enumerate(keys, 1):
        place = (*place, part)
        if entry and depth == len(keys):
            counts[place] = counts.get(place, -1) + 1
        if place in counts:
            place = (*place, counts[place])
    return place

"""Pages: what a system wants to show, as data. The renderers turn the same page into terminal, text, Markdown, JSON.

A page is a title and blocks. Systems write pages; renderers know blocks; neither knows the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import TypeVar

from .data import JsonMapping
from .records import dataclass

BLANK = "to agree"  # what a cell or value says that the book leaves to players; on paper it is a line to write on


@dataclass(frozen=True)
class Heading:
    """A heading below the page's title: level 2 or 3."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Para:
    """Running text; `tone` is plain, note, good, warn or bad, and never the only carrier of meaning."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True)
class Facts:
    """Names and values, one a line."""

    rows: tuple[tuple[str, str], ...]


R = TypeVar("R")
Shown = str | Callable[[R], object]  # what a column shows of a row: what a key says, or what a function gives


@dataclass(frozen=True)
class Table:
    """A table of short cells; columns named in `right` are numbers. `title` may be empty."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    right: frozenset[str] = frozenset()

    @classmethod
    def from_rows(
        cls,
        first: str,
        rows: Mapping[str, R],
        columns: Mapping[str, Shown[R]],
        title: str = "",
        right: frozenset[str] = frozenset(),
    ) -> Table:
        """A table of a catalogue: a line for each of its rows, whose id stands in the column `first`; own ones say so.

        `columns` gives each further column the key whose value it shows, or a function of the row; see `cell_text`.
        """

        def row_cells(one: str, row: R) -> tuple[str, ...]:
            values = (_value_under(row, what) if isinstance(what, str) else what(row) for what in columns.values())
            return (f"{one} (own)" if getattr(row, "home", "") else one, *map(cell_text, values))

        lines = tuple(row_cells(one, row) for one, row in rows.items())
        return cls((first, *columns), lines, title, right)


def _value_under(row: object, key: str) -> object:
    """Return what a row of data has under a key, or a record in its field."""
    return row.get(key) if isinstance(row, Mapping) else getattr(row, key)


def cell_text(value: object) -> str:
    """A value in a table: ``yes`` and ``no``, the items of a list, ``-`` for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)


@dataclass(frozen=True)
class Boxes:
    """Things to tick off on paper or to see at a glance: a name, how many are marked, how many there are.

    `labels` stand in or beside the single boxes, as many as there are boxes; without them all boxes are alike.
    Boxes of a `turn` are cleared when another begins. Where players agree on the number, `agreed` says of what, such as
    ``actions``, the labels are numbers from 1, and `whole` is only a guess.
    """

    name: str
    marked: int
    whole: int
    labels: tuple[str, ...] = ()
    turn: bool = False
    agreed: str = ""


@dataclass(frozen=True)
class Bars:
    """Exact chances as bars: outcome names with their fractions; on a `rising` scale "at least" stands beside them."""

    rows: tuple[tuple[str, Fraction], ...]
    title: str = ""
    rising: bool = False

    def at_least(self) -> tuple[Fraction, ...]:
        """For each row, the chance of it or of anything further up the scale."""
        return tuple(sum((chance for _, chance in self.rows[at:]), Fraction(0)) for at in range(len(self.rows)))


@dataclass(frozen=True)
class Drawing:
    """Dice as they lie on the table: rows of short cells below each other; the first cell of a row is its label."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Spot:
    """A place of a chart: `lines` are what stands there, a few words each; `group` is whose it is, empty: nobody's."""

    id: str
    title: str
    lines: tuple[str, ...] = ()
    group: str = ""


@dataclass(frozen=True)
class Link:
    """A line of a chart between two spots, by id; `sign` is a short mark on it, `words` say what the mark means."""

    ends: tuple[str, str]
    sign: str = ""
    words: str = ""


@dataclass(frozen=True)
class Chart:
    """Places and the lines that join them, such as a map. Where they are drawn is left to whoever draws.

    `groups` are all groups that there may be, so that each keeps its colour whatever it has.
    """

    spots: tuple[Spot, ...]
    links: tuple[Link, ...]
    groups: tuple[str, ...] = ()

    @property
    def meanings(self) -> tuple[str, ...]:
        """What the signs mean, each once: ``H hazard``."""
        return tuple(dict.fromkeys(f"{link.sign} {link.words}" for link in self.links if link.sign))


@dataclass(frozen=True)
class Lines:
    """Empty lines to write on, what for before the first; screens show that there are some."""

    name: str
    count: int = 1


@dataclass(frozen=True)
class Cell:
    """A tile of a map: its row from the top, and how far to the right it begins, in halves of a tile.

    `ground` says what it is in a word or two, `lines` what stands there; `group` is whose it is, empty: nobody's.
    """

    row: int
    right: int
    title: str
    ground: str = ""
    lines: tuple[str, ...] = ()
    group: str = ""


@dataclass(frozen=True)
class Tiling:
    """A map of tiles in staggered rows, each of which stands where its cell says; `groups` are as in a `Chart`."""

    cells: tuple[Cell, ...]
    groups: tuple[str, ...] = ()


Block = Heading | Para | Facts | Table | Boxes | Bars | Drawing | Chart | Tiling | Lines


@dataclass(frozen=True)
class Page:
    """A title, a subtitle and blocks; `data` is the same content for machines."""

    title: str
    blocks: tuple[Block, ...]
    subtitle: str = ""
    data: JsonMapping = field(default_factory=dict, compare=False)

"""What fits on a cut-out card of 63 x 88 mm: measured with a wide letter, so that no font of any machine overflows.

A unit becomes pieces (options, stat line, weapons, rules, boxes, note), and pieces fill cards: one card in the largest
type that holds everything; else the texts of the rules stand on a card of their own, and what still does not fit goes
on with a further card: "1 of 2" and "2 of 2". Nothing is ever cut away.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from math import ceil

from ...core.data import Shaped, ShapedMapping, ShapedObject
from ...core.page import BLANK
from ...core.records import dataclass

WIDE, HIGH = 56.5, 79.0  # mm inside the margins of a card, its footer taken off
MM = 0.3528  # of a point
LETTER, LINE = 0.5, 1.25  # width of a letter and height of a line, in sizes of the type
EMPTY: ShapedObject = {
    "options": [],
    "stats": [],
    "table": None,
    "boxes": [],
    "legend": "",
    "rules": [],
    "note": "",
}  # of a unit: nothing to say
TITLE = 90  # characters of a title on a card; longer ones end in "..."


@dataclass(frozen=True)
class Type:
    """A size of type, by its class in the style sheet: in points; its boxes in mm."""

    name: str
    points: float
    box: float

    @property
    def size(self) -> float:
        return self.points * MM

    @property
    def line(self) -> float:
        return self.size * LINE

    def wide(self, text: str, times: float = 1) -> float:
        return len(text) * self.size * LETTER * times


TYPES = (Type("huge", 9, 4.4), Type("large", 8, 4.2), Type("small", 7, 3.8))  # nobody reads less than 7 points
LEAST = TYPES[-1].points
TO_WRITE = 7  # letters of a place to write
SILENT = ("", "-")  # cells that say nothing


@dataclass(frozen=True)
class Piece:
    """A part of a unit on a card; `items` may be spread over cards, and `head`, the columns of a table, is repeated.

    Of a table `over` the head is without the first column.
    """

    kind: str
    name: str = ""
    items: tuple[Shaped, ...] = ()
    head: tuple[ShapedMapping, ...] = field(default=())

    @property
    def text(self) -> str:
        """The lines of a text in one."""
        return " ".join(self.items)


def cards_of(document: ShapedObject) -> list[ShapedObject]:
    """All cards of a document in order, one or more for each copy."""
    texts = dict(document["rules"])
    units = document["cards"]
    if not document["turn_boxes"]:
        units = [{**unit, "boxes": [row for row in unit["boxes"] if not row["turn"]]} for unit in units]
    meant = document["legend"]
    return [one for unit in units for one in _of_unit({**unit, "legend": _legend(unit, meant)}, texts)]


def _legend(unit: ShapedObject, meant: Sequence[Sequence[str]]) -> str:
    """What the letters in the boxes of a unit mean: it stands on the card, for what is around it is cut off."""
    labels = {label for row in unit["boxes"] for label in row["labels"]}
    return ", ".join(f"{name} {text}" for name, text in meant if name in labels)


def _of_unit(unit: ShapedObject, texts: Mapping[str, str]) -> Iterator[ShapedObject]:
    """Cards for each copy; one with the texts of the rules, where it takes one more, serves all copies."""
    fitted, own, telling, told = _fitted(unit, texts)
    parts = len(own) + len(told)
    first = f", the first {len(unit['copies'])} of {unit['count']}" if unit["more"] else ""
    whose = f"rules, for all {unit['count']}" if unit["count"] > 1 else "rules"

    def card(title: str, kind: str, size: Type, number: int, pieces: list[Piece]) -> ShapedObject:
        return {
            "title": _short(title),
            "kind": kind,
            "points": unit["each"],
            "size": size.name,
            "pieces": pieces,
            "part": f"{number} of {parts}" if parts > 1 else "",
            "secret": unit["secret"],
        }

    for title in unit["copies"]:
        for number, pieces in enumerate(own, 1):
            goes_on = number > 1 and all(piece.kind == "texts" for piece in pieces)
            kind = "rules" if goes_on else _short(unit["kind"]) + first
            yield card(title, kind, fitted, number, pieces)
    for number, pieces in enumerate(told, len(own) + 1):
        yield card(unit["title"], whose, telling, number, pieces)


# --- Cards


def _short(text: str) -> str:
    return text if len(text) <= TITLE else text[: TITLE - 3] + "..."


def _fitted(unit: ShapedObject, texts: Mapping[str, str]) -> tuple[Type, list[list[Piece]], Type, list[list[Piece]]]:
    """All on one card, the rules in full words, in the largest type in which it fits; else their texts on their own.

    Gives the type and the cards of what a unit is and has, and those of the texts that stand on further cards: none
    where it takes fewer cards to let the texts go on from what is before them.
    """
    small, whole = _largest(unit, texts, unit)
    only = {**EMPTY, "rules": [rule for rule in unit["rules"] if rule in texts]}
    if len(whole) == 1 or not only["rules"]:
        return small, whole, small, []
    one, own = _largest(unit, {}, unit)
    other, told = _largest(only, texts, unit)
    copies = len(unit["copies"])
    if len(whole) * copies < len(own) * copies + len(told):
        return small, whole, small, []
    return one, own, other, told


def _largest(content: ShapedObject, texts: Mapping[str, str], unit: ShapedObject) -> tuple[Type, list[list[Piece]]]:
    """The largest type in which all fits on one card; else the smallest type, and as many cards as it takes."""
    for one in TYPES:
        sides = _dealt(list(_pieces(content, texts, one)), HIGH - _head(unit, one), one)
        if len(sides) == 1:
            break
    return one, sides


def _head(unit: ShapedObject, one: Type) -> float:
    """Height of title and kind; the longest title is that of the last copy."""
    title = _lines(one.wide(_short(unit["copies"][-1]), 1.4) + one.wide(unit["each"]) + 2)
    return (title * 1.3 + _lines(one.wide(_short(unit["kind"])) + 10 * unit["secret"])) * one.line + 2


def _pieces(unit: ShapedObject, texts: Mapping[str, str], one: Type) -> Iterator[Piece]:
    """What stands on a card, in order; `texts` are those of the rules that shall stand there in full words."""
    if unit["options"]:
        yield Piece("text", "Options", _wrapped(", ".join(unit["options"]), one))
    if unit["stats"]:
        yield Piece("stats", items=tuple(tuple(pair) for pair in unit["stats"]))
    if unit["table"]:
        yield _table(unit["table"]["columns"], unit["table"]["rows"], one)
    if unit["boxes"]:
        yield Piece("boxes", unit["legend"], tuple(unit["boxes"]))
    if any(rule in texts for rule in unit["rules"]):
        yield Piece("texts", items=tuple((rule, texts.get(rule, "")) for rule in unit["rules"]))
    elif unit["rules"]:
        yield Piece("text", "Rules", _wrapped(", ".join(unit["rules"]), one))
    if unit["note"]:
        yield Piece("text", "Note", _wrapped(unit["note"], one))


def _wrapped(text: str, one: Type) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, int(WIDE / one.wide("x")))) or (text,)


def _dealt(pieces: Sequence[Piece], room: float, one: Type) -> list[list[Piece]]:
    """The pieces on as many cards as it takes; an item that is higher than a card stands on one by itself."""
    sides: list[list[Piece]] = [[]]
    left = room
    for piece in pieces:
        begun = replace(piece, items=())
        for item in _torn(piece, room, one):
            grown = replace(begun, items=(*begun.items, item))
            if _height(grown, one) > left and (begun.items or sides[-1]):
                if begun.items:
                    sides[-1].append(begun)
                sides.append([])
                left, grown = room, replace(piece, items=(item,))
            begun = grown
        sides[-1].append(begun)
        left -= _height(begun, one)
    return sides


def _torn(piece: Piece, room: float, one: Type) -> Iterator[Shaped]:
    """The items of a piece; a rule that is higher than a card by itself in parts."""
    for item in piece.items:
        if piece.kind != "texts" or _height(replace(piece, items=(item,)), one) <= room:
            yield item
            continue
        name, text = item
        lines = _wrapped(text, one)
        step = max(int(room / one.line / 2), 1)
        yield from ((name * (not at), " ".join(lines[at : at + step])) for at in range(0, len(lines), step))


def _height(piece: Piece, one: Type) -> float:
    """Height of a piece in mm, the gap after it with it."""
    gap = 1.1
    match piece.kind:
        case "stats":
            cells = [one.wide(name) + one.wide(value, 1.08) + 1.5 * one.size for name, value in piece.items]
            return _rows(cells) * one.line + gap
        case "table" | "over":
            one = next(own for own in TYPES if own.name == piece.name)
            over = piece.kind == "over"
            lines = sum(_row_lines(row[over:], piece.head) for row in piece.items)
            lines += sum(_lines(one.wide(row[0])) for row in piece.items) if over else 0
            return one.line * (max(_head_lines(piece.head)) + 0.6) + lines * one.line + 0.5 * len(piece.items) + gap
        case "rows":
            told = (f"{name}. " + " ".join(f"{head} {cell}  " for head, cell in pairs) for name, pairs in piece.items)
            return sum(_lines(one.wide(text, 1.06)) * one.line + 0.6 for text in told) + gap
        case "boxes":
            small = TYPES[-1]
            meant = _lines(small.wide(piece.name)) * small.line + gap if piece.name else 0
            return _rows([_group(boxes, one) for boxes in piece.items]) * (one.box + 0.8) + gap + meant
        case "texts":
            return sum(_lines(one.wide(f"{name}. {text}", 1.03)) * one.line + 0.6 for name, text in piece.items) + gap
    return (len(piece.items) + (len(piece.items) > 1)) * one.line + gap


def _group(boxes: ShapedMapping, one: Type) -> float:
    """Width of a name with its row of boxes; long labels stand beside theirs."""
    beside = sum(one.wide(label, 0.8) + 2 for label in boxes["labels"] if len(label) > 2)
    return one.wide(boxes["name"]) + 3 + len(boxes["labels"]) * (one.box + 0.3) + beside


def _table(columns: Sequence[ShapedMapping], rows: Sequence[Sequence[str]], one: Type) -> Piece:
    """A table in smaller type than the rest where that keeps words together.

    Where that is lower, what a row is about stands on a line `over` its cells. A table that is too wide for either
    becomes running words. A column of words may wrap, and then has a part of the width as `grow`, in letters; numbers
    never do.
    """
    found = [piece for kind in ("table", "over") if (piece := _set(kind, columns, rows, one))]
    if found:
        return min(found, key=lambda piece: _height(piece, one))
    named = [column["name"] for column in columns]
    told = (
        (row[0], tuple(pair for pair in zip(named[1:], row[1:], strict=False) if pair[1] not in SILENT))
        for row in rows
        if row
    )
    return Piece("rows", items=tuple(told))


def _set(kind: str, columns: Sequence[ShapedMapping], rows: Sequence[Sequence[str]], one: Type) -> Piece | None:
    """A table in the largest type in which it has room and no cell wraps, else in the smallest; None has no room."""
    smaller = [own for own in TYPES if own.points <= one.points]
    first = int(kind == "over")
    cells = [row[first:] for row in rows]
    for own in smaller:
        head = _shared(columns[first:], cells, own)
        if head and (own is smaller[-1] or all(_row_lines(row, head) == 1 for row in cells)):
            return Piece(kind, own.name, tuple(rows), tuple(head))
    return None


def _shared(columns: Sequence[ShapedMapping], rows: Sequence[Sequence[str]], one: Type) -> list[ShapedMapping]:
    """The columns with their shares of the width; none where the table is too wide."""
    larger = max(0.8, LEAST / one.points)  # the heads are in smaller type, but never in less than anybody reads
    heads = [larger * _longest(column["name"]) for column in columns]
    cells = [[row[at] for row in rows if at < len(row)] for at in range(len(columns))]
    whole = [max([head, *map(_letters, texts)]) for head, texts in zip(heads, cells, strict=True)]
    left = WIDE / one.wide("x") - len(columns) - sum(whole)
    if left >= 0:
        return [{**column, "grow": 0} for column in columns]
    words = [at for at, column in enumerate(columns) if not column["right"]]
    least = {at: max([heads[at], *map(_longest, cells[at])]) for at in words}
    spare = sum(whole[at] - least[at] for at in words)
    if not spare or spare + left < 0:
        return []
    part = (spare + left) / spare
    grow = {at: least[at] + (whole[at] - least[at]) * part for at in words}
    return [{**column, "grow": round(grow.get(at, 0), 2)} for at, column in enumerate(columns)]


def _letters(cell: str) -> int:
    """How many letters wide a cell is; what is still to be agreed is a place to write."""
    return TO_WRITE if cell == BLANK else len(cell)


def _longest(text: str) -> int:
    """The letters of its longest word, behind which a line may end; a place to write is in one piece."""
    return max(map(_letters, [text] if text == BLANK else text.split()), default=0)


def _row_lines(row: Sequence[str], head: Sequence[ShapedMapping]) -> int:
    """How many lines a row takes."""
    pairs = zip(row, head, strict=False)
    wraps = [(cell, column["grow"]) for cell, column in pairs if column["grow"] and cell != BLANK]
    return max((len(textwrap.wrap(cell, max(int(grow), 1))) for cell, grow in wraps), default=1)


def _head_lines(head: Sequence[ShapedMapping]) -> list[int]:
    """The lines of each name of a column: a word a line."""
    return [len(column["name"].split()) or 1 for column in head] or [1]


def _rows(widths: Sequence[float]) -> int:
    """Rows that a line of things takes when it wraps; one that is wider than the card wraps by itself."""
    rows, used = 1, 0.0
    for width in widths:
        if used and used + width > WIDE:
            rows, used = rows + 1, 0.0
        used += width
        if used > WIDE:
            rows, used = rows + ceil(used / WIDE) - 1, used % WIDE
    return rows


def _lines(width: float) -> int:
    return max(1, ceil(width / WIDE))

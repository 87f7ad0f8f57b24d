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

    def text_width(self, text: str, times: float = 1) -> float:
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
    return [one for unit in units for one in _unit_cards({**unit, "legend": _legend_text(unit, meant)}, texts)]


def _legend_text(unit: ShapedObject, meant: Sequence[Sequence[str]]) -> str:
    """What the letters in the boxes of a unit mean: it stands on the card, for what is around it is cut off."""
    labels = {label for row in unit["boxes"] for label in row["labels"]}
    return ", ".join(f"{name} {text}" for name, text in meant if name in labels)


def _unit_cards(unit: ShapedObject, texts: Mapping[str, str]) -> Iterator[ShapedObject]:
    """Cards for each copy; one with the texts of the rules, where it takes one more, serves all copies."""
    fitted, own, telling, told = _fit_unit(unit, texts)
    parts = len(own) + len(told)
    first = f", the first {len(unit['copies'])} of {unit['count']}" if unit["more"] else ""
    whose = f"rules, for all {unit['count']}" if unit["count"] > 1 else "rules"

    def make_card(title: str, kind: str, size: Type, number: int, pieces: list[Piece]) -> ShapedObject:
        return {
            "title": _shorten_title(title),
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
            kind = "rules" if goes_on else _shorten_title(unit["kind"]) + first
            yield make_card(title, kind, fitted, number, pieces)
    for number, pieces in enumerate(told, len(own) + 1):
        yield make_card(unit["title"], whose, telling, number, pieces)


# --- Cards


def _shorten_title(text: str) -> str:
    return text if len(text) <= TITLE else text[: TITLE - 3] + "..."


def _fit_unit(unit: ShapedObject, texts: Mapping[str, str]) -> tuple[Type, list[list[Piece]], Type, list[list[Piece]]]:
    """All on one card, the rules in full words, in the largest type in which it fits; else their texts on their own.

    Gives the type and the cards of what a unit is and has, and those of the texts that stand on further cards: none
    where it takes fewer cards to let the texts go on from what is before them.
    """
    small, whole = _fit_content(unit, texts, unit)
    only = {**EMPTY, "rules": [rule for rule in unit["rules"] if rule in texts]}
    if len(whole) == 1 or not only["rules"]:
        return small, whole, small, []
    one, own = _fit_content(unit, {}, unit)
    other, told = _fit_content(only, texts, unit)
    copies = len(unit["copies"])
    if len(whole) * copies < len(own) * copies + len(told):
        return small, whole, small, []
    return one, own, other, told


def _fit_content(content: ShapedObject, texts: Mapping[str, str], unit: ShapedObject) -> tuple[Type, list[list[Piece]]]:
    """The largest type in which all fits on one card; else the smallest type, and as many cards as it takes."""
    for one in TYPES:
        sides = _deal_pieces(list(_unit_pieces(content, texts, one)), HIGH - _head_height(unit, one), one)
        if len(sides) == 1:
            break
    return one, sides


def _head_height(unit: ShapedObject, one: Type) -> float:
    """Height of title and kind; the longest title is that of the last copy."""
    title = _count_lines(one.text_width(_shorten_title(unit["copies"][-1]), 1.4) + one.text_width(unit["each"]) + 2)
    return (
        title * 1.3 + _count_lines(one.text_width(_shorten_title(unit["kind"])) + 10 * unit["secret"])
    ) * one.line + 2


def _unit_pieces(unit: ShapedObject, texts: Mapping[str, str], one: Type) -> Iterator[Piece]:
    """What stands on a card, in order; `texts` are those of the rules that shall stand there in full words."""
    if unit["options"]:
        yield Piece("text", "Options", _wrap_text(", ".join(unit["options"]), one))
    if unit["stats"]:
        yield Piece("stats", items=tuple(tuple(pair) for pair in unit["stats"]))
    if unit["table"]:
        yield _table_piece(unit["table"]["columns"], unit["table"]["rows"], one)
    if unit["boxes"]:
        yield Piece("boxes", unit["legend"], tuple(unit["boxes"]))
    if any(rule in texts for rule in unit["rules"]):
        yield Piece("texts", items=tuple((rule, texts.get(rule, "")) for rule in unit["rules"]))
    elif unit["rules"]:
        yield Piece("text", "Rules", _wrap_text(", ".join(unit["rules"]), one))
    if unit["note"]:
        yield Piece("text", "Note", _wrap_text(unit["note"], one))


def _wrap_text(text: str, one: Type) -> tuple[str, ...]:
    return tuple(textwrap.wrap(text, int(WIDE / one.text_width("x")))) or (text,)


def _deal_pieces(pieces: Sequence[Piece], room: float, one: Type) -> list[list[Piece]]:
    """The pieces on as many cards as it takes; an item that is higher than a card stands on one by itself."""
    sides: list[list[Piece]] = [[]]
    left = room
    for piece in pieces:
        begun = replace(piece, items=())
        for item in _split_piece(piece, room, one):
            grown = replace(begun, items=(*begun.items, item))
            if _piece_height(grown, one) > left and (begun.items or sides[-1]):
                if begun.items:
                    sides[-1].append(begun)
                sides.append([])
                left, grown = room, replace(piece, items=(item,))
            begun = grown
        sides[-1].append(begun)
        left -= _piece_height(begun, one)
    return sides


def _split_piece(piece: Piece, room: float, one: Type) -> Iterator[Shaped]:
    """The items of a piece; a rule that is higher than a card by itself in parts."""
    for item in piece.items:
        if piece.kind != "texts" or _piece_height(replace(piece, items=(item,)), one) <= room:
            yield item
            continue
        name, text = item
        lines = _wrap_text(text, one)
        step = max(int(room / one.line / 2), 1)
        yield from ((name * (not at), " ".join(lines[at : at + step])) for at in range(0, len(lines), step))


def _piece_height(piece: Piece, one: Type) -> float:
    """Height of a piece in mm, the gap after it with it."""
    gap = 1.1
    match piece.kind:
        case "stats":
            cells = [one.text_width(name) + one.text_width(value, 1.08) + 1.5 * one.size for name, value in piece.items]
            return _count_rows(cells) * one.line + gap
        case "table" | "over":
            one = next(own for own in TYPES if own.name == piece.name)
            over = piece.kind == "over"
            lines = sum(_count_row_lines(row[over:], piece.head) for row in piece.items)
            lines += sum(_count_lines(one.text_width(row[0])) for row in piece.items) if over else 0
            return (
                one.line * (max(_count_head_lines(piece.head)) + 0.6) + lines * one.line + 0.5 * len(piece.items) + gap
            )
        case "rows":
            told = (f"{name}. " + " ".join(f"{head} {cell}  " for head, cell in pairs) for name, pairs in piece.items)
            return sum(_count_lines(one.text_width(text, 1.06)) * one.line + 0.6 for text in told) + gap
        case "boxes":
            small = TYPES[-1]
            meant = _count_lines(small.text_width(piece.name)) * small.line + gap if piece.name else 0
            return _count_rows([_group_width(boxes, one) for boxes in piece.items]) * (one.box + 0.8) + gap + meant
        case "texts":
            return (
                sum(
                    _count_lines(one.text_width(f"{name}. {text}", 1.03)) * one.line + 0.6 for name, text in piece.items
                )
                + gap
            )
    return (len(piece.items) + (len(piece.items) > 1)) * one.line + gap


def _group_width(boxes: ShapedMapping, one: Type) -> float:
    """Width of a name with its row of boxes; long labels stand beside theirs."""
    beside = sum(one.text_width(label, 0.8) + 2 for label in boxes["labels"] if len(label) > 2)
    return one.text_width(boxes["name"]) + 3 + len(boxes["labels"]) * (one.box + 0.3) + beside


def _table_piece(columns: Sequence[ShapedMapping], rows: Sequence[Sequence[str]], one: Type) -> Piece:
    """A table in smaller type than the rest where that keeps words together.

    Where that is lower, what a row is about stands on a line `over` its cells. A table that is too wide for either
    becomes running words. A column of words may wrap, and then has a part of the width as `grow`, in letters; numbers
    never do.
    """
    found = [piece for kind in ("table", "over") if (piece := _set_table(kind, columns, rows, one))]
    if found:
        return min(found, key=lambda piece: _piece_height(piece, one))
    named = [column["name"] for column in columns]
    told = (
        (row[0], tuple(pair for pair in zip(named[1:], row[1:], strict=False) if pair[1] not in SILENT))
        for row in rows
        if row
    )
    return Piece("rows", items=tuple(told))


def _set_table(kind: str, columns: Sequence[ShapedMapping], rows: Sequence[Sequence[str]], one: Type) -> Piece | None:
    """A table in the largest type in which it has room and no cell wraps, else in the smallest; None has no room."""
    smaller = [own for own in TYPES if own.points <= one.points]
    first = int(kind == "over")
    cells = [row[first:] for row in rows]
    for own in smaller:
        head = _share_width(columns[first:], cells, own)
        if head and (own is smaller[-1] or all(_count_row_lines(row, head) == 1 for row in cells)):
            return Piece(kind, own.name, tuple(rows), tuple(head))
    return None


def _share_width(columns: Sequence[ShapedMapping], rows: Sequence[Sequence[str]], one: Type) -> list[ShapedMapping]:
    """The columns with their shares of the width; none where the table is too wide."""
    larger = max(0.8, LEAST / one.points)  # the heads are in smaller type, but never in less than anybody reads
    heads = [larger * _longest_word_letters(column["name"]) for column in columns]
    cells = [[row[at] for row in rows if at < len(row)] for at in range(len(columns))]
    whole = [max([head, *map(_count_cell_letters, texts)]) for head, texts in zip(heads, cells, strict=True)]
    left = WIDE / one.text_width("x") - len(columns) - sum(whole)
    if left >= 0:
        return [{**column, "grow": 0} for column in columns]
    words = [at for at, column in enumerate(columns) if not column["right"]]
    least = {at: max([heads[at], *map(_longest_word_letters, cells[at])]) for at in words}
    spare = sum(whole[at] - least[at] for at in words)
    if not spare or spare + left < 0:
        return []
    part = (spare + left) / spare
    grow = {at: least[at] + (whole[at] - least[at]) * part for at in words}
    return [{**column, "grow": round(grow.get(at, 0), 2)} for at, column in enumerate(columns)]


def _count_cell_letters(cell: str) -> int:
    """How many letters wide a cell is; what is still to be agreed is a place to write."""
    return TO_WRITE if cell == BLANK else len(cell)


def _longest_word_letters(text: str) -> int:
    """The letters of its longest word, behind which a line may end; a place to write is in one piece."""
    return max(map(_count_cell_letters, [text] if text == BLANK else text.split()), default=0)


def _count_row_lines(row: Sequence[str], head: Sequence[ShapedMapping]) -> int:
    """How many lines a row takes."""
    pairs = zip(row, head, strict=False)
    wraps = [(cell, column["grow"]) for cell, column in pairs if column["grow"] and cell != BLANK]
    return max((len(textwrap.wrap(cell, max(int(grow), 1))) for cell, grow in wraps), default=1)


def _count_head_lines(head: Sequence[ShapedMapping]) -> list[int]:
    """The lines of each name of a column: a word a line."""
    return [len(column["name"].split()) or 1 for column in head] or [1]


def _count_rows(widths: Sequence[float]) -> int:
    """Rows that a line of things takes when it wraps; one that is wider than the card wraps by itself."""
    rows, used = 1, 0.0
    for width in widths:
        if used and used + width > WIDE:
            rows, used = rows + 1, 0.0
        used += width
        if used > WIDE:
            rows, used = rows + ceil(used / WIDE) - 1, used % WIDE
    return rows


def _count_lines(width: float) -> int:
    return max(1, ceil(width / WIDE))

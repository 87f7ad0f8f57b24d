"""What all rosters say in the same words: headers, verdicts, entries, rows of tables, boxes to tick off."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from ...core.lists.problems import Problem
from ...core.lists.sheet import Card, Sheet, Source
from ...core.page import BLANK, Boxes, Table
from ...core.quantities import count_text
from ..number_text import format_spent, in_points
from ..safe import one_line
from ..title_lines import copy_titles

MOST_BOXES = 30  # drawn one by one; of more, a number is written down
FIVE = 5  # boxes that stand together
MOST_COPIES = 12  # with a line of boxes each
EMPTY = ("", "-")  # cells that say nothing
SECRET = "hidden until it is revealed"

Pairs = list[tuple[str, str]]


def header_pairs(sheet: Sheet) -> Pairs:
    """What stands above a list: one fact a line."""
    rows = [("System", sheet.system_name), ("Faction", sheet.faction), ("Army", sheet.name), ("Player", sheet.player)]
    rows += [("Opponent", sheet.opponent), ("Event", sheet.event)]
    rows += [
        ("Points", format_spent(sheet.points, sheet.budget)),
        ("Units", str(sheet.units)),
        ("Legal", verdict_text(sheet)),
    ]
    return [(name, one_line(value)) for name, value in rows if value]


def sums_text(sheet: Sheet, bold: Callable[[str], str], escape: Callable[[str], str]) -> str:
    """``**7 of 12 points**, 5 units, legal``, on one line."""
    points = in_points(sheet.points, sheet.budget)
    parts = (bold(points) if points else "", escape(count_text(sheet.units, sheet.unit)), "legal" * sheet.legal)
    return ", ".join(part for part in parts if part)


def verdict_text(sheet: Sheet) -> str:
    return "yes" if sheet.legal else f"no, {count_text(len(sheet.errors), 'problem')}"


def not_legal_text(sheet: Sheet) -> str:
    """The sentence above the problems of an illegal list."""
    return f"This list is not legal: {count_text(len(sheet.errors), 'problem')}."


def problem_text(problem: Problem) -> str:
    """``TD-A15: 7 of 6 points, 1 over``."""
    return one_line(f"{problem.code}: {problem.message}" if problem.code else problem.message)


def card_title(card: Card) -> str:
    return one_line(card.title).strip() or one_line(card.kind or card.id)


def card_kind(card: Card) -> str:
    """What an entry is; empty where its title says so already."""
    return "" if one_line(card.kind).casefold() == card_title(card).casefold() else one_line(card.kind)


def card_heading(card: Card) -> tuple[str, str, str]:
    """``3x Sporethrower``, ``heavy machine gun``, ``3 points``; no points in a system without them."""
    return f"{card.count}x {card_title(card)}", card_kind(card), in_points(card.points)


def options_text(card: Card) -> str:
    return ", ".join(map(one_line, card.options))


def stats_text(card: Card) -> str:
    """``models 5, group 5, arc 360``."""
    return _pairs_text([(one_line(name), one_line(value)) for name, value in card.stats])


def _pairs_text(pairs: Pairs) -> str:
    """Names with their values; those of which players have not agreed on a value follow at the end."""
    known = ", ".join(f"{name} {value}".strip() for name, value in pairs if value != BLANK)
    missing = ", ".join(name for name, value in pairs if value == BLANK)
    return "; ".join(part for part in (known, f"{BLANK}: {missing}" if missing else "") if part)


def row_pairs(table: Table | None) -> Pairs:
    """Each row of a table in words: ``Boltguns``, ``range 10, AP +3``; what is empty is left out."""
    found: Pairs = []
    for row in table.rows if table else ():
        cells = zip_longest(table.columns, row, fillvalue="") if table else ()
        (_, first), *more = ((one_line(name), one_line(cell)) for name, cell in cells)
        found.append((first, _pairs_text([(name, cell) for name, cell in more if cell not in EMPTY])))
    return found


def named_value(name: str, text: str) -> str:
    """``Boltguns: range 10``; only the name where there is no more to say."""
    return f"{name}: {text}" if text else name


def ticks_text(boxes: Boxes, empty: str, full: str) -> str:
    """Boxes with their labels; without them, and where these only count, in fives. Of very many, a place to write."""
    if boxes.whole > (MOST_BOXES if _is_counting(boxes.labels) else max(MOST_BOXES, len(boxes.labels))):
        return f"{boxes.marked or '____'} of {boxes.whole}"
    marks = [full if at < boxes.marked else empty for at in range(boxes.whole)]
    if boxes.labels and not _is_counting(boxes.labels):
        between = "" if all(len(label) == 1 for label in boxes.labels) else " "
        pairs = zip_longest(boxes.labels, marks, fillvalue=empty)
        return between.join(f"{one_line(label)}{mark}" for label, mark in pairs)
    if len(marks) < 2 * FIVE:
        return "".join(marks)
    return " ".join("".join(marks[at : at + FIVE]) for at in range(0, len(marks), FIVE))


def _is_counting(labels: Sequence[str]) -> bool:
    """Whether labels are numbers in a row."""
    first = int(labels[0]) if labels and labels[0].isdecimal() else 0
    return tuple(labels) == tuple(map(str, range(first, first + len(labels))))


def track_lines(sheet: Sheet, empty: str, full: str, between: str = ", ") -> Pairs:
    """What is ticked off for the units: a line for each copy of an entry."""
    return [
        (name, between.join(_track_text(boxes, empty, full) for boxes in card.boxes))
        for card in map(_merge_copies, sheet.cards)
        for name in (_track_titles(card) if card.boxes else ())
    ]


def army_track_lines(sheet: Sheet, empty: str, full: str) -> Pairs:
    """What is ticked off for the army as a whole."""
    return [(one_line(track.name), ticks_text(track, empty, full)) for track in sheet.tracks]


def _track_text(boxes: Boxes, empty: str, full: str) -> str:
    return f"{one_line(boxes.name)} {ticks_text(boxes, empty, full)}".strip()


def _merge_copies(card: Card) -> Card:
    """Copies with a single box each share a line."""
    alike = len(card.boxes) == 1 and card.boxes[0].whole == 1 and not card.boxes[0].labels
    if not alike or not 1 < card.count <= MOST_BOXES:
        return card
    return replace(card, count=1, boxes=(replace(card.boxes[0], whole=card.count),))


def _track_titles(card: Card) -> Sequence[str]:
    if card.count <= MOST_COPIES:
        return copy_titles(replace(card, title=card_title(card)))
    return [f"{card_title(card)}, each of {card.count}"]


def legend_text(sheet: Sheet) -> str:
    """``P pinned; S suppressed``."""
    return "; ".join(f"{one_line(label)} {one_line(meaning)}" for label, meaning in sheet.legend)


def origin_pairs(source: Source, *, brief: bool = False) -> Pairs:
    """Where a roster comes from, as far as it is known; in brief only the beginning of the hash."""
    digits = 12 if brief else None
    known = (
        ("File", source.file),
        ("SHA256", source.sha256[:digits]),
        ("Data", source.data),
        ("Made by", source.program),
    )
    return [(name, one_line(value)) for name, value in known if value]


def house_pairs(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """House rules; a switch is named by its words."""
    yield from ((one_line(name), one_line(value)) for name, value in sheet.house)

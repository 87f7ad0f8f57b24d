"""What of a document has room on one sheet of paper: a roster and the tables of play take its two sides at most.

PDF tries it (`pdf`); browsers cannot measure before they print, so `plan_document` reckons it from lines for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from ...core.data import ShapedMapping, ShapedObject
from .blocks import needs_whole_width

WHOLE, BRIEF, NONE = "whole", "brief", ""  # how much is told of what the list can do
SHEET = 2  # pages
ON_SCREEN = "note: the odds table is on the screen, but there is no room for it on paper; --odds prints it"
APART = "note: the roster fills both sides of a sheet; --sheet prints the tables of play on another sheet"


class Plan(NamedTuple):
    """What of a document is on paper.

    odds    how much of what the list can do
    beside  whether that is on the page of the tables of play
    tables  whether the tables of play are
    screen  whether what is left out can be seen on a screen, as paper then says
    """

    odds: str = WHOLE
    beside: bool = False
    tables: bool = True
    screen: bool = False


EVERYTHING = Plan()

WIDTH = 66  # letters of a line that is half as wide as a page
PAGES = {"a4": 75, "letter": 70, "": 70}  # lines of a page, a few left free for what is reckoned too low
HEADS = {WHOLE: 2.5, BRIEF: 1}  # lines of what stands around its tables, as Chromium prints it
NEXT = 0.8  # of it have room on a second page: browsers leave gaps where columns break


def plan_document(document: ShapedObject, paper: str = "") -> Plan:
    """What of a document has room on paper, as far as lines tell it; where no paper is said, on the lower one."""
    page, bare = PAGES[paper], count_roster_lines(document)
    tables = "roster" not in document["parts"] or bare <= page
    room = page if tables else max(page * (1 + NEXT), bare)
    if document["odds"] is None or document["odds_needed"]:
        return Plan(tables=tables)
    fitting = (odds for odds in HEADS if bare + HEADS[odds] + _count_odds_lines(document["odds"][odds]) <= room)
    return Plan(next(fitting, NONE), tables=tables)


def count_roster_lines(document: ShapedObject) -> float:
    """About how many lines of a page a roster takes without what the list can do; some are half as wide."""
    units = sum(_count_unit_lines(unit) for unit in document["cards"])
    said = (*document["rules"], *document["house"], *(("", one["text"]) for one in document["problems"]))
    texts = sum(_count_half_lines(name + text) for name, text in said)
    tracks = sum(1.6 + len(row["labels"]) / 20 for row in document["tracks"])
    head = 22 + len(document["cards"]) + len(document["facts"]) + tracks
    return head + (units + texts + _count_half_lines(document["code"])) / 2


def _count_unit_lines(unit: ShapedObject) -> float:
    """Half lines of an entry: head, weapons, boxes, all of these twice where they are as wide as the page; texts."""
    stats = "".join(f"{name} {value}  " for name, value in unit["stats"])
    texts = sum(map(_count_half_lines, (", ".join(unit["options"]), stats, ", ".join(unit["rules"]), unit["note"])))
    table = len(unit["table"]["rows"]) + 1.2 if unit["table"] else 0
    if needs_whole_width(unit["table"]):
        return (
            2 * (4.6 + table + _count_boxes_lines(unit)) + texts
        )  # what is beside each other above it ends equally low
    return 2.6 + table + _count_boxes_lines(unit) + texts


def _count_boxes_lines(unit: ShapedObject) -> float:
    """Lines of what stands on paper, as many copies beside each other as there is room for."""
    rows = [row for row in unit["boxes"] if not row["turn"]]
    copy = sum(len(row["name"]) + 4 + 3.4 * len(row["labels"]) for row in rows)
    beside = max(1, WIDTH // (copy + 4))
    return 1.5 * ceil(copy / WIDTH) * ceil(len(unit["copies"]) / beside)


def _count_odds_lines(told: ShapedMapping) -> float:
    rows = sum(len(one["rows"]) + 1.5 for one in told["tables"])
    return rows + sum(_count_half_lines(text) / 2 for text in (told["above"], told["below"]))


def _count_half_lines(text: str) -> int:
    return ceil(len(text) / WIDTH)


CROWDED = 130  # lines of tables of play, half as wide as a page, that take more than one in the usual type


def needs_small_type(blocks: Sequence[ShapedMapping]) -> bool:
    """Whether the tables of play on a page need smaller type and narrower columns to stay on it, in browsers."""
    return sum(map(_count_block_lines, blocks)) > CROWDED


def _count_block_lines(one: ShapedMapping) -> float:
    """Half lines of a block; a table has a title and heads, and is counted twice where it is as wide as the page."""
    match one["kind"]:
        case "table":
            return (len(one["rows"]) + 3) * (2 if one.get("wide") else 1)
        case "facts":
            return sum(_count_half_lines(name + text) for name, text in one["rows"])
        case "texts":
            return sum(_count_half_lines(row["name"] + str(row["text"])) for row in one["rows"])
        case "para":
            return _count_half_lines(str(one["text"]))
    return 1.5

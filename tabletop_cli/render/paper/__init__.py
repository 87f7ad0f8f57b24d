"""Rosters, and games, on paper. `document_data` and `sheets_data` say as plain data what a document is about, `layout`
puts it into order and columns, made of few primitive blocks; `html` and `pdf` only draw those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...core.data import ShapedObject
from ...core.lists.list_odds import Prospects
from ...core.lists.problems import Problem
from ...core.lists.sheet import Card, Sheet, Source
from ...core.page import Bars, Block, Boxes, Chart, Drawing, Facts, Heading, Lines, Page, Para, Table, Tiling
from ...core.quantities import count_text
from ..chart import tiles
from ..chart.layout import arrange_spots as places
from ..chart.layout import cell_centre
from ..chart.svg import DRAWN, chart_svg
from ..number_text import format_spent, in_points
from ..odds_table import BRIEF, TITLE, brief_odds_table, odds_notes, odds_tables
from ..safe import clean, one_line
from ..title_lines import MOST_COPIES, copy_titles

PARTS = ("roster", "cards", "quick")  # what a document may consist of

# Beyond these nobody ticks boxes, and a broken file must not fill a disk; what is left out is counted (`more`).
MOST_TOGETHER = 1_000  # copies of all entries; beyond these, one of each
MOST_BOXES = 200  # in one row

MOST_TURNS = 20
NOTHING = "-"  # in a column of words it is left out: beside numbers it would look like one

Plain = ShapedObject


def document_data(
    sheet: Sheet,
    source: Source,
    *,
    parts: Sequence[str] = ("roster", "quick"),
    quick: Sequence[Page] = (),
    code: str = "",
    qr: str = "",
    turns: int = 8,
    actions: int | None = None,
    turn_boxes: bool = False,
    odds: bool = False,
) -> Plain:
    """A document as plain data: texts, lists and tables, ready for `arrange_spots` and for JSON.

    `quick` are the tables of play; `code` is the share code of the list and `qr` a picture as SVG, both may be empty.
    The marks of the army that a turn clears are printed for `turns` turns, those of the units only with `turn_boxes`;
    `actions` is how many of these the players agreed on. What the list can do is told as far as there is room for it
    (`room`), with `odds` in any case.
    """
    where = {name: one_line(getattr(source, name)) for name in ("file", "sha256", "data", "program")}
    return {
        "parts": [part for part in PARTS if part in parts],
        "title": one_line(sheet.name) if sheet.named else "",
        "system": one_line(sheet.system_name),
        "faction": one_line(sheet.faction),
        "player": one_line(sheet.player),
        "opponent": one_line(sheet.opponent),
        "event": one_line(sheet.event),
        "points": in_points(sheet.points, sheet.budget),
        "total": format_spent(sheet.points),
        "unit": one_line(sheet.unit),
        "units": count_text(sheet.units, sheet.unit),
        "legal": sheet.legal,
        "problems": [_problem_data(problem) for problem in sheet.problems],
        "facts": _clean_pairs(sheet.facts),
        "note": clean(sheet.note),
        "cards": list(_cards_data(sheet)),
        "rules": _clean_pairs(sheet.rules),
        "tracks": [_boxes_data(_with_agreed_length(boxes, actions)) for boxes in sheet.tracks],
        "turns": max(1, min(turns, MOST_TURNS)),
        "turn_boxes": turn_boxes,
        "house": _clean_pairs(sheet.house),
        "legend": _clean_pairs(sheet.legend),
        "odds": _odds_data(sheet.prospects),
        "odds_needed": odds,
        "quick": [_page_data(page) for page in quick],
        "code": one_line(code),
        "qr": qr,
        "source": where,
    }


def sheets_data(pages: Sequence[Page], title: str, program: str) -> Plain:
    """Pages as plain data, each of which begins on a new sheet of paper."""
    return {"title": one_line(title), "pages": [_page_data(page) for page in pages], "program": one_line(program)}


def _problem_data(problem: Problem) -> Plain:
    return {
        "error": problem.is_error,
        "code": one_line(problem.code),
        "text": one_line(problem.message),
        "hint": one_line(problem.hint),
        "line": problem.line,
    }


def _cards_data(sheet: Sheet) -> Iterator[Plain]:
    room = MOST_TOGETHER
    for card in sheet.cards:
        titles = copy_titles(card, max(min(MOST_COPIES, room), 1))
        room -= len(titles)
        yield _card_data(card, sheet, titles)


def _card_data(card: Card, sheet: Sheet, titles: list[str]) -> Plain:
    """One entry; `copies` holds a title for each copy on the table, `more` counts those that are too many for paper."""
    own = [one for one in sheet.problems if card.holds(one.where)]
    table = _merge_equal_rows(card.table) if card.table else None
    if table and table.title == card.title:  # it stands above
        table = replace(table, title="")
    return {
        "title": one_line(card.title),
        "kind": one_line(card.kind),
        "count": card.count,
        "points": in_points(card.points),
        "number": format_spent(card.points),
        "each": in_points(card.each),
        "secret": card.secret,
        "options": [one_line(option) for option in card.options],
        "stats": _clean_pairs(card.stats),
        "table": _block_data(table) if table else None,
        "rules": [one_line(rule) for rule in card.rules],
        "boxes": [_boxes_data(boxes) for boxes in card.boxes],
        "copies": titles,
        "numbers": list(map(str, card.numbers)),
        "more": max(card.count - len(titles), 0),
        "note": clean(card.note),
        "problems": [_problem_data(one) for one in own],
    }


def _odds_data(prospects: Prospects | None) -> Plain | None:
    """What the list can do, `whole` and in `brief`: what is above its tables, and below; None where nothing is said."""
    if prospects is None:
        return None
    below = one_line(". ".join(odds_notes(prospects)))
    above = clean(prospects.conditions)
    whole = {"above": above, "tables": [_block_data(one) for one in odds_tables(prospects)], "below": below}
    row_each = {"above": f"{above} {BRIEF}", "tables": [_block_data(brief_odds_table(prospects))], "below": below}
    return {"title": TITLE, "whole": whole, "brief": row_each}


def _clean_pairs(rows: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [[one_line(name), clean(value)] for name, value in rows]


def _merge_equal_rows(table: Table) -> Table:
    """A table of an entry as it is read: equal rows once, ``2 x`` before them, and no words where there are none."""
    wordless = [at for at, name in enumerate(table.columns) if at and name not in table.right]
    counts = Counter(
        tuple("" if at in wordless and cell == NOTHING else cell for at, cell in enumerate(row)) for row in table.rows
    )
    rows = ((f"{count} x {row[0]}", *row[1:]) if count > 1 and row else row for row, count in counts.items())
    return replace(table, rows=tuple(rows))


def _with_agreed_length(boxes: Boxes, actions: int | None) -> Boxes:
    """A track as long as the players agreed."""
    if actions is None or boxes.agreed != "actions":
        return boxes
    return replace(boxes, whole=actions, labels=tuple(str(at + 1) for at in range(min(actions, MOST_BOXES))))


def _boxes_data(boxes: Boxes) -> Plain:
    """A row of boxes: `labels` has one for each, empty where all are alike; `more` counts those beyond `MOST_BOXES`."""
    whole = max(boxes.whole, 0)
    labels = [one_line(label) for label in boxes.labels[:MOST_BOXES]] or [""] * min(whole, MOST_BOXES)
    return {
        "name": one_line(boxes.name),
        "marked": boxes.marked,
        "whole": whole,
        "labels": labels,
        "more": max(whole - len(labels), 0),
        "turn": boxes.turn,
    }


def _page_data(page: Page) -> Plain:
    blocks = [_block_data(block) for block in page.blocks]
    return {"title": one_line(page.title), "subtitle": one_line(page.subtitle), "blocks": blocks}


def _block_data(block: Block) -> Plain:
    """A block with its kind; bars and drawings become tables, and maps of tiles pictures."""
    match block:
        case Heading(text, level):
            return {"kind": "heading", "text": one_line(text), "level": level}
        case Para(text, tone):
            return {"kind": "para", "text": clean(text), "tone": tone}
        case Facts(rows):
            return {"kind": "facts", "rows": _clean_pairs(rows)}
        case Table(columns, rows, title, right):
            heads = [{"name": one_line(name), "right": name in right} for name in columns]
            cells = [list(_padded_cells(row, len(columns))) for row in rows]
            return {"kind": "table", "title": one_line(title), "columns": heads, "rows": cells}
        case Boxes():
            return {"kind": "boxes", **_boxes_data(block)}
        case Bars(rows, title):
            heads = [{"name": "outcome", "right": False}, {"name": "chance", "right": True}]
            cells = [[one_line(name), str(chance)] for name, chance in rows]
            return {"kind": "table", "title": one_line(title), "columns": heads, "rows": cells}
        case Chart():
            return _chart_data(block)
        case Lines(name, count):
            return {"kind": "lines", "name": one_line(name), "count": min(count, MOST_BOXES)}
        case Tiling():
            wide, high = tiles.tiling_size(block)
            told = "; ".join(tiles.tiling_facts(block))
            return {"kind": "picture", "svg": tiles.tiling_svg(block), "ratio": wide / high, "told": told}
        case Drawing(rows):
            wide = max(map(len, rows), default=0)
            drawn = [list(_padded_cells(row, wide)) for row in rows]
            heads = [{"name": name, "right": at > 0} for at, name in enumerate(drawn[0] if drawn else [])]
            return {"kind": "table", "title": "", "columns": heads, "rows": drawn[1:]}


def _chart_data(chart: Chart) -> Plain:
    """A chart as a picture, and as what is drawn where: in columns and rows from the first spot on."""
    at = {name: list(cell_centre(cell)) for name, cell in places(chart).items()}
    spots = [
        {"at": at[one.id], "title": one_line(one.title), "lines": list(map(one_line, one.lines)), "group": one.group}
        for one in chart.spots
    ]
    links = [{"ends": [at[one] for one in link.ends], "sign": one_line(link.sign)} for link in chart.links]
    return {
        "kind": "chart",
        "spots": spots,
        "links": links,
        "meanings": list(map(one_line, chart.meanings)),
        "svg": chart_svg(chart, DRAWN),
    }


def _padded_cells(row: Sequence[str], width: int) -> Iterator[str]:
    yield from (one_line(cell) for cell in (*row, *("",) * (width - len(row))))

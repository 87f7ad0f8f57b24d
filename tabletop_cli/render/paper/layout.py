"""What stands where on paper: a document (`document`) as pages of primitive blocks, which `html` and `pdf` draw.

A block (`blocks`) is plain data with a `kind`: masthead, notice, write, section, columns, frame, heading, para, facts,
table, stats, texts, legend, boxes, ticks, tracks, code. Words in a line are a text or a list of spans: `t` the
text, `style` strong, quiet, em, tag or blank, `to` the `id` of a block that it leads to. Rows of boxes, sections and
tables of play say whether they stand on `screen` and on `paper`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.data import Shaped, ShapedObject
from ...core.lists.sheet import UNNAMED
from ...core.page import BLANK
from .blocks import HALF, boxes_block, needs_whole_width, para_block, shorten_text, span, table_block, value_rows
from .fit import Piece, cards_of
from .room import BRIEF, EVERYTHING, NONE, WHOLE, Plan

Plain = ShapedObject

TO_WRITE = (("Player", "Opponent", "Event"), ("Date", "Table", "Signature", "Opponent's signature"))
HEAD, SHORT = 160, 40  # letters of a name above a roster and at the foot of a page; longer ones end in "..."
ROW = 20  # boxes of a track beside each other
WRAPS = 2.2  # times that room: a table of play whose words would wrap too often in it
SECRET = "hidden until it is revealed"


def document_layout(document: Plain, plan: Plan = EVERYTHING) -> Plain:
    """All pages of a document, with what stands at their foot; `key` tells this list from others.

    `plan` says what of it has room on paper.
    """
    pages = [page for part in document["parts"] for page in PARTS[part](document, plan)]
    source = document["source"]
    title = document["title"] or document["system"] or "army"
    return {
        "title": title,
        "keywords": [text for text in (document["system"], document["faction"], "roster") if text],
        "program": source["program"],
        "key": f"{source['sha256'] or source['file']}",
        "legal": document["legal"],
        "foot": {
            "title": shorten_text(title, SHORT),
            "file": shorten_text(source["file"], 90),
            "origin": _origin_text(source),
        },
        "pages": pages,
    }


def _origin_text(source: dict[str, str]) -> str:
    """First digits of the SHA-256 and version of the data, behind the file at the foot of every page."""
    return ", ".join(part for part in (source["sha256"][:12], source["data"] and f"data {source['data'][:12]}") if part)


# --- The roster


def _roster_pages(doc: Plain, plan: Plan) -> Iterator[Plain]:
    blocks = [*_top_blocks(doc), _section_block("Roster", [_units_table(doc)], "roster")]
    if doc["facts"] or doc["tracks"]:
        blocks.append(_section_block("During the game", list(_game_blocks(doc))))
    blocks.append({"kind": "columns", "blocks": [*_column_blocks(doc), *_left_out_note(doc, plan)]})
    if doc["odds"]:
        blocks += _odds_sections(doc["odds"], plan)
    yield {"kind": "flow", "name": "roster", "blocks": blocks}


def _top_blocks(doc: Plain) -> Iterator[Plain]:
    title = doc["title"]
    verdict = span("legal") if doc["legal"] else span("NOT LEGAL", "tag")
    under = " / ".join(part for part in (doc["system"], shorten_text(doc["faction"], HEAD), doc["player"]) if part)
    yield {
        "kind": "masthead",
        "title": shorten_text(title, HEAD) if title else [span(UNNAMED, "blank")],
        "under": under,
        "sums": [*([[span(doc["points"], "strong")]] if doc["points"] else []), [span(f"{doc['units']}, "), verdict]],
        "qr": doc["qr"],
        "qr_says": "QR picture of the list as text",
    }
    yield {"kind": "write", "rows": [[_writing_line(name, doc) for name in row] for row in TO_WRITE]}
    yield from _problem_blocks(doc)
    long = [[name, text] for name, text in (("Name", title), ("Faction", doc["faction"])) if len(text) > HEAD]
    if long:
        yield {"kind": "facts", "rows": long}
    if doc["note"]:
        yield para_block(doc["note"], "note")


def _writing_line(name: str, doc: Plain) -> Plain:
    return {"name": name, "text": shorten_text(doc[name.lower()], HEAD) if name in TO_WRITE[0] else ""}


def _problem_blocks(doc: Plain) -> Iterator[Plain]:
    """What is wrong, above all else."""
    errors = [one for one in doc["problems"] if one["error"]]
    if not doc["legal"]:
        title = f"Not legal: {len(errors)} problem{'' if len(errors) == 1 else 's'}"
        yield {"kind": "notice", "title": title, "rows": [_problem_spans(one) for one in errors]}


def _problem_spans(one: Plain) -> list[Plain]:
    spans = [span(one["code"], "strong"), span(f" {one['text']}")]
    if one["hint"]:
        spans += [span(": "), span(one["hint"], "em")]
    return spans + ([span(f" (line {one['line']})", "quiet")] if one["line"] else [])


def _units_table(doc: Plain) -> Plain:
    """An entry a row; columns in which nothing would stand are left out."""
    cards, points = doc["cards"], bool(doc["points"])
    kinds, options = any(_card_kind(card) for card in cards), any(card["options"] for card in cards)
    shown = (True, True, kinds, options, points)
    heads = (("no.", True, 0), (doc["unit"], False, 3), ("what it is", False, 2.6), ("options", False, 4))
    columns = [{"name": name, "right": right, "grow": grow} for name, right, grow in (*heads, ("points", True, 0))]

    def keep_shown(cells: Sequence[Shaped]) -> list[Shaped]:
        return [cell for cell, there in zip(cells, shown, strict=True) if there]

    rows = [
        (str(card["count"]), _name_spans(card, at), _card_kind(card), ", ".join(card["options"]), card["number"])
        for at, card in enumerate(cards)
    ]
    foot = ("", [span(doc["units"], "strong")], "", "", [span(doc["total"], "strong")])
    whole = {"rows": [keep_shown(row) for row in rows], "foot": keep_shown(foot), "columns": keep_shown(columns)}
    return {"kind": "table", "title": "", "name": "units", "size": "", **whole}


def _name_spans(card: Plain, at: int) -> list[Plain]:
    wrong = any(one["error"] for one in card["problems"])
    marks = [*(["not legal"] if wrong else []), *(["hidden"] if card["secret"] else [])]
    return [span(card["title"], "strong", f"unit-{at + 1}"), *(one for mark in marks for one in _tag_spans(mark))]


def _tag_spans(text: str) -> list[Plain]:
    return [span(" "), span(text, "tag")]


def _card_kind(card: Plain) -> str:
    return "" if card["kind"] == card["title"] else str(card["kind"])


def _game_blocks(doc: Plain) -> Iterator[Plain]:
    """What the army as a whole wants to know and to tick off, and what the letters in all boxes mean."""
    if doc["facts"]:
        yield {"kind": "facts", "rows": doc["facts"]}
    if doc["tracks"]:
        yield {"kind": "tracks", "rows": [one for track in doc["tracks"] for one in _track_rows(track, doc)]}
    if doc["legend"]:
        lasting = _printed_labels(doc)
        rows = [{"name": name, "text": text, "paper": name in lasting} for name, text in doc["legend"]]
        yield {"kind": "legend", "rows": rows}


def _track_rows(track: Plain, doc: Plain) -> Iterator[Plain]:
    """A row; of marks that a turn clears one for the screen, and one for paper with a box for each turn.

    Where there are several such marks, the box is there to write into how many there are.
    """
    whole = boxes_block(track, doc["legend"])
    if not track["turn"]:
        yield from _split_boxes(whole)
        return
    yield {**whole, "paper": False}
    labels = [str(at + 1) for at in range(doc["turns"])]
    row = {**whole, "screen": False, "turn": False, "marked": 0, "labels": labels, "words": labels}
    yield {**row, "write": track["whole"] > 1}


def _split_boxes(row: Plain) -> Iterator[Plain]:
    """Many boxes in rows of which each is counted at a glance; the first has the name, the last what is left out."""
    for at in range(0, max(len(row["labels"]), 1), ROW):
        end = at + ROW
        last = end >= len(row["labels"])
        part = {"labels": row["labels"][at:end], "words": row["words"][at:end], "marked": row["marked"] - at}
        name = {"name": "" if at else row["name"], "goes_on": at > 0}
        yield {**row, **part, **name, "more": row["more"] if last else 0}


def _printed_labels(doc: Plain) -> set[str]:
    """The labels of the boxes of units that stand on paper."""
    rows = (row for card in doc["cards"] for row in card["boxes"] if _is_printed(row, doc))
    return {label for row in rows for label in row["labels"]}


def _is_printed(row: Plain, doc: Plain) -> bool:
    return bool(doc["turn_boxes"]) or not row["turn"]


def _column_blocks(doc: Plain) -> Iterator[Plain]:
    """What fills the columns."""
    told = {name: f"rule-{at}" for at, (name, _) in enumerate(doc["rules"], 1)}
    if doc["cards"]:
        frames = _widen_frames([_unit_frame(card, at, doc, told) for at, card in enumerate(doc["cards"], 1)])
        yield _section_block((doc["unit"] or "unit").capitalize() + "s", frames, "units")
    if doc["rules"]:
        rows = [{"id": told[name], "name": name, "text": text, "back": "units"} for name, text in doc["rules"]]
        yield _section_block("Special rules", [{"kind": "texts", "rows": rows}], "rules")
    if doc["house"]:
        rows = [{"id": "", "name": name, "text": text, "back": ""} for name, text in doc["house"]]
        yield _section_block("House rules", [{"kind": "texts", "rows": rows}])
    warnings = [one for one in doc["problems"] if not one["error"]]
    if warnings:
        yield _section_block(
            "Worth knowing",
            [para_block(_problem_spans({**one, "hint": "", "line": None}), "plain") for one in warnings],
        )
    if doc["code"]:
        yield _section_block("Share code", [{"kind": "code", "text": doc["code"]}])
    source = doc["source"]
    known = (source["file"], f"SHA-256 {source['sha256'][:16]}", f"data {source['data']}", source["program"])
    said = [text for text, there in zip(known, ("file", "sha256", "data", "program"), strict=True) if source[there]]
    if said:
        yield para_block(", ".join(said), "source")


def _left_out_note(doc: Plain, plan: Plan) -> Iterator[Plain]:
    """What is on the screen alone, for whoever reads the paper."""
    odds = doc["odds"] and plan.odds == NONE
    left_out = [*(["what the list can do"] if odds else []), *(["the tables of play"] if not plan.tables else [])]
    if plan.screen and left_out:
        yield para_block(
            f"Not printed here, because there is no room, but shown on the screen: {' and '.join(left_out)}.",
            "source print",
        )


def _odds_sections(odds: Plain, plan: Plan) -> Iterator[Plain]:
    """What the list can do: whole on the screen, and on paper as it is planned."""
    below = not plan.beside
    whole = _section_block(odds["title"], _odds_blocks(odds["whole"]), "odds")
    yield {**whole, "wide": True, "paper": below and plan.odds == WHOLE}
    if below and plan.odds == BRIEF:
        yield {**_section_block(odds["title"], _odds_blocks(odds["brief"])), "wide": True, "screen": False}


def _odds_blocks(told: Plain) -> list[Plain]:
    below = [para_block(told["below"], "source")] if told["below"] else []
    return [para_block(told["above"], "plain"), *map(_odds_table, told["tables"]), *below]


def _odds_table(one: Plain) -> Plain:
    """A table of chances, in which the names of units are bold: below each are its further rows.

    Where a chance is missing because players have not agreed on something, there is nothing to write.
    """
    rows = [[[span(name, "strong")] if name else "", *cells] for name, *cells in one["rows"]]
    return {**table_block(one), "rows": rows}


def _unit_frame(card: Plain, at: int, doc: Plain, told: dict[str, str]) -> Plain:
    """An entry with all that is known of it."""
    count = f"{card['count']} \N{MULTIPLICATION SIGN} " if card["count"] != 1 else ""
    each = f"{card['each']} each" if card["count"] > 1 and card["each"] else ""
    said = ", ".join(part for part in (_card_kind(card), each) if part)
    options, broad = ", ".join(card["options"]), needs_whole_width(card["table"])
    beside = f"{', ' * bool(said)}{options}" if broad and options else ""
    codes = ", ".join(dict.fromkeys(one["code"] for one in card["problems"] if one["error"]))
    found = [
        _kind_para(said, card, beside),
        para_block([span(f"not legal: {codes}", "tag")], "plain") if codes else None,
        para_block(options, "plain") if options and not beside else None,
        {"kind": "stats", "rows": value_rows(card["stats"])} if card["stats"] else None,
        table_block(card["table"]) if card["table"] else None,
        para_block(_rule_spans(card, told), "plain") if card["rules"] else None,
        _ticks_block(card, doc) if card["boxes"] else None,
        para_block(card["note"], "note") if card["note"] else None,
    ]
    return {
        "kind": "frame",
        "id": f"unit-{at}",
        "title": f"{count}{card['title']}",
        "side": card["points"],
        "back": "roster",
        "wide": broad,
        "blocks": [one for one in found if one],
    }


def _kind_para(said: str, card: Plain, options: str) -> Plain | None:
    """The line below the name of an entry: what it is, where the opponent must not see it, and `options`, if any."""
    secret = _tag_spans(SECRET) if card["secret"] else []
    if options:
        return para_block([span(said, "em"), span(options), *secret], "plain")
    return para_block([span(said), *secret], "kind") if said or secret else None


def _widen_frames(frames: list[Plain]) -> list[Plain]:
    """A narrow one alone between wide ones gets the whole width, too: beside it the paper would be empty."""
    wide_ones = [True, *(one["wide"] for one in frames), False]  # behind the last one other things go on
    return [{**one, "wide": (wide_ones[at] and wide_ones[at + 2]) or one["wide"]} for at, one in enumerate(frames)]


def _rule_spans(card: Plain, told: dict[str, str]) -> list[Plain]:
    names = [span(rule, "", told.get(rule, "")) for rule in card["rules"]]
    return [span("Rules ", "quiet"), *(one for name in names for one in (name, span(", ")))][:-1]


def _ticks_block(card: Plain, doc: Plain) -> Plain:
    """Boxes of every copy; each row keeps its place in all of them."""
    rows = [boxes_block(row, doc["legend"], paper=_is_printed(row, doc)) for row in card["boxes"]]
    counted = [str(at) for at, _ in enumerate(card["copies"], 1)] if len(card["copies"]) > 1 else [""]
    numbers = card["numbers"] if len(card["numbers"]) >= len(counted) else counted
    copies = [{"title": title, "number": number} for title, number in zip(card["copies"], numbers, strict=False)]
    return {"kind": "ticks", "rows": rows, "copies": copies, "more": card["more"]}


def _section_block(title: str, blocks: list[Plain], mark: str = "") -> Plain:
    return {
        "kind": "section",
        "id": mark,
        "title": title,
        "blocks": blocks,
        "wide": False,
        "screen": True,
        "paper": True,
    }


# --- Cards and tables of play


def _card_pages(doc: Plain, plan: Plan) -> Iterator[Plain]:
    if "roster" not in doc["parts"] and not doc["legal"]:
        yield {
            "kind": "flow",
            "name": "faults",
            "blocks": [*list(_top_blocks({**doc, "qr": ""}))[:1], *_problem_blocks(doc)],
        }
    cards = [
        {
            **card,
            "blocks": [one for piece in card["pieces"] for one in _piece_with_legend(piece, card, doc)],
            "pieces": [],
        }
        for card in cards_of(doc)
    ]
    yield {"kind": "cards", "name": "cards", "title": doc["title"], "cards": cards}


def _piece_with_legend(piece: Piece, card: Plain, doc: Plain) -> Iterator[Plain]:
    """A part of a card, and below boxes what the letters in them mean."""
    yield _piece_block(piece, card, doc)
    if piece.kind == "boxes" and piece.name:
        yield para_block([span(piece.name, "quiet")], "meant")


def _piece_block(piece: Piece, card: Plain, doc: Plain) -> Plain:
    """A part of a card as a block."""
    match piece.kind:
        case "stats":
            return {"kind": "stats", "rows": value_rows(piece.items)}
        case "table" | "over":
            over = piece.kind == "over"
            rows = [part for row in piece.items for part in ([row[:1], row[1:]] if over else [row])]
            whole = table_block({"title": "", "columns": list(piece.head), "rows": rows})
            heads = [{**column, "name": "\n".join(column["name"].split())} for column in piece.head]  # a word a line
            return {**whole, "columns": heads, "size": piece.name}
        case "rows":
            rows = [{"id": "", "name": name, "text": _row_spans(pairs), "back": ""} for name, pairs in piece.items]
            return {"kind": "texts", "rows": rows}
        case "texts":
            rows = [{"id": "", "name": name, "text": text, "back": ""} for name, text in piece.items]
            return {"kind": "texts", "rows": rows}
        case "boxes":
            rows = [boxes_block(row, doc["legend"]) for row in piece.items]
            return {"kind": "ticks", "rows": rows, "copies": [{"title": card["title"], "number": ""}], "more": 0}
    return para_block([span(f"{piece.name} ", "quiet"), span(piece.text)], "plain")


def _row_spans(pairs: Sequence[Sequence[str]]) -> list[Plain]:
    """A row of a table in running words."""
    return [
        one
        for name, value in pairs
        for one in (
            span(f"{name}\N{NO-BREAK SPACE}", "quiet"),
            span(value, "blank" if value == BLANK else "strong"),
            span("  "),
        )
    ][:-1]


def _quick_pages(doc: Plain, plan: Plan) -> Iterator[Plain]:
    """The tables of play, and where it is planned beside them what the list can do."""
    if doc["quick"]:
        pages = [
            {**page, "spare": False, "blocks": list(map(primitive_block, page["blocks"]))} for page in doc["quick"]
        ]
        if plan.beside and plan.odds:
            told = doc["odds"][plan.odds]
            blocks = _odds_blocks({**told, "above": ""})[1:]
            pages.append({"title": doc["odds"]["title"], "subtitle": told["above"], "spare": True, "blocks": blocks})
        yield {"kind": "fit", "name": "quick", "paper": plan.tables, "pages": pages}


def primitive_block(one: Plain) -> Plain:
    """A block of a page as a primitive one."""
    if one["kind"] == "table":
        return {**table_block(one), "wide": "wide" * needs_whole_width(one, WRAPS * HALF)}
    return boxes_block(one) if one["kind"] == "boxes" else one


def sheets_layout(document: Plain) -> Plain:
    """Sheets (`paper.sheets`), each on paper of its own, with cells and lines to write on."""
    title = document["title"]
    pages = [
        {
            "kind": "form",
            "name": "paper",
            "title": shorten_text(title, HEAD),
            "under": page["title"],
            "side": page["subtitle"],
            "blocks": list(map(primitive_block, page["blocks"])),
        }
        for page in document["pages"]
    ]
    return {
        "title": title,
        "keywords": [],
        "program": document["program"],
        "key": title,
        "legal": True,
        "foot": {"title": shorten_text(title, SHORT), "file": "", "origin": document["program"]},
        "pages": pages,
    }


PARTS = {"roster": _roster_pages, "cards": _card_pages, "quick": _quick_pages}

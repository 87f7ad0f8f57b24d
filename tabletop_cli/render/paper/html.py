"""A layout as one HTML file that needs nothing else: for paper, for a phone, in light and in dark.

Texts are escaped where a tag is made of them (`tag`), so none can be forgotten. Without its script the page shows and
ticks everything; with it, what is ticked is kept where the browser can.
"""

from __future__ import annotations

import unicodedata
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path

from ...core.data import Shaped, ShapedObject
from .layout import document_layout, sheets_layout
from .markup import Markup, class_names, join, tag, text_markup
from .room import needs_small_type, plan_document

HERE = Path(__file__).parent
SIZES = {"": "", "a4": "A4", "letter": "letter"}  # of `@page`; empty leaves it to the printer
AMOUNT = 9  # letters of a cell that is no more than an amount
LONG = 40  # letters of a value that has a line of its own on the screen
A_PAGE = 9  # cards on a sheet of paper: three by three, 189 x 264 mm
TURN = "clear the boxes of the last turn"
ANEW = "clear all boxes; tap twice"
PLACES = {"units": "Units", "rules": "Rules", "odds": "Odds", "cards": "Cards", "tables": "Tables"}
RUN = 10  # boxes of a row that stay together

Plain = ShapedObject


def document_html(document: Plain, paper: str = "") -> str:
    """A document (`paper.document`) as HTML; `paper` is ``a4``, ``letter`` or empty, which leaves it to the printer.

    Errors: `KeyError` for other sizes of paper.
    """
    return render_html(document_layout(document, plan_document(document, paper)._replace(screen=True)), paper)


def sheets_html(document: Plain, paper: str = "") -> str:
    """The same for a document of sheets (`paper.sheets`)."""
    return render_html(sheets_layout(document), paper)


def render_html(pages: Plain, paper: str = "") -> str:
    """A layout (`layout.document_layout`) as HTML."""
    return Page(pages, SIZES[paper]).render_file()


class Page:
    """One file; headings know how deep they stand, boxes their number."""

    def __init__(self, pages: Plain, size: str) -> None:
        self.pages, self.size = pages, size
        self.number, self.counters = count(), count()
        self.turns, self.marks = False, list[str]()
        self.blocks: dict[str, Callable[[Plain], Markup]] = {name: getattr(self, name) for name in KINDS}

    def render_file(self) -> str:
        script = _read_file("ticks.js")
        digest = b64encode(sha256(script.encode()).digest()).decode()
        policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'"
        pages = self.pages["pages"]
        body = [self.render_page(page) for page in pages]
        to_fill = any(page["kind"] == "form" for page in pages)
        headed = to_fill or any(one["kind"] == "masthead" for page in pages for one in page.get("blocks", ()))
        title = None if headed else tag("div", tag("h1", self.pages["title"]), class_="alone")
        head = [
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=policy),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("meta", name="generator", content=self.pages["program"]),
            tag("title", self.pages["title"]),
            Markup(
                f"<style>\n{_read_file('roster.css')}{_read_file('sheets.css') if to_fill else ''}"
                f"{self.page_style()}</style>"
            ),
        ]
        parts = [
            tag("form", id="turn", hidden=True),
            tag(
                "main",
                self.links_to_parts(),
                title,
                "\n",
                join(body, "\n"),
                None if to_fill else self.button_bar(),
                id="top",
            ),
            Markup(f"<script>{script}</script>"),
        ]
        inside = join([tag("head", join(head, "\n")), tag("body", join(parts, "\n"), data_key=self.pages["key"])], "\n")
        return f'<!doctype html>\n<html lang="en">\n{inside}\n</html>\n'

    def links_to_parts(self) -> Markup | None:
        """Links to the parts of a long page."""
        links = [tag("a", name, href=f"#{mark}") for mark, name in PLACES.items() if mark in self.marks]
        return tag("nav", join(links, " "), aria_label="parts of the page") if len(links) > 1 else None

    def button_bar(self) -> Markup | None:
        """What is always at the foot of the screen where there is anything to tick; the script shows the rest."""
        if not next(self.number):
            return None
        buttons = [
            tag("a", "Top", href="#top") if any(self.marks) else None,
            tag("button", "Undo", type="button", id="undo", hidden=True, title="undo your last tick"),
            tag("button", "New battle", type="button", id="anew", hidden=True, data_sure="Clear all?", title=ANEW),
            tag("button", "New turn", type="reset", form="turn", title=TURN) if self.turns else None,
        ]
        return tag("p", *buttons, class_="bar")

    def page_style(self) -> str:
        """What the style sheet says of the feet of pages: browsers number them."""
        look = "white-space: nowrap; font: 7.5pt sans-serif; vertical-align: top; padding-top: 3mm;"
        size = f"size: {self.size};" if self.size else ""
        title = css_string(title_at_foot(self.pages["title"]))
        legal = self.pages["legal"]
        wrong = "" if legal else f'@bottom-center {{ content: "NOT LEGAL"; font-weight: bold; {look} }}'
        left = f'@bottom-left {{ content: "{title}"; {look} }}'
        right = f'@bottom-right {{ content: counter(page) " / " counter(pages); {look} }}'
        return f"@page {{ margin: 10mm 12mm 13mm; {size} {left} {wrong} {right} }}\n"

    # --- pages ---

    def render_page(self, page: Plain) -> Markup:
        if page["kind"] == "cards":
            return self.render_cards(page)
        if page["kind"] == "fit":
            return join((self.render_quick(one, page) for one in page["pages"]), "\n")
        if page["kind"] == "form":
            return self.render_form(page)
        return tag("section", self.render_blocks(page["blocks"]), class_=page["name"])

    def render_form(self, page: Plain) -> Markup:
        """A sheet with cells and lines to write on."""
        names = tag("div", tag("h1", page["title"]), tag("p", page["under"], class_="of"), class_="names")
        head = tag("header", names, tag("p", page["side"], class_="sum"))
        return tag("section", head, self.render_blocks(page["blocks"]), class_=page["name"])

    def render_quick(self, page: Plain, all_: Plain) -> Markup:
        under = tag("p", page["subtitle"], class_="of") if page["subtitle"] else None
        blocks = tag("div", self.render_blocks(page["blocks"]), class_="blocks")
        look = class_names("quick", needs_small_type(page["blocks"]) and "long", *_medium_classes(all_))
        mark = "" if "tables" in self.marks else "tables"
        self.marks.append(mark)
        return tag("section", tag("h2", page["title"], id=mark), under, blocks, class_=look)

    def render_cards(self, page: Plain) -> Markup:
        self.marks.append("cards")
        cards = [self.render_card(card, page["title"]) for card in page["cards"]]
        sheets = [
            tag("div", tag("div", join(cards[at : at + A_PAGE], "\n"), class_="cut"), class_="sheet")
            for at in range(0, len(cards), A_PAGE)
        ]
        return tag(
            "section", tag("h2", "Cards to cut out", id="cards", class_="screen"), join(sheets, "\n"), class_="cards"
        )

    def render_card(self, card: Plain, army: str) -> Markup:
        hidden = tag("span", "hidden", class_="tag") if card["secret"] else None
        kind = join([card["kind"] if card["kind"] != card["title"] else "", hidden], " ")
        foot = [tag("span", army, class_="name"), None if self.pages["legal"] else tag("b", "not legal")]
        return tag(
            "article",
            self.render_head("h3", card["title"], card["points"]),
            tag("p", kind, class_="kind"),
            self.render_blocks(card["blocks"]),
            tag("p", *foot, tag("span", card["part"]) if card["part"] else None, class_="foot"),
            class_=f"card {card['size']}",
        )

    # --- blocks ---

    def render_blocks(self, blocks: Sequence[Plain]) -> Markup:
        return join((self.blocks[one["kind"]](one) for one in blocks), "\n")

    def masthead(self, one: Plain) -> Markup:
        names = tag("div", tag("h1", text_markup(one["title"])), tag("p", one["under"], class_="of"), class_="names")
        sums = tag("p", join(map(text_markup, one["sums"]), "<br>"), class_="sum")
        # What is not escaped is a picture that we drew ourselves, here and in charts.
        qr = tag("div", Markup(one["qr"]), class_="qr", role="img", aria_label=one["qr_says"]) if one["qr"] else None
        return tag("header", names, sums, qr)

    def write(self, one: Plain) -> Markup:
        def writing_line(space: Plain) -> Markup:
            return tag("p", tag("span", space["name"], class_="label"), tag("span", space["text"], class_="rule"))

        return tag("div", *(tag("div", *map(writing_line, row)) for row in one["rows"]), class_="write")

    def notice(self, one: Plain) -> Markup:
        rows = tag("ol", *(tag("li", text_markup(row)) for row in one["rows"]))
        return tag("section", tag("h2", one["title"]), rows, class_="problems")

    def section(self, one: Plain) -> Markup:
        self.marks.append(one["id"])
        title = tag("h2", one["title"], id=one["id"])
        look = class_names(one["wide"] and "wide", *_medium_classes(one))
        return tag("section", title, self.render_blocks(one["blocks"]), class_=look)

    def columns(self, one: Plain) -> Markup:
        return tag("div", self.render_blocks(one["blocks"]), class_="flow")

    def frame(self, one: Plain) -> Markup:
        title = tag("a", one["title"], href=f"#{one['back']}") if one["back"] else one["title"]
        head = self.render_head("h3", title, one["side"], one["id"])
        return tag("article", head, self.render_blocks(one["blocks"]), class_="wide" if one["wide"] else "")

    def render_head(self, name: str, title: str, side: str, mark: str = "") -> Markup:
        return tag(name, tag("span", title), tag("span", side, class_="points") if side else None, id=mark)

    def heading(self, one: Plain) -> Markup:
        return tag(f"h{one['level'] + 1}", one["text"])

    def para(self, one: Plain) -> Markup:
        return tag("p", text_markup(one["text"]), class_=one["tone"] if one["tone"] != "plain" else "")

    def facts(self, one: Plain) -> Markup:
        return tag("dl", *(self.render_pair(name, value) for name, value in one["rows"]), class_="facts")

    def render_pair(self, name: str, value: Shaped, **attributes: str) -> Markup:
        return tag("div", tag("dt", name) if name else None, tag("dd", text_markup(value)), **attributes)

    def stats(self, one: Plain) -> Markup:
        pairs = (self.render_pair(name, value, class_="long" * (len(value) > LONG)) for name, value in one["rows"])
        return tag("dl", join(pairs, " "), class_="stats")

    def texts(self, one: Plain) -> Markup:
        def text_row(said: Plain) -> Markup:
            back = tag("a", "\N{UPWARDS ARROW}", href=f"#{said['back']}", class_="back", aria_label="back to the units")
            text = tag("dd", text_markup(said["text"]), back if said["back"] else None)
            return tag("div", tag("dt", said["name"]) if said["name"] else None, " ", text, id=said["id"])

        return tag("dl", join(map(text_row, one["rows"]), "\n"), class_="texts")

    def legend(self, one: Plain) -> Markup:
        rows = (
            self.render_pair(row["name"], row["text"], class_="" if row["paper"] else "turn") for row in one["rows"]
        )
        return tag("dl", join(rows, " "), class_="legend")

    def chart(self, one: Plain) -> Markup:
        said = tag("figcaption", "; ".join(one["meanings"])) if one["meanings"] else None
        return tag("figure", Markup(one["svg"]), said, class_="chart")

    def picture(self, one: Plain) -> Markup:
        return tag("figure", Markup(one["svg"]), class_="picture")

    def lines(self, one: Plain) -> Markup:
        rules = (tag("span", class_="rule") for _ in range(one["count"]))
        return tag("div", tag("span", one["name"], class_="name"), *rules, class_="lines")

    def code(self, one: Plain) -> Markup:
        return tag("p", one["text"], class_="share-code")

    def table(self, one: Plain) -> Markup:
        right = [column["right"] for column in one["columns"]]
        over = any(len(cells) == 1 < len(right) for cells in one["rows"])  # names stand over their rows

        def table_row(cells: Sequence[Shaped]) -> Markup:
            if over and len(cells) == 1:
                return tag(
                    "tr", tag("th", text_markup(cells[0]), scope="rowgroup", colspan=str(len(right))), class_="over"
                )
            sides = zip(cells, (*right, *[False] * len(cells)), strict=False)
            named = 1 if one["name"] else 0  # no heading where the row goes on with what is named above
            heading = [at == named and not over and cell not in ("", None) for at, cell in enumerate(cells)]
            found = [
                tag(
                    "th" if heading[at] else "td",
                    text_markup(cell),
                    scope="row" if heading[at] else "",
                    **_cell_attributes(side, cell),
                )
                for at, (cell, side) in enumerate(sides)
            ]
            return tag("tr", *found)

        head = tag(
            "tr", *(tag("th", one_["name"], scope="col", **_cell_attributes(one_["right"])) for one_ in one["columns"])
        )
        whole = tag(
            "table",
            tag("caption", tag("span", one["title"])) if one["title"] else None,
            tag("thead", head),
            tag("tbody", join(map(table_row, one["rows"]), "\n")),
            tag("tfoot", table_row(one["foot"])) if one["foot"] else None,
            class_=one["name"] or one["size"],
        )
        if one["name"]:
            return whole
        return tag(
            "div", whole, class_=class_names("scroll", one.get("wide", "")), tabindex="0" if can_scroll(one) else ""
        )

    # --- boxes ---

    def boxes(self, one: Plain) -> Markup:
        return self.box_row(one, "", one["name"])

    def box_row(self, one: Plain, whose: str, name: str) -> Markup:
        """A row of boxes; on paper marks of a turn may be left out."""
        said = ": ".join(part for part in (whose, one["name"]) if part)
        pairs = list(zip(one["labels"], one["words"] or one["labels"], strict=False))
        drawn_ = [self.tick_box(one, at, label, text) for at, (label, text) in enumerate(pairs, 1)]
        runs = [tag("span", *drawn_[at : at + RUN], class_="run") for at in range(0, len(drawn_), RUN)]
        shown = tag("span", name, class_="name") if name else None
        more = tag("span", f"and {one['more']} more", class_="more") if one["more"] else None
        where = class_names(
            "row", not one["paper"] and "turn", not one["screen"] and "print", one["write"] and "wide-boxes"
        )
        return tag(
            "div", shown, *runs, more, class_=where, role="group", aria_label=said, data_count=self.counter_id(one)
        )

    def counter_id(self, one: Plain) -> str:
        """Which counter a row of boxes is, or goes on with: ticking a box of it ticks those before it."""
        if not (one["counts"] and one["screen"]):
            return ""
        if not one["goes_on"]:
            self.counter_now = next(self.counters)
        return str(self.counter_now)

    def tick_box(self, one: Plain, at: int, label: str, text: str) -> Markup:
        """A box to tick; what is for paper alone is nothing to tick."""
        kind = class_names("tick", at % RUN == 0 and len(one["labels"]) > RUN and "ten", len(label) > 2 and "beside")
        shown = tag("span", label, aria_hidden="true") if label else None
        if not one["screen"]:
            return tag("span", tag("i"), shown, class_=kind)
        self.turns = self.turns or one["turn"]
        box = tag(
            "input",
            type="checkbox",
            id=f"b{next(self.number)}",
            aria_label=text,
            form="turn" if one["turn"] else "",
            checked=at <= one["marked"],
        )
        return tag("label", box, shown, class_=kind)

    def tracks(self, one: Plain) -> Markup:
        return tag("div", *map(self.boxes, one["rows"]), class_="tracks")

    def ticks(self, one: Plain) -> Markup:
        """Boxes of every copy. Copies with one row each stand side by side, the name of the row before them."""
        rows, several = one["rows"], len(one["copies"]) > 1
        single = len(rows) == 1
        lead = rows[0]["name"] if single and several else ""

        def boxes_of_copy(at: Plain) -> Markup:
            number = tag("span", at["number"], class_="copy-number", aria_hidden="true") if at["number"] else None
            return tag(
                "div",
                number,
                *(self.box_row(row, at["title"], "" if lead else row["name"]) for row in rows),
                class_="copy",
            )

        more = tag("span", f"and {one['more']} more, without boxes", class_="more") if one["more"] else None
        shown = tag("span", lead, class_="lead") if lead else None
        gone = not any(row["paper"] for row in rows)
        return tag(
            "div",
            shown,
            *map(boxes_of_copy, one["copies"]),
            more,
            class_=class_names("ticks", single and "single", gone and "turn"),
        )


KINDS = (
    *("masthead", "write", "notice", "section", "columns", "frame", "heading", "para", "facts", "stats", "texts"),
    *("legend", "code", "chart", "picture", "lines", "table", "boxes", "tracks", "ticks"),
)


def _cell_attributes(right: bool, cell: Shaped = "") -> dict[str, str]:
    """How a cell stands: numbers to the right, and a few words with a number in one line, such as ``30/40 cm``."""
    amount = isinstance(cell, str) and len(cell) <= AMOUNT and " " in cell and any(map(str.isdecimal, cell))
    found = class_names("right" * right, "amount" * amount)
    return {"class_": found} if found else {}


def _medium_classes(one: Plain) -> tuple[str, ...]:
    """The classes of what is not both on the screen and on paper."""
    return ("screen" * (not one["paper"]), "print" * (not one.get("screen", True)))


def can_scroll(one: Plain) -> bool:
    """Whether a table may have to be scrolled, which must be possible with keys as well."""
    return len(one["columns"]) > 3


@cache
def _read_file(name: str) -> str:
    return (HERE / name).read_text("utf-8")


FOOT = 28  # sizes of the type, 7.5 points: 74 mm, so that the middle of a page stays free


def title_at_foot(title: str) -> str:
    """As much of a title as there is room for at the foot of a page, where browsers cut nothing away themselves."""
    used = 0.0
    for at, letter in enumerate(title):
        used += 0.3 if letter == " " else 0.55 if letter.islower() and letter not in "mwæœ" else 1.0
        if unicodedata.east_asian_width(letter) in "WF":
            used += 0.4
        if used > FOOT:
            return title[:at].rstrip() + "..."
    return title


def css_string(text: str) -> str:
    """A text for between the quotes of a CSS string: whatever is no plain letter, digit or blank is written out."""
    return "".join(one if one == " " or (one.isascii() and one.isalnum()) else f"\\{ord(one):x} " for one in text)

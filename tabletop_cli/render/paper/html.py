"""A roster, or a game on sheets, as one HTML file that needs nothing else: for paper and screens, light and dark."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.data import ShapedObject
from .fit import cards_of

if TYPE_CHECKING:
    from jinja2 import Template

SIZES = {"": "", "a4": "A4", "letter": "letter"}  # of `@page`; empty leaves it to the printer
A_PAGE = 9  # cards on a sheet of paper: three by three, 189 x 264 mm


def html(document: ShapedObject, paper: str = "") -> str:
    """A document (`paper.document`) as HTML; `paper` is ``a4``, ``letter`` or empty, which leaves it to the printer.

    Errors: `KeyError` for other sizes of paper.
    """
    size = SIZES[paper]
    cards = cards_of(document) if "cards" in document["parts"] else []
    return _template("roster").render(doc=document, size=size, cards=cards, a_page=A_PAGE)


def sheets_html(document: ShapedObject, paper: str = "") -> str:
    """The same for a document of sheets (`paper.sheets`)."""
    return _template("sheets").render(doc={**document, "legal": True}, size=SIZES[paper])


@cache
def _template(name: str) -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["at_foot"] = at_foot
    environment.filters["css_string"] = css_string
    environment.filters["wide"] = wide
    return environment.get_template(f"{name}.html.jinja")


FOOT = 28  # sizes of the type, 7.5 points: 74 mm, so that the middle of a page stays free


def at_foot(title: str) -> str:
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


HALF = 62  # letters of a table that stands in half a page
HEAD = 0.75  # size of its head, which may also wrap between words


def wide(table: ShapedObject | None) -> bool:
    """Whether a table needs the whole width of a page."""
    if table is None:
        return False
    heads = [HEAD * max(map(len, column["name"].split() or [""])) for column in table["columns"]]
    cells = [max(map(len, column)) for column in zip(*table["rows"], strict=False)] or [0] * len(heads)
    return sum(max(pair) + 2 for pair in zip(heads, cells, strict=False)) > HALF

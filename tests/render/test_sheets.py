"""Games on paper: a picture of the map, cells and lines to write on, and nothing of a page that is read as markup."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tabletop_cli.core.page import Chart, Heading, Lines, Link, Page, Para, Spot, Table
from tabletop_cli.render import render_pages
from tabletop_cli.render.paper import document_data, sheets_data
from tabletop_cli.render.paper.html import document_html, sheets_html
from tests.sheets import SHEET, SOURCE

ODD = '<b>#strong[x]$"\\'
LAND = Chart(
    (Spot("x", ODD, ("ann", "two", "three", "four"), "ann"), Spot("y", "y" * 60)), (Link(("x", "y"), "H", ODD),)
)
EMPTY = Table(("week", "ann", "bob"), (("1", "", ""), ("2", "", "")), "Score", frozenset(("ann",)))
PAGES = (
    Page("Land", (LAND, Para(ODD, "note"), EMPTY), "now"),
    Page("Rest", (Heading(ODD), Lines("Notes", 3), Chart((), ()), Table((), ()))),
)


def test_a_page_of_html_for_each_sheet() -> None:
    made = sheets_html(sheets_data(PAGES, ODD, "tabletop"), "a4")
    assert made.count('class="paper"') == 2 and made.count("<svg") == 2
    assert made.count('class="rule"') == 3 and "<td></td>" in made.replace(' class="right"', "").replace(
        " class=right", ""
    )
    assert "<b>" not in made and "&lt;b&gt;" in made
    assert "size: A4" in made


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_pdf_has_the_same_and_reads_nothing_as_markup(paper: str) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    from tabletop_cli.render.paper.pdf import sheets_pdf

    document = sheets_data(PAGES, ODD, "tabletop")
    assert sheets_pdf(document, paper).startswith(b"%PDF")
    assert sheets_pdf(document, paper) == sheets_pdf(document, paper)


@pytest.mark.slow
@pytest.mark.parametrize(("spots", "pages"), [(30, 1), (90, 1)])
def test_a_map_is_no_higher_than_a_page(spots: int, pages: int) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    from tabletop_cli.render.paper.pdf import sheets_pdf

    names = [f"Place-with-a-long-name-{at}" for at in range(spots)]
    chart = Chart(tuple(Spot(one, one, ("free",)) for one in names), tuple(map(Link, pairwise(names))))
    data = sheets_pdf(sheets_data([Page("Land", (chart,))], "lake", "tabletop"))
    assert len(re.findall(rb"/Type ?/Page\b(?!s)", data)) == pages


@pytest.mark.parametrize("form", ["terminal", "text", "markdown"])
def test_screens_say_that_there_is_room_to_write(form: str) -> None:
    assert "Notes" in render_pages(PAGES[1], form) and "___" in render_pages(PAGES[1], form).replace("\\", "")


def test_a_table_of_play_with_many_words_has_the_whole_width_of_the_page() -> None:
    long = (
        "tank",
        "4",
        "; ".join(["equal dice on a hit are two wounds", "heals", "explodes", "double doors only"] * 2),
    )
    page = Page("At a glance", tuple(Table(("unit", "FP", "notes"), (row,)) for row in (long, ("HQ", "1", "bursts"))))
    made = document_html(document_data(SHEET, SOURCE, parts=("quick",), quick=(page,)))
    assert made.count('class="scroll wide"') == 1 and made.count('class="scroll"') == 1

"""A roster and the tables of play on one sheet of paper: what of them is printed, and what takes a sheet of its own."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.share import code_of
from tabletop_cli.core.lists.sheet import Source
from tabletop_cli.render.odds_table import BRIEF, LEFT_OUT, TITLE
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper.html import document_html
from tabletop_cli.render.paper.pdf import count_pages, document_pdf
from tabletop_cli.render.paper.room import APART, SHEET
from tabletop_cli.render.qr import qr_svg
from tabletop_cli.render.roster.short import short_text
from tests.needs import needs
from tests.pins import DRIFT
from tests.render.phone import Phone, phone
from tests.render.typeset import text

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ARMIES = sorted(path for path in (ROOT / "armies").glob("*/*.toml") if "catalogue" not in path.name)
PAPERS = ("a4", "letter") if DRIFT not in os.environ else ("letter", "a4")
BY_TURNS = [pytest.param(army, PAPERS[at % 2], id=army.stem) for at, army in enumerate(ARMIES)]  # to be done in time
MANY = 5  # of a system: where these have room, shorter ones have it as well
LONGEST = {
    army
    for _, armies in groupby(ARMIES, key=lambda army: army.parent)
    for army in sorted(armies, key=lambda army: army.stat().st_size)[-MANY:]
}
FULL = [one for one in BY_TURNS if one.values[0] in LONGEST]


@cache
def plain(army: Path, *, odds: bool = False) -> dict[str, Any]:
    """What `tabletop roster` prints: with picture, share code, what the list can do, and the tables of play."""
    file = open_army(army)
    sheet = replace(file.sheet, prospects=file.prospects)
    quick = file.system.make_quick_pages(file.system.read_house(file.data.get("house", {}), "army.house"))
    code = code_of(file.file.data)
    return document_data(sheet, Source(army.name), quick=quick, code=code, qr=qr_svg(short_text(sheet)), odds=odds)


def printed(army: str, paper: str = "a4", *, odds: bool = False) -> tuple[list[str], list[str]]:
    """The texts of the pages of an example, and the notes that are said of it."""
    said: list[str] = []
    data = document_pdf(plain(ROOT / "armies" / f"{army}.toml", odds=odds), paper, said.append)
    return text(data).split("\f")[:-1], said


@pytest.mark.parametrize(("army", "paper"), BY_TURNS if DRIFT in os.environ else FULL)
def test_no_example_takes_more_than_one_sheet(army: Path, paper: str) -> None:
    """The longest lists of each system on one of the two papers; a run that drifts takes all, on the other one."""
    assert count_pages(document_pdf(plain(army), paper)) <= SHEET


@pytest.fixture(scope="module")
def browser() -> Iterator[Phone]:
    with phone(1200, 800) as one:
        yield one


@needs("chromium")
@pytest.mark.parametrize(("army", "paper"), BY_TURNS[::3] if DRIFT not in os.environ else BY_TURNS[1::3])
def test_no_example_takes_more_than_one_sheet_from_a_browser(
    army: Path, paper: str, browser: Phone, tmp_path: Path
) -> None:
    file = tmp_path / f"{paper}.html"
    file.write_text(document_html(plain(army), paper), encoding="utf-8")
    assert count_pages(browser.printed(file)) <= SHEET, paper


@needs("chromium")
def test_what_is_on_paper_alone_looks_there_as_on_a_screen(browser: Phone, tmp_path: Path) -> None:
    """A row for each unit with its best attack, below its title and above its notes, and not beside them."""
    file = tmp_path / "crusade.html"
    file.write_text(document_html(plain(ROOT / "armies/tt/marines-crusade.toml"), "a4"), encoding="utf-8")
    browser.open(file)
    shown = "[...document.querySelectorAll('.print')].map(one => one.tagName + ' ' + getComputedStyle(one).display)"
    assert {one.split()[1] for one in browser.run(shown)} == {"none"}
    browser.send("Emulation.setEmulatedMedia", media="print")
    assert set(browser.run(shown)) == {"SECTION block", "P block", "DIV flex"}
    browser.send("Emulation.setEmulatedMedia", media="")


@needs("pdftotext")
def test_what_the_list_can_do_fills_the_free_part_of_the_tables_of_play() -> None:
    whole, said = plain(ROOT / "armies/tgf/ash-platoon.toml"), list[str]()
    half = [{**page, "blocks": page["blocks"][::2]} for page in whole["quick"]]
    roster, tables = text(document_pdf({**whole, "quick": half}, "a4", said.append)).split("\f")[:-1]
    assert TITLE not in roster and TITLE in tables and BRIEF not in tables
    assert said == []


@needs("pdftotext")
def test_where_only_a_row_for_each_unit_has_room_it_is_the_best_attack() -> None:
    (roster, _), said = printed("fftt/lantern-company")
    assert TITLE in roster and BRIEF in " ".join(roster.split())
    assert said == []


@needs("pdftotext")
def test_where_nothing_has_room_it_is_left_out_and_said() -> None:
    pages, said = printed("tt/eldar-host")
    assert len(pages) == SHEET and not any(TITLE in page for page in pages)
    assert said == [LEFT_OUT]


@needs("pdftotext")
def test_a_roster_of_two_pages_has_the_tables_of_play_on_another_sheet() -> None:
    pages, said = printed("tt/marines-crusade")
    assert len(pages) == SHEET and "quick reference" not in "".join(pages)
    assert said == [APART]
    assert "--sheet" in APART


@needs("pdftotext")
def test_who_wants_what_the_list_can_do_gets_all_of_it() -> None:
    pages, said = printed("tt/eldar-host", odds=True)
    assert sum(len(re.findall(TITLE, page)) for page in pages) == 1 and said == []
    assert BRIEF not in "".join(pages) and "quick reference" in "".join(pages)

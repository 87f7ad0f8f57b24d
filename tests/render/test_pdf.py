"""PDF rosters: the same bytes everywhere, nothing cut away, all on paper that is in the list."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import typst

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.share import code_of
from tabletop_cli.core.lists.sheet import Sheet, Source
from tabletop_cli.core.page import Boxes, Facts, Heading, Page, Para, Table
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper import pdf as of_pdf
from tabletop_cli.render.paper.layout import _widen_frames, document_layout
from tabletop_cli.render.paper.pdf import PAGES, count_pages, document_pdf
from tests.render.typeset import (
    CARDS,
    PLAY,
    ROSTER,
    SVG,
    Picture,
    bare,
    headings,
    needs_pdftotext,
    pictures,
    plain,
    text,
)
from tests.sheets import GUNS, ILLEGAL, RIFLES, SHEET

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


# The same list, the same bytes


def test_it_is_a_pdf_that_says_what_it_is_and_not_when() -> None:
    data = document_pdf(plain(SHEET))
    assert data.startswith(b"%PDF")
    assert b"Battle Group Morel" in data and b"Xylophagous Expeditions, The Fungal League, roster" in data
    for date in (b"CreationDate", b"ModDate", b"CreateDate", b"ModifyDate"):
        assert date not in data
    assert b"/StructTreeRoot" in data and b"pdfuaid" in data  # for screen readers
    assert document_pdf(plain(SHEET)) == data


SCRIPT = """
from hashlib import sha256
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper.pdf import document_pdf
from tests.sheets import ILLEGAL, QUICK, SOURCE
print(sha256(document_pdf(document_data(ILLEGAL, SOURCE, parts=("roster", "cards", "quick"), quick=QUICK))).hexdigest())
"""


def test_two_processes_far_apart_make_the_same_bytes(tmp_path: Path) -> None:
    def made(seed: str, zone: str, folder: Path) -> str:
        folder.mkdir()
        more = {"PYTHONHASHSEED": seed, "TZ": zone, "HOME": str(folder), "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env={**os.environ, **more}, cwd=folder, capture_output=True, check=True
        )
        return done.stdout.decode()

    assert made("1", "UTC", tmp_path / "a") == made("77", "Pacific/Auckland", tmp_path / "b")


# Pages


def test_a_roster_and_its_reference_sheet_are_a_page_each() -> None:
    for paper, size in (("a4", (210, 297)), ("letter", (216, 279.5))):
        pages = pictures(plain(SHEET), paper)
        assert len(pages) == 2
        for page in pages:
            assert page.size == pytest.approx(size, abs=1)
            assert all(margin >= 6 for margin in page.spare())


@pytest.mark.parametrize("army", ["td/cavalry", "tgf/smugglers", "tt/marines-crusade", "fftt/two-mothers"])
def test_its_pages_have_margins_and_the_reference_sheet_is_one(army: str) -> None:
    file = open_army(ROOT / "armies" / f"{army}.toml")
    quick = file.system.make_quick_pages(file.system.house)
    pages = pictures(document_data(file.sheet, Source(), parts=ROSTER, code="TT1:" + "A" * 200, qr=SVG), "letter")
    assert all(min(page.spare()) >= 6 for page in pages)
    assert len(pictures(document_data(file.sheet, Source(), parts=PLAY, quick=quick))) == 1


@pytest.mark.parametrize(
    ("army", "paper"),
    [("fftt/amber-nest", "a4"), ("td/cavalry", "letter"), ("tgf/smugglers", "a4"), ("du/salt-meravi", "letter")],
)
def test_a_list_that_almost_stands_on_one_page_does_so_in_smaller_type(army: str, paper: str) -> None:
    file = open_army(ROOT / "armies" / f"{army}.toml")
    sheet = replace(file.sheet, prospects=file.prospects)
    plain = document_data(sheet, Source(), parts=ROSTER, code=code_of(file.file.data), qr=SVG)
    assert count_pages(document_pdf(plain, paper)) == 1


def test_a_narrow_entry_alone_between_wide_ones_is_as_wide_as_they() -> None:
    def widths(*wide: bool) -> list[bool]:
        return [one["wide"] for one in _widen_frames([{"wide": one} for one in wide])]

    assert widths(True, False, True) == [True, True, True]
    assert widths(False, True, False) == [True, True, False]
    assert widths(True, False, False, True) == [True, False, False, True]
    assert widths(False) == [False]


def long_tables(rows: int) -> tuple[Page, ...]:
    table = Table(("what", "how much"), tuple((f"row {at}", "word " * 9) for at in range(rows)), "Much")
    return (Page("Tables", (table, Heading("More"), Facts((("one", "two"),) * rows), Boxes("n", 1, 3)), "all of them"),)


@pytest.mark.parametrize("rows", [3, 60, 200])
def test_the_quick_reference_always_fits_one_page(rows: int) -> None:
    (page,) = pictures(plain(SHEET, "quick", quick=long_tables(rows) * 2))
    assert min(page.spare()) > 5


@needs_pdftotext
def test_a_table_of_play_is_set_smaller_before_its_words_wrap() -> None:
    file = open_army(ROOT / "armies" / "tgf" / "ash-platoon.toml")
    quick = file.system.make_quick_pages(file.system.house)
    for paper in ("a4", "letter"):
        shown = text(document_pdf(document_data(file.sheet, Source(), parts=PLAY, quick=quick), paper))
        assert "Heavy machine gun" in shown and "Infantry gun 7.5 cm" in shown


def test_paragraphs_of_pages_are_shown() -> None:
    quick = (Page("Play", (Para("Only this.", "note"),)),)
    (page,) = pictures(plain(SHEET, "quick", quick=quick))
    assert page.ink(13, 20, 60, 40)


def test_a_list_without_anything_still_prints() -> None:
    empty = Sheet(system="xx", system_name="", name="")
    assert len(pictures(document_data(empty, Source()))) == 1
    assert document_pdf(document_data(empty, Source(), parts=("roster", "cards", "quick"))).startswith(b"%PDF")


def test_squares_are_large_enough_for_a_pencil() -> None:
    templates = "\n".join(file.read_text("utf-8") for file in PAGES.glob("*.typ"))
    sizes = re.findall(r"\bsize(?:: | = )(?:if [^{]+\{ )?([\d.]+)mm(?: \} else \{ ([\d.]+)mm)?", templates)
    found = [float(size) for pair in sizes for size in pair if size]
    assert len(found) >= 6 and min(found) >= 3.2


# What stands on them


@needs_pdftotext
@pytest.mark.parametrize("sheet", [SHEET, ILLEGAL], ids=["legal", "illegal"])
def test_every_text_of_the_list_is_on_paper(sheet: Sheet) -> None:
    doc = plain(sheet)
    found = bare(text(document_pdf(doc)))
    cards = [
        {**one, "each": "", "copies": [], "problems": []} for one in doc["cards"]
    ]  # copies are numbers; one each is its points
    problems = [one if one["error"] else {**one, "hint": ""} for one in doc["problems"]]  # what to write is no reading
    odds = {**doc["odds"], "brief": {}}  # the whole has room
    shown = {**doc, "parts": [], "qr": "", "source": {}, "cards": cards, "problems": problems, "odds": odds}
    for words in of_pdf._find_texts(shown):
        if words not in ("table", "para", "facts", "heading", "boxes", "plain", "note"):
            assert bare(words) in found, words


@needs_pdftotext
def test_problems_stand_on_page_one_even_below_a_very_long_name() -> None:
    for sheet in (ILLEGAL, replace(ILLEGAL, name="X" * 10_000, faction="Y" * 10_000)):
        for parts in (ROSTER, CARDS):
            first = bare(text(document_pdf(plain(sheet, *parts)), "-l", "1"))
            for one in sheet.errors:
                assert "NOTLEGAL" in first and bare(one.message) in first and bare(one.hint) in first
    assert "NOT LEGAL" not in text(document_pdf(plain(SHEET)))


def test_a_type_that_is_too_large_is_found_out_without_drawing_all() -> None:
    army = open_army(ROOT / "armies" / "tt" / "marines-column.toml")
    pages = of_pdf._template_data(
        document_layout(document_data(replace(army.sheet, prospects=army.prospects), Source())), set()
    )
    sizes = {}
    for size in of_pdf.SIZES:
        inputs = {"document": json.dumps(pages), "paper": "a4", "size": size}
        whole, brief = (
            of_pdf._compile_template(typst, "print.typ", {**inputs, "most": most}, False) for most in ("0", "2")
        )
        sizes[size] = count_pages(whole) > of_pdf.SHEET
        assert count_pages(brief) > of_pdf.SHEET if sizes[size] else brief == whole
    assert sizes["9"] and not sizes["7.5"]


@needs_pdftotext
def test_a_share_code_can_be_copied() -> None:
    code = "TT1:" + "AbCdEfGhIj" * 60
    copied = text(document_pdf({**plain(SHEET, "roster"), "code": code}))
    assert code in copied.replace("\n", "")


def test_the_foot_says_where_a_page_comes_from() -> None:
    prepared = document_layout(plain(SHEET))
    origin = "0123456789ab, data 0a1b2c3d4e5f"
    assert prepared["foot"] == {"title": "Battle Group Morel", "file": "morel.toml", "origin": origin}
    for page in pictures(plain(SHEET)):
        assert page.ink(13, 283, 60, 290) and page.ink(140, 283, 197, 290)


@pytest.mark.parametrize("sheet", [SHEET, ILLEGAL], ids=["legal", "illegal"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_wide_name_leaves_the_foot_legible(sheet: Sheet, paper: str) -> None:
    """The number of the page stands in the middle, with white on both sides of it."""
    doc = plain(replace(sheet, name="W" * 200), "roster")
    doc["source"] = {"file": "W" * 200, "sha256": "8" * 64, "data": "", "program": ""}
    (page, *_) = pictures(doc, paper, 4)
    wide, high = page.size
    for left in (wide / 2 - 10.5, wide / 2 + 8):
        assert not page.ink(left, high - 13, left + 2.5, high - 5)
    assert page.ink(wide / 2 - 7, high - 13, wide / 2 + 7, high - 5)
    if shutil.which("pdftotext"):
        found = text(document_pdf(doc, paper))
        assert "page 1 of" in found and "... 888888888888" in found
        assert sheet.legal or "... (not legal)" in found


def test_a_wide_name_takes_one_line_of_a_card() -> None:
    """What stands below a card never reaches up into it."""
    (page,) = pictures(plain(replace(SHEET, name="W" * 200), "cards"), scale=4)
    left, top = 10.5 + 63 + 2, 16.5
    assert not page.ink(left, top + 40, left + 59, top + 82.5)
    assert page.ink(left, top + 82.5, left + 59, top + 86)


def test_headings_lead_through_the_roster() -> None:
    assert headings(plain(SHEET)) == [
        "Battle Group Morel",
        "Roster",
        "During the game",
        "Units",
        "Morel's Own",
        "3 × Sporethrower",
        "Those in the Ditch",
        "Special rules",
        "House rules",
        "Share code",
        "What the list can do",
        "Tables of play",
    ]


# Cards


def test_cards_have_ink_only_where_cards_are() -> None:
    for paper, (wide, high) in (("a4", (210, 297)), ("letter", (215.9, 279.4))):
        (page,) = pictures(plain(SHEET, "cards"), paper, 2)
        left, top = (wide - 189) / 2, (high - 264) / 2
        for at in range(5):
            x, y = left + at % 3 * 63, top + at // 3 * 88
            assert page.ink(x + 3, y + 3, x + 60, y + 12), f"card {at + 1} has a title"
        assert not page.ink(left + 2 * 63 + 1, top + 88 + 1, wide - 5, top + 2 * 88 - 1), "five cards, no sixth"
        assert not page.ink(left + 1, top + 2 * 88 + 1, wide - 5, top + 3 * 88 - 1)
        for x in (left, left + 63, left + 126, left + 189):  # cut marks above and below
            assert page.ink(x - 1, top - 4, x + 1, top - 1.5)
            assert page.ink(x - 1, high - top + 1.5, x + 1, high - top + 4)


def test_every_copy_has_a_card_of_its_own() -> None:
    many = replace(SHEET, cards=(RIFLES, replace(GUNS, count=17)))
    assert headings(plain(many, "cards")) == ["Morel's Own", *(f"Sporethrower {at}" for at in range(1, 18))]
    assert len(pictures(plain(many, "cards"))) == 2


def inside_cards(page: Picture) -> bool:
    """Whether the borders of the cards stay white: 2 mm inside every edge."""
    for at in range(9):
        x, y = 10.5 + at % 3 * 63, 16.5 + at // 3 * 88
        sides = ((x + 1, y + 1, x + 2, y + 87), (x + 61, y + 1, x + 62, y + 87), (x + 1, y + 86, x + 62, y + 87))
        if any(page.ink(*side) for side in sides):
            return False
    return True


@pytest.mark.parametrize("words", [5, 150, 400, 3000])
def test_what_does_not_fit_a_card_goes_on_on_the_next(words: int) -> None:
    note = " ".join(f"w{at}" for at in range(words))
    doc = plain(replace(SHEET, cards=(replace(RIFLES, note=note),)), "cards")
    assert (len(headings(doc)) > 1) == (words > 5)
    assert all(map(inside_cards, pictures(doc, scale=2)))
    if shutil.which("pdftotext"):
        found = text(document_pdf(doc)).split()
        assert [word for word in found if re.fullmatch(r"w\d+", word)] == note.split()


def test_a_row_that_is_higher_than_a_card_is_torn_never_cut() -> None:
    table = Table(("weapon", "traits"), (("Gun", "a long story " * 400), ("Knife", "-")))
    rows = (Boxes("x" * 600, 1, 60), Boxes("missions", 0, 200))
    card = replace(RIFLES, table=table, boxes=rows, stats=(("is", "y " * 2000),))
    doc = plain(replace(SHEET, cards=(card,)), "cards")
    assert all(map(inside_cards, pictures(doc, scale=2)))
    if shutil.which("pdftotext"):
        assert text(document_pdf(doc)).replace("\n", " ").count("story") == 400

"""The HTML roster: its text, what hostile texts do to it (nothing), and how a real browser shows and prints it."""

from __future__ import annotations

import html as entities
import re
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.share import code_of
from tabletop_cli.core.lists.sheet import Sheet, Source
from tabletop_cli.core.page import Boxes
from tabletop_cli.render.paper import MOST_BOXES, MOST_TOGETHER, document_data
from tabletop_cli.render.paper.html import document_html, title_at_foot
from tabletop_cli.render.title_lines import MOST_COPIES
from tests.conftest import Golden
from tests.needs import needs
from tests.render import chromium
from tests.render.phone import Phone, phone
from tests.sheets import GUNS, HOSTILE, ILLEGAL, QUICK, SHEET, SOURCE, hostile

ARMIES = Path(__file__).parents[2] / "armies"
LISTS = sorted(path for path in ARMIES.glob("*/*.toml") if "catalogue" not in path.name)
ALL = ("roster", "cards", "quick")
CODE = "XX1-" + "Morel" * 12
PICTURE = '<svg viewBox="0 0 2 2"><path d="M0 0h1v1"/></svg>'
A4, LETTER = (595, 842), (612, 792)  # points


def browser(test: Callable[..., None]) -> Callable[..., None]:
    """A test that opens a page in a real browser."""
    return pytest.mark.slow(needs("chromium")(test))


def roster(sheet: Sheet = SHEET, parts: Iterable[str] = ("roster", "quick"), paper: str = "", code: str = CODE) -> str:
    return document_html(document_data(sheet, SOURCE, parts=tuple(parts), quick=QUICK, code=code, qr=PICTURE), paper)


# The text


@pytest.mark.parametrize(
    ("name", "sheet", "parts", "paper"),
    [
        ("roster.html", SHEET, ("roster", "quick"), "a4"),
        ("roster-illegal.html", ILLEGAL, ("roster",), "letter"),
        ("roster-cards.html", SHEET, ("cards",), ""),
    ],
)
def test_golden(golden: Golden, name: str, sheet: Sheet, parts: tuple[str, ...], paper: str) -> None:
    golden(name, roster(sheet, parts, paper))


def test_the_same_list_gives_the_same_bytes() -> None:
    assert roster(parts=ALL) == roster(replace(SHEET), parts=ALL)


class Elements(HTMLParser):
    """All tags with their attributes, all texts, and whether what is opened is closed in turn."""

    VOID = frozenset({"meta", "input", "br"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.values: list[str] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.values += [value or "" for _, value in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


def harmless() -> Sheet:
    """The hostile roster with plain words in the places of its texts: what must come out as the same elements."""
    good = replace(hostile(), name="word", faction="word", note="word")
    words = {"kind": "word", "options": ("word",), "note": "word", "stats": (("word", "long " * 5),)}
    cards = tuple(replace(card, title=f"title {card.number}", **words) for card in good.cards)
    problems = tuple(replace(one, message="word", hint="word") for one in good.problems)
    return replace(good, cards=cards, problems=problems)


def test_texts_that_mean_harm_stay_texts() -> None:
    bad = hostile()
    bad = replace(bad, cards=tuple(replace(card, kind=f"{HOSTILE}{card.number}") for card in bad.cards))
    page = document_html(document_data(bad, SOURCE, parts=ALL, quick=QUICK, code=HOSTILE, qr=PICTURE))
    good = document_html(document_data(harmless(), SOURCE, parts=ALL, quick=QUICK, code="word", qr=PICTURE))
    elements = Elements(page)

    assert set(elements.tags) == set(Elements(good).tags), "no tag and no attribute comes from a text"
    assert elements.open == []
    assert elements.count("script") == page.count("<script") == 1, "our own, which the policy knows by its hash"
    assert any("<script>alert(1)</script>" in text and "{{ 7*7 }}" in text for text in elements.texts), "it is shown"
    assert "\x1b" not in page and "\u202e" not in page
    style = page[page.index("<style>") : page.index("</style>")]
    assert "alert" in style, "the name is in the page's footer"
    assert "alert(1)" not in style and "script>" not in style, "but nothing that ends a string of the style sheet"


def test_nothing_comes_from_elsewhere() -> None:
    page = roster(parts=ALL)
    assert "http://" not in page and "https://" not in page and "//cdn" not in page
    assert not re.search(r"@import|url\(|\bsrc=|\bhref=\"[^#]|javascript:|\son\w+=", page)
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-" in entities.unescape(
        page
    )


def test_the_policy_names_the_script() -> None:
    page = entities.unescape(roster())
    script = page[page.index("<script>") + 8 : page.index("</script>")]
    assert f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in page
    assert "fetch" not in script and "http" not in script and "innerHTML" not in script


def test_headings_stand_in_order_and_columns_have_heads() -> None:
    elements = Elements(roster(ILLEGAL, parts=ALL))
    levels = [int(tag[1]) for tag, _ in elements.tags if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all("scope" in attributes for tag, attributes in elements.tags if tag == "th")


def test_every_copy_has_its_boxes() -> None:
    """20 actions and 5 losses; 3 models x 3 boxes and 2 reload markers; 3 guns x 3."""
    elements = Elements(roster())
    assert elements.count("input") == 20 + 5 + 3 * 3 + 2 + 3 * 3
    assert elements.count("label") == elements.count("input")
    assert "Sporethrower 3: gun" in elements.values


def test_marked_boxes_are_ticked() -> None:
    loaded = replace(GUNS, count=1, boxes=(Boxes("reload markers", 2, 3),))
    assert roster(replace(SHEET, cards=(loaded,), tracks=())).count(" checked>") == 2


def test_what_is_wrong_stands_before_the_units() -> None:
    page = entities.unescape(roster(ILLEGAL))
    assert "Not legal: 2 problems" in page and "NOT LEGAL" in page
    assert page.index("7 of 6 points, 1 over") < page.index(">Roster</h2>")
    assert "remove entry 2 (Sporethrower), 1 point" in page
    assert "NOT LEGAL" not in roster(SHEET)


def test_cards_of_an_illegal_list_say_so() -> None:
    page = entities.unescape(roster(ILLEGAL, parts=("cards",)))
    assert page.index("7 of 6 points, 1 over") < page.index('class="card ')
    assert page.count("<b>not legal</b>") == 5, "and so does each of them"


def test_numbers_beyond_reason_are_counted_instead_of_drawn() -> None:
    many = replace(GUNS, count=10**9, boxes=(Boxes("gun", 0, 10**12),))
    plain = document_data(replace(SHEET, cards=(many,)), SOURCE)
    (card,) = plain["cards"]
    assert (len(card["copies"]), card["more"]) == (MOST_COPIES, 10**9 - MOST_COPIES)
    assert (len(card["boxes"][0]["labels"]), card["boxes"][0]["more"]) == (MOST_BOXES, 10**12 - MOST_BOXES)
    assert "999999900 more, without boxes" in document_html(plain)


def test_a_list_of_many_such_entries_stays_readable() -> None:
    cards = tuple(replace(GUNS, place=("units", at), count=10**9) for at in range(500))
    shown = [len(card["copies"]) for card in document_data(replace(SHEET, cards=cards), SOURCE)["cards"]]
    assert shown[0] == MOST_COPIES
    assert min(shown) == 1, "each is there"
    assert sum(shown) <= MOST_TOGETHER + len(cards)


def test_a_missing_key_is_a_fault_of_ours_and_not_a_gap() -> None:
    plain = document_data(SHEET, SOURCE)
    del plain["total"]
    with pytest.raises(Exception, match="total"):
        document_html(plain)


# In a browser


def ratio(pdf: bytes, page: int, folder: Path) -> str:
    (folder / "text.pdf").write_bytes(pdf)
    words = ["pdftotext", "-layout", "-f", str(page), "-l", str(page), str(folder / "text.pdf"), "-"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def printed(page: str, folder: Path) -> bytes:
    file = folder / "roster.html"
    file.write_text(page, encoding="utf-8")
    return chromium.printed(file)


@pytest.fixture(scope="module")
def desk() -> Iterator[Phone]:
    """One browser for many pages: to start it takes longer than to print."""
    with phone(1200, 800) as one:
        yield one


@browser
@pytest.mark.parametrize("army", LISTS, ids=lambda path: path.stem)
def test_every_example_takes_both_sides_of_a_sheet_at_most(tmp_path: Path, army: Path, desk: Phone) -> None:
    """With all that it can have, on the lower paper; what is as high as a page is no less on the narrower."""
    opened = open_army(army)
    code = code_of(opened.file.data)
    sheet = replace(opened.sheet, prospects=opened.prospects)
    file = tmp_path / "roster.html"
    file.write_text(
        document_html(document_data(sheet, Source(), parts=("roster",), code=code, qr=PICTURE), "letter"), "utf-8"
    )
    pdf = desk.printed(file)
    assert chromium.pages(pdf) <= 2
    assert chromium.sizes(pdf) == {LETTER}


@browser
def test_the_reference_sheet_is_a_page_of_its_own(tmp_path: Path) -> None:
    opened = open_army(ARMIES / "td" / "green-horde.toml")
    quick = opened.system.make_quick_pages(opened.army.house)
    pdf = printed(
        document_html(document_data(opened.sheet, Source(), quick=quick, code=CODE, qr=PICTURE), "a4"), tmp_path
    )
    assert chromium.pages(pdf) == 2
    assert chromium.sizes(pdf) == {A4}


@browser
@pytest.mark.parametrize("system", ["du", "fftt", "td", "tgf", "tt"])
def test_the_tables_of_play_take_one_page_of_the_lower_paper(tmp_path: Path, system: str, desk: Phone) -> None:
    opened = open_army(next(path for path in sorted((ARMIES / system).glob("*.toml")) if "catalogue" not in path.name))
    quick = opened.system.make_quick_pages(opened.army.house)
    file = tmp_path / "quick.html"
    file.write_text(
        document_html(document_data(opened.sheet, Source(), quick=quick, parts=("quick",)), "letter"), encoding="utf-8"
    )
    assert chromium.pages(desk.printed(file)) == 1


@browser
def test_the_first_page_tells_what_is_wrong(tmp_path: Path) -> None:
    pdf = printed(roster(ILLEGAL, paper="letter"), tmp_path)
    assert chromium.pages(pdf) == 2, "the roster and the reference sheet"
    first = ratio(pdf, 1, tmp_path)
    assert "NOT LEGAL" in first and "7 of 6 points, 1 over" in first
    assert re.search(r"Battle Group Morel +NOT LEGAL +1 ?/ ?2", first), "the footer"
    assert "Firing results" in ratio(pdf, 2, tmp_path)


@browser
def test_a_wide_name_leaves_the_foot_legible(tmp_path: Path) -> None:
    """Printed over each other, they would not be words of their own on one line."""
    pdf = printed(roster(replace(ILLEGAL, name="W" * 200), paper="letter"), tmp_path)
    assert re.search(r"^ *W{25,30}\.\.\. +NOT LEGAL +1 ?/ ?[23]$", ratio(pdf, 1, tmp_path), re.MULTILINE)
    assert title_at_foot("The Honey Fungus Horde of the Lower Fields") == "The Honey Fungus Horde of the Lower Fields"


MEASURE = """<!doctype html><meta charset="utf-8"><body>{frames}<pre id="found"></pre><script>
addEventListener("load", () => {{
  const found = [...document.querySelectorAll("iframe")].map(frame => {{
    const page = frame.contentDocument, box = page.querySelector("input:not(:checked)");
    const wide = page.documentElement.scrollWidth, small = box.parentElement.getBoundingClientRect();
    box.parentElement.click();
    const fetched = frame.contentWindow.performance.getEntriesByType("resource").length;
    return [wide, small.width >= 24 && small.height >= 24, box.checked, fetched].join(" ");
  }});
  document.getElementById("found").textContent = found.join("; ");
}});
</script>"""


@browser
def test_a_phone_needs_no_scrolling_aside_and_ticks_boxes(tmp_path: Path) -> None:
    """Pages in frames of 360 pixels: width, whether a finger can hit a box, whether it ticks it, what was fetched."""
    pages = [roster(), roster(ILLEGAL), roster(hostile()), roster(replace(SHEET, name="W" * 60), code="X" * 900)]
    frame = '<iframe srcdoc="{}" width="360" height="800" style="border:0"></iframe>'
    file = tmp_path / "measure.html"
    file.write_text(MEASURE.format(frames="".join(frame.format(entities.escape(page)) for page in pages)))
    found = re.search(r'<pre id="found">(.*?)</pre>', chromium.dumped(file), re.DOTALL)
    assert found and found[1] == "; ".join(["360 true true 0"] * len(pages))


@browser
def test_dark_where_the_reader_wants_it_dark(tmp_path: Path) -> None:
    file = tmp_path / "roster.html"
    file.write_text(roster(), encoding="utf-8")
    light, dark = (chromium.pictured(file, 500, 900, dark=dark) for dark in (False, True))
    assert min(chromium.first_pixel(light)) > 240
    assert max(chromium.first_pixel(dark)) < 40


def test_an_amount_stays_in_one_line() -> None:
    """A range of ``30/40 cm`` in a narrow column took two."""
    opened = open_army(ARMIES / "fftt" / "works-nine.toml")
    quick = opened.system.make_quick_pages(opened.army.house)
    page = document_html(document_data(opened.sheet, Source(), quick=quick, parts=("quick",)))
    assert '<td class="amount">30/40 cm</td>' in page
    assert '<td class="amount">direct</td>' not in page

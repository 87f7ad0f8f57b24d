"""PDF rosters of texts that mean harm, of letters that no font has, of far too much, and without typst."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from importlib import util
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tabletop_cli.core.errors import Malformed, TabletopError, TooBig
from tabletop_cli.core.lists.sheet import Card, Sheet
from tabletop_cli.core.page import Boxes
from tabletop_cli.render.paper import pdf as of_pdf
from tabletop_cli.render.paper.pdf import PAGES, document_pdf
from tests.examples import examples
from tests.render.typeset import CARDS, ROSTER, bare, headings, needs_pdftotext, pictures, plain, text, typst
from tests.sheets import GUNS, HOSTILE, RIFLES, SHEET, hostile

pytestmark = pytest.mark.slow

NO_FONT = "\U00050000"  # a letter that is none, so no font has it

# Bad texts


@pytest.mark.parametrize("names", [("a", "b" * 60, "c"), ("a" * 60,), ("a", "b", "c", "d" * 60, "e")])
def test_wide_rows_of_boxes_stand_between_narrow_ones(names: tuple[str, ...]) -> None:
    rows = tuple(Boxes(name, 1, 3) for name in names)
    doc = plain(replace(SHEET, cards=(replace(RIFLES, boxes=rows), replace(RIFLES, boxes=rows, count=3)), tracks=rows))
    assert all(min(page.spare()) >= 6 for page in pictures(doc))
    if shutil.which("pdftotext"):
        assert all(name in bare(text(document_pdf(doc))) for name in names)


@needs_pdftotext
def test_markup_prints_literally() -> None:
    name = '#eval("1") $x$ *b* _i_ `c` #read("/etc/passwd") @ref <label> \\ // https://x.y'
    cards = (replace(RIFLES, title=name, options=(name,), note=name, stats=((name, name),)),)
    rules = ((name, name),)
    for parts in (ROSTER, CARDS):
        data = document_pdf(plain(replace(SHEET, name=name, faction=name, cards=cards, rules=rules, note=name), *parts))
        assert bare(name) in bare(text(data))
        assert "root:" not in text(data)


def test_hostile_texts_change_no_page() -> None:
    doc = plain(hostile(), "roster", "cards", "quick")
    shown = headings(doc)
    assert sum('#eval("1") $x$' in one for one in shown) >= 4
    assert all(min(page.spare()[::2]) > 4 for page in pictures(doc))
    assert "\\x1b[31m" in shown[0] and HOSTILE not in shown


@pytest.mark.parametrize("name", ["X" * 10_000, "Xy " * 3_333, "-é" * 5_000])
def test_a_name_of_10000_letters_runs_out_of_nothing(name: str) -> None:
    card = replace(RIFLES, title=name, kind=name, options=(name,), count=2)
    pages = pictures(plain(replace(SHEET, name=name, faction=name, cards=(card,)), "roster", "cards"))
    assert all(page.spare()[0] > 4 and page.spare()[2] > 4 for page in pages)
    assert pages[0].ink(150, 12, 197, 40), "the points stand beside a name"


@examples(12, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_prints(name: str, note: str) -> None:
    warned: list[str] = []
    sheet = replace(SHEET, name=name, note=note, cards=(replace(RIFLES, title=name, note=note),))
    assert document_pdf(plain(sheet, "roster", "cards"), warn=warned.append).startswith(b"%PDF")


def test_500_units_are_all_there() -> None:
    cards = tuple(replace(RIFLES, place=("units", at), title=f"Unit {at}") for at in range(500))
    doc = plain(replace(SHEET, cards=cards), "roster")
    assert [one for one in headings(doc) if one.startswith("Unit ")] == [card.title for card in cards]


def of_cards(*cards: Card) -> Sheet:
    return replace(SHEET, cards=cards)


MANY = tuple(replace(RIFLES, place=("units", at)) for at in range(10_000))
TOO_MUCH = {
    "10,000 entries are": of_cards(*MANY),
    "20,0[0-9]{2} options, values and rules of one entry are": of_cards(replace(RIFLES, options=("a",) * 20_000)),
    "161,[0-9]{3} letters are": replace(SHEET, note="word " * 32_000),
    "[0-9,]{6} names and values are": replace(SHEET, rules=(("", ""),) * 30_000),
    "100,000 tick boxes are": of_cards(*(replace(GUNS, count=100, boxes=(Boxes("wounds", 0, 200),)),) * 5),
}


@pytest.mark.parametrize("said", TOO_MUCH)
def test_too_much_is_refused_before_it_begins(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = calls(monkeypatch)
    with pytest.raises(TooBig, match=rf"{said} too many for a PDF; [0-9,]+ are allowed") as refused:
        document_pdf(plain(TOO_MUCH[said], "roster"))
    assert refused.value.hint.startswith("you can also print HTML")
    assert asked == []
    assert document_pdf(plain(TOO_MUCH[said], "quick")).startswith(b"%PDF"), (
        "the tables of play are the same for any list"
    )


def test_cards_count_for_every_copy() -> None:
    heavy = of_cards(replace(GUNS, count=100, note="n" * 2_000))
    with pytest.raises(TooBig, match="letters are too many for a PDF; 150,000 are allowed"):
        document_pdf(plain(heavy, "cards"))
    assert document_pdf(plain(heavy, "roster")).startswith(b"%PDF")


def test_no_number_of_boxes_or_copies_fills_the_disk() -> None:
    crowd = replace(GUNS, count=10**9, points=Fraction(10**9), boxes=(Boxes("wounds", 3, 10**9),))
    roster = document_pdf(plain(of_cards(crowd), "roster"))
    cards = document_pdf(plain(of_cards(replace(crowd, boxes=())), "cards"))
    assert len(roster) + len(cards) < 5_000_000
    if shutil.which("pdftotext"):
        found = text(roster)
        assert "and 999999800 more" in found and "and 999999900 more, without boxes" in found
        assert "the first 100 of 1000000000" in text(cards).replace("\n", " ")


TOO_HEAVY = {  # of what the first evenings tried; each took up to 20 seconds and 3 gigabytes
    "astronauts in all names": of_cards(*(replace(RIFLES, title="🧑\u200d🚀" * 66) for _ in range(60))),
    "a letter that no font has": of_cards(*(replace(RIFLES, title="漢" * 200) for _ in range(60))),
    "one word as long as a name": of_cards(
        *(replace(RIFLES, title="w" * 200, options=("w" * 200,)) for _ in range(150))
    ),
    "a note": replace(SHEET, note=f"{'漢' * 100} " * 120),
    "500 units": of_cards(*(replace(RIFLES, title=f"Unit {at}") for at in range(500))),
    "rules without end": replace(SHEET, rules=(("", ""),) * 8_000),
    "tables on cards": of_cards(*(replace(RIFLES, title=f"Unit {at}") for at in range(200))),
}


@pytest.mark.parametrize("what", TOO_HEAVY)
def test_pages_that_would_take_long_are_refused_before_they_are_drawn(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    real = of_pdf._compile_template

    def compiled(typst: Any, name: str, inputs: dict[str, str], system: bool) -> bytes:
        drawn.append(name)
        return real(typst, name, inputs, system)

    monkeypatch.setattr(of_pdf, "_compile_template", compiled)
    with pytest.raises(
        TooBig, match=r"^[0-9,]+ (letters|names and values).* too many for a PDF; [0-9,]+ are allowed$"
    ) as no:
        document_pdf(plain(TOO_HEAVY[what], "cards" if "cards" in what else "roster"))
    assert "print.typ" not in drawn
    assert no.value.hint.startswith("you can also print HTML; or use fewer units")


def test_a_roster_that_never_fits_a_sheet_is_laid_out_in_the_smallest_type(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[str] = []

    def compiled(typst: Any, name: str, inputs: dict[str, str], system: bool) -> bytes:
        sizes.extend([inputs["size"]] if "size" in inputs else [])
        return b"/Type /Pages /Count 9"

    monkeypatch.setattr(of_pdf, "_compile_template", compiled)
    document_pdf(plain(of_cards(*(replace(RIFLES, title=f"Unit {at}") for at in range(20))), "roster"))
    assert sizes[:4] == ["9", "8.5", "8", "7.5"]
    sizes.clear()
    document_pdf(plain(of_cards(*(replace(RIFLES, title=f"Unit {at}") for at in range(80))), "roster"))
    assert set(sizes) == {"7.5"}, "what follows asks only whether there is room for what the list can do"


def test_what_was_laid_out_before_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def compile(what: object, **options: Any) -> bytes:
        asked.extend([] if what == PAGES / "letters.typ" else [what])
        return b"/Type /Pages /Count 9"

    monkeypatch.setattr(of_pdf, "_laid_out", [])
    monkeypatch.setattr(typst, "compile", compile)
    document_pdf(plain(SHEET, "roster"))
    page = PAGES / "print.typ"
    assert asked == [page, *[*[b""] * 11, page] * (asked.count(page) - 1)]
    assert asked.count(page) > 3


# Letters


def calls(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What typst is asked for from now on."""
    seen: list[dict[str, Any]] = []
    real: Callable[..., Any] = typst.compile

    def compile(*arguments: Any, **options: Any) -> Any:
        seen.append(options)
        return real(*arguments, **options)

    monkeypatch.setattr(typst, "compile", compile)
    return seen


def test_letters_of_many_scripts_need_no_font_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = calls(monkeypatch)
    warned: list[str] = []
    document_pdf(
        plain(replace(SHEET, name="Żołądek Ærøskøbing Ñandú Őrség Θεός Рота № 5 ½ – “x” ✓ → ☐")), warn=warned.append
    )
    assert not warned and {one["ignore_system_fonts"] for one in seen} == {True}


def test_typst_may_read_the_templates_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = calls(monkeypatch)
    document_pdf(plain(SHEET))
    assert {one["root"] for one in seen} == {PAGES}
    assert {file.suffix for file in PAGES.iterdir()} == {".typ"}
    templates = "\n".join(file.read_text("utf-8") for file in PAGES.iterdir())
    assert not re.search(r"\beval\(|\bread\(|\bplugin\(|@preview|mode: \"markup\"", templates)
    with pytest.raises(typst.TypstError, match=r"access denied|escape|outside"):
        typst.compile(b'#read("../pdf.py")', root=PAGES)


def test_a_letter_without_a_font_is_said_and_numbered() -> None:
    warned: list[str] = []
    sheet = replace(SHEET, name=f"Horde {NO_FONT}", note=f"a{NO_FONT}b", cards=(replace(RIFLES, title=NO_FONT),))
    data = document_pdf(plain(sheet, "roster", "cards"), warn=warned.append)
    assert warned == ["no font has U+50000: printed as numbers, like [U+6F22]"]
    assert b"Horde [U+50000]" in data  # the title of the document
    if shutil.which("pdftotext"):
        found = text(data)
        assert "a[U+50000]b" in found and "printed as their numbers: U+50000" in found.replace("\n", " ")


def test_a_letter_that_only_laying_out_finds_without_a_font_is_numbered_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_pdf, "_refused_letters", lambda typst, letters, *, system: set())
    warned: list[str] = []
    data = document_pdf(plain(replace(SHEET, name=f"Horde {NO_FONT}"), "roster"), warn=warned.append)
    assert b"Horde [U+50000]" in data and len(warned) == 1


def test_the_fonts_of_the_machine_are_asked_where_the_own_ones_lack_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_pdf, "_refused_letters", lambda typst, letters, *, system: set() if system else {"漢"})
    seen: list[bool] = []

    def compiled(typst: Any, name: str, inputs: dict[str, str], system: bool) -> bytes:
        seen.append(system)
        return b"%PDF"

    monkeypatch.setattr(of_pdf, "_compile_template", compiled)
    warned: list[str] = []
    document_pdf(plain(replace(SHEET, name="漢")), warn=warned.append)
    assert set(seen) == {True} and not warned


def test_letters_are_looked_up_with_the_marks_on_them() -> None:
    assert list(of_pdf._letter_clusters("aé e\u0301 漢字 \u0939\u093f")) == ["é", "e\u0301", "漢", "字", "\u0939\u093f"]
    assert list(of_pdf._letter_clusters("👩\u200d🚀x")) == ["👩\u200d🚀"]


# What can go wrong


def test_without_typst_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(TabletopError) as wrong:
        document_pdf(plain(SHEET))
    assert wrong.value.as_dict() == {"code": "no-pdf", "message": "PDFs need typst", "hint": wrong.value.hint}
    command, html = wrong.value.hint.split("; ")
    assert html == "you can also print HTML"
    python, *words = shlex.split(command)
    assert (python, words[:3]) == (sys.executable, ["-m", "pip", "install"]), "into the Python that asks for it"
    assert re.fullmatch(r"typst[<>=.,\d]+", words[3]), "and the versions that this package wants"


def test_the_command_that_brings_typst_is_right_without_an_index_that_knows_this_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_pdf, "PACKAGE", "no-such-package")
    assert of_pdf._install_command() == f"{shlex.quote(sys.executable)} -m pip install typst"


def test_where_uv_has_installed_the_program_there_is_no_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(util, "find_spec", lambda name: None)
    assert of_pdf._install_command().startswith(f"uv pip install --python {shlex.quote(sys.executable)} ")


def test_a_typst_that_is_too_old_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def compile(*arguments: Any, **options: Any) -> bytes:
        raise ValueError("unknown pdf standard: ua-1")

    monkeypatch.setattr(typst, "compile", compile)
    with pytest.raises(TabletopError, match="this typst is too old") as wrong:
        document_pdf(plain(SHEET))
    assert wrong.value.code == "no-pdf" and "-m pip install " in wrong.value.hint


def test_unknown_paper_and_a_broken_picture_are_errors_of_ours() -> None:
    with pytest.raises(Malformed, match="there is no paper size A0"):
        document_pdf(plain(SHEET), "A0")
    with pytest.raises(TabletopError, match="the PDF could not be laid out") as wrong:
        document_pdf({**plain(SHEET), "qr": "no picture"})
    assert wrong.value.code == "pdf-failed"


def test_a_breakdown_of_typst_is_an_error_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        pass

    def compile(*arguments: Any, **options: Any) -> bytes:
        raise PanicException

    monkeypatch.setattr(typst, "compile", compile)
    with pytest.raises(TabletopError, match="typst failed"):
        document_pdf(plain(SHEET))


def test_what_an_accessible_pdf_forbids_is_printed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., bytes] = typst.compile

    def compile(*arguments: Any, pdf_standards: list[str], **options: Any) -> bytes:
        if pdf_standards:
            raise typst.TypstError("PDF/UA-1 error: something else")
        return real(*arguments, **options)

    monkeypatch.setattr(typst, "compile", compile)
    assert document_pdf(plain(SHEET)).startswith(b"%PDF")

"""A layout as PDF, drawn by typst (the extra `pdf` of this package): the same as in HTML.

The bytes depend on the document alone: no date, and the fonts that typst brings along. Only where these lack a letter
are the fonts of the machine used as well; a letter that even they lack is printed as its number, U+6F22, and said so.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from ...core.data import Json, Shaped, ShapedObject
from ...core.errors import Malformed, TabletopError, TooBig
from ...core.shell import quote
from ..prospects import LEFT_OUT
from .layout import forms, layout

PAGES = Path(__file__).parent / "pages"  # the templates, and nothing else: typst may read no other folder
PAPERS = ("a4", "letter")
PACKAGE = "tabletop-cli"
HTML = "HTML prints as well"

# No real list comes near these; beyond them laying out takes many seconds and gigabytes, and then breaks down.
MOST_ENTRIES = 500
MOST_LETTERS = 150_000  # on cards those of every copy
MOST_TEXTS = 45_000  # of a document, however short, on cards those of every copy; a cell of a table counts as four
MOST_IN_ENTRY = 1_500  # texts of one entry, counted alike
MOST_BOXES = 50_000  # to tick, of all copies

# What the pages themselves may hold, letters without a font written as numbers: drawing takes 5 seconds and 500 MB.
MOST_ON_PAGES = 80_000  # letters
MOST_TEXTS_ON_PAGES = 15_000
MOST_ON_CARDS = 200_000  # letters; a cell of a table, which is measured in every size of type, counts as `CELL`
CELL = 200
NEVER_TWO_SIDES = 40_000  # letters that fill more than both sides of a sheet in any size of type
REMEMBERED = 11  # layouts of nothing, after which typst has forgotten all those before
SIZES = ("9", "8.5", "8", "7.5")  # points of a roster's type, the first that fits
ONE_SIDE = SIZES[1:]  # smaller ones, if all then stands on one page: at play it is not turned over
SHEET = 2  # pages that a roster may take
ANY = 0  # as many pages as it takes
STANDARD = "ua-1"  # of accessible PDFs; it also refuses letters that no font has

Plain = ShapedObject


def pdf(document: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """A document (`paper.document`) as PDF; `paper` is ``a4`` or ``letter``. `warn` is told what could not be printed.

    Errors: `TabletopError` ``no-pdf`` without typst, ``pdf-failed`` where typst fails; `Malformed` for other sizes of
    paper; `TooBig`.
    """
    typst = _typst()
    _known(paper)
    _bounded(document)
    return _printed(typst, layout(document), paper, warn)


def sheets_pdf(document: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """The same for a document of sheets (`paper.sheets`)."""
    typst = _typst()
    _known(paper)
    return _printed(typst, forms(document), paper, warn)


def drawn(pages: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """A layout (`layout.layout`) as PDF. Errors: as of `pdf`; of what is too big, only what pages hold."""
    _known(paper)
    return _printed(_typst(), pages, paper, warn)


def _known(paper: str) -> None:
    if paper not in PAPERS:
        raise Malformed(f"no paper is called {paper}", hint=f"one of {', '.join(PAPERS)}", code="bad-paper")


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        raise TabletopError("PDFs need typst", hint=f"{_install()}; {HTML}", code="no-pdf") from None
    return typst


def _install() -> str:
    """The command that brings the typst that this package wants to this Python, wherever the package came from."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        known = [one.partition(";")[0].strip() for one in requires(PACKAGE) or ()]
    except PackageNotFoundError:
        known = []
    wanted = next((one for one in known if one.startswith("typst")), "typst")
    return f"{quote(sys.executable or 'python3')} -m pip install {quote(wanted)}"


def _bounded(document: Plain) -> None:
    """Refuse what would take long. Errors: `TooBig`, which says what is too much."""
    cards, parts = document["cards"], document["parts"]
    sides = ("roster" in parts) + ("cards" in parts)
    if not sides:
        return
    drawn = [({**card, "copies": []}, ("roster" in parts) + len(card["copies"]) * ("cards" in parts)) for card in cards]
    rest = {**document, "cards": [card["copies"] for card in cards], "quick": [], "qr": ""}
    sums = (
        ("entries", len(cards), MOST_ENTRIES),
        ("options, values and rules of one entry", max(map(_weight, cards), default=0), MOST_IN_ENTRY),
        ("letters", _letters(rest) + sum(_letters(card) * times for card, times in drawn), MOST_LETTERS),
        ("names and values", _weight(rest) + sum(_weight(card) * times for card, times in drawn), MOST_TEXTS),
        ("tick boxes", sum(_ticks(card) * len(card["copies"]) * sides for card in cards), MOST_BOXES),
    )
    for what, number, most in sums:
        if number > most:
            said = f"{number:,} {what} are too many for a PDF, {most:,} at most"
            raise TooBig(said, hint=f"{HTML}; or take fewer copies of a unit, or shorter notes")


def _check_pages(pages: Plain) -> None:
    """Refuse pages that would take too long to draw, or too much memory. Errors: `TooBig`.

    The tables of play are the same for every list.
    """
    flows = [page for page in pages["pages"] if page["kind"] not in ("fit", "cards")]
    cards = [page for page in pages["pages"] if page["kind"] == "cards"]
    cells = sum(len(table["columns"]) * (1 + len(table["rows"])) for table in _tables(cards))
    for number, most, said in (
        (_letters(flows), MOST_ON_PAGES, "letters"),
        (sum(1 for text in _texts(flows)), MOST_TEXTS_ON_PAGES, "names and values"),
        (_letters(cards) + CELL * cells, MOST_ON_CARDS, f"letters on cards, each of {cells:,} cells as {CELL},"),
    ):
        if number > most:
            what = f"{number:,} {said} are too many for a PDF, {most:,} at most"
            raise TooBig(what, hint=f"{HTML}; or take fewer units or copies, or shorter names and notes")


def _tables(value: Shaped) -> Iterator[Plain]:
    """All tables in plain data."""
    if isinstance(value, dict) and value.get("kind") == "table":
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _tables(one)


def _letters(value: Json) -> int:
    return sum(map(len, _texts(value)))


def _weight(value: Plain) -> int:
    """How many texts there are; those in the table of an entry weigh more, as each is measured for itself."""
    table = value.get("table")
    return sum(1 for text in _texts(value)) + 3 * sum(map(len, table["rows"] if table else ()))


def _ticks(card: Plain) -> int:
    return sum(len(row["labels"]) for row in card["boxes"])


def _texts(value: Json) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _texts(list(value.values()))
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _printed(typst: ModuleType, pages: Plain, paper: str, warn: Callable[[str], None]) -> bytes:
    """Draw the pages; letters that turn out to have no font are written as numbers, and then once more."""
    missing, fonts = _without_font(typst, pages)
    for _ in range(3):
        try:
            prepared = _prepared(pages, missing)
            _check_pages(prepared)
            data = _fitted(typst, prepared, paper, fonts, warn)
        except _NoFont as found:
            missing |= found.letters
            continue
        if missing:
            warn(f"no font has {_numbers(missing)}: printed as numbers, like [U+6F22]")
        return data
    raise _failed("letters without a font are left over")


def _fitted(typst: ModuleType, pages: Plain, paper: str, fonts: bool, warn: Callable[[str], None]) -> bytes:
    """The layout as `_sized`; what may be left out is, where that alone keeps its roster from two pages."""
    data = _sized(typst, pages, paper, fonts)
    fewer = {**pages, "pages": [_unspared(page) for page in pages["pages"]]}
    if fewer == pages or _sides(pages, data) != SHEET + 1:
        return data
    again = _sized(typst, fewer, paper, fonts)
    if _sides(fewer, again) > SHEET:
        return data
    warn(LEFT_OUT)
    return again


def _unspared(page: Plain) -> Plain:
    """A page without what may be left out."""
    if page["kind"] != "flow":
        return page
    return {**page, "blocks": [one for one in page["blocks"] if not one.get("spare")]}


def _sides(pages: Plain, data: bytes) -> int:
    """How many pages the roster takes; 0 where there are cards, too, which take any number."""
    if any(page["kind"] == "cards" for page in pages["pages"]):
        return 0
    sheets: int = sum(page["kind"] == "fit" for page in pages["pages"])
    return pages_of(data) - sheets


def _sized(typst: ModuleType, pages: Plain, paper: str, fonts: bool) -> bytes:
    """The layout in the largest type in which its roster takes two pages, both sides of a sheet; else in the smallest.

    One that almost stands on one page does so in a somewhat smaller type. Cards and tables of play are fitted by
    themselves, so that only rosters are laid out again.
    """

    def drawn_in(size: str, most: int) -> bytes:  # the template draws no more pages than that in vain
        inputs = {"document": json.dumps(pages), "paper": paper, "size": size, "most": str(most)}
        _forget(typst)
        return _compiled(typst, "print.typ", inputs, fonts)

    kinds = [page["kind"] for page in pages["pages"]]
    sizes = SIZES if kinds[:1] == ["flow"] else SIZES[:1]
    if _letters([page for page in pages["pages"] if page["kind"] == "flow"]) > NEVER_TWO_SIDES:
        sizes = SIZES[-1:]
    for size in sizes:
        data = drawn_in(size, ANY if size == sizes[-1] or "cards" in kinds else SHEET)
        if _sides(pages, data) <= SHEET:
            break
    if size == sizes[0] and _sides(pages, data) == SHEET:
        smaller = (drawn_in(one, 1) for one in ONE_SIDE)
        return next((one for one in smaller if _sides(pages, one) == 1), data)
    return data


_laid_out: list[str] = []  # whether anything has been laid out by this process


def _forget(typst: ModuleType) -> None:
    """Let typst drop what it remembers of earlier layouts: it keeps each for ten more, 200 MB of a plain list."""
    if _laid_out:
        for _ in range(REMEMBERED):
            typst.compile(b"", root=PAGES, ignore_system_fonts=True, pdf_standards=[])
    _laid_out[:] = ["print.typ"]


def pages_of(data: bytes) -> int:
    """How many pages a PDF has."""
    return max((int(one or two) for one, two in _COUNT.findall(data)), default=1)


class _NoFont(Exception):
    """Letters that no font has."""

    def __init__(self, letters: set[str]) -> None:
        super().__init__(letters)
        self.letters = letters


def _without_font(typst: ModuleType, pages: Plain) -> tuple[set[str], bool]:
    """Letters that no font has, and whether it takes the fonts of the machine to print the others."""
    wanted = sorted({one for text in _texts(pages) if not text.isascii() for one in _clusters(text)})
    own = _refused(typst, wanted, system=False)
    if not own:
        return own, False
    left = _refused(typst, wanted, system=True)
    return left, left != own


def _refused(typst: ModuleType, letters: list[str], *, system: bool) -> set[str]:
    if letters:
        try:
            _compiled(typst, "letters.typ", {"letters": json.dumps(letters)}, system)
        except _NoFont as found:
            return found.letters
    return set()


_JOINERS = "\u200c\u200d"


def _clusters(text: str) -> Iterator[str]:
    """Letters beyond ASCII with the marks on them, as fonts look them up."""
    held = ""
    for one in text:
        if held and (one in _JOINERS or held[-1] == _JOINERS[1] or unicodedata.category(one).startswith("M")):
            held += one
            continue
        if not held.isascii():
            yield held
        held = one
    if not held.isascii():
        yield held


_COUNT = re.compile(rb"/Type\s*/Pages\b[^>]*?/Count\s+(\d+)|/Count\s+(\d+)[^>]*?/Type\s*/Pages\b")
_NO_FONT = re.compile(r"the text [`'\"]+(.+?)[`'\"]+ (?:could not|cannot) be displayed")
_NUMBER = re.compile(r"\\u\{([0-9a-f]+)\}")


def _compiled(typst: ModuleType, name: str, inputs: dict[str, str], system: bool) -> bytes:
    """A template laid out, as an accessible PDF. Errors: `_NoFont`; `TabletopError` whatever else typst says."""
    for standard in ([STANDARD], []):
        try:
            data: bytes = typst.compile(
                PAGES / name, root=PAGES, sys_inputs=inputs, ignore_system_fonts=not system, pdf_standards=standard
            )
            return data
        except typst.TypstError as wrong:
            letters = _named(getattr(wrong, "diagnostic", "") or str(wrong))
            if letters:
                raise _NoFont(letters) from None
            problem = str(wrong)
        except ValueError as wrong:  # it does not know the standard
            hint = f"{_install()}; {HTML}"
            raise TabletopError(f"this typst is too old: {wrong}", hint=hint, code="no-pdf") from None
        except BaseException as wrong:
            if type(wrong).__name__ != "PanicException":
                raise
            problem = "typst broke down"
    raise _failed(problem)


def _named(complaint: str) -> set[str]:
    """The letters that typst complains about; ASCII among them is only what they stand on."""
    texts = (_NUMBER.sub(lambda found: chr(int(found[1], 16)), text) for text in _NO_FONT.findall(complaint))
    return {one for text in texts for one in text if not one.isascii()}


def _failed(problem: str) -> TabletopError:
    return TabletopError(f"the PDF could not be laid out: {problem}", hint=HTML, code="pdf-failed")


def _prepared(pages: Plain, missing: set[str]) -> Plain:
    """What the template gets: the pages, letters that have no font as numbers."""
    plain: Plain = _spelled(pages, str.maketrans({one: f"[U+{ord(one):04X}]" for one in missing}))
    return {**plain, "missing": _numbers(missing)}


def _spelled(value: Json, table: dict[int, str]) -> Shaped:
    if isinstance(value, str):
        return value if value.isascii() else value.translate(table)
    if isinstance(value, dict):
        return {key: _spelled(one, table) for key, one in value.items()}
    return [_spelled(one, table) for one in value] if isinstance(value, list) else value


def _numbers(letters: set[str]) -> str:
    """The first letters as numbers: U+6F22, U+5B57 and 3 more."""
    known = [f"U+{ord(one):04X}" for one in sorted(letters)]
    more = f" and {len(known) - 12} more" if len(known) > 12 else ""
    return ", ".join(known[:12]) + more

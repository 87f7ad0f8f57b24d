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
from dataclasses import field
from functools import cache
from pathlib import Path
from types import ModuleType

from ...core.data import Json, Shaped, ShapedObject
from ...core.errors import Malformed, TabletopError, TooBig
from ...core.records import dataclass
from ...core.shell import quote
from ..odds_table import LEFT_OUT
from .layout import document_layout, sheets_layout
from .room import APART, BRIEF, NONE, SHEET, WHOLE, Plan

PAGES = Path(__file__).parent / "pages"  # the templates, and nothing else: typst may read no other folder
PAPERS = ("a4", "letter")
PACKAGE = "tabletop-cli"
HTML = "you can also print HTML"

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
ANY = 0  # as many pages as it takes
STANDARD = "ua-1"  # of accessible PDFs; it also refuses letters that no font has

Plain = ShapedObject


def document_pdf(document: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """A document (`paper.document`) as PDF; `paper` is ``a4`` or ``letter``. `warn` is told what could not be printed.

    Errors: `TabletopError` ``no-pdf`` without typst, ``pdf-failed`` where typst fails; `Malformed` for other sizes of
    paper; `TooBig`.
    """
    typst = _import_typst()
    _check_paper(paper)
    _check_document(document)
    return _print_with_fonts(
        _Press(typst, paper), document_layout(document), warn, lambda press: _print_document(press, document, warn)
    )


def sheets_pdf(document: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """The same for a document of sheets (`paper.sheets`)."""
    typst = _import_typst()
    _check_paper(paper)
    pages = sheets_layout(document)
    return _print_with_fonts(_Press(typst, paper), pages, warn, lambda press: press.print_pages(pages))


def render_pdf(pages: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """A layout (`layout.document_layout`) as PDF. Errors: as of `document_pdf`; `TooBig` for too many pages."""
    _check_paper(paper)
    return _print_with_fonts(_Press(_import_typst(), paper), pages, warn, lambda press: press.print_pages(pages))


def _check_paper(paper: str) -> None:
    if paper not in PAPERS:
        raise Malformed(f"there is no paper size {paper}", hint=f"one of {', '.join(PAPERS)}", code="bad-paper")


def _import_typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        raise TabletopError("PDFs need typst", hint=f"{_install_command()}; {HTML}", code="no-pdf") from None
    return typst


def _install_command() -> str:
    """The command that brings the typst that this package wants to this Python, wherever the package came from."""
    from importlib.metadata import PackageNotFoundError, requires
    from importlib.util import find_spec

    try:
        known = [one.partition(";")[0].strip() for one in requires(PACKAGE) or ()]
    except PackageNotFoundError:
        known = []
    wanted = quote(next((one for one in known if one.startswith("typst")), "typst"))
    python = quote(sys.executable or "python3")
    if find_spec("pip") is None:  # uv installs without it
        return f"uv pip install --python {python} {wanted}"
    return f"{python} -m pip install {wanted}"


def _check_document(document: Plain) -> None:
    """Refuse what would take long. Errors: `TooBig`, which says what is too much."""
    cards, parts = document["cards"], document["parts"]
    sides = ("roster" in parts) + ("cards" in parts)
    if not sides:
        return
    drawn = [({**card, "copies": []}, ("roster" in parts) + len(card["copies"]) * ("cards" in parts)) for card in cards]
    rest = {**document, "cards": [card["copies"] for card in cards], "quick": [], "qr": ""}
    sums = (
        ("entries", len(cards), MOST_ENTRIES),
        ("options, values and rules of one entry", max(map(_text_weight, cards), default=0), MOST_IN_ENTRY),
        ("letters", _count_letters(rest) + sum(_count_letters(card) * times for card, times in drawn), MOST_LETTERS),
        ("names and values", _text_weight(rest) + sum(_text_weight(card) * times for card, times in drawn), MOST_TEXTS),
        ("tick boxes", sum(_count_boxes(card) * len(card["copies"]) * sides for card in cards), MOST_BOXES),
    )
    for what, number, most in sums:
        if number > most:
            said = f"{number:,} {what} are too many for a PDF; {most:,} are allowed"
            raise TooBig(said, hint=f"{HTML}; or use fewer copies of a unit, or shorter notes")


def _check_pages(pages: Plain) -> None:
    """Refuse pages that would take too long to draw, or too much memory. Errors: `TooBig`.

    The tables of play are the same for every list.
    """
    flows = [page for page in pages["pages"] if page["kind"] not in ("fit", "cards")]
    cards = [page for page in pages["pages"] if page["kind"] == "cards"]
    cells = sum(len(table["columns"]) * (1 + len(table["rows"])) for table in _find_tables(cards))
    for number, most, said in (
        (_count_letters(flows), MOST_ON_PAGES, "letters"),
        (sum(1 for text in _find_texts(flows)), MOST_TEXTS_ON_PAGES, "names and values"),
        (_count_letters(cards) + CELL * cells, MOST_ON_CARDS, f"letters on cards, each of {cells:,} cells as {CELL},"),
    ):
        if number > most:
            what = f"{number:,} {said} are too many for a PDF; {most:,} are allowed"
            raise TooBig(what, hint=f"{HTML}; or use fewer units or copies, or shorter names and notes")


def _find_tables(value: Shaped) -> Iterator[Plain]:
    """All tables in plain data."""
    if isinstance(value, dict) and value.get("kind") == "table":
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _find_tables(one)


def _count_letters(value: Json) -> int:
    return sum(map(len, _find_texts(value)))


def _text_weight(value: Plain) -> int:
    """How many texts there are; those in the table of an entry weigh more, as each is measured for itself."""
    table = value.get("table")
    return sum(1 for text in _find_texts(value)) + 3 * sum(map(len, table["rows"] if table else ()))


def _count_boxes(card: Plain) -> int:
    return sum(len(row["labels"]) for row in card["boxes"])


def _find_texts(value: Json) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _find_texts(list(value.values()))
    elif isinstance(value, list):
        for one in value:
            yield from _find_texts(one)


@dataclass
class _Press:
    """What draws pages on one size of paper.

    missing  the letters that no font has
    fonts    whether those of the machine are used, too
    """

    typst: ModuleType
    paper: str
    missing: set[str] = field(default_factory=set)
    fonts: bool = False

    def print_pages(self, pages: Plain, size: str = SIZES[0], most: int = ANY) -> bytes:
        """Pages in a size of type; of a roster that takes more than `most` pages only as many, and one.

        Errors: `TooBig`.
        """
        plain = _template_data(pages, self.missing)
        _check_pages(plain)
        _forget_layouts(self.typst)
        inputs = {"document": json.dumps(plain), "paper": self.paper, "size": size, "most": str(most)}
        return _compile_template(self.typst, "print.typ", inputs, self.fonts)


def _print_with_fonts(
    press: _Press, pages: Plain, warn: Callable[[str], None], make: Callable[[_Press], bytes]
) -> bytes:
    """What `make` draws of the pages; letters that turn out to have no font are written as numbers, then once more."""
    press.missing, press.fonts = _missing_letters(press.typst, pages)
    for _ in range(3):
        try:
            data = make(press)
        except _NoFont as found:
            press.missing |= found.letters
            continue
        if press.missing:
            warn(f"no font has {_numbers_text(press.missing)}: printed as numbers, like [U+6F22]")
        return data
    raise _pdf_error("some letters have no font")


def _print_document(press: _Press, document: Plain, warn: Callable[[str], None]) -> bytes:
    """A document: its roster and the tables of play on one sheet of paper, with what the list can do if it has room.

    Cards take any number of pages; they and tables of play are fitted by themselves.
    """
    parts = document["parts"]
    if "roster" not in parts or "cards" in parts:
        return press.print_pages(document_layout(document))
    roster = {**document, "parts": ["roster"]}
    bare, size = _print_roster(press, roster, Plan(NONE))
    sides = count_pages(bare)
    wanted = bool(document["quick"]) and "quick" in parts
    tables = wanted and sides < SHEET
    plan, size = _plan_odds(press, document, sides, size, tables=tables)
    data = bare if plan == Plan(NONE, tables=False) else press.print_pages(document_layout(document, plan), size)
    _warn_if(document["odds"] and plan.odds == NONE, warn, LEFT_OUT)
    _warn_if(wanted and not tables, warn, APART)
    return data


def _warn_if(so: object, warn: Callable[[str], None], note: str) -> None:
    if so:
        warn(note)


def _plan_odds(press: _Press, document: Plain, sides: int, size: str, *, tables: bool) -> tuple[Plan, str]:
    """How much of what a list can do has room, and in which size of type; more than that only where it is needed.

    The roster has so many `sides` in a `size` without it; it becomes smaller only where that makes room.
    """
    roster, play = ({**document, "parts": [part]} for part in ("roster", "quick"))

    @cache
    def has_room_below(odds: str, size: str) -> bool:
        return count_pages(press.print_pages(document_layout(roster, Plan(odds)), size, sides)) <= sides

    @cache
    def has_room_beside(odds: str) -> bool:
        return tables and count_pages(press.print_pages(document_layout(play, Plan(odds, beside=True)))) == 1

    if not document["odds"]:
        return Plan(NONE, tables=tables), size
    if has_room_below(WHOLE, size):
        return Plan(tables=tables), size
    needed, smaller = document["odds_needed"], SIZES[SIZES.index(size) + 1 :]
    may_be_below, may_be_beside = (needed or has_room_below(BRIEF, SIZES[-1])), (needed or has_room_beside(BRIEF))
    for odds in (WHOLE,) if needed else (WHOLE, BRIEF):
        if may_be_below and has_room_below(odds, size):
            return Plan(odds, tables=tables), size
        if may_be_beside and has_room_beside(odds):
            return Plan(odds, beside=True), size
        if may_be_below and smaller and has_room_below(odds, SIZES[-1]):
            return Plan(odds, tables=tables), next(one for one in smaller if has_room_below(odds, one))
    return (
        (Plan(tables=tables), _print_roster(press, roster, Plan())[1]) if needed else (Plan(NONE, tables=tables), size)
    )


def _print_roster(press: _Press, roster: Plain, plan: Plan) -> tuple[bytes, str]:
    """A roster in the largest type in which it takes two pages, both sides of a sheet; else in the smallest.

    One that almost stands on one page does so in a somewhat smaller type.
    """
    pages = document_layout(roster, plan)
    sizes = SIZES if _count_letters(pages["pages"]) <= NEVER_TWO_SIDES else SIZES[-1:]
    for size in sizes:
        data = press.print_pages(pages, size, ANY if size == SIZES[-1] else SHEET)  # no more pages than that in vain
        if count_pages(data) <= SHEET:
            break
    if size == SIZES[0] and count_pages(data) == SHEET:
        smaller = ((press.print_pages(pages, one, 1), one) for one in (SIZES[-1], *SIZES[1:-1]))
        least = next(smaller)
        if count_pages(least[0]) == 1:
            return next((one for one in smaller if count_pages(one[0]) == 1), least)
    return data, size


_laid_out: list[str] = []  # whether anything has been laid out by this process


def _forget_layouts(typst: ModuleType) -> None:
    """Let typst drop what it remembers of earlier layouts: it keeps each for ten more, 200 MB of a plain list."""
    if _laid_out:
        for _ in range(REMEMBERED):
            typst.compile(b"", root=PAGES, ignore_system_fonts=True, pdf_standards=[])
    _laid_out[:] = ["print.typ"]


def count_pages(data: bytes) -> int:
    """How many pages a PDF has."""
    return max((int(one or two) for one, two in _COUNT.findall(data)), default=1)


class _NoFont(Exception):
    """Letters that no font has."""

    def __init__(self, letters: set[str]) -> None:
        super().__init__(letters)
        self.letters = letters


def _missing_letters(typst: ModuleType, pages: Plain) -> tuple[set[str], bool]:
    """Letters that no font has, and whether it takes the fonts of the machine to print the others."""
    wanted = sorted({one for text in _find_texts(pages) if not text.isascii() for one in _letter_clusters(text)})
    own = _refused_letters(typst, wanted, system=False)
    if not own:
        return own, False
    left = _refused_letters(typst, wanted, system=True)
    return left, left != own


def _refused_letters(typst: ModuleType, letters: list[str], *, system: bool) -> set[str]:
    if letters:
        try:
            _compile_template(typst, "letters.typ", {"letters": json.dumps(letters)}, system)
        except _NoFont as found:
            return found.letters
    return set()


_JOINERS = "\u200c\u200d"


def _letter_clusters(text: str) -> Iterator[str]:
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


def _compile_template(typst: ModuleType, name: str, inputs: dict[str, str], system: bool) -> bytes:
    """A template laid out, as an accessible PDF. Errors: `_NoFont`; `TabletopError` whatever else typst says."""
    for standard in ([STANDARD], []):
        try:
            data: bytes = typst.compile(
                PAGES / name, root=PAGES, sys_inputs=inputs, ignore_system_fonts=not system, pdf_standards=standard
            )
            return data
        except typst.TypstError as wrong:
            letters = _letters_in_complaint(getattr(wrong, "diagnostic", "") or str(wrong))
            if letters:
                raise _NoFont(letters) from None
            problem = str(wrong)
        except ValueError as wrong:  # it does not know the standard
            hint = f"{_install_command()}; {HTML}"
            raise TabletopError(f"this typst is too old: {wrong}", hint=hint, code="no-pdf") from None
        except BaseException as wrong:
            if type(wrong).__name__ != "PanicException":
                raise
            problem = "typst failed"
    raise _pdf_error(problem)


def _letters_in_complaint(complaint: str) -> set[str]:
    """The letters that typst complains about; ASCII among them is only what they stand on."""
    texts = (_NUMBER.sub(lambda found: chr(int(found[1], 16)), text) for text in _NO_FONT.findall(complaint))
    return {one for text in texts for one in text if not one.isascii()}


def _pdf_error(problem: str) -> TabletopError:
    return TabletopError(f"the PDF could not be laid out: {problem}", hint=HTML, code="pdf-failed")


def _template_data(pages: Plain, missing: set[str]) -> Plain:
    """What the template gets: what is on paper of the pages, letters that have no font as numbers."""
    plain: Plain = _spell_letters({**pages, "pages": _on_paper(pages["pages"])}, _number_table(missing))
    return {**plain, "missing": _numbers_text(missing)}


def _on_paper(pages: list[Plain]) -> list[Plain]:
    """Pages and their blocks without what is for the screen alone."""
    shown = [page for page in pages if page.get("paper", True)]
    flows = [{**page, "blocks": [one for one in page.get("blocks", ()) if one.get("paper", True)]} for page in shown]
    return [flow if page["kind"] == "flow" else page for page, flow in zip(shown, flows, strict=True)]


def _number_table(missing: set[str]) -> dict[int, str]:
    return str.maketrans({one: f"[U+{ord(one):04X}]" for one in missing})


def _spell_letters(value: Json, table: dict[int, str]) -> Shaped:
    if isinstance(value, str):
        return value if value.isascii() else value.translate(table)
    if isinstance(value, dict):
        return {key: _spell_letters(one, table) for key, one in value.items()}
    return [_spell_letters(one, table) for one in value] if isinstance(value, list) else value


def _numbers_text(letters: set[str]) -> str:
    """The first letters as numbers: U+6F22, U+5B57 and 3 more."""
    known = [f"U+{ord(one):04X}" for one in sorted(letters)]
    more = f" and {len(known) - 12} more" if len(known) > 12 else ""
    return ", ".join(known[:12]) + more

"""A roster, or a game on sheets, as PDF, laid out by typst (the extra `tabletop-cli[pdf]`): as the HTML has it.

The bytes depend on the document alone: no date, and the fonts that typst brings along. Only where these lack a letter
are the fonts of the machine used as well; a letter that even they lack is printed as its number, U+6F22, and said so.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from ...core.data import Json, Shaped, ShapedObject
from ...core.errors import Malformed, TabletopError, TooBig

PAGES = Path(__file__).parent / "pages"  # the templates, and nothing else: typst may read no other folder
PAPERS = ("a4", "letter")
EXTRA = "python3 -m pip install 'tabletop-cli[pdf]'"
HTML = "HTML prints as well"

# No real list comes near these; beyond them laying out takes many seconds and gigabytes, and then breaks down.
MOST_ENTRIES = 500
MOST_LETTERS = 150_000  # on cards those of every copy
MOST_TEXTS = 45_000  # of a document, however short, on cards those of every copy; a cell of a table counts as four
MOST_IN_ENTRY = 1_500  # texts of one entry, counted alike
MOST_BOXES = 50_000  # to tick, of all copies
STANDARD = "ua-1"  # of accessible PDFs; it also refuses letters that no font has

Plain = ShapedObject


def pdf(document: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """A document (`paper.document`) as PDF; `paper` is ``a4`` or ``letter``. `warn` is told what could not be printed.

    Errors: `TabletopError` ``no-pdf`` without typst, ``pdf-failed`` where typst fails; `Malformed` for other sizes of
    paper; `TooBig`.
    """
    typst = _typst_for(paper)
    _bounded(document)
    return _printed(typst, Laid("roster.typ", document, _prepared), paper, warn)


def sheets_pdf(document: Plain, paper: str = "a4", warn: Callable[[str], None] = lambda message: None) -> bytes:
    """The same for a document of sheets (`paper.sheets`)."""
    typst = _typst_for(paper)
    if (letters := _letters(document)) > MOST_LETTERS:
        raise TooBig(f"{letters:,} letters are too many for a PDF, {MOST_LETTERS:,} at most", hint=HTML)
    return _printed(typst, Laid("sheets.typ", document, _prepared_sheets), paper, warn)


def _typst_for(paper: str) -> ModuleType:
    """Errors: `TabletopError` without typst, `Malformed` for paper of another size."""
    typst = _typst()
    if paper not in PAPERS:
        raise Malformed(f"no paper is called {paper}", hint=f"one of {', '.join(PAPERS)}", code="bad-paper")
    return typst


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        hint = f"{EXTRA}; {HTML}"
        raise TabletopError("PDFs need the extra pdf of tabletop-cli", hint=hint, code="no-pdf") from None
    return typst


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


class Laid(NamedTuple):
    """What is laid out: the name of the template, a document, and what makes of it what the template gets."""

    template: str
    document: Plain
    prepared: Callable[[Plain, set[str]], Plain]


def _printed(typst: ModuleType, laid: Laid, paper: str, warn: Callable[[str], None]) -> bytes:
    """Lay out a document; letters that turn out to have no font are written as numbers, and then once more."""
    missing, fonts = _without_font(typst, laid.document)
    for _ in range(3):
        inputs = {"document": json.dumps(laid.prepared(laid.document, missing)), "paper": paper}
        try:
            data = _compiled(typst, laid.template, inputs, fonts)
        except _NoFont as found:
            missing |= found.letters
            continue
        if missing:
            warn(f"no font has {_numbers(missing)}: printed as numbers, like [U+6F22]")
        return data
    raise _failed("letters without a font are left over")


class _NoFont(Exception):
    """Letters that no font has."""

    def __init__(self, letters: set[str]) -> None:
        super().__init__(letters)
        self.letters = letters


def _without_font(typst: ModuleType, document: Plain) -> tuple[set[str], bool]:
    """Letters that no font has, and whether it takes the fonts of the machine to print the others."""
    wanted = sorted({one for text in _texts(document) if not text.isascii() for one in _clusters(text)})
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
            hint = f"python3 -m pip install --upgrade 'tabletop-cli[pdf]'; {HTML}"
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


HEAD, SHORT, SHORTER = 160, 90, 40  # characters of a name above a roster, on a card, and at most at a foot


def _prepared(document: Plain, missing: set[str]) -> Plain:
    """What the template gets: the document with letters that have no font as numbers, and short forms of long names."""
    plain: Plain = _spelled(document, str.maketrans({one: f"[U+{ord(one):04X}]" for one in missing}))
    cards = [
        {
            **card,
            "short-kind": _short(card["kind"], SHORT),
            "short-copies": [_short(title, SHORT) for title in card["copies"]],
            "each": _short(card["each"], SHORTER),
        }
        for card in plain["cards"]
    ]
    title = plain["title"] or plain["system"] or "army"
    names = (("Name", title), ("Faction", plain["faction"]))
    return {
        **plain,
        "title": title,
        "head": _short(title, HEAD),
        "side": _short(plain["faction"], HEAD),
        "full": [[name, text] for name, text in names if len(text) > HEAD],
        "cards": cards,
        "units-title": (plain["unit"] or "unit").capitalize() + "s",
        "short": _short(title, SHORTER),
        "file": _short(plain["source"]["file"], SHORT),
        "origin": _origin(plain["source"]),
        "keywords": [text for text in (plain["system"], plain["faction"], "roster") if text],
        "missing": _numbers(missing),
    }


def _prepared_sheets(document: Plain, missing: set[str]) -> Plain:
    plain: Plain = _spelled(document, str.maketrans({one: f"[U+{ord(one):04X}]" for one in missing}))
    title = plain["title"]
    return {**plain, "head": _short(title, HEAD), "short": _short(title, SHORTER), "missing": _numbers(missing)}


def _spelled(value: Json, table: dict[int, str]) -> Shaped:
    if isinstance(value, str):
        return value if value.isascii() else value.translate(table)
    if isinstance(value, dict):
        return {key: _spelled(one, table) for key, one in value.items()}
    return [_spelled(one, table) for one in value] if isinstance(value, list) else value


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3].rstrip() + "..."


def _origin(source: dict[str, str]) -> str:
    """First digits of the SHA-256 and version of the data, behind the file at the foot of every page."""
    return ", ".join(part for part in (source["sha256"][:12], source["data"] and f"data {source['data'][:12]}") if part)


def _numbers(letters: set[str]) -> str:
    """The first letters as numbers: U+6F22, U+5B57 and 3 more."""
    known = [f"U+{ord(one):04X}" for one in sorted(letters)]
    more = f" and {len(known) - 12} more" if len(known) > 12 else ""
    return ", ".join(known[:12]) + more

"""PDF rosters for tests: their documents, headings and texts, and pictures of their pages.

PNG is read by hand, so that no test needs a library; texts need pdftotext.
"""

from __future__ import annotations

import json
import re
import subprocess
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_cli.core.lists.sheet import Sheet
from tabletop_cli.core.page import Page
from tabletop_cli.render.paper import document
from tabletop_cli.render.paper import pdf as of_pdf
from tabletop_cli.render.paper.layout import layout
from tabletop_cli.render.paper.pdf import PAGES
from tests.needs import needs
from tests.sheets import QUICK, SOURCE

typst = pytest.importorskip("typst", reason="the extra pdf is not installed")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9h-9z"/></svg>'
ROSTER, CARDS, PLAY = ("roster",), ("cards",), ("quick",)
needs_pdftotext = needs("pdftotext")

Plain = dict[str, Any]


def plain(sheet: Sheet, *parts: str, quick: tuple[Page, ...] = QUICK) -> Plain:
    return document(sheet, SOURCE, parts=parts or ("roster", "quick"), quick=quick, code="TT1:ABC", qr=SVG)


def laid_out(doc: Plain, paper: str = "a4", missing: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What typst is asked to lay out."""
    inputs = {
        "document": json.dumps(of_pdf._prepared(layout(doc), set(missing))),
        "paper": paper,
        "size": of_pdf.SIZES[0],
        "most": "0",
    }
    return {"input": PAGES / "print.typ", "root": PAGES, "sys_inputs": inputs, "ignore_system_fonts": True}


def pictures(doc: Plain, paper: str = "a4", scale: int = 1) -> list[Picture]:
    """Every page as a picture of `scale` pixels a millimetre."""
    made = typst.compile(**laid_out(doc, paper), format="png", ppi=25.4 * scale)
    return [Picture(page, scale) for page in (made if isinstance(made, list) else [made])]


def headings(doc: Plain) -> list[str]:
    """The headings of a PDF, in order: a reader jumps between them."""

    def texts(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            yield from [node["text"]] if node.get("func") == "text" else texts([*node.values()])
            yield from [" "] if node.get("func") == "space" else []
        elif isinstance(node, list):
            for one in node:
                yield from texts(one)

    return ["".join(texts(one["body"])) for one in json.loads(typst.query(**laid_out(doc), selector="heading"))]


def text(data: bytes, *options: str) -> str:
    return subprocess.run(
        ["pdftotext", *options, "-raw", "-", "-"], input=data, capture_output=True, check=True
    ).stdout.decode()


def bare(words: str) -> str:
    """A text without blanks: lines end where a page wants."""
    return re.sub(r"\s+", "", words)


class Picture:
    """A page: which of its pixels are not white. `size` in millimetres."""

    def __init__(self, png: bytes, scale: int) -> None:
        self.scale = scale
        at, packed = 8, b""
        while at < len(png):
            length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
            body = png[at + 8 : at + 8 + length]
            if kind == b"IHDR":
                wide, high, self.depth, self.colour = (
                    int.from_bytes(body[:4], "big"),
                    int.from_bytes(body[4:8], "big"),
                    body[8],
                    body[9],
                )
            packed += body if kind == b"IDAT" else b""
            at += length + 12
        assert (self.depth, self.colour) == (8, 6), "typst draws 8 bits of red, green, blue and alpha"
        self.rows = [self._dark(row) for row in _lines(zlib.decompress(packed), wide * 4, high)]
        self.size = (wide / scale, high / scale)

    @staticmethod
    def _dark(row: bytes) -> list[bool]:
        return [row[at] < 250 for at in range(0, len(row), 4)]

    def ink(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether anything is printed in a rectangle; millimetres from the upper left corner."""
        x, y, right, bottom = (round(at * self.scale) for at in (left, top, right, bottom))
        return any(any(row[x:right]) for row in self.rows[y:bottom])

    def spare(self) -> tuple[float, float, float, float]:
        """White millimetres at the left, top, right, bottom."""
        rows = [at for at, row in enumerate(self.rows) if any(row)]
        columns = [at for at, column in enumerate(zip(*self.rows, strict=True)) if any(column)]
        wide, high = self.size
        last, lowest = (columns[-1] + 1) / self.scale, (rows[-1] + 1) / self.scale
        return columns[0] / self.scale, rows[0] / self.scale, wide - last, high - lowest


def _lines(packed: bytes, wide: int, high: int) -> Iterator[bytes]:
    """The rows of a PNG; each says how it differs from its neighbours."""
    before = bytearray(wide)
    for at in range(high):
        kind, row = packed[at * (wide + 1)], bytearray(packed[at * (wide + 1) + 1 : (at + 1) * (wide + 1)])
        for x in range(wide):
            left, up, corner = (row[x - 4], before[x], before[x - 4]) if x > 3 else (0, before[x], 0)
            row[x] = (row[x] + (0, left, up, (left + up) // 2, _nearest(left, up, corner))[kind]) & 255
        yield bytes(row)
        before = row


def _nearest(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))

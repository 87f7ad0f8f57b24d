"""PDF rosters for tests: their documents, headings and texts, and pictures of their pages.

PNG is read by hand, so that no test needs a library; texts need pdftotext.
"""

from __future__ import annotations

import json
import re
import subprocess
import zlib
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Any

import pytest

from tabletop_cli.core.lists.sheet import Sheet
from tabletop_cli.core.page import Page
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper import pdf as of_pdf
from tabletop_cli.render.paper.layout import document_layout
from tabletop_cli.render.paper.pdf import PAGES
from tests.needs import needs
from tests.sheets import QUICK, SOURCE

typst = pytest.importorskip("typst", reason="the extra pdf is not installed")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9h-9z"/></svg>'
DARK = bytes(shade < 250 for shade in range(256))
LEFT, UP, MEAN = 1, 2, 3  # how a row of a PNG differs from its neighbours; 4 is from the nearest of three
ROSTER, CARDS, PLAY = ("roster",), ("cards",), ("quick",)
needs_pdftotext = needs("pdftotext")

Plain = dict[str, Any]


def plain(sheet: Sheet, *parts: str, quick: tuple[Page, ...] = QUICK) -> Plain:
    return document_data(sheet, SOURCE, parts=parts or ("roster", "quick"), quick=quick, code="TT1:ABC", qr=SVG)


def laid_out(doc: Plain, paper: str = "a4", missing: frozenset[str] = frozenset()) -> dict[str, Any]:
    """What typst is asked to lay out."""
    inputs = {
        "document": json.dumps(of_pdf._template_data(document_layout(doc), set(missing))),
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
    """A page: which of its pixels are not white. `size` in millimetres. Its rows are read when they are looked at."""

    def __init__(self, png: bytes, scale: int) -> None:
        self.scale = scale
        at, self._packed = 8, b""
        while at < len(png):
            length, kind = int.from_bytes(png[at : at + 4], "big"), png[at + 4 : at + 8]
            body = png[at + 8 : at + 8 + length]
            if kind == b"IHDR":
                self._wide, self._high = int.from_bytes(body[:4], "big"), int.from_bytes(body[4:8], "big")
                self.depth, self.colour = body[8], body[9]
            self._packed += body if kind == b"IDAT" else b""
            at += length + 12
        assert (self.depth, self.colour) == (8, 6), "typst draws 8 bits of red, green, blue and alpha"
        self.size = (self._wide / scale, self._high / scale)

    @cached_property
    def rows(self) -> list[bytes]:
        """Of each row 1 where a pixel is dark, 0 where it is white."""
        return [row.translate(DARK) for row in _reds(zlib.decompress(self._packed), self._wide, self._high)]

    def ink(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether anything is printed in a rectangle; millimetres from the upper left corner."""
        x, y, right, bottom = (round(at * self.scale) for at in (left, top, right, bottom))
        return any(any(row[x:right]) for row in self.rows[y:bottom])

    def spare(self) -> tuple[float, float, float, float]:
        """White millimetres at the left, top, right, bottom."""
        rows = [at for at, row in enumerate(self.rows) if any(row)]
        first, last = min(self.rows[at].index(1) for at in rows), max(self.rows[at].rindex(1) for at in rows)
        wide, high = self.size
        right, lowest = (last + 1) / self.scale, (rows[-1] + 1) / self.scale
        return first / self.scale, rows[0] / self.scale, wide - right, high - lowest


def _reds(packed: bytes, wide: int, high: int) -> Iterator[bytes]:
    """How red each pixel of a PNG is, row by row; a row says how it differs from its neighbours, colour by colour."""
    before, line = bytes(wide), 4 * wide + 1
    for at in range(high):
        kind, row = packed[at * line], packed[at * line + 1 : (at + 1) * line : 4]
        if kind == LEFT:
            row = bytes(one & 255 for one in accumulate(row))
        elif kind == UP:
            row = bytes((one + up) & 255 for one, up in zip(row, before, strict=True))
        elif kind:
            row = _guessed(row, before, _mean if kind == MEAN else _nearest)
        yield row
        before = row


def _guessed(row: bytes, before: bytes, guess: Callable[[int, int, int], int]) -> bytes:
    """A row that differs from what left, upper and upper left neighbours let guess."""
    made, left, corner = bytearray(), 0, 0
    for one, up in zip(row, before, strict=True):
        left = (one + guess(left, up, corner)) & 255
        corner = up
        made.append(left)
    return bytes(made)


def _mean(left: int, up: int, corner: int) -> int:
    return (left + up) // 2


def _nearest(left: int, up: int, corner: int) -> int:
    if up == corner:  # as on white paper
        return left
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))

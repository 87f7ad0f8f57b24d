"""Share codes as QR pictures: in the terminal, as SVG for paper and pages, as files. segno draws them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

MOST = 2_953  # letters that the largest picture holds
QUIET = 4  # light modules around the picture, as its standard wants
SCALE = 8  # pixels a module in a PNG
HALVES = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
BLACK_ON_WHITE = "\x1b[38;5;231;48;5;16m"  # light modules are what is drawn
END = "\x1b[0m"
CLIENT, NEEDS_IT = "urllib.request", "xml.sax.saxutils"  # what opens addresses, and what segno takes two functions from


def qr_text(code: str, *, colour: bool = False) -> str:
    """The picture in half blocks, light modules drawn; empty where it does not fit.

    With colour it is right on every ground. Without, the ground must be dark, as most terminals are; many phones read
    the reverse, too.
    """
    qr = _make_qr(code)
    rows = [] if qr is None else [[not dark for dark in row] for row in qr.matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([True] * len(rows[0]) if colour else [False] * len(rows[0]))
    lines = ["".join(HALVES[pair] for pair in zip(*pair, strict=True)) for pair in zip(*[iter(rows)] * 2, strict=True)]
    return "".join(f"{BLACK_ON_WHITE}{line}{END}\n" if colour else f"{line}\n" for line in lines)


def qr_width(code: str) -> int:
    """Columns that the picture takes in a terminal; 0 where it does not fit."""
    qr = _make_qr(code)
    return 0 if qr is None else int(qr.symbol_size(border=QUIET)[0])


def qr_svg(code: str) -> str:
    """The picture as an SVG element, black on white, as large as its place; empty where it does not fit."""
    qr = _make_qr(code)
    if qr is None:
        return ""
    out = BytesIO()
    qr.save(
        out,
        kind="svg",
        border=QUIET,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgns=True,
        omitsize=True,
        nl=False,
        title=None,
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue().decode()


def qr_picture(code: str, suffix: str) -> bytes:
    """The bytes of a picture file, ``.svg`` or ``.png``; none where it does not fit. Errors: KeyError for others."""
    return {".svg": _svg_file, ".png": _png_file}[suffix](code)


def _svg_file(code: str) -> bytes:
    text = qr_svg(code)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode() if text else b""


def _png_file(code: str) -> bytes:
    qr, out = _make_qr(code), BytesIO()
    if qr is not None:
        qr.save(out, kind="png", border=QUIET, scale=SCALE, dark="#000", light="#fff")
    return out.getvalue()


def _make_qr(code: str) -> QRCode | None:
    """The picture with as much correction as its size allows, None for a code that is too long."""
    with _without_client():
        import segno
    try:
        return segno.make_qr(code, error="l", boost_error=True)
    except segno.DataOverflowError:
        return None


@contextmanager
def _without_client() -> Iterator[None]:
    """Whoever imports segno in here does without the HTTP client that it would load and never use.

    It takes two functions that put texts into quotes from a module that opens addresses, too. That one finds an empty
    client, and is forgotten afterwards, so that whoever else wants it gets a whole one.
    """
    spared = not sys.modules.keys() & {"segno", CLIENT, NEEDS_IT}
    if spared:
        sys.modules[CLIENT] = ModuleType(CLIENT)
    try:
        yield
    finally:
        if spared:
            del sys.modules[CLIENT]
            if sys.modules.pop(NEEDS_IT, None):
                del sys.modules["xml.sax"].saxutils  # its package knows it as well

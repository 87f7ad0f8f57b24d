"""A real browser without a window, for the tests of what is made for browsers: it shows, measures and prints a file.

It gets an empty profile each time, and nothing that it opens reaches the network.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--proxy-server=127.0.0.1:9",
    "--hide-scrollbars",
)
PATIENCE = 120  # seconds, for a machine that does much else


def found() -> str:
    """The path of Chromium; empty where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")


def printed(page: Path) -> bytes:
    """The page as a browser prints it: a PDF."""
    target = page.with_suffix(".printed.pdf")
    _run(page, "--no-pdf-header-footer", f"--print-to-pdf={target}")
    return target.read_bytes()


def pictured(page: Path, width: int, height: int, *, dark: bool = False) -> bytes:
    """The page as it is seen: a PNG."""
    target = page.with_suffix(f".{'dark' if dark else 'light'}.png")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    _run(page, scheme, f"--window-size={width},{height}", f"--screenshot={target}")
    return target.read_bytes()


def dumped(page: Path) -> str:
    """The page as HTML after its scripts have run; ours have none, those of tests may."""
    return _run(page, "--dump-dom")


def pages(pdf: bytes) -> int:
    """How many pages a PDF of Chromium has: its page objects stand there uncompressed."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


def sizes(pdf: bytes) -> set[tuple[int, int]]:
    """The sizes of the pages, in whole points."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", pdf)
    return {(round(float(wide)), round(float(high))) for wide, high in boxes}


def first_pixel(png: bytes) -> tuple[int, int, int]:
    """Red, green and blue of the upper left corner, of a PNG with 8 bits a channel; no filter changes that pixel."""
    data = b"".join(png[at + 8 : at + 8 + size] for at, size, kind in _chunks(png) if kind == b"IDAT")
    red, green, blue = zlib.decompressobj().decompress(data, 4)[1:4]
    return red, green, blue


def _chunks(png: bytes) -> list[tuple[int, int, bytes]]:
    at, found = 8, []
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        found.append((at, size, png[at + 4 : at + 8]))
        at += size + 12
    return found


def _run(page: Path, *flags: str) -> str:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        done = subprocess.run(
            [found(), *FLAGS, f"--user-data-dir={home}", *flags, page.as_uri()],
            env={**os.environ, "HOME": home},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout.decode()

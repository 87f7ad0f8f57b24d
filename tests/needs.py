"""What a test needs of the machine, said in one way, so that a skip is never taken for a pass.

`make test` skips what the machine cannot do, and says so at its end. `.ci/run` sets STRICT: then a skip fails the run
unless it stands in TOOLS, whose tools no fresh machine has, and the tool is really missing. Tools that have to be there
are named in it: ``TABLETOP_SKIPS="chromium pdftotext"``, or empty for none.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.render import chromium

STRICT = "TABLETOP_SKIPS"
MISSING = "not on this machine: "
AXE = Path(__file__).parents[1] / ".axe" / "node_modules" / "axe-core" / "axe.min.js"  # `make axe` fetches it from npm
TOOLS: dict[str, tuple[str, Callable[[], bool]]] = {
    "chromium": ("rosters are opened, measured and printed by a real browser", lambda: bool(chromium.found())),
    "axe-core": ("pages are judged for whoever reads them otherwise than by eye", AXE.is_file),
    "pdftotext": ("the text of a PDF is read by a stranger", lambda: bool(shutil.which("pdftotext"))),
    "pdftohtml": ("the sizes of type in a PDF are read by a stranger", lambda: bool(shutil.which("pdftohtml"))),
    "rsvg-convert": ("a QR picture is drawn by a stranger", lambda: bool(shutil.which("rsvg-convert"))),
    "groff": ("the man page is set by a stranger", lambda: bool(shutil.which("groff"))),
    "/dev/zero": ("a file without an end, which Windows has not", lambda: Path("/dev/zero").exists()),
    "file modes": ("who may read and write a file, which Windows says otherwise", lambda: os.name == "posix"),
}
DAC_OVERRIDE, DAC_READ_SEARCH = 1 << 1, 1 << 2  # capabilities of Linux: root may read and write whatever it likes


def needs(*tools: str) -> pytest.MarkDecorator:
    """A mark that skips a test where one of these tools is missing."""
    missing = [tool for tool in tools if not TOOLS[tool][1]()]
    return pytest.mark.skipif(bool(missing), reason=f"{MISSING}{', '.join(missing)}")


def excused(reason: str) -> bool:
    """Whether STRICT lets this reason of a skip pass."""
    _, said, names = reason.partition(MISSING)
    expected = os.environ.get(STRICT, "").split()
    return bool(said) and all(
        name in TOOLS and not TOOLS[name][1]() and name not in expected for name in names.split(", ")
    )


def without_privileges(body: Callable[[], None]) -> None:
    """Run `body` as somebody to whom files can be closed: for root in a child that has given that power away."""
    if os.geteuid() != 0:
        body()
        return
    child = os.fork()
    if not child:
        try:
            _give_power_away()
            body()
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, "see stderr for what has failed in the child"


def _give_power_away() -> None:
    """Linux only: root without these two capabilities is refused like anybody else."""
    libc = ctypes.CDLL(None, use_errno=True)
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(header, sets) == 0, os.strerror(ctypes.get_errno())
    for at in (0, 1):  # effective and permitted
        sets[at] &= ~(DAC_OVERRIDE | DAC_READ_SEARCH)
    assert libc.capset(header, sets) == 0, os.strerror(ctypes.get_errno())

"""Rosters on paper, whole commands against a Python that does nothing; and what of their time goes where."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.sheet import Source
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper.html import document_html
from tabletop_cli.render.paper.layout import document_layout
from tabletop_cli.render.paper.pdf import document_pdf
from tabletop_cli.render.qr import qr_svg
from tabletop_cli.render.roster.short import short_text

from .measure import BARE, TABLETOP, WALL, Command, compared, fastest, ms, processes, show, times

ARMY = Path(__file__).parents[1] / "armies" / "tt" / "marines-crusade.toml"
ROUNDS = 9


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        said = (TABLETOP, "roster", str(ARMY))
        commands = {
            "python -c pass": Command(BARE),
            "tabletop roster ARMY -f text": Command((*said, "-f", "text")),
            "tabletop roster ARMY -o x.html": Command((*said, "-o", f"{folder}/x.html")),
            "tabletop roster ARMY -o x.pdf": Command((*said, "-o", f"{folder}/x.pdf")),
        }
        took = processes(commands, ROUNDS)
    rows = compared(took, "python -c pass")
    show("Paper: whole commands, 15 units and the tables of play", rows, "python -c pass")
    parts(took["python -c pass"].wall)


def parts(bare: float) -> None:
    """The steps by themselves, all modules loaded."""
    army = open_army(ARMY)
    quick = army.system.make_quick_pages(army.house)
    plain = document_data(army.sheet, Source(), quick=quick)
    steps = {
        "reading and checking the list": lambda: open_army(ARMY).sheet,
        "the picture": lambda: qr_svg(short_text(army.sheet)),
        "what is said, and where it stands": lambda: document_layout(document_data(army.sheet, Source(), quick=quick)),
        "HTML, drawn": lambda: document_html(plain),
        "PDF, drawn": lambda: document_pdf(plain),
    }
    took = {name: fastest(step, 3, clock=time.perf_counter) for name, step in steps.items()}
    show("Paper: its steps", [(name, ms(one), times(one / bare)) for name, one in took.items()], "python -c pass", WALL)

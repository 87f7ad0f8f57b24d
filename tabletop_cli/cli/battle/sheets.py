"""`battle sheet`: a game on paper, in a file or on the screen."""

from __future__ import annotations

import sys
from pathlib import Path

from ...core.errors import Malformed
from ...core.play.battle import Battle
from ...core.play.viewpoint import View
from ..app import PROGRAM
from ..session import Session, say
from .charts import print_or_write

ENDINGS = {".pdf": "pdf", ".html": "html", ".htm": "html", ".md": "markdown", ".json": "json", ".txt": "text"}
PAPER = ("html", "pdf")


def show_sheets(
    session: Session, battle: Battle, side: str | None, form: str | None, out: Path | None, paper: str
) -> None:
    """Show the sheets as a side sees the game. Without a format the end of the file's name says which.

    Errors: `Malformed` for what does not go together; `TabletopError` for a game without sheets, without the library
    that makes PDF, and for a file that cannot be written.
    """
    ending = out.suffix.lower() if out else ""
    chosen = form or (ENDINGS.get(ending, "text") if out else session.usual_format)
    if (meant := ENDINGS.get(ending, chosen)) != chosen:
        raise Malformed(f"-o {out}: {ending} means {meant}, but --format says {chosen}", hint="leave out --format")
    if chosen == "pdf" and out is None and sys.stdout.isatty():
        raise Malformed("a terminal cannot show a PDF", hint="write it to a file: -o sheet.pdf")
    if paper and chosen not in PAPER:
        raise Malformed(f"--paper: {chosen} has no paper size", hint="use html or pdf: -o sheet.pdf")
    print_or_write(_render_sheets(battle, side, chosen, paper), out)


def _render_sheets(battle: Battle, side: str | None, form: str, paper: str) -> str | bytes:
    pages = View(battle, side).paper
    if form not in PAPER:
        from ...render import render_pages

        return render_pages(pages, form)
    from ... import __version__
    from ...render.paper import sheets_data

    document = sheets_data(pages, battle.header.name, f"{PROGRAM} {__version__}")
    if form == "html":
        from ...render.paper.html import sheets_html

        return sheets_html(document, paper)
    from ...render.paper.pdf import sheets_pdf

    return sheets_pdf(document, paper or "a4", say)

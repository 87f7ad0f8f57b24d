"""`battle map`: the map of a game as text or as a picture, on the screen or in a file."""

from __future__ import annotations

from pathlib import Path

from ...core.page import Page
from ...core.play.battle import Battle
from ...core.play.view import View
from ..session import Session, say, write

PICTURES = {".html": "html", ".htm": "html", ".svg": "svg", ".md": "markdown", ".json": "json"}


def show_map(session: Session, battle: Battle, side: str | None, form: str | None, out: Path | None) -> None:
    """Show the map as a side sees it. Without a format the end of the file's name says which.

    Errors: `TabletopError` for a game without a map, and for a file that cannot be written.
    """
    page = View(battle, side).map
    chosen = form or (PICTURES.get(out.suffix.lower(), "text") if out else session.usual_format)
    text = _drawn(page, chosen)
    if out is None:
        write(text)
        return
    from ...core.lists.edit.saving import write_whole

    write_whole(out, (text if text.endswith("\n") else f"{text}\n").encode())
    say(f"written: {out}")


def _drawn(page: Page, form: str) -> str:
    if form not in ("html", "svg"):
        from ...render import render

        return render(page, form)
    from ...render.chart.svg import html, pictures

    return html(page) if form == "html" else "\n".join(pictures(page))

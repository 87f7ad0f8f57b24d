"""`battle map`: the map of a game as text or as a picture, on the screen or in a file."""

from __future__ import annotations

import sys
from dataclasses import replace
from os import terminal_size
from pathlib import Path
from shutil import get_terminal_size

from ...core.page import Chart, Page, Para
from ...core.play.battle import Battle
from ...core.play.viewpoint import View
from ...core.shell import quote
from ..app import PROGRAM
from ..session import Session, say, write

PICTURES = {".html": "html", ".htm": "html", ".svg": "svg", ".md": "markdown", ".json": "json"}


def board_with_map(session: Session, view: View) -> Page:
    """The table, the map above it where the terminal has room for it; else a word below it, how to see the map."""
    board = view.board
    if view.battle.game.map is None:
        return board
    drawn = [block for block in view.map.blocks if isinstance(block, Chart)]
    screen = get_terminal_size()
    if not session.plain and all(_has_room_for(chart, screen) for chart in drawn):
        return replace(board, blocks=(*drawn, *board.blocks))
    header = view.battle.header
    words = f"{PROGRAM} {header.kind} map {quote(header.name)}"
    told = Para(f"The map: {words} shows it, {words} -o map.html draws it.", "note")
    return replace(board, blocks=(*board.blocks, told))


def _has_room_for(chart: Chart, screen: terminal_size) -> bool:
    from ...render.chart.text import chart_room

    columns, lines = chart_room(chart)
    return columns <= screen.columns and lines <= screen.lines


def show_map(session: Session, battle: Battle, side: str | None, form: str | None, out: Path | None) -> None:
    """Show the map as a side sees it. Without a format the end of the file's name says which.

    Errors: `TabletopError` for a game without a map, and for a file that cannot be written.
    """
    page = View(battle, side).map
    chosen = form or (PICTURES.get(out.suffix.lower(), "text") if out else session.usual_format)
    print_or_write(_render_map(page, chosen), out)


def print_or_write(made: str | bytes, out: Path | None) -> None:
    """Print something, or write it to a file whole. Errors: `TabletopError` for a file that cannot be written."""
    if out is None and isinstance(made, str):
        write(made)
        return
    whole = made if isinstance(made, bytes) else (made if made.endswith("\n") else f"{made}\n").encode()
    if out is None:
        sys.stdout.buffer.write(whole)
        sys.stdout.flush()
        return
    from ...core.lists.edit.saving import write_whole

    write_whole(out, whole)
    say(f"saved: {out}")


def _render_map(page: Page, form: str) -> str:
    if form not in ("html", "svg"):
        from ...render import render_pages

        return render_pages(page, form)
    from ...render.chart.svg import charts_html, page_pictures

    return charts_html(page) if form == "html" else "\n".join(page_pictures(page))

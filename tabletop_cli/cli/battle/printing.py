"""Commands about what is drawn of a game and printed: its map, and its sheets of paper."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from ..session import session_of
from .commands import Name, Side, command, kind_of
from .store import open_battle, open_store


class MapForm(StrEnum):
    """How a map is shown."""

    text = "text"
    json = "json"
    markdown = "markdown"
    html = "html"
    svg = "svg"


class SheetForm(StrEnum):
    """How sheets of paper are shown."""

    text = "text"
    json = "json"
    markdown = "markdown"
    html = "html"
    pdf = "pdf"


Out = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file (default: stdout).")
]
HOW = "Output format (default: by the file's ending, or chosen for the terminal)."


@command("tabletop battle map", "tabletop battle map friday --format html -o friday.html", name="map")
def map_(
    ctx: typer.Context,
    name: Name = None,
    side: Side = None,
    form: Annotated[MapForm | None, typer.Option("--format", "-f", help=HOW)] = None,
    out: Out = None,
) -> None:
    """Show the map of a battle, if its game has one: places, and the lines between them."""
    from .charts import show_map

    with open_store(session_of(ctx)) as store:
        show_map(session_of(ctx), open_battle(store, name, kind_of(ctx)), side, form and form.value, out)


@command("tabletop battle sheet -o friday.pdf", of_others="tabletop battle sheet autumn -o autumn.pdf")
def sheet(
    ctx: typer.Context,
    name: Name = None,
    side: Side = None,
    form: Annotated[SheetForm | None, typer.Option("--format", "-f", help=HOW)] = None,
    out: Out = None,
    paper: Annotated[
        Literal["a4", "letter"] | None, typer.Option("--paper", help="Paper size of html and pdf.", show_default=False)
    ] = None,
) -> None:
    """Print a sheet of the battle to write on (.pdf or .html), if its game has one."""
    from .sheets import show_sheets

    with open_store(session_of(ctx)) as store:
        battle = open_battle(store, name, kind_of(ctx))
        show_sheets(session_of(ctx), battle, side, form and form.value, out, paper or "")

"""The command `diff`: two army lists, and what is different."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from ...core.lists.compare import compare
from ..app import command_module, example
from ..session import home_of, session_of, write
from .validate import opened_at

app = command_module()


@app.command(
    epilog=example(
        "tabletop diff armies/tt/marines-siege.toml armies/tt/marines-walkers.toml",
        "tabletop diff last-year.toml horde.toml --format markdown",
    )
)
def diff(
    ctx: typer.Context,
    before: Annotated[Path, typer.Argument(metavar="A", help="An army file.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="The army file that it is compared with.")],
    form: Annotated[
        Literal["terminal", "text", "markdown", "json"] | None,
        typer.Option("--format", "-f", help="How to show it; by default what fits the place.", show_default=False),
    ] = None,
) -> None:
    """What is different in list B: units, options, points, house rules.

    + is added, - is removed, ~ is changed. Order, comments, and whether a default is written make no difference. In a
    wide terminal both lists stand side by side.

    Exit code: 0 the same, 1 they differ, 2 one cannot be read.
    """
    from ...render.compare import FORMATS, Names

    session = session_of(ctx)
    home = home_of(session)
    found = compare(opened_at(before, home), opened_at(after, home))
    write(FORMATS[form or session.usual_format](found, Names(str(before), str(after))))
    if not found.same:
        raise typer.Exit(1)

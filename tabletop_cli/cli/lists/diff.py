"""The command `diff`: army lists, and what is different."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from ...core.lists.compare import compare_lists
from ..app import command_module, examples_text
from ..session import Session, home_of, session_of, write
from .validate import open_army_at

app = command_module()


@app.command(
    epilog=examples_text(
        "tabletop diff armies/tt/marines-siege.toml armies/tt/marines-walkers.toml",
        "tabletop diff armies/td/green-horde.toml armies/td/veteran-raiders.toml --format markdown",
        "tabletop diff armies/tt/marines-siege.toml armies/tt/marines-walkers.toml armies/tt/marines-column.toml",
    )
)
def diff(
    ctx: typer.Context,
    before: Annotated[Path, typer.Argument(metavar="A", help="An army file.")],
    after: Annotated[Path, typer.Argument(metavar="B", help="The army file to compare it with.")],
    more: Annotated[
        list[Path] | None, typer.Argument(metavar="[C...]", help="More army files: they are shown side by side.")
    ] = None,
    form: Annotated[
        Literal["terminal", "text", "markdown", "json"] | None,
        typer.Option("--format", "-f", help="Output format (default: chosen for the terminal).", show_default=False),
    ] = None,
) -> None:
    """Compare army lists: units, options, points, house rules.

    + is added in list B, - is removed, ~ is changed. Order, comments and written defaults do not count. A wide terminal
    shows both lists side by side.

    With three or more lists, each row shows how many each list has of one thing. Own names do not count.

    Exit code: 0 if they are the same, 1 if they differ, 2 if one cannot be read.
    """
    from ...render.compare import FORMATS, Names

    session = session_of(ctx)
    home = home_of(session)
    if more:
        _show_abreast(session, form, [before, after, *more])
        return
    found = compare_lists(open_army_at(before, home), open_army_at(after, home))
    write(FORMATS[form or session.usual_format](found, Names(str(before), str(after))))
    if not found.same:
        raise typer.Exit(1)


def _show_abreast(session: Session, form: str | None, files: Sequence[Path]) -> None:
    """Three lists or more. Errors: `TabletopError`; exit code 1 where they differ."""
    from ...core.lists.side_by_side import side_by_side
    from ...render.side_by_side import side_by_side_page

    found = side_by_side([open_army_at(file, home_of(session)) for file in files])
    session.show(side_by_side_page(found, list(map(str, files))), form)
    if not found.same:
        raise typer.Exit(1)

"""The option ``--catalogue`` of commands: home-made rows are in force until the command ends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .complete import catalogue_files_like

if TYPE_CHECKING:
    from ..core.lists.references import HomeMade
    from ..core.system import System

CatalogueFiles = Annotated[
    list[str] | None,
    typer.Option(
        "--catalogue",
        metavar="FILE",
        help="A home-made catalogue; can be repeated.",
        autocompletion=catalogue_files_like,
    ),
]


def named_files(ctx: typer.Context, system: System, words: Sequence[str] | None) -> tuple[HomeMade, ...]:
    """The files that a command line names. Errors: `TabletopError`."""
    if not words:
        return ()
    from ..core.lists.catalogues import named_catalogues
    from .session import home_of, session_of

    return named_catalogues(system, words, home_of(session_of(ctx)))


def files_over(
    ctx: typer.Context, path: Path, words: Sequence[str] | None, *, writes: bool = False
) -> tuple[HomeMade, ...]:
    """The files that a command line names in place of those of a list. Errors: `TabletopError`.

    Whoever `writes` into the list needs them in it.
    """
    if not words:
        return ()
    from ..core.errors import Malformed
    from ..core.lists.army import load_file
    from ..core.lists.open_list import system_of

    if writes:
        hint = f"write it into the list first: tabletop set {path} catalogue=FILE"
        raise Malformed("changes to a list use only the catalogues that it names", hint=hint, code="usage")
    return named_files(ctx, system_of(load_file(path)), words)


def put_in_force(ctx: typer.Context, system: System, made: Sequence[HomeMade]) -> None:
    """Put the rows of some files in force for a command that is about them."""
    if not made:
        return
    from ..core.declare.catalogue import catalogue_in_force
    from ..core.lists.catalogues import catalogue_of_files

    if found := catalogue_of_files(system, made):
        ctx.with_resource(catalogue_in_force(found))

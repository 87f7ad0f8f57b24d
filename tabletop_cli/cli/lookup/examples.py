"""The command `examples`: what comes with the program to look at, to copy and to play with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ...core import registry
from ...core.data import JsonObject
from ...core.errors import Malformed, TabletopError
from ...core.examples import Example, list_examples, read_files
from ...core.lists.edit import write_whole
from ...core.page import Page, Para, Table
from ..app import command_module, examples_text
from ..complete import systems_like
from ..session import PageFormat, say, session_of

app = command_module()


@app.command(epilog=examples_text("tabletop examples", "tabletop examples td", "tabletop examples --to ."))
def examples(
    ctx: typer.Context,
    system: Annotated[
        str | None, typer.Argument(metavar="[SYSTEM]", help="Only for this game system.", autocompletion=systems_like)
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="Copy them to this folder.", show_default=False)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Also replace files that differ.")] = False,
    form: PageFormat = None,
) -> None:
    """List or copy the example lists, scenarios, maps, catalogues and scripts.

    Copies keep their folders, so that files find each other: --to . makes armies/td/green-horde.toml and so on.
    Existing files stay as they are.
    """
    systems = registry.system_ids() if system is None else [registry.load(system).id]
    found = list_examples(systems)
    if not found:
        what = "this installation" if system is None else system
        hint = (
            "they come with the source code of tabletop"
            if system is None
            else "tabletop examples shows those of other systems"
        )
        raise TabletopError(f"{what} has no examples", hint=hint, code="no-example")
    if to is not None:
        _copy_examples(found, to, force)
    elif force:
        raise Malformed("--force only works with --to", hint="add a folder: --to DIR")
    else:
        session_of(ctx).show(_examples_page(found, system), form)


def _examples_page(found: Sequence[Example], system: str | None) -> Page:
    groups = dict.fromkeys((one.system, one.kind) for one in found)
    tables = [
        Table(
            ("file", "what it is"),
            tuple((one.path.as_posix(), one.about) for one in found if (one.system, one.kind) == group),
            f"{group[0]}: {group[1]}s",
        )
        for group in groups
    ]
    command = "tabletop examples --to ." if system is None else f"tabletop examples {system} --to ."
    data: JsonObject = {"examples": [_example_data(one) for one in found]}
    return Page("Examples", (*tables, Para(f"To copy them to this folder: {command}", "note")), data=data)


def _example_data(one: Example) -> JsonObject:
    return {"file": one.path.as_posix(), "system": one.system, "kind": one.kind, "about": one.about}


def _copy_examples(found: Sequence[Example], to: Path, force: bool) -> None:
    """Copy examples into a folder, and say what became of them. Errors: `TabletopError` for what cannot be written."""
    if to.exists() and not to.is_dir():
        raise Malformed(f"{to} is not a folder", hint="name a folder, such as --to .", where=str(to))
    wanted = {to / path: raw for path, raw in read_files(found).items()}
    there = [path for path in wanted if path.exists()]
    differ = [path for path in there if not path.is_file() or path.read_bytes() != wanted[path]]
    written = [path for path in wanted if path not in there or (force and path in differ)]
    for path in written:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, wanted[path])
    same = len(there) - len(differ)
    say(f"copied: {_files_text(len(written))} to {to}" + (f"; {same} already there" if same else ""))
    for path in () if force else differ:
        say(f"not replaced: {path} (--force replaces it)")


def _files_text(count: int) -> str:
    return f"{count} {'file' if count == 1 else 'files'}"

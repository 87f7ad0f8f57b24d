"""The command `new-system`: a package with a game that plays, to be changed into one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import Malformed
from ...core.lists.edit import write_whole
from ...core.shell import quote
from ...core.template import files_of, names_of
from ..app import command_module, examples_text
from ..session import say

app = command_module()


@app.command(epilog=examples_text("tabletop new-system lantern-row"))
def new_system(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the system, such as lantern-row.")],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Make its folder inside this folder.")] = Path(),
) -> None:
    """Write a game system of your own: a Python package with a small working game, which you turn into yours.

    It has units and weapons, rule texts, army lists, shots, a hand of cards, and tests. docs/dev/games.md explains
    each part. Once you have installed it beside tabletop, every command knows it.
    """
    names = names_of(name)
    folder = to / names.id
    if folder.exists():
        raise Malformed(f"{folder} already exists", hint="choose another name, or --to DIR", where=str(folder))
    files = files_of(names)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / path, text.encode())
    say(f"saved: {len(files)} files in {folder}")
    say(f"  cd {quote(str(folder))}")
    say('  pip install -e ".[dev]"')
    say("  pytest")
    say(f"  tabletop battle new {names.id} armies/lanterns.toml armies/wardens.toml --name first")

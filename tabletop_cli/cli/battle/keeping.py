"""Commands about what is kept: whether it is as it was played, out of the store, into it again, and away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...core.clock import now
from ...core.errors import TabletopError
from ...core.shell import quote
from ..app import PROGRAM
from ..session import say, session_of, write
from .commands import Format, Needed, battles_offered, command, is_interactive, kind_of, make_asker
from .store import find_header, open_battle, open_store


@command("tabletop battle verify", "tabletop battle verify friday.jsonl")
def verify(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|FILE]",
            help="A battle or an exported file (default: the last one played).",
            autocompletion=battles_offered,
        ),
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the seed even though the battle is not over.")] = False,
    noted: Annotated[
        str | None, typer.Option("--noted", metavar="LETTERS", help="The code that somebody noted from status.")
    ] = None,
    form: Format = None,
) -> None:
    """Check every roll of the program and every result again. Exit code 1 if anything does not fit."""
    from .check import verify_game

    if not verify_game(session_of(ctx), name, kind_of(ctx), reveal=reveal, noted=noted, form=form and form.value):
        raise typer.Exit(1)


@command("tabletop battle check")
def check(ctx: typer.Context, form: Format = None) -> None:
    """Check the file that keeps all games, and verify each game. Exit code 1 if anything does not fit."""
    from .check import check_store

    if not check_store(session_of(ctx), form and form.value):
        raise typer.Exit(1)


@command("tabletop battle seal friday badger")
def seal(
    ctx: typer.Context,
    name: Needed,
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help="Any text (default: you are asked).")] = None,
) -> None:
    """Add a word of the other player to the seed of the program's dice, before the first roll.

    The seed was fixed before anybody knew the word, and the word does not come from this machine. So neither side can
    choose the dice.
    """
    from ...core.declare.kinds import Text
    from ...core.play.question import Question

    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name, kind_of(ctx))
        if word is None:
            if not is_interactive():
                raise TabletopError("which word?", hint="give it after the name", code="usage")
            say(f"the {at.game.lots.all} are sealed as {at.header.commitment}: note this before you hear the word")
            word = str(
                make_asker(session_of(ctx)).ask(
                    Question("word", f"The word of the other player for the {at.game.lots.all}:", Text())
                )
            )
        entry = at.take_word(word, now())
        write(f"entry {entry.n}: the {at.game.lots.all} of {at.header.name} come from the seed and this word: {word}")


@command("tabletop battle export friday -o friday.jsonl", "tabletop battle export friday > f.jsonl")
def export(
    ctx: typer.Context,
    name: Needed,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file (default: stdout).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Export a whole battle as JSON Lines, with its seed and everything that is hidden from a side.

    Only the owner of the battle may read the file. On stdout it shows the seed, so later events are marked. `battle
    import` reads it back, bit for bit. For what one side may see, use battle log --as SIDE --format json.
    """
    from .check import export_to

    with open_store(session_of(ctx)) as store:
        export_to(store, name, out, kind_of(ctx), force=force)


@command("tabletop battle import friday.jsonl --name copy", name="import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An exported battle; - for stdin.")],
    name: Annotated[str | None, typer.Option("--name", "-n", help="A new name for it.")] = None,
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Skip the check for changes; the battle is marked as unchecked.")
    ] = False,
) -> None:
    """Import an exported battle, all of it or nothing. Exit code 1 if it was changed after it was played."""
    from ...core.play.linked import inner_game_now
    from ...core.quantities import count_text
    from .check import import_from

    with open_store(session_of(ctx)) as store:
        header = import_from(store, file, name, unchecked=unchecked)
        marked = ", unchecked" if unchecked else ""
        go_on = {header: "play"}
        if inside := inner_game_now(store, header):
            go_on[inside] = "fight"
        for one, word in go_on.items():
            entries = count_text(store.count_events(one.id), "entry", "entries")
            write(f"{one.name}: {entries}{marked}. Go on with: {PROGRAM} {header.kind} {word} {quote(header.name)}")


@command("tabletop battle list --format json", name="list")
def list_(ctx: typer.Context, form: Format = None) -> None:
    """List all battles, the last one played first."""
    from .listing import battles_page

    with open_store(session_of(ctx)) as store:
        session_of(ctx).show(battles_page(store.list_battles(), kind_of(ctx)), form and form.value)


@command("tabletop battle delete friday --yes")
def delete(
    ctx: typer.Context,
    name: Needed,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Delete without asking.")] = False,
) -> None:
    """Delete a battle for good. Export it first if you may want it again."""
    from ...core.errors import No

    with open_store(session_of(ctx)) as store:
        header = find_header(store, name, kind_of(ctx))
        if not yes and not is_interactive():
            raise TabletopError(
                "this needs a yes, and nobody can be asked here",
                hint="add --yes to delete without asking",
                code="not-confirmed",
            )
        question = f"Delete {header.name} with its {store.count_events(header.id)} entries for good?"
        if not yes and not make_asker(session_of(ctx)).confirm(question, default=False):
            raise No("nothing was deleted", code="not-confirmed")
        store.delete_battle(header.id)
        say(f"deleted: {header.name}")

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
            metavar="[NAME|FILE]", help="A battle or an exported one; else the latest.", autocompletion=battles_offered
        ),
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the seed though the battle still runs.")] = False,
    noted: Annotated[
        str | None, typer.Option("--noted", metavar="LETTERS", help="The letters that somebody noted from status.")
    ] = None,
    form: Format = None,
) -> None:
    """Recompute every roll of the program and every result. Exit code 1 if anything does not fit."""
    from .check import verify_game

    if not verify_game(session_of(ctx), name, kind_of(ctx), reveal=reveal, noted=noted, form=form and form.value):
        raise typer.Exit(1)


@command("tabletop battle check")
def check(ctx: typer.Context, form: Format = None) -> None:
    """Look at the file in which all games are kept, and verify each. Exit code 1 if anything does not fit."""
    from .check import check_store

    if not check_store(session_of(ctx), form and form.value):
        raise typer.Exit(1)


@command("tabletop battle seal friday badger")
def seal(
    ctx: typer.Context,
    name: Needed,
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help="Any text; else it is asked for.")] = None,
) -> None:
    """Make the program's dice also from a word of the other player, given before the first dice fall.

    The seed was drawn before anybody knew the word, and the word is not the machine's: so neither side chose the dice.
    """
    from ...core.declare.kinds import Text
    from ...core.play.question import Question

    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name, kind_of(ctx))
        if word is None:
            if not is_interactive():
                raise TabletopError("which word?", hint="give it after the name", code="usage")
            say(f"the {at.game.lots.all} are sealed as {at.header.commitment}: note it before the word is said")
            word = str(
                make_asker(session_of(ctx)).ask(
                    Question("word", f"A word of the other player for the {at.game.lots.all}:", Text())
                )
            )
        entry = at.take_word(word, now())
        write(
            f"entry {entry.n}: the {at.game.lots.all} of {at.header.name} are made from the seed and this word: {word}"
        )


@command("tabletop battle export friday -o friday.jsonl", "tabletop battle export friday > f.jsonl")
def export(
    ctx: typer.Context,
    name: Needed,
    out: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="A file, not stdout.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """The whole battle as JSON Lines, for its owner: with its seed and all that is hidden from some side.

    Nobody else may read the file. On stdout the seed is shown: what is played after that is marked. `battle import`
    takes it in again, bit for bit. What one side may see is: battle log --as SIDE --format json.
    """
    from .check import export_to

    with open_store(session_of(ctx)) as store:
        export_to(store, name, out, kind_of(ctx), force=force)


@command("tabletop battle import friday.jsonl --name copy", name="import")
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An exported battle; - is stdin.")],
    name: Annotated[str | None, typer.Option("--name", "-n", help="Another name for it.")] = None,
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Do not look whether it was changed; it is marked as such.")
    ] = False,
) -> None:
    """Take an exported battle in, whole or not at all. Exit code 1 if it is not as it was played."""
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
    """All battles, the one played last first."""
    from .listing import battles_page

    with open_store(session_of(ctx)) as store:
        session_of(ctx).show(battles_page(store.list_battles(), kind_of(ctx)), form and form.value)


@command("tabletop battle delete friday --yes")
def delete(
    ctx: typer.Context, name: Needed, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False
) -> None:
    """Remove a battle for good. Export it first if you may want it back."""
    from ...core.errors import No

    with open_store(session_of(ctx)) as store:
        header = find_header(store, name, kind_of(ctx))
        if not yes and not is_interactive():
            raise TabletopError("nobody can be asked here", hint="--yes deletes without asking", code="not-confirmed")
        question = f"Delete {header.name} with {store.count_events(header.id)} entries for good?"
        if not yes and not make_asker(session_of(ctx)).confirm(question, default=False):
            raise No("nothing was deleted", code="not-confirmed")
        store.delete_battle(header.id)
        say(f"deleted: {header.name}")

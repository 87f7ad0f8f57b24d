"""Commands about battles: begin, play, look, correct, check."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..app import command_module, example
from ..session import Session, say, session_of, write
from .store import now, open_battle, open_store

if TYPE_CHECKING:
    from ...core.play.battle import Battle

app = command_module()


@app.callback()
def battle() -> None:
    """The battle at the table: begin, play, undo, replay, verify."""


class PageForm(StrEnum):
    """How a page is shown."""

    text = "text"
    json = "json"
    markdown = "markdown"


class Reply(StrEnum):
    """How the result of an event is shown."""

    text = "text"
    json = "json"


Name = Annotated[str | None, typer.Argument(metavar="[NAME]", help="The battle; without it the one played last.")]
Needed = Annotated[str, typer.Argument(metavar="NAME", help="The battle.")]
Format = Annotated[
    PageForm | None, typer.Option("--format", "-f", help="How to show it; by default what fits the place.")
]


@app.command(
    epilog=example(
        "tabletop battle new td armies/td/green-horde.toml armies/td/veteran-raiders.toml --actions 40",
        "tabletop battle new td a.toml b.toml --actions-a 50 --actions-b 40 --house gap=normal-turn",
    )
)
def new(
    ctx: typer.Context,
    system: Annotated[str | None, typer.Argument(metavar="[SYSTEM]", help="The game system.")] = None,
    armies: Annotated[list[Path] | None, typer.Argument(metavar="[ARMY]...", help="An army file a side.")] = None,
    name: Annotated[str | None, typer.Option("--name", "-n", help="What to call the battle.")] = None,
    actions: Annotated[int | None, typer.Option("--actions", help="Actions of every player.")] = None,
    actions_a: Annotated[int | None, typer.Option("--actions-a", help="Actions of player A.")] = None,
    actions_b: Annotated[int | None, typer.Option("--actions-b", help="Actions of player B.")] = None,
    scenario: Annotated[str | None, typer.Option("--scenario", help="What the scenario is called.")] = None,
    house: Annotated[
        list[str] | None, typer.Option("--house", metavar="FILE|KEY=VALUE", help="House rules; may be repeated.")
    ] = None,
    put: Annotated[
        list[str] | None, typer.Option("--set", metavar="FACT=VALUE", help="Any other fact of the set-up.")
    ] = None,
    setup: Annotated[Path | None, typer.Option("--setup", metavar="FILE", help="A whole set-up, JSON or TOML.")] = None,
) -> None:
    """Begin a battle: two armies, the facts of the set-up, a sealed seed for the program's dice.

    What is missing is asked for on a terminal. House rules count only if they are given here.
    """
    from .new import Options, begin

    options = Options(name, actions, {"a": actions_a, "b": actions_b}, scenario, house or [], put or [], setup)
    begin(session_of(ctx), system, armies or [], options)


@app.command(epilog=example("tabletop battle play", "tabletop battle play friday --plain"))
def play(ctx: typer.Context, name: Name = None) -> None:
    """Play at the table: what may be done, questions, odds, dice (yours or the program's), explanations.

    Ctrl-C and Ctrl-D are safe at any moment; the same command goes on.
    """
    from .play import AtTable

    session = session_of(ctx)
    with open_store(session) as store:
        AtTable(open_battle(store, name), asker(session), session).play()


def somebody() -> bool:
    """Whether there is a person who sees what we print and can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def asker(session: Session) -> Any:
    """Menus for a person at a terminal, plain lines for everybody else."""
    if session.plain or not sys.stdin.isatty():
        from ...prompts.lines import Lines

        return Lines()
    from ...prompts.menus import Menus

    return Menus()


@app.command(epilog=example("tabletop battle status", "tabletop battle status friday --format json"))
def status(ctx: typer.Context, name: Name = None, form: Format = None) -> None:
    """The table as it stands: counters, whose turn, every unit."""
    from .pages import status

    with open_store(session_of(ctx)) as store:
        session_of(ctx).show(status(open_battle(store, name)), form and form.value)


@app.command(
    epilog=example(
        "tabletop battle do friday direct-fire by=a model=a1-2 target=b1-1 facts.terrain=rough --dice 512",
        """tabletop battle do friday '{"do": "move", "by": "a", "model": "a1-2"}'""",
    )
)
def do(
    ctx: typer.Context,
    name: Needed,
    words: Annotated[list[str], typer.Argument(metavar="EVENT...", help="An event as JSON, or: KIND KEY=VALUE ...")],
    dice: Annotated[str | None, typer.Option("--dice", help="Dice from the table: 512, or 5,1,2.")] = None,
    form: Annotated[Reply, typer.Option("--format", "-f", help="How to show the result.")] = Reply.text,
) -> None:
    """Play one event. Exit code 1 if the rules refuse it, 2 if it is no event; nothing has changed then."""
    from .do import play_event

    session = session_of(ctx)
    with open_store(session) as store:
        play_event(session, open_battle(store, name), words, dice, as_json=form is Reply.json)


@app.command(epilog=example("tabletop battle undo", "tabletop battle undo friday"))
def undo(ctx: typer.Context, name: Name = None) -> None:
    """Take the last event back. The log keeps it, and says so when dice had fallen."""
    from .play import undo_words

    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name)
        _after(session_of(ctx), at, undo_words(at, at.undo(now()).undo or 0))


@app.command(epilog=example("tabletop battle redo"))
def redo(ctx: typer.Context, name: Name = None) -> None:
    """Bring back the event that was undone last, with the same dice."""
    from .pages import dice_words, what

    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name)
        back = at.entry(at.redo(now()).redo or 0)
        _after(session_of(ctx), at, f"Brought back: {what(at, back)}{dice_words(back.rolls)}")


def _after(session: Session, at: Battle, words: str) -> None:
    from ...core.page import Page, Para

    session.show(Page("", (Para(words), Para(at.game.headline(at.state)))))


@app.command(epilog=example("tabletop battle log", "tabletop battle log friday -v --format markdown > friday.md"))
def log(
    ctx: typer.Context,
    name: Name = None,
    form: Format = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="With the explanation of every event.")] = False,
    last: Annotated[int | None, typer.Option("--last", min=0, help="Only so many entries, the newest.")] = None,
) -> None:
    """What happened: when, who, what, the dice and who rolled them. Undone events are marked."""
    from .pages import log

    with open_store(session_of(ctx)) as store:
        page = log(open_battle(store, name), verbose=verbose, last=last, as_table=form is PageForm.markdown)
        session_of(ctx).show(page, form and form.value)


@app.command(epilog=example("tabletop battle stats"))
def stats(ctx: typer.Context, name: Name = None, form: Format = None) -> None:
    """How lucky each side was, and the likeliest and unlikeliest outcomes that came."""
    from .pages import stats

    with open_store(session_of(ctx)) as store:
        session_of(ctx).show(stats(open_battle(store, name)), form and form.value)


@app.command(epilog=example("tabletop battle verify", "tabletop battle verify friday.jsonl"))
def verify(
    ctx: typer.Context,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|FILE]", help="A battle or an exported one; else the latest.")
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show the seed though the battle still runs.")] = False,
    form: Format = None,
) -> None:
    """Recompute every roll of the program and every result. Exit code 1 if anything does not fit."""
    from .check import check

    if not check(session_of(ctx), name, reveal=reveal, form=form and form.value):
        raise typer.Exit(1)


@app.command(epilog=example("tabletop battle export friday -o friday.jsonl", "tabletop battle export friday > f.jsonl"))
def export(
    ctx: typer.Context,
    name: Needed,
    out: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="A file, not stdout.")] = None,
) -> None:
    """The whole battle as JSON Lines, with its seed: `battle import` takes it in again, bit for bit."""
    from .check import export_to

    with open_store(session_of(ctx)) as store:
        export_to(store, name, out)


@app.command("import", epilog=example("tabletop battle import friday.jsonl --name copy"))
def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An exported battle; - is stdin.")],
    name: Annotated[str | None, typer.Option("--name", "-n", help="Another name for it.")] = None,
) -> None:
    """Take an exported battle in, whole or not at all."""
    from .check import import_from

    with open_store(session_of(ctx)) as store:
        header = import_from(store, file, name)
        write(f"{header.name}: {store.count(header.id)} entries. Go on with: tabletop battle play")


@app.command("list", epilog=example("tabletop battle list --format json"))
def list_(ctx: typer.Context, form: Format = None) -> None:
    """All battles, the one played last first."""
    from .listing import battles

    with open_store(session_of(ctx)) as store:
        session_of(ctx).show(battles(store.battles()), form and form.value)


@app.command(epilog=example("tabletop battle delete friday --yes"))
def delete(
    ctx: typer.Context,
    name: Needed,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Remove a battle for good. Export it first if you may want it back."""
    from ...core.errors import No, TabletopError

    with open_store(session_of(ctx)) as store:
        header = store.find(name)
        if not yes and not somebody():
            raise TabletopError("nobody can be asked here", hint="--yes deletes without asking", code="not-confirmed")
        question = f"Delete {header.name} with {store.count(header.id)} entries for good?"
        if not yes and not asker(session_of(ctx)).confirm(question, default=False):
            raise No("nothing was deleted", code="not-confirmed")
        store.delete(header.id)
        say(f"deleted: {header.name}")


@app.command(epilog=example('tabletop battle note friday "Anna: the hedge counts as high"'))
def note(
    ctx: typer.Context,
    name: Needed,
    words: Annotated[list[str], typer.Argument(metavar="TEXT...", help="The remark.")],
) -> None:
    """Keep a remark in the log."""
    with open_store(session_of(ctx)) as store:
        entry = open_battle(store, name).write_note(" ".join(words), now())
        say(f"noted as entry {entry.n}")


@app.command(epilog=example("tabletop battle run armies/td/skirmish.script.json"))
def run(
    ctx: typer.Context,
    script: Annotated[Path, typer.Argument(metavar="SCRIPT", help="JSON with system, setup, events; or JSON Lines.")],
    form: Annotated[Reply, typer.Option("--format", "-f", help="Commentary, or results for machines.")] = Reply.text,
) -> None:
    """Play a whole scripted battle; nothing is stored. Exit code 1 if an event was refused, 2 if one is none."""
    from .do import run_script

    raise typer.Exit(run_script(session_of(ctx), script, as_json=form is Reply.json))

"""Commands about games: begin, play, look, correct, check; the same functions for every kind of game."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

from ...core.clock import now
from ...core.data import JsonObject, ShapedObject
from ...core.games import BATTLE
from ..app import PROGRAM, command_module, examples_text
from ..session import Session, say, session_of, write
from .store import open_battle, open_store, retry_on_conflict

if TYPE_CHECKING:
    from ...core.play.viewpoint import View
    from ...prompts.asker import Asker


class Command(NamedTuple):
    """A command as it is written below, for `commands_of`."""

    function: Callable[..., None]
    name: str | None
    examples: tuple[str, ...]
    of_others: str
    settings: JsonObject | None


_KIND = "tabletop.kind"  # where a context says which kind of game its commands are about
_COMMANDS: list[Command] = []
OWN_OPTIONS = {  # of `new`: its options are the facts of a set-up
    "ignore_unknown_options": True,
    "allow_interspersed_args": False,
    "help_option_names": [],
}
Function = TypeVar("Function", bound=Callable[..., None])


def command(
    *examples: str, name: str | None = None, of_others: str = "", settings: JsonObject | None = None
) -> Callable[[Function], Function]:
    """A command about a game of any kind: its help and its examples speak of a battle.

    `of_others` is the example for games of other kinds, where those of a battle would not do.
    """

    def keep(function: Function) -> Function:
        _COMMANDS.append(Command(function, name, examples, of_others, settings))
        return function

    return keep


def commands_of(kind: str, help: str) -> typer.Typer:
    """The commands for one kind of game, such as ``battle``; its help is in words of that kind."""
    from . import keeping, printing  # noqa: F401  # whose commands are kept with those of this module

    app = command_module()

    @app.callback(help=help, invoke_without_command=True)
    def start(ctx: typer.Context) -> None:
        ctx.meta[_KIND] = kind
        if ctx.invoked_subcommand is None:
            write(ctx.get_help())

    for one in _COMMANDS:
        told = (inspect.getdoc(one.function) or "").replace(BATTLE, kind)
        first, point, _ = " ".join(told.split()).partition(". ")
        short = first + point.strip()  # the whole sentence: else it is cut off where a line ends
        lines = (one.of_others,) if one.of_others and kind != BATTLE else one.examples
        shown = examples_text(*(line.replace(f"{PROGRAM} {BATTLE} ", f"{PROGRAM} {kind} ") for line in lines))
        own: ShapedObject = {"context_settings": one.settings} if one.settings else {}
        app.command(one.name, help=told, short_help=short, epilog=shown, **own)(one.function)
    return app


def kind_of(ctx: typer.Context) -> str:
    """The kind of game that a command is about."""
    return str(ctx.meta.get(_KIND, BATTLE))


class PageForm(StrEnum):
    """How a page is shown."""

    text = "text"
    json = "json"
    markdown = "markdown"


class Reply(StrEnum):
    """How the result of an event is shown."""

    text = "text"
    json = "json"


def battles_offered(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """The battles that a shell offers for their name."""
    from ..complete import battles_like

    return battles_like(ctx, incomplete)


Name = Annotated[
    str | None,
    typer.Argument(metavar="[NAME]", help="Name (default: the last one played).", autocompletion=battles_offered),
]
Needed = Annotated[str, typer.Argument(metavar="NAME", help="Name.", autocompletion=battles_offered)]
Format = Annotated[
    PageForm | None, typer.Option("--format", "-f", help="Output format (default: chosen for the terminal).")
]


Side = Annotated[
    str | None, typer.Option("--as", metavar="SIDE", help="Show what that side sees (default: what everybody may see).")
]


def _systems_like(ctx: typer.Context, incomplete: str) -> list[str]:
    """The systems for the first word; for those behind it a shell offers files."""
    from ..complete import systems_like

    return [] if ctx.params.get("words") else systems_like(incomplete)


@command(
    "tabletop battle new td armies/td/green-horde.toml armies/td/veteran-raiders.toml --actions 40",
    "tabletop battle new td armies/td/cavalry.toml armies/td/atg-ambush.toml --actions 40 --house gap=normal-turn",
    "tabletop battle new tt --help              the facts of a set-up of tt",
    of_others="tabletop battle new SYSTEM --help",
    settings=OWN_OPTIONS,
)
def new(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SYSTEM [ARMY]... [--FACT VALUE]...",
            help="The game system, one army file per side, and the facts of the set-up.",
            autocompletion=_systems_like,
        ),
    ] = None,
) -> None:
    """Begin a battle with its armies, its set-up, and a sealed seed for the program's dice.

    Give facts as options (--actions 40) or as words (actions=40). To list them, add --help after the system. On a
    terminal you are asked for what is missing. Only house rules that you give here count: --house FILE, --house
    KEY=VALUE, or --house.KEY VALUE. --name gives it a name; --setup FILE reads a whole set-up in JSON or TOML.
    """
    from .new import begin_game

    if not begin_game(session_of(ctx), kind_of(ctx), words or []):
        write(ctx.get_help())


@command("tabletop battle play", "tabletop battle play friday --plain")
def play(ctx: typer.Context, name: Name = None) -> None:
    """Play at the table: choose actions, answer questions, see odds and explanations, roll dice.

    Roll your own dice and type them, or let the program roll. You can press Ctrl-C or Ctrl-D at any moment; the same
    command goes on from there.
    """
    from .play import AtTable

    session = session_of(ctx)
    with open_store(session) as store:
        AtTable(open_battle(store, name, kind_of(ctx)), make_asker(session), session).play()


def is_interactive() -> bool:
    """Whether there is a person who sees what we print and can answer."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def make_asker(session: Session) -> Asker:
    """Menus for a person at a terminal, plain lines for everybody else."""
    if session.plain or not sys.stdin.isatty():
        from ...prompts.lines import Lines

        return Lines()
    from ...prompts.menus import Menus

    return Menus()


@command("tabletop battle status", "tabletop battle status friday --format json")
def status(ctx: typer.Context, name: Name = None, side: Side = None, form: Format = None) -> None:
    """Show the table: counters, whose turn it is, every unit."""
    from ...core.play.viewpoint import View
    from .charts import board_with_map
    from .pages import status_page

    session = session_of(ctx)
    with open_store(session) as store:
        battle = open_battle(store, name, kind_of(ctx))
        board = board_with_map(replace(session, plain=session.plain or form is not None), View(battle, side))
        session.show(status_page(battle, side, board), form and form.value)


@command(
    "tabletop battle do friday direct-fire by=a model=a1-2 target=b1-1 facts.terrain=rough --dice 512",
    "tabletop battle do friday move by=a model=a1-2",
    of_others="tabletop battle do autumn EVENT by=ann",
)
def do(
    ctx: typer.Context,
    name: Needed,
    words: Annotated[list[str], typer.Argument(metavar="EVENT...", help="An event as JSON, or: KIND KEY=VALUE ...")],
    dice: Annotated[str | None, typer.Option("--dice", help="Dice from the table: 512, or 5,1,2.")] = None,
    side: Side = None,
    form: Annotated[Reply, typer.Option("--format", "-f", help="Output format.")] = Reply.text,
) -> None:
    """Play one event. Exit code: 1 if a rule does not allow it, 2 if it is not an event; then nothing changes."""
    from .do import play_event

    session = session_of(ctx)
    with open_store(session) as store:
        battle = open_battle(store, name, kind_of(ctx))
        play_event(session, battle, side, words, dice, as_json=form is Reply.json)


@command("tabletop battle fight autumn", of_others="tabletop battle fight autumn")
def fight(
    ctx: typer.Context,
    name: Name = None,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY=VALUE]...", help="Parts of the result that you decide yourselves."),
    ] = None,
) -> None:
    """Begin the fight that is due inside this game, or record its result.

    You play the fight as a battle of its own. When it is over, the same command records its result, and only once.
    """
    from .fight import fight_linked_game

    session = session_of(ctx)
    with open_store(session) as store:
        around = open_battle(store, name, kind_of(ctx))
        fight_linked_game(session, store, around, words or [], make_asker(session) if is_interactive() else None)


@command("tabletop battle undo", "tabletop battle undo friday")
def undo(ctx: typer.Context, name: Name = None, side: Side = None) -> None:
    """Undo the last event. The log keeps it, and shows if dice had been rolled."""
    from ...core.play.viewpoint import View
    from .telling import undo_words

    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name, kind_of(ctx))
        view = View(at, side)
        _show_correction(session_of(ctx), view, undo_words(at, at.undo(now()).undo or 0, side))


@command("tabletop battle redo")
def redo(ctx: typer.Context, name: Name = None, side: Side = None) -> None:
    """Redo the event that was undone last, with the same dice."""
    from ...core.play.viewpoint import View
    from .pages import describe_entry, dice_words

    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name, kind_of(ctx))
        view = View(at, side)
        back = view.entry(at.redo(now()).redo or 0)
        _show_correction(session_of(ctx), view, f"Redone: {describe_entry(at, back)}{dice_words(back.rolls)}")


def _show_correction(session: Session, view: View, words: str) -> None:
    from ...core.page import Page, Para
    from .pages import seed_words

    session.show(Page("", (Para(words), *seed_words(view.battle), Para(view.headline))))


@command("tabletop battle log", "tabletop battle log friday -v --format markdown > friday.md")
def log(
    ctx: typer.Context,
    name: Name = None,
    side: Side = None,
    form: Format = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Explain every event.")] = False,
    last: Annotated[int | None, typer.Option("--last", min=0, help="Only the newest N entries.")] = None,
) -> None:
    """Show what happened: when, who, what, which dice, and who rolled them. Undone events are marked."""
    from .pages import log_page

    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name, kind_of(ctx))
        page = log_page(at, side, verbose=verbose, last=last, as_table=form is PageForm.markdown)
        session_of(ctx).show(page, form and form.value)


@command("tabletop battle stats")
def stats(ctx: typer.Context, name: Name = None, side: Side = None, form: Format = None) -> None:
    """Show how lucky each side was, and the least and most likely results that came up."""
    from .pages import stats_page

    with open_store(session_of(ctx)) as store:
        session_of(ctx).show(stats_page(open_battle(store, name, kind_of(ctx)), side), form and form.value)


@command('tabletop battle note friday "Anna: the hedge counts as high"')
def note(
    ctx: typer.Context, name: Needed, words: Annotated[list[str], typer.Argument(metavar="TEXT...", help="The note.")]
) -> None:
    """Add a note to the log."""
    with open_store(session_of(ctx)) as store:
        at = open_battle(store, name, kind_of(ctx))
        entry = retry_on_conflict(at, lambda: at.write_note(" ".join(words), now()))
        say(f"saved as entry {entry.n} of the log")


@command(
    "tabletop battle run armies/td/skirmish.script.json",
    of_others="tabletop battle run armies/fftt/red-river.script.json",
)
def run(
    ctx: typer.Context,
    script: Annotated[
        Path, typer.Argument(metavar="SCRIPT", help="JSON with system, setup and events; or JSON Lines.")
    ],
    form: Annotated[
        Reply, typer.Option("--format", "-f", help="Text for people, or results for programs.")
    ] = Reply.text,
) -> None:
    """Play a whole battle from a script; nothing is saved.

    Exit code: 1 if an event is not allowed, 2 if one is not an event.
    """
    from .do import run_script

    raise typer.Exit(run_script(session_of(ctx), script, as_json=form is Reply.json))


app = commands_of(BATTLE, "Play a battle at the table: begin, play, undo, replay, verify.")

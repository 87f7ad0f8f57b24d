"""The program's commands and what they have in common; a command's own module is imported when it is called."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from .. import PROGRAM, __version__
from ..core.errors import TabletopError
from .session import Session


class CommandEntry(NamedTuple):
    """A command: the module that holds it and its line in the list of commands."""

    module: str
    help: str


COMMANDS = {
    "demo": CommandEntry("demo", "See what the program does, in about ten seconds. It asks nothing."),
    "examples": CommandEntry("lookup.examples", "List or copy the example lists, scenarios, maps and scripts."),
    "systems": CommandEntry("lookup.reference", "List the game systems: authors, licences, what each covers."),
    "catalogue": CommandEntry("lookup.reference", "Show factions, units, weapons, options and prices."),
    "rules": CommandEntry("lookup.reference", "Look up rules, rulings and house-rule switches."),
    "new": CommandEntry("lists.build", "Begin an army list and build it."),
    "edit": CommandEntry("lists.build", "Go on building an army list."),
    "suggest": CommandEntry("lists.suggest", "Suggest how to spend the points left, or how to repair a list."),
    "add": CommandEntry("lists.change", "Add a unit to an army list in one line."),
    "remove": CommandEntry("lists.change", "Remove a unit from an army list."),
    "set": CommandEntry("lists.change", "Set fields of an army list and its units: budget=12, 2.count=3."),
    "lists": CommandEntry("lists.overview", "Show all lists in a folder, sorted or by tag."),
    "copy": CommandEntry("lists.overview", "Copy an army list to try something."),
    "validate": CommandEntry("lists.validate", "Check army lists, and whole folders of them."),
    "roster": CommandEntry("lists.roster", "Show, print or export an army list."),
    "diff": CommandEntry("lists.diff", "Compare army lists."),
    "share": CommandEntry("lists.share", "Turn an army list into a short code for a chat."),
    "import": CommandEntry("lists.share", "Read an army list from its code."),
    "house": CommandEntry("lists.house", "Show or set the house rules of an army list."),
    "roll": CommandEntry("dice.roll", 'Roll dice, or show the exact odds: 3d6, "4d6>=5", d20+3.'),
    "resolve": CommandEntry("dice.rulings", "Resolve one situation without a battle."),
    "odds": CommandEntry("dice.rulings", "Show the exact odds of a situation."),
    "battle": CommandEntry("battle.commands", "Play a battle at the table: begin, play, undo, replay, verify."),
    "campaign": CommandEntry("battle.campaign", "Play a campaign, if the system has one; same commands as battle."),
    "schema": CommandEntry("machines.commands", "Print JSON Schemas for editors and other programs."),
    "new-system": CommandEntry(
        "machines.new_system", "Write a game system of your own, as a package that works at once."
    ),
    "batch": CommandEntry("machines.commands", "Answer JSON requests on stdin, for other programs."),
}

MEANT = {  # what people type for a command of another name
    "build": "new",
    "list": "lists",
    "check": "validate",
    "print": "roster",
    "fight": "battle fight",
    "play": "battle play",
    "status": "battle status",
    "undo": "battle undo",
}

HELP_OPTIONS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def command_module() -> typer.Typer:
    """The Typer app that a module of commands fills."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=HELP_OPTIONS)


def examples_text(*lines: str) -> str:
    """The end of a command's help: examples that can be typed."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


class Built(Mapping[str, Any]):
    """Commands by name, each built when it is asked for: whoever calls one does not wait for the others."""

    def __init__(self, makers: dict[str, Callable[[], Any]]) -> None:
        self._makers = makers
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


class LazyGroup(TyperGroup):
    """Commands by name: help and completion see stand-ins, calling one imports its module."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(**attrs)
        commands: Any = Built({name: partial(_stand_in, name, entry.help) for name, entry in COMMANDS.items()})
        self.commands = commands

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, hoist_global_options(args))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] in MEANT:
            raise TabletopError(
                f"there is no command {args[0]}",
                hint=f"{PROGRAM} {MEANT[args[0]]} does that; --help lists all commands",
            )
        name, found, rest = super().resolve_command(ctx, args)
        return name, found and load_command(str(name)), rest


def load_command(name: str) -> Any:
    """The real command behind a name. Errors: `TabletopError` for a part that is not installed."""
    module = f"{__package__}.{COMMANDS[name].module}"
    try:
        app: typer.Typer = import_module(module).app
    except ModuleNotFoundError as missing:
        if missing.name != module:
            raise
        raise TabletopError(f"command {name} is not installed", hint=f"{PROGRAM} --help lists the commands") from None
    commands = _commands_of(app)
    if name in commands:
        return commands[name]
    bare = copy(app)
    bare.registered_commands = []
    group: Any = typer.main.get_group(bare)
    group.name, group.commands = name, commands
    return group


def _stand_in(name: str, help: str) -> TyperCommand:
    return TyperCommand(name, help=help, short_help=help, rich_markup_mode=None)


def _commands_of(app: typer.Typer) -> Built:
    """The commands of a module."""

    def build_command(one: Any) -> Any:
        return typer.main.get_command_from_info(one, pretty_exceptions_short=True, rich_markup_mode=None)

    def command_name(one: Any) -> str:
        return str(one.name or typer.main.get_command_name(one.callback.__name__))

    return Built({command_name(one): partial(build_command, one) for one in app.registered_commands})


def hoist_global_options(args: Sequence[str]) -> list[str]:
    """The same words with the global options in front, so that they may stand anywhere before a ``--``."""
    end = args.index("--") if "--" in args else len(args)
    front: list[str] = []
    rest: list[str] = []
    words = iter(args[:end])
    for word in words:
        if word == "--plain" or word.startswith("--home="):
            front.append(word)
        elif word == "--home":
            front += [word, *([value] if (value := next(words, None)) is not None else [])]
        else:
            rest.append(word)
    return [*front, *rest, *args[end:]]


app = typer.Typer(
    cls=LazyGroup,
    rich_markup_mode=None,
    context_settings=HELP_OPTIONS,
    epilog=examples_text(
        'tabletop roll "4d6>=5" --odds', "tabletop odds td direct-fire --weapon hmg", "tabletop COMMAND --help"
    ),
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"{PROGRAM} {__version__}")  # noqa: T201 - this is the answer
        raise typer.Exit


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    plain: Annotated[bool, typer.Option("--plain", help="No boxes, no colour, one fact per line.")] = False,
    home: Annotated[
        Path | None,
        typer.Option(
            "--home", metavar="DIR", help="The folder for battles and your own catalogues.", show_default=False
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Play miniature wargames with a companion: army lists, turns, dice with exact odds, and a log of everything."""
    ctx.obj = Session.of_terminal(plain=plain, home=home)
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())  # noqa: T201 - without a command the help is the answer


def run(args: Sequence[str]) -> int:
    """Run the command of these words. Errors: whatever went wrong, for the caller to tell."""
    command = typer.main.get_command(app)
    if os.environ.get("_TABLETOP_COMPLETE"):
        command.main(prog_name=PROGRAM)  # a shell asks for completions
    try:
        with command.make_context(PROGRAM, list(args)) as ctx:
            command.invoke(ctx)
    except typer.Exit as done:
        return done.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    return 0


def usage_words(wrong: BaseException) -> tuple[str, str] | None:
    """Message and hint of a mistake in the words typed, None for any other error."""
    if not isinstance(wrong, typer.TyperException):
        return None
    ctx = getattr(wrong, "ctx", None)
    hint = f"{ctx.command_path} --help shows how to use it" if ctx is not None else ""
    return inspect.cleandoc(wrong.format_message()), hint


__all__ = ["COMMANDS", "PROGRAM", "app", "command_module", "examples_text", "load_command", "run", "usage_words"]

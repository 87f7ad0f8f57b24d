"""Write the man page from the texts of --help: `docs/tabletop.1`, which the wheel brings along.

`make manual` runs this; a test tells when the page is not that of the texts any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from tabletop_cli import PROGRAM
from tabletop_cli.cli.app import COMMANDS, app, load_command

PAGE = Path(__file__).parent / "tabletop.1"
TWIN = "campaign"  # its commands are those of a battle, and are told there
KEPT = """\
Battles, campaigns and catalogues of your own are kept in the data folder of the system: ~/.local/share/tabletop on
Linux, ~/Library/Application Support/tabletop on macOS, AppData\\Local\\tabletop on Windows; or where --home or
TABLETOP_HOME says. Army lists are files of yours, wherever you like."""
ENVIRONMENT = (
    ("TABLETOP_HOME", "The folder in which battles are kept."),
    ("NO_COLOR", "No boxes and no colours, as with --plain; TERM=dumb does the same."),
    ("TABLETOP_DEBUG", "With 1, a fault of the program shows its place."),
)
CODES = (
    ("0", "Fine."),
    ("1", "The answer is no: an illegal list, dice that do not verify, an event that the rules refuse."),
    ("2", "The input or the usage is wrong; nothing has changed."),
    ("130", "Interrupted."),
    ("141", "Nobody reads the output."),
)


def written(text: str) -> str:
    """A text as roff takes it."""
    safe = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", safe, flags=re.MULTILINE)


def paragraphs(text: str) -> Iterator[str]:
    """Paragraphs; those marked with ``\\b`` keep their lines."""
    for part in re.split(r"\n\s*\n", text.strip()):
        yield ".PP"
        if part.startswith("\b"):
            yield f".nf\n{written(part[1:].strip(chr(10)))}\n.fi"
        else:
            yield written(" ".join(part.split()))


def options(command: Any, context: Any) -> Iterator[str]:
    """Arguments and options, each with its help."""
    for one in command.params:
        if (told := one.get_help_record(context)) and told[1]:
            yield f".TP\n.B {written(told[0])}\n{written(' '.join(told[1].split()))}"


def section(names: tuple[str, ...], command: Any) -> Iterator[str]:
    """A command: how it is called, what it does, its options, examples."""
    context = typer.Context(command, info_name=names[-1])
    usage = " ".join([PROGRAM, *names, *(one.strip("{}") for one in command.collect_usage_pieces(context))])
    yield f".SS {written(' '.join(names))}"
    yield f".B {written(usage)}"
    yield from paragraphs(command.help or "")
    yield from options(command, context)
    yield from paragraphs(command.epilog or "")


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and subcommand in the order of the help."""
    for name in COMMANDS:
        loaded = load_command(name)
        inside = {} if name == TWIN else dict(getattr(loaded, "commands", {}))
        if not inside:
            yield (name,), loaded
        yield from (((name, one), inside[one]) for one in inside)


def table(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    yield from (f".TP\n.B {written(name)}\n{written(told)}" for name, told in rows)


def page() -> str:
    """The whole man page."""
    top: Any = typer.main.get_command(app)
    context = typer.Context(top, info_name=PROGRAM)
    about = " ".join((top.help or "").split())
    lines = [
        '.\\" Made from the texts of --help by docs/manual.py: `make manual` writes it again.',
        f'.TH {PROGRAM.upper()} 1 "" "{PROGRAM}" "User Commands"',
        f".SH NAME\n{PROGRAM} \\- {written(about[:1].lower() + about[1:].rstrip('.'))}",
        f".SH SYNOPSIS\n.B {PROGRAM}\n[OPTIONS] COMMAND [ARGS]...",
        f".SH DESCRIPTION\n{written(about)}",
        *paragraphs(top.epilog),
        ".SH OPTIONS",
        *options(top, context),
        ".SH COMMANDS",
        *(line for names, command in commands() for line in section(names, command)),
        ".SH FILES",
        written(KEPT.replace("\n", " ")),
        ".SH ENVIRONMENT",
        *table(ENVIRONMENT),
        ".SH EXIT STATUS",
        *table(CODES),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")

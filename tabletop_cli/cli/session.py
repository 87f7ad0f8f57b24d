"""What every command knows about its surroundings, and the one way of printing a result."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.keep.home import usual_home
from ..core.records import dataclass

if TYPE_CHECKING:
    from ..core.page import Page

PageFormat = Annotated[
    Literal["terminal", "text", "markdown", "json"] | None,
    typer.Option("--format", "-f", help="Output format (default: chosen for the terminal).", show_default=False),
]


@dataclass(frozen=True)
class Session:
    """How to print, and where battles are kept (None: the usual folder)."""

    plain: bool = False
    home: Path | None = None

    @classmethod
    def of_terminal(cls, *, plain: bool, home: Path | None) -> Session:
        """Plain output where it is asked for, and wherever nobody would see boxes and colours."""
        dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
        return cls(plain or dumb or not sys.stdout.isatty(), home)

    @property
    def usual_format(self) -> str:
        return "text" if self.plain else "terminal"

    def show(self, pages: Page | Sequence[Page], form: str | None = None) -> None:
        """Print pages in a format of `render.REPORTERS`, or in the usual one, which fits the terminal."""
        from ..render import render_pages
        from ..render.folded import fold_text

        text = render_pages(pages, form or self.usual_format)
        write(text if form or not self.plain else fold_text(text, sys.stdout))


def home_of(session: Session) -> Path:
    """The folder of the player's own data: --home, TABLETOP_HOME, else the usual one of the platform."""
    if session.home is not None:
        return session.home
    return usual_home()


def session_of(ctx: typer.Context) -> Session:
    """The session of a Typer context; a plain one where a command is called without the group."""
    return ctx.obj if isinstance(ctx.obj, Session) else Session(plain=True)


def write(text: str) -> None:
    """Data for stdout, ending in one line break."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def say(text: str) -> None:
    """Anything that is no data: to stderr."""
    from ..render.safe import clean

    sys.stderr.write(clean(text) + "\n")
    sys.stderr.flush()


def at_terminal() -> bool:
    """Whether there is a person to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()

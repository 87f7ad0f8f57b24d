"""Rosters by the name of their format, to read, print or paste. Every format says first what is wrong with the list.

A reporter is a module of this package with `report(sheet, source, options)`; it is imported when its format is asked
for. It gives texts - one, or several messages for a chat - or the bytes of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from ...core.lists.sheet import Sheet, Source
from ...core.page import Page
from ...core.records import dataclass

FORMATS = {
    "terminal": "pages",
    "text": "text",
    "markdown": "pages",
    "discord": "discord",
    "bbcode": "bbcode",
    "csv": "spreadsheet",
    "json": "machine",
    "html": "printed",
    "pdf": "printed",
}
PAPER = ("html", "pdf")  # laid out on pages
SHORT = ("terminal", "text", "discord")  # can be a line for each entry
NO_ODDS = ("csv",)  # has a row for each entry, and nothing else
TABLES = ("terminal", "text", "markdown", "json", *PAPER)  # can show the tables of play alone
SUFFIXES = {
    ".txt": "text",
    ".md": "markdown",
    ".markdown": "markdown",
    ".bbcode": "bbcode",
    ".csv": "csv",
    ".json": "json",
    ".html": "html",
    ".htm": "html",
    ".pdf": "pdf",
}


@dataclass(frozen=True, kw_only=True)
class Options:
    """What is asked of a roster.

    form   its format, a name of `FORMATS`
    parts  what it consists of, names of `paper.PARTS`; empty: what is usual for the format
    paper  ``a4`` or ``letter``; empty: what is usual for the format
    quick  the tables of play
    code   the share code of the list; empty for none
    short  a line for each entry, and nothing else
    turns  for how many turns paper has boxes of what an army does each turn
    actions     on how many actions the players agreed, None: nobody said
    turn_boxes  whether the boxes of units that a turn clears are on paper, too
    odds   whether it is told what the list can do; None: where there is room for it
    warn   is told what could not be shown
    """

    form: str
    parts: tuple[str, ...] = ()
    paper: str = ""
    quick: Sequence[Page] = ()
    code: str = ""
    short: bool = False
    turns: int = 8
    actions: int | None = None
    turn_boxes: bool = False
    odds: bool | None = None
    warn: Callable[[str], None] = lambda message: None

    @property
    def usual(self) -> tuple[str, ...]:
        """The parts, what is usual for the format put in."""
        return self.parts or (("roster", "quick") if self.form in PAPER else ("roster",))

    @property
    def shows_odds(self) -> bool:
        """Whether it is told what the list can do: in whole rosters, if nobody says otherwise."""
        return self.odds is not False and not self.short and self.form not in NO_ODDS and "roster" in self.usual


def page_of(sheet: Sheet) -> Page:
    """A roster as a page, as terminals show it."""
    from .pages import roster_page

    return roster_page(sheet, Source())


def render_roster(sheet: Sheet, source: Source, options: Options) -> list[str] | bytes:
    """A roster in a format. Errors: KeyError for an unknown one, `TabletopError` where its library is missing."""
    if options.form not in PAPER and options.usual == ("quick",):
        from .. import render_pages

        return [render_pages(options.quick, options.form)]
    reporter = import_module(f".{'short' if options.short else FORMATS[options.form]}", __name__)
    made: list[str] | bytes = reporter.render(sheet, source, options)
    return made

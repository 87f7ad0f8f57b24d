"""Pages turned into text by name: for a terminal, plain, Markdown, JSON. No rules of any game.

A reporter is a module of this package with `pages(pages) -> str`; it is imported when its format is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from ..core.page import Page

REPORTERS = {"terminal": "terminal", "text": "plain", "markdown": "markdown", "json": "jsonout"}


def render_pages(pages: Page | Sequence[Page], form: str) -> str:
    """Pages in one of the formats of `REPORTERS`. Errors: KeyError for any other."""
    reporter = import_module(f".{REPORTERS[form]}", __name__)
    text: str = reporter.render((pages,) if isinstance(pages, Page) else tuple(pages))
    return text

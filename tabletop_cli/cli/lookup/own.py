"""Home-made catalogues to look up: rows and special rules of files, also those in the player's own folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ...core.declare.kinds import brief_text, did_you_mean
from ...core.errors import Malformed, TabletopError
from ...core.lists.catalogues import catalogue_of_files
from ...core.lists.references import HomeMade, load_home_made, own_files
from ...core.page import Page
from ...core.system import System
from ...render.own_catalogues import own_pages, own_rules_page, row_template
from .search import only_matching

Made = Sequence[HomeMade]


def rows_of_files(system: System, made: Made) -> list[Page]:
    """Return the rows and special rules of some files as pages."""
    found = catalogue_of_files(system, made)
    return own_pages(found, _file_names(made)) if found else []


def rules_of_files(system: System, made: Made, asked: str) -> list[Page]:
    """Return a page with the special rules of some files that hold all the words."""
    found, words = catalogue_of_files(system, made), asked.casefold().split()
    known = found.rules.values() if found else ()
    holding = [one for one in known if all(word in f"{one.id} {one.name} {one.text}".casefold() for word in words)]
    return [own_rules_page(holding, _file_names(made))] if holding else []


def rows_in_own_folder(system: System, home: Path, asked: str) -> list[Page]:
    """Return what holds the words in the catalogues of the player's own folder."""
    return _in_own_folder(system, home, lambda made: only_matching(rows_of_files(system, [made]), asked))


def rules_in_own_folder(system: System, home: Path, asked: str) -> list[Page]:
    """Return the special rules that hold all the words in the catalogues of the player's own folder."""
    return _in_own_folder(system, home, lambda made: rules_of_files(system, [made], asked))


def _in_own_folder(system: System, home: Path, pages_of: Callable[[HomeMade], Sequence[Page]]) -> list[Page]:
    """What a function finds in each file; those that cannot be read, or hold nothing of it, have none."""
    found: list[Page] = []
    for path in own_files(system, home):
        with suppress(TabletopError):
            found += pages_of(load_home_made(system, path))
    return found


def _file_names(made: Made) -> str:
    return " and ".join(one.file for one in made)


def template_of(system: System, name: str) -> str:
    """Return an empty row of a table. Errors: `TabletopError` for a table that cannot be home-made."""
    known = [] if system.own_tables is None else system.tables.writable
    if name not in known:
        hint = did_you_mean(name, known) if known else f"tabletop catalogue {system.id} --example shows a whole file"
        raise Malformed(f"{system.id} has no template {brief_text(name)}", hint=hint, code="no-template")
    return row_template(system.tables, name)

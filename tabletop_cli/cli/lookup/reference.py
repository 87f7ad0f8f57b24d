"""Commands that look something up: `systems`, `catalogue`, `rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from ...core import registry
from ...core.errors import TabletopError
from ...core.examples import examples_folder
from ...core.page import Page, Para
from ...core.system import System
from ..app import command_module, examples_text
from ..complete import catalogue_like, rules_like, systems_like
from ..own_rows import CatalogueFiles, named_files
from ..session import PageFormat, home_of, session_of, write

if TYPE_CHECKING:
    from ...core.lists.references import HomeMade

app = command_module()

SystemName = Annotated[
    str, typer.Argument(metavar="SYSTEM", help="A game system, such as td.", autocompletion=systems_like)
]


@app.command(epilog=examples_text("tabletop systems"))
def systems(ctx: typer.Context, form: PageFormat = None) -> None:
    """List the installed game systems: who wrote them, their licence, and what they cover."""
    pages = [_page_or_error(name) for name in registry.system_ids()]
    session_of(ctx).show([*pages, *(_error_page("not used", one) for one in registry.left_out_errors())], form)


def _page_or_error(name: str) -> Page:
    """What a system is, or why it does not work: the others are none the worse for it."""
    from ...render.rule_pages import system_page

    try:
        with registry.plugins_named():
            return system_page(registry.load(name))
    except TabletopError as broken:
        return _error_page(name, broken)


def _error_page(name: str, broken: TabletopError) -> Page:
    return Page(name, (Para(broken.message, "bad"), Para(broken.hint)), data={"id": name, "error": broken.as_dict()})


@app.command(
    epilog=examples_text(
        "tabletop catalogue td",
        "tabletop catalogue td heavy tank",
        "tabletop catalogue td --template vehicles",
        "tabletop catalogue tt --example > mine.catalogue.toml",
    )
)
def catalogue(
    ctx: typer.Context,
    system: SystemName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[UNIT or words]", help="Show only what contains these.", autocompletion=catalogue_like),
    ] = None,
    form: PageFormat = None,
    own: Annotated[
        bool, typer.Option("--example", help="Print an example of a home-made catalogue, to copy and change.")
    ] = False,
    table: Annotated[
        str | None,
        typer.Option(
            "--template", metavar="TABLE", help="Print an empty row of a table, with an explanation of each value."
        ),
    ] = None,
    files: CatalogueFiles = None,
) -> None:
    """Show factions, units, weapons, options and prices of a game system, and home-made ones.

    To make your own, write a TOML file and call it NAME.catalogue.toml. --template prints an empty row of a table, such
    as vehicles or rules; --example prints a whole file. `tabletop schema SYSTEM catalogue` describes everything that it
    can contain. Check it with `tabletop validate`. Then name it in an army (catalogue = "NAME.catalogue.toml"), or put
    it into the folder catalogues/SYSTEM of your data folder. --catalogue shows its rows, marked "own".
    """
    found = registry.load(system)
    if own or table is not None:
        from .own import template_of

        write(template_of(found, table) if table is not None else _example_of(found.id))
        return
    pages = list(found.make_catalogue_pages())
    if files:
        from .own import rows_of_files

        pages = [*rows_of_files(found, named_files(ctx, found, files)), *pages]
    if words:
        pages = _find_rows(ctx, found, pages, " ".join(words))
    session_of(ctx).show(pages, form)


def _find_rows(ctx: typer.Context, system: System, pages: Sequence[Page], asked: str) -> list[Page]:
    """What holds the words; what the book lacks is looked for in the player's own folder. Errors: `TabletopError`."""
    from .search import only_matching

    try:
        return only_matching(pages, asked)
    except TabletopError:
        from .own import rows_in_own_folder

        if found := rows_in_own_folder(system, home_of(session_of(ctx)), asked):
            return found
        raise


def _example_of(system_id: str) -> str:
    """A home-made catalogue that comes with the program. Errors: `TabletopError` ``no-example`` where there is none."""
    folder = examples_folder()
    found = sorted(folder.glob(f"{system_id}/*.catalogue.toml")) if folder else []
    if not found:
        hint = f"tabletop schema {system_id} catalogue describes what one can contain"
        what = f"{system_id} has no example of a home-made catalogue"
        raise TabletopError(what, hint=hint, code="no-example")
    return found[0].read_text(encoding="utf-8")


@app.command(
    epilog=examples_text(
        "tabletop rules td",
        "tabletop rules td TD-FIRE-3",
        "tabletop rules td reactive fire",
        "tabletop rules td rulings",
    )
)
def rules(
    ctx: typer.Context,
    system: SystemName,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID or words]",
            help="The id of a rule, ruling or switch, or words to look for.",
            autocompletion=rules_like,
        ),
    ] = None,
    form: PageFormat = None,
    files: CatalogueFiles = None,
) -> None:
    """Look up rules in our own words, rulings on what the book leaves open, and the house-rule switches.

    --catalogue adds your own special rules.
    """
    found, asked = registry.load(system), " ".join(words or ())
    session_of(ctx).show(_find_rules(ctx, found, asked, named_files(ctx, found, files)), form)


def _find_rules(ctx: typer.Context, system: System, asked: str, made: Sequence[HomeMade]) -> list[Page]:
    """Special rules of some files, then the book's; what neither has is looked for in the player's own folder.

    Errors: `TabletopError`.
    """
    from ...render.rule_pages import index_page
    from .search import look_up

    own: list[Page] = []
    if made:
        from .own import rules_of_files

        own = rules_of_files(system, made, asked)
    try:
        return [*own, look_up(system, asked) if asked else index_page(system)]
    except TabletopError:
        from .own import rules_in_own_folder

        if found := own or rules_in_own_folder(system, home_of(session_of(ctx)), asked):
            return found
        raise

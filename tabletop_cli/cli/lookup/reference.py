"""Commands that look something up: `systems`, `catalogue`, `rules`."""

from __future__ import annotations

from typing import Annotated

import typer

from ...core import registry
from ...core.errors import TabletopError
from ...core.examples import examples
from ...core.page import Page, Para
from ..app import command_module, example
from ..complete import catalogue_like, rules_like, systems_like
from ..session import PageFormat, session_of, write

app = command_module()

SystemName = Annotated[
    str, typer.Argument(metavar="SYSTEM", help="A game system, such as td.", autocompletion=systems_like)
]


@app.command(epilog=example("tabletop systems"))
def systems(ctx: typer.Context, form: PageFormat = None) -> None:
    """The game systems that are installed: who wrote them, under which licence, what is covered."""
    pages = [_system(name) for name in registry.system_ids()]
    session_of(ctx).show([*pages, *(_broken("not used", one) for one in registry.left_out())], form)


def _system(name: str) -> Page:
    """What a system is, or why it does not work: the others are none the worse for it."""
    from ...render.reference import system_page

    try:
        with registry.plugins_named():
            return system_page(registry.load(name))
    except TabletopError as broken:
        return _broken(name, broken)


def _broken(name: str, broken: TabletopError) -> Page:
    return Page(name, (Para(broken.message, "bad"), Para(broken.hint)), data={"id": name, "error": broken.as_dict()})


@app.command(
    epilog=example(
        "tabletop catalogue td",
        "tabletop catalogue td heavy tank",
        "tabletop catalogue tt --example > mine.catalogue.toml",
    )
)
def catalogue(
    ctx: typer.Context,
    system: SystemName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[UNIT or words]", help="Show only what holds these.", autocompletion=catalogue_like),
    ] = None,
    form: PageFormat = None,
    own: Annotated[
        bool, typer.Option("--example", help="Print a home-made faction as a file, with notes, to copy and change.")
    ] = False,
) -> None:
    """Factions, units, weapons, options and prices of a game system.

    A faction of your own is a TOML file of the same shape as the printed ones. `tabletop schema SYSTEM catalogue`
    describes that shape, and --example prints such a file to copy. Call it NAME.catalogue.toml, check it with
    `tabletop validate`, and name it in an army (catalogue = "NAME.catalogue.toml") or drop it into the folder
    catalogues/SYSTEM of your data folder.
    """
    if own:
        write(_example_of(registry.load(system).id))
        return
    pages = list(registry.load(system).catalogue())
    if words:
        from .search import only_matching

        pages = only_matching(pages, " ".join(words))
    session_of(ctx).show(pages, form)


def _example_of(system_id: str) -> str:
    """A home-made catalogue that comes with the program. Errors: `TabletopError` ``no-example`` where there is none."""
    folder = examples()
    found = sorted(folder.glob(f"{system_id}/*.catalogue.toml")) if folder else []
    if not found:
        hint = f"tabletop schema {system_id} catalogue describes what may stand in one"
        raise TabletopError(f"no example of a home-made faction comes with {system_id}", hint=hint, code="no-example")
    return found[0].read_text(encoding="utf-8")


@app.command(
    epilog=example(
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
            metavar="[ID or words]", help="A rule, ruling or switch, or words to look for.", autocompletion=rules_like
        ),
    ] = None,
    form: PageFormat = None,
) -> None:
    """Rule texts in our own words, rulings on what the book leaves open, and the switches to decide otherwise."""
    from ...render.reference import index_page
    from .search import looked_up

    found = registry.load(system)
    page = looked_up(found, " ".join(words)) if words else index_page(found)
    session_of(ctx).show(page, form)

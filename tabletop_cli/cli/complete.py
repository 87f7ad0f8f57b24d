"""What a shell offers when Tab is pressed: systems, resolvers, units, battles, words of a catalogue, ids of rules.

Nothing is said of what cannot be read then: whoever presses Tab gets no message, and files are offered as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import typer

from ..core import registry
from ..core.errors import TabletopError
from .session import Session, home_of

if TYPE_CHECKING:
    from ..core.lists.form import Shelf
    from ..core.lists.open_list import Opened

Offered: TypeAlias = list[tuple[str, str]]  # words, and what a shell that can tells beside them


def systems_like(incomplete: str) -> list[str]:
    """The systems that begin like this."""
    return [name for name in registry.system_ids() if name.startswith(incomplete)]


def listed_like(incomplete: str) -> list[str]:
    """The systems with army lists that begin like this."""
    return [one.id for one in registry.systems_with_lists() if one.id.startswith(incomplete)]


def resolvers_like(system: str, incomplete: str) -> list[tuple[str, str]]:
    """The resolvers of a system that begin like this, with their titles; none for an unknown system."""
    try:
        found = registry.load(system)
    except TabletopError:
        return []
    return [(one.id, one.title) for one in found.resolvers.values() if one.id.startswith(incomplete)]


def rules_like(ctx: typer.Context, incomplete: str) -> Offered:
    """The rules, rulings and switches of the system that begin like this, in small letters or capitals."""
    offered: list[tuple[str, str]] = []
    with suppress(TabletopError):
        reference = registry.load(str(ctx.params.get("system"))).reference
        offered += [(one.id, one.title) for one in reference.rules.values()]
        offered += [(one.id, one.question) for one in reference.rulings.values()]
        offered += [(one.name, f"switch of {one.ruling}") for one in reference.house.switches.values()]
    return _matching_words(_in_letters_of(incomplete, offered), incomplete)


def catalogue_like(ctx: typer.Context, incomplete: str) -> Offered:
    """The rows of the catalogue of the system that begin like this, by the ids or names in their first column."""
    offered: list[tuple[str, str]] = []
    with suppress(TabletopError):
        from ..core.page import Table

        for page in registry.load(str(ctx.params.get("system"))).make_catalogue_pages():
            tables = [block for block in page.blocks if isinstance(block, Table)]
            offered += [(row[0].replace(" ", "-").lower(), page.title) for one in tables for row in one.rows if row]
    return _matching_words(offered, incomplete)


def _in_letters_of(incomplete: str, offered: Iterable[tuple[str, str]]) -> Offered:
    """The same words, in small letters where one was begun in them: shells drop what does not begin as it is typed."""
    return [(word.lower() if incomplete.islower() else word, told) for word, told in offered]


def units_like(ctx: typer.Context, incomplete: str) -> Offered:
    """What can be put into the list whose file stands before, or into the list inside it that ``--to`` names."""
    offered: list[tuple[str, str]] = []
    with suppress(TabletopError):
        if army := _find_army(ctx):
            offered += [(ware.id, ware.title) for shelf in _find_shelves(ctx, army) for ware in shelf.wares]
    return _matching_words(offered, incomplete)


def catalogue_files_like(ctx: typer.Context, incomplete: str) -> Offered:
    """The home-made catalogues here and in the player's own folder that begin like this."""
    from ..core.lists.references import FOLDER, is_catalogue

    own = _find_home(ctx) / FOLDER
    folder = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
    here = [(str(folder / one.name), "") for one in sorted(folder.glob("*")) if is_catalogue(one)]
    return _matching_words(
        [*here, *((one.name, f"of {one.parent}") for one in sorted(own.glob("*/*.toml")))], incomplete
    )


def entries_like(ctx: typer.Context, incomplete: str) -> Offered:
    """The entries of the list whose file stands before: by number, with their titles."""
    from ..core.lists.shelves import format_place

    offered: list[tuple[str, str]] = []
    with suppress(TabletopError):
        if army := _find_army(ctx):
            places = [
                (format_place(army.form, army.data, card.place), card.title) for card in army.sheet.cards if card.place
            ]
            offered += places
    return _matching_words(offered, incomplete)


def battles_like(ctx: typer.Context, incomplete: str) -> Offered:
    """The battles, or campaigns, that are kept and begin like this; one whose name has spaces goes by its id."""
    from ..core.keep.store import Store
    from .battle.store import FILE

    kind = ctx.parent.info_name if ctx.parent else ""
    path = _find_home(ctx) / FILE
    offered: list[tuple[str, str]] = []
    if path.is_file():  # else opening would make one
        with suppress(TabletopError), Store(path) as store:
            kept = [one.header for one in store.list_battles() if one.header.kind == kind]
            offered += [(one.id if " " in one.name else one.name, one.name) for one in kept]
    return _matching_words(offered, incomplete)


def _matching_words(offered: Iterable[tuple[str, str]], incomplete: str) -> Offered:
    """Each word once, of those that begin like this; a shell would take one with spaces for several."""
    return list({word: told for word, told in offered if word.startswith(incomplete) and " " not in word}.items())


def _find_army(ctx: typer.Context) -> Opened | None:
    from ..core.lists.open_list import open_army

    file = ctx.params.get("file") or next(
        iter(ctx.args), None
    )  # behind an option without its value nothing is told apart
    return open_army(Path(file), lambda: _find_home(ctx)) if file else None


def _find_home(ctx: typer.Context) -> Path:
    """The folder of the player's own data: no command has begun, so nobody has made a session of the options yet."""
    said = ctx.find_root().params.get("home")
    return home_of(Session(home=Path(said) if said else None))


def _find_shelves(ctx: typer.Context, army: Opened) -> Iterator[Shelf]:
    from ..core.lists.shelves import list_named

    to = str(ctx.params.get("to") or "")
    if to:
        yield list_named(army.form, army.data, to)[0]
    else:
        yield from army.form.shelves

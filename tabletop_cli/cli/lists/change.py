"""The commands `add`, `remove` and `set`: an army file is changed with one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from ...core.data import JsonObject
from ...core.declare.kinds import brief_text, did_you_mean
from ...core.errors import Malformed, TabletopError
from ...core.lists.change import Change, Drop, Insert, Note, apply_changes, value_at
from ...core.lists.choices import change_of, current_value, parse_value, with_words
from ...core.lists.draft import Draft
from ...core.lists.edit import lock_list
from ...core.lists.form import Setting, Shelf, Ware, Written
from ...core.lists.problems import Where
from ...core.lists.shelves import entry_named, list_named
from ...core.page import Page, Table
from ..app import command_module, examples_text
from ..complete import entries_like, units_like
from ..session import home_of, say, session_of, write
from . import builder_words as words
from .change_repair import repair_file
from .change_set import parse_assignments
from .change_words import entry_words, make_changes, shelf_of, title_of
from .own_catalogues import KEY, set_catalogues, split_settings
from .validate import draft_at

app = command_module()
COUNT: Where = ("count",)
NAME: Where = ("name",)
MOST_COPIES = 100  # entries that are written at once
MOST_MEANT = 8  # units that a hint names

File = Annotated[Path, typer.Argument(metavar="FILE", help="An army file (TOML or JSON).")]
Dry = Annotated[bool, typer.Option("--dry-run", help="Only show what it would cost and break; save nothing.")]


@app.command(
    epilog=examples_text(
        "tabletop add armies/td/green-horde.toml",
        "tabletop add armies/td/green-horde.toml hmg --count 2 --name Sporethrower",
        'tabletop add armies/td/green-horde.toml regular-lead --option armour-piercing --note "by the bridge"',
    )
)
def add(
    ctx: typer.Context,
    file: File,
    unit: Annotated[
        str | None,
        typer.Argument(metavar="[UNIT]", help="What to add (default: list everything).", autocompletion=units_like),
    ] = None,
    count: Annotated[int | None, typer.Option("--count", "-n", metavar="N", help="How many copies.")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Its own name.")] = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--option", "-o", metavar="WORD", help="An option: armour-piercing, or hero=librarian."),
    ] = None,
    note: Annotated[str | None, typer.Option("--note", metavar="TEXT", help="A note about it.")] = None,
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="LIST", help="Add to another list: 2/members is inside entry 2.", show_default=False
        ),
    ] = "",
    dry: Dry = False,
) -> None:
    """Add a unit to an army list. The comments and layout of the file stay.

    An illegal list is saved, too; you are told what is wrong.
    """
    if unit is None:
        given = {"--count": count, "--name": name, "--option": options, "--note": note}
        _show_choice(ctx, file, to, [flag for flag, value in given.items() if value])
        return
    _get_ready(ctx, file)
    with lock_list(file, say):
        draft = _open_draft(ctx, file)
        to, unit = _where_to(to, unit)
        shelf, place = list_named(draft.now.form, draft.data, to, unit)
        ware = _find_ware(shelf, unit)
        at = (*place, len(value_at(draft.data, place, ())))
        copies, count = _entries_for(shelf, ware, count)
        entry = _make_entry(shelf, ware, count, name, options or ())
        there = list(value_at(draft.data, place, ()))
        for _ in range(copies):
            there.append(dict(shelf.fresh(entry, there)))
        new: list[Where] = [(*place, more) for more in range(int(at[-1]), len(there))]
        changes: list[Change] = [Insert(one, there[int(one[-1])]) for one in new]
        if note:
            changes.append(Note(at, note))
        make_changes("added", draft, changes, lambda after: [entry_words(after, shelf, one) for one in new], dry=dry)


@app.command(
    epilog=examples_text(
        "tabletop remove armies/td/green-horde.toml 2",
        "tabletop remove armies/td/green-horde.toml hmg --count 1",
        'tabletop remove armies/td/green-horde.toml "First Swarm" --dry-run',
    )
)
def remove(
    ctx: typer.Context,
    file: File,
    unit: Annotated[
        str,
        typer.Argument(
            metavar="UNIT", help="An entry: its number, its own name, or its unit.", autocompletion=entries_like
        ),
    ],
    count: Annotated[
        int | None, typer.Option("--count", "-n", metavar="N", help="How many copies to remove (default: all).")
    ] = None,
    dry: Dry = False,
) -> None:
    """Remove a unit from an army list, and the comments directly above it."""
    _get_ready(ctx, file)
    with lock_list(file, say):
        _remove_copies(_open_draft(ctx, file), unit, count, dry=dry)


def _remove_copies(draft: Draft, unit: str, count: int | None, *, dry: bool) -> None:
    place = entry_named(draft.now.form, draft.data, unit)
    shelf = shelf_of(draft, place)
    title = title_of(draft.now.sheet, draft.data, shelf, place)
    held = _count_copies(draft, shelf, place)
    if count is not None and not 1 <= count <= held:
        raise _not_so_many(count, held, title)
    many = f"{title} x{held}" if held > 1 else title
    if count is None or count == held:
        make_changes("removed", draft, [Drop(place)], lambda after: [many], dry=dry)
        return
    setting = _require_setting(shelf, value_at(draft.data, place), COUNT, "--count")
    change = change_of(setting, place, held - count)
    make_changes("removed", draft, [change], lambda after: [f"{count} of {title}, {held - count} left"], dry=dry)


@app.command(
    "set",
    epilog=examples_text(
        'tabletop set armies/td/green-horde.toml name="The Green Horde" budget=12',
        'tabletop set armies/td/green-horde.toml 4.count=3 1.name="Iron Boletus" 1.note="by the bridge"',
        "tabletop set armies/td/green-horde.toml 2.experience=regular 2.name= house.atg_reload=3",
    ),
)
def set_(
    ctx: typer.Context,
    file: File,
    settings: Annotated[
        list[str], typer.Argument(metavar="KEY=VALUE...", help="budget=12, 2.count=3; KEY= removes it.")
    ],
    dry: Dry = False,
) -> None:
    """Set fields of an army list and its entries. Name an entry by its number or own name, a house rule as house.KEY.

    If one value is wrong, nothing is set. catalogue=FILE names a home-made catalogue; set it in a command of its own.
    """
    files, others = split_settings(settings)
    if files and others:
        raise Malformed(
            "set the catalogue in a command of its own",
            hint=f"first run: tabletop set {file} {KEY}FILE",
            code="set-alone",
        )
    if files:
        write(("would be set: " if dry else "set: ") + set_catalogues(file, files, session_of(ctx), dry=dry))
        return
    _get_ready(ctx, file)
    with lock_list(file, say):
        try:
            draft = _open_draft(ctx, file)
        except TabletopError as wrong:
            repair_file(file, home_of(session_of(ctx)), settings, wrong, dry=dry)
            return
        changes, said = parse_assignments(draft, settings)
        make_changes("set", draft, changes, lambda after: said, dry=dry)


# --- adding ---


def _where_to(to: str, unit: str) -> tuple[str, str]:
    """The list and the unit: ``2/soldier`` is a soldier for the list inside entry 2."""
    head, slash, last = unit.rpartition("/")
    if not slash or not head:
        return to, unit
    return f"{to}/{head}" if to else head, last


def _show_choice(ctx: typer.Context, file: Path, to: str, given: Sequence[str]) -> None:
    """All that there is to add. Errors: `Malformed` where something is said of a unit that is not named."""
    if given:
        hint = f"name it: tabletop add {file} UNIT {given[0]} ...; to list everything, leave {given[0]} out"
        raise Malformed(f"{given[0]} for which unit?", hint=hint, code="no-unit")
    draft = _open_draft(ctx, file)
    shelf, place = list_named(draft.now.form, draft.data, to)
    session_of(ctx).show(_choice_page(draft, shelf, place, file))


def _choice_page(draft: Draft, shelf: Shelf, place: Where, file: Path) -> Page:
    """What can be added, with what one costs and would break."""
    at = (*place, len(value_at(draft.data, place, ())))
    budget = draft.now.report.budget
    there = value_at(draft.data, place, ())
    tried = [(ware, draft.try_out(Insert(at, dict(shelf.fresh(ware.entry, there))))) for ware in shelf.wares]
    rows = tuple((ware.id, ware.title, ", ".join(filter(None, words.price_text(one, budget)))) for ware, one in tried)
    if not rows:
        raise _nothing_to_add(shelf)
    costs = "one costs" if draft.now.report.points is not None else "one breaks"
    sums = words.totals_text(draft.now.report)
    table = Table(("word", shelf.one, costs), rows)
    return Page(f"What can be added to {file}{f': {sums}' if sums else ''}", (table,))


def _find_ware(shelf: Shelf, word: str) -> Ware:
    """A ware by its id, or by its whole title. Errors: `Malformed` with the nearest ones."""
    found = shelf.find_ware(word) or next((one for one in shelf.wares if one.title.casefold() == word.casefold()), None)
    if found:
        return found
    if not shelf.wares:
        raise _nothing_to_add(shelf)
    meant = _with_word(shelf, word)
    hint = f"did you mean {', '.join(meant)}?" if meant else did_you_mean(word, [ware.id for ware in shelf.wares])
    hint = hint or "to list everything, leave UNIT out"
    raise Malformed(f"no {shelf.one} is called {brief_text(word)}", hint=hint, code="unknown-unit")


def _with_word(shelf: Shelf, word: str) -> list[str]:
    """Wares whose ids or titles have the word among their words, or begin with it."""
    sought = word.casefold()
    return [
        ware.id
        for ware in shelf.wares
        if any(
            sought in re.split(r"[^\w]+", text.casefold()) or (sought and text.casefold().startswith(sought))
            for text in (ware.id, ware.title)
        )
    ][:MOST_MEANT]


def _nothing_to_add(shelf: Shelf) -> Malformed:
    hint = "first set what the army needs, such as its faction: tabletop set FILE faction=..."
    return Malformed(f"no {shelf.one} can be added yet", hint=hint, code="nothing-to-add")


def _entries_for(shelf: Shelf, ware: Ware, count: int | None) -> tuple[int, int | None]:
    """How many entries are written for a number of copies, and the count of each. Errors: `Malformed`."""
    if count is None or any(setting.key == COUNT for setting in shelf.settings(ware.entry)):
        return 1, count
    if not 1 <= count <= MOST_COPIES:  # entries of this kind have no count: each copy is one
        raise Malformed(f"--count {count} is out of range", hint=f"give 1 to {MOST_COPIES}")
    return count, None


def _make_entry(shelf: Shelf, ware: Ware, count: int | None, name: str | None, options: Sequence[str]) -> JsonObject:
    """The entry that is written. Errors: `Malformed` for what such an entry does not have."""
    entry: JsonObject = dict(ware.entry)
    for key, word, flag in ((COUNT, count, "--count"), (NAME, name, "--name")):
        if word is not None:
            setting = _require_setting(shelf, entry, key, flag)
            change = change_of(setting, (), parse_value(setting, str(word)))
            entry = apply_changes(entry, change) if not isinstance(change, Drop) or key[0] in entry else entry
    return with_words(entry, shelf.settings, options)


# --- what all three need ---


def _get_ready(ctx: typer.Context, file: Path) -> None:
    """Load all that a change needs before the file is held: others wait for the change alone."""
    import tomlkit  # noqa: F401 - the editor, which takes longest

    with suppress(TabletopError):
        _open_draft(ctx, file)


def _open_draft(ctx: typer.Context, file: Path) -> Draft:
    """The file as a draft. Errors: `TabletopError`, naming the line."""
    return draft_at(file, home_of(session_of(ctx)))


def _not_so_many(count: int, held: int, title: str) -> Malformed:
    there = f"{'is' if held == 1 else 'are'} {'only ' if count > held else ''}{held}"
    hint = "leave --count out" if held == 1 else f"give 1 to {held}"
    return Malformed(f"--count {count}: there {there} of {title}", hint=hint)


def _count_copies(draft: Draft, shelf: Shelf, place: Where) -> int:
    """How many copies an entry stands for."""
    entry = value_at(draft.data, place)
    setting = next((one for one in shelf.settings(entry) if one.key == COUNT), None)
    count = current_value(setting, entry) if setting else 1
    return count if isinstance(count, int) and count > 0 else 1


def _require_setting(shelf: Shelf, entry: Written, key: Where, flag: str) -> Setting:
    """A setting that an entry ought to have. Errors: `Malformed`."""
    found = next((one for one in shelf.settings(entry) if one.key == key), None)
    if found is None:
        raise Malformed(f"{flag}: a {shelf.one} of this kind has no {key[0]}", hint=f"leave {flag} out")
    return found

"""The commands `lists` and `copy`: all lists of a folder at a glance, and one of them under another name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ...core.data import JsonObject, NaturalKey, natural_key
from ...core.errors import Malformed, TabletopError
from ...core.examples import hint_at_path
from ...core.lists.army import file_of, load_file
from ...core.lists.change import Put
from ...core.lists.edit import edit_text, write_whole
from ...core.lists.open_list import open_text
from ...core.lists.tags import parse_tags
from ...core.page import Page, Para, Table
from ...core.quantities import format_ratio
from ...core.records import dataclass
from ...render.number_text import format_spent
from ..app import PROGRAM, command_module, examples_text
from ..progress import plain_progress, track_progress
from ..session import PageFormat, home_of, say, session_of
from .build import free_name
from .validate import check_file, find_files, open_army_at, require_army_name

if TYPE_CHECKING:
    from ...render.problems import Checked

app = command_module()
Order = Literal["name", "system", "points", "legal", "changed"]


@dataclass(frozen=True)
class Listed:
    """A list of a folder: what checking found, when its file was changed, and its tags."""

    checked: Checked
    changed: datetime
    tags: tuple[str, ...]

    @property
    def points(self) -> Fraction:
        report = self.checked.report
        return report.sum if report else Fraction(0)


@app.command(
    epilog=examples_text(
        "tabletop lists", "tabletop lists armies --sort points", "tabletop lists armies --tag club --system td"
    )
)
def lists(
    ctx: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="[FOLDER]", help="The folder with your lists (default: this one).")
    ] = Path(),
    sort: Annotated[Order, typer.Option("--sort", help="Sort by this.")] = "name",
    tag: Annotated[
        list[str] | None,
        typer.Option("--tag", metavar="WORD", help="Only lists with this tag; if repeated, with all of them."),
    ] = None,
    system: Annotated[
        str | None, typer.Option("--system", metavar="SYSTEM", help="Only lists of this game system, such as td.")
    ] = None,
    form: PageFormat = None,
) -> None:
    """Show your lists: name, game system, points, whether they are legal, when they were changed, and their tags.

    Write tags in a comment at the top of a file: # tags: club, green. If you sort by points or date, the highest or
    newest come first. Files that are not lists are only counted.
    """
    if not folder.is_dir():
        raise _no_folder(folder)
    files = list(find_files([folder]))
    armies = [path for path in files if not _is_something_else(path)]
    home = home_of(session_of(ctx))
    found = [_load_list(path, home) for path in track_progress(armies, "reading", plain=plain_progress(ctx))]
    wanted = {one.casefold() for one in tag or ()}
    shown = [one for one in found if wanted <= {word.casefold() for word in one.tags}]
    shown = [one for one in shown if system in (None, one.checked.system)]
    shown.sort(key=_ORDERS[sort])
    session_of(ctx).show(_lists_page(folder, shown, len(found) - len(shown), len(files) - len(armies)), form)


def _no_folder(folder: Path) -> Malformed:
    if folder.exists():
        hint = f"to check a single list: {PROGRAM} validate FILE"
        return Malformed(f"{folder} is a file, not a folder", hint=hint, where=str(folder))
    hint = hint_at_path(folder)
    return Malformed(f"there is no folder {folder}", hint=hint, where=str(folder))


def _is_something_else(path: Path) -> bool:
    """Whether a file can be read and names no game system: it belongs to another program."""
    with suppress(TabletopError):
        return "system" not in load_file(path).data
    return False


def _load_list(path: Path, home: Path) -> Listed:
    text = ""
    with suppress(OSError, ValueError):
        text = path.read_text(encoding="utf-8")
    when = datetime.fromtimestamp(path.stat().st_mtime if path.exists() else 0)
    return Listed(check_file(path, home=home), when, parse_tags(text, path.suffix))


def _name_order(one: Listed) -> tuple[NaturalKey, NaturalKey]:
    return natural_key((one.checked.name or one.checked.path.stem).casefold()), natural_key(str(one.checked.path))


_ORDERS: dict[Order, Callable[[Listed], tuple[object, ...]]] = {
    "name": _name_order,
    "system": lambda one: (one.checked.system, *_name_order(one)),
    "points": lambda one: (-one.points, *_name_order(one)),
    "legal": lambda one: (one.checked.result != "legal", *_name_order(one)),
    "changed": lambda one: (-one.changed.timestamp(), *_name_order(one)),
}


def _lists_page(folder: Path, shown: Sequence[Listed], aside: int, others: int) -> Page:
    tagged, brought = any(one.tags for one in shown), any(one.checked.heading.player for one in shown)
    more = (*(("player",) if brought else ()), *(("tags",) if tagged else ()))
    heads = ("name", "system", "points", "legal", "changed", *more, "file")
    rows = tuple(_list_row(one, more) for one in shown)
    notes = [f"{aside} more with other tags or for another system"] if aside else []
    notes += [f"{others} {'file is not a list' if others == 1 else 'files are not lists'}"] if others else []
    table = Table(heads, rows, right=frozenset({"points"}))
    blocks = (table,) if rows else (Para(f"No lists in {'this folder' if folder == Path() else folder}."),)
    data: JsonObject = {"lists": [_list_data(one) for one in shown], "others": others}
    return Page(f"Lists in {folder.resolve()}", (*blocks, *(Para(note, "note") for note in notes)), data=data)


def _list_row(one: Listed, more: Sequence[str]) -> tuple[str, ...]:
    """A list as a row; `more` are the columns that not every folder has."""
    report = one.checked.report
    points = format_spent(report.points, report.budget) if report else ""
    legal = {"legal": "yes", "illegal": "no"}.get(one.checked.result, one.checked.result)
    name = one.checked.name or one.checked.path.stem
    when = f"{one.changed:%Y-%m-%d %H:%M}"
    cells = {"player": one.checked.heading.player, "tags": ", ".join(one.tags)}
    known = tuple(cells[name] for name in more)
    return name, one.checked.system, points, legal, when, *known, str(one.checked.path)


def _list_data(one: Listed) -> JsonObject:
    report = one.checked.report
    points, budget = (report.points, report.budget) if report else (None, None)
    return {
        "file": str(one.checked.path),
        "name": one.checked.name,
        "system": one.checked.system,
        "faction": one.checked.faction,
        **one.checked.heading.as_dict(),
        "points": None if points is None else format_ratio(points),
        "budget": None if budget is None else format_ratio(budget),
        "result": one.checked.result,
        "changed": one.changed.isoformat(timespec="seconds"),
        "tags": list(one.tags),
    }


@app.command(
    epilog=examples_text(
        "tabletop copy armies/td/green-horde.toml",
        'tabletop copy armies/td/green-horde.toml friday.toml --name "The Horde on Friday"',
    )
)
def copy(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An army file (TOML or JSON).")],
    new: Annotated[
        Path | None, typer.Argument(metavar="[NEW]", help="The new file, or a folder (default: FILE-2 beside it).")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Name of the new list.")] = None,
) -> None:
    """Copy an army list with its comments and notes, to try something. No existing file is replaced."""
    home = home_of(session_of(ctx))
    army = open_army_at(file, home)
    path = free_name(file) if new is None else new / file.name if new.is_dir() else new
    require_army_name(path)
    if path.suffix.lower() != file.suffix.lower():
        hint = f"use the ending {file.suffix}"
        raise Malformed(f"{path}: a copy of {file.name} needs the same format", hint=hint, where=str(path))
    if path.exists():
        hint = f"choose another name, such as {free_name(path)}"
        raise Malformed(f"{path} already exists", hint=hint, where=str(path), code="exists")
    raw = file.read_bytes()
    if name is not None:
        raw = edit_text(army.file.text, file.suffix, Put(("name",), name)).encode()
    open_text(file_of(path, raw.decode("utf-8-sig")), home)  # what it names must be found from there, too
    write_whole(path, raw)
    say(f"saved: {path}")

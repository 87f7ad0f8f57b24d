"""`demo`: the example armies checked, one of them as a roster, and a short battle told event by event."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import typer

from ..core.data import Json
from ..core.errors import TabletopError
from ..core.examples import example_scripts, examples_folder
from ..core.lists.army import check_list, read_army
from ..core.lists.change import is_list
from ..core.lists.open_list import open_army
from ..core.lists.sheet import Sheet, Source
from ..core.page import Page, Table
from ..core.system import System
from ..render.number_text import format_spent
from ..render.problems import Checked
from ..render.roster import Options, render_roster
from .app import command_module, examples_text
from .battle.script import Script, play_scenes, read_script, show_scene
from .lists.validate import check_file, find_files
from .session import Session, session_of, write

app = command_module()
PAUSE = 0.35  # seconds between the events of the battle, where somebody watches


@app.command(epilog=examples_text("tabletop demo"))
def demo(ctx: typer.Context) -> None:
    """See what the program does, in about ten seconds: check armies, print a roster, play a short battle.

    It asks nothing and saves nothing.
    """
    session = session_of(ctx)
    folder = examples_folder()
    if folder is None:
        raise TabletopError("the examples are not installed", hint="they come with the source code of tabletop")
    _write_title("The example armies, checked (tabletop validate)")
    session.show(_armies_page(folder))
    script, sheet = choose_demo(_load_scripts())
    sheet = sheet or _any_army(folder)
    if sheet is not None:
        _write_title("One of them as a roster (tabletop roster)")
        _show_roster(session, sheet)
    if script is not None:
        _write_title("A battle, event by event (tabletop battle run)")
        _show_battle(session, script)
    _write_title("Your turn: tabletop battle new, then tabletop battle play")


def _write_title(text: str) -> None:
    write(f"\n=== {text} ===\n")


def _armies_page(folder: Path) -> Page:
    rows = tuple(_army_row(check_file(path)) for path in find_files([folder]))
    return Page("", (Table(("army", "points", "verdict"), rows, right=frozenset({"points"})),))


def _army_row(checked: Checked) -> tuple[str, str, str]:
    if checked.report is None:
        return checked.path.name, "", "faulty"
    report = checked.report
    remarks = f", {count} to agree on" if (count := len(report.problems)) and report.legal else ""
    return (
        checked.name,
        format_spent(report.points, report.budget),
        ("legal" if report.legal else "not legal") + remarks,
    )


def _load_scripts() -> Iterator[Script]:
    """The example battles that can be played here."""
    for path in example_scripts():
        with suppress(TabletopError):
            yield read_script(path)


def choose_demo(scripts: Iterable[Script]) -> tuple[Script | None, Sheet | None]:
    """The battle that is shown, and an army of it: the shortest that has an army with points, with any, or of all.

    Set-ups need not have armies, and where they stand is a matter of each system.
    """
    found = [(script, _army_in(script.system, script.setup)) for script in scripts]
    return min(found, key=lambda one: (_army_rank(one[1]), len(one[0].events)), default=(None, None))


def _army_rank(sheet: Sheet | None) -> int:
    """How much less there is to show of an army: 2 for none, 1 for one without points."""
    return 2 if sheet is None else int(sheet.points is None)


def _army_in(system: System, setup: Json) -> Sheet | None:
    """The first table of a set-up that is a legal army with somebody in it."""
    if isinstance(setup, Mapping):
        with suppress(TabletopError):
            army = read_army(system, setup)
            report = check_list(system, army)
            sheet = system.muster.sheet(army, report.problems)
            if report.legal and sheet.cards:
                return sheet
    inside = setup.values() if isinstance(setup, Mapping) else setup if is_list(setup) else ()
    return next((found for one in inside if (found := _army_in(system, one)) is not None), None)


def _any_army(folder: Path) -> Sheet | None:
    """The first example army that is legal."""
    for path in find_files([folder]):
        with suppress(TabletopError):
            army = open_army(path)
            if army.report.legal:
                return army.sheet
    return None


def _show_roster(session: Session, sheet: Sheet) -> None:
    for text in render_roster(sheet, Source(), Options(form=session.usual_format)):
        write(str(text))


def _show_battle(session: Session, script: Script) -> None:
    watched = sys.stdout.isatty()
    for scene in play_scenes(script):
        show_scene(session, script, scene)
        sys.stdout.flush()
        if watched:
            time.sleep(PAUSE)

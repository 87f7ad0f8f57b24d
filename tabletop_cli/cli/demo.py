"""`demo`: the example armies checked, one of them as a roster, and a short battle told event by event."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import typer

from ..core.errors import TabletopError
from ..core.lists.army import check_list, read_army
from ..core.lists.sheet import Source
from ..core.page import Page, Table
from ..render.numbers import spent
from ..render.problems import Checked
from ..render.roster import Options, report
from .app import command_module, example
from .battle.examples import example_scripts, examples
from .battle.script import Script, read_script, scenes, tell
from .lists.validate import check_file, find_files
from .session import Session, session_of, write

app = command_module()
PAUSE = 0.35  # seconds between the events of the battle, where somebody watches


@app.command(epilog=example("tabletop demo"))
def demo(ctx: typer.Context) -> None:
    """What this program does, in about ten seconds: check armies, print a roster, play a short battle.

    Nothing is asked and nothing is stored.
    """
    session = session_of(ctx)
    folder, scripts = examples(), example_scripts()
    if folder is None or not scripts:
        raise TabletopError("the examples are not installed", hint="get them with the source of tabletop")
    _title("The example armies, checked (tabletop validate)")
    session.show(_armies(folder))
    script = next((one for one in map(read_script, scripts) if one.armies), None) or read_script(scripts[0])
    if script.armies:
        _title("One of them as a roster (tabletop roster)")
        _roster(session, script)
    _title("A battle, event by event (tabletop battle run)")
    _battle(session, script)
    _title("Your turn: tabletop battle new, then tabletop battle play")


def _title(text: str) -> None:
    write(f"\n=== {text} ===\n")


def _armies(folder: Path) -> Page:
    rows = tuple(_row(check_file(path)) for path in find_files([folder]))
    return Page("", (Table(("army", "points", "verdict"), rows, right=frozenset({"points"})),))


def _row(checked: Checked) -> tuple[str, str, str]:
    if checked.report is None:
        return checked.path.name, "", "unreadable"
    report = checked.report
    remarks = f", {count} to agree on" if (count := len(report.problems)) and report.legal else ""
    return checked.name, spent(report.points, report.budget), ("legal" if report.legal else "not legal") + remarks


def _roster(session: Session, script: Script) -> None:
    """The first army of the battle."""
    system = script.system
    army = read_army(system, script.armies[0])
    sheet = system.muster.sheet(army, check_list(system, army).problems)
    for text in report(sheet, Source(), Options(form=session.usual_format)):
        write(str(text))


def _battle(session: Session, script: Script) -> None:
    watched = sys.stdout.isatty()
    for scene in scenes(script):
        tell(session, script, scene)
        sys.stdout.flush()
        if watched:
            time.sleep(PAUSE)

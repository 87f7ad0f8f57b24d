"""Commands about army files: `validate` and `roster`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..core import registry
from ..core.army import ArmyFile, Report, check_list, load_file, read
from ..core.errors import Malformed, TabletopError
from ..core.facts import shown
from ..core.references import resolve_references
from ..core.schema import violations
from .app import command_module, example
from .session import PageFormat, home_of, say, session_of, write

if TYPE_CHECKING:
    from ..core.page import Page
    from ..core.system import System
    from ..render.problems import Checked

app = command_module()
CATALOGUE = ".catalogue.toml"  # how home-made catalogues end, which are no armies
MANY = 20  # files from which on progress is shown
Budget = Annotated[
    str | None, typer.Option("--budget", metavar="POINTS", help="The agreed limit, instead of the file's own.")
]


@app.command(
    epilog=example(
        "tabletop validate armies",
        "tabletop validate horde.toml --budget 12",
        "tabletop validate lists --format csv > report.csv",
    )
)
def validate(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Army files, and folders of them.")],
    form: Annotated[
        Literal["text", "json", "csv", "github"], typer.Option("--format", "-f", help="How to report.")
    ] = "text",
    budget: Budget = None,
    with_schema: Annotated[
        bool, typer.Option("--with-schema", help="Also let the published JSON Schema judge, as an editor would.")
    ] = False,
) -> None:
    """Check army files and whole folders of them.

    Each file names its game system itself. Every problem is reported with its line, the numbers and a way out.
    Exit code: 0 all legal, 1 some illegal, 2 some unreadable.
    """
    from ..render.problems import FORMATS, tally

    limit = _number(budget)
    files = list(find_files(paths))
    if not files:
        raise TabletopError(
            f"no army files in {', '.join(map(str, paths))}", hint="army files end in .toml", code="no-files"
        )
    home = home_of(session_of(ctx))
    checked = [check_file(path, limit, with_schema, home) for path in _with_progress(files)]
    write_report(FORMATS[form](checked))
    counts = tally(checked)
    if counts["illegal"] or counts["unreadable"]:
        raise typer.Exit(2 if counts["unreadable"] else 1)


def write_report(text: str) -> None:
    if text:
        write(text)


def find_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Every file named, and every .toml file in the folders named, hidden ones left out; each once."""
    seen = set()
    for path in paths:
        inside = sorted(_army_files(path)) if path.is_dir() else [path]
        for file in inside:
            if file not in seen:
                seen.add(file)
                yield file


def _army_files(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*.toml"):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if not hidden and not file.name.endswith(CATALOGUE) and file.is_file():
            yield file


def _with_progress(files: list[Path]) -> Iterator[Path]:
    """The same files; how far we are stands on stderr where there are many and somebody watches."""
    watched = len(files) >= MANY and sys.stderr.isatty()
    for at, file in enumerate(files, 1):
        if watched:
            sys.stderr.write(f"\rchecking {at} of {len(files)}")
            sys.stderr.flush()
        yield file
    if watched:
        sys.stderr.write("\r" + " " * 40 + "\r")


def check_file(path: Path, budget: Any = None, with_schema: bool = False, home: Path | None = None) -> Checked:
    """Check one file; what cannot be read is a result, too."""
    from ..render.problems import Checked

    system = name = ""
    try:
        if path.name.endswith(CATALOGUE):
            return _checked_catalogue(path)
        file = load_file(path)
        system, name = str(file.data.get("system", "")), _name(file)
        report = _checked(file, budget, with_schema, home)[2]
        return Checked(path, system, name, report)
    except TabletopError as wrong:
        return Checked(path, system, name, error=_placed(wrong, path))


def _checked_catalogue(path: Path) -> Checked:
    """A home-made catalogue: legal when a system that takes such files reads it. Errors: of the first such system."""
    from ..core.references import read_file
    from ..render.problems import Checked

    wrong: TabletopError | None = None
    for system in map(registry.load, registry.system_ids()):
        if "catalogue" in system.common:
            try:
                read_file(system.common["catalogue"], path, "catalogue")
                return Checked(path, system.id, f"a catalogue for {system.name}", Report(Fraction(0), None, ()))
            except TabletopError as broken:
                wrong = wrong or broken
    raise wrong or TabletopError(f"{path}: no game system takes home-made catalogues", code="no-catalogues")


def _checked(
    file: ArmyFile, budget: Any, with_schema: bool = False, home: Path | None = None
) -> tuple[System, Any, Report]:
    """The system, the list and the report of a file, every problem with its line; `home` may hold catalogues."""
    system = system_of(file)
    roster = read(system, resolve_references(system, file, home), budget)
    report = check_list(system, roster)
    problems = [*report.problems, *(violations(system.muster.schema(system), file.data) if with_schema else ())]
    return system, roster, Report(report.points, report.budget, file.place(problems))


def system_of(file: ArmyFile) -> System:
    """The game system that an army names. Errors: `Malformed` without one, `TabletopError` for an unknown one."""
    name = file.data.get("system")
    if not isinstance(name, str):
        what = "the army names no system" if name is None else f"system: {shown(name)} is not text"
        known = ", ".join(registry.system_ids())
        raise Malformed(what, hint=f'begin the file with: system = "td" (known: {known})', code="bad-army")
    return registry.load(name)


def _placed(wrong: TabletopError, path: Path) -> TabletopError:
    """The same error with the line that it is about, as far as its place says."""
    if "line" not in wrong.extra and wrong.where and wrong.where != str(path):
        with suppress(TabletopError):
            wrong.extra["line"] = load_file(path).line_of(_place(wrong.where))
    return wrong


def _place(where: str) -> tuple[str | int, ...]:
    """``units[2].models`` as a place in the data; ``army`` in front is the file itself."""
    parts = where.replace("[", ".").replace("]", "").split(".")
    return tuple(int(part) if part.isdecimal() else part for part in parts if part and part != "army")


def _name(file: ArmyFile) -> str:
    name = file.data.get("name", "")
    return name if isinstance(name, str) else ""


def _number(text: str | None) -> Any:
    """A budget as typed: the system that reads it says what is wrong with it."""
    if text is None:
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    raise Malformed(f"--budget: {shown(text)} is not a number", hint="give the points, such as 12 or 7.5")


@app.command(
    epilog=example(
        "tabletop roster armies/td/green-horde.toml",
        "tabletop roster horde.toml -o horde.md",
    )
)
def roster(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An army file.")],
    form: PageFormat = None,
    out: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write a file: .md, .json, or plain text.")
    ] = None,
    budget: Budget = None,
) -> None:
    """An army list to read, print or paste; what is wrong with it stands there, too."""
    try:
        system, army, report = _checked(load_file(file), _number(budget), home=home_of(session_of(ctx)))
    except TabletopError as wrong:
        placed = _placed(wrong, file)
        if (line := placed.extra.get("line")) and str(file) not in placed.message:
            placed.where = f"{file}:{line}"
        raise placed from None
    page = system.muster.roster(army, report.problems)
    if out is None:
        session_of(ctx).show(page, form)
    else:
        _write_file(page, form, out, file)
    if not report.legal:
        count = sum(problem.severity == "error" for problem in report.problems)
        say(f"note: this list is not legal yet ({count} problem{'' if count == 1 else 's'}): tabletop validate {file}")


def _write_file(page: Page, form: str | None, out: Path, army: Path) -> None:
    """Write a roster. Errors: `Malformed` where it would take the place of the army itself."""
    from ..render import render

    if out.exists() and out.samefile(army):
        raise Malformed(f"{out} is the army itself", hint="name another file", where=str(out))
    out.write_text(render(page, form or _SUFFIXES.get(out.suffix.lower(), "text")), encoding="utf-8")
    say(f"written: {out}")


_SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".json": "json"}

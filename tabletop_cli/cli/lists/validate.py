"""The command `validate`, and what all commands about army files share: reading one, checking it, placing errors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ...core.data import Json, NaturalKey, natural_key
from ...core.declare.kinds import LONGEST, brief_text
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import ArmyFile, Report, load_file
from ...core.lists.heading import Heading
from ...core.lists.open_list import Opened, check_match, heading_of, open_army, open_text, system_of, with_line
from ...core.lists.references import ENDINGS, is_catalogue
from ...core.lists.scenario import is_scenario, load_scenario
from ...core.quantities import exact_decimal, parse_points
from ..app import command_module, examples_text
from ..progress import plain_progress, track_progress
from ..session import home_of, session_of, write

if TYPE_CHECKING:
    from ...core.lists.draft import Draft
    from ...core.lists.references import Home, HomeMade
    from ...core.lists.require import Requirement
    from ...core.system import System
    from ...render.problems import Checked

app = command_module()
MOST_NAMED = 5  # files that a hint names
LONGEST_NUMBER = 4_000  # digits that Python reads; whether a list may have so many points is the system's to say
SET_UPS = (".setup.toml", ".setup.json")
OTHERS = (*ENDINGS, *SET_UPS, ".script.json", ".schema.json", ".roster.json")  # in folders these are no armies either
Budget = Annotated[
    str | None, typer.Option("--budget", metavar="POINTS", help="Points limit (default: the one in the file).")
]

Require = Annotated[
    list[str] | None,
    typer.Option("--require", metavar="KEY=VALUE", help="What every list must keep to; can be repeated."),
]


@app.command(
    epilog=examples_text(
        "tabletop validate armies",
        "tabletop validate armies --require budget=12 --require house=printed",
        "tabletop validate armies --format csv > report.csv",
    )
)
def validate(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Army files, and folders of them.")],
    form: Annotated[
        Literal["text", "json", "csv", "github"], typer.Option("--format", "-f", help="Output format.")
    ] = "text",
    budget: Budget = None,
    require: Require = None,
    with_schema: Annotated[
        bool, typer.Option("--with-schema", help="Also check against the published JSON Schema, as an editor does.")
    ] = False,
    match: Annotated[
        bool, typer.Option("--match", help="Also check that the lists belong to one game: opponents, map and so on.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show only problems.")] = False,
) -> None:
    """Check army lists, and whole folders of them.

    Each file names its game system. Every problem is reported with its line, the numbers, and what to do. For several
    files there is a summary with the first letters of each SHA-256. Home-made catalogues (.catalogue.toml) are checked,
    too. Files in a folder that were not checked are listed.

    \b
    What --require takes:
      budget=12, faction=eldar      the list has this value
      player, event=Spring          the list names its player; this event
      house.close_combat=variant-2  the list uses this house rule, also by
                                    default; other games pass
      house=printed, house=FILE     no house rules; those of a file
      catalogue=printed             nothing home-made
      catalogue=texts               home-made special rules, but no rows
      catalogue=FILE                only this file (give it several times
                                    to allow several)

    Exit code: 0 if all are legal, 1 if some are illegal, 2 if some are faulty or cannot be read.
    """
    from ...render.problems import FORMATS, Findings, count_results

    files, passed = list(find_files(paths, catalogues=True)), skipped_files(paths)
    if not files:
        there = f"; not looked at: {', '.join(path.name for path in passed[:MOST_NAMED])}" if passed else ""
        hint = f"army files end in .toml or .json{there}"
        raise TabletopError(f"no army files in {', '.join(map(str, paths))}", hint=hint, code="no-files")
    agreed = _agree_requirements(require or (), files)
    limit = _points_limit(budget, agreed)
    home, plain = partial(home_of, session_of(ctx)), plain_progress(ctx)
    told = track_progress(files, "checking", plain=plain)
    many = len(files) > 1
    found = [check_file(path, limit, with_schema, home, agreed, hashed=many or form != "text") for path in told]
    if match:
        found = _check_same_game(found, limit, home)
    read = {made.path.resolve() for one in found for made in one.home_made if made.path}
    passed = [path for path in passed if path.resolve() not in read]  # a catalogue may have any name
    write_report(FORMATS[form](Findings(found, tuple(map(str, agreed)), quiet, session_of(ctx).plain, passed)))
    counts = count_results(found)
    if counts["illegal"] or counts["unreadable"]:
        raise typer.Exit(2 if counts["unreadable"] else 1)


def _check_same_game(found: Sequence[Checked], limit: Json, home: Home) -> list[Checked]:
    """The same, with what keeps those that can be read from being of one game. Errors: `Malformed`."""
    readable = [one for one in found if one.report is not None and not one.contents]
    if len(readable) < 2:
        raise Malformed("--match needs at least two lists of one game", hint="name one list for each side")
    wrong = check_match([open_text(load_file(one.path), home, limit) for one in readable])
    more = {one.path: problems for one, problems in zip(readable, wrong, strict=True)}
    return [replace(one, report=one.report and one.report.with_problems(more.get(one.path, ()))) for one in found]


def write_report(text: str) -> None:
    if text:
        write(text)


def _agree_requirements(typed: Sequence[str], files: Iterable[Path]) -> tuple[Requirement, ...]:
    """What is required of the lists, which suits at least one system of theirs. Errors: `TabletopError`."""
    if not typed:
        return ()
    from ...core.lists.require import check_requirements, parse_requirements

    found = parse_requirements(typed)
    check_requirements(found, _systems_of_files(files))
    return found


def _systems_of_files(files: Iterable[Path]) -> Iterator[System]:
    """The game systems of the lists, each once; files are read no further than somebody asks."""
    seen = set()
    for path in (one for one in files if not is_catalogue(one)):
        with suppress(TabletopError):
            system = system_of(load_file(path))
            if system.id not in seen:
                seen.add(system.id)
                yield system


def _points_limit(budget: str | None, agreed: tuple[Requirement, ...]) -> Json:
    """The budget to check against. Errors: `Malformed` where two are given that differ."""
    limit = parse_budget(budget)
    if not agreed:
        return limit
    from ...core.lists.require import budget_of

    required = budget_of(agreed)
    if None not in (limit, required) and limit != required:
        raise Malformed(f"--budget {limit} and --require budget={required} differ", hint="give one of them")
    return limit if required is None else required


# --- the files


def find_files(paths: Iterable[Path], *, catalogues: bool = False) -> Iterator[Path]:
    """Every file named, and every army file in the folders named, hidden ones left out; each once.

    With home-made `catalogues` in these folders, or without. A folder that cannot be read stands for itself.
    """
    seen = set()
    for path in paths:
        inside = sorted(_army_files(path, catalogues), key=_in_order) if path.is_dir() else [path]
        for file in inside:
            if file not in seen:
                seen.add(file)
                yield file


def skipped_files(paths: Iterable[Path]) -> list[Path]:
    """The other files in the folders named: what an organiser might take for checked. Hidden ones left out."""
    inside = (file for path in paths if path.is_dir() for file in _walk_files(path))
    found = {file for file in inside if not _is_army(file.name) and not is_catalogue(file)}
    return sorted(found, key=_in_order)


def _in_order(path: Path) -> tuple[NaturalKey, ...]:
    """What paths are sorted by: folder by folder, and player-2 before player-10."""
    return tuple(map(natural_key, path.parts))


def _walk_files(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(place, name) for name in names if not name.startswith("."))


def _army_files(folder: Path, catalogues: bool) -> Iterator[Path]:
    """Links to folders are not followed, so that a folder inside itself does no harm."""
    closed: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        wanted = [name for name in names if _is_army(name) or (catalogues and _is_catalogue(name))]
        yield from (Path(place, name) for name in wanted)
    yield from (Path(one.filename) for one in closed)


def _is_catalogue(name: str) -> bool:
    return is_catalogue(Path(name)) and not name.startswith(".")


def _is_army(name: str) -> bool:
    ending = name.lower()
    return ending.endswith((".toml", ".json")) and not ending.endswith(OTHERS) and not name.startswith(".")


def check_file(
    path: Path,
    budget: Json = None,
    with_schema: bool = False,
    home: Home | None = None,
    agreed: Sequence[Requirement] = (),
    *,
    hashed: bool = False,
) -> Checked:
    """Check one file; what cannot be read is a result, too. `hashed` where its SHA-256 is told for sure."""
    from ...render.problems import Checked

    system = name = faction = ""
    heading = Heading()
    data: Callable[[], str] = str
    made: tuple[HomeMade, ...] = ()
    try:
        if is_catalogue(path):
            return _checked_catalogue(path)
        if is_scenario(path):
            one = load_scenario(path)
            what = f"a scenario for {one.system.name}: {one.contents}"
            return Checked(path, one.system.id, one.name, Report(None, None, ()), contents=what)
        file = _load_army(path)
        system, name, faction = (_text_field(file, key) for key in ("system", "name", "faction"))
        heading = heading_of(file)
        army = open_text(file, home, budget, with_schema=with_schema)
        made, data = army.home_made, army.version_told()
        report, digest = _judge_list(army, agreed), file.sha256 if hashed else None
        known = Checked(path, system, name, report, faction=faction, home_made=made, data=data, digest=digest)
        return replace(known, heading=heading)
    except TabletopError as wrong:
        found = Checked(path, system, name, error=with_line(wrong, path), faction=faction, home_made=made, data=data)
        return replace(found, heading=heading)


def _load_army(path: Path) -> ArmyFile:
    """The file. Errors: `TabletopError`, also for what looks like an army and is none."""
    try:
        file = load_file(path)
    except TabletopError:
        if not path.is_dir():
            raise
        hint = "ask for permission to read it"
        text = f"{path}: this folder cannot be read"
        raise TabletopError(text, hint=hint, where=str(path), code="unreadable") from None
    if isinstance(file.data.get("roster"), int):
        source = file.data.get("source")
        name = source.get("file") if isinstance(source, dict) else None
        hint = (
            f"it was made from {brief_text(name)}: check that file"
            if name
            else "check the army file that it was made from"
        )
        raise Malformed(f"{path}: this is a roster, not an army file", hint=hint, where=str(path), code="bad-army")
    return file


def _judge_list(army: Opened, agreed: Sequence[Requirement]) -> Report:
    """What checking found, what is required first."""
    differing = army.file.problems_with_lines(problem for one in agreed for problem in one.find_problems(army))
    return army.report.with_problems(differing)


def _checked_catalogue(path: Path) -> Checked:
    """A home-made catalogue, judged by the system that it names. Errors: of reading it."""
    from ...core.lists.catalogues import judge_catalogue
    from ...render.problems import Checked

    found = judge_catalogue(path)
    what = f"a catalogue for {found.system.name}"
    name = f"{found.name}, {what}" if found.name else what
    return Checked(path, found.system.id, name, Report(None, None, found.remarks), contents=found.contents or "no rows")


def open_army_at(path: Path, home: Home | None, budget: Json = None, over: Sequence[HomeMade] = ()) -> Opened:
    """An army file for a command; an error names the file and the line. Errors: `TabletopError`."""
    with _place_errors(path):
        return open_army(path, home, budget, over=over)


def draft_at(path: Path, home: Path | None) -> Draft:
    """An army file to be changed, for a command. Errors: as `open_army_at`; for a missing file, how to begin."""
    from ...core.lists.draft import Draft

    with _place_errors(path):
        try:
            return Draft(path, home)
        except TabletopError as wrong:
            if wrong.code == "unreadable" and not os.path.lexists(path):
                begin = f"begin one with: tabletop new SYSTEM {path}"
                wrong.hint = f"{wrong.hint}; or {begin}" if wrong.hint else begin
            raise


@contextmanager
def _place_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except TabletopError as wrong:
        if (line := wrong.extra.get("line")) and str(path) not in wrong.message:
            wrong.where = f"{path}:{line}"
        raise


def require_army_name(path: Path) -> None:
    """Errors: `Malformed` for a file that no command would take for an army."""
    if path.suffix.lower() not in (".toml", ".json"):
        raise Malformed(f"{path}: an army file ends in .toml or .json", hint=f"rename it {path}.toml", where=str(path))


def _text_field(file: ArmyFile, key: str) -> str:
    """A text at the top of a file as far as a name may be long, empty where there is none."""
    found = file.data.get(key, "")
    return found[:LONGEST] if isinstance(found, str) else ""


def parse_budget(text: str | None) -> Json:
    """A budget as typed: the system that reads it says what is wrong with it."""
    if text is None:
        return None
    if text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    found = parse_points(text)
    if found is not None and (plain := exact_decimal(found)) is not None:
        return plain
    raise Malformed(f"--budget: {brief_text(text)} is not a number", hint="write the points, such as 12 or 7.5")

"""Home-made catalogues as files: judged alone, named by a command, found by the ids in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .. import registry
from ..data import JsonMapping, JsonObject
from ..declare.catalogue import CATALOGUE, Catalogue
from ..declare.kinds import brief_text
from ..errors import Malformed, TabletopError
from ..records import dataclass
from ..system import System
from .army import ArmyFile, load_file
from .problems import Problem, place_of
from .references import (
    Home,
    HomeMade,
    is_catalogue,
    load_home_made,
    merge_files,
    own_files,
    own_folder,
    read_file,
    serving_files,
    with_references,
)

if TYPE_CHECKING:
    from ..declare.tables import Tables

CARE = "catalogue"  # the code of what is allowed in a catalogue and hardly meant


# --- judged alone


@dataclass(frozen=True)
class Judged:
    """A home-made catalogue that is sound: its system, what it holds in a few words, what is hardly meant in it."""

    system: System
    name: str
    contents: str
    remarks: tuple[Problem, ...]


def judge_catalogue(path: Path) -> Judged:
    """Return what a catalogue file holds, judged by the system that it names.

    Errors: `Malformed` with the line of the first fault, the others in its extra ``also``; `TabletopError`.
    """
    file = load_file(path)
    system = _system_of(file)
    found = system.tables.read(read_file(system, path), CATALOGUE)
    told = [
        Problem(
            CARE, wrong.message.removeprefix(f"{CATALOGUE}."), wrong.hint, place_of(wrong.where, CATALOGUE), "warning"
        )
        for wrong in system.tables.find_remarks(found, CATALOGUE)
    ]
    own = file.data.get("name")
    return Judged(
        system, own if isinstance(own, str) else "", system.tables.contents_text(found), file.problems_with_lines(told)
    )


def _system_of(file: ArmyFile) -> System:
    """The system of a catalogue file. Errors: `Malformed` where it names none that takes such files."""
    named = file.data.get("system")
    taking = [one for one in registry.sound_systems() if one.own_tables is not None]
    known = ", ".join(one.id for one in taking)
    if isinstance(named, str):
        system = registry.load(named)
        if system.own_tables is not None:
            return system
        raise _catalogue_error(file, f"{system.id} does not use home-made catalogues", f"known: {known}", "system")
    if named is not None:
        raise _catalogue_error(file, f"system: {brief_text(named)} is not text", f"known: {known}", "system")
    alike = [one for one in taking if one.tables.is_catalogue_file(file.data)]
    if len(alike) == 1 and not alike[0].tables.signed:
        return alike[0]
    lines = " or ".join(f'system = "{one.id}"' for one in alike or taking)
    raise _catalogue_error(file, "the file does not name its game system", f"begin it with: {lines}")


def _catalogue_error(file: ArmyFile, text: str, hint: str, key: str = "") -> Malformed:
    line = file.line_of((key,)) if key else 1
    where = str(file.path)
    return Malformed(f"{where}:{line}: {text}", hint=hint, where=where, code="bad-catalogue", line=line)


def refuse_catalogue(file: ArmyFile) -> None:
    """Errors: `Malformed` for a file that is a home-made catalogue and no army, with how to call it."""
    named = file.data.get("system")
    systems = [registry.load(named)] if isinstance(named, str) else registry.sound_systems()
    if not any(one.own_tables is not None and one.tables.is_catalogue_file(file.data) for one in systems):
        return
    text = f"{file.path}: this is a home-made catalogue, not an army"
    hint = f'to use it, write in an army: catalogue = "{file.path.name}"'
    if not is_catalogue(file.path):
        hint = f"rename it {file.path.stem}.catalogue{file.path.suffix}"
    raise Malformed(text, hint=hint, where=str(file.path), code="bad-army")


# --- named by a command


def named_catalogues(system: System, words: Iterable[str], home: Home) -> tuple[HomeMade, ...]:
    """Return the files that a command line names: as they are typed, else in the player's own folder.

    Errors: `TabletopError` for a file that is not there or not sound, and for two that differ.
    """
    files = [Path(word) for word in words]
    if files and system.own_tables is None:
        raise Malformed(
            f"--catalogue: {system.id} does not use home-made catalogues", hint="leave it out", code="usage"
        )
    made = tuple(load_home_made(system, _file_named(system, file, home)) for file in files)
    if made:
        merge_files(system, made)
    return made


def _file_named(system: System, file: Path, home: Home) -> Path:
    """A file as it is typed, else the one of this name in the player's own folder."""
    own = own_folder(system, home) / file
    return own if not file.exists() and not file.is_absolute() and own.is_file() else file


def name_for(system: System, made: HomeMade, folder: Path, home: Home) -> str:
    """Return how an army in a folder names a file. Errors: `Malformed` for a file that lies elsewhere."""
    assert made.path is not None, "what stands in a list has no name"
    own, path = own_folder(system, home), made.path.resolve()
    for above in (folder.resolve(), own.resolve()):
        if path.is_relative_to(above):
            return path.relative_to(above).as_posix()
    hint = f"put it beside the army, or into {own}"
    raise Malformed(f"{made.path}: an army in {folder.resolve()} cannot name this file", hint=hint, code="usage")


def catalogue_of_files(system: System, made: Sequence[HomeMade]) -> Catalogue | None:
    """Return the rows of some files together; None where there are no files."""
    if not made:
        return None
    return system.tables.read(merge_files(system, made), CATALOGUE)


# --- found in the player's own folder


def find_beside(system: System, army: ArmyFile) -> str:
    """Return the name of a catalogue beside an army that has what the army needs and does not name; empty for none."""
    if system.own_tables is None or CATALOGUE in army.data or not system.tables.unprinted_ids(army.data):
        return ""
    beside = sorted(army.path.parent.glob("*.catalogue.toml"))
    return next((path.name for path in serving_files(system, army.data, beside)), "")


def find_by_ids(system: System, words: Iterable[str], home: Home) -> HomeMade | None:
    """Return the file of the player's own folder that has the ids among some words which any of these files has.

    None where no file has all of them. Errors: `Malformed` for two files that do.
    """
    having: dict[Path, set[str]] = {}
    typed = set(words)
    for path in own_files(system, home):
        if found := typed & set(_ids_in(system.tables, path)):
            having[path] = found
    wanted = set().union(*having.values())
    fitting = [path for path, found in having.items() if found == wanted]
    if len(fitting) > 1:
        names = " and ".join(path.name for path in fitting)
        what = " and ".join(map(brief_text, sorted(wanted)))
        raise Malformed(f"both {names} have {what}", hint=f"name one: --catalogue {fitting[0].name}", code="several")
    return load_home_made(system, fitting[0]) if fitting else None


def _ids_in(tables: Tables, path: Path) -> Iterable[str]:
    """The ids of a file; none of one that cannot be read, for its fault is nobody's else."""
    try:
        return tables.row_ids(load_file(path).data)
    except TabletopError:
        return ()


def describe_files(system: System, made: Sequence[HomeMade]) -> str:
    """Return files and what they hold together: ``guns.catalogue.toml (1 gun, 2 vehicles)``."""
    holds = system.tables.contents_text(system.tables.read(merge_files(system, made), CATALOGUE))
    return f"{' and '.join(one.file or 'the list itself' for one in made)} ({holds})"


def data_to_send(system: System, army: ArmyFile, home: Home) -> JsonObject:
    """Return the data of an army file as one piece: with the home-made rows and rules that it uses in place of files.

    What its files hold besides is left out, and what a row is like is written out. Errors: of reading these files.
    """
    whole, made = with_references(system, army, home)
    data = dict(army.data)
    if made and content_of(system, whole):
        data[CATALOGUE] = system.tables.needed_data(whole, _table_of(whole))
    elif made:
        data.pop(CATALOGUE, None)
    return data


def content_of(system: System, army: JsonMapping) -> JsonMapping:
    """Return the rows and rules that a list uses of its catalogue, without what the catalogue says of itself."""
    from ..declare.tables import ABOUT

    used = system.tables.needed_data(army, _table_of(army))
    return {name: one for name, one in used.items() if name not in ABOUT}


def _table_of(army: JsonMapping) -> JsonMapping:
    found = army[CATALOGUE]
    return found if isinstance(found, Mapping) else {}

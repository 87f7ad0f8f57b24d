"""Which home-made catalogues a list names: when it is begun, and when they are set in its file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...core.data import Json
from ...core.declare.catalogue import CATALOGUE
from ...core.declare.kinds import brief_text
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import file_of, load_file
from ...core.lists.catalogues import describe_files, name_for, named_catalogues
from ...core.lists.change import Change, Drop, Put
from ...core.lists.edit import edit_text, lock_list, save
from ...core.lists.open_list import open_text, system_of
from ...core.lists.references import HomeMade, find_serving_file, load_home_made, own_files
from ...core.play.question import Answer
from ...core.system import System
from ...prompts.asker import Asker
from ..session import Session, home_of, say

KEY = f"{CATALOGUE}="
NONE = "none"


def split_settings(settings: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the files that some settings name (``catalogue=a.catalogue.toml``), and the other settings."""
    files = [name.strip() for one in settings if one.startswith(KEY) for name in one.removeprefix(KEY).split(",")]
    return files, [one for one in settings if not one.startswith(KEY)]


def find_catalogue(system: System, settings: Sequence[str], home: Path) -> list[str]:
    """Return the file of the player's own folder that has what settings name and the book lacks (``faction=reeds``).

    Empty where the book has all of it, or no file does. Errors: `Malformed` where two files fit.
    """
    said = {key: value for key, _, value in (one.partition("=") for one in settings)}
    if system.own_tables is None or not system.tables.unprinted_ids(said):
        return []
    return [path.name for path in find_serving_file(system, said, home)]


def names_for(system: System, made: Sequence[HomeMade], army: Path, home: Path) -> Json:
    """Return how an army file names some catalogues: one as a text, several as a list. Errors: `Malformed`."""
    names = [name_for(system, one, army.parent, home) for one in made]
    return names[0] if len(names) == 1 else names


def ask_for_catalogue(system: System, home: Path, somebody: Asker) -> tuple[HomeMade, ...]:
    """Return the file of the player's own folder by which somebody wants to play; nothing is asked where there is none.

    Errors: those of `Asker.ask`.
    """
    made = []
    for path in own_files(system, home):
        try:
            made.append(load_home_made(system, path))
        except TabletopError as wrong:
            somebody.tell(f"{path.name} cannot be used: {wrong.message}")
    if not made:
        return ()
    answers = [Answer(NONE, "no", "n"), *(Answer(one.file, describe_files(system, [one]), one.file) for one in made)]
    chosen = somebody.choose("Use a home-made catalogue?", answers, NONE)
    return tuple(one for one in made if one.file == chosen)


def set_catalogues(path: Path, files: Sequence[str], session: Session, *, dry: bool = False) -> str:
    """Write into an army file which catalogues it plays by; none where no name is given. Return what was done.

    Errors: `TabletopError` for files that are not sound, and for a list that could not be read by them.
    """
    home = home_of(session)
    with lock_list(path, say):
        file = load_file(path)
        system = system_of(file)
        made = named_catalogues(system, [one for one in files if one], home)
        if not made and CATALOGUE not in file.data:
            return "catalogue: none"
        change: Change = Put((CATALOGUE,), names_for(system, made, path, home)) if made else Drop((CATALOGUE,))
        text = edit_text(file.text, path.suffix.lower(), change)
        if made:
            open_text(file_of(path, text), home)
        if not dry and text != file.text:
            save(path, text)
    return f"catalogue: {describe_files(system, made) if made else NONE}"


def require_once(files: Sequence[str], option: Sequence[str] | None) -> Sequence[str]:
    """Return the files of ``--set catalogue=...`` or of ``--catalogue``. Errors: `Malformed` where both are given."""
    if files and option and list(files) != list(option):
        both = f"{brief_text(', '.join(files))} and {brief_text(', '.join(option))}"
        raise Malformed(f"{CATALOGUE} is set twice: {both}", hint="give one of them", code="set-twice")
    return files or option or ()

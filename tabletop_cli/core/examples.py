"""The examples that come with the program: in the source tree, or inside the installed wheel."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from difflib import get_close_matches
from importlib.resources import files
from itertools import islice
from os.path import normpath
from pathlib import Path

from .. import PROGRAM
from .. import __name__ as package
from .data import natural_key
from .records import dataclass
from .shell import quote

FOLDER = "armies"  # the folder of the examples: in the source tree, in the wheel, and where they are copied to
KINDS = {
    ".scenario.toml": "scenario",
    ".setup.toml": "map",
    ".catalogue.toml": "catalogue",
    ".script.json": "script",
    ".toml": "list",
}  # what a file is, by the end of its name; the first that fits
FEW_WORDS = 6  # a first sentence of fewer words, such as "8 points.", says too little
LIKE, VERY_LIKE = 0.75, 0.8  # how like each other names are of which one may be meant for the other
MOST_NEIGHBOURS = 2_000  # names of a folder that are looked at
_SCHEMA = re.compile(r"#:schema (\S+)")


@dataclass(frozen=True)
class Example:
    """A file that comes with the program: its path as it is copied, its system, what it is, a sentence about it."""

    path: Path
    system: str
    kind: str
    about: str


def examples_folder() -> Path | None:
    """The folder with a folder of examples per system; None where the program was installed without."""
    installed = Path(str(files(package)))
    for folder in (installed.parent / FOLDER, installed / "share" / FOLDER):
        if folder.is_dir():
            return folder
    return None


def example_armies(system_id: str) -> list[Path]:
    """The example armies of a system, and the armies in the folder where we are."""
    shipped = examples_folder()
    here = sorted(Path.cwd().glob("*.toml"))
    found = sorted(shipped.glob(f"{system_id}/*.toml")) if shipped else []
    return [path for path in (*here, *found) if _is_army(path, system_id)]


def _is_army(path: Path, system_id: str) -> bool:
    try:
        return path.stat().st_size < 100_000 and tomllib.loads(path.read_text("utf-8")).get("system") == system_id
    except (OSError, ValueError):
        return False


def example_scripts() -> list[Path]:
    """The scripted battles that come with the program."""
    shipped = examples_folder()
    return sorted(shipped.glob("*/*.script.json")) if shipped else []


def list_examples(systems: Iterable[str]) -> list[Example]:
    """Return every example of some systems, system by system: lists first, then the other kinds, by name."""
    shipped = examples_folder()
    if shipped is None:
        return []
    found = [_read_example(path, shipped, system) for system in systems for path in _example_files(shipped, system)]
    return sorted(found, key=lambda one: (one.system, one.kind != "list", one.kind, natural_key(str(one.path))))


def _example_files(shipped: Path, system: str) -> Iterator[Path]:
    return (path for path in (shipped / system).rglob("*") if path.is_file() and _file_kind(path.name))


def _file_kind(name: str) -> str:
    return next((kind for ending, kind in KINDS.items() if name.endswith(ending)), "")


def _read_example(path: Path, shipped: Path, system: str) -> Example:
    text = path.read_text(encoding="utf-8")
    told = str(json.loads(text).get("title", "")) if path.suffix == ".json" else _top_comment(text)
    return Example(Path(FOLDER) / path.relative_to(shipped), system, _file_kind(path.name), _first_sentence(told))


def _top_comment(text: str) -> str:
    """Return the comment at the top of a TOML file, as one line."""
    words: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if not line.startswith("#:"):
            words.append(line.lstrip("# "))
    return " ".join(words)


def _first_sentence(text: str) -> str:
    """Return the first sentence of a text; with the next one where it is very short."""
    first, *others = re.split(r"(?<=[.!?]) ", text, maxsplit=2)
    return f"{first} {others[0]}" if others and len(first.split()) < FEW_WORDS else first


def read_files(found: Iterable[Example]) -> dict[Path, bytes]:
    """Return the bytes of some examples and of the schemas that they name, by the paths to which they are copied."""
    shipped = examples_folder()
    read: dict[Path, bytes] = {}
    for one in found:
        assert shipped is not None  # else nothing is found
        raw = (shipped.parent / one.path).read_bytes()
        named = _SCHEMA.match(raw.decode("utf-8"))
        schema = Path(normpath(one.path.parent / named[1])) if named else None
        if schema is not None and schema not in read and (shipped.parent / schema).is_file():
            read[schema] = (shipped.parent / schema).read_bytes()
        read[one.path] = raw
    return read


def hint_at_path(path: Path) -> str:
    """Return what is meant by a path that is not there, and how to get it; nothing where nobody can tell."""
    shipped = examples_folder()
    known = [] if shipped is None else [Path(FOLDER), *(one.relative_to(shipped.parent) for one in shipped.rglob("*"))]
    return _hint_at_example(path, known) or _hint_at_neighbour(path) or _hint_at_near_example(path, known)


def _hint_at_example(path: Path, known: Iterable[Path]) -> str:
    """Return how to get the example that a path names."""
    there = {one.parts for one in known}
    for at, part in enumerate(path.parts):
        if part == FOLDER and path.parts[at:] in there:
            copy = _copy_command(Path(*path.parts[at:]), Path(*path.parts[:at]))
            return f"it is one of the examples; to copy them: {copy}"
    for parts in there:
        if Path(*parts).suffix and parts[-len(path.parts) :] == path.parts:
            return f"{'/'.join(parts)} is one of the examples; to copy it: {_copy_command(Path(*parts), Path())}"
    return ""


def _hint_at_neighbour(path: Path) -> str:
    """Return the name most like that of a path, of the files and folders beside it."""
    with suppress(OSError):
        beside = {_short_name(one): one for one in islice(path.parent.iterdir(), MOST_NEIGHBOURS) if _may_be_meant(one)}
        near = get_close_matches(_short_name(path), beside, n=1, cutoff=LIKE)
        if near:
            return f"did you mean {quote(str(beside[near[0]]))}?"
    return ""


def _may_be_meant(path: Path) -> bool:
    return path.suffix in (".toml", ".json") or path.is_dir()


def _hint_at_near_example(path: Path, known: Iterable[Path]) -> str:
    """Return the example whose name is most like that of a path; if it is not there, with the command that copies it.

    Of those that are equally like it, such as two of the same name, the one in the folder that the path names.
    """
    files = {
        _short_name(one): one
        for one in sorted(known, key=lambda one: one.parent.name == path.parent.name)
        if one.suffix
    }
    near = get_close_matches(_short_name(path), files, n=1, cutoff=VERY_LIKE)
    if not near:
        return ""
    base = Path(*path.parts[: path.parts.index(FOLDER)]) if FOLDER in path.parts else Path()
    meant = f"did you mean {quote(str(base / files[near[0]]))}?"
    if (base / files[near[0]]).exists():
        return meant
    return f"{meant} It is one of the examples; to copy it: {_copy_command(files[near[0]], base)}"


def _short_name(path: Path) -> str:
    """Return the name of a file as people remember it: without its last ending."""
    return path.stem.casefold() if path.suffix in (".toml", ".json") else path.name.casefold()


def _copy_command(known: Path, to: Path) -> str:
    """Return the command that copies an example, with those of the same system."""
    system = f" {known.parts[1]}" if known.parts[1:] else ""
    return f"{PROGRAM} examples{system} --to {quote(str(to))}"

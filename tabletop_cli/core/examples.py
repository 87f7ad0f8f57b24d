"""The examples that come with the program: in the source tree, or inside the installed wheel."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from os.path import normpath
from pathlib import Path

from .. import PROGRAM
from .. import __name__ as package
from .data import natural_key
from .records import dataclass

FOLDER = "armies"  # the folder of the examples: in the source tree, in the wheel, and where they are copied to
KINDS = {
    ".scenario.toml": "scenario",
    ".setup.toml": "map",
    ".catalogue.toml": "catalogue",
    ".script.json": "script",
    ".toml": "list",
}  # what a file is, by the end of its name; the first that fits
FEW_WORDS = 6  # a first sentence of fewer words, such as "8 points.", says too little
_SCHEMA = re.compile(r"#:schema (\S+)")


@dataclass(frozen=True)
class Example:
    """A file that comes with the program: its path as it is copied, its system, what it is, a sentence about it."""

    path: Path
    system: str
    kind: str
    about: str


def examples() -> Path | None:
    """The folder with a folder of examples per system; None where the program was installed without."""
    installed = Path(str(files(package)))
    for folder in (installed.parent / FOLDER, installed / "share" / FOLDER):
        if folder.is_dir():
            return folder
    return None


def example_armies(system_id: str) -> list[Path]:
    """The example armies of a system, and the armies in the folder where we are."""
    shipped = examples()
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
    shipped = examples()
    return sorted(shipped.glob("*/*.script.json")) if shipped else []


def list_examples(systems: Iterable[str]) -> list[Example]:
    """Return every example of some systems, system by system: lists first, then the other kinds, by name."""
    shipped = examples()
    if shipped is None:
        return []
    found = [_read_example(path, shipped, system) for system in systems for path in _in(shipped, system)]
    return sorted(found, key=lambda one: (one.system, one.kind != "list", one.kind, natural_key(str(one.path))))


def _in(shipped: Path, system: str) -> Iterator[Path]:
    return (path for path in (shipped / system).rglob("*") if path.is_file() and _kind(path.name))


def _kind(name: str) -> str:
    return next((kind for ending, kind in KINDS.items() if name.endswith(ending)), "")


def _read_example(path: Path, shipped: Path, system: str) -> Example:
    text = path.read_text(encoding="utf-8")
    told = str(json.loads(text).get("title", "")) if path.suffix == ".json" else _comment(text)
    return Example(Path(FOLDER) / path.relative_to(shipped), system, _kind(path.name), _sentence(told))


def _comment(text: str) -> str:
    """Return the comment at the top of a TOML file, as one line."""
    words: list[str] = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        if not line.startswith("#:"):
            words.append(line.lstrip("# "))
    return " ".join(words)


def _sentence(text: str) -> str:
    """Return the first sentence of a text; with the next one where it is very short."""
    first, *others = re.split(r"(?<=[.!?]) ", text, maxsplit=2)
    return f"{first} {others[0]}" if others and len(first.split()) < FEW_WORDS else first


def read_files(found: Iterable[Example]) -> dict[Path, bytes]:
    """Return the bytes of some examples and of the schemas that they name, by the paths to which they are copied."""
    shipped = examples()
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


def hint_at_example(path: Path) -> str:
    """Return how to get the example that is meant by a path that is not there; nothing where none is meant."""
    from .shell import quote

    shipped = examples()
    known = [] if shipped is None else [shipped, *shipped.rglob("*")]
    there = {one.relative_to(shipped.parent).parts: one for one in known if shipped is not None}
    for at, part in enumerate(path.parts):
        if part == FOLDER and path.parts[at:] in there:
            system = f" {path.parts[at + 1]}" if path.parts[at + 1 :] else ""
            copy = f"{PROGRAM} examples{system} --to {quote(str(Path(*path.parts[:at])))}"
            return f"it is among the examples that come along: {copy} copies them"
    for parts, one in there.items():
        if one.is_file() and parts[-len(path.parts) :] == path.parts:
            inside = "/".join(parts)
            return f"{inside} is one of the examples: {PROGRAM} examples {parts[1]} --to . copies it"
    return ""

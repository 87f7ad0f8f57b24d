"""Files that an army names: home-made catalogues, read from beside the army or from the player's own folder.

``catalogue`` holds tables everywhere but in army files, where it may hold names of files, too. The files are read
within limits, checked, merged, and put in place of their names; what is wrong with one is said with its file and line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from pathlib import Path
from typing import TypeAlias

from ..data import Json, JsonMapping, JsonObject, Shaped, ShapedMapping, ShapedObject
from ..declare.catalogue import CATALOGUE
from ..declare.kinds import brief_text
from ..errors import Malformed, TabletopError
from ..records import dataclass
from ..system import System
from .army import ArmyFile, load_file, sha256_of
from .problems import Where, place_of

FOLDER = "catalogues"  # in the player's own folder, with a folder for each system inside

ENDINGS = (".catalogue.toml", ".catalogue.json")  # how home-made catalogues end, which are no armies
LONGEST_NAME = 255  # bytes between slashes, on every file system that people have


@dataclass(frozen=True)
class HomeMade:
    """What an army plays by that no rulebook prints: from which file, and the SHA-256 of its bytes.

    `path` is None for what stands in the army file itself; then the hash is of its data as JSON with sorted keys.
    `table` is what it holds.
    """

    path: Path | None
    sha256: str
    table: JsonMapping = field(default_factory=dict, compare=False)

    @property
    def file(self) -> str:
        """The name of its file, empty where it has none of its own."""
        return self.path.name if self.path else ""


Home: TypeAlias = Path | Callable[[], Path]  # the folder of the player's own data, or what finds it


def is_catalogue(path: Path) -> bool:
    """Whether a file is called as home-made catalogues are."""
    return path.name.lower().endswith(ENDINGS)


def own_folder(system: System, home: Home) -> Path:
    """Where players drop files that every army of a system may use."""
    return (home if isinstance(home, Path) else home()) / FOLDER / system.id


def resolve_references(
    system: System, army: ArmyFile, home: Home | None = None, over: Sequence[HomeMade] = ()
) -> JsonObject:
    """The data of an army file with the files that it names in place of their names; see `with_references`."""
    return with_references(system, army, home, over)[0]


def with_references(
    system: System, army: ArmyFile, home: Home | None = None, over: Sequence[HomeMade] = ()
) -> tuple[JsonObject, tuple[HomeMade, ...]]:
    """The data of an army file with the files that it names in place of their names, and what is home-made in it.

    An army names one file or a list of them, or holds the table itself. A file is looked up beside the army, then in
    the player's own folder under `home`; it must stay inside of these. An army that needs something which no rulebook
    prints, and names no file, is served from the player's own folder. What is given `over` its own goes before it.
    Errors: `Malformed` and `TabletopError` with the file and line concerned.
    """
    data = dict(army.data)
    if system.own_tables is None:
        return data, ()
    made = tuple(over or _load_brought(system, army, home))
    if made:
        with _blamed_on(army):
            data[CATALOGUE] = merge_files(system, made)
    elif data.get(CATALOGUE) == []:
        del data[CATALOGUE]
    return data, made


def _load_brought(system: System, army: ArmyFile, home: Home | None) -> list[HomeMade]:
    """What an army itself brings: files, a table of its own, or a file of the player's own folder."""
    named = army.data.get(CATALOGUE)
    if isinstance(named, str | list):
        own = None if home is None else own_folder(system, home)
        with _blamed_on(army):
            words = [named] if isinstance(named, str) else named
            return [load_home_made(system, _find_named_file(word, army, own)) for word in words]
    if CATALOGUE in army.data:
        require_sound(army, system.tables.find_faults(named, CATALOGUE), inside=True)
        return [HomeMade(None, hash_of(named), named if isinstance(named, Mapping) else {})]
    if home is not None and system.tables.unprinted_ids(army.data):
        with _blamed_on(army):
            return [load_home_made(system, path) for path in find_serving_file(system, army.data, home)]
    return []


def find_serving_file(system: System, army: JsonMapping, home: Home) -> list[Path]:
    """The one file of the player's own folder that has what an army needs, if any. Errors: `Malformed` for two."""
    found = list(serving_files(system, army, own_files(system, home)))
    if len(found) > 1:
        names = " and ".join(path.name for path in found)
        hint = f"name one: {CATALOGUE} = {brief_text(found[0].name)}"
        raise Malformed(f"{own_folder(system, home)}: both {names} fit", hint=hint, code="bad-army")
    return found


def own_files(system: System, home: Home) -> list[Path]:
    """Return the catalogue files in the player's own folder, by name."""
    folder = own_folder(system, home)
    return sorted(folder.glob("*.toml")) if system.own_tables is not None and folder.is_dir() else []


def serving_files(system: System, army: JsonMapping, paths: Iterable[Path]) -> Iterator[Path]:
    """Return those of some files that have all that an army needs and the book lacks; broken ones have nothing."""
    for path in paths:
        with suppress(TabletopError):
            if system.tables.can_serve(army, load_file(path).data):
                yield path


def load_home_made(system: System, path: Path) -> HomeMade:
    """A catalogue file, checked. Errors: as `read_file`."""
    table = read_file(system, path)
    return HomeMade(path, sha256_of(path.read_bytes()), table)


def merge_files(system: System, made: Sequence[HomeMade]) -> JsonObject:
    """The tables of some files together. Errors: `Malformed` naming the two files that differ."""
    return dict(_merge_tables(system, [(one.file or "the list itself", one.table) for one in made]))


def merged_references(system: System, armies: Sequence[JsonMapping], names: Sequence[str] = ()) -> ShapedObject:
    """The key ``catalogue`` of several armies together, for the set-up of their battle; none where no army has it.

    Errors: `Malformed` for what differs, with the `names` of the files that the armies have it from, where they are
    given.
    """
    if system.own_tables is None:
        return {}
    told = zip(names or [""] * len(armies), armies, strict=True)
    brought = [(name, army[CATALOGUE]) for name, army in told if CATALOGUE in army]
    return {CATALOGUE: _merge_tables(system, brought)} if brought else {}


def _merge_tables(system: System, brought: Sequence[tuple[str, Shaped]]) -> ShapedMapping:
    """The tables of some files, each with its name. Errors: `Malformed` with the two names whose tables differ."""
    found: ShapedMapping = brought[0][1]
    for at, (name, table) in enumerate(brought[1:], 1):
        try:
            found = system.tables.merge_catalogues(found, table)
        except Malformed as wrong:
            raise _difference_error(system, wrong, brought[:at], name, table) from None
    return found


def _difference_error(
    system: System, wrong: Malformed, before: Sequence[tuple[str, Shaped]], name: str, table: Shaped
) -> Malformed:
    """The error of a file that differs from one before it, with the names of both where they have any."""
    for other, known in before:
        try:
            system.tables.merge_catalogues(known, table)
        except Malformed:
            return _naming_error(wrong, other, name) if other and name else wrong
    return wrong


def _naming_error(wrong: Malformed, one: str, other: str) -> Malformed:
    said = wrong.message.partition(": ")[2]
    hint = "choose one, or rename one of them"
    return Malformed(f"{CATALOGUE}: {said}, in {one} and {other}", hint=hint, code=wrong.code)


def hash_of(data: Json) -> str:
    """SHA-256 of data, whatever their comments and layout: of their JSON with sorted keys."""
    return sha256_of(json.dumps(data, sort_keys=True, default=str).encode())


@contextmanager
def _blamed_on(army: ArmyFile) -> Iterator[None]:
    """What is wrong with a file that the army names lies, for the army, in the line that names it.

    The message goes on naming the file and its own line.
    """
    try:
        yield
    except TabletopError as wrong:
        wrong.where = str(army.path)
        wrong.extra.pop("column", None)
        wrong.extra["line"] = army.line_of((CATALOGUE,))
        for other in wrong.extra.get("also", ()):
            other["line"] = wrong.extra["line"]
        raise


def _find_named_file(named: Json, army: ArmyFile, own: Path | None) -> Path:
    """The file that an army names. Errors: `Malformed` for one outside of the allowed folders, or none."""
    line = army.line_of((CATALOGUE,))
    place: ShapedObject = {"where": str(army.path), "code": "bad-army", "line": line}
    where = f"{army.path}:{line}"
    if not isinstance(named, str) or not _is_name(named):
        hint = f"name one: {CATALOGUE} = ..."
        raise Malformed(f"{where}: {CATALOGUE} {brief_text(named)} is not a file name", hint=hint, **place)
    folders = [folder for folder in (army.path.parent, own) if folder is not None]
    allowed = [folder / named for folder in folders if (folder / named).resolve().is_relative_to(folder.resolve())]
    if not allowed:
        hint = "put the file beside the army" + (f", or into {own}" if own else "")
        raise Malformed(f"{where}: {CATALOGUE} {brief_text(named)} is outside the army's folder", hint=hint, **place)
    for path in allowed:
        if path.is_file():
            return path
    hint = f"looked for {' and '.join(map(str, allowed))}"
    raise Malformed(f"{where}: {CATALOGUE}: there is no file {brief_text(named)}", hint=hint, **place)


def _is_name(named: str) -> bool:
    """Whether a file system could have a file of this name; what it could not have, it raises about."""
    return named.isprintable() and all(len(part.encode()) <= LONGEST_NAME for part in named.split("/"))


def read_file(system: System, path: Path) -> JsonObject:
    """A catalogue file, checked.

    Errors: `Malformed` with the file and, where it is known, the line; further faults stand in its extra ``also``, a
    list of {message, hint, line}.
    """
    file, tables = load_file(path), system.tables
    wrong = list(tables.find_faults(file.data, CATALOGUE))
    if tables.signed and "system" not in file.data:
        hint = f'begin it with: system = "{system.id}"'
        wrong = [Malformed("the file does not name its game system", hint=hint, code="bad-catalogue"), *wrong]
    return require_sound(file, wrong)


def require_sound(
    file: ArmyFile, wrong: Iterable[Malformed], root: str = CATALOGUE, *, inside: bool = False
) -> JsonObject:
    """The data of a file with which nothing is wrong. Errors: as `read_file`, of what is wrong with it.

    The places of faults begin with `root`. `inside`: what was judged is not the whole file, but what it has as `root`.
    """
    faults = [_in_file(one, file, root, inside=inside) for one in wrong]
    if not faults:
        return file.data
    first, *others = sorted(faults, key=lambda one: one.extra["line"] or 0)
    if others:
        first.extra["also"] = [{"message": o.message, "hint": o.hint, "line": o.extra["line"]} for o in others]
    raise first


def _in_file(wrong: Malformed, file: ArmyFile, root: str, *, inside: bool) -> Malformed:
    """A fault with the file and line that it stands in, and its place in words that people find."""
    place = place_of(wrong.where, root)
    if inside:
        place = (root, *place)
    line = file.line_of((*place, *([wrong.key] if wrong.key else []))) if wrong.where else None
    said = wrong.message.removeprefix(f"{wrong.where}: ") if wrong.where else wrong.message
    spot = spot_words(file.data, place)
    message = f"{file.path}{f':{line}' if line else ''}: {f'{spot}: ' if spot else ''}{said}"
    return Malformed(message, hint=wrong.hint, where=str(file.path), code=wrong.code, line=line)


def spot_words(data: Json, place: Where) -> str:
    """A place for people: items of a list by their id, those without one of their own by number from 1."""
    words: list[str] = []
    for part in place:
        inner = _value_inside(data, part)
        words.append(_item_words(data, part, inner) if isinstance(part, int) else part)
        data = inner
    return ".".join(words)


def _value_inside(data: Shaped, part: str | int) -> Json:
    try:
        return data[part]
    except (KeyError, IndexError, TypeError):
        return None


def _item_words(items: Shaped, at: int, item: Json) -> str:
    """``line-wardens``, or ``3`` for the third of those that no id tells apart."""
    own = item.get("id") if isinstance(item, Mapping) else None
    same = sum(isinstance(one, Mapping) and one.get("id") == own for one in items if own) if own else 0
    return own if isinstance(own, str) and own.strip() and same == 1 else str(at + 1)

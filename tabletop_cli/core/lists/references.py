"""Files that an army names: home-made catalogues, read from beside the army or from the player's own folder.

A system's common keys (`System.common`) hold tables everywhere but in army files, where they are names of files, too.
The files are read within limits, checked, merged, and put in place of their names; what is wrong with one is said with
its file and line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ..data import Json, JsonMapping, JsonObject, Shaped, ShapedMapping, ShapedObject
from ..declare.kinds import brief
from ..errors import Malformed, TabletopError
from ..records import dataclass
from ..system import System
from .army import ArmyFile, load_file, sha256_of
from .problems import Where, place_of

if TYPE_CHECKING:
    from ..declare.tables import Tables

CATALOGUE = "catalogue"  # the common key that all commands know
FOLDER = "catalogues"  # in the player's own folder, with a folder for each system inside

ENDINGS = (".catalogue.toml", ".catalogue.json")  # how home-made catalogues end, which are no armies
LONGEST_NAME = 255  # bytes between slashes, on every file system that people have


@dataclass(frozen=True)
class HomeMade:
    """What an army plays by that no rulebook prints: under which key, from which file, and the SHA-256 of its bytes.

    `path` is None for what stands in the army file itself; then the hash is of its data as JSON with sorted keys.
    `table` is what it holds.
    """

    key: str
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
    made: list[HomeMade] = []
    for key in system.common:
        given = [one for one in over if one.key == key]
        found = given or _brought(system, army, key, home)
        if found:
            with _blamed_on(army, key):
                data[key] = merge_files(system, found)
        elif data.get(key) == []:
            del data[key]
        made += found
    return data, tuple(made)


def _brought(system: System, army: ArmyFile, key: str, home: Home | None) -> list[HomeMade]:
    """What an army itself brings under a key: files, its own table, or a file of the player's own folder."""
    common, named = system.common[key], army.data.get(key)
    own = None if home is None else own_folder(system, home)
    if isinstance(named, str | list):
        with _blamed_on(army, key):
            words = [named] if isinstance(named, str) else named
            return [load_home_made(system, _found(word, army, key, own), key) for word in words]
    if key in army.data:
        sound(army, common.tables().faults(named, key), key, inside=True)
        return [HomeMade(key, None, hash_of(named), named if isinstance(named, Mapping) else {})]
    if own is not None and common.tables().strangers(army.data):
        with _blamed_on(army, key):
            served = _served(common.tables(), army.data, own, key)
            return [load_home_made(system, served, key)] if served else []
    return []


def load_home_made(system: System, path: Path, key: str = CATALOGUE) -> HomeMade:
    """A file of a common key, checked. Errors: as `read_file`."""
    table = read_file(system, path, key)
    return HomeMade(key, path, sha256_of(path.read_bytes()), table)


def merge_files(system: System, made: Sequence[HomeMade]) -> JsonObject:
    """The tables of some files of one key together. Errors: `Malformed` naming the two files that differ."""
    first, *others = made
    common, found = system.common[first.key], dict(first.table)
    for at, other in enumerate(others, 1):
        try:
            found = common.tables().merge(found, other.table)
        except Malformed as wrong:
            raise _differing(system, wrong, made[:at], other) from None
    return found


def _differing(system: System, wrong: Malformed, before: Sequence[HomeMade], other: HomeMade) -> Malformed:
    """The error of a file that differs from one before it, with the names of both."""
    for one in before:
        try:
            system.common[one.key].tables().merge(one.table, other.table)
        except Malformed:
            return _naming(wrong, one.file or "the list itself", other.file or "the list itself")
    return wrong


def _naming(wrong: Malformed, one: str, other: str) -> Malformed:
    said = wrong.message.partition(": ")[2]
    hint = "agree on one, or rename one of them"
    return Malformed(f"{CATALOGUE}: {said}, in {one} and {other}", hint=hint, code=wrong.code)


def hash_of(data: Json) -> str:
    """SHA-256 of data, whatever their comments and layout: of their JSON with sorted keys."""
    return sha256_of(json.dumps(data, sort_keys=True, default=str).encode())


@contextmanager
def _blamed_on(army: ArmyFile, key: str) -> Iterator[None]:
    """What is wrong with a file that the army names lies, for the army, in the line that names it.

    The message goes on naming the file and its own line.
    """
    try:
        yield
    except TabletopError as wrong:
        wrong.where = str(army.path)
        wrong.extra.pop("column", None)
        wrong.extra["line"] = army.line_of((key,))
        for other in wrong.extra.get("also", ()):
            other["line"] = wrong.extra["line"]
        raise


def _found(named: Json, army: ArmyFile, key: str, own: Path | None) -> Path:
    """The file that an army names. Errors: `Malformed` for one outside of the allowed folders, or none."""
    line = army.line_of((key,))
    place: ShapedObject = {"where": str(army.path), "code": "bad-army", "line": line}
    where = f"{army.path}:{line}"
    if not isinstance(named, str) or not _is_name(named):
        raise Malformed(f"{where}: {key} {brief(named)} is no name of a file", hint=f"name one: {key} = ...", **place)
    folders = [folder for folder in (army.path.parent, own) if folder is not None]
    allowed = [folder / named for folder in folders if (folder / named).resolve().is_relative_to(folder.resolve())]
    if not allowed:
        hint = "put the file beside the army" + (f", or into {own}" if own else "")
        raise Malformed(f"{where}: {key} {brief(named)} leads out of the army's folder", hint=hint, **place)
    for path in allowed:
        if path.is_file():
            return path
    hint = f"looked for {' and '.join(map(str, allowed))}"
    raise Malformed(f"{where}: {key}: there is no file {brief(named)}", hint=hint, **place)


def _is_name(named: str) -> bool:
    """Whether a file system could have a file of this name; what it could not have, it raises about."""
    return named.isprintable() and all(len(part.encode()) <= LONGEST_NAME for part in named.split("/"))


def read_file(system: System, path: Path, key: str = CATALOGUE) -> JsonObject:
    """A file of a common key, checked.

    Errors: `Malformed` with the file and, where it is known, the line; further faults stand in its extra ``also``, a
    list of {message, hint, line}.
    """
    file, common = load_file(path), system.common[key]
    wrong = list(common.tables().faults(file.data, key))
    if common.signed and "system" not in file.data:
        unsigned = Malformed("the file names no system", hint=f'begin it with: system = "{system.id}"')
        unsigned.code = f"bad-{key}"
        wrong = [unsigned, *wrong]
    return sound(file, wrong, key)


def sound(file: ArmyFile, wrong: Iterable[Malformed], key: str, *, inside: bool = False) -> JsonObject:
    """The data of a file with which nothing is wrong. Errors: as `read_file`, of what is wrong with it.

    `inside`: what was judged is not the whole file, but what stands in it under the key.
    """
    faults = [_in_file(one, file, key, inside=inside) for one in wrong]
    if not faults:
        return file.data
    first, *others = sorted(faults, key=lambda one: one.extra["line"] or 0)
    if others:
        first.extra["also"] = [{"message": o.message, "hint": o.hint, "line": o.extra["line"]} for o in others]
    raise first


def _in_file(wrong: Malformed, file: ArmyFile, key: str, *, inside: bool = False) -> Malformed:
    """A fault with the file and line that it stands in, and its place in words that people find."""
    place = place_of(wrong.where, key)
    if inside:
        place = (key, *place)
    line = file.line_of(place) if wrong.where else None
    said = wrong.message.removeprefix(f"{wrong.where}: ") if wrong.where else wrong.message
    spot = spot_words(file.data, place)
    message = f"{file.path}{f':{line}' if line else ''}: {f'{spot}: ' if spot else ''}{said}"
    return Malformed(message, hint=wrong.hint, where=str(file.path), code=wrong.code, line=line)


def spot_words(data: Json, place: Where) -> str:
    """A place for people: items of a list by their id, those without one of their own by number from 1."""
    words: list[str] = []
    for part in place:
        inner = _inside(data, part)
        words.append(_item_words(data, part, inner) if isinstance(part, int) else part)
        data = inner
    return ".".join(words)


def _inside(data: Shaped, part: str | int) -> Json:
    try:
        return data[part]
    except (KeyError, IndexError, TypeError):
        return None


def _item_words(items: Shaped, at: int, item: Json) -> str:
    """``line-wardens``, or ``3`` for the third of those that no id tells apart."""
    own = item.get("id") if isinstance(item, Mapping) else None
    same = sum(isinstance(one, Mapping) and one.get("id") == own for one in items if own) if own else 0
    return own if isinstance(own, str) and own.strip() and same == 1 else str(at + 1)


def _served(tables: Tables, army: JsonMapping, own: Path, key: str) -> Path | None:
    """The one file of the player's own folder that has what the army needs, None where none has."""
    serving: list[Path] = []
    for path in sorted(own.glob("*.toml")) if own.is_dir() else ():
        try:
            if tables.serves(army, load_file(path).data):
                serving.append(path)
        except TabletopError:
            continue  # another file's fault is none of this army's
    if len(serving) > 1:
        names = " and ".join(path.name for path in serving)
        raise Malformed(f"{own}: {names} both fit", hint=f"name one: {key} = {brief(serving[0].name)}", code="bad-army")
    return serving[0] if serving else None


def merged_references(system: System, armies: Sequence[JsonMapping], names: Sequence[str] = ()) -> JsonObject:
    """The common keys of several armies together, for the set-up of their battle.

    Errors: `Malformed` for what differs, with the `names` of the files that the armies have it from, where they are
    given.
    """
    found: ShapedObject = {}
    for key in system.common:
        told = names or [""] * len(armies)
        brought: list[tuple[str, Any]] = [
            (name, army[key]) for name, army in zip(told, armies, strict=True) if key in army
        ]
        for at, (name, table) in enumerate(brought):
            try:
                found[key] = system.common[key].tables().merge(found[key], table) if at else table
            except Malformed as wrong:
                raise _of_two(system, key, wrong, brought[:at], name, table) from None
    return found


def _of_two(
    system: System,
    key: str,
    wrong: Malformed,
    before: Sequence[tuple[str, ShapedMapping]],
    name: str,
    table: ShapedMapping,
) -> Malformed:
    """The error of an army whose table differs from that of one before it, with the names of both."""
    for other, known in before:
        try:
            system.common[key].tables().merge(known, table)
        except Malformed:
            return _naming(wrong, other, name) if other and name else wrong
    return wrong

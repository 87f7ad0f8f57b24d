"""Files that an army names: home-made catalogues, read from beside the army or from the player's own folder.

A system's common keys (`System.common`) hold tables everywhere but in army files, where they are paths. The files are
read within limits, checked, and put in place of their paths; what is wrong with one is said with its file and line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from ..data import Json, JsonMapping, JsonObject, Shaped, ShapedObject
from ..declare.kinds import brief
from ..errors import Malformed, TabletopError
from ..records import dataclass
from ..system import AnyCommon, System
from .army import ArmyFile, load_file, sha256_of
from .problems import Where, place_of

FOLDER = "catalogues"  # in the player's own folder, with a folder for each system inside

LONGEST_NAME = 255  # bytes between slashes, on every file system that people have


@dataclass(frozen=True)
class HomeMade:
    """What an army needs that no rulebook prints: under which key, from which file, and the SHA-256 of its bytes.

    `path` is None for what stands in the army file itself; then the hash is of its data as JSON with sorted keys.
    """

    key: str
    path: Path | None
    sha256: str

    @property
    def file(self) -> str:
        """The name of its file, empty where it has none of its own."""
        return self.path.name if self.path else ""


Home: TypeAlias = Path | Callable[[], Path]  # the folder of the player's own data, or what finds it


def own_folder(system: System, home: Home) -> Path:
    """Where players drop files that every army of a system may use."""
    return (home if isinstance(home, Path) else home()) / FOLDER / system.id


def resolve_references(system: System, army: ArmyFile, home: Home | None = None) -> JsonObject:
    """The data of an army file with the files that it names in place of their paths; see `with_references`."""
    return with_references(system, army, home)[0]


def with_references(
    system: System, army: ArmyFile, home: Home | None = None
) -> tuple[JsonObject, tuple[HomeMade, ...]]:
    """The data of an army file with the files that it names in place of their paths, and what is home-made in it.

    A path is looked up beside the army, then in the player's own folder under `home`; it must stay inside of these.
    An army that needs something which no rulebook prints, and names no file, is served from the player's own folder.
    Errors: `Malformed` and `TabletopError` with the file and line concerned.
    """
    data = dict(army.data)
    made: list[HomeMade] = []
    for key, common in system.common.items():
        named = data.get(key)
        with _blamed_on(army, key):
            path = None
            if isinstance(named, str):
                path = _found(named, army, key, None if home is None else own_folder(system, home))
            elif key not in data and home is not None and common.wanted(data):
                path = _served(common, data, own_folder(system, home), key)
            if path is not None:
                data[key] = read_file(common, path, key)
                made.append(HomeMade(key, path, sha256_of(path.read_bytes())))
            elif key in data:
                made.append(HomeMade(key, None, hash_of(data[key])))
    return data, tuple(made)


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


def _found(named: str, army: ArmyFile, key: str, own: Path | None) -> Path:
    """The file that an army names. Errors: `Malformed` for one outside of the allowed folders, or none."""
    line = army.line_of((key,))
    place: ShapedObject = {"where": str(army.path), "code": "bad-army", "line": line}
    where = f"{army.path}:{line}"
    if not _is_name(named):
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


def read_file(common: AnyCommon, path: Path, key: str) -> JsonObject:
    """A file of a common key, checked.

    Errors: `Malformed` with the file and, where it is known, the line; further faults stand in its extra ``also``, a
    list of {message, hint, line}.
    """
    file = load_file(path)
    return sound(file, _faults(common, file.data, key), key)


def sound(file: ArmyFile, wrong: Iterable[Malformed], key: str) -> JsonObject:
    """The data of a file with which nothing is wrong. Errors: as `read_file`, of what is wrong with it."""
    faults = [_in_file(one, file, key) for one in wrong]
    if not faults:
        return file.data
    first, *others = sorted(faults, key=lambda one: one.extra["line"] or 0)
    if others:
        first.extra["also"] = [{"message": o.message, "hint": o.hint, "line": o.extra["line"]} for o in others]
    raise first


def _faults(common: AnyCommon, data: JsonMapping, key: str) -> list[Malformed]:
    """All that is wrong with a file, or the first where the system says no more."""
    if common.faults is not None and (found := list(common.faults(data, key))):
        return found
    try:
        common.check(common.read(data, key), key)
    except Malformed as wrong:
        return [wrong]
    return []


def _in_file(wrong: Malformed, file: ArmyFile, key: str) -> Malformed:
    """A fault with the file and line that it stands in, and its place in words that people find."""
    place = place_of(wrong.where, key)
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


def _served(common: AnyCommon, army: JsonMapping, own: Path, key: str) -> Path | None:
    """The one file of the player's own folder that has what the army needs, None where none has."""
    serving: list[Path] = []
    for path in sorted(own.glob("*.toml")) if own.is_dir() else ():
        try:
            if common.serves(army, load_file(path).data):
                serving.append(path)
        except TabletopError:
            continue  # another file's fault is none of this army's
    if len(serving) > 1:
        names = " and ".join(path.name for path in serving)
        raise Malformed(f"{own}: {names} both fit", hint=f"name one: {key} = {brief(serving[0].name)}", code="bad-army")
    return serving[0] if serving else None


def merged_references(system: System, armies: Iterable[JsonMapping]) -> JsonObject:
    """The common keys of several armies together, for the set-up of their battle. Errors: `Malformed`."""
    found: JsonObject = {}
    for army in armies:
        for key, common in system.common.items():
            if key in army:
                found[key] = common.merge(found[key], army[key]) if key in found else army[key]
    return found

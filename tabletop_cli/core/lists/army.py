"""Army lists: reading a file with its positions, checking a list against a system's constraints.

A system describes its lists with a `Muster`: how one is read, one check per constraint id, what it costs. The result
of a check depends on the content only, never on the order of keys or entries; all problems are reported, not the first.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from stat import S_ISFIFO, S_ISSOCK
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from ..data import Json, JsonMapping, JsonObject, KeyTwice, Schema, Shaped, is_deeper, parse_json
from ..declare.kinds import brief_text, digits_of
from ..errors import Malformed, TabletopError, TooBig
from ..records import dataclass
from .problems import Problem, Where

if TYPE_CHECKING:
    from ..system import System
    from .arsenal import AnyArsenal
    from .form import Form
    from .sheet import Sheet

LARGEST_FILE = 1_000_000  # bytes; a real list has a few thousand
DEEPEST = 40  # nested tables and lists
MOST_DIGITS = 15  # of a number: all that is counted and computed with stays exact, and short enough to be read

L = TypeVar("L")  # a list that is read


@dataclass(frozen=True, kw_only=True)
class Muster(Generic[L]):
    """The army lists of a system.

    read(army, budget, system)  the list from raw data; `budget` overrides the army's. Errors: `Malformed` ``bad-army``
    checks                      one function per constraint id: the problems of a list that is read
    points(list)                what it costs; None instead of a function for a system without points
    budget(list)                what it may cost (None: not agreed)
    sheet(list, problems)       the list as people want it on paper
    schema(system)              draft-07 JSON Schema of an army file
    form(army, system)          what may be written into an army file, given what is written there already: raw data of
                                any shape, an empty table too; it never raises
    marks(entry, army)          what one copy of an entry (raw data) adds to the counts by which the whole list is
                                judged, points aside: commanders, queens ... Of each count only none, one or several
                                matters. Empty where adding units cannot make a list illegal but by its points
    once_per_id                 for machines, each id is reported once, with the other places beside it
    gist(list)                  in a system without points what is told where those of others are, in a few words
    match(lists)                what keeps some lists from being of one game, each problem with the number of the list
                                that it is about; None in a system whose lists all fit together
    arsenal_from()              what gives the `Arsenal`, by which it is reckoned what a list can do: a `part`; None in
                                a system of which nothing can be said
    house                       its lists read their house rules themselves (`System.read_common`), because checks or
                                prices depend on them; else these are judged and taken away before `read`
    """

    read: Callable[[JsonMapping, Json, System], L]
    checks: Mapping[str, Callable[[L], Iterable[Problem]]]
    points: Callable[[L], Fraction] | None
    budget: Callable[[L], Fraction | None]
    schema: Callable[[System], Schema]
    sheet: Callable[[L, Sequence[Problem]], Sheet]
    form: Callable[[JsonMapping, System], Form]
    marks: Callable[[JsonMapping, JsonMapping], Mapping[str, int]] = lambda entry, army: {}
    once_per_id: bool = False
    house: bool = False
    gist: Callable[[L], str] = lambda roster: ""
    match: Callable[[Sequence[L]], Iterable[tuple[int, Problem]]] | None = None
    arsenal_from: Callable[[], AnyArsenal] | None = None

    @property
    def has_points(self) -> bool:
        """Whether lists cost something at all."""
        return self.points is not None


AnyMuster: TypeAlias = Muster[Any]  # whatever its lists are


@dataclass(frozen=True)
class Report:
    """What checking found: legal means no errors, whatever the warnings.

    `points` are None in a system without points; `gist` is then what is worth knowing instead, see `Muster`.
    """

    points: Fraction | None
    budget: Fraction | None
    problems: tuple[Problem, ...]
    gist: str = ""

    @property
    def sum(self) -> Fraction:
        """The points to reckon with: 0 in a system without points."""
        return self.points or Fraction(0)

    @property
    def legal(self) -> bool:
        return all(not problem.is_error for problem in self.problems)

    def with_problems(self, more: Sequence[Problem]) -> Report:
        """The same with further problems, which come first."""
        return replace(self, problems=(*more, *self.problems)) if more else self


def read_army(system: System, army: Json, budget: Json = None) -> Any:
    """A list from raw data. Errors: `Malformed` with code ``bad-army`` or ``bad-house``."""
    try:
        if not isinstance(army, Mapping):
            raise Malformed(f"army: {brief_text(army)} is not a table", where="army")
        if not system.muster.house and "house" in army:
            system.read_house(army["house"], "army.house")
            army = {key: value for key, value in army.items() if key != "house"}
        return system.muster.read(army, budget, system)
    except Malformed as wrong:
        if wrong.code == Malformed.code:
            wrong.code = "bad-army"
        raise


def check_army(system: System, army: Json, budget: Json = None) -> Report:
    """Check raw data against every constraint. Errors: as `read_army`."""
    return check_list(system, read_army(system, army, budget))


def check_list(system: System, roster: object) -> Report:
    """Check a list that is read."""
    muster = system.muster
    problems = [problem for checked in muster.checks.values() for problem in checked(roster)]
    problems.sort(key=lambda problem: problem.order)
    points = None if muster.points is None else muster.points(roster)
    return Report(points, muster.budget(roster), tuple(problems), muster.gist(roster))


def sha256_of(content: bytes) -> str:
    """In 64 hex digits."""
    from hashlib import sha256  # the library behind it takes as long to load as a list to check

    return sha256(content).hexdigest()


@dataclass(frozen=True)
class ArmyFile:
    """An army file as read: its path, text and data, and whether a byte order mark stood before the text."""

    path: Path
    text: str
    data: JsonObject
    marked: bool = False

    @property
    def sha256(self) -> str:
        """Of the bytes that were read."""
        return sha256_of((BOM_UTF8 if self.marked else b"") + self.text.encode())

    @cached_property
    def _lines(self) -> dict[Where, int]:
        """Looked for once, and only when somebody asks: a list may have as many problems as lines."""
        return find_line_numbers(self.text)

    def line_of(self, where: Where) -> int | None:
        """The line of a place in the data, or of the nearest place above it that has one."""
        place = where
        while place:
            if place in self._lines:
                return self._lines[place]
            place = place[:-1]
        return 1 if self.text else None

    def problems_with_lines(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """The same problems with their lines."""
        return tuple(problem.at_line(self.line_of(problem.where)) for problem in problems)


def load_file(path: Path) -> ArmyFile:
    """Read an army file, TOML or JSON by its ending.

    Errors: `TabletopError` for what cannot be opened, `TooBig`, `Malformed` with line and column for broken syntax, and
    with the line of a number that no list has.
    """
    raw = _read_bytes(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as broken:
        raise Malformed(
            f"{path}: not UTF-8 text (byte {broken.start})", hint="save it as UTF-8", where=str(path)
        ) from None
    return file_of(path, text, marked=raw.startswith(BOM_UTF8))


def file_of(path: Path, text: str, *, marked: bool = False) -> ArmyFile:
    """An army file whose text is at hand. Errors: as `load_file`, but for opening it."""
    try:
        is_json = path.suffix.lower() == ".json"
        if not is_json and (line := dotted_too_deep(text)):
            raise TooBig(f"{path}:{line}: nested deeper than {DEEPEST} levels", where=str(path), line=line)
        data = parse_json(text) if is_json else tomllib.loads(text)
    except RecursionError:
        raise TooBig(f"{path}: nested too deeply", where=str(path)) from None
    except KeyTwice as twice:
        raise Malformed(f"{path}: {twice}", hint="leave one of them", where=str(path), code="bad-syntax") from None
    except ValueError as broken:
        raise _endless_number_error(path, text, broken) or _syntax_error(path, text, broken) from None
    if not isinstance(data, dict):
        raise Malformed(f"{path}: an army must be a table, not {brief_text(data)}", where=str(path), code="bad-army")
    if sum(map(text.count, "[{.")) >= DEEPEST and is_deeper(
        data, DEEPEST
    ):  # each level below the first begins with one
        raise TooBig(f"{path}: nested deeper than {DEEPEST} levels", where=str(path))
    file = ArmyFile(path, text, data, marked)
    for where, digits in _long_numbers(data) if re.search(_LONG, text) else ():
        line = None if path.suffix.lower() == ".json" else file.line_of(where)
        raise _long_number_error(path, line, _place_text(where), digits)
    return file


_QUOTED = r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*'
_BARE = r"[ \t]*[A-Za-z0-9_-]+[ \t]*"


def dotted_too_deep(text: str) -> int | None:
    """The first line of TOML with a dotted key of more parts than tables may be nested, before it is parsed.

    A parser's work and memory grow with the square of the parts: a key of 40 kB took more than a gigabyte.
    """
    if text.count(".") <= DEEPEST:  # so it is in most files, and their lines need no look
        return None
    for number, line in enumerate(text.splitlines(), 1):
        if line.count(".") > DEEPEST:
            run = 0
            for part in re.sub(_QUOTED, "x", line).split("."):
                run = run + 1 if re.fullmatch(_BARE, part) else 0
                if run > DEEPEST:
                    return number
    return None


def load_house(path: Path) -> tuple[JsonMapping, str | None]:
    """The house rules of a file, of an army or alone, and the system that it names, if any. Errors: as `load_file`."""
    data = load_file(path).data
    house = data.get("house", {} if "units" in data or "system" in data else data)
    if not isinstance(house, Mapping):
        text = f"{path}: house must be a table, not {brief_text(house)}"
        raise Malformed(text, hint="write it as [house]", where=str(path), code="bad-house")
    system = data.get("system")
    return house, system if isinstance(system, str) else None


def _read_bytes(path: Path) -> bytes:
    """The bytes of a file of bounded size; never more is read, whatever the file claims to be."""
    try:
        mode = path.stat().st_mode
        if S_ISFIFO(mode) or S_ISSOCK(mode):
            raise TabletopError(f"{path}: not a file", where=str(path), code="unreadable")
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise TooBig(f"{path}: too large: an army file has at most {LARGEST_FILE:,} bytes", where=str(path))
        return raw
    except OSError as broken:
        raise unreadable_error(path, broken) from None
    except ValueError:  # a name with a NUL in it
        raise TabletopError(f"{path}: not a file name", where=str(path), code="unreadable") from None


def unreadable_error(path: Path, broken: OSError) -> TabletopError:
    """Return the error of a file that cannot be read; of one that is not there, with the name that may be meant."""
    hint, why = "", f"cannot be read: {broken.strerror or broken}"
    if isinstance(broken, FileNotFoundError):
        from ..examples import hint_at_path  # looks through folders, and hardly any command needs it

        hint, why = hint_at_path(path), "there is no such file"
    text = f"{path}: {why}"
    return TabletopError(text, hint=hint, where=str(path), code="unreadable")


def _syntax_error(path: Path, text: str, broken: ValueError) -> Malformed:
    """A syntax error with the line and column that the parser names."""
    from .broken_toml import hint_at  # only files that cannot be parsed need it

    if isinstance(broken, json.JSONDecodeError):
        line, column, what = broken.lineno, broken.colno, broken.msg
    else:
        found = re.search(r"\(at line (\d+), column (\d+)\)", str(broken))
        end = text.count("\n") + 1
        line, column = (int(found[1]), int(found[2])) if found else (end, 1)
        what = re.sub(r" \(at .*\)$", "", str(broken))
    kind = "JSON" if isinstance(broken, json.JSONDecodeError) else "TOML"
    return Malformed(
        f"{path}:{line}:{column}: broken {kind}: {what}",
        hint=hint_at(what) if kind == "TOML" else "",
        where=str(path),
        code="bad-syntax",
        line=line,
        column=column,
    )


def _long_number_error(path: Path, line: int | None, place: str, digits: int) -> Malformed:
    """A number that no list has; it is said how long it is, not what it is."""
    at = f"{path}:{line}" if line else f"{path}"
    said = ": ".join(part for part in (at, place, f"a number of {digits:,} digits") if part)
    wrong = Malformed(f"{said}; at most {MOST_DIGITS} are allowed", where=str(path), code="bad-army")
    wrong.extra.update({"line": line} if line else {})
    return wrong


_ENDLESS = r"[0-9][0-9_]{600,}"  # Python reads no number of several thousand digits, 640 at the least


def _endless_number_error(path: Path, text: str, broken: ValueError) -> Malformed | None:
    """The error for a number that Python itself refuses to read."""
    if "integer string conversion" not in str(broken):
        return None
    found = max(re.finditer(_ENDLESS, text), key=lambda one: len(one[0]), default=None)
    if found is None:
        return None
    start = text.rfind("\n", 0, found.start()) + 1
    key = re.match(_KEY, text[start : found.start()])
    place = _place_text(_key_parts(key[1])) if key else ""
    return _long_number_error(path, text.count("\n", 0, start) + 1, place, len(found[0].replace("_", "")))


_LONG = rf"[0-9](?:[0-9_]{{{MOST_DIGITS - 1}}}|[eExX])"  # every number of more than `MOST_DIGITS` digits looks so


def _long_numbers(value: Shaped, where: Where = ()) -> Iterator[tuple[Where, int]]:
    """The places of numbers of more than `MOST_DIGITS` digits before the point, and how many they have.

    What is infinite or no number at all is left to those who read the value.
    """
    if isinstance(value, dict | list):
        for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(inside, dict | list | int | float):
                yield from _long_numbers(inside, (*where, key))
    elif math.inf > abs(value) >= 10**MOST_DIGITS:
        yield where, digits_of(int(value))


def _place_text(where: Where) -> str:
    """A place for people: ``units[2].count``."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{_short_key(part)}" for part in where)
    return text.removeprefix(".")


def _short_key(key: str) -> str:
    return key if len(key) <= 40 else key[:37] + "..."


_HEADER = r"^\s*(\[\[?)\s*([A-Za-z0-9_\-.\" ]+?)\s*\]\]?\s*(?:#.*)?$"
_KEY = r"^\s*([A-Za-z0-9_\-.\"]+)\s*="
_ENTRY = r"^\s*\{"


def find_line_numbers(text: str) -> dict[Where, int]:
    """The lines of tables, keys and entries of a TOML text, by their place in the data.

    It reads the layouts that people write: tables, arrays of tables, and inline tables one a line. A table that has no
    header of its own stands where the first header names it.
    """
    lines: dict[Where, int] = {}
    named: dict[Where, int] = {}
    counts: dict[Where, int] = {}
    table: Where = ()
    inline: Where | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(_HEADER, line):
            inline, table = None, _header_place(header, counts)
            lines.setdefault(table, number)
            for depth in range(1, len(table)):
                named.setdefault(table[:depth], number)
        elif key := re.match(_KEY, line):
            place = (*table, *_key_parts(key[1]))
            lines.setdefault(place, number)
            inline = place if line.rstrip().endswith("[") else None
        elif inline is not None and re.match(_ENTRY, line):
            at = counts.get(inline, -1) + 1
            counts[inline] = at
            lines.setdefault((*inline, at), number)
    return named | lines


def _key_parts(key: str) -> Where:
    return tuple(part.strip().strip('"') for part in key.split("."))


def _header_place(header: re.Match[str], counts: dict[Where, int]) -> Where:
    """The place of a table; entries of arrays of tables count up."""
    place: Where = ()
    parts = _key_parts(header[2])
    for depth, part in enumerate(parts, 1):
        place = (*place, part)
        if header[1] == "[[" and depth == len(parts):
            counts[place] = counts.get(place, -1) + 1
        if place in counts:
            place = (*place, counts[place])
    return place

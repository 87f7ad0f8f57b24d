"""A battle as text: its header, its events, and the file that it is exported to and imported from.

An exported battle is JSON Lines in UTF-8: first the header, `{"tabletop": 2, "id": ..., "kind": "battle",
"stream": 2, "events": 12, "progress": false, "setup": {...}}`, then a line an event, exactly as it was recorded; where
`progress` is true, a last line is the event that is under way. Files of format 1, which have no `kind`, `stream` and
`progress`, are read, too. Reading one trusts nothing: sizes are bounded, every line is checked, and a mistake is
reported with its line number. Knows no game and no database.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import fields, replace
from typing import BinaryIO, NamedTuple

from ... import __version__
from ..data import JsonObject, ShapedObject, parse_json
from ..declare.kinds import brief
from ..dice.stream import SEED_BYTES, VERSIONS, commitment
from ..errors import Malformed, TooBig
from ..games import BATTLE
from ..records import dataclass
from ..versions import is_newer

FORMAT = 2
MAX_LINE = 1 << 20  # bytes of a line
MAX_EVENTS = 100_000  # in one battle
MAX_FILE = 1 << 26  # bytes of an exported battle


@dataclass(frozen=True)
class BattleHeader:
    """What is fixed about a battle when it begins.

    id          short and unique; the store makes one when it is empty
    name        what the players call it; unique in the store, whatever the case of its letters
    system      key of the game system, such as `td`
    version     of the program that began the battle
    created     UTC time in ISO 8601
    setup       JSON object as canonical text: the store does not look inside
    seed        of the dice stream, 32 hex digits
    commitment  SHA-256 of the seed's bytes, 64 hex digits
    kind        which game of the system it is, such as `battle` or `campaign`
    stream      version of the dice stream, see `core/dice/stream.py`
    """

    id: str
    name: str
    system: str
    version: str
    created: str
    setup: str
    seed: str
    commitment: str
    kind: str = BATTLE
    stream: int = 1


class Exported(NamedTuple):
    """What an exported battle holds: its header, a line an event, and the event that is under way, if one is."""

    header: BattleHeader
    events: list[str]
    progress: str | None = None


_NEEDS_NEWER = "A file from a newer version needs that version: update tabletop."
FIELDS = tuple(field.name for field in fields(BattleHeader))
_SINCE_2: JsonObject = {"kind": BATTLE, "stream": 1, "progress": False}  # what files of format 1 leave unsaid
_PATTERNS = {
    "id": (re.compile(r"[0-9a-z][0-9a-z-]{0,63}"), "1 to 64 small letters, digits and hyphens"),
    "system": (re.compile(r"[a-z][0-9a-z_-]{0,63}"), "the key of a game system, such as td"),
    "version": (re.compile(r"[!-~]{1,64}"), "a version number"),
    "created": (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)"), "a UTC time in ISO 8601"),
    "seed": (re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}"), f"{2 * SEED_BYTES} hex digits"),
    "commitment": (re.compile(r"[0-9a-f]{64}"), "64 hex digits"),
    "kind": (re.compile(r"[a-z][0-9a-z_-]{0,63}"), "a kind of game, such as battle"),
}


def new_id() -> str:
    """An id for a battle, short enough to type."""
    return os.urandom(4).hex()


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical(value: object) -> str:
    """The one JSON text of a value: keys sorted, no spaces, letters as they are. Refuses NaN."""
    return _CANONICAL.encode(value)


def seed_fits(header: BattleHeader) -> bool:
    """Whether the seed is the one that was committed to."""
    return commitment(bytes.fromhex(header.seed)) == header.commitment


def checked(header: BattleHeader, where: str = "") -> BattleHeader:
    """The header with its setup in canonical form. Raises Malformed for a field that is wrong."""
    for field, (pattern, wanted) in _PATTERNS.items():
        text = getattr(header, field)
        if not pattern.fullmatch(text):
            raise Malformed(f"the battle's {field} is {brief(text)}, not {wanted}", where=where)
    _check_name(header.name, where)
    if header.stream not in VERSIONS:
        raise Malformed(
            f"the dice of the battle are of version {header.stream}, which is not known",
            hint="A battle from a newer version needs that version.",
            where=where,
        )
    if not seed_fits(header):
        raise Malformed("the seed of the dice is not the one that was committed to", where=where)
    header = replace(header, setup=canonical(json_object(header.setup, where)))
    _check_size(header_line(header, MAX_EVENTS, progress=False), where)
    return header


def check_event(line: str, number: int, where: str = "") -> None:
    """Refuse the line unless it can be event `number`: an object whose `n`, if any, agrees."""
    if number > MAX_EVENTS:
        raise TooBig(f"a battle has at most {MAX_EVENTS:,} events", where=where)
    if "\n" in line or "\r" in line:
        raise Malformed("an event is on one line", where=where)
    _check_size(line, where)
    said = json_object(line, where).get("n", number)
    if said != number:
        raise Malformed(f"this should be event {number}, but says that it is event {brief(said)}", where=where)


def header_line(header: BattleHeader, events: int, *, progress: bool) -> str:
    """The first line of an exported battle; `progress` says whether the last one is an event that is under way."""
    known = {field: getattr(header, field) for field in FIELDS if field != "setup"}
    content = {"tabletop": FORMAT, **known, "events": events, "progress": progress, "setup": json.loads(header.setup)}
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def read_export(file: BinaryIO) -> Exported:
    """What an exported battle holds. Raises Malformed or TooBig with the line number."""
    head, *lines = _read_lines(file)
    header, events, under_way = _read_header(head)
    for number, line in enumerate(lines, start=1):
        check_event(line, number, where=f"line {number + 1}")
    if len(lines) != events + under_way:
        also = " and one under way" if under_way else ""
        raise Malformed(
            f"this battle has {events} events{also}, but {len(lines)} are in the file",
            hint="The file is cut short or glued together. Export the battle again.",
            where="line 1",
        )
    return Exported(header, lines[:events], lines[-1] if under_way else None)


def json_object(line: str, where: str = "") -> JsonObject:
    """The JSON object that a line holds. Raises Malformed when it holds none, or text that is not Unicode."""
    try:
        value = parse_json(line, parse_constant=_no_number)
        canonical(value).encode()
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} at column {error.colno}", where=where) from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON that can be used: {_reason(error)}", where=where) from None
    if not isinstance(value, dict):
        raise Malformed("this should be a JSON object", where=where)
    return value


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeError):
        return "it has half a character"
    return str(error).partition(";")[0]


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _check_name(name: str, where: str) -> None:
    # The two joiners are not printable by themselves, but Persian, Hindi and emoji need them.
    visible = name.replace("\u200c", "").replace("\u200d", "")
    if not visible.isprintable():
        raise Malformed(f"the battle's name has characters that cannot be printed: {brief(name)}", where=where)
    if not 1 <= len(name) <= 100 or not visible.strip():
        raise Malformed(f"a battle's name has 1 to 100 characters, not {len(name.strip())}", where=where)


def _check_size(line: str, where: str) -> None:
    size = len(line.encode(errors="replace"))
    if size > MAX_LINE:
        raise TooBig(f"a line has at most {MAX_LINE:,} bytes, this one {size:,}", where=where)


def _read_lines(file: BinaryIO) -> list[str]:
    """The lines of the file without their ends. Reads no further than the limits allow."""
    lines: list[str] = []
    left = MAX_FILE
    # Two more than a line may have, for the end of the line.
    while raw := file.readline(MAX_LINE + 2):
        where = f"line {len(lines) + 1}"
        left -= len(raw)
        raw = raw.removesuffix(b"\n").removesuffix(b"\r")
        if len(raw) > MAX_LINE:
            raise TooBig(f"a line has at most {MAX_LINE:,} bytes; this one has more", where=where)
        if left < 0:
            raise TooBig(f"an exported battle has at most {MAX_FILE:,} bytes; this file has more", where=where)
        if len(lines) > MAX_EVENTS:
            raise TooBig(f"a battle has at most {MAX_EVENTS:,} events; this file has more", where=where)
        try:
            lines.append(raw.decode())
        except UnicodeDecodeError as error:
            raise Malformed(f"not UTF-8 text at byte {error.start + 1}", where=where) from None
    if not lines:
        raise Malformed("the file is empty", hint="Export the battle again.")
    return lines


def _read_header(line: str) -> tuple[BattleHeader, int, bool]:
    """The header of an exported battle, the number of its events, and whether there is one under way."""
    content: ShapedObject = json_object(line, "line 1")
    _check_format(content)
    if content["tabletop"] == 1 and not content.keys() & _SINCE_2.keys():
        content |= _SINCE_2
    wanted = {"tabletop", "events", "progress", *FIELDS}
    for field in sorted(wanted ^ content.keys()):
        what = "is missing" if field in wanted else "is unknown"
        raise Malformed(f"the header's field {brief(field)} {what}", where="line 1")
    values = {field: content[field] for field in FIELDS}
    if not isinstance(values["setup"], dict):
        raise Malformed("the header's setup should be a JSON object", where="line 1")
    values["setup"] = canonical(values["setup"])
    _check_types(values | {"events": content["events"], "progress": content["progress"]})
    header = checked(BattleHeader(**values), "line 1")
    if is_newer(header.version):
        raise Malformed(
            f"the {header.kind} was begun with version {header.version} of tabletop, and this is {__version__}",
            hint=_NEEDS_NEWER,
            where="line 1",
        )
    return header, content["events"], content["progress"]


def _check_format(content: JsonObject) -> None:
    if type(found := content.get("tabletop")) is not int or not 1 <= found <= FORMAT:
        raise Malformed(
            f'this is no exported battle: its first line does not begin with {{"tabletop":{FORMAT}',
            hint=_NEEDS_NEWER if "tabletop" in content else "",
            where="line 1",
        )


def _check_types(values: JsonObject) -> None:
    wanted = {"events": (int, "a number"), "stream": (int, "a number"), "progress": (bool, "true or false")}
    for field, value in values.items():
        kind, words = wanted.get(field, (str, "a text"))
        if type(value) is not kind:
            raise Malformed(f"the header's {field} should be {words}, not {brief(value)}", where="line 1")

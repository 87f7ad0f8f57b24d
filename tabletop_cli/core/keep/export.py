"""A battle as text: its header, its events, and the file that it is exported to and imported from.

An exported battle is JSON Lines in UTF-8: first the header, `{"tabletop": 2, "id": ..., "kind": "battle",
"stream": 4, "events": 12, "progress": false, "setup": {...}}`, then a line an event, exactly as it was recorded; where
`progress` is true, a last line is the event that is under way. Files of format 1, which have no `kind`, `stream` and
`progress`, are read, too.

A campaign and the battle that is fought in it now are one file, of format 3: the header of the campaign also says
`"along": true`, and behind its last line stands the battle, with a header of its own.

Reading a file trusts nothing: sizes are bounded, every line is checked, and a mistake is reported with its line number.
Knows no game and no database.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import fields, replace
from typing import BinaryIO, NamedTuple

from ... import __version__
from ..data import JsonObject, ShapedObject, parse_json
from ..declare.kinds import brief_text
from ..dice.stream import SEED_BYTES, VERSIONS, commitment_of
from ..errors import Malformed, TooBig
from ..games import BATTLE
from ..records import dataclass
from ..versions import is_newer

FORMAT = 2  # of a game
FORMAT_ALONG = 3  # of one with another one that is played inside it
MOST_GAMES = 2  # in one file
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
    stream      version of the dice stream, see `core/dice/stream.py`, and of the chain, see `core/play/hash_chain.py`
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
    """What an exported battle holds: its header, a line an event, and the event that is under way, if one is.

    `along` is the game that is played inside it now, if it came along.
    """

    header: BattleHeader
    events: list[str]
    progress: str | None = None
    along: Exported | None = None


_NEEDS_NEWER = "A file from a newer version needs that version: update tabletop."
FIELDS = tuple(field.name for field in fields(BattleHeader))
_SINCE_2: JsonObject = {"kind": BATTLE, "stream": 1, "progress": False}  # what files of format 1 leave unsaid
_NUMBER, _YES_OR_NO = (int, "a number"), (bool, "true or false")
_TYPES: dict[str, tuple[type, str]] = {
    "events": _NUMBER,
    "stream": _NUMBER,
    "progress": _YES_OR_NO,
    "along": _YES_OR_NO,
}
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


def canonical_json(value: object) -> str:
    """The one JSON text of a value: keys sorted, no spaces, letters as they are. Refuses NaN."""
    return _CANONICAL.encode(value)


def seed_fits(header: BattleHeader) -> bool:
    """Whether the seed is the one that was committed to."""
    return commitment_of(bytes.fromhex(header.seed)) == header.commitment


def check_header(header: BattleHeader, where: str = "") -> BattleHeader:
    """The header with its setup in canonical form. Raises Malformed for a field that is wrong."""
    for field, (pattern, wanted) in _PATTERNS.items():
        text = getattr(header, field)
        if not pattern.fullmatch(text):
            raise Malformed(f"the battle's {field} is {brief_text(text)}, not {wanted}", where=where)
    _check_name(header.name, where)
    if header.stream not in VERSIONS:
        raise Malformed(
            f"the dice of the battle are of version {header.stream}, which this program does not know",
            hint="A battle from a newer version needs that version.",
            where=where,
        )
    if not seed_fits(header):
        raise Malformed("the seed of the dice does not fit its seal", where=where)
    header = replace(header, setup=canonical_json(json_object(header.setup, where)))
    _check_size(header_line(header, MAX_EVENTS, progress=False), where)
    return header


def check_event(line: str, number: int, where: str = "") -> None:
    """Refuse the line unless it can be event `number`: an object whose `n`, if any, agrees."""
    if number > MAX_EVENTS:
        raise TooBig(f"a battle has at most {MAX_EVENTS:,} events", where=where)
    if "\n" in line or "\r" in line:
        raise Malformed("an event must be on one line", where=where)
    _check_size(line, where)
    said = json_object(line, where).get("n", number)
    if said != number:
        raise Malformed(f"this should be event {number}, but its number is {brief_text(said)}", where=where)


def header_line(header: BattleHeader, events: int, *, progress: bool, along: bool = False) -> str:
    """The first line of an exported battle; `progress` says whether the last one is an event that is under way.

    `along` says whether another game follows, which is played inside this one.
    """
    known = {field: getattr(header, field) for field in FIELDS if field != "setup"}
    counted = {"events": events, "progress": progress, **({"along": True} if along else {})}
    content = {"tabletop": FORMAT_ALONG if along else FORMAT, **known, **counted, "setup": json.loads(header.setup)}
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def read_export(file: BinaryIO) -> Exported:
    """What an exported battle holds. Raises Malformed or TooBig with the line number."""
    lines = _read_lines(file)
    head = _read_header(lines[0], "line 1")
    exported, rest = _read_game(head, lines[1:], 1)
    if not head.along:
        return exported
    at = len(lines) - len(rest) + 1
    if not rest:
        raise Malformed(
            f"the {exported.header.kind} has a battle inside it, which is missing from the file",
            hint="The file is cut short. Export it again.",
            where="line 1",
        )
    inside = _read_header(rest[0], f"line {at}")
    if inside.along:
        raise Malformed(f"an exported file has {MOST_GAMES} games at most", where=f"line {at}")
    along, _ = _read_game(inside, rest[1:], at)
    return exported._replace(along=along)


def _read_game(head: _Head, lines: list[str], at: int) -> tuple[Exported, list[str]]:
    """A game whose header is line `at` of a file, and what follows it; nothing may, unless another one comes along."""
    last = head.events + head.under_way
    own = lines[:last] if head.along and last >= 0 else lines
    for number, line in enumerate(own, start=1):
        check_event(line, number, where=f"line {at + number}")
    if len(own) != last:
        also = " and one under way" if head.under_way else ""
        raise Malformed(
            f"this battle has {head.events} events{also}, but the file has {len(own)}",
            hint="The file was cut short or put together from parts. Export the battle again.",
            where=f"line {at}",
        )
    return Exported(head.header, own[: head.events], own[-1] if head.under_way else None), lines[len(own) :]


def json_object(line: str, where: str = "") -> JsonObject:
    """The JSON object that a line holds. Raises Malformed when it holds none, or text that is not Unicode."""
    try:
        value = parse_json(line, parse_constant=_no_number)
        canonical_json(value).encode()
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON: {error.msg} at column {error.colno}", where=where) from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON that can be used: {_reason_text(error)}", where=where) from None
    if not isinstance(value, dict):
        raise Malformed("this should be a JSON object", where=where)
    return value


def _reason_text(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeError):
        return "it contains half a character"
    return str(error).partition(";")[0]


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is not a number")


def _check_name(name: str, where: str) -> None:
    # The two joiners are not printable by themselves, but Persian, Hindi and emoji need them.
    visible = name.replace("\u200c", "").replace("\u200d", "")
    if not visible.isprintable():
        raise Malformed(f"the battle's name has characters that cannot be printed: {brief_text(name)}", where=where)
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
        if len(lines) > MOST_GAMES * (MAX_EVENTS + 1):
            raise TooBig(f"a battle has at most {MAX_EVENTS:,} events; this file has more", where=where)
        try:
            lines.append(raw.decode())
        except UnicodeDecodeError as error:
            raise Malformed(f"not UTF-8 text at byte {error.start + 1}", where=where) from None
    if not lines:
        raise Malformed("the file is empty", hint="Export the battle again.")
    return lines


class _Head(NamedTuple):
    """The first line of a game in a file."""

    header: BattleHeader
    events: int
    under_way: bool
    along: bool


def _read_header(line: str, where: str) -> _Head:
    content: ShapedObject = json_object(line, where)
    _check_format(content, where)
    if content["tabletop"] == 1 and not content.keys() & _SINCE_2.keys():
        content |= _SINCE_2
    counted = ("events", "progress", "along") if content["tabletop"] == FORMAT_ALONG else ("events", "progress")
    wanted = {"tabletop", *counted, *FIELDS}
    for field in sorted(wanted ^ content.keys()):
        what = "is missing" if field in wanted else "is unknown"
        raise Malformed(f"the header's field {brief_text(field)} {what}", where=where)
    values = {field: content[field] for field in FIELDS}
    if not isinstance(values["setup"], dict):
        raise Malformed("the header's setup should be a JSON object", where=where)
    values["setup"] = canonical_json(values["setup"])
    _check_types(values | {field: content[field] for field in counted}, where)
    header = check_header(BattleHeader(**values), where)
    if is_newer(header.version):
        raise Malformed(
            f"the {header.kind} was begun with version {header.version} of tabletop, and this is {__version__}",
            hint=_NEEDS_NEWER,
            where=where,
        )
    return _Head(header, content["events"], content["progress"], content.get("along", False))


def _check_format(content: JsonObject, where: str) -> None:
    if type(found := content.get("tabletop")) is not int or not 1 <= found <= FORMAT_ALONG:
        raise Malformed(
            f'this is not an exported battle: its first line does not begin with {{"tabletop":{FORMAT}',
            hint=_NEEDS_NEWER if "tabletop" in content else "",
            where=where,
        )


def _check_types(values: JsonObject, where: str) -> None:
    for field, value in values.items():
        kind, words = _TYPES.get(field, (str, "a text"))
        if type(value) is not kind:
            raise Malformed(f"the header's {field} should be {words}, not {brief_text(value)}", where=where)

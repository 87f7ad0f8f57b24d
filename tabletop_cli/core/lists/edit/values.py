"""Changes inside one line of a TOML file, a key and its value, through tomlkit: so commas, comments and quotes stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...data import Json, Shaped
from ..change import Drop, Insert, Put, Shift
from ..problems import Where
from .edit_steps import EditStep
from .entries import Lost, comments_in
from .fresh import format_value

if TYPE_CHECKING:
    from tomlkit.items import Item


def change_value_line(line: str, place: Where, step: EditStep) -> str:
    """The line after a step at a place of it; comments that tomlkit leaves out are put above it. Errors: `Lost`."""
    from tomlkit import dumps, parse
    from tomlkit.exceptions import TOMLKitError

    try:
        data = parse(line)
        _make_step(data, place, step)
        after = dumps(data)
    except (TOMLKitError, LookupError, TypeError, AttributeError):
        raise Lost from None
    lost = Counter(comments_in(line, alone=True)) - Counter(comments_in(after, alone=True))
    newline = "\r\n" if line.endswith("\r\n") else "\n"
    return "".join(f"{words}{newline}" for words in lost.elements()) + after


def nest_value(keys: Where, value: Json) -> Json:
    """A value inside of tables, one in another."""
    for key in reversed(keys):
        value = {str(key): value}
    return value


def _make_step(inside: Shaped, place: Where, step: EditStep) -> None:
    """Make a step inside a table or list of tomlkit's; where tables on the way are missing, they come to be."""
    while len(place) > 1 and not (isinstance(step, Put) and isinstance(inside, Mapping) and place[0] not in inside):
        inside, place = inside[place[0]], place[1:]
    match step:
        case Put(_, value):
            inside[place[0]] = _parse_item(nest_value(place[1:], value))
        case Drop():
            del inside[place[0]]
        case Insert(_, value) if comments_in(inside.as_string()):
            inside.insert(place[0], _parse_item(value))
        case Insert(_, value):
            inside.append(_parse_item(value))
            _move_item(inside, len(inside) - 1, int(place[0]))
        case Shift(_, to):
            _move_item(inside, int(place[0]), to)


def _move_item(items: Shaped, at: int, to: int) -> None:
    """Move an item of a list; comments and spaces between the items stay where they are."""
    moved = list(items)
    moved.insert(to, moved.pop(at))
    for position, item in enumerate(moved):
        items[position] = item


def _parse_item(value: Json) -> Item:
    from tomlkit import value as parsed

    return parsed(format_value(value))

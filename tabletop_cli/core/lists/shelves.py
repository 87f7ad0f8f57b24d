"""Lists of an army and their entries by the words that people type: ``2``, ``Old Giant``, ``2.members.1``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..declare.kinds import brief, did_you_mean
from ..errors import Malformed
from .change import is_list, value_at
from .form import Form, Shelf
from .problems import Where

Data = Mapping[str, Any]


def shelf_at(form: Form, data: Data, place: Where) -> Shelf | None:
    """The list at a place, ``("units",)`` or ``("units", 2, "members")``; None where the form has none."""
    shelves, rest, table = form.shelves, place, data
    while True:
        found = next((one for one in shelves if rest[: len(one.place)] == one.place), None)
        if found is None or len(rest) == len(found.place):
            return found
        size = len(found.place) + 1
        entry = value_at(table, rest[:size])
        if not isinstance(entry, Mapping):
            return None
        shelves, rest, table = found.inside(entry), rest[size:], entry


def list_named(form: Form, data: Data, word: str) -> tuple[Shelf, Where]:
    """The list that a word names, and its place: ``units``, ``2.members``; without a word the first one.

    Errors: `Malformed`.
    """
    if not form.shelves:
        raise Malformed("this game system has no lists to add to")
    place = _way(form, data, word.split(".")) if word else form.shelves[0].place
    shelf = shelf_at(form, data, place) if place and isinstance(place[-1], str) else None
    if shelf is None or place is None:
        known = [typed(form, (*one.place,)) for one in form.shelves]
        raise Malformed(f"there is no list {brief(word)}", hint=did_you_mean(word, known), code="no-list")
    return shelf, place


def entry_named(form: Form, data: Data, word: str) -> Where:
    """The place of the entry that a word names: its number, its own name, or the word of its ware.

    Errors: `Malformed` for a word that names none of them, or several.
    """
    place = _way(form, data, word.split("."))
    if place and isinstance(place[-1], int):
        if not isinstance(value_at(data, place), Mapping):
            raise _no_number(data, place)
        return place
    entries = list(_entries(form, data))
    for names in (_own_name, _ware_word):
        found = [where for shelf, where, entry in entries if names(shelf, entry) == word]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = " or ".join(typed(form, where) for where in found)
            message = f"{len(found)} entries are {brief(word)}"
            raise Malformed(message, hint=f"give its number: {numbers}", code="several")
    known = [name for shelf, _, one in entries for name in (_own_name(shelf, one), _ware_word(shelf, one)) if name]
    hint = did_you_mean(word, list(dict.fromkeys(known))) or "give the number of an entry, or its name"
    raise Malformed(f"the list has no entry {brief(word)}", hint=hint, code="no-entry")


def typed(form: Form, place: Where) -> str:
    """A place as people type it: numbers from 1, without the name of the first list."""
    words = [str(step + 1) if isinstance(step, int) else step for step in place]
    first = form.shelves[0].place if form.shelves else ()
    short = place[: len(first)] == first and len(place) > len(first)
    return ".".join(words[len(first) :] if short else words)


def _way(form: Form, data: Data, words: Sequence[str]) -> Where | None:
    """The place that numbers and names of lists lead to; None where they lead through no list."""
    shelves, rest = form.shelves, list(words)
    place: Where = ()
    while rest:
        named = [one for one in shelves if list(map(str, one.place)) == rest[: len(one.place)]]
        if not named and not (rest[0].isdecimal() and shelves and (not place or len(shelves) == 1)):
            return None
        shelf = named[0] if named else shelves[0]
        place, rest = (*place, *shelf.place), rest[len(shelf.place) if named else 0 :]
        if rest:
            if not rest[0].isdecimal() or len(rest[0]) > 6:
                return None
            place = (*place, int(rest.pop(0)) - 1)
            entry = value_at(data, place)
            shelves = shelf.inside(entry) if isinstance(entry, Mapping) else ()
    return place


def _no_number(data: Data, place: Where) -> Malformed:
    held = value_at(data, place[:-1])
    count = len(held) if is_list(held) else 0
    has = f"the list has {count or 'no'} {'entry' if count == 1 else 'entries'}"
    hint = "count from 1, in the order of the file"
    return Malformed(f"there is no entry {int(place[-1]) + 1}; {has}", hint=hint, code="no-entry")


def _entries(form: Form, data: Data) -> Iterator[tuple[Shelf, Where, Data]]:
    """The entries of the lists of an army, without those inside entries."""
    for shelf in form.shelves:
        held = value_at(data, shelf.place)
        for at, entry in enumerate(held if is_list(held) else ()):
            if isinstance(entry, Mapping):
                yield shelf, (*shelf.place, at), entry


def _own_name(shelf: Shelf, entry: Data) -> str | None:
    name = entry.get("name")
    return name if isinstance(name, str) else None


def _ware_word(shelf: Shelf, entry: Data) -> str | None:
    return shelf.ware(entry)

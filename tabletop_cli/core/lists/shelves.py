"""Lists of an army and their entries by the words that people type: ``2``, ``Old Giant``, ``2/1``, ``2/members/1``.

Every step of a path is a number, the own name or id of an entry, or the word of its ware; dots do between numbers, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..data import Json, JsonMapping
from ..declare.kinds import brief_text, did_you_mean
from ..errors import Malformed
from .change import is_list, value_at
from .form import Form, Shelf
from .problems import Where

Data = JsonMapping


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


def copies_in(entries: Json) -> int:
    """Return how many things stand in a list, copies and all; what has no count that can be read is one."""
    counts = (one.get("count", 1) if isinstance(one, Mapping) else 1 for one in (entries if is_list(entries) else ()))
    return sum(count if type(count) is int and count > 0 else 1 for count in counts)


def list_named(form: Form, data: Data, word: str, ware: str = "") -> tuple[Shelf, Where]:
    """The list that a word names, and its place: ``flanks``, ``2/members``; without a word the first one.

    The word of an entry is its list inside; of several the one that has the `ware`. Errors: `Malformed`.
    """
    if not form.shelves:
        raise Malformed("in this game nothing can be added to a list")
    place = _parse_path(form, data, word.replace("/", ".").split(".")) if word else form.shelves[0].place
    shelf = shelf_at(form, data, place) if place and isinstance(place[-1], str) else None
    if shelf is not None and place is not None:
        return shelf, place
    if place is None or not isinstance(place[-1], int):
        head, _, last = word.rpartition("/")
        if head and (
            found := [one for one in _lists_inside(form, data, entry_named(form, data, head)) if one[0] == last]
        ):
            return found[0][1:]
    try:
        entry = entry_named(form, data, word)
    except Malformed as wrong:
        if "/" in word or word.isdecimal() or wrong.code == "several":
            raise
        known = [format_place(form, data, one.place) for one in form.shelves]
        raise Malformed(
            f"there is no list {brief_text(word)}", hint=did_you_mean(word, known), code="no-list"
        ) from None
    return _only_list(form, data, entry, ware)


def _lists_inside(form: Form, data: Data, entry: Where) -> list[tuple[str, Shelf, Where]]:
    """The lists inside an entry: the last word of each, its shelf and its place."""
    shelf, fields = shelf_at(form, data, entry[:-1]), value_at(data, entry)
    inner = shelf.inside(fields) if shelf and isinstance(fields, Mapping) else ()
    return [(str(one.place[-1]), one, (*entry, *one.place)) for one in inner]


def _only_list(form: Form, data: Data, entry: Where, ware: str) -> tuple[Shelf, Where]:
    """The list inside an entry; of several the one that has a ware. Errors: `Malformed`."""
    inner = _lists_inside(form, data, entry)
    fitting = [one for one in inner if one[1].find_ware(ware)]
    for found in (fitting, inner):
        if len(found) == 1:
            return found[0][1:]
    here = format_place(form, data, entry)
    if not inner:
        raise Malformed(f"entry {here} contains no list", hint="leave out everything before the /", code="no-list")
    hint = f"name one: {' or '.join(f'{here}/{name}' for name, _, _ in inner)}"
    raise Malformed(f"entry {here} contains {len(inner)} lists", hint=hint, code="several")


def entry_named(form: Form, data: Data, word: str) -> Where:
    """The place of the entry that a word names: its number, its own name or id, its ware, or a path of these.

    Errors: `Malformed` for a word that names none of them, or several.
    """
    place = _parse_path(form, data, word.replace("/", ".").split("."))
    if place and isinstance(place[-1], int):
        if not isinstance(value_at(data, place), Mapping):
            raise _no_number_error(data, place)
        return place
    entries = list(_entries_of_lists(form.shelves, data, ()))
    if (found := _find_entry(form, data, entries, word)) is not None:
        return found
    head, slash, last = word.rpartition("/")
    if slash and head:
        return _entry_inside(form, data, head, last)
    known = [name for shelf, _, one in entries for name in _words_of(shelf, one)]
    hint = did_you_mean(word, list(dict.fromkeys(known))) or "give the number of an entry, or its name"
    raise Malformed(f"the list has no entry {brief_text(word)}", hint=hint, code="no-entry")


def _find_entry(form: Form, data: Data, entries: Sequence[tuple[Shelf, Where, Data]], word: str) -> Where | None:
    """The entry with a name, an id or a ware; None where there is none. Errors: `Malformed` for several."""
    for names in _NAMES:
        found = [where for shelf, where, entry in entries if names(shelf, entry) == word]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = " or ".join(format_place(form, data, where) for where in found)
            message = f"{len(found)} entries are called {brief_text(word)}"
            raise Malformed(message, hint=f"give its number: {numbers}", code="several")
    return None


def _entry_inside(form: Form, data: Data, head: str, word: str) -> Where:
    """The entry that a word names inside another entry, or in a list inside of that. Errors: `Malformed`."""
    above, _, name = head.rpartition("/")
    outer = entry_named(form, data, above) if above else None
    lists = [one for one in _lists_inside(form, data, outer) if one[0] == name] if outer else []
    if not lists:
        outer = entry_named(form, data, head)
        lists = _lists_inside(form, data, outer)
    assert outer is not None
    if word.isdecimal() and len(word) <= 6 and len(lists) == 1:  # as in first/2
        place = (*lists[0][2], int(word) - 1)
        if not isinstance(value_at(data, place), Mapping):
            raise _no_number_error(data, place)
        return place
    entries = list(_entries_of_lists([shelf for _, shelf, _ in lists], value_at(data, outer), outer))
    if (found := _find_entry(form, data, entries, word)) is not None:
        return found
    known = [name for shelf, _, one in entries for name in _words_of(shelf, one)]
    hint = "" if word.isdecimal() else did_you_mean(word, list(dict.fromkeys(known)))
    if not hint and len(lists) > 1:
        hint = f"name the list, too: {' or '.join(f'{format_place(form, data, outer)}/{one}' for one, _, _ in lists)}"
    raise Malformed(
        f"entry {format_place(form, data, outer)} has no {brief_text(word)} inside", hint=hint, code="no-entry"
    )


def format_place(form: Form, data: Data, place: Where) -> str:
    """A place as people type it: ``2/1``. Numbers from 1; a list is named where another could be meant."""
    return path_words(form.shelves, data, place)


def path_words(shelves: Sequence[Shelf], data: Data, place: Where) -> str:
    """The same for an army of which the lists at the top are known."""
    words: list[str] = []
    table: Json = data
    rest, shorter = place, bool(shelves)
    while rest:
        shelf = next((one for one in shelves if rest[: len(one.place)] == one.place), None)
        if shelf is None:
            return "/".join([*words, *(str(step + 1) if isinstance(step, int) else step for step in rest)])
        size = len(shelf.place)
        if len(rest) == size or not (shorter and shelf is shelves[0]):
            words += map(str, shelf.place)
        if len(rest) > size:
            words.append(str(int(rest[size]) + 1))
        table = value_at(table, rest[: size + 1])
        rest, shelves = rest[size + 1 :], shelf.inside(table) if isinstance(table, Mapping) else ()
        shorter = len(shelves) == 1
    return "/".join(words)


def _parse_path(form: Form, data: Data, words: Sequence[str]) -> Where | None:
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


def _no_number_error(data: Data, place: Where) -> Malformed:
    held = value_at(data, place[:-1])
    count = len(held) if is_list(held) else 0
    has = f"the list has {count or 'no'} {'entry' if count == 1 else 'entries'}"
    hint = "count from 1, in the order of the file"
    return Malformed(f"there is no entry {int(place[-1]) + 1}; {has}", hint=hint, code="no-entry")


def _entries_of_lists(shelves: Sequence[Shelf], table: Data, above: Where) -> Iterator[tuple[Shelf, Where, Data]]:
    """The entries of the lists of a table that stands at a place, without those inside entries."""
    for shelf in shelves:
        held = value_at(table, shelf.place)
        for at, entry in enumerate(held if is_list(held) else ()):
            if isinstance(entry, Mapping):
                yield shelf, (*above, *shelf.place, at), entry


def _own_name(shelf: Shelf, entry: Data) -> str | None:
    name = entry.get("name")
    return name if isinstance(name, str) else None


def _own_id(shelf: Shelf, entry: Data) -> str | None:
    word = entry.get("id")
    return word if isinstance(word, str) else None


def _ware_word(shelf: Shelf, entry: Data) -> str | None:
    return shelf.ware(entry)


_NAMES = (_own_name, _own_id, _ware_word)


def _words_of(shelf: Shelf, entry: Data) -> list[str]:
    """What an entry may be called."""
    return [word for names in _NAMES if (word := names(shelf, entry))]

"""Changes of a TOML file: values through tomlkit, whole entries with their comments by the lines they stand on.

What no change concerns stays byte for byte. The text that comes out is read again and compared with the data that it
ought to say; where a layout defeats this, the list or table concerned is written anew under its comments.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice

from ...data import Json, JsonMapping
from ...errors import TabletopError
from ..change import Change, Drop, Insert, Note, Put, Shift, apply_changes, is_list, same_value, value_at
from ..problems import Where
from . import values
from .edit_steps import EditStep, split_change
from .entries import Document, Line, Lost, Section, comments_in
from .fresh import format_blocks, format_entry, format_key, is_table, is_tables, pair_line
from .notes import with_note

MOST_STEPS = 200  # of one change; each reads the text once


def change_toml(text: str, before: JsonMapping, change: Change) -> str:
    """The text after a change of its data. Errors: `TabletopError`."""
    after = apply_changes(before, change)
    if same_value(before, after) and not isinstance(change, Note):
        return text
    body = text if not text or text.endswith("\n") else text + ("\r\n" if "\r\n" in text else "\n")
    for way in _ways_to_change(before, after, change):
        with suppress(Lost, ValueError, RecursionError):
            found = way(body)
            if same_value(tomllib.loads(found), after):
                return found if body == text else re.sub(r"\r?\n\Z", "", found)
    hint = "change it in an editor, or write its lists as [[units]] blocks"
    raise TabletopError("the layout of the file does not allow this change", hint=hint, code="no-edit")


def _ways_to_change(before: JsonMapping, after: JsonMapping, change: Change) -> list[Callable[[str], str]]:
    if isinstance(change, Note):
        return [partial(with_note, note=change)]
    return [lambda text: _step_by_step(text, before, change), lambda text: _written_anew(text, after, change.place[:1])]


def _step_by_step(text: str, before: JsonMapping, change: Change) -> str:
    """The change made where it belongs. Errors: `Lost`, also where a comment got lost with nothing taken away."""
    made = list(islice(split_change(before, change), MOST_STEPS + 1))
    if len(made) > MOST_STEPS:
        raise Lost
    found = text
    for step in made:
        document = Document(found)
        _make_step(document, step)
        found = str(document)
    lost = Counter(comments_in(text, alone=True)) - Counter(comments_in(found, alone=True))
    if lost and not any(isinstance(step, Drop) or _is_nest(value_at(before, step.place)) for step in made):
        raise Lost
    return found


def _is_nest(value: Json) -> bool:
    """Whether a value may have comments inside of it, which go with it."""
    return is_table(value) or is_list(value)


def _written_anew(text: str, after: JsonMapping, key: Where) -> str:
    """The whole list or table at the top of the file in which the change is, written again under its comments."""
    document = Document(text)
    held = [line for section in document.sections_below(key) for line in section.lines]
    held += [line for _, line in document.pairs_below(key)]
    comments = [words for line in held for words in comments_in(line.text)]
    if held:
        _take_away(document, key)
    if key[0] in after:
        _add_value(document, key, after[str(key[0])], comments)
    return str(document)


def _make_step(document: Document, step: EditStep) -> None:
    """Make a step: inside a line where one holds its place, or with whole lines."""
    place = step.place
    found = document.line_holding(place)
    if found is not None and not (isinstance(step, Drop) and (*found[0].place, *found[1].keys) == place):
        section, line = found
        if isinstance(step, Insert) and is_table(step.value) and _may_be_blocks(section, line, place[:-1]):
            kept = "".join(f"{comment}\n" for comment in comments_in(line.text))
            document.replace_line(section, line, document.new_lines(kept))
            _add_value(document, place[:-1], [step.value])
        else:
            document.replace_line(
                section, line, [Line(values.change_value_line(line.text, place[len(section.place) :], step))]
            )
        return
    match step:
        case Put(_, value):
            if document.pairs_below(place) or document.sections_below(place):
                _take_away(document, place)
            _add_value(document, place, value)
        case Drop():
            _take_away(document, place)
            if isinstance(place[-1], int) and not document.entry_sections(place[:-1]):
                _add_value(document, place[:-1], [])  # a list that is left empty is written so
        case Insert(_, value):
            _new_entry(document, place, value)
        case Shift(_, to):
            _move_entry(document, place, to)


# --- what goes and what moves ---


def _take_away(document: Document, place: Where) -> None:
    """Take everything at a place and below it away. Errors: `Lost` where there is nothing."""
    pairs, sections = document.pairs_below(place), document.sections_below(place)
    if not pairs and not sections:
        raise Lost
    for section, line in pairs:
        document.replace_line(section, line, [])
    for section in sections:
        at = document.sections.index(section)
        before, left = document.sections[at - 1], section.after
        del document.sections[at]
        while left and not left[0].kind and before.ends_blank:
            left = left[1:]
        while not left and at == len(document.sections) and before.after and not before.after[-1].kind:
            before.after.pop()
        before.after += left


def _move_entry(document: Document, place: Where, to: int) -> None:
    """Move an entry to another position; what stands between the entries stays where it is."""
    groups = document.entry_sections(place[:-1])
    positions = {id(section): at for at, section in enumerate(document.sections)}
    firsts = [positions[id(group[0])] for group in groups]
    if any(document.sections[at : at + len(group)] != group for at, group in zip(firsts, groups, strict=True)):
        raise Lost
    afters = [group[-1].after for group in groups]
    order = [*groups]
    order.insert(to, order.pop(int(place[-1])))
    for at, old, new, after in reversed(list(zip(firsts, groups, order, afters, strict=True))):
        document.sections[at : at + len(old)] = new
        new[-1].after = after


# --- what is new ---


def _add_value(document: Document, place: Where, value: Json, comments: Sequence[str] = ()) -> None:
    """Write a value at a place where there is nothing yet, under some comments."""
    above = (place[:size] for size in range(len(place) - 1, 0, -1))
    table: Where = next((one for one in above if document.pairs_below(one) or document.sections_below(one)), ())
    section, dotted_keys = document.section_at(table), document.pairs_below(table) if table else []
    words = "".join(f"{line}\n" for line in comments)
    if section is None and dotted_keys:
        section, line = dotted_keys[-1]
        size = len(section.place)
        pair = _pair_text(place[size:], value, len(table) - size + 1, line.indent)
        at = section.lines.index(line) + 1
        section.lines[at:at] = document.new_lines(words + pair)
    elif section is None or _has_header(place, len(table), value):
        _new_tables(document, table, place, value, words)
    else:
        _new_pair(document, section, place[len(table) :], value, words)


def _has_header(place: Where, above: int, value: Json) -> bool:
    """Whether a value gets a header of its own; inside of entries everything stands in braces."""
    far_or_table = len(place) > above + 1 or is_table(value) or is_tables(value)
    return far_or_table and not any(isinstance(part, int) for part in place)


def _new_pair(document: Document, section: Section, keys: Where, value: Json, words: str) -> None:
    """A new line with a key and its value, behind the last one of a section."""
    is_first = not section.header and not section.pairs
    behind = next(reversed(section.pairs), section.header)
    at = section.lines.index(behind) + 1 if behind in section.pairs else len(section.lines)
    section.lines[at:at] = document.new_lines(words + _pair_text(keys, value, 1, behind.indent if behind else ""))
    if is_first:
        _add_blank_line(document, section)


def _new_tables(document: Document, table: Where, place: Where, value: Json, words: str) -> None:
    """New tables with headers, or the entries of a new list, at the end of the table that they belong to."""
    keys = _key_words(place)
    if is_tables(value) or is_table(value):
        parts = format_blocks(keys, value)
    else:
        parts = [f"[{format_key(keys[:-1])}]\n{pair_line(keys[-1:], value)}"]
    held = document.sections_below(table) if table else []
    own = len(place) == len(table) + 1 and not is_table(value) and not is_tables(value)
    if held and own:  # a table stands before those inside of it
        held = document.sections[: document.sections.index(held[0])]
    if not held and is_tables(value):  # before tables such as the house rules
        held = [one for one in document.sections if len(_key_words(one.place)) < len(one.place) or not one.place]
    _new_block(document, (held or document.sections)[-1], words + "\n".join(parts))


def _new_entry(document: Document, place: Where, value: Json) -> None:
    """A new ``[[units]]`` behind the one before it, laid out like those that are there."""
    groups, at = document.entry_sections(place[:-1]), int(place[-1])
    if not groups or not is_table(value):
        raise Lost
    before_last = document.sections[document.sections.index(groups[-1][0]) - 1]
    first = groups[0][0]
    lines = format_entry(_key_words(place), value).splitlines(keepends=True)
    block = "".join((first.header.indent if first.header else "") + line for line in lines)
    behind = groups[at - 1][-1] if at else document.sections[document.sections.index(first) - 1]
    _new_block(document, behind, block, close=len(groups) > 1 and not before_last.ends_blank)


def _new_block(document: Document, behind: Section, block: str, close: bool = False) -> None:
    """New lines behind a section, with blank lines around them where the entries are not close to each other."""
    new = Section(lines=document.new_lines(block), after=behind.after)
    behind.after = []
    document.sections.insert(document.sections.index(behind) + 1, new)
    if not close:
        _add_blank_line(document, behind)
        _add_blank_line(document, new)


def _add_blank_line(document: Document, section: Section) -> None:
    """A blank line behind a section where something follows directly."""
    is_last, at_begin = section is document.sections[-1], section is document.sections[0] and not section.lines
    if section.after[0].kind if section.after else not is_last and not at_begin:
        section.after = [*document.new_lines("\n"), *section.after]


def _pair_text(keys: Where, value: Json, size: int = 1, indent: str = "") -> str:
    """A line with a key of so many words; the rest of the way goes into braces."""
    return pair_line(_key_words(keys[:size]), values.nest_value(keys[size:], value), indent)


def _key_words(place: Where) -> list[str]:
    """A place without the numbers of entries."""
    return [part for part in place if isinstance(part, str)]


def _may_be_blocks(section: Section, line: Line, listed: Where) -> bool:
    """Whether a line is an empty list that may become one with headers."""
    is_plain = (*section.place, *line.keys) == listed and len(line.keys) == 1
    is_empty = is_plain and tomllib.loads(line.text)[line.keys[0]] == []
    return is_empty and len(_key_words(listed)) == len(listed)

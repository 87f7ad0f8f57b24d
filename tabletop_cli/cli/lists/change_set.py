"""What `tabletop set FILE KEY=VALUE...` changes: fields of the army, of an entry, notes, house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.data import JsonMapping
from ...core.declare.house import HouseRules
from ...core.declare.kinds import brief_text
from ...core.errors import Malformed
from ...core.lists.change import Change, Drop, Note, Put, apply_changes, is_list, value_at
from ...core.lists.choices import assign_setting, current_value, find_setting, follow_up_changes
from ...core.lists.draft import Draft
from ...core.lists.form import Form, Setting
from ...core.lists.problems import Where
from ...core.lists.shelves import entry_named, format_place, shelf_at
from . import builder_words as words
from .change_words import title_of
from .house import house_value

HOUSE = "house."
NOTE = "note"


def parse_assignments(draft: Draft, settings: Sequence[str]) -> tuple[list[Change], list[str]]:
    """The changes of all settings, one after the other, and what to say of each. Errors: `Malformed`."""
    changes: list[Change] = []
    said = []
    data = draft.data
    given: dict[Where, str] = {}
    for word in settings:
        key, equals, value = word.partition("=")
        if not equals:
            raise Malformed(f"{brief_text(word)} sets nothing", hint="write KEY=VALUE, or KEY= to remove it")
        rules = draft.now.system.reference.house
        if key.startswith(HOUSE):
            where: Where = ("house", *rules.path_of(key.removeprefix(HOUSE)))
            new, told = house_change(rules, data, key, value)
        else:
            where, new, told = _field_change(draft, data, key, value)
        if given.setdefault(where, value) != value:
            both = f"{brief_text(given[where])} and {brief_text(value)}"
            raise Malformed(f"{key} is set twice: {both}", hint="give one of them", code="set-twice")
        data = apply_changes(data, *new)
        changes += new
        said.append(told)
    system = draft.now.system
    for setting, change in list(follow_up_changes(lambda army: system.muster.form(army, system), draft.data, changes)):
        changes.append(change)
        said.append(f"{setting.title}: {words.picks_text(setting, change.value)}, set along with it")
    return changes, said


def house_change(rules: HouseRules, data: JsonMapping, key: str, value: str) -> tuple[list[Change], str]:
    """A house rule, judged as the command `house` does. Errors: `TabletopError`."""
    rule, found = house_value(rules, f"{key.removeprefix(HOUSE)}={value}")
    place = ("house", *rule.split("."))
    told = f"house rule {rule}: {value or 'as printed'}"
    if found is not None:
        return [Put(place, found)], told
    return [Drop(place)] if value_at(data, place) is not None else [], told


def _field_change(draft: Draft, data: JsonMapping, key: str, value: str) -> tuple[Where, list[Change], str]:
    """Where a field of the army, or of the entry in front of it, stands; what writes it, and what to say of it."""
    form = draft.now.system.muster.form(data, draft.now.system)
    place, rest = _split_key(form, data, key)
    shelf = shelf_at(form, data, place[:-1]) if place else None
    settings = shelf.settings(value_at(data, place)) if shelf else form.settings
    title = f"{format_place(form, data, place)} {title_of(draft.now.sheet, data, shelf, place)}: " if shelf else ""
    if rest == NOTE and all(setting.key != (NOTE,) for setting in settings):
        return (*place, NOTE), [Note(place, value)], f"{title}note: {value or 'none'}"
    setting = _find_with_hint(form, data, settings, rest, bool(shelf))
    table = value_at(data, place)
    changes = list(assign_setting(setting, table, value, place))
    now = current_value(setting, value_at(apply_changes(data, *changes), place))
    told = "none" if now is None else words.picks_text(setting, now)
    return (*place, *setting.key), changes, f"{title}{setting.title}: {told}"


def _split_key(form: Form, data: JsonMapping, key: str) -> tuple[Where, str]:
    """The entry that a key begins with, and the rest; the army where it begins with none.

    Names of entries may have dots, too: the longest one counts. Errors: `Malformed` for a number or a path without an
    entry.
    """
    parts, missing = key.split("."), None
    for size in range(len(parts) - 1, 0, -1):
        word, rest = ".".join(parts[:size]), ".".join(parts[size:])
        try:
            return entry_named(form, data, word), rest
        except Malformed as wrong:
            if word.isdecimal() or wrong.code == "several":
                raise
            missing = wrong if "/" in word else None
    if missing is not None:
        raise missing
    return (), key


def _find_with_hint(form: Form, data: JsonMapping, settings: Sequence[Setting], key: str, of_entry: bool) -> Setting:
    """A setting by its key. Errors: `Malformed`; it tells when entries have what the army has not."""
    try:
        return find_setting(settings, key)
    except Malformed as wrong:
        if not of_entry and form.shelves and "." not in key:
            shelf = form.shelves[0]
            held = value_at(data, shelf.place, ())
            tables = [entry for entry in held if isinstance(entry, Mapping)] if is_list(held) else []
            if any(one.key[-1] == key for entry in tables for one in shelf.settings(entry)):
                wrong.hint = f"for a {shelf.one}, put its number first: 1.{key}=..."
        elif not of_entry and "." in key:
            wrong.hint = "before the last dot, write the number or own name of an entry: 2.count=3"
        raise

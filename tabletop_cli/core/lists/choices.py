"""Choosing values of settings: what holds, what a choice writes, and the words that stand for it on a command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ..data import Json, JsonMapping, JsonObject
from ..declare.composed import ListOf
from ..declare.kinds import AnyKind, YesNo, brief_text, did_you_mean
from ..declare.plain import as_typed
from ..errors import Malformed, TabletopError
from ..quantities import exact_decimal, parse_points
from .change import Change, Drop, Put, apply_changes, is_list, same_value, value_at
from .form import Form, Setting
from .problems import Where

Table = JsonMapping


def current_value(setting: Setting, table: Table) -> Json:
    """What holds for a setting in its table: what is written there, or the default."""
    return value_at(table, setting.key, setting.default)


def change_of(setting: Setting, place: Where, value: Json, *, typed: bool = False) -> Put | Drop:
    """The change that writes a value of a setting of the table at a place.

    Choosing the default takes the key away. One that somebody has `typed` is written: it was meant to stand there.
    """
    if is_list(value):
        value = list(value)
    default = list(setting.default) if is_list(setting.default) else setting.default
    nothing = value is None or same_value(value, default) or (value == [] and not default)
    where = (*place, *setting.key)
    written = (setting.needed or setting.follows or (typed and value != [])) and value is not None
    return Drop(where) if nothing and not written else Put(where, value)


def word_changes(settings: Sequence[Setting], table: Table, word: str, place: Where = ()) -> tuple[Change, ...]:
    """What a word of a command line changes in the table at a place; nothing where it is so already.

    A word is a pick (``armour-piercing``, ``librarian``), a flag (``drop-pod``), or KEY=VALUE; ``KEY=`` takes away.
    Errors: `Malformed` for a word that is unknown, or that several settings know.
    """
    setting, value = _setting_and_value(settings, word)
    if "=" in word:
        return write_value(setting, table, value, place, typed=True)
    return write_value(setting, table, join_values(setting, table, value), place)


def with_words(table: Table, settings: Callable[[Table], Sequence[Setting]], words: Sequence[str]) -> JsonObject:
    """The table with the choices of some words, of which each says something else.

    Errors: `Malformed`, as of `word_changes`, and for two values of what can have only one.
    """
    found, chosen = dict(table), list[tuple[Setting, Json]]()
    for word in words:
        chosen.append(_setting_and_value(settings(found), word))
        require_one_each(chosen)
        found = apply_changes(found, *word_changes(settings(found), found, word))
    return found


def require_one_each(chosen: Iterable[tuple[Setting, Json]]) -> None:
    """Errors: `Malformed` where of what can have only one value several are chosen."""
    values: dict[Where, Json] = {}
    for setting, value in chosen:
        if setting.many:
            continue
        if setting.key in values and not same_value(values[setting.key], value):
            both = " and ".join(_pick_words(setting, one) for one in (values[setting.key], value))
            hint = f"choose one of {', '.join(str(as_typed(pick.value)) for pick in setting.values)}"
            message = f"{setting.title}: {both} cannot both be chosen"
            raise Malformed(message, hint=hint if setting.values else "choose one of them", code="one-of")
        values[setting.key] = value


def _pick_words(setting: Setting, value: Json) -> str:
    known = next((pick.words for pick in setting.values if same_value(pick.value, value)), None)
    return known or ("none" if value is None else str(as_typed(value)))


def _setting_and_value(settings: Sequence[Setting], word: str) -> tuple[Setting, Json]:
    """The setting that a word of a command line is about, and the value that it gives. Errors: `Malformed`."""
    key, equals, text = word.partition("=")
    if equals:
        setting = find_setting(settings, key)
        return setting, parse_value(setting, text) if text else None
    matches = [(setting, found) for setting in settings if setting.short for found in _match_short_word(setting, word)]
    if not matches:
        known = [*choice_words(settings), *(f"{key_of(one)}=" for one in settings)]
        raise Malformed(f"unknown option {brief_text(word)}", hint=did_you_mean(word, known), code="unknown-option")
    if len(matches) > 1:
        ways = " or ".join(f"{key_of(one)}={as_typed(found)}" for one, found in matches)
        raise Malformed(f"{brief_text(word)} could mean several things", hint=f"write {ways}", code="ambiguous-option")
    return matches[0]


def assign_setting(setting: Setting, table: Table, text: str, place: Where = ()) -> tuple[Change, ...]:
    """The change that writes what a person typed for a setting of the table at a place; an empty text takes it away.

    Nothing where it is so already. Errors: `Malformed`.
    """
    return write_value(setting, table, parse_value(setting, text) if text else None, place, typed=True)


def choice_words(settings: Sequence[Setting]) -> list[str]:
    """The words that stand for a choice by themselves."""
    found = [word for setting in settings if setting.short for word in _short_words(setting)]
    return list(dict.fromkeys(found))


def find_setting(settings: Sequence[Setting], key: str) -> Setting:
    """The setting of a key: whole (``options.hero``), or its last part where only one ends so. Errors: `Malformed`."""
    whole = [one for one in settings if key_of(one) == key]
    found = whole or [one for one in settings if one.key[-1] == key]
    if len(found) == 1:
        return found[0]
    if found:
        hint = f"write {' or '.join(key_of(one) for one in found)}"
        raise Malformed(f"{brief_text(key)} could mean several settings", hint=hint, code="ambiguous-option")
    known = list(dict.fromkeys([*(str(one.key[-1]) for one in settings), *(key_of(one) for one in settings)]))
    raise Malformed(f"unknown setting {brief_text(key)}", hint=did_you_mean(key, known), code="unknown-option")


def parse_value(setting: Setting, text: str) -> Json:
    """A value as it is written into a file, from what a person typed. Errors: `Malformed`."""
    kind = setting.kind
    try:
        value = kind.plain(_parse_with_fractions(kind, text, key_of(setting)))
    except TabletopError as wrong:
        if not wrong.hint and setting.values:
            wrong.hint = did_you_mean(text, [str(as_typed(pick.value)) for pick in setting.values])
        raise
    return list(value) if is_list(value) else value


def _parse_with_fractions(kind: AnyKind, text: str, where: str) -> Json:
    """The value of a text, of ``7 1/2`` too where the kind takes 7.5. Errors: `Malformed`."""
    try:
        return kind.parse(text, where)
    except TabletopError:
        points = parse_points(text)
        plain = None if points is None else exact_decimal(points)
        if plain is None:
            raise
        return kind.parse(str(plain), where)


def key_of(setting: Setting) -> str:
    """The key as it is typed: ``options.hero``."""
    return ".".join(map(str, setting.key))


def write_value(
    setting: Setting, table: Table, value: Json, place: Where = (), *, typed: bool = False
) -> tuple[Change, ...]:
    """The change that writes a value of a setting of the table at a place, as `change_of` says; none if it is so."""
    change = change_of(setting, place, value, typed=typed)
    missing = object()
    there = value_at(table, setting.key, missing)
    if isinstance(change, Drop):
        return () if there is missing else (change,)
    return () if there is not missing and same_value(there, change.value) else (change,)


def follow_up_changes(
    form: Callable[[Table], Form], army: Table, changes: Sequence[Change]
) -> Iterator[tuple[Setting, Put]]:
    """What is to be written along with changes of an army: settings that follow from them.

    Those are at their default before, or not written at all, and have another one afterwards.
    """
    after = apply_changes(army, *changes)
    before = {one.key: one.default for one in form(army).settings}
    for one in form(after).settings:
        there = value_at(after, one.key)
        free = there is None or (same_value(there, value_at(army, one.key)) and same_value(there, before.get(one.key)))
        if one.follows and free and one.default is not None and not same_value(there, one.default):
            yield one, Put(one.key, one.default)


def _short_words(setting: Setting) -> list[str]:
    if isinstance(setting.kind, YesNo):
        return [str(setting.key[-1])]
    return [pick.value for pick in setting.values if isinstance(pick.value, str)]


def _match_short_word(setting: Setting, word: str) -> list[Json]:
    """What a word means for a setting: a value, or nothing."""
    if word not in _short_words(setting):
        return []
    return [True] if isinstance(setting.kind, YesNo) else [word]


def join_values(setting: Setting, table: Table, value: Json) -> Json:
    """The value with what stands there, where the setting is a list. A default that is full gives way."""
    if not isinstance(setting.kind, ListOf):
        return value
    there = value_at(table, setting.key)
    default = list(setting.default) if is_list(setting.default) else []
    held = list(there) if is_list(there) else default if len(default) < setting.kind.maximum else []
    return held if value in held and not setting.repeat else [*held, value]

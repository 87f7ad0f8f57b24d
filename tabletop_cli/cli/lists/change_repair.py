"""`tabletop set` on a file that cannot be read as a list: what is set is just what stands in the way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...core.data import Json, JsonObject
from ...core.declare.schema import schema_problems
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import ArmyFile, file_of, load_file
from ...core.lists.change import Change, Drop, apply_changes, value_at
from ...core.lists.choices import assign_setting, find_setting
from ...core.lists.edit import edit_text, save
from ...core.lists.form import Setting
from ...core.lists.open_list import Opened, open_text, system_of
from ...core.lists.references import resolve_references
from ...core.system import System
from ...render.safe import one_line
from ..session import say, write
from . import builder_words as words
from .change_set import HOUSE, house_change


def repair_file(path: Path, home: Path, settings: Sequence[str], wrong: TabletopError, *, dry: bool) -> None:
    """Set fields of a list that cannot be read for the reason `wrong`.

    It is saved when it reads afterwards, or when less is wrong than before: then what is left is said. Errors:
    `wrong`, where nothing is known to set; `TabletopError` for what is still wrong, and then nothing is written.
    """
    file = _load_or_raise(path, wrong)
    system = _system_or_raise(file, wrong)
    changes, said = _repair_changes(system, file, home, settings, wrong)
    text = edit_text(file.text, path.suffix, *changes)
    after = file_of(path, text)
    found, left = _try_read(after, home)
    if left is not None and not _is_better(system, file, after, wrong, left):
        raise left
    if not dry:
        save(path, text)
    for line in said:
        write(f"{'would be ' if dry else ''}set: {one_line(line)}")
    if found is not None:
        if sums := words.totals_text(found.report):
            write(sums)
    elif left is not None:
        say(f"still wrong: {one_line(left.message)}{f' ({one_line(left.hint)})' if left.hint else ''}")


def _load_or_raise(path: Path, wrong: TabletopError) -> ArmyFile:
    """The file. Errors: `wrong`, which says it with its place, where not even its data can be read."""
    try:
        return load_file(path)
    except TabletopError:
        raise wrong from None


def _system_or_raise(file: ArmyFile, wrong: TabletopError) -> System:
    try:
        return system_of(file)
    except TabletopError:
        raise wrong from None


def _repair_changes(
    system: System, file: ArmyFile, home: Path, settings: Sequence[str], wrong: TabletopError
) -> tuple[list[Change], list[str]]:
    """The changes of all settings, and what to say of each. Errors: `TabletopError`."""
    changes: list[Change] = []
    said = []
    data: JsonObject = dict(file.data)
    for word in settings:
        key, equals, value = word.partition("=")
        if not equals:
            raise wrong
        new, told = _setting_changes(system, file, data, home, key, value, wrong)
        data = apply_changes(data, *new)
        changes += new
        said.append(told)
    return changes, said


def _setting_changes(
    system: System, file: ArmyFile, data: JsonObject, home: Path, key: str, value: str, wrong: TabletopError
) -> tuple[list[Change], str]:
    """One setting. Whatever stands in the file can be taken away, known or not. Errors: `TabletopError`."""
    place = tuple(key.split("."))
    if not value and key != "system" and value_at(data, place) is not None:
        return [Drop(place)], f"{key}: none"
    if key.startswith(HOUSE):
        return house_change(system.reference.house, data, key, value)
    form = system.muster.form(_with_files(system, file, data, home), system)
    try:
        setting = find_setting(form.settings, key)
    except Malformed:
        raise wrong from None  # the number of an entry, a note: the list must be readable for that
    return list(assign_setting(setting, data, value)), f"{setting.title}: {value or 'none'}"


def _with_files(system: System, file: ArmyFile, data: JsonObject, home: Path) -> JsonObject:
    """The data with the files that it names, as far as they can be read: they may say what there is to choose."""
    try:
        return resolve_references(system, ArmyFile(file.path, file.text, data), home)
    except TabletopError:
        return data


def _try_read(file: ArmyFile, home: Path) -> tuple[Opened | None, TabletopError | None]:
    """The list, or why it cannot be read."""
    try:
        return open_text(file, home), None
    except TabletopError as wrong:
        return None, wrong


def _is_better(system: System, before: ArmyFile, after: ArmyFile, wrong: TabletopError, left: TabletopError) -> bool:
    """Whether less is wrong: fewer faults, or not more and another one has come to light."""
    then, now = (_count_violations(system, file.data) for file in (before, after))
    return now < then or (now == then and left.message != wrong.message)


def _count_violations(system: System, data: JsonObject) -> int:
    """How much is wrong, for the schema and for the kinds of what is written; a value may count for both."""
    settings = system.muster.form(data, system).settings
    written = [(one, value_at(data, one.key)) for one in settings]
    unread = sum(not _is_readable(one, value) for one, value in written if value is not None)
    return unread + len(schema_problems(system.muster.schema(system), data))


def _is_readable(setting: Setting, value: Json) -> bool:
    try:
        setting.kind.read(value, "")
    except TabletopError:
        return False
    return True

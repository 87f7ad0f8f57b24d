"""Forms, sheets and quick references: what every system promises of them; a part of the conformance kit."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from ..data import Json, JsonMapping, JsonObject, Shaped
from ..declare.composed import ListOf
from ..declare.plain import as_typed, plain_data
from ..declare.schema import schema_problems
from ..dice.brute_force import require
from ..errors import Malformed, TabletopError
from ..lists.army import Report, check_army, check_list, load_file, read_army
from ..lists.change import Drop, Insert, Put, apply_changes, same_value, value_at
from ..lists.choices import assign_setting, change_of, current_value
from ..lists.form import Form, Pick, Setting, Shelf, Ware, Written
from ..lists.problems import Where
from ..lists.references import resolve_references
from ..lists.sheet import Card, Sheet
from ..lists.shelves import shelf_at
from ..lists.trial import try_changes
from ..page import Block
from ..system import System
from .showing import check_blocks, check_page

WORD = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
GARBAGE: tuple[Json, ...] = (None, True, 3, -1, 0.5, "", "no such word", [], [3], ["x", "x"], {}, {"x": {"y": []}})
TYPED: tuple[Json, ...] = (1_000, 10, 1, 0.5)  # what may be typed where nothing is to be chosen
DEEPEST = 3  # lists in lists
BEGUN = 24  # ways to begin an army that are tried


def load_list(system: System, path: Path) -> JsonObject:
    """Return the raw data of an army file, with the home-made catalogues that it names in their place."""
    return resolve_references(system, load_file(path))


def check_armies(system: System, armies: Iterable[JsonMapping] = ()) -> None:
    """Forms, sheets and quick references keep what they promise.

    `armies` are raw data that can be read, legal and illegal, with the files that they name in their place; a list with
    every ware once is made from the form besides. What is legal must be valid by the schema, too.
    """
    check_form(system)
    for army in (*armies, *(_army_of_everything(system, begun) for begun in begun_armies(system))):
        check_sheet(system, army)
        check_valid(system, army)
    check_quick(system)


def begun_armies(system: System) -> list[JsonObject]:
    """The armies that one can begin: all that must be chosen is chosen, in every way, and there is no entry yet."""
    found: list[JsonObject] = []
    waiting: list[JsonObject] = [{"system": system.id}]
    while waiting and len(found) < BEGUN:
        army = waiting.pop(0)
        open_now = [one for one in form_of(system, army).settings if value_at(army, one.key) is None]
        missing = [one for one in open_now if one.needed or (one.follows and one.default is not None)]
        if not missing:
            found.append(_with_lists(system, army))
            continue
        follows = [missing[0].default] if missing[0].follows else []
        values = follows or [pick.value for pick in missing[0].values] or _typed_values(missing[0])
        waiting += [apply_changes(army, change_of(missing[0], (), value)) for value in values]
    return found


def _with_lists(system: System, army: JsonObject) -> JsonObject:
    """The army with its first list written, empty: a file without any list may be no army."""
    for shelf in form_of(system, army).shelves[:1]:
        army = army if value_at(army, shelf.place) is not None else apply_changes(army, Put(shelf.place, []))
    return army


def _typed_values(setting: Setting) -> list[Json]:
    """A value that somebody might type for a setting."""
    for value in (*TYPED, f"A {setting.title}"):
        with suppress(Malformed):
            setting.kind.read(value, _key_text(setting))
            return [value]
    raise AssertionError(f"{_key_text(setting)}: it must be written, but its kind reads none of {TYPED}")


def form_of(system: System, army: Shaped) -> Form:
    """The form of a system for an army. It never raises: whatever it raises is a fault."""
    try:
        return system.muster.form(army, system)
    except Exception as wrong:
        raise AssertionError(f"the form of {system.id} raises {wrong!r} for {army!r}") from wrong


# --- Forms


def check_form(system: System) -> None:
    """Whatever is offered can be written, read and priced, and is recognised again; garbage is borne."""
    begun = begun_armies(system)
    require(begun, "no army can be begun: not everything that is needed can be chosen")
    for army in begun:
        form = form_of(system, army)
        _check_settings(system, form.settings, army, ())
        for shelf in form.shelves:
            _check_shelf(system, army, shelf, ())
    for army in begun[:1]:
        _check_garbage(system, army)


def _check_shelf(system: System, army: JsonMapping, shelf: Shelf, table: Where) -> None:
    """The wares of a list at a place in an army, and what can be chosen about each."""
    place = (*table, *shelf.place)
    require(shelf.title.strip() and shelf.one.strip(), f"the list {place} has no title, or no word for an entry")
    twice = [word for word, times in Counter(ware.id for ware in shelf.wares).items() if times > 1]
    require(not twice, f"several wares of {place} have the same id: {twice}")
    for ware in shelf.wares:
        _check_ware(system, army, shelf, ware, place)


def _check_ware(system: System, army: JsonMapping, shelf: Shelf, ware: Ware, place: Where) -> None:
    where = f"ware {ware.id}"
    require(WORD.fullmatch(ware.id), f"{where}: an id is small letters and numbers with hyphens between")
    require(ware.title.strip(), f"{where} has no title")
    _known_rules(system, ware.rules, where)
    kept = json.dumps(plain_data(ware.entry))
    at = (*place, 0)
    after = apply_changes(army, Insert(at, dict(ware.entry)))
    _report_of(system, after, where)
    written = value_at(after, at)
    found = shelf.ware(written)
    require(found == ware.id, f"{where}: its entry is taken for {found}")
    _check_settings(system, shelf.settings(written), after, at)
    require(json.dumps(plain_data(ware.entry)) == kept, f"{where}: its entry is changed by using it")
    if len(at) <= 2 * DEEPEST:
        for inner in shelf.inside(written):
            _check_shelf(system, after, inner, at)


def _check_settings(system: System, settings: Sequence[Setting], army: JsonMapping, place: Where) -> None:
    """What is chosen about the table at a place: every value can be written and read."""
    keys = [setting.key for setting in settings]
    require(len(set(keys)) == len(keys), f"{place}: two settings have the same key: {keys}")
    before = _report_of(system, army, f"{place}")
    for setting in settings:
        where = f"{place}, setting {_key_text(setting)}"
        require(setting.key and setting.title.strip(), f"{where}: no key or no title")
        _known_rules(system, [*setting.rules, *(rule for pick in setting.values for rule in pick.rules)], where)
        if setting.default is not None:
            _check_readable(setting, setting.default, where)
            _check_default(setting, value_at(army, place), where)
        for pick in setting.values:
            value = write_pick(setting, pick)
            require(pick.words.strip(), f"{where}: {pick.value!r} has no words")
            _check_readable(setting, value, where)
            _check_choice(system, army, before, setting, value, place)


def _check_default(setting: Setting, table: JsonMapping, where: str) -> None:
    """The default can be typed where nothing else is written, and changes nothing else."""
    try:
        changes = assign_setting(setting, table, as_typed(plain_data(setting.default)))
        after = apply_changes(table, *changes)
    except TabletopError as wrong:
        raise AssertionError(f"{where}: its default {setting.default!r} cannot be set: {wrong.message}") from None
    now = current_value(setting, after)
    require(
        same_value(plain_data(now), plain_data(setting.default)),
        f"{where}: its default {setting.default!r} is read as {now!r}",
    )


def _check_choice(
    system: System, army: JsonMapping, before: Report, setting: Setting, value: Json, place: Where
) -> None:
    """A choice leads to a list that can be read, illegal as it may be."""
    change = change_of(setting, place, value)
    if isinstance(change, Drop) and value_at(army, change.place) is None:
        return  # it is so already
    tried = try_changes(system, army, before, change)
    said = tried.refused.message if tried.refused else ""
    require(tried.refused is None, f"{place}: {_key_text(setting)} = {value!r} cannot be read: {said}")


def write_pick(setting: Setting, pick: Pick) -> Json:
    """What is written when a pick is chosen; a list that must have several items has it several times."""
    return [pick.value] * max(1, setting.kind.minimum) if isinstance(setting.kind, ListOf) else pick.value


def _check_readable(setting: Setting, value: Json, where: str) -> None:
    try:
        setting.kind.read(value, where)
    except Malformed as wrong:
        raise AssertionError(f"{where}: its kind does not read {value!r}: {wrong.message}") from None


def _report_of(system: System, army: JsonMapping, where: str) -> Report:
    try:
        return check_army(system, army)
    except TabletopError as wrong:
        raise AssertionError(f"{where}: the list cannot be read: {wrong.message}") from None


def _known_rules(system: System, rules: Iterable[str], where: str) -> None:
    unknown = sorted({one for one in rules if not system.reference.has_entry(one)})
    require(not unknown, f"{where}: rules that do not exist: {unknown}")


def _key_text(setting: Setting) -> str:
    return ".".join(map(str, setting.key))


# --- Garbage


def _check_garbage(system: System, army: JsonMapping) -> None:
    """Forms bear whatever is written: files are written by people."""
    form = form_of(system, army)
    keys = {*(shelf.place[0] for shelf in form.shelves), *(one.key[0] for one in form.settings), "house", "no such key"}
    for wrong in GARBAGE:
        for key in sorted(map(str, keys)):
            form_of(system, {**army, key: wrong})
            form_of(system, {key: [wrong]})
    for shelf in form.shelves:
        for entry in _garbage_entries(shelf.wares):
            _check_bears_entry(shelf, entry, DEEPEST)


def _garbage_entries(wares: Sequence[Ware]) -> Iterator[Written]:
    """Tables that are no entries, and entries with one key that says something else."""
    yield from ({}, {"no such key": 3})
    for ware in wares:
        for wrong in GARBAGE:
            yield {**ware.entry, "no such key": wrong}
            for key in {*ware.entry, "options", "name", "count"}:
                yield {**ware.entry, key: wrong}
        for key in ware.entry:
            yield {one: value for one, value in ware.entry.items() if one != key}


def _check_bears_entry(shelf: Shelf, entry: Written, depth: int) -> None:
    try:
        shelf.ware(entry)
        settings, inside = shelf.settings(entry), shelf.inside(entry)
    except Exception as wrong:
        raise AssertionError(f"{shelf.place}: the form raises {wrong!r} for the entry {dict(entry)!r}") from wrong
    keys = [setting.key for setting in settings]
    require(len(set(keys)) == len(keys), f"{shelf.place}: two settings of {dict(entry)!r} have the same key: {keys}")
    for inner in inside if depth else ():
        for one in ({}, *(ware.entry for ware in inner.wares[:3])):
            _check_bears_entry(inner, one, depth - 1)


# --- Sheets


def _army_of_everything(system: System, army: JsonMapping) -> JsonObject:
    """An army with every ware of every list once."""
    after = dict(army)
    for shelf in form_of(system, army).shelves:
        for ware in reversed(shelf.wares):
            after = apply_changes(after, Insert((*shelf.place, 0), dict(ware.entry)))
    return after


def check_sheet(system: System, army: JsonMapping) -> Sheet:
    """The sheet of a list that can be read, legal or not, says what the list says; it is given back."""
    where = f"the sheet of {army.get('name', 'an army')!r}"
    roster = read_army(system, army)
    report = check_list(system, roster)
    sheet = system.muster.sheet(roster, report.problems)
    require(sheet.system == system.id and sheet.system_name == system.name, f"{where}: it is of {sheet.system}")
    require(sheet.name.strip(), f"{where}: it has no name")
    require(sheet.points == report.points, f"{where}: {sheet.points} points, the list costs {report.points}")
    require(sheet.budget == report.budget, f"{where}: budget {sheet.budget}, the list has {report.budget}")
    require(sheet.problems == report.problems, f"{where}: it does not tell what checking found")
    if sheet.points is not None:
        for cards in (sheet.cards, sheet.whole or sheet.cards):
            whole = sum((card.points or Fraction(0) for card in cards), Fraction(0))
            require(whole == sheet.points, f"{where}: its cards cost {whole} points together, the list {sheet.points}")
    names = [name for name, _ in sheet.rules]
    require(len(set(names)) == len(names), f"{where}: rules that are told twice: {names}")
    require(all(text.strip() for _, text in sheet.rules), f"{where}: a rule without text")
    _check_places([card.place for card in sheet.cards], where)
    for card in sheet.cards:
        _check_card(card, names, f"{where}, card {card.place} ({card.title})")
    check_blocks(sheet.tracks, where)
    json.dumps(plain_data(sheet.data))
    _check_ids(system, army, sheet, where)
    return sheet


def check_valid(system: System, army: JsonMapping) -> None:
    """A list that is legal is valid by the schema of army files."""
    if not check_army(system, army).legal:
        return
    data = {"system": system.id, **army}
    found = [problem.message for problem in schema_problems(system.muster.schema(system), plain_data(data))]
    require(not found, f"the schema of armies refuses the legal list {army.get('name', '')!r}: {'; '.join(found[:3])}")


def _check_places(places: Sequence[Where], where: str) -> None:
    """Each entry has one card at most; those of one list stand in the order of the file."""
    require(len(set(places)) == len(places), f"{where}: an entry has several cards: {places}")
    for above in {place[:-1] for place in places}:
        numbers = [place[-1] for place in places if place and place[:-1] == above]
        ordered = all(isinstance(one, int) for one in numbers) and numbers == sorted(numbers, key=int)
        require(ordered, f"{where}: cards are not in the order of the file: {places}")


def _check_card(card: Card, names: Sequence[str], where: str) -> None:
    require(card.title.strip() and card.kind.strip(), f"{where}: no title or no kind")
    product = None if card.each is None else card.each * card.count
    require(card.count >= 0 and card.points == product, f"{where}: {card.count} x {card.each} points")
    untold = [rule for rule in card.rules if rule not in names]
    require(not untold, f"{where}: rules without a text: {untold}")
    blocks: tuple[Block, ...] = (card.table, *card.boxes) if card.table else card.boxes
    check_blocks(blocks, where)
    require(all(name.strip() for name, _ in card.stats), f"{where}: a number without a name")


def _check_ids(system: System, army: JsonMapping, sheet: Sheet, where: str) -> None:
    """A card has the id of the ware that its entry is."""
    form = form_of(system, army)
    for card in sheet.cards:
        shelf, entry = shelf_at(form, army, card.place[:-1]), value_at(army, card.place)
        require(shelf is not None or not card.place, f"{where}: there is no list for the card {card.place}")
        ware = shelf.ware(entry) if shelf and isinstance(entry, Mapping) else None
        require(ware in (None, card.id), f"{where}: card {card.place} is of {card.id}, its entry of {ware}")


# --- Quick references


def check_quick(system: System) -> None:
    """There are tables to look up, under every value of every switch."""
    house = system.reference.house
    tables = [{}, *({name: value} for name, switch in house.switches.items() for value in switch.values)]
    for table in tables:
        pages = system.make_quick_pages(house.read(table))
        require(pages, f"under {table} there is nothing to look up")
        for page in pages:
            check_page(page, f"the quick reference under {table}")
